//! How severe a finding is.

/// The severity of a [`Finding`](crate::Finding). There are three levels, and none will be added.
///
/// ```
/// use linkspan::Level;
///
/// assert!(Level::Info < Level::Warn && Level::Warn < Level::Danger);
/// assert_eq!(Level::Warn.name(), "warn");
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
    /// assert!(Level::all().eq([Level::Info, Level::Warn, Level::Danger]));
    /// ```
    #[must_use]
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        [Self::Info, Self::Warn, Self::Danger].into_iter()
    }

    /// The name of the level, in lower case.
    ///
    /// ```
    /// assert_eq!(linkspan::Level::Danger.name(), "danger");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Danger => "danger",
        }
    }
}
