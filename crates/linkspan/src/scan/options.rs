//! What a finder can be told.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use super::finder::Finder;
#[cfg(feature = "assess")]
use crate::assess::Policy;
use crate::host::{SuffixList, TopLevel};

/// Everything that can be set, with the defaults of the `uts58` profile.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// In lower case.
    pub(crate) schemes: Cow<'static, [Cow<'static, str>]>,
    pub(crate) unknown_schemes: UnknownSchemes,
    pub(crate) bare_domains: BareDomains,
    pub(crate) emails: Emails,
    pub(crate) userinfo: Userinfo,
    pub(crate) ip_hosts: IpHosts,
    pub(crate) one_label_hosts: OneLabelHosts,
    pub(crate) scheme_tld: TopLevel,
    pub(crate) bare_tld: TopLevel,
    pub(crate) script_boundaries: ScriptBoundaries,
    pub(crate) trailing_question: TrailingQuestion,
    pub(crate) glued_tails: GluedTails,
    pub(crate) unmatched_openers: UnmatchedOpeners,
    pub(crate) bad_dots: BadDots,
    pub(crate) quoted_local_parts: QuotedLocalParts,
    pub(crate) length_limit: usize,
    pub(crate) implied_scheme: ImpliedScheme,
    pub(crate) suffixes: Option<Arc<SuffixList>>,
    #[cfg(feature = "assess")]
    pub(crate) policy: Policy,
}

/// The schemes that are linked by default.
pub(crate) const DEFAULT_SCHEMES: &[Cow<'static, str>] = &[
    Cow::Borrowed("https"),
    Cow::Borrowed("http"),
    Cow::Borrowed("ftp"),
    Cow::Borrowed("ws"),
    Cow::Borrowed("wss"),
];

impl Options {
    pub(crate) const fn new() -> Self {
        Self {
            schemes: Cow::Borrowed(DEFAULT_SCHEMES),
            unknown_schemes: UnknownSchemes::Skip,
            bare_domains: BareDomains::Link,
            emails: Emails::Link,
            userinfo: Userinfo::Refuse,
            ip_hosts: IpHosts::Link,
            one_label_hosts: OneLabelHosts::Refuse,
            scheme_tld: TopLevel::Syntactic,
            bare_tld: TopLevel::Listed,
            script_boundaries: ScriptBoundaries::Split,
            trailing_question: TrailingQuestion::Drop,
            glued_tails: GluedTails::Keep,
            unmatched_openers: UnmatchedOpeners::Keep,
            bad_dots: BadDots::Refuse,
            quoted_local_parts: QuotedLocalParts::Skip,
            length_limit: Finder::DEFAULT_LENGTH_LIMIT,
            implied_scheme: ImpliedScheme::Https,
            suffixes: None,
            #[cfg(feature = "assess")]
            policy: Policy::report(),
        }
    }

    pub(crate) fn suffixes(&self) -> &SuffixList {
        match &self.suffixes {
            Some(list) => list,
            None => SuffixList::embedded(),
        }
    }
}

/// What to do with `scheme://` if the scheme is not in the list.
///
/// [`FinderBuilder::unknown_schemes`](crate::FinderBuilder::unknown_schemes) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnknownSchemes {
    /// Link nothing of the URL: half a URL is a wrong link.
    Skip,
    /// Link it, whatever its host is.
    Link,
}

/// What to do with domains that no scheme stands before.
///
/// [`FinderBuilder::bare_domains`](crate::FinderBuilder::bare_domains) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BareDomains {
    /// Link them.
    Link,
    /// Leave them alone.
    Skip,
}

/// What to do with email addresses.
///
/// [`FinderBuilder::emails`](crate::FinderBuilder::emails) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Emails {
    /// Link them.
    Link,
    /// Leave them alone, with the domains in them.
    Skip,
}

/// What to do with URLs that have a user name, as in `http://user@example.com`.
///
/// [`FinderBuilder::userinfo`](crate::FinderBuilder::userinfo) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Userinfo {
    /// Link nothing of them, whatever the scheme: they serve to deceive more often than to log in.
    Refuse,
    /// Link them.
    Allow,
}

/// What to do with URLs whose host is an IP address.
///
/// [`FinderBuilder::ip_hosts`](crate::FinderBuilder::ip_hosts) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IpHosts {
    /// Link them, if they have a scheme.
    Link,
    /// Leave them alone.
    Skip,
}

/// What to do with URLs whose host is a single label, such as `http://localhost:3000`.
///
/// [`FinderBuilder::one_label_hosts`](crate::FinderBuilder::one_label_hosts) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OneLabelHosts {
    /// Leave them alone: nobody can register them.
    Refuse,
    /// Link them, if they have a scheme.
    Allow,
}

/// What to do where a host is glued to words of another script.
///
/// [`FinderBuilder::script_boundaries`](crate::FinderBuilder::script_boundaries) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScriptBoundaries {
    /// Part them: `請看example.comです` holds `example.com`.
    Split,
    /// Take them for parts of the host.
    Ignore,
}

/// What to do with a `?` at the end of a link that no query follows.
///
/// [`FinderBuilder::trailing_question`](crate::FinderBuilder::trailing_question) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TrailingQuestion {
    /// Drop it: it ends a question.
    Drop,
    /// Keep it, as the pseudo-code of §3.5.1 does.
    Keep,
}

/// What to do where words of a script without spaces follow an ASCII path directly.
///
/// [`FinderBuilder::glued_tails`](crate::FinderBuilder::glued_tails) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GluedTails {
    /// Keep them in the link, as the standard does.
    Keep,
    /// While all after the host is ASCII, end the link before full-width punctuation, before opening
    /// brackets above ASCII, and where an ASCII letter or digit meets a letter of such a script.
    Cut,
}

/// What to do with opening brackets at the end of a link.
///
/// [`FinderBuilder::unmatched_openers`](crate::FinderBuilder::unmatched_openers) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnmatchedOpeners {
    /// Keep them, as the standard does.
    Keep,
    /// Trim them.
    Trim,
}

/// What to do with a local part that starts with a dot or holds two in a row.
///
/// [`FinderBuilder::bad_dots`](crate::FinderBuilder::bad_dots) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BadDots {
    /// Link nothing, the domain after the `@` included, as the standard has it.
    Refuse,
    /// Start the address after the bad dots.
    Recover,
}

/// What to do with local parts in quotes, as in `"ann lee"@example.com`.
///
/// [`FinderBuilder::quoted_local_parts`](crate::FinderBuilder::quoted_local_parts) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QuotedLocalParts {
    /// Link nothing, as the standard has it.
    Skip,
    /// Link them.
    Link,
}

/// The scheme that a link without one is given in its `href`.
///
/// [`FinderBuilder::implied_scheme`](crate::FinderBuilder::implied_scheme) sets it, and shows what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImpliedScheme {
    /// `https://`
    Https,
    /// `http://`
    Http,
}

impl ImpliedScheme {
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Https => "https://",
            Self::Http => "http://",
        }
    }
}
