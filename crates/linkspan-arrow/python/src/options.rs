//! The options of a finder as keyword arguments, with the names and values of the command line.

use linkspan::assess::{Code, IdnTables, Level, Policy, ProtectedNames};
use linkspan::find::{FinderBuilder, NeverList};
use linkspan::options::{
    AttachedWords, BadDots, BareDomains, CodeNames, Delimiters, Emails, FileNames, ImpliedScheme,
    IpHosts, Linking, LocalPartStart, MailtoQuery, OneLabelHosts, QuotedLocalParts, RemotePaths,
    ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use linkspan::suffix::SuffixList;
use linkspan::{Finder, Profile};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Builds the finder of a profile and options.
pub(crate) fn finder(profile: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Finder> {
    let profile: Profile = profile
        .parse()
        .map_err(|error| PyValueError::new_err(format!("profile: {error}")))?;
    let mut builder = Finder::builder().profile(profile);
    // It sets several options, which the others may set again.
    if let Some(literal) = options
        .map(|options| options.get_item("literal"))
        .transpose()?
        .flatten()
        && literal.is_truthy()?
    {
        builder = builder
            .trailing_question(TrailingQuestion::Keep)
            .attached_words(AttachedWords::Keep)
            .unmatched_openers(UnmatchedOpeners::Keep)
            .delimiters(Delimiters::Standard)
            .mailto_query(MailtoQuery::Trim);
    }
    let mut lists = Lists::default();
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        // `None` is the default.
        if !value.is_none() && !lists.set(&name, &value)? {
            builder = set(builder, &name, &value)?;
        }
    }
    { lists.add_to(builder)? }
        .build()
        .map_err(|error| PyValueError::new_err(format!("schemes: {error}")))
}

/// Options of which one depends on another one.
#[derive(Default)]
struct Lists {
    tlds: Option<SuffixList>,
    names: Option<String>,
}

impl Lists {
    /// Sets an option, or returns `false` if it is another one.
    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        match name {
            "tlds" => self.tlds = Some(lines(name, value)?.parse().map_err(invalid("tlds"))?),
            "names" => self.names = Some(lines(name, value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn add_to(self, mut builder: FinderBuilder) -> PyResult<FinderBuilder> {
        if let Some(names) = self.names {
            let list = self.tlds.as_ref().unwrap_or(SuffixList::embedded());
            let names = ProtectedNames::from_text(&names, list).map_err(invalid("names"))?;
            builder = builder.protected_names(names);
        }
        Ok(match self.tlds {
            Some(tlds) => builder.suffixes(tlds),
            None => builder,
        })
    }
}

/// A named value of an option.
type Choice<T> = (&'static str, T);

const TOP_LEVEL: [Choice<TopLevel>; 3] = [
    ("listed", TopLevel::Listed),
    ("syntactic", TopLevel::Syntactic),
    ("any", TopLevel::Any),
];

/// Sets an option.
fn set(builder: FinderBuilder, name: &str, value: &Bound<'_, PyAny>) -> PyResult<FinderBuilder> {
    macro_rules! choose {
        ($($text:literal => $choice:expr),+) => {
            choose(name, value, &[$(($text, $choice)),+])?
        };
    }
    Ok(match name {
        // Set before.
        "literal" => builder,
        "schemes" => {
            let schemes = strings(name, value)?;
            builder.schemes(schemes.iter().map(|scheme| scheme_name(scheme)))
        }
        "linking" => builder.linking(choose!["on" => Linking::On, "off" => Linking::Off]),
        "refuse" => builder.policy(policy(name, value)?),
        "idn_tables" => builder.idn_tables(idn_tables(name, value)?),
        "unknown_schemes" => builder.unknown_schemes(
            choose!["skip" => UnknownSchemes::Skip, "link" => UnknownSchemes::Link],
        ),
        "bare_domains" => {
            builder.bare_domains(choose!["link" => BareDomains::Link, "skip" => BareDomains::Skip])
        }
        "emails" => builder.emails(choose!["link" => Emails::Link, "skip" => Emails::Skip]),
        "userinfo" => builder.userinfo(choose!["skip" => Userinfo::Skip, "link" => Userinfo::Link]),
        "ip_hosts" => builder.ip_hosts(choose!["link" => IpHosts::Link, "skip" => IpHosts::Skip]),
        "one_label_hosts" => builder.one_label_hosts(
            choose!["skip" => OneLabelHosts::Skip, "link" => OneLabelHosts::Link],
        ),
        "scheme_tld" => builder.scheme_tld(choose(name, value, &TOP_LEVEL)?),
        "bare_tld" => builder.bare_tld(choose(name, value, &TOP_LEVEL)?),
        "bracketed_tld" => builder.bracketed_tld(choose(name, value, &TOP_LEVEL)?),
        "code_names" => builder.code_names(choose![
            "link" => CodeNames::Link, "skip" => CodeNames::Skip, "skip-words" => CodeNames::SkipWords
        ]),
        "file_names" => {
            builder.file_names(choose!["link" => FileNames::Link, "skip" => FileNames::Skip])
        }
        "remote_paths" => {
            builder.remote_paths(choose!["link" => RemotePaths::Link, "skip" => RemotePaths::Skip])
        }
        "script_boundaries" => builder.script_boundaries(
            choose!["split" => ScriptBoundaries::Split, "ignore" => ScriptBoundaries::Ignore],
        ),
        "delimiters" => builder.delimiters(choose![
            "standard" => Delimiters::Standard, "quotes" => Delimiters::Quotes, "code" => Delimiters::Code
        ]),
        "trailing_question" => builder.trailing_question(
            choose!["trim" => TrailingQuestion::Trim, "keep" => TrailingQuestion::Keep],
        ),
        "attached_words" => builder.attached_words(
            choose!["keep" => AttachedWords::Keep, "trim" => AttachedWords::Trim],
        ),
        "unmatched_openers" => builder.unmatched_openers(
            choose!["keep" => UnmatchedOpeners::Keep, "trim" => UnmatchedOpeners::Trim],
        ),
        "local_part_start" => builder.local_part_start(choose![
            "standard" => LocalPartStart::Standard, "after-separator" => LocalPartStart::AfterSeparator
        ]),
        "mailto_query" => {
            builder.mailto_query(choose!["keep" => MailtoQuery::Keep, "trim" => MailtoQuery::Trim])
        }
        "bad_dots" => builder.bad_dots(choose!["skip" => BadDots::Skip, "recover" => BadDots::Recover]),
        "quoted_local_parts" => builder.quoted_local_parts(
            choose!["skip" => QuotedLocalParts::Skip, "link" => QuotedLocalParts::Link],
        ),
        "implied_scheme" => builder.implied_scheme(
            choose!["https" => ImpliedScheme::Https, "http" => ImpliedScheme::Http],
        ),
        "length_limit" => match value.extract() {
            Ok(0) | Err(_) => return Err(unexpected(name, "a number of bytes, at least 1", value)),
            Ok(bytes) => builder.length_limit(bytes),
        },
        "never" => {
            let list = lines(name, value)?.parse::<NeverList>();
            builder.never(list.map_err(invalid("never"))?)
        }
        _ => return Err(PyTypeError::new_err(format!("unknown option: {name:?}"))),
    })
}

fn choose<T: Copy>(name: &str, value: &Bound<'_, PyAny>, choices: &[Choice<T>]) -> PyResult<T> {
    let given: Option<String> = value.extract().ok();
    let found = { choices.iter() }.find(|(text, _)| Some(*text) == given.as_deref());
    found.map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<_> = choices
            .iter()
            .map(|(text, _)| format!("{text:?}"))
            .collect();
        unexpected(name, &names.join(" or "), value)
    })
}

/// The name of a scheme. Accepts `http:` and `http://` for `http`.
fn scheme_name(given: &str) -> &str {
    let given = given.strip_suffix("//").unwrap_or(given);
    given.strip_suffix(':').unwrap_or(given)
}

/// The policy that refuses links with any of these codes, or with findings of any of these levels or higher.
fn policy(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Policy> {
    let mut codes = Vec::new();
    let mut level: Option<Level> = None;
    for refused in strings(name, value)? {
        if let Ok(found) = refused.parse::<Level>() {
            level = Some(level.map_or(found, |level| level.min(found)));
        } else if let Ok(code) = refused.parse::<Code>() {
            codes.push(code);
        } else {
            let levels = Level::ALL.iter().map(|level| level.as_str());
            let known = levels.chain(Code::ALL.iter().map(|code| code.as_str()));
            let known = known.collect::<Vec<_>>().join(", ");
            return Err(unexpected(name, &format!("some of {known}"), value));
        }
    }
    let by_code = Policy::refuse(codes);
    Ok(match level {
        None => by_code,
        Some(level) => {
            let by_level = Policy::refuse_from(level);
            Policy::custom(move |link, report| {
                by_code.passes(link, report) && by_level.passes(link, report)
            })
        }
    })
}

/// Tables of registries: each a text, or a pair of a text and the domain that it is for.
fn idn_tables(name: &str, value: &Bound<'_, PyAny>) -> PyResult<IdnTables> {
    let error = || {
        unexpected(
            name,
            "a list of strings, or of pairs of string and domain",
            value,
        )
    };
    let mut tables = IdnTables::new();
    for item in value.try_iter().map_err(|_| error())? {
        let item = item?;
        let (table, domain) = match item.extract::<(String, Option<String>)>() {
            Ok(pair) => pair,
            Err(_) => (item.extract::<String>().map_err(|_| error())?, None),
        };
        { tables.add(&table, domain.as_deref()) }.map_err(invalid("idn_tables"))?;
    }
    Ok(tables)
}

/// The text of a list: a string with one entry per line, or a list of entries.
fn lines(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return value.extract();
    }
    Ok(strings(name, value)?.join("\n"))
}

/// Says which option a value that the library does not accept belongs to.
fn invalid<E: std::error::Error>(name: &str) -> impl Fn(E) -> PyErr {
    move |error| PyValueError::new_err(format!("{name}: {error}"))
}

fn strings(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    { value.extract() }.map_err(|_| unexpected(name, "a list of strings", value))
}

fn unexpected(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.repr().map(|found| found.to_string());
    let found = found.unwrap_or_default();
    PyValueError::new_err(format!("{name}: expected {expected}, found {found}"))
}
