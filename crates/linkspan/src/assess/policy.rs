//! What a finder does about findings.

use alloc::sync::Arc;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::code::Code;
use super::report::{Level, Report};
use crate::scan::Link;

/// What a [`Finder`](crate::Finder) does with links that have findings.
///
/// ```
/// use linkspan::{Code, Finder, Level, Policy};
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
    Refuse(Refusal),
    Custom(Arc<Judge>),
}

type Judge = dyn Fn(&Link<'_>, &Report) -> bool + Send + Sync + UnwindSafe + RefUnwindSafe;

/// Which findings make a link none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Refusal {
    /// Of each level, the kinds, one bit each.
    codes: [u32; 3],
}

impl Refusal {
    const fn bits(self, level: Level) -> u32 {
        let [info, warn, danger] = self.codes;
        match level {
            Level::Info => info,
            Level::Warn => warn,
            Level::Danger => danger,
        }
    }
}

const ALL: u32 = u32::MAX;

impl Policy {
    /// Links are found whatever their findings, which are for [`assess`](crate::assess()) to report.
    /// This is the default, and costs nothing.
    #[must_use]
    pub const fn report() -> Self {
        Self(Kind::Report)
    }

    /// Links with a finding of one of these kinds are none.
    #[must_use]
    pub fn refuse(codes: impl IntoIterator<Item = Code>) -> Self {
        let bits = codes.into_iter().fold(0, |bits, code| bits | code.bit());
        Self(Kind::Refuse(Refusal { codes: [bits; 3] }))
    }

    /// Links with a finding of this level or a graver one are none.
    #[must_use]
    pub const fn refuse_from(level: Level) -> Self {
        let codes = match level {
            Level::Info => [ALL, ALL, ALL],
            Level::Warn => [0, ALL, ALL],
            Level::Danger => [0, 0, ALL],
        };
        Self(Kind::Refuse(Refusal { codes }))
    }

    /// The policy of the `strict` [profile](crate::Profile): links are none if something about them is
    /// dangerous, or unusual about their host. What is unusual after the host, such as words that mix
    /// scripts, is harmless once it is escaped, as it is in every [`href`](Link::href).
    ///
    /// This is rule 1.4 of the registries' guideline on linkifying: a label that mixes scripts is not
    /// linked, scripts mixed after the host are, percent-encoded.
    ///
    /// ```
    /// use linkspan::{Finder, Profile};
    ///
    /// let strict = Finder::builder().profile(Profile::Strict).build()?;
    /// assert!(strict.first("https://pаypal.com/").is_none());
    /// let link = strict.first("https://example.com/pаypal").unwrap();
    /// assert_eq!(link.href(), "https://example.com/p%D0%B0ypal");
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    #[must_use]
    pub const fn strict() -> Self {
        let escaped = Code::MixedScripts.bit()
            | Code::SyntaxLookalike.bit()
            | Code::Invisible.bit()
            | Code::Unassigned.bit();
        Self(Kind::Refuse(Refusal {
            codes: [0, ALL & !escaped, ALL],
        }))
    }

    /// Links that a function does not let pass are none.
    ///
    /// It is called for every link, with what was found about it.
    #[must_use]
    pub fn custom<F>(passes: F) -> Self
    where
        F: Fn(&Link<'_>, &Report) -> bool + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
    {
        Self(Kind::Custom(Arc::new(passes)))
    }

    /// Whether the policy looks at findings at all.
    pub(crate) const fn judges(&self) -> bool {
        !matches!(self.0, Kind::Report)
    }

    /// Whether a link passes, given what was found about it.
    ///
    /// ```
    /// use linkspan::{Level, Policy, assess, links};
    ///
    /// let link = links("https://pаypal.com").next().unwrap();
    /// let report = assess(&link);
    /// assert!(!Policy::refuse_from(Level::Danger).passes(&link, &report));
    /// ```
    #[must_use]
    pub fn passes(&self, link: &Link<'_>, report: &Report) -> bool {
        match &self.0 {
            Kind::Report => true,
            Kind::Refuse(refusal) => report
                .findings()
                .iter()
                .all(|finding| refusal.bits(finding.level()) & finding.code().bit() == 0),
            Kind::Custom(passes) => passes(link, report),
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::report()
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Report => f.write_str("Policy::report()"),
            Kind::Refuse(refusal) => {
                let mut list = f.debug_map();
                for level in Level::all() {
                    let refused = |code: &Code| refusal.bits(level) & code.bit() != 0;
                    let codes: alloc::vec::Vec<Code> = Code::all().filter(refused).collect();
                    list.entry(&level, &codes);
                }
                list.finish()
            }
            Kind::Custom(_) => f.write_str("Policy::custom(…)"),
        }
    }
}
