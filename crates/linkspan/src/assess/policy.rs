//! Which findings make a finder refuse a link.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::code::Code;
use super::level::Level;
use super::report::Report;
use super::{AssessLists, AssessRules};
use crate::link::Link;
use crate::scan::{Filter, OrdinaryLinks, Refused};

/// Decides which links a [`Finder`](crate::Finder) refuses because of their findings.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::assess::{Code, Level, Policy};
///
/// let text = "https://example.com https://pаypal.com http://example.com:1234";
/// let count = |policy| Finder::builder().policy(policy).build().unwrap().find_iter(text).count();
/// assert_eq!(count(Policy::report()), 3);
/// assert_eq!(count(Policy::refuse_from(Level::Warn)), 2);
/// assert_eq!(count(Policy::refuse([Code::OddPort])), 2);
/// assert_eq!(count(Policy::custom(|_, report| report.is_empty())), 1);
/// ```
#[derive(Clone)]
pub struct Policy(Kind);

#[derive(Clone)]
enum Kind {
    Report,
    Refuse(RefusedFindings),
    Custom(Arc<Predicate>),
}

/// Whether a link passes.
type Predicate = dyn Fn(&Link<'_>, &Report) -> bool + Send + Sync;

/// The findings because of which a link is refused: for each level, a bit set of codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RefusedFindings {
    info: u32,
    warn: u32,
    danger: u32,
}

impl RefusedFindings {
    const fn contains(self, level: Level, code: Code) -> bool {
        let codes = match level {
            Level::Info => self.info,
            Level::Warn => self.warn,
            Level::Danger => self.danger,
        };
        codes & code.bit() != 0
    }
}

const NO_CODES: u32 = 0;
const ALL_CODES: u32 = u32::MAX;

impl Policy {
    /// Refuses no link. This is the default; the finder does not assess links then.
    ///
    /// [`assess`](super::assess()) reports the findings of a link that was found.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::assess::Policy;
    ///
    /// let finder = Finder::builder().policy(Policy::report()).build()?;
    /// assert_eq!(finder.find_iter("https://pаypal.com").count(), 1);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    #[must_use]
    pub const fn report() -> Self {
        Self(Kind::Report)
    }

    /// Refuses links that have a finding with one of these codes.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::assess::{Code, Policy};
    ///
    /// let finder = Finder::builder().policy(Policy::refuse([Code::OddPort])).build()?;
    /// assert_eq!(finder.find_iter("http://example.com:1234").count(), 0);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    #[must_use]
    pub fn refuse(codes: impl IntoIterator<Item = Code>) -> Self {
        let codes = codes
            .into_iter()
            .fold(NO_CODES, |codes, code| codes | code.bit());
        Self(Kind::Refuse(RefusedFindings {
            info: codes,
            warn: codes,
            danger: codes,
        }))
    }

    /// Refuses links that have a finding of this level or a more severe one.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::assess::{Level, Policy};
    ///
    /// let finder = Finder::builder().policy(Policy::refuse_from(Level::Danger)).build()?;
    /// assert_eq!(finder.find_iter("https://pаypal.com http://example.com:1234").count(), 1);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    #[must_use]
    pub const fn refuse_from(level: Level) -> Self {
        let (info, warn) = match level {
            Level::Info => (ALL_CODES, ALL_CODES),
            Level::Warn => (NO_CODES, ALL_CODES),
            Level::Danger => (NO_CODES, NO_CODES),
        };
        Self(Kind::Refuse(RefusedFindings {
            info,
            warn,
            danger: ALL_CODES,
        }))
    }

    /// The policy of the `strict` [profile](crate::Profile). It refuses links with a finding of the level
    /// [`Danger`](Level::Danger), and links with a finding of the level [`Warn`](Level::Warn) about the host. Unusual
    /// characters after the host are harmless when they are escaped, as they are in every [`href`](Link::href).
    ///
    /// A label in Punycode has the findings of its decoded form, one level lower. So a name that is made to look like
    /// another one is refused in either form, and a name that is merely unusual is linked in Punycode.
    ///
    /// This is rule 1.4 of the registries' guideline on linkifying: a label that mixes scripts is not linked; a path that
    /// mixes scripts is linked in percent-encoded form.
    ///
    /// ```
    /// use linkspan::{Finder, Profile};
    ///
    /// let strict = Finder::builder().profile(Profile::Strict).build()?;
    /// assert!(strict.find("https://pаypal.com/").is_none());
    /// let link = strict.find("https://example.com/pаypal").unwrap();
    /// assert_eq!(link.href(), "https://example.com/p%D0%B0ypal");
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    #[must_use]
    pub const fn strict() -> Self {
        let harmless_if_escaped = Code::MixedScripts.bit()
            | Code::SyntaxLookalike.bit()
            | Code::Marks.bit()
            | Code::Invisible.bit()
            | Code::Unassigned.bit();
        Self(Kind::Refuse(RefusedFindings {
            info: NO_CODES,
            warn: ALL_CODES & !harmless_if_escaped,
            danger: ALL_CODES,
        }))
    }

    /// Refuses links for which a function returns `false`. The function is called for every link, with its report.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::assess::Policy;
    ///
    /// let policy = Policy::custom(|link, report| link.scheme().is_some() && report.is_empty());
    /// let finder = Finder::builder().policy(policy).build()?;
    /// assert_eq!(finder.find_iter("https://example.com example.org").count(), 1);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    #[must_use]
    pub fn custom<F>(passes: F) -> Self
    where
        F: Fn(&Link<'_>, &Report) -> bool + Send + Sync + 'static,
    {
        Self(Kind::Custom(Arc::new(passes)))
    }

    /// The policy as a filter of the search, which assesses links with these tables. `None` if every link passes.
    pub(crate) fn filter(&self, lists: &AssessLists) -> Option<Filter> {
        let ordinary = match self.0 {
            Kind::Report => return None,
            Kind::Refuse(_) if lists.protected_names.is_none() => OrdinaryLinks::Pass,
            // A custom function is called for every link, and an ordinary link may imitate a protected name.
            Kind::Refuse(_) | Kind::Custom(_) => OrdinaryLinks::Check,
        };
        let (policy, lists) = (self.clone(), lists.clone());
        Some(Filter::new(ordinary, move |link, options| {
            let rules = AssessRules::of(options, &lists);
            policy.check(link, &rules.assess(link))
        }))
    }

    /// Refuses a link that does not pass, because of its most severe finding.
    pub(super) fn check(&self, link: &Link<'_>, report: &Report) -> Result<(), Refused> {
        if self.passes(link, report) {
            return Ok(());
        }
        let finding = report.most_severe();
        Err(Refused(finding.map(|finding| finding.code().as_str())))
    }

    /// Whether a link with this report passes.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{Level, Policy, assess};
    ///
    /// let link = links("https://pаypal.com").next().unwrap();
    /// let report = assess(&link);
    /// assert!(!Policy::refuse_from(Level::Danger).passes(&link, &report));
    /// ```
    #[must_use]
    pub fn passes(&self, link: &Link<'_>, report: &Report) -> bool {
        match &self.0 {
            Kind::Report => true,
            Kind::Refuse(refused) => !report
                .findings()
                .iter()
                .any(|finding| refused.contains(finding.level(), finding.code())),
            Kind::Custom(passes) => passes(link, report),
        }
    }
}

// A custom function is called by shared reference, and the library never reads the state that the function captures. So
// a panic in the function cannot break an invariant of the policy or of the finder that contains it. Keeping the
// captured state consistent is the responsibility of the function.
impl UnwindSafe for Policy {}
impl RefUnwindSafe for Policy {}

impl Default for Policy {
    fn default() -> Self {
        Self::report()
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Report => f.write_str("Policy::report()"),
            Kind::Refuse(refused) => {
                let mut list = f.debug_map();
                for &level in Level::ALL {
                    let codes = Code::ALL.iter().copied();
                    let codes = codes.filter(|&code| refused.contains(level, code));
                    let codes: Vec<Code> = codes.collect();
                    list.entry(&level, &codes);
                }
                list.finish()
            }
            Kind::Custom(_) => f.write_str("Policy::custom(…)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_custom_policy_may_capture_anything_that_can_be_shared() {
        fn check<T: Send + Sync + UnwindSafe + RefUnwindSafe>(_: &T) {}
        let callback: std::boxed::Box<dyn Fn() + Send + Sync> = std::boxed::Box::new(|| {});
        let seen = Mutex::new(0);
        let policy = Policy::custom(move |_, report| {
            callback();
            *seen.lock().unwrap() += 1;
            report.is_empty()
        });
        check(&policy);
        let link = crate::links("example.com").next().unwrap();
        assert!(policy.passes(&link, &Report::new()));
    }
}
