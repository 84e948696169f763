//! What counts as a link: the options of the library's finder, by the same names.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use linkspan::{
    BadDots, BareDomains, Code, Finder, GluedTails, ImpliedScheme, IpHosts, Level, OneLabelHosts,
    Policy, Profile, QuotedLocalParts, ScriptBoundaries, SuffixList, TopLevel, TrailingQuestion,
    UnknownSchemes, UnmatchedOpeners, Userinfo,
};

use crate::text::{Cut, read_small};

#[derive(Args, Debug)]
#[command(next_help_heading = "Which links")]
pub(crate) struct FinderArguments {
    /// A set of options for a kind of text; other options change its choices
    #[arg(long, value_name = "NAME", value_parser = profile())]
    profile: Option<Profile>,

    /// Link this scheme, and no others but those given like this
    #[arg(
        long,
        value_name = "SCHEME",
        long_help = "Link this scheme, and no others but those given like this. May be given \
            several times. Without it: http, https, ftp, ws, wss."
    )]
    scheme: Vec<String>,

    /// A list of top-level domains to use instead of the built-in one
    #[arg(
        long,
        value_name = "FILE",
        long_help = "A list of top-level domains to use instead of the built-in one: IANA's \
            tlds-alpha-by-domain.txt or the Public Suffix List (public_suffix_list.dat)."
    )]
    tlds: Option<PathBuf>,

    /// End links by the letter of UTS #58 §3.5.1
    #[arg(
        long,
        conflicts_with_all = ["trailing_question", "glued_tails", "unmatched_openers"],
        long_help = "End links by the letter of UTS #58 §3.5.1: a '?' at the end of a link that \
            nothing follows is kept, and whatever the profile, nothing else is trimmed."
    )]
    literal: bool,

    /// What to do with 'scheme://' if the scheme is not in the list
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("skip", "link nothing of the URL", UnknownSchemes::Skip),
        ("link", "link it, whatever its host is", UnknownSchemes::Link),
    ]))]
    unknown_schemes: Option<UnknownSchemes>,

    /// What to do with domains that no scheme stands before
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("link", "link them", BareDomains::Link),
        ("skip", "leave them alone", BareDomains::Skip),
    ]))]
    bare_domains: Option<BareDomains>,

    /// What to do with URLs that have a user name
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("refuse", "link nothing of them", Userinfo::Refuse),
        ("allow", "link them", Userinfo::Allow),
    ]))]
    userinfo: Option<Userinfo>,

    /// What to do with URLs whose host is an IP address
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("link", "link them, if they have a scheme", IpHosts::Link),
        ("skip", "leave them alone", IpHosts::Skip),
    ]))]
    ip_hosts: Option<IpHosts>,

    /// What to do with URLs whose host is a single label, such as <http://localhost:3000>
    #[arg(
        long,
        value_name = "WHAT",
        hide_short_help = true,
        help = "What to do with URLs whose host is a single label, such as http://localhost:3000",
        value_parser = one_of([
            ("refuse", "leave them alone", OneLabelHosts::Refuse),
            ("allow", "link them, if they have a scheme", OneLabelHosts::Allow),
        ]),
    )]
    one_label_hosts: Option<OneLabelHosts>,

    /// What the top-level domain of a URL with a scheme must be
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = top_level())]
    scheme_tld: Option<TopLevel>,

    /// What the top-level domain of a bare domain or an email address must be
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = top_level())]
    bare_tld: Option<TopLevel>,

    /// What to do where a host is glued to words of another script
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("split", "part them", ScriptBoundaries::Split),
        ("ignore", "take them for parts of the host", ScriptBoundaries::Ignore),
    ]))]
    script_boundaries: Option<ScriptBoundaries>,

    /// What to do with a '?' at the end of a link that no query follows
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("drop", "drop it: it ends a question", TrailingQuestion::Drop),
        ("keep", "keep it", TrailingQuestion::Keep),
    ]))]
    trailing_question: Option<TrailingQuestion>,

    /// What to do where words of a script without spaces follow an ASCII path directly
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("keep", "keep them in the link", GluedTails::Keep),
        ("cut", "end the link before them", GluedTails::Cut),
    ]))]
    glued_tails: Option<GluedTails>,

    /// What to do with opening brackets at the end of a link
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("keep", "keep them", UnmatchedOpeners::Keep),
        ("trim", "trim them", UnmatchedOpeners::Trim),
    ]))]
    unmatched_openers: Option<UnmatchedOpeners>,

    /// What to do with a local part that starts with a dot or holds two in a row
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("refuse", "link nothing", BadDots::Refuse),
        ("recover", "start the address after the bad dots", BadDots::Recover),
    ]))]
    bad_dots: Option<BadDots>,

    /// What to do with local parts in quotes, as in "ann lee"@example.com
    #[arg(long, value_name = "WHAT", hide_short_help = true, value_parser = one_of([
        ("skip", "link nothing", QuotedLocalParts::Skip),
        ("link", "link them", QuotedLocalParts::Link),
    ]))]
    quoted_local_parts: Option<QuotedLocalParts>,

    /// The scheme that a link without one gets in its address
    #[arg(long, value_name = "SCHEME", hide_short_help = true, value_parser = one_of([
        ("https", "https://", ImpliedScheme::Https),
        ("http", "http://", ImpliedScheme::Http),
    ]))]
    implied_scheme: Option<ImpliedScheme>,

    /// Refuse links with this finding, or with any of this level or a graver one
    #[arg(
        long,
        value_name = "FINDING",
        hide_short_help = true,
        value_parser = refusal,
        long_help = "Refuse links with this finding, or with any of this level (info, warn, danger) or a \
            graver one. May be given several times, for findings. 'linkspan check' reports findings, by \
            these names."
    )]
    refuse: Vec<Refusal>,

    /// The longest link, in bytes of UTF-8; what is longer is no link
    #[arg(long, value_name = "BYTES", hide_short_help = true, default_value_t = Finder::DEFAULT_LENGTH_LIMIT)]
    length_limit: usize,
}

/// What links are refused for.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    Code(Code),
    Level(Level),
}

fn refusal(given: &str) -> Result<Refusal, String> {
    if let Some(level) = Level::all().find(|level| level.name() == given) {
        return Ok(Refusal::Level(level));
    }
    let code = given.parse().map(Refusal::Code);
    code.map_err(|_| {
        let codes: Vec<&str> = Code::all().map(Code::as_str).collect();
        format!(
            "expected info, warn, danger or one of: {}",
            codes.join(", ")
        )
    })
}

/// The policy that refuses all of these.
fn policy(refused: &[Refusal]) -> Policy {
    let codes = refused.iter().filter_map(|refusal| match refusal {
        Refusal::Code(code) => Some(*code),
        Refusal::Level(_) => None,
    });
    let levels = refused.iter().filter_map(|refusal| match refusal {
        Refusal::Level(level) => Some(*level),
        Refusal::Code(_) => None,
    });
    let by_code = Policy::refuse(codes);
    match levels.min() {
        None => by_code,
        Some(level) => {
            let by_level = Policy::refuse_from(level);
            Policy::custom(move |link, report| {
                by_code.passes(link, report) && by_level.passes(link, report)
            })
        }
    }
}

/// A parser for a choice of names, each with what it means and what it stands for.
fn one_of<T, const N: usize>(
    choices: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let names = choices.map(|(name, help, _)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).try_map(move |given| {
        let chosen = choices.iter().find(|(name, ..)| *name == given);
        chosen.map(|&(.., value)| value).ok_or("no such choice")
    })
}

fn top_level() -> impl TypedValueParser<Value = TopLevel> {
    one_of([
        (
            "listed",
            "in the list of top-level domains",
            TopLevel::Listed,
        ),
        ("syntactic", "of the form of one", TopLevel::Syntactic),
        ("any", "anything but a number", TopLevel::Any),
    ])
}

fn profile() -> impl TypedValueParser<Value = Profile> {
    let values = Profile::all().map(|profile| {
        PossibleValue::new(profile.name()).help(match profile {
            Profile::Uts58 => "the standard; this is the default",
            Profile::Prose => {
                "chat and mail in scripts without spaces: full-width punctuation, and words glued \
                 to an ASCII path, end it"
            }
            Profile::Terminal => "localhost and other one-label hosts, any scheme://",
            Profile::Strict => {
                "only listed top-level domains, no IP addresses, nothing that may deceive"
            }
            _ => "",
        })
    });
    PossibleValuesParser::new(values).try_map(|given| {
        let chosen = Profile::all().find(|profile| profile.name() == given);
        chosen.ok_or("no such profile")
    })
}

impl FinderArguments {
    /// The finder that was asked for.
    pub(crate) fn finder(&self) -> Result<Finder> {
        let mut builder = Finder::builder().length_limit(self.length_limit);
        // First of all, since it sets everything.
        if let Some(profile) = self.profile {
            builder = builder.profile(profile).length_limit(self.length_limit);
        }
        if self.literal {
            builder = builder
                .trailing_question(TrailingQuestion::Keep)
                .glued_tails(GluedTails::Keep)
                .unmatched_openers(UnmatchedOpeners::Keep);
        }
        if !self.scheme.is_empty() {
            builder = builder.schemes(self.scheme.iter().map(|scheme| scheme_name(scheme)));
        }
        if let Some(path) = &self.tlds {
            let list = read_small(path)?.parse::<SuffixList>();
            let list = list.with_context(|| {
                format!(
                    "cannot use '{}' as a list of top-level domains",
                    path.display()
                )
            })?;
            builder = builder.suffixes(list);
        }
        macro_rules! set {
            ($($option:ident),+) => {
                $(if let Some(value) = self.$option {
                    builder = builder.$option(value);
                })+
            };
        }
        set!(
            unknown_schemes,
            bare_domains,
            userinfo,
            ip_hosts,
            one_label_hosts,
            scheme_tld,
            bare_tld,
            script_boundaries,
            trailing_question,
            glued_tails,
            unmatched_openers,
            bad_dots,
            quoted_local_parts,
            implied_scheme
        );
        if !self.refuse.is_empty() {
            builder = builder.policy(policy(&self.refuse));
        }
        builder.build().context("cannot search with these options")
    }

    /// The longest link that is found, in bytes.
    pub(crate) fn longest_link(&self) -> usize {
        self.length_limit
    }

    /// Where text may be cut into pieces.
    pub(crate) fn cut(&self) -> Cut {
        match self.quoted_local_parts {
            Some(QuotedLocalParts::Link) => Cut::Control,
            _ => Cut::Hard,
        }
    }
}

/// The name of a scheme, even if it was given as it stands in URLs.
fn scheme_name(given: &str) -> &str {
    let given = given.strip_suffix("//").unwrap_or(given);
    given.strip_suffix(':').unwrap_or(given)
}
