//! Named sets of options.

use super::builder::FinderBuilder;
#[cfg(feature = "assess")]
use crate::assess::Policy;
use crate::error::named;
use crate::options::{
    AttachedWords, CodeNames, Delimiters, IpHosts, LocalPartStart, MailtoQuery, OneLabelHosts,
    TopLevel, UnknownSchemes, UnmatchedOpeners,
};
use crate::scan::Options;

/// A named set of options for a kind of text.
///
/// ```
/// use linkspan::{Finder, Profile};
///
/// let text = "详见https://example.com/docs了解更多";
/// let prose = Finder::builder().profile(Profile::Prose).build()?;
/// assert_eq!(prose.find(text).unwrap().as_str(), "https://example.com/docs");
/// # Ok::<(), linkspan::find::BuildError>(())
/// ```
///
#[doc = include_str!("profiles.md")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// The standard, with the defaults of this crate where the standard leaves a choice.
    Uts58,
    /// Chat and mail in scripts without spaces: as long as everything after the host is ASCII, full-width
    /// punctuation and words of such scripts end a link. Brackets that are not closed are trimmed.
    Prose,
    /// Source code, data and markup: hosts and schemes as in `Terminal`.
    Source,
    /// Terminals and logs: `localhost` and other one-label hosts, hosts of any form, any `scheme://`.
    /// Brackets that are not closed are trimmed.
    Terminal,
    /// Text from untrusted authors: only listed top-level domains, no IP addresses, and no hosts that may
    /// deceive ([`Policy::strict`](crate::assess::Policy::strict)). Brackets that are not closed are trimmed.
    Strict,
}

named!(Profile, "a profile", [
    Uts58 => "uts58",
    Prose => "prose",
    Source => "source",
    Terminal => "terminal",
    Strict => "strict",
]);

impl Profile {
    /// Sets all options of a builder to those of the profile, except the suffix list.
    pub(super) fn apply(self, builder: &mut FinderBuilder) {
        let suffixes = builder.options.suffixes.take();
        *builder = FinderBuilder::new();
        let options: &mut Options = &mut builder.options;
        options.suffixes = suffixes;
        if self != Self::Uts58 {
            options.unmatched_openers = UnmatchedOpeners::Trim;
            options.attached_words = AttachedWords::Trim;
            options.delimiters = Delimiters::Quotes;
            options.local_part_start = LocalPartStart::AfterSeparator;
            options.mailto_query = MailtoQuery::Keep;
        }
        match self {
            Self::Uts58 | Self::Prose => {}
            Self::Source | Self::Terminal => {
                options.one_label_hosts = OneLabelHosts::Link;
                options.scheme_tld = TopLevel::Any;
                options.unknown_schemes = UnknownSchemes::Link;
                options.delimiters = Delimiters::Code;
                options.code_names = CodeNames::SkipWords;
            }
            Self::Strict => {
                options.scheme_tld = TopLevel::Listed;
                options.bracketed_tld = TopLevel::Listed;
                options.ip_hosts = IpHosts::Skip;
                #[cfg(feature = "assess")]
                {
                    builder.policy = Policy::strict();
                }
            }
        }
    }
}
