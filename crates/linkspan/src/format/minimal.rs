//! Minimal escaping (UTS #58 C2): everything readable, and not one escape too few.

use core::fmt;

use crate::bracket::{Bracket, OpenBrackets};
use crate::escape::{Atom, Value, escaped_char, write_escaped};
use crate::host::HostKind;
use crate::property::{LinkTerm, link_term};
use crate::terminate::Part;

impl Part {
    /// Whether a character, written as itself in this part, would be read as syntax.
    ///
    /// `\` is here because browsers read it as `/` in a path. The standard does not list it, but a
    /// readable form that led elsewhere would be of no use.
    pub(crate) fn reads_as_syntax(self, c: char) -> bool {
        match self {
            Self::Path => matches!(c, '/' | '?' | '#' | '\\'),
            Self::Query => matches!(c, '+' | '#' | '=' | '&'),
            Self::Fragment => false,
            Self::Directive => matches!(c, '&' | ','),
        }
    }

    /// Whether `:~:` is syntax in this part.
    pub(crate) fn has_directives(self) -> bool {
        matches!(self, Self::Fragment | Self::Directive)
    }
}

/// Writes path, query, fragment and directives with the fewest escapes that let them be detected
/// whole and read as the same URL.
///
/// `tail` is empty or starts with `/`, `?` or `#`.
pub(crate) fn write_tail<W: fmt::Write>(tail: &str, host: HostKind, out: &mut W) -> fmt::Result {
    let mut out = Copier {
        out,
        unwritten: tail,
    };
    let mut open = OpenBrackets::new();
    // What stands before the path is as in it: `/` clears, `?` and `#` start other parts.
    let mut part = Part::Path;
    let mut rest = tail;
    loop {
        // By far the most common, and no letter above ASCII has a meaning of its own.
        if let Some((c, after)) = escaped_letter(rest) {
            rest = out.spell_all(rest, c, after)?;
        }
        rest = skip_plain(rest);
        if let Some(length) = syntax(&mut part, rest) {
            open.clear();
            rest = rest.get(length..).unwrap_or_default();
            continue;
        }
        let Some((atom, after)) = Atom::split(rest) else {
            break;
        };
        match atom.value {
            Value::Byte => {}
            Value::Plain('\\') if host == HostKind::Domain && part == Part::Path => {
                // Browsers read it as a slash.
                out.replace(rest, "/", after)?;
                open.clear();
            }
            Value::Plain(c) | Value::Escaped(c) => {
                if must_escape(atom.value, c, part, after, &mut open) {
                    out.escape(rest, c, after)?;
                } else if atom.value == Value::Escaped(c) {
                    out.spell(rest, c, after)?;
                }
            }
        }
        rest = after;
    }
    out.finish()
}

/// The length of the syntax at the start of `rest`, which may start another part.
fn syntax(part: &mut Part, rest: &str) -> Option<usize> {
    if let Some((next, length)) = Part::starting(Some(*part), rest) {
        *part = next;
        return Some(length);
    }
    part.clearing(rest)
}

/// Takes an escaped character off the front that is above ASCII and part of a link wherever it stands.
fn escaped_letter(rest: &str) -> Option<(char, &str)> {
    let c = escaped_char(rest.as_bytes()).filter(|&c| link_term(c) == LinkTerm::Include)?;
    Some((c, rest.get(3 * c.len_utf8()..)?))
}

/// Skips what is never syntax and never escaped.
fn skip_plain(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| {
        if c.is_ascii() {
            c.is_ascii_alphanumeric() || c == '_'
        } else {
            link_term(c) == LinkTerm::Include
        }
    })
}

fn must_escape(value: Value, c: char, part: Part, after: &str, open: &mut OpenBrackets) -> bool {
    // What is syntax where it stands never comes here, so a syntax character that was written as
    // itself is none, and one that was escaped must stay so.
    if value == Value::Escaped(c) && part.reads_as_syntax(c) {
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
        LinkTerm::Open => open.open(c) == Bracket::Stray,
        LinkTerm::Close => open.close(c) == Bracket::Stray,
    }
}

fn is_hex(c: char) -> bool {
    c.is_ascii_hexdigit()
}

/// Whether the next two characters that `text` stands for pass these tests.
fn next_are(text: &str, tests: [fn(char) -> bool; 2]) -> bool {
    let mut rest = text;
    tests.iter().all(|test| {
        let Some((atom, after)) = Atom::split(rest) else {
            return false;
        };
        rest = after;
        atom.value.char().is_some_and(test)
    })
}

/// Copies a text in pieces as long as possible, with replacements.
struct Copier<'a, 'w, W> {
    out: &'w mut W,
    unwritten: &'a str,
}

impl<'a, W: fmt::Write> Copier<'a, '_, W> {
    /// Writes all up to `from`, then `new` in place of what lies between `from` and `after`.
    fn replace(&mut self, from: &'a str, new: &str, after: &'a str) -> fmt::Result {
        self.copy_up_to(from)?;
        self.unwritten = after;
        self.out.write_str(new)
    }

    /// The same, with a character.
    fn spell(&mut self, from: &'a str, c: char, after: &'a str) -> fmt::Result {
        self.copy_up_to(from)?;
        self.unwritten = after;
        self.out.write_char(c)
    }

    /// The same with an escaped letter, and with all that follow it. What comes after them is returned.
    fn spell_all(&mut self, from: &'a str, c: char, after: &'a str) -> Result<&'a str, fmt::Error> {
        self.spell(from, c, after)?;
        while let Some((c, after)) = escaped_letter(self.unwritten) {
            self.out.write_char(c)?;
            self.unwritten = after;
        }
        Ok(self.unwritten)
    }

    /// The same, with the percent-escapes of a character that is not alphanumeric in ASCII.
    fn escape(&mut self, from: &'a str, c: char, after: &'a str) -> fmt::Result {
        self.copy_up_to(from)?;
        self.unwritten = after;
        write_escaped(c, self.out)
    }

    fn copy_up_to(&mut self, rest: &str) -> fmt::Result {
        let length = self.unwritten.len() - rest.len();
        match self.unwritten.get(..length) {
            None | Some("") => Ok(()),
            Some(piece) => self.out.write_str(piece),
        }
    }

    fn finish(mut self) -> fmt::Result {
        self.copy_up_to("")
    }
}
