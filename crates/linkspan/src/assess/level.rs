//! How severe a finding is.

use crate::error::named;

/// The severity of a [`Finding`](super::Finding). There are three levels, and none will be added.
///
/// ```
/// use linkspan::assess::Level;
///
/// assert!(Level::Info < Level::Warn && Level::Warn < Level::Danger);
/// assert_eq!(Level::Warn.to_string(), "warn");
/// assert_eq!("warn".parse(), Ok(Level::Warn));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Good to know. Harmless links have such findings, too.
    Info,
    /// Unusual. Show the link in its safe form, or ask the user.
    Warn,
    /// Common in deceptive links and very rare in harmless ones.
    Danger,
}

named!(Level, "a level", [Info => "info", Warn => "warn", Danger => "danger"]);

impl Level {
    /// The next lower level. `None` for the lowest one.
    pub(super) const fn lowered(self) -> Option<Self> {
        match self {
            Self::Info => None,
            Self::Warn => Some(Self::Info),
            Self::Danger => Some(Self::Warn),
        }
    }
}
