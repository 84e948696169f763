//! Finders with options that are chosen by numbers, and the code that makes them.

use std::fmt;

use linkspan::{
    BadDots, BareDomains, Emails, Finder, FinderBuilder, GluedTails, ImpliedScheme, IpHosts,
    OneLabelHosts, Profile, QuotedLocalParts, ScriptBoundaries, SuffixList, TopLevel,
    TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};

/// Options of a finder: one byte for each choice.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Options([u8; Options::CHOICES]);

/// One of the values that an option can be given: as code, and what that does.
type Setting = (&'static str, fn(FinderBuilder) -> FinderBuilder);

/// Calls of a builder, each with its own text.
macro_rules! settings {
    ($($method:ident($($value:tt)*);)*) => {
        &[$((
            concat!(".", stringify!($method), "(", stringify!($($value)*), ")"),
            |builder: FinderBuilder| builder.$method($($value)*),
        )),*]
    };
}

/// For each option, what it can be set to. Zero leaves it alone.
const SETTINGS: [&[Setting]; Options::CHOICES] = [
    settings! {
        profile(Profile::Prose); profile(Profile::Terminal); profile(Profile::Strict);
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
    settings! { schemes(["foo", "http"]); schemes(["h2+x.y-z"]); schemes([""; 0]); },
    settings! { length_limit(20); length_limit(64); length_limit(usize::MAX); },
    settings! { unknown_schemes(UnknownSchemes::Link); unknown_schemes(UnknownSchemes::Skip); },
    settings! { bare_domains(BareDomains::Skip); },
    settings! { emails(Emails::Skip); },
    settings! { userinfo(Userinfo::Allow); },
    settings! { ip_hosts(IpHosts::Skip); ip_hosts(IpHosts::Link); },
    settings! { one_label_hosts(OneLabelHosts::Allow); one_label_hosts(OneLabelHosts::Refuse); },
    settings! { script_boundaries(ScriptBoundaries::Ignore); },
    settings! { trailing_question(TrailingQuestion::Keep); },
    settings! { glued_tails(GluedTails::Cut); glued_tails(GluedTails::Keep); },
    settings! {
        unmatched_openers(UnmatchedOpeners::Trim); unmatched_openers(UnmatchedOpeners::Keep);
    },
    settings! { bad_dots(BadDots::Recover); },
    settings! { quoted_local_parts(QuotedLocalParts::Link); },
    settings! { implied_scheme(ImpliedScheme::Http); },
    #[cfg(feature = "assess")]
    settings! {
        policy(linkspan::Policy::strict());
        policy(linkspan::Policy::refuse_from(linkspan::Level::Info));
    },
    #[cfg(not(feature = "assess"))]
    &[],
];

impl Options {
    /// How many options there are.
    pub(crate) const CHOICES: usize = 20;

    /// Two of three bytes leave an option as it is.
    pub(crate) fn new(choices: [u8; Self::CHOICES]) -> Self {
        Self(choices)
    }

    fn settings(self) -> impl Iterator<Item = Setting> {
        let chosen = self.0.into_iter().zip(SETTINGS);
        chosen.filter_map(|(choice, settings)| {
            let choice = usize::from(choice);
            settings
                .get(choice.checked_sub(1)? % (2 * settings.len().max(1)))
                .copied()
        })
    }

    /// The finder, unless the options contradict each other.
    pub(crate) fn finder(self) -> Option<Finder> {
        let builder = self
            .settings()
            .fold(Finder::builder(), |builder, (_, set)| set(builder));
        builder.build().ok()
    }

    /// Whether all options are left alone.
    pub(crate) fn are_defaults(self) -> bool {
        self.settings().next().is_none()
    }

    /// Whether a link may hold spaces, in a quoted local part.
    pub(crate) fn spaces_in_links(self) -> bool {
        self.settings()
            .any(|(code, _)| code == ".quoted_local_parts(QuotedLocalParts::Link)")
    }
}

/// The choices, as they are given to [`Options::new`], and what they mean.
impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "crate::laws::options::Options::new({:?}) /* Finder::builder()",
            self.0
        )?;
        for (code, _) in self.settings() {
            f.write_str(code)?;
        }
        f.write_str(".build() */")
    }
}
