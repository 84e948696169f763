//! Findings, and the report that collects them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::code::{Code, Concern};
use super::level::Level;
use crate::sort::sort_by;

/// Something about a link that its reader should know.
///
/// ```
/// use linkspan::links;
/// use linkspan::assess::{Code, Level, assess};
///
/// let text = "Log in at https://аррӏе.com/ now";
/// let report = assess(&links(text).next().unwrap());
/// let finding = &report.findings()[0];
/// assert_eq!((finding.code(), finding.level()), (Code::HostConfusable, Level::Danger));
/// assert_eq!(&text[finding.range()], "аррӏе");
/// assert_eq!(finding.message(), "the label 'аррӏе' is written in Cyrillic but looks like 'apple'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Finding {
    code: Code,
    level: Level,
    start: usize,
    end: usize,
    message: String,
    #[cfg_attr(feature = "serde", serde(skip))]
    concern: Concern,
}

impl Finding {
    /// The kind of the finding.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{Code, assess};
    ///
    /// let report = assess(&links("see pаypal.com").next().unwrap());
    /// assert_eq!(report.findings()[0].code(), Code::HostMixedScripts);
    /// ```
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The severity of the finding.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{Level, assess};
    ///
    /// let report = assess(&links("see pаypal.com").next().unwrap());
    /// assert_eq!(report.findings()[0].level(), Level::Danger);
    /// ```
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The bytes that the finding is about, as a range of the text that contains the link. The range may be right
    /// before or right after the link.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::assess;
    ///
    /// let report = assess(&links("see https://example.com:1234/").next().unwrap());
    /// assert_eq!(report.findings()[0].range(), 24..28);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// A description for people: a sentence without its capital and full stop. It contains no invisible characters.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::assess;
    ///
    /// let report = assess(&links("see pаypal.com").next().unwrap());
    /// assert_eq!(report.findings()[0].message(), "the label 'pаypal' mixes Latin and Cyrillic");
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What the finding is about. It is the [concern](Code::concern) of the code, except that a finding about the decoded
    /// form of a label in Punycode is about the target: the label does not look like its decoded form.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{Code, Concern, Level, assess};
    ///
    /// let report = assess(&links("https://xn--80ak6aa92e.com/").next().unwrap());
    /// let finding = &report.findings()[0];
    /// assert_eq!((finding.code(), finding.level()), (Code::HostConfusable, Level::Warn));
    /// assert_eq!(finding.concern(), Concern::Target);
    /// ```
    #[must_use]
    pub fn concern(&self) -> Concern {
        self.concern
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.code)
    }
}

/// All findings about a link. [`assess`](super::assess()) returns it.
///
/// A report without findings allocates nothing.
///
/// ```
/// let link = linkspan::links("see example.com").next().unwrap();
/// assert!(linkspan::assess::assess(&link).is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Report {
    findings: Vec<Finding>,
}

impl Report {
    pub(super) const fn new() -> Self {
        Self {
            findings: Vec::new(),
        }
    }

    /// The findings, ordered by their ranges.
    ///
    /// ```
    /// let link = linkspan::links("see pаypal.com").next().unwrap();
    /// assert_eq!(linkspan::assess::assess(&link).findings().len(), 1);
    /// ```
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Whether there are no findings.
    ///
    /// ```
    /// let link = linkspan::links("see pаypal.com").next().unwrap();
    /// assert!(!linkspan::assess::assess(&link).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The level of the most severe finding.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{Level, assess};
    ///
    /// let levels: Vec<_> = links("example.com pаypal.com").map(|link| assess(&link).level()).collect();
    /// assert_eq!(levels, [None, Some(Level::Danger)]);
    /// ```
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        self.findings.iter().map(|finding| finding.level).max()
    }

    /// The most severe finding. If several are equally severe, the first one.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{Code, assess};
    ///
    /// let link = links("https://pаypal.com:1234/").next().unwrap();
    /// assert_eq!(assess(&link).most_severe().unwrap().code(), Code::HostMixedScripts);
    /// ```
    #[must_use]
    pub fn most_severe(&self) -> Option<&Finding> {
        let level = self.level()?;
        self.findings.iter().find(|finding| finding.level == level)
    }

    /// Whether there is a finding of this kind.
    ///
    /// ```
    /// let link = linkspan::links("see pаypal.com").next().unwrap();
    /// assert!(linkspan::assess::assess(&link).has(linkspan::assess::Code::HostMixedScripts));
    /// ```
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        self.findings.iter().any(|finding| finding.code == code)
    }

    /// Whether a finding is about the look of a part of this range.
    pub(super) fn has_look_in(&self, range: &Range<usize>) -> bool {
        self.overlapping(range)
            .any(|finding| finding.concern == Concern::Look)
    }

    /// Whether a finding is about a part of the label at this range, so that the label is displayed in Punycode.
    pub(super) fn needs_punycode(&self, label: &Range<usize>) -> bool {
        self.overlapping(label)
            .any(|finding| finding.code.is_displayed_in_punycode())
    }

    fn overlapping(&self, range: &Range<usize>) -> impl Iterator<Item = &Finding> {
        let Range { start, end } = *range;
        self.findings
            .iter()
            .filter(move |finding| finding.start < end && start < finding.end)
    }

    /// Adds a finding. Call [`sorted`](Self::sorted) after the last one.
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
            concern: code.concern(),
        });
    }

    /// Adds a finding about the decoded form of the Punycode label at a range. Call [`sorted`](Self::sorted) after the
    /// last one.
    pub(super) fn add_decoded(
        &mut self,
        code: Code,
        level: Level,
        range: Range<usize>,
        message: String,
    ) {
        self.findings.push(Finding {
            code,
            level,
            start: range.start,
            end: range.end,
            message,
            concern: Concern::Target,
        });
    }

    /// Adds all findings of another report. Call [`sorted`](Self::sorted) after the last one.
    pub(super) fn extend(&mut self, other: Self) {
        self.findings.extend(other.findings);
    }

    /// Sorts the findings. Of those with the same range and code, only the one added first remains.
    pub(super) fn sorted(mut self) -> Self {
        let key = |finding: &Finding| (finding.start, finding.end, finding.code);
        sort_by(&mut self.findings, |a, b| key(a).cmp(&key(b)));
        self.findings.dedup_by_key(|finding| key(finding));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_sorted_and_unique() {
        let mut report = Report::new();
        report.add(Code::Tag, Level::Info, 5..6, "third");
        report.add(Code::Invisible, Level::Info, 5..6, "second");
        report.add(Code::Tag, Level::Danger, 1..9, "first");
        report.add(Code::Tag, Level::Danger, 5..6, "dropped");
        let report = report.sorted();
        let messages: Vec<_> = report.findings().iter().map(Finding::message).collect();
        assert_eq!(messages, ["first", "second", "third"]);
    }

    #[test]
    fn ranges_that_touch_do_not_overlap() {
        let mut report = Report::new();
        report.add(Code::HostRestricted, Level::Warn, 3..5, "");
        assert!(!report.has_look_in(&(0..3)) && !report.has_look_in(&(5..8)));
        assert!(report.has_look_in(&(0..4)) && report.needs_punycode(&(4..8)));
    }
}
