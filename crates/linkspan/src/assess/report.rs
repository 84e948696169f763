//! What is said of a link.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::code::Code;

/// How much a [`Finding`] weighs. There are three levels, and there will be no others.
///
/// ```
/// use linkspan::Level;
///
/// assert!(Level::Info < Level::Warn && Level::Warn < Level::Danger);
/// assert_eq!(Level::Warn.name(), "warn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Good to know; honest links have it, too.
    Info,
    /// Unusual. Show the link in its safe form, or ask.
    Warn,
    /// Honest links hardly ever have it, and links that deceive do.
    Danger,
}

impl Level {
    /// All levels, from the lightest.
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

/// Something about a link that its reader should know.
///
/// ```
/// use linkspan::{Code, Level, assess, links};
///
/// let text = "Log in at https://аррӏе.com/ now";
/// let report = assess(&links(text).next().unwrap());
/// let finding = &report.findings()[0];
/// assert_eq!((finding.code(), finding.level()), (Code::HostConfusable, Level::Danger));
/// assert_eq!(&text[finding.range()], "аррӏе");
/// assert_eq!(finding.message(), "the label 'аррӏе' is Cyrillic, and looks like 'apple'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    code: Code,
    level: Level,
    start: usize,
    end: usize,
    message: String,
}

impl Finding {
    /// What kind of finding it is.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// How much it weighs.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// What it is about, in bytes of the text that the link is in. That may lie beside the link.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// A sentence for people, without its capital and full stop. It holds no invisible characters.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.code)
    }
}

/// All that was found about a link; [`assess`](crate::assess()) makes it.
///
/// A report without findings allocates nothing.
///
/// ```
/// let link = linkspan::links("see example.com").next().unwrap();
/// assert!(linkspan::assess(&link).is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Report {
    findings: Vec<Finding>,
}

impl Report {
    pub(super) const fn new() -> Self {
        Self {
            findings: Vec::new(),
        }
    }

    /// The findings, in the order of what they are about.
    ///
    /// ```
    /// let link = linkspan::links("see helpers.py").next().unwrap();
    /// assert_eq!(linkspan::assess(&link).findings().len(), 1);
    /// ```
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The level of the gravest finding.
    ///
    /// ```
    /// use linkspan::{Level, assess, links};
    ///
    /// let levels: Vec<_> = links("example.com helpers.py").map(|link| assess(&link).level()).collect();
    /// assert_eq!(levels, [None, Some(Level::Warn)]);
    /// ```
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        self.findings.iter().map(|finding| finding.level).max()
    }

    /// The gravest finding, and of several the first.
    #[must_use]
    pub fn gravest(&self) -> Option<&Finding> {
        let level = self.level()?;
        self.findings.iter().find(|finding| finding.level == level)
    }

    /// Whether there is a finding of this kind.
    ///
    /// ```
    /// let link = linkspan::links("see helpers.py").next().unwrap();
    /// assert!(linkspan::assess(&link).has(linkspan::Code::TldFileName));
    /// ```
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        self.findings.iter().any(|finding| finding.code == code)
    }

    /// Notes a finding.
    pub(super) fn add(
        &mut self,
        code: Code,
        level: Level,
        range: Range<usize>,
        message: impl Into<String>,
    ) {
        self.findings.push(Finding {
            code,
            level,
            start: range.start,
            end: range.end,
            message: message.into(),
        });
    }

    /// Puts the findings in order, and drops what is said twice of the same place.
    pub(super) fn sorted(mut self) -> Self {
        let key = |finding: &Finding| (finding.start, finding.end, finding.code);
        self.findings.sort_by_key(key);
        self.findings.dedup_by_key(|finding| key(finding));
        self
    }
}

/// A text for a message: in quotes, with invisible characters named and long ones cut.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_SHOWN: usize = 40;
        f.write_str("'")?;
        for (index, c) in self.0.chars().enumerate() {
            if index == MOST_SHOWN {
                f.write_str("…")?;
                break;
            }
            if super::class::is_unseen(c) {
                write!(f, "<U+{:04X}>", u32::from(c))?;
            } else {
                write!(f, "{c}")?;
            }
        }
        f.write_str("'")
    }
}
