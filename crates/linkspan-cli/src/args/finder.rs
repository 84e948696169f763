//! Which links are found: the options of the library's `Finder`, with the same names.
//!
//! The values use one vocabulary: `link` or `skip` for whether something is linked, `keep` or `trim`
//! for whether characters stay in a link.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use clap::builder::TypedValueParser;
use linkspan::assess::{Code, Level, Policy};
use linkspan::find::{FinderBuilder, NeverList};
use linkspan::options::{
    AttachedWords, BadDots, BareDomains, CodeNames, Delimiters, FileNames, ImpliedScheme, IpHosts,
    LocalPartStart, MailtoQuery, OneLabelHosts, QuotedLocalParts, RemotePaths, ScriptBoundaries,
    TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use linkspan::suffix::SuffixList;
use linkspan::{Finder, Profile};

use super::{IdnTableArguments, NamesArguments, SuffixArguments, choice};
use crate::text::read_text_file;

#[derive(Args, Debug)]
#[command(next_help_heading = "Link detection")]
pub(crate) struct FinderArguments {
    /// A set of options for a kind of text; other options override it
    #[arg(
        long,
        value_name = "NAME",
        value_parser = profile(),
        long_help = "A set of options for a kind of text; other options override it. By default, \
            'find' and 'check' choose it by the kind of each input, 'linkify --in-place' uses prose, \
            and other commands use uts58."
    )]
    profile: Option<Profile>,

    /// Link URLs with this scheme, instead of the default schemes
    #[arg(
        long,
        value_name = "SCHEME",
        value_delimiter = ',',
        value_parser = scheme,
        long_help = "Link URLs with this scheme, instead of the default schemes http, https, ftp, \
            ws and wss, and of all others that the profile links. Email addresses and domains without \
            a scheme are linked as before (--kind url, --bare-domains skip). Can be given several \
            times, or as a list with commas.\n\n\
            Any scheme with :// can be given, such as file or that of an app. These are also linked \
            without //, if what follows has the form of the scheme: bitcoin, doi, ethereum, geo, \
            lightning, magnet, matrix, news, sip, sips, sms, tel, urn and xmpp."
    )]
    scheme: Vec<String>,

    #[command(flatten)]
    lists: ListArguments,

    /// End links exactly as UTS #58 §3.5.1 specifies
    #[arg(
        long,
        conflicts_with_all = ["trailing_question", "attached_words", "unmatched_openers", "delimiters", "mailto_query"],
        long_help = "End links exactly as UTS #58 §3.5.1 specifies, whatever the profile. Short for \
            --trailing-question keep --attached-words keep --unmatched-openers keep --delimiters \
            standard --mailto-query trim."
    )]
    literal: bool,

    /// Whether to link URLs with a scheme that is not in the list
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("skip", "do not link any part of them", UnknownSchemes::Skip),
        ("link", "link them, with any host", UnknownSchemes::Link),
    ]))]
    unknown_schemes: Option<UnknownSchemes>,

    /// Whether to link domains without a scheme, such as example.com
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("link", "link them", BareDomains::Link),
        ("skip", "do not link them", BareDomains::Skip),
    ]))]
    bare_domains: Option<BareDomains>,

    /// Whether to link URLs with a user name
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("skip", "do not link any part of them", Userinfo::Skip),
        ("link", "link them", Userinfo::Link),
    ]))]
    userinfo: Option<Userinfo>,

    /// Whether to link URLs whose host is an IP address
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("link", "link them, if they have a scheme", IpHosts::Link),
        ("skip", "do not link them", IpHosts::Skip),
    ]))]
    ip_hosts: Option<IpHosts>,

    /// Whether to link URLs whose host is a single label, such as <http://localhost:3000>
    #[arg(
        long,
        value_name = "ACTION",
        hide_short_help = true,
        help = "Whether to link URLs whose host is a single label, such as http://localhost:3000",
        value_parser = choice([
            ("skip", "do not link them", OneLabelHosts::Skip),
            ("link", "link them, if they have a scheme", OneLabelHosts::Link),
        ]),
    )]
    one_label_hosts: Option<OneLabelHosts>,

    /// Which top-level domains are accepted in URLs with a scheme
    #[arg(long, value_name = "RULE", hide_short_help = true, value_parser = top_level())]
    scheme_tld: Option<TopLevel>,

    /// Which top-level domains are accepted in bare domains and email addresses
    #[arg(long, value_name = "RULE", hide_short_help = true, value_parser = top_level())]
    bare_tld: Option<TopLevel>,

    /// Which top-level domains are accepted in email addresses in angle brackets
    #[arg(long, value_name = "RULE", hide_short_help = true, value_parser = top_level())]
    bracketed_tld: Option<TopLevel>,

    /// Whether to link bare domains that look like names in source code
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("link", "link them", CodeNames::Link),
        ("skip", "do not link what is clearly code, such as iter.next()", CodeNames::Skip),
        ("skip-words", "also do not link names that end with a word of code, such as item.name", CodeNames::SkipWords),
    ]))]
    code_names: Option<CodeNames>,

    /// Whether to link bare domains that look like file names, such as README.md
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("link", "link them", FileNames::Link),
        ("skip", "do not link them without a path", FileNames::Skip),
    ]))]
    file_names: Option<FileNames>,

    /// Whether to link the address in a remote path, such as git@example.com:ann/notes
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("link", "link the address", RemotePaths::Link),
        ("skip", "do not link any part of it", RemotePaths::Skip),
    ]))]
    remote_paths: Option<RemotePaths>,

    /// How to handle words of another script directly before or after a host
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("split", "end the host where the script changes", ScriptBoundaries::Split),
        ("ignore", "treat the words as part of the host", ScriptBoundaries::Ignore),
    ]))]
    script_boundaries: Option<ScriptBoundaries>,

    /// Which syntax around a link ends it
    #[arg(long, value_name = "SYNTAX", hide_short_help = true, value_parser = choice([
        ("standard", "none beyond the standard", Delimiters::Standard),
        ("quotes", "quotation marks, angle brackets, backticks, emphasis", Delimiters::Quotes),
        ("code", "also the syntax of source code, data and markup", Delimiters::Code),
    ]))]
    delimiters: Option<Delimiters>,

    /// Whether to keep a '?' at the end of a link, without a query after it
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("trim", "end the link before it: it ends a question", TrailingQuestion::Trim),
        ("keep", "keep it in the link", TrailingQuestion::Keep),
    ]))]
    trailing_question: Option<TrailingQuestion>,

    /// Whether to keep words of a script without spaces (Chinese, Thai) directly after an ASCII path
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("keep", "keep them in the link", AttachedWords::Keep),
        ("trim", "end the link before them", AttachedWords::Trim),
    ]))]
    attached_words: Option<AttachedWords>,

    /// Whether to keep opening brackets at the end of a link that are not closed
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("keep", "keep them in the link", UnmatchedOpeners::Keep),
        ("trim", "end the link before them", UnmatchedOpeners::Trim),
    ]))]
    unmatched_openers: Option<UnmatchedOpeners>,

    /// Where the local part of an email address starts
    #[arg(long, value_name = "RULE", hide_short_help = true, value_parser = choice([
        ("standard", "as early as the standard allows", LocalPartStart::Standard),
        ("after-separator", "after characters such as = and /, and after words of another script", LocalPartStart::AfterSeparator),
    ]))]
    local_part_start: Option<LocalPartStart>,

    /// Whether to keep the query of a mailto: address
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("keep", "keep it in the link", MailtoQuery::Keep),
        ("trim", "end the link with the domain", MailtoQuery::Trim),
    ]))]
    mailto_query: Option<MailtoQuery>,

    /// How to handle email addresses whose local part starts with a dot or has two dots in a row
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("skip", "do not link the address", BadDots::Skip),
        ("recover", "link the address from after the invalid dots", BadDots::Recover),
    ]))]
    bad_dots: Option<BadDots>,

    /// Whether to link email addresses with a quoted local part, as in "ann lee"@example.com
    #[arg(long, value_name = "ACTION", hide_short_help = true, value_parser = choice([
        ("skip", "do not link the address", QuotedLocalParts::Skip),
        ("link", "link the address", QuotedLocalParts::Link),
    ]))]
    quoted_local_parts: Option<QuotedLocalParts>,

    /// The scheme of the address that a link without a scheme leads to
    #[arg(long, value_name = "SCHEME", hide_short_help = true, value_parser = choice([
        ("https", "https://", ImpliedScheme::Https),
        ("http", "http://", ImpliedScheme::Http),
    ]))]
    implied_scheme: Option<ImpliedScheme>,

    /// Do not link what has this finding, or any finding of this level or higher
    #[arg(
        long,
        value_name = "FINDING",
        hide_short_help = true,
        value_parser = refusal,
        long_help = "Do not link what has this finding, or any finding of this level (info, warn, \
            danger) or higher. Can be given several times. 'linkspan check' shows the names of \
            findings."
    )]
    refuse: Vec<Refusal>,

    /// The maximum length of a link in UTF-8, in bytes; longer ones are not linked
    #[arg(
        long,
        value_name = "BYTES",
        hide_short_help = true,
        value_parser = length_limit,
        default_value_t = Finder::DEFAULT_LENGTH_LIMIT,
    )]
    length_limit: usize,

    /// What is never linked.
    #[arg(skip)]
    pub(crate) never_links: NeverList,
}

/// The lists that a finder uses.
#[derive(Args, Debug)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    suffixes: SuffixArguments,
    #[command(flatten)]
    names: NamesArguments,
    #[command(flatten)]
    idn_tables: IdnTableArguments,

    /// A list of hosts and links that are not linked, one per line
    #[arg(
        long,
        value_name = "FILE",
        hide_short_help = true,
        long_help = "A list of hosts and links that are not linked, one per line: example.com for every link \
            to that host, *.example.com for its subdomains, anything else for links that are written exactly \
            like that. Lines that start with # are comments."
    )]
    never: Option<PathBuf>,
}

impl ListArguments {
    /// Reads the lists. The result sets them in a builder. They are read once, since they may be pipes.
    pub(crate) fn read(&self) -> Result<impl Fn(FinderBuilder) -> FinderBuilder + use<>> {
        let suffixes = self.suffixes.read()?.map(Arc::new);
        let list = suffixes.as_deref().unwrap_or(SuffixList::embedded());
        let names = self.names.read(list)?.map(Arc::new);
        let idn_tables = self.idn_tables.read()?.map(Arc::new);
        let never = self.never_list()?.map(Arc::new);
        Ok(move |mut builder: FinderBuilder| {
            if let Some(suffixes) = &suffixes {
                builder = builder.suffixes(Arc::clone(suffixes));
            }
            if let Some(names) = &names {
                builder = builder.protected_names(Arc::clone(names));
            }
            if let Some(tables) = &idn_tables {
                builder = builder.idn_tables(Arc::clone(tables));
            }
            if let Some(never) = &never {
                builder = builder.never(Arc::clone(never));
            }
            builder
        })
    }

    /// Reads the list of what is never linked, if one is given.
    fn never_list(&self) -> Result<Option<NeverList>> {
        let Some(path) = &self.never else {
            return Ok(None);
        };
        let list = read_text_file(path)?.parse::<NeverList>();
        let list = list.with_context(|| {
            format!(
                "cannot use '{}' as a list of what is not linked",
                path.display()
            )
        })?;
        Ok(Some(list))
    }
}

/// A reason to reject a link, from `--refuse`.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    Code(Code),
    Level(Level),
}

fn refusal(given: &str) -> Result<Refusal, String> {
    if let Some(level) = Level::ALL
        .iter()
        .copied()
        .find(|level| level.as_str() == given)
    {
        return Ok(Refusal::Level(level));
    }
    let code = given.parse().map(Refusal::Code);
    code.map_err(|_| {
        let codes: Vec<&str> = Code::ALL.iter().copied().map(Code::as_str).collect();
        format!(
            "expected info, warn, danger or one of: {}",
            codes.join(", ")
        )
    })
}

/// The policy that rejects links for any of these reasons.
fn policy(refusals: &[Refusal]) -> Policy {
    let codes = refusals.iter().filter_map(|refusal| match refusal {
        Refusal::Code(code) => Some(*code),
        Refusal::Level(_) => None,
    });
    let levels = refusals.iter().filter_map(|refusal| match refusal {
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

/// A limit that some link can satisfy.
fn length_limit(given: &str) -> Result<usize, String> {
    match given.parse() {
        Ok(0) => Err(String::from("expected at least 1 byte")),
        Ok(bytes) => Ok(bytes),
        Err(_) => Err(String::from("expected a number of bytes")),
    }
}

fn top_level() -> impl TypedValueParser<Value = TopLevel> {
    choice([
        (
            "listed",
            "those in the list of top-level domains",
            TopLevel::Listed,
        ),
        (
            "syntactic",
            "those that are syntactically valid",
            TopLevel::Syntactic,
        ),
        ("any", "anything but a number", TopLevel::Any),
    ])
}

fn profile() -> impl TypedValueParser<Value = Profile> {
    choice(Profile::ALL.iter().copied().map(|profile| {
        let help = match profile {
            Profile::Uts58 => "the standard",
            Profile::Prose => {
                "text for people: quotation marks, markup and words directly after a path are not \
                 part of a link; links localhost"
            }
            Profile::Source => {
                "source code, data and markup: their syntax ends a link, and names in code are not \
                 links; links any host and scheme"
            }
            Profile::Terminal => "terminals and logs: as source",
            Profile::Strict => {
                "as prose, but only listed top-level domains, no IP addresses, nothing that may \
                 deceive"
            }
            _ => "",
        };
        (profile.as_str(), help, profile)
    }))
}

impl FinderArguments {
    /// The profile that the user chose.
    pub(crate) fn profile(&self) -> Option<Profile> {
        self.profile
    }

    /// Builds the finder. `default` is the profile if the user did not choose one.
    pub(crate) fn finder(&self, default: Profile) -> Result<Finder> {
        let [finder] = self.finders([default])?;
        Ok(finder)
    }

    /// Builds a finder for each of several default profiles.
    pub(crate) fn finders<const N: usize>(&self, defaults: [Profile; N]) -> Result<[Finder; N]> {
        let set_lists = self.lists.read()?;
        let finders = defaults.map(|default| self.build(default, &set_lists));
        let finders: Vec<Finder> = finders.into_iter().collect::<Result<_>>()?;
        finders
            .try_into()
            .map_err(|_| anyhow!("cannot build the finders"))
    }

    fn build(
        &self,
        default: Profile,
        set_lists: impl Fn(FinderBuilder) -> FinderBuilder,
    ) -> Result<Finder> {
        // The profile comes first, since it sets every option.
        let mut builder = Finder::builder()
            .profile(self.profile.unwrap_or(default))
            .length_limit(self.length_limit);
        if self.literal {
            builder = builder
                .trailing_question(TrailingQuestion::Keep)
                .attached_words(AttachedWords::Keep)
                .unmatched_openers(UnmatchedOpeners::Keep)
                .delimiters(Delimiters::Standard)
                .mailto_query(MailtoQuery::Trim);
        }
        if !self.scheme.is_empty() {
            builder = builder.schemes(&self.scheme);
        }
        builder = set_lists(builder);
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
            bracketed_tld,
            code_names,
            file_names,
            remote_paths,
            script_boundaries,
            delimiters,
            trailing_question,
            attached_words,
            unmatched_openers,
            bad_dots,
            quoted_local_parts,
            local_part_start,
            mailto_query,
            implied_scheme
        );
        if !self.never_links.is_empty() {
            builder = builder.never(self.never_links.clone());
        }
        if !self.refuse.is_empty() {
            builder = builder.policy(policy(&self.refuse));
        }
        builder.build().context("cannot use these options")
    }
}

/// A scheme that can be linked. Accepts `http:` and `http://` for `http`.
fn scheme(given: &str) -> Result<String, String> {
    let name = given.strip_suffix("//").unwrap_or(given);
    let name = name.strip_suffix(':').unwrap_or(name);
    match Finder::builder().schemes([name]).build() {
        Ok(_) => Ok(name.to_owned()),
        Err(error) => {
            // The message of the parser names what was given, too.
            let message = error.to_string();
            let expected = message.split_once(" found ").map(|(expected, _)| expected);
            Err(expected
                .unwrap_or(&message)
                .trim_end_matches([',', ';'])
                .to_owned())
        }
    }
}
