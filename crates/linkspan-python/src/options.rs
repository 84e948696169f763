//! Keyword arguments as the options of a finder. Names and values are those of the program.

use std::sync::Arc;

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
use pyo3::types::{PyDict, PyList, PyString};

use crate::text::type_error;

/// Options whose value is one of several names.
macro_rules! choices {
    ($($option:ident { $($name:literal => $value:expr),+ $(,)? })+) => {
        const CHOICES: &[&str] = &[$(stringify!($option)),+];

        /// Sets an option of [`CHOICES`].
        fn choose(builder: FinderBuilder, option: &str, value: &str) -> PyResult<FinderBuilder> {
            match option {
                $(stringify!($option) => match value {
                    $($name => Ok(builder.$option($value)),)+
                    _ => Err(unexpected_value(option, &[$($name),+], value)),
                },)+
                _ => Ok(builder),
            }
        }
    };
}

choices! {
    unknown_schemes { "skip" => UnknownSchemes::Skip, "link" => UnknownSchemes::Link }
    bare_domains { "link" => BareDomains::Link, "skip" => BareDomains::Skip }
    emails { "link" => Emails::Link, "skip" => Emails::Skip }
    userinfo { "skip" => Userinfo::Skip, "link" => Userinfo::Link }
    ip_hosts { "link" => IpHosts::Link, "skip" => IpHosts::Skip }
    one_label_hosts { "skip" => OneLabelHosts::Skip, "link" => OneLabelHosts::Link }
    scheme_tld { "listed" => TopLevel::Listed, "syntactic" => TopLevel::Syntactic, "any" => TopLevel::Any }
    bare_tld { "listed" => TopLevel::Listed, "syntactic" => TopLevel::Syntactic, "any" => TopLevel::Any }
    bracketed_tld { "listed" => TopLevel::Listed, "syntactic" => TopLevel::Syntactic, "any" => TopLevel::Any }
    code_names { "link" => CodeNames::Link, "skip" => CodeNames::Skip, "skip-words" => CodeNames::SkipWords }
    file_names { "link" => FileNames::Link, "skip" => FileNames::Skip }
    remote_paths { "link" => RemotePaths::Link, "skip" => RemotePaths::Skip }
    script_boundaries { "split" => ScriptBoundaries::Split, "ignore" => ScriptBoundaries::Ignore }
    delimiters { "standard" => Delimiters::Standard, "quotes" => Delimiters::Quotes, "code" => Delimiters::Code }
    trailing_question { "trim" => TrailingQuestion::Trim, "keep" => TrailingQuestion::Keep }
    attached_words { "keep" => AttachedWords::Keep, "trim" => AttachedWords::Trim }
    unmatched_openers { "keep" => UnmatchedOpeners::Keep, "trim" => UnmatchedOpeners::Trim }
    bad_dots { "skip" => BadDots::Skip, "recover" => BadDots::Recover }
    quoted_local_parts { "skip" => QuotedLocalParts::Skip, "link" => QuotedLocalParts::Link }
    local_part_start { "standard" => LocalPartStart::Standard, "after-separator" => LocalPartStart::AfterSeparator }
    mailto_query { "keep" => MailtoQuery::Keep, "trim" => MailtoQuery::Trim }
    implied_scheme { "https" => ImpliedScheme::Https, "http" => ImpliedScheme::Http }
    linking { "on" => Linking::On, "off" => Linking::Off }
}

/// The options that have other values.
const OTHERS: &[&str] = &[
    "profile",
    "literal",
    "schemes",
    "length_limit",
    "tlds",
    "never",
    "names",
    "idn_tables",
    "refuse",
];

/// The names of all options of a finder.
#[pyfunction]
#[pyo3(name = "_option_names")]
pub(crate) fn option_names() -> Vec<&'static str> {
    names().collect()
}

fn names() -> impl Iterator<Item = &'static str> {
    OTHERS.iter().chain(CHOICES).copied()
}

/// A finder as configured from Python.
pub(crate) struct Configured {
    pub(crate) finder: Arc<Finder>,
    /// Whether the list of suffixes is another one than the embedded list.
    pub(crate) has_own_suffixes: bool,
}

impl Configured {
    /// The finder with these options. The default profile is `prose`, since Python programs mostly read text for
    /// people.
    pub(crate) fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let builder = Finder::builder().profile(Profile::Prose);
        let Some(options) = options.filter(|options| !options.is_empty()) else {
            return Self::build(builder, false);
        };
        let options = Options::new(options)?;
        let builder = options.set_forms(builder)?;
        let (builder, has_own_suffixes) = options.set_lists(builder)?;
        Self::build(builder, has_own_suffixes)
    }

    fn build(builder: FinderBuilder, has_own_suffixes: bool) -> PyResult<Self> {
        let finder = builder.build().map_err(value_error)?;
        Ok(Self {
            finder: Arc::new(finder),
            has_own_suffixes,
        })
    }
}

/// The options by name, all of them known.
struct Options<'a, 'py>(&'a Bound<'py, PyDict>);

impl<'a, 'py> Options<'a, 'py> {
    fn new(options: &'a Bound<'py, PyDict>) -> PyResult<Self> {
        for name in options.keys() {
            let name = name.cast::<PyString>()?.to_str()?;
            if !names().any(|known| known == name) {
                let known: Vec<_> = names().collect();
                let known = known.join(", ");
                let message = format!("unexpected option '{name}'; expected one of {known}");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(Self(options))
    }

    /// The value of an option. `None` in Python is the default, too.
    fn get(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.0.get_item(name)?;
        Ok(value.filter(|value| !value.is_none()))
    }

    fn name(&self, option: &str) -> PyResult<Option<String>> {
        let Some(value) = self.get(option)? else {
            return Ok(None);
        };
        let name = value.cast::<PyString>();
        let name = name.map_err(|_| option_type_error(option, "a str", &value))?;
        Ok(Some(name.to_str()?.to_owned()))
    }

    fn names(&self, option: &str) -> PyResult<Option<Vec<String>>> {
        let Some(value) = self.get(option)? else {
            return Ok(None);
        };
        strings(option, &value).map(Some)
    }

    /// Everything but the lists. The profile comes first, since it sets every option.
    fn set_forms(&self, mut builder: FinderBuilder) -> PyResult<FinderBuilder> {
        if let Some(profile) = self.name("profile")? {
            let profile: Profile = profile.parse().map_err(value_error)?;
            builder = builder.profile(profile);
        }
        if let Some(literal) = self.get("literal")?
            && literal.is_truthy()?
        {
            builder = builder
                .trailing_question(TrailingQuestion::Keep)
                .attached_words(AttachedWords::Keep)
                .unmatched_openers(UnmatchedOpeners::Keep)
                .delimiters(Delimiters::Standard)
                .mailto_query(MailtoQuery::Trim);
        }
        if let Some(schemes) = self.names("schemes")? {
            builder = builder.schemes(schemes.iter().map(|scheme| scheme_name(scheme)));
        }
        for option in CHOICES {
            if let Some(value) = self.name(option)? {
                builder = choose(builder, option, &value)?;
            }
        }
        if let Some(limit) = self.get("length_limit")? {
            let bytes: usize = limit
                .extract()
                .map_err(|_| option_type_error("length_limit", "an int of at least 1", &limit))?;
            builder = builder.length_limit(bytes);
        }
        if let Some(refuse) = self.names("refuse")? {
            builder = builder.policy(policy(&refuse)?);
        }
        Ok(builder)
    }

    fn set_lists(&self, mut builder: FinderBuilder) -> PyResult<(FinderBuilder, bool)> {
        let mut suffixes = None;
        if let Some(list) = self.get("tlds")? {
            let list = lines("tlds", &list)?;
            suffixes = Some(Arc::new(list.parse::<SuffixList>().map_err(value_error)?));
        }
        if let Some(names) = self.get("names")? {
            let list = suffixes.as_deref().unwrap_or(SuffixList::embedded());
            let names = ProtectedNames::from_text(&lines("names", &names)?, list);
            builder = builder.protected_names(names.map_err(value_error)?);
        }
        if let Some(tables) = self.get("idn_tables")? {
            builder = builder.idn_tables(idn_tables(&tables)?);
        }
        if let Some(never) = self.get("never")? {
            let never = lines("never", &never)?.parse::<NeverList>();
            builder = builder.never(never.map_err(value_error)?);
        }
        let has_own_suffixes = suffixes.is_some();
        if let Some(suffixes) = suffixes {
            builder = builder.suffixes(suffixes);
        }
        Ok((builder, has_own_suffixes))
    }
}

/// The options as they are stored with a finder: iterables are lists, so that they can be read again.
pub(crate) fn stored<'py>(
    py: Python<'py>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    if let Some(options) = options {
        Options::new(options)?;
    }
    let stored = PyDict::new(py);
    for (name, value) in options.into_iter().flatten() {
        let is_iterable = !value.is_instance_of::<PyString>() && value.try_iter().is_ok();
        if is_iterable {
            let items: Vec<_> = value.try_iter()?.collect::<PyResult<_>>()?;
            stored.set_item(name, PyList::new(py, items)?)?;
        } else if !value.is_none() {
            stored.set_item(name, value)?;
        }
    }
    Ok(stored)
}

/// The text of a list: a `str` with one entry per line, or an iterable of entries.
fn lines(option: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.to_str()?.to_owned()),
        Err(_) => Ok(strings(option, value)?.join("\n")),
    }
}

fn strings(option: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    const EXPECTED: &str = "an iterable of str";
    // A str is an iterable of its characters, which nobody means.
    if value.is_instance_of::<PyString>() {
        return Err(option_type_error(option, EXPECTED, value));
    }
    let items = value.try_iter();
    let items = items.map_err(|_| option_type_error(option, EXPECTED, value))?;
    items
        .map(|item| {
            let item = item?;
            let text = item.cast::<PyString>();
            let text = text.map_err(|_| option_type_error(option, EXPECTED, &item))?;
            Ok(text.to_str()?.to_owned())
        })
        .collect()
}

/// Tables of registries: each a text, or a pair of a text and the domain that it is for.
fn idn_tables(value: &Bound<'_, PyAny>) -> PyResult<IdnTables> {
    const EXPECTED: &str = "an iterable of str, or of pairs of str and domain";
    let mut tables = IdnTables::new();
    let items = value.try_iter();
    for item in items.map_err(|_| option_type_error("idn_tables", EXPECTED, value))? {
        let item = item?;
        let (table, domain) = match item.extract::<(String, Option<String>)>() {
            Ok(pair) => pair,
            Err(_) => {
                let table = item.extract::<String>();
                let table = table.map_err(|_| option_type_error("idn_tables", EXPECTED, &item))?;
                (table, None)
            }
        };
        tables.add(&table, domain.as_deref()).map_err(value_error)?;
    }
    Ok(tables)
}

/// The policy that refuses links with any of these codes, or with findings of any of these levels or higher.
fn policy(refused: &[String]) -> PyResult<Policy> {
    let mut codes = Vec::new();
    let mut level: Option<Level> = None;
    for name in refused {
        if let Ok(found) = name.parse::<Level>() {
            level = Some(level.map_or(found, |level| level.min(found)));
        } else if let Ok(code) = name.parse::<Code>() {
            codes.push(code);
        } else {
            let levels = Level::ALL.iter().map(|level| level.as_str());
            let known = levels.chain(Code::ALL.iter().map(|code| code.as_str()));
            let known: Vec<_> = known.collect();
            return Err(unexpected_value("refuse", &known, name));
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

/// The name of a scheme. Accepts `http:` and `http://` for `http`.
fn scheme_name(given: &str) -> &str {
    let given = given.strip_suffix("//").unwrap_or(given);
    given.strip_suffix(':').unwrap_or(given)
}

fn option_type_error(option: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    type_error(&format!("{expected} for '{option}'"), found)
}

/// The error for a value that an option does not have.
pub(crate) fn unexpected_value(option: &str, expected: &[&str], found: &str) -> PyErr {
    let expected = expected.join(", ");
    let message = format!("expected one of {expected} for '{option}', found '{found}'");
    PyValueError::new_err(message)
}

/// An error of the library.
pub(crate) fn value_error(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
