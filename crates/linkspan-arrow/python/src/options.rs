//! The options of a finder as keyword arguments, with the names and values of the command line.

use linkspan::assess::{Level, Policy};
use linkspan::find::{FinderBuilder, NeverList};
use linkspan::options::{
    AttachedWords, BadDots, BareDomains, CodeNames, Delimiters, Emails, FileNames, ImpliedScheme,
    IpHosts, LocalPartStart, MailtoQuery, OneLabelHosts, QuotedLocalParts, RemotePaths,
    ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use linkspan::{Finder, Profile};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Builds the finder of a profile and options.
pub(crate) fn finder(profile: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Finder> {
    let profile: Profile = profile
        .parse()
        .map_err(|error| PyValueError::new_err(format!("profile: {error}")))?;
    let mut builder = Finder::builder().profile(profile);
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        builder = set(builder, &name, &value)?;
    }
    builder
        .build()
        .map_err(|error| PyValueError::new_err(format!("schemes: {error}")))
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
        "schemes" => builder.schemes(strings(name, value)?),
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
        "refuse_from" => builder.policy(Policy::refuse_from(choose![
            "info" => Level::Info, "warn" => Level::Warn, "danger" => Level::Danger
        ])),
        "length_limit" => match value.extract() {
            Ok(0) | Err(_) => return Err(unexpected(name, "a number of bytes, at least 1", value)),
            Ok(bytes) => builder.length_limit(bytes),
        },
        "never" => {
            let list = strings(name, value)?.join("\n").parse::<NeverList>();
            let list = list.map_err(|error| PyValueError::new_err(format!("never: {error}")))?;
            builder.never(list)
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

fn strings(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    { value.extract() }.map_err(|_| unexpected(name, "a list of strings", value))
}

fn unexpected(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.repr().map(|found| found.to_string());
    let found = found.unwrap_or_default();
    PyValueError::new_err(format!("{name}: expected {expected}, found {found}"))
}
