//! The fields of a link, for JSON, separated values and templates.

use std::borrow::Cow;
use std::io::Write as _;

use linkspan::suffix::SuffixList;
use linkspan::url::{self, UrlParts};
use linkspan::{Link, LinkKind};

use super::location::{Location, LocationNeeds};
use crate::args::{LinkForm, Part};
use crate::text::Source;

/// A field of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Path,
    Line,
    Start,
    End,
    Kind,
    Text,
    Href,
    Column,
    StartUtf16,
    EndUtf16,
    StartChars,
    EndChars,
    Display,
    Scheme,
    Host,
    HostAscii,
    Domain,
    DomainAscii,
    Port,
    UrlPath,
    Query,
    Fragment,
    Email,
}

impl Field {
    /// All fields with their names. The first seven are the contract of `--json`.
    const ALL: &[(&str, Self)] = &[
        ("path", Self::Path),
        ("line", Self::Line),
        ("start", Self::Start),
        ("end", Self::End),
        ("kind", Self::Kind),
        ("text", Self::Text),
        ("href", Self::Href),
        ("column", Self::Column),
        ("start_utf16", Self::StartUtf16),
        ("end_utf16", Self::EndUtf16),
        ("start_chars", Self::StartChars),
        ("end_chars", Self::EndChars),
        ("display", Self::Display),
        ("scheme", Self::Scheme),
        ("host", Self::Host),
        ("host_ascii", Self::HostAscii),
        ("domain", Self::Domain),
        ("domain_ascii", Self::DomainAscii),
        ("port", Self::Port),
        ("url_path", Self::UrlPath),
        ("query", Self::Query),
        ("fragment", Self::Fragment),
        ("email", Self::Email),
    ];

    /// The fields of a record, with their names: all, or those of the contract.
    pub(super) fn of_record(full: bool) -> &'static [(&'static str, Self)] {
        if full {
            Self::ALL
        } else {
            Self::ALL.get(..7).unwrap_or_default()
        }
    }

    /// The field with this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, field)| field)
    }

    /// The names of all fields.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|&(name, _)| name)
    }

    /// What the field needs to know of where a link is.
    pub(super) fn location_needs(self) -> LocationNeeds {
        match self {
            Self::StartUtf16 | Self::EndUtf16 | Self::StartChars | Self::EndChars => {
                LocationNeeds::Characters
            }
            Self::Line | Self::Start | Self::End | Self::Column => LocationNeeds::Bytes,
            Self::Path
            | Self::Kind
            | Self::Text
            | Self::Href
            | Self::Display
            | Self::Scheme
            | Self::Host
            | Self::HostAscii
            | Self::Domain
            | Self::DomainAscii
            | Self::Port
            | Self::UrlPath
            | Self::Query
            | Self::Fragment
            | Self::Email => LocationNeeds::Nothing,
        }
    }
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Missing,
    Number(u64),
    Text(Cow<'a, str>),
}

impl<'a> Value<'a> {
    fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    fn of(text: Option<impl Into<Cow<'a, str>>>) -> Self {
        text.map_or(Self::Missing, Self::text)
    }

    fn units(count: i64) -> Self {
        Self::Number(u64::try_from(count).unwrap_or_default())
    }

    /// Appends the value as it is. A missing one is empty.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Missing => {}
            // Writing to a vector cannot fail.
            Self::Number(number) => {
                let _ = write!(out, "{number}");
            }
            Self::Text(text) => out.extend_from_slice(text.as_bytes()),
        }
    }

    /// Appends the value as JSON.
    pub(super) fn write_json(&self, out: &mut Vec<u8>) {
        // Neither serializing these types nor writing to a vector can fail.
        let _ = match self {
            Self::Missing => serde_json::to_writer(out, &()),
            Self::Number(number) => serde_json::to_writer(out, number),
            Self::Text(text) => serde_json::to_writer(out, text),
        };
    }

    /// Appends the value as one of several that a separator is between (RFC 4180).
    pub(super) fn write_separated(&self, separator: u8, out: &mut Vec<u8>) {
        let needs_quotes = |byte| [separator, b'"', b'\r', b'\n'].contains(&byte);
        match self {
            Self::Text(text) if text.bytes().any(needs_quotes) => {
                out.push(b'"');
                out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
                out.push(b'"');
            }
            value => value.write(out),
        }
    }
}

/// What the fields of a link are derived from.
pub(super) struct Fields<'a, 't> {
    pub(super) source: &'a Source,
    pub(super) link: &'a Link<'t>,
    pub(super) location: &'a Location,
    pub(super) suffixes: &'a SuffixList,
    /// Whether offsets count from the start of the line.
    pub(super) offsets_in_line: bool,
}

impl Fields<'_, '_> {
    /// The value of a field.
    pub(super) fn get(&self, field: Field) -> Value<'_> {
        let Self { link, location, .. } = self;
        let base = location.offset_base(self.offsets_in_line);
        let (start, end) = location.units.range(self.offsets_in_line);
        match field {
            Field::Path => Value::of(self.source.path().map(|path| path.to_string_lossy())),
            Field::Line => Value::Number(location.line),
            Field::Start => Value::Number(location.start.saturating_sub(base)),
            Field::End => Value::Number(location.end.saturating_sub(base)),
            Field::Kind => Value::text(link.kind().as_str()),
            Field::Text => Value::text(link.as_str()),
            Field::Href => Value::text(link.href()),
            Field::Column => Value::Number(location.column),
            Field::StartUtf16 => Value::units(start.utf16),
            Field::EndUtf16 => Value::units(end.utf16),
            Field::StartChars => Value::units(start.chars),
            Field::EndChars => Value::units(end.chars),
            Field::Display => Value::text(link.display()),
            Field::Scheme => Value::of(scheme(link)),
            Field::Host => Value::of(host(link)),
            Field::HostAscii => Value::of(host_ascii(link)),
            Field::Domain => Value::of(domain(link, self.suffixes)),
            Field::DomainAscii => Value::of(domain_ascii(link, self.suffixes)),
            Field::Port => Value::of(link.port()),
            Field::UrlPath => Value::of(url_path(link, LinkForm::Display)),
            Field::Query => Value::of(part(Part::Query, link, self.suffixes, LinkForm::Display)),
            Field::Fragment => {
                Value::of(part(Part::Fragment, link, self.suffixes, LinkForm::Display))
            }
            Field::Email => Value::of(email(link, LinkForm::Display)),
        }
    }
}

/// A part of a link, in ASCII or in readable form. `None` if the link does not have it.
pub(super) fn part(
    part: Part,
    link: &Link<'_>,
    suffixes: &SuffixList,
    form: LinkForm,
) -> Option<String> {
    let is_ascii = form == LinkForm::Href;
    match part {
        Part::Host if is_ascii => host_ascii(link),
        Part::Host => host(link),
        Part::Domain if is_ascii => domain_ascii(link, suffixes),
        Part::Domain => domain(link, suffixes),
        Part::Email => email(link, form),
        Part::Scheme => scheme(link),
        Part::Path => url_path(link, form),
        Part::Port => link.port().map(str::to_owned),
        Part::Query => url_part(link, form, |url| url.query().map(str::to_owned)),
        Part::Fragment => url_part(link, form, |url| url.fragment().map(str::to_owned)),
    }
}

/// The scheme of the address that a link leads to.
fn scheme(link: &Link<'_>) -> Option<String> {
    let href = link.href();
    href.split_once(':').map(|(scheme, _)| scheme.to_owned())
}

/// The host in ASCII. `None` if the link has none.
pub(super) fn host_ascii(link: &Link<'_>) -> Option<String> {
    ascii_name(link.host())
}

/// The host in readable form. A label that could deceive stays in ASCII.
pub(super) fn host(link: &Link<'_>) -> Option<String> {
    host_ascii(link).map(readable_name)
}

/// The registrable domain in ASCII.
pub(super) fn domain_ascii(link: &Link<'_>, suffixes: &SuffixList) -> Option<String> {
    link.registrable_domain(suffixes).and_then(ascii_name)
}

fn domain(link: &Link<'_>, suffixes: &SuffixList) -> Option<String> {
    domain_ascii(link, suffixes).map(readable_name)
}

fn ascii_name(name: &str) -> Option<String> {
    if name.is_empty() {
        return None;
    }
    // A host that UTS #46 does not allow, after an unknown scheme, stays as it is.
    let ascii = url::to_ascii(name);
    Some(ascii.map_or_else(|_| name.to_lowercase(), Cow::into_owned))
}

fn readable_name(ascii: String) -> String {
    match url::to_readable(&ascii) {
        Ok(Cow::Owned(readable)) => readable,
        _ => ascii,
    }
}

/// The path of a URL. `None` if it is empty.
fn url_path(link: &Link<'_>, form: LinkForm) -> Option<String> {
    if link.kind() == LinkKind::Email {
        return None;
    }
    let url = in_form(link, form);
    let path = UrlParts::parse(&url).map_or(link.path().to_owned(), |url| url.path().to_owned());
    Some(path).filter(|path| !path.is_empty())
}

/// A part of a URL.
fn url_part(
    link: &Link<'_>,
    form: LinkForm,
    part: impl FnOnce(&UrlParts<'_>) -> Option<String>,
) -> Option<String> {
    if link.kind() == LinkKind::Email {
        return None;
    }
    part(&UrlParts::parse(&in_form(link, form)).ok()?)
}

/// The link in ASCII or in readable form.
fn in_form<'l>(link: &'l Link<'_>, form: LinkForm) -> Cow<'l, str> {
    match form {
        LinkForm::Href => link.href(),
        LinkForm::Written | LinkForm::Display => link.display(),
    }
}

/// The address of an email link, without a query.
fn email(link: &Link<'_>, form: LinkForm) -> Option<String> {
    if link.kind() != LinkKind::Email {
        return None;
    }
    if form == LinkForm::Href {
        let href = link.href();
        let address = href.strip_prefix("mailto:").unwrap_or(&href);
        return address.split('?').next().map(str::to_owned);
    }
    Some(format!("{}@{}", link.local_part()?, host(link)?))
}
