//! The readable form of what follows the host: minimal escaping (UTS #58 C2), and additional escapes, which
//! §4.1 permits, so that the result is detected whole, leads to the same resource, and hides nothing.
//!
//! CONFORMANCE.md lists the additional rules. Everything that [`Letter`] escapes is escaped here, too.

use alloc::string::String;
use core::fmt;

use crate::bracket::{Bracket, OpenBrackets};
use crate::host::HostKind;
use crate::invisible::{escape_misplaced, may_be_misplaced};
use crate::percent::{Unit, Value, escaped_char, write_escaped};
use crate::property::{LinkTerm, link_term};
use crate::uts58::{Letter, Part};

/// Writes path, query, fragment and directives in the readable form.
///
/// `tail` is empty or starts with `/`, `?` or `#`.
pub(crate) fn write_tail<W: fmt::Write>(tail: &str, host: HostKind, out: &mut W) -> fmt::Result {
    if !may_be_misplaced(tail) {
        return write_visible(tail, host, out);
    }
    // Whether an invisible character has a function depends on its neighbours in the result.
    let mut visible = String::with_capacity(tail.len());
    write_visible(tail, host, &mut visible)?;
    out.write_str(&escape_misplaced(visible))
}

/// Writes the readable form, apart from the rule about invisible characters.
fn write_visible<W: fmt::Write>(tail: &str, host: HostKind, out: &mut W) -> fmt::Result {
    let mut out = Copier {
        out,
        unwritten: tail,
    };
    let mut rules = Readable::new();
    let mut rest = tail;
    loop {
        // The most common case: no letter above ASCII is syntax.
        if let Some((c, after)) = split_escaped_letter(rest) {
            rest = out.unescape_letters(rest, c, after)?;
        }
        rest = skip_unchanged(rest);
        if let Some(len) = rules.syntax_len(rest) {
            rest = rest.get(len..).unwrap_or_default();
            continue;
        }
        let Some((unit, after)) = Unit::split_first(rest) else {
            break;
        };
        match unit.value {
            Value::Byte => {}
            Value::Literal('\\')
                if host == HostKind::Domain && rules.letter.part() == Part::Path =>
            {
                // Browsers treat it as a slash.
                out.replace(rest, "/", after)?;
                rules.clear();
            }
            Value::Literal(c) | Value::Escaped(c) => {
                if rules.must_escape(unit.value, c, after) {
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

/// The rules of the readable form: the letter of the standard, and additional escapes.
struct Readable {
    letter: Letter,
    /// The brackets that a detector of the result has open. It stops at one that does not pair, so that one is
    /// escaped, even if the letter keeps it.
    detected: OpenBrackets,
}

impl Readable {
    fn new() -> Self {
        Self {
            letter: Letter::new(),
            detected: OpenBrackets::new(),
        }
    }

    fn syntax_len(&mut self, rest: &str) -> Option<usize> {
        let len = self.letter.syntax_len(rest)?;
        self.detected.clear();
        Some(len)
    }

    /// Closes all brackets, as a literal `/` does.
    fn clear(&mut self) {
        self.letter.syntax_len("/");
        self.detected.clear();
    }

    fn must_escape(&mut self, value: Value, c: char, after: &str) -> bool {
        // The letter always sees the character, since its stack depends on it.
        if self.letter.must_escape(value, c, after) {
            return true;
        }
        let is_written_escaped = value == Value::Escaped(c);
        match c {
            // Servers reject a bare `%`, so one that was escaped stays escaped.
            '%' => is_written_escaped,
            // Browsers treat it as a slash in a path.
            '\\' => is_written_escaped && self.letter.part() == Part::Path,
            _ => match link_term(c) {
                LinkTerm::Open => self.detected.open(c) == Bracket::Unpaired,
                LinkTerm::Close => self.detected.close(c) == Bracket::Unpaired,
                _ => false,
            },
        }
    }
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
