//! Which of the links that were found are let pass.

use super::finder::Finder;
use super::link::Link;
use super::verdict::NoLink;
#[cfg(feature = "assess")]
use crate::assess::{Policy, Report, Rules};

impl Finder {
    /// Why a link is not let pass, if it is not: it is too long, or the policy is against it.
    #[inline(always)]
    pub(super) fn refusal(&self, link: &Link<'_>) -> Option<NoLink> {
        if link.end - link.start > self.options().length_limit {
            return Some(NoLink::TooLong);
        }
        #[cfg(feature = "assess")]
        if self.policy().judges() {
            return self.judged(*link);
        }
        None
    }
}

#[cfg(feature = "assess")]
impl Finder {
    /// Judges a link as [`assess`](crate::assess()) does, by the list of suffixes and the length limit of
    /// this finder.
    ///
    /// ```
    /// use linkspan::{Code, Finder, SuffixList, links};
    ///
    /// let text = "http://intranet.corp/";
    /// let link = links(text).next().unwrap();
    /// assert!(linkspan::assess(&link).has(Code::TldUnlisted));
    /// let finder = Finder::builder().suffixes(SuffixList::from_iana("CORP")?).build()?;
    /// assert!(finder.assess(&link).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn assess(&self, link: &Link<'_>) -> Report {
        let rules = Rules {
            suffixes: self.options().suffixes(),
            length_limit: self.options().length_limit,
        };
        rules.assess(link)
    }

    pub(super) fn policy(&self) -> &Policy {
        &self.options().policy
    }

    /// The same for a link that was not looked at. It takes a copy, so that those that are not judged need
    /// not lie in memory.
    #[inline(never)]
    fn judged(&self, link: Link<'_>) -> Option<NoLink> {
        self.refused(&link, &self.assess(&link))
    }

    /// Why the policy refuses a link, if it does.
    pub(super) fn refused(&self, link: &Link<'_>, report: &Report) -> Option<NoLink> {
        let gravest = || report.gravest().map(crate::assess::Finding::code);
        (!self.policy().passes(link, report)).then(|| NoLink::Refused(gravest()))
    }
}
