//! Named sets of options.

#[cfg(feature = "assess")]
use crate::assess::Policy;
use crate::host::TopLevel;
use crate::scan::{GluedTails, IpHosts, OneLabelHosts, Options, UnknownSchemes, UnmatchedOpeners};

/// A named set of options for a kind of text.
///
/// ```
/// use linkspan::{Finder, Profile};
///
/// let text = "详见https://example.com/docs了解更多";
/// let prose = Finder::builder().profile(Profile::Prose).build()?;
/// assert_eq!(prose.first(text).unwrap().as_str(), "https://example.com/docs");
/// # Ok::<(), linkspan::BuildError>(())
/// ```
///
#[doc = include_str!("profiles.md")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// The standard, with the defaults of this crate where it leaves the choice.
    Uts58,
    /// Chat and mail in scripts without spaces: while all after the host is ASCII, full-width
    /// punctuation and words of such scripts end a link, and brackets that nothing closes are
    /// trimmed.
    Prose,
    /// Terminals and logs: `localhost` and other one-label hosts, hosts of any form, any `scheme://`,
    /// and brackets that nothing closes are trimmed.
    Terminal,
    /// Only what is beyond doubt: listed top-level domains, no IP addresses, and nothing that may
    /// deceive ([`Policy::strict`](crate::Policy::strict)).
    Strict,
}

impl Profile {
    pub(crate) const ALL: [Self; 4] = [Self::Uts58, Self::Prose, Self::Terminal, Self::Strict];

    /// All profiles.
    ///
    /// ```
    /// let names: Vec<_> = linkspan::Profile::all().map(|profile| profile.name()).collect();
    /// assert_eq!(names, ["uts58", "prose", "terminal", "strict"]);
    /// ```
    #[must_use]
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        Self::ALL.into_iter()
    }

    /// The name of the profile, in lower case.
    ///
    /// ```
    /// assert_eq!(linkspan::Profile::Uts58.name(), "uts58");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uts58 => "uts58",
            Self::Prose => "prose",
            Self::Terminal => "terminal",
            Self::Strict => "strict",
        }
    }

    pub(crate) fn apply(self, options: &mut Options) {
        let suffixes = options.suffixes.take();
        *options = Options {
            suffixes,
            ..Options::new()
        };
        match self {
            Self::Uts58 => {}
            Self::Prose => {
                options.glued_tails = GluedTails::Cut;
                options.unmatched_openers = UnmatchedOpeners::Trim;
            }
            Self::Terminal => {
                options.one_label_hosts = OneLabelHosts::Allow;
                options.scheme_tld = TopLevel::Any;
                options.unknown_schemes = UnknownSchemes::Link;
                options.unmatched_openers = UnmatchedOpeners::Trim;
            }
            Self::Strict => {
                options.scheme_tld = TopLevel::Listed;
                options.ip_hosts = IpHosts::Skip;
                options.unmatched_openers = UnmatchedOpeners::Trim;
                #[cfg(feature = "assess")]
                {
                    options.policy = Policy::strict();
                }
            }
        }
    }
}
