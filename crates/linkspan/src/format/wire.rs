//! The wire form: ASCII only, as the URL standard writes it.

use core::fmt;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::host::HostKind;

// The percent-encode sets of the URL standard. All of them also encode everything above ASCII, and
// none of them encodes '%', so that escapes stay as they are.
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

/// Writes path, query, fragment and directives in ASCII.
pub(crate) fn write_tail<W: fmt::Write>(tail: &str, host: HostKind, out: &mut W) -> fmt::Result {
    let (before_fragment, fragment) = split_before(tail, '#');
    let (path, query) = split_before(before_fragment, '?');
    let (backslash, query_set) = match host {
        HostKind::Domain => ("/", SPECIAL_QUERY),
        HostKind::Opaque => ("\\", QUERY),
    };
    let mut first = true;
    for piece in path.split('\\') {
        if !first {
            out.write_str(backslash)?;
        }
        first = false;
        encode(piece, PATH, out)?;
    }
    if let Some(query) = query.strip_prefix('?') {
        out.write_char('?')?;
        encode(query, query_set, out)?;
    }
    if let Some(fragment) = fragment.strip_prefix('#') {
        out.write_char('#')?;
        encode(fragment, FRAGMENT, out)?;
    }
    Ok(())
}

/// Writes a user name, and a password after a colon, with all that could be mistaken escaped.
pub(crate) fn write_userinfo<W: fmt::Write>(userinfo: &str, out: &mut W) -> fmt::Result {
    let (name, password) = split_before(userinfo, ':');
    encode(name, USERINFO, out)?;
    if let Some(password) = password.strip_prefix(':') {
        out.write_char(':')?;
        encode(password, USERINFO, out)?;
    }
    Ok(())
}

fn encode<W: fmt::Write>(text: &str, set: &'static AsciiSet, out: &mut W) -> fmt::Result {
    utf8_percent_encode(text, set).try_for_each(|piece| out.write_str(piece))
}

/// Splits before the first `separator`; without one, the second half is empty.
fn split_before(text: &str, separator: char) -> (&str, &str) {
    text.find(separator)
        .and_then(|at| text.split_at_checked(at))
        .unwrap_or((text, ""))
}
