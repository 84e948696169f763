//! The ASCII form of everything after the host, escaped as the URL standard specifies.

use core::fmt;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::spans::{Spans, slice};
use crate::host::HostKind;
use crate::uts58::DIRECTIVE;

// The percent-encode sets of the URL standard. All of them also encode everything above ASCII, and
// none of them encodes '%', so existing escapes are kept.
const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');
const SPECIAL_QUERY: &AsciiSet = &QUERY.add(b'\'');
const PATH: &AsciiSet = &QUERY.add(b'?').add(b'^').add(b'`').add(b'{').add(b'}');
const USERINFO: &AsciiSet = &PATH
    .add(b'/')
    .add(b':')
    .add(b';')
    .add(b'=')
    .add(b'@')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'|');

/// Writes path, query, fragment and directives.
pub(crate) fn write_tail<W: fmt::Write>(
    url: &str,
    spans: &Spans,
    host: HostKind,
    out: &mut W,
) -> fmt::Result {
    let (backslash, query_set) = match host {
        HostKind::Domain => ("/", SPECIAL_QUERY),
        HostKind::Opaque => ("\\", QUERY),
    };
    for (number, text) in slice(url, spans.path()).split('\\').enumerate() {
        if number > 0 {
            out.write_str(backslash)?;
        }
        encode(text, PATH, out)?;
    }
    if let Some(query) = spans.query() {
        out.write_char('?')?;
        encode(slice(url, query), query_set, out)?;
    }
    if let Some(fragment) = spans.fragment() {
        out.write_char('#')?;
        encode(slice(url, fragment), FRAGMENT, out)?;
    }
    if let Some(directive) = spans.directive() {
        out.write_str(DIRECTIVE)?;
        encode(slice(url, directive), FRAGMENT, out)?;
    }
    Ok(())
}

/// Writes a user name, and a password after a colon, with all syntax escaped.
pub(super) fn write_userinfo<W: fmt::Write>(userinfo: &str, out: &mut W) -> fmt::Result {
    let (name, password) = match userinfo.split_once(':') {
        Some((name, password)) => (name, Some(password)),
        None => (userinfo, None),
    };
    encode(name, USERINFO, out)?;
    if let Some(password) = password {
        out.write_char(':')?;
        encode(password, USERINFO, out)?;
    }
    Ok(())
}

fn encode<W: fmt::Write>(text: &str, set: &'static AsciiSet, out: &mut W) -> fmt::Result {
    utf8_percent_encode(text, set).try_for_each(|piece| out.write_str(piece))
}
