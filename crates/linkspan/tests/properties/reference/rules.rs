//! The options of the reference implementation, with their defaults.

use linkspan::Profile;
use linkspan::options::{
    AttachedWords, BadDots, BareDomains, CodeNames, Delimiters, Emails, FileNames, ImpliedScheme,
    IpHosts, LocalPartStart, MailtoQuery, OneLabelHosts, QuotedLocalParts, RemotePaths,
    ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use linkspan::suffix::SuffixList;

/// Defines the options, and for each a method that sets it, as in the builder of a finder.
macro_rules! rules {
    ($($option:ident: $type:ty = $default:expr;)*) => {
        #[derive(Clone)]
        pub(crate) struct Rules {
            $(pub(super) $option: $type,)*
            pub(super) schemes: Vec<String>,
            pub(super) suffixes: SuffixList,
        }

        impl Rules {
            $(pub(crate) fn $option(self, $option: $type) -> Self {
                Self { $option, ..self }
            })*
        }

        impl Default for Rules {
            fn default() -> Self {
                Self {
                    $($option: $default,)*
                    schemes: ["http", "https", "ftp", "ws", "wss"].map(String::from).into(),
                    suffixes: SuffixList::embedded().clone(),
                }
            }
        }
    };
}

rules! {
    unknown_schemes: UnknownSchemes = UnknownSchemes::Skip;
    bare_domains: BareDomains = BareDomains::Link;
    emails: Emails = Emails::Link;
    userinfo: Userinfo = Userinfo::Skip;
    ip_hosts: IpHosts = IpHosts::Link;
    one_label_hosts: OneLabelHosts = OneLabelHosts::Skip;
    scheme_tld: TopLevel = TopLevel::Syntactic;
    bare_tld: TopLevel = TopLevel::Listed;
    bracketed_tld: TopLevel = TopLevel::Syntactic;
    code_names: CodeNames = CodeNames::Skip;
    file_names: FileNames = FileNames::Skip;
    remote_paths: RemotePaths = RemotePaths::Skip;
    script_boundaries: ScriptBoundaries = ScriptBoundaries::Split;
    trailing_question: TrailingQuestion = TrailingQuestion::Trim;
    attached_words: AttachedWords = AttachedWords::Keep;
    delimiters: Delimiters = Delimiters::Standard;
    unmatched_openers: UnmatchedOpeners = UnmatchedOpeners::Keep;
    bad_dots: BadDots = BadDots::Skip;
    quoted_local_parts: QuotedLocalParts = QuotedLocalParts::Skip;
    local_part_start: LocalPartStart = LocalPartStart::Standard;
    mailto_query: MailtoQuery = MailtoQuery::Trim;
    length_limit: usize = 8192;
}

impl Rules {
    pub(crate) fn schemes<const N: usize>(self, schemes: [&str; N]) -> Self {
        Self {
            schemes: schemes.map(String::from).into(),
            unknown_schemes: UnknownSchemes::Skip,
            ..self
        }
    }

    pub(crate) fn suffixes(self, suffixes: SuffixList) -> Self {
        Self { suffixes, ..self }
    }

    /// The implied scheme does not affect where links are.
    pub(crate) fn implied_scheme(self, _: ImpliedScheme) -> Self {
        self
    }

    /// The reference has no policies: the finder is compared without one.
    #[cfg(feature = "assess")]
    pub(crate) fn policy(self, _: linkspan::assess::Policy) -> Self {
        self
    }

    pub(crate) fn profile(self, profile: Profile) -> Self {
        let defaults = Self::default().suffixes(self.suffixes);
        if profile == Profile::Uts58 {
            return defaults;
        }
        let common = defaults
            .delimiters(Delimiters::Quotes)
            .attached_words(AttachedWords::Trim)
            .unmatched_openers(UnmatchedOpeners::Trim)
            .local_part_start(LocalPartStart::AfterSeparator)
            .mailto_query(MailtoQuery::Keep);
        match profile {
            Profile::Source | Profile::Terminal => common
                .one_label_hosts(OneLabelHosts::Link)
                .unknown_schemes(UnknownSchemes::Link)
                .scheme_tld(TopLevel::Any)
                .delimiters(Delimiters::Code)
                .code_names(CodeNames::SkipWords),
            Profile::Strict => common
                .scheme_tld(TopLevel::Listed)
                .bracketed_tld(TopLevel::Listed)
                .ip_hosts(IpHosts::Skip),
            _ => common.one_label_hosts(OneLabelHosts::Link),
        }
    }
}
