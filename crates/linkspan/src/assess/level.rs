//! How severe a finding is.

use core::fmt;
use core::str::FromStr;

use super::code::UnknownCode;

/// The severity of a [`Finding`](crate::Finding). There are three levels, and none will be added.
///
/// ```
/// use linkspan::Level;
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

impl Level {
    /// All levels, the least severe first.
    ///
    /// ```
    /// use linkspan::Level;
    ///
    /// assert_eq!(Level::ALL, [Level::Info, Level::Warn, Level::Danger]);
    /// ```
    pub const ALL: &'static [Self] = &[Self::Info, Self::Warn, Self::Danger];

    /// The name of the level, in lower case.
    ///
    /// ```
    /// assert_eq!(linkspan::Level::Danger.as_str(), "danger");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Danger => "danger",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Level {
    type Err = UnknownCode;

    fn from_str(name: &str) -> Result<Self, UnknownCode> {
        let found = Self::ALL.iter().find(|level| level.as_str() == name);
        found
            .copied()
            .ok_or(UnknownCode::expected("'info', 'warn' or 'danger'"))
    }
}
