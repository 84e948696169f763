//! The options of the search, and their defaults.

use alloc::sync::Arc;
use core::fmt;

use super::never::NeverList;
use super::schemes::Schemes;
use crate::control::ESCAPE;
use crate::invisible::is_default_ignorable;
use crate::link::Link;
#[cfg(feature = "assess")]
use crate::link::LinkKind;
use crate::options::{
    AttachedWords, BadDots, BareDomains, CodeNames, Delimiters, Emails, FileNames, ImpliedScheme,
    IpHosts, Linking, LocalPartStart, MailtoQuery, OneLabelHosts, QuotedLocalParts, RemotePaths,
    ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use crate::property::{LinkTerm, is_link_email, link_term};
use crate::suffix::SuffixList;

/// The maximum length of a link by default, in bytes.
pub(crate) const DEFAULT_LENGTH_LIMIT: usize = 8 * 1024;

/// The minimum of [`Options::lookbehind`].
const MIN_LOOKBEHIND: usize = 2048;

/// How far before a link the text can affect it beyond what may belong to the link, in bytes.
pub(crate) const CONTEXT: usize = 64;

/// All options. The defaults are the `uts58` profile.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) schemes: Schemes,
    pub(crate) unknown_schemes: UnknownSchemes,
    pub(crate) bare_domains: BareDomains,
    pub(crate) emails: Emails,
    pub(crate) userinfo: Userinfo,
    pub(crate) ip_hosts: IpHosts,
    pub(crate) one_label_hosts: OneLabelHosts,
    pub(crate) scheme_tld: TopLevel,
    pub(crate) bare_tld: TopLevel,
    pub(crate) bracketed_tld: TopLevel,
    pub(crate) code_names: CodeNames,
    pub(crate) file_names: FileNames,
    pub(crate) remote_paths: RemotePaths,
    pub(crate) script_boundaries: ScriptBoundaries,
    pub(crate) delimiters: Delimiters,
    pub(crate) trailing_question: TrailingQuestion,
    pub(crate) attached_words: AttachedWords,
    pub(crate) unmatched_openers: UnmatchedOpeners,
    pub(crate) bad_dots: BadDots,
    pub(crate) quoted_local_parts: QuotedLocalParts,
    pub(crate) local_part_start: LocalPartStart,
    pub(crate) mailto_query: MailtoQuery,
    pub(crate) length_limit: usize,
    pub(crate) implied_scheme: ImpliedScheme,
    pub(crate) suffixes: Option<Arc<SuffixList>>,
    pub(crate) linking: Linking,
    pub(crate) never: Option<Arc<NeverList>>,
    pub(crate) filter: Option<Filter>,
}

impl Options {
    pub(crate) const fn new() -> Self {
        Self {
            schemes: Schemes::DEFAULT,
            unknown_schemes: UnknownSchemes::Skip,
            bare_domains: BareDomains::Link,
            emails: Emails::Link,
            userinfo: Userinfo::Skip,
            ip_hosts: IpHosts::Link,
            one_label_hosts: OneLabelHosts::Skip,
            scheme_tld: TopLevel::Syntactic,
            bare_tld: TopLevel::Listed,
            bracketed_tld: TopLevel::Syntactic,
            code_names: CodeNames::Skip,
            file_names: FileNames::Skip,
            remote_paths: RemotePaths::Skip,
            script_boundaries: ScriptBoundaries::Split,
            delimiters: Delimiters::Standard,
            trailing_question: TrailingQuestion::Trim,
            attached_words: AttachedWords::Keep,
            unmatched_openers: UnmatchedOpeners::Keep,
            bad_dots: BadDots::Skip,
            quoted_local_parts: QuotedLocalParts::Skip,
            local_part_start: LocalPartStart::Standard,
            mailto_query: MailtoQuery::Trim,
            length_limit: DEFAULT_LENGTH_LIMIT,
            implied_scheme: ImpliedScheme::Https,
            suffixes: None,
            linking: Linking::On,
            never: None,
            filter: None,
        }
    }

    /// The least strict rules for hosts: a single label is enough after a scheme, top-level domains need not
    /// be listed, and names of files and in source code are domains.
    #[cfg(feature = "assess")]
    pub(crate) const fn lenient() -> Self {
        let mut options = Self::new();
        options.one_label_hosts = OneLabelHosts::Link;
        options.bare_tld = TopLevel::Syntactic;
        options.code_names = CodeNames::Link;
        options.file_names = FileNames::Link;
        options.remote_paths = RemotePaths::Link;
        options
    }

    /// The same, and URLs with a user name are links.
    #[cfg(feature = "assess")]
    pub(crate) const fn lenient_with_userinfo() -> Self {
        let mut options = Self::lenient();
        options.userinfo = Userinfo::Link;
        options
    }

    /// How far before a trigger the text can affect its outcome, in bytes, apart from the [context](CONTEXT) of a link:
    /// schemes are read up to the maximum length of a link, hosts and local parts are shorter than the minimum.
    pub(crate) fn lookbehind(&self) -> usize {
        self.length_limit.max(MIN_LOOKBEHIND)
    }

    /// How far after a trigger the text can affect its outcome, in bytes: twice the maximum length of a link, so that
    /// every link of permitted length is followed by as much text as it contains.
    pub(crate) fn lookahead(&self) -> usize {
        self.lookbehind().saturating_mul(2)
    }

    /// Whether text may be split after a character: no link contains it, and no link depends on what precedes
    /// it. This is the case for every Hard character but
    ///
    /// - ESC, which starts a control sequence,
    /// - six deprecated letters such as U+0149, which hosts and local parts may contain,
    /// - invisible characters such as U+206A: a policy looks at what they separate.
    ///
    /// It is the case only for control characters if quoted local parts, which may contain spaces, are linked, or if a
    /// link depends on whether it is at the start of a line or field.
    pub(crate) fn is_boundary(&self, c: char) -> bool {
        if c == ESCAPE {
            return false;
        }
        let only_controls = self.quoted_local_parts == QuotedLocalParts::Link
            || self.delimiters == Delimiters::Code;
        if only_controls {
            c.is_control()
        } else {
            link_term(c) == LinkTerm::Hard && !is_link_email(c) && !is_default_ignorable(c)
        }
    }

    /// Whether links may be refused after they were found, apart from those that are too long.
    #[inline(always)]
    pub(crate) fn refuses_links(&self) -> bool {
        self.filter.is_some() || self.never.is_some()
    }

    /// Whether the list of what is never linked contains a link.
    pub(crate) fn never_links(&self, link: &Link<'_>) -> bool {
        self.never.as_ref().is_some_and(|list| list.refuses(link))
    }

    /// Whether a link that was found with these options is so ordinary that an assessment would report nothing but its
    /// length or the imitation of another name. `false` is inconclusive.
    #[cfg(feature = "assess")]
    #[inline(always)]
    pub(crate) fn is_ordinary(&self, link: &Link<'_>) -> bool {
        let top_level = match link.kind() {
            LinkKind::Url => self.scheme_tld,
            LinkKind::Email => self.bare_tld,
        };
        // The search has looked it up, or nobody has.
        link.ordinary_top_level().is_some_and(|label| {
            top_level == TopLevel::Listed || self.suffixes().is_top_level_ascii(label)
        })
    }

    pub(crate) fn suffixes(&self) -> &SuffixList {
        match &self.suffixes {
            Some(list) => list,
            None => SuffixList::embedded(),
        }
    }
}

/// A predicate that may refuse a link after it was found. It cannot change the span of the link.
///
/// A policy of `assess` becomes a filter, so that the search does not depend on `assess`.
#[derive(Clone)]
pub(crate) struct Filter {
    predicate: Arc<Predicate>,
    #[cfg(feature = "assess")]
    ordinary: OrdinaryLinks,
}

type Predicate = dyn Fn(&Link<'_>, &Options) -> Result<(), Refused> + Send + Sync;

/// Whether the predicate is called for [ordinary](Options::is_ordinary) links.
#[cfg(feature = "assess")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrdinaryLinks {
    /// They pass. A call takes longer than to find most links.
    Pass,
    /// The predicate decides.
    Check,
}

/// The result of a filter that refuses a link: the name of the finding that is the reason, if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) Option<&'static str>);

impl Filter {
    #[cfg(feature = "assess")]
    pub(crate) fn new(
        ordinary: OrdinaryLinks,
        predicate: impl Fn(&Link<'_>, &Options) -> Result<(), Refused> + Send + Sync + 'static,
    ) -> Self {
        let predicate = Arc::new(predicate);
        Self {
            predicate,
            ordinary,
        }
    }

    pub(crate) fn check(&self, link: &Link<'_>, options: &Options) -> Result<(), Refused> {
        (self.predicate)(link, options)
    }

    /// Whether a link passes without a call of the predicate.
    #[cfg(feature = "assess")]
    #[inline(always)]
    pub(crate) fn passes(&self, link: &Link<'_>, options: &Options) -> bool {
        self.ordinary == OrdinaryLinks::Pass && options.is_ordinary(link)
    }

    #[cfg(not(feature = "assess"))]
    #[expect(
        clippy::unused_self,
        reason = "whether a link is ordinary is only known with the data of `assess`"
    )]
    pub(crate) fn passes(&self, _: &Link<'_>, _: &Options) -> bool {
        false
    }
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Filter")
    }
}

// A panic in a predicate of the caller leaves no inconsistent state: the search holds no lock and modifies
// only its own iterator.
impl core::panic::UnwindSafe for Filter {}
impl core::panic::RefUnwindSafe for Filter {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::{HostClass, host_class};

    #[test]
    fn no_host_and_no_local_part_contains_a_boundary() {
        let mut code = Options::new();
        code.delimiters = Delimiters::Code;
        for options in [Options::new(), code] {
            let boundaries = ('\0'..=char::MAX).filter(|&c| options.is_boundary(c));
            let inside = |&c: &char| is_link_email(c) || host_class(c) != HostClass::Outside;
            let inside: alloc::vec::Vec<char> = boundaries.filter(inside).collect();
            assert!(inside.is_empty(), "{inside:?}");
        }
    }

    #[test]
    fn only_control_characters_separate_texts_if_spaces_matter() {
        let default = Options::new();
        let (mut code, mut quoted) = (Options::new(), Options::new());
        code.delimiters = Delimiters::Code;
        quoted.quoted_local_parts = QuotedLocalParts::Link;
        let mut both = code.clone();
        both.quoted_local_parts = QuotedLocalParts::Link;
        for c in ['\0', '\t', '\n', '\u{85}'] {
            let mut all = [&default, &code, &quoted, &both].into_iter();
            assert!(all.all(|options| options.is_boundary(c)), "{c:?}");
        }
        for c in [' ', '\u{3000}', '\u{2028}', '\u{FFFF}'] {
            assert!(default.is_boundary(c), "{c:?}");
            let mut others = [&code, &quoted, &both].into_iter();
            assert!(!others.any(|options| options.is_boundary(c)), "{c:?}");
        }
        // ESC, a letter, an invisible character, and characters of links.
        for c in ['\u{1B}', '\u{149}', '\u{206A}', 'a', '.', '中'] {
            let mut all = [&default, &code, &quoted, &both].into_iter();
            assert!(!all.any(|options| options.is_boundary(c)), "{c:?}");
        }
    }

    #[cfg(feature = "assess")]
    #[test]
    fn debug_output_says_whether_there_is_a_filter() {
        let mut options = Options::new();
        options.filter = Some(Filter::new(OrdinaryLinks::Check, |_, _| Ok(())));
        assert!(std::format!("{options:?}").contains("filter: Some(Filter)"));
    }
}
