//! The readable form of what follows the host: minimal escaping (UTS #58 C2), and additional escapes, which
//! §4.1 permits, so that the result is detected whole, leads to the same resource, and hides nothing.
//!
//! CONFORMANCE.md lists the additional rules. Everything that [`Letter`] escapes is escaped here, too.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::ops::Range;

use linkspan_vector::{AsciiSet, MAX_RUN_LEN};
use percent_encoding::percent_encode_byte;

use super::cow_writer::CowWriter;
use crate::bracket::{Bracket, OpenBrackets};
use crate::deception::ordinary::is_ordinary;
use crate::deception::{for_each_deceptive_range, last_label_swaps, right_to_left_start};
use crate::host::{HostKind, label_texts};
use crate::invisible::{escape_misplaced, is_blank};
use crate::percent::{Unit, Value, escaped_char, infallible, write_escaped};
use crate::property::{self, LinkTerm, link_term};
use crate::sort::sort_by;
use crate::uts58::{Letter, Part};

/// Writes path, query, fragment and directives in the readable form.
///
/// `tail` is empty or starts with `/`, `?` or `#`. `host` is the host as it is written before it, or empty if that is not
/// known.
pub(crate) fn write_tail<W: fmt::Write>(
    tail: &str,
    kind: HostKind,
    host: &str,
    out: &mut W,
) -> fmt::Result {
    out.write_str(&tail_to_readable(tail, kind, host))
}

fn tail_to_readable<'a>(tail: &'a str, kind: HostKind, host: &str) -> Cow<'a, str> {
    let (mut text, mut deceives) = formatted(tail, kind, host);
    let mut passes = 0;
    // What deceives depends on which characters are written literally, and the result is written differently. So it is
    // formatted again.
    while deceives && passes < MAX_PASSES {
        let (again, still_deceives) = formatted(&text, kind, host);
        text = Cow::Owned(again.into_owned());
        deceives = still_deceives;
        passes += 1;
    }
    text
}

/// How often a result is formatted again. Hardly any needs a second time.
const MAX_PASSES: usize = 4;

/// The readable form, and whether characters deceived before they were escaped.
///
/// Whether a character deceives, or has a function although it is invisible, depends on its neighbours in the result.
fn formatted<'a>(tail: &'a str, kind: HostKind, host: &str) -> (Cow<'a, str>, bool) {
    let mut visible = Visible {
        text: CowWriter::new(tail),
        offsets: Vec::new(),
    };
    infallible(write_visible(tail, kind, &mut visible));
    let Visible { text, offsets } = visible;
    let text = text.finish();
    let is_harmless = match &text {
        // Literal characters that kept their neighbours stay as they are written.
        Cow::Borrowed(text) => !text.contains(is_blank),
        Cow::Owned(text) if text.is_ascii() => true,
        Cow::Owned(text) => is_ordinary(text) && swapping_word(host, text).is_none(),
    };
    if is_harmless {
        return (text, false);
    }
    let mut decoded = Decoded {
        text: text.into_owned(),
        offsets,
    };
    let deceives = decoded.escape_deceptive(tail, host);
    (Cow::Owned(escape_misplaced(decoded.text)), deceives)
}

/// Writes a tail, and notes which characters were decoded.
struct Visible<'a> {
    text: CowWriter<'a>,
    /// As in [`Decoded`].
    offsets: Vec<usize>,
}

/// [`Copier`] writes single characters only if it decoded them.
impl fmt::Write for Visible<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.write_str(text)
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        self.offsets.push(self.text.len());
        self.text.write_char(c)
    }
}

/// Which characters may be escaped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Those that were decoded from escapes.
    Decoded,
    /// These, and all others above ASCII.
    Any,
}

/// A text of which some characters were decoded from escapes.
struct Decoded {
    text: String,
    /// The offsets of the decoded characters, in ascending order.
    offsets: Vec<usize>,
}

impl Decoded {
    /// Escapes decoded characters again that would deceive, or make their neighbours deceive. An escape gives its
    /// neighbours a new neighbour, so they are looked at again; after a few rounds, all of them are escaped.
    ///
    /// If nothing deceives in the tail as it was written, nothing does in the result: an escape that the letter of
    /// the standard requires may make a literal character deceive, too. Returns whether anything deceived.
    fn escape_deceptive(&mut self, written: &str, host: &str) -> bool {
        const MAX_ROUNDS: usize = 4;
        for round in 0..=MAX_ROUNDS {
            let mut deceptive: Vec<Range<usize>> = Vec::new();
            for_each_deceptive_range_after(host, &self.text, &mut |range| {
                deceptive.push(self.with_neighbours(range));
            });
            if deceptive.is_empty() {
                return round > 0;
            }
            sort_by(&mut deceptive, |a, b| a.start.cmp(&b.start));
            let is_last = round == MAX_ROUNDS;
            let mut ranges = deceptive.iter().peekable();
            let mut deceptive_end = 0;
            let deceives = |offset: usize| {
                while let Some(range) = ranges.next_if(|range| range.start <= offset) {
                    deceptive_end = deceptive_end.max(range.end);
                }
                is_last || offset < deceptive_end
            };
            let origin = if round > 0 && !is_deceptive(written, host) {
                Origin::Any
            } else {
                Origin::Decoded
            };
            if !self.escape_where(origin, deceives) && round > 0 {
                return true;
            }
        }
        true
    }

    /// A deceptive range, with the characters around it if none inside was decoded: then they are the cause.
    fn with_neighbours(&self, range: Range<usize>) -> Range<usize> {
        let first = self.offsets.partition_point(|&offset| offset < range.start);
        let is_decoded = self
            .offsets
            .get(first)
            .is_some_and(|&offset| offset < range.end);
        let deceptive = self.text.get(range.clone()).unwrap_or_default();
        // Only whether a character looks like syntax depends on its neighbours. Invisible ones are escaped whatever
        // their origin.
        let is_word = deceptive.chars().nth(1).is_some();
        if is_decoded || is_word || deceptive.starts_with(is_blank) {
            return range;
        }
        let before = self.text.get(..range.start).unwrap_or_default();
        let before = before.chars().next_back().map_or(0, char::len_utf8);
        // The character that starts at the end of the range is a neighbour, too.
        range.start - before..range.end + 1
    }

    /// Escapes the characters of an origin whose offset passes a test. Returns whether there are any.
    fn escape_where(&mut self, origin: Origin, mut passes: impl FnMut(usize) -> bool) -> bool {
        let mut text = String::with_capacity(self.text.len() * 2);
        let mut offsets = Vec::with_capacity(self.offsets.len());
        let mut decoded = self.offsets.iter().copied().peekable();
        let mut is_changed = false;
        for (offset, c) in self.text.char_indices() {
            let is_decoded = decoded.next_if_eq(&offset).is_some();
            // Brackets deceive nobody, and an escaped one would not pair.
            let may_deceive = match link_term(c) {
                LinkTerm::Open | LinkTerm::Close => false,
                _ if c.is_ascii() => is_decoded && c.is_ascii_alphanumeric(),
                _ => is_decoded || origin == Origin::Any,
            };
            if passes(offset) && may_deceive {
                text.extend(c.encode_utf8(&mut [0; 4]).bytes().map(percent_encode_byte));
                is_changed = true;
                continue;
            }
            if is_decoded {
                offsets.push(text.len());
            }
            text.push(c);
        }
        *self = Self { text, offsets };
        is_changed
    }
}

/// Calls `visit` with each range of a text that deceives after a host.
fn for_each_deceptive_range_after(host: &str, text: &str, visit: &mut dyn FnMut(Range<usize>)) {
    if let Some(word) = swapping_word(host, text) {
        visit(word);
    }
    for_each_deceptive_range(text, visit);
}

/// The first word of a text after a host, if it would be displayed before the last label of the host.
fn swapping_word(host: &str, text: &str) -> Option<Range<usize>> {
    // An ASCII label is written from left to right.
    if host.is_ascii() {
        return None;
    }
    right_to_left_start(text).filter(|_| last_label_swaps(&label_texts(host)))
}

/// Whether a text deceives after a host.
fn is_deceptive(text: &str, host: &str) -> bool {
    let mut is_deceptive = false;
    for_each_deceptive_range_after(host, text, &mut |_| is_deceptive = true);
    is_deceptive
}

/// Writes the readable form, apart from the rules about deceptive and invisible characters.
fn write_visible<'a>(tail: &'a str, kind: HostKind, out: &mut Visible<'a>) -> fmt::Result {
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
                if kind == HostKind::Domain && rules.letter.part() == Part::Path =>
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

/// The ASCII characters that are never syntax and never escaped.
const UNCHANGED: AsciiSet = property::ascii::INCLUDE.difference(AsciiSet::new(b"/?#&=+:,%\\"));

/// Skips characters that are never syntax and never escaped.
fn skip_unchanged(mut rest: &str) -> &str {
    loop {
        let len = linkspan_vector::run(rest.as_bytes(), &UNCHANGED, []).len;
        let after = rest.get(len..).unwrap_or_default();
        let letters = |c: char| !c.is_ascii() && link_term(c) == LinkTerm::Include;
        rest = after.trim_start_matches(letters);
        if rest.len() == after.len() && len < MAX_RUN_LEN {
            return rest;
        }
    }
}

/// Copies a text with replacements, in slices as long as possible.
struct Copier<'a, 'w> {
    out: &'w mut Visible<'a>,
    unwritten: &'a str,
}

impl<'a> Copier<'a, '_> {
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
