//! Finder options that are chosen by bytes, for property tests and fuzzing, and printed as code.

use std::fmt;

use linkspan::find::FinderBuilder;
use linkspan::options::{
    AttachedWords, BadDots, BareDomains, CodeNames, Delimiters, Emails, FileNames, ImpliedScheme,
    IpHosts, LocalPartStart, MailtoQuery, OneLabelHosts, QuotedLocalParts, RemotePaths,
    ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use linkspan::suffix::SuffixList;
use linkspan::{Finder, Profile};

use super::reference::Rules;

/// Options of a finder, one byte for each. Zero, and about half of all other bytes, keep the default.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Options([u8; Options::COUNT]);

/// A value of an option.
#[derive(Clone, Copy)]
struct Setting {
    /// The method call as source code.
    code: &'static str,
    /// Performs it for a finder.
    set_finder: fn(FinderBuilder) -> FinderBuilder,
    /// Performs it for the reference implementation.
    set_rules: fn(Rules) -> Rules,
}

/// Pairs each builder call with its source code.
macro_rules! settings {
    ($($method:ident($($value:tt)*);)*) => {
        &[$(Setting {
            code: concat!(".", stringify!($method), "(", stringify!($($value)*), ")"),
            set_finder: |builder| builder.$method($($value)*),
            set_rules: |rules| rules.$method($($value)*),
        }),*]
    };
}

/// For each option, the values other than the default.
const SETTINGS: [&[Setting]; Options::COUNT] = [
    settings! {
        profile(Profile::Prose); profile(Profile::Source); profile(Profile::Terminal); profile(Profile::Strict);
    },
    settings! {
        suffixes("test\nfoobar\nco.foobar\n*.test".parse::<SuffixList>().unwrap());
        suffixes(SuffixList::from_iana("COM\nXN--P1AI\n").unwrap());
    },
    settings! {
        scheme_tld(TopLevel::Listed); scheme_tld(TopLevel::Syntactic); scheme_tld(TopLevel::Any);
    },
    settings! {
        bare_tld(TopLevel::Listed); bare_tld(TopLevel::Syntactic); bare_tld(TopLevel::Any);
    },
    settings! {
        schemes(["foo", "http"]); schemes(["h2+x.y-z"]); schemes([""; 0]);
        schemes(["tel", "urn", "xmpp", "https", "file"]);
        schemes(["geo", "magnet", "news", "sms", "matrix"]);
        schemes(["bitcoin", "doi", "ethereum", "foo", "lightning", "sip", "sips"]);
    },
    settings! { length_limit(20); length_limit(64); length_limit(usize::MAX); },
    settings! { unknown_schemes(UnknownSchemes::Link); unknown_schemes(UnknownSchemes::Skip); },
    settings! { bare_domains(BareDomains::Skip); },
    settings! { emails(Emails::Skip); },
    settings! { userinfo(Userinfo::Link); },
    settings! { ip_hosts(IpHosts::Skip); ip_hosts(IpHosts::Link); },
    settings! { one_label_hosts(OneLabelHosts::Link); one_label_hosts(OneLabelHosts::Skip); },
    settings! { script_boundaries(ScriptBoundaries::Ignore); },
    settings! { trailing_question(TrailingQuestion::Keep); },
    settings! { attached_words(AttachedWords::Trim); attached_words(AttachedWords::Keep); },
    settings! {
        unmatched_openers(UnmatchedOpeners::Trim); unmatched_openers(UnmatchedOpeners::Keep);
    },
    settings! { bad_dots(BadDots::Recover); },
    settings! { quoted_local_parts(QuotedLocalParts::Link); },
    settings! {
        delimiters(Delimiters::Quotes); delimiters(Delimiters::Code); delimiters(Delimiters::Standard);
    },
    settings! {
        code_names(CodeNames::Link); code_names(CodeNames::SkipWords); code_names(CodeNames::Skip);
    },
    settings! { file_names(FileNames::Link); },
    settings! { remote_paths(RemotePaths::Link); },
    settings! {
        bracketed_tld(TopLevel::Listed); bracketed_tld(TopLevel::Syntactic); bracketed_tld(TopLevel::Any);
    },
    settings! {
        local_part_start(LocalPartStart::AfterSeparator); local_part_start(LocalPartStart::Standard);
    },
    settings! { mailto_query(MailtoQuery::Keep); mailto_query(MailtoQuery::Trim); },
    settings! { implied_scheme(ImpliedScheme::Http); },
    #[cfg(feature = "assess")]
    settings! {
        policy(linkspan::assess::Policy::strict());
        policy(linkspan::assess::Policy::refuse_from(linkspan::assess::Level::Info));
    },
    #[cfg(not(feature = "assess"))]
    &[],
];

impl Options {
    /// How many options there are.
    pub(crate) const COUNT: usize = 27;

    pub(crate) fn new(bytes: [u8; Self::COUNT]) -> Self {
        Self(bytes)
    }

    fn settings(self) -> impl Iterator<Item = Setting> {
        let bytes = self.0.into_iter().zip(SETTINGS);
        bytes.filter_map(|(byte, settings)| {
            let byte = usize::from(byte);
            settings
                .get(byte.checked_sub(1)? % (2 * settings.len().max(1)))
                .copied()
        })
    }

    /// The finder, unless the options contradict each other.
    pub(crate) fn finder(self) -> Option<Finder> {
        self.builder().build().ok()
    }

    /// The finder without a policy, which the reference implementation does not have.
    pub(crate) fn finder_without_policy(self) -> Option<Finder> {
        let builder = self.builder();
        #[cfg(feature = "assess")]
        let builder = builder.policy(linkspan::assess::Policy::report());
        builder.build().ok()
    }

    /// The builder of the finder.
    pub(crate) fn builder(self) -> FinderBuilder {
        self.settings().fold(Finder::builder(), |builder, setting| {
            (setting.set_finder)(builder)
        })
    }

    /// The options of the reference implementation.
    pub(crate) fn rules(self) -> Rules {
        self.settings().fold(Rules::default(), |rules, setting| {
            (setting.set_rules)(rules)
        })
    }

    /// Whether all options have their defaults.
    pub(crate) fn are_defaults(self) -> bool {
        self.settings().next().is_none()
    }
}

/// The call of [`Options::new`], with the builder calls as a comment.
impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "crate::properties::options::Options::new({:?}) /* Finder::builder()",
            self.0
        )?;
        for setting in self.settings() {
            f.write_str(setting.code)?;
        }
        f.write_str(".build() */")
    }
}
