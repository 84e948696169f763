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
    /// Chat, mail and other text for people: quotation marks, markup around a link and words that directly
    /// follow it are not part of it. `http://localhost` and other hosts of one label are linked.
    Prose,
    /// Source code, data and markup: as `Prose`, and the syntax of code and data ends a link. Hosts of any
    /// form and any `scheme://` are linked; names in code are not.
    Source,
    /// Terminals and logs: the same options as `Source`.
    Terminal,
    /// Text from untrusted authors: as `Prose`, but only listed top-level domains, no hosts of one label, no
    /// IP addresses, and no hosts that may deceive ([`Policy::strict`](crate::assess::Policy::strict)).
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
    /// Sets all options of a builder to those of the profile, except the suffix list, the list of
    /// what is never linked and the lists for assessments.
    pub(super) fn apply(self, builder: &mut FinderBuilder) {
        let suffixes = builder.options.suffixes.take();
        let never = builder.options.never.take();
        #[cfg(feature = "assess")]
        let lists = builder.lists.clone();
        *builder = FinderBuilder::new();
        #[cfg(feature = "assess")]
        {
            builder.lists = lists;
        }
        let options: &mut Options = &mut builder.options;
        options.suffixes = suffixes;
        options.never = never;
        if self != Self::Uts58 {
            options.unmatched_openers = UnmatchedOpeners::Trim;
            options.attached_words = AttachedWords::Trim;
            options.delimiters = Delimiters::Quotes;
            options.local_part_start = LocalPartStart::AfterSeparator;
            options.mailto_query = MailtoQuery::Keep;
        }
        match self {
            Self::Uts58 => {}
            Self::Prose => options.one_label_hosts = OneLabelHosts::Link,
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
