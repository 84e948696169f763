//! Minimal escaping (UTS #58 C2): the readable form of everything after the host.
//!
//! A character is escaped only if it would otherwise end the link or be read as syntax. Formatting uses the
//! same parts, properties and bracket stack as detection, so that the result is detected as one link.

use core::fmt;

use crate::bracket::{Bracket, OpenBrackets};
use crate::host::HostKind;
use crate::percent::{Unit, Value, escaped_char, write_escaped};
use crate::property::{LinkTerm, link_term};
use crate::uts58::Part;

/// Writes path, query, fragment and directives with as few escapes as possible. The result is detected as
/// one link and parsed as the same URL.
///
/// `tail` is empty or starts with `/`, `\`, `?` or `#`.
pub(crate) fn write_tail<W: fmt::Write>(tail: &str, host: HostKind, out: &mut W) -> fmt::Result {
    let mut out = Copier {
        out,
        unwritten: tail,
    };
    let mut open = OpenBrackets::new();
    // Directly after the host, `/`, `?` and `#` have the same effect as in a path.
    let mut part = Part::Path;
    let mut rest = tail;
    loop {
        // Fast path for the most common escapes: letters above ASCII are never syntax.
        if let Some((c, after)) = split_escaped_letter(rest) {
            rest = out.unescape_letters(rest, c, after)?;
        }
        rest = skip_unchanged(rest);
        if let Some(len) = syntax_len(&mut part, rest) {
            open.clear();
            rest = rest.get(len..).unwrap_or_default();
            continue;
        }
        let Some((unit, after)) = Unit::split_first(rest) else {
            break;
        };
        match unit.value {
            Value::Byte => {}
            Value::Literal('\\') if host == HostKind::Domain && part == Part::Path => {
                // Browsers treat it as a slash.
                out.replace(rest, "/", after)?;
                open.clear();
            }
            Value::Literal(c) | Value::Escaped(c) => {
                if must_escape(unit.value, c, part, after, &mut open) {
                    out.replace_with_escapes(rest, c, after)?;
                } else if unit.value == Value::Escaped(c) {
                    out.replace_with_char(rest, c, after)?;
                }
            }
        }
        rest = after;
    }
    out.finish()
}

/// The length of the syntax at the start of `rest`, which may start another part.
fn syntax_len(part: &mut Part, rest: &str) -> Option<usize> {
    if let Some((next, len)) = Part::starting(Some(*part), rest) {
        *part = next;
        return Some(len);
    }
    part.clearing(rest)
}

/// Splits off an escaped character above ASCII that is part of a link in any context.
fn split_escaped_letter(rest: &str) -> Option<(char, &str)> {
    let c = escaped_char(rest.as_bytes()).filter(|&c| link_term(c) == LinkTerm::Include)?;
    Some((c, rest.get(3 * c.len_utf8()..)?))
}

/// Skips characters that are never syntax and never escaped.
fn skip_unchanged(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| {
        if c.is_ascii() {
            c.is_ascii_alphanumeric() || c == '_'
        } else {
            link_term(c) == LinkTerm::Include
        }
    })
}

fn must_escape(value: Value, c: char, part: Part, after: &str, open: &mut OpenBrackets) -> bool {
    // Literal syntax was consumed by the caller. So a literal syntax character here has no meaning in
    // this part, and an escaped one must stay escaped.
    if value == Value::Escaped(c) && part.is_syntax(c) {
        return true;
    }
    match c {
        '%' if next_are(after, [is_hex, is_hex]) => return true,
        ':' if part.has_directives() && next_are(after, [|c| c == '~', |c| c == ':']) => {
            return true;
        }
        _ => {}
    }
    match link_term(c) {
        LinkTerm::Include => false,
        LinkTerm::Hard => true,
        LinkTerm::Soft => after.is_empty(),
        LinkTerm::Open => open.open(c) == Bracket::Unpaired,
        LinkTerm::Close => open.close(c) == Bracket::Unpaired,
    }
}

fn is_hex(c: char) -> bool {
    c.is_ascii_hexdigit()
}

/// Whether the next two characters that `text` stands for, escaped or not, pass these tests.
fn next_are(text: &str, tests: [fn(char) -> bool; 2]) -> bool {
    let mut rest = text;
    tests.iter().all(|test| {
        let Some((unit, after)) = Unit::split_first(rest) else {
            return false;
        };
        rest = after;
        unit.value.char().is_some_and(test)
    })
}

/// Copies a text with replacements, in slices as long as possible.
struct Copier<'a, 'w, W> {
    out: &'w mut W,
    unwritten: &'a str,
}

impl<'a, W: fmt::Write> Copier<'a, '_, W> {
    /// Writes everything up to `from`, then `new` instead of the text between `from` and `after`.
    fn replace(&mut self, from: &'a str, new: &str, after: &'a str) -> fmt::Result {
        self.copy_up_to(from)?;
        self.unwritten = after;
        self.out.write_str(new)
    }

    /// Replaces with a literal character.
    fn replace_with_char(&mut self, from: &'a str, c: char, after: &'a str) -> fmt::Result {
        self.copy_up_to(from)?;
        self.unwritten = after;
        self.out.write_char(c)
    }

    /// Replaces an escaped letter, and the escaped letters that follow it, with literal characters. Returns
    /// the rest of the text.
    fn unescape_letters(
        &mut self,
        from: &'a str,
        c: char,
        after: &'a str,
    ) -> Result<&'a str, fmt::Error> {
        self.replace_with_char(from, c, after)?;
        while let Some((c, after)) = split_escaped_letter(self.unwritten) {
            self.out.write_char(c)?;
            self.unwritten = after;
        }
        Ok(self.unwritten)
    }

    /// Replaces with the escapes of a character that is not an ASCII letter or digit.
    fn replace_with_escapes(&mut self, from: &'a str, c: char, after: &'a str) -> fmt::Result {
        self.copy_up_to(from)?;
        self.unwritten = after;
        write_escaped(c, self.out)
    }

    fn copy_up_to(&mut self, rest: &str) -> fmt::Result {
        let len = self.unwritten.len() - rest.len();
        match self.unwritten.get(..len) {
            None | Some("") => Ok(()),
            Some(text) => self.out.write_str(text),
        }
    }

    fn finish(mut self) -> fmt::Result {
        self.copy_up_to("")
    }
}
