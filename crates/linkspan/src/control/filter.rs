//! Removes control characters and control sequences from text that arrives in pieces.

use alloc::string::String;
use core::fmt;
use core::iter::Peekable;

use linkspan_vector::{AsciiSet, Members, members};
use memchr::{Memchr, memchr_iter};

use super::{ESCAPE, MAX_SEQUENCE_LEN, is_incomplete, sequence_len};

/// A part of a text that [`SequenceFilter`] passes on.
pub(crate) enum Passed<'t> {
    /// Text without control characters, except line feeds and tabs.
    Text(&'t str),
    /// A sequence that sets colors and the like (SGR).
    Style(&'t str),
}

/// Splits text into what a terminal shows and what styles it, and removes all other control characters and sequences,
/// also those that start with a C1 control character instead of ESC.
///
/// The end of a piece may be the start of a sequence, so it is kept until the next piece. Of a sequence that is never
/// completed, or longer than 4096 bytes, only the control character is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SequenceFilter {
    /// The start of a sequence, less than the maximum length of one.
    pending: String,
}

impl SequenceFilter {
    /// Whether nothing was kept.
    pub(crate) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Passes on the next piece of the text.
    pub(crate) fn push(
        &mut self,
        text: &str,
        pass: &mut dyn FnMut(Passed<'_>) -> fmt::Result,
    ) -> fmt::Result {
        if self.pending.is_empty() {
            if is_without_controls(text) {
                return match text {
                    "" => Ok(()),
                    text => pass(Passed::Text(text)),
                };
            }
            let done = filter(text, false, pass)?;
            self.pending.push_str(text.get(done..).unwrap_or_default());
            return Ok(());
        }
        self.pending.push_str(text);
        let done = filter(&self.pending, false, pass)?;
        self.pending.drain(..done);
        Ok(())
    }

    /// Passes on what was kept, since nothing follows that could complete it.
    pub(crate) fn finish(
        &mut self,
        pass: &mut dyn FnMut(Passed<'_>) -> fmt::Result,
    ) -> fmt::Result {
        let pending = core::mem::take(&mut self.pending);
        filter(&pending, true, pass).map(drop)
    }
}

/// Whether a text contains nothing that is removed. `false` is inconclusive.
#[inline]
pub(crate) fn is_without_controls(text: &str) -> bool {
    members(text.as_bytes(), &REMOVED).next().is_none()
        && memchr::memchr(C1_LEAD, text.as_bytes()).is_none()
}

/// Passes on as much of a text as does not depend on what follows, or all of it if it is the last. Returns the length
/// of that part.
fn filter(
    text: &str,
    is_last: bool,
    pass: &mut dyn FnMut(Passed<'_>) -> fmt::Result,
) -> Result<usize, fmt::Error> {
    let mut removed = RemovedControls::new(text);
    let mut done = 0;
    loop {
        let at = removed.first_from(done);
        let visible = text.get(done..at.unwrap_or(text.len()));
        if let Some(visible) = visible.filter(|visible| !visible.is_empty()) {
            pass(Passed::Text(visible))?;
        }
        let Some(at) = at else {
            return Ok(text.len());
        };
        done = at;
        let rest = text.get(done..).unwrap_or_default();
        done += match extent(rest) {
            Extent::Complete(len) => {
                let sequence = rest.get(..len).unwrap_or_default();
                if is_style(sequence) {
                    pass(Passed::Style(sequence))?;
                }
                len
            }
            Extent::Incomplete if !is_last => return Ok(done),
            Extent::Incomplete | Extent::Single => rest.chars().next().map_or(1, char::len_utf8),
        };
    }
}

/// The ASCII control characters that are removed: all except line feeds and tabs.
const REMOVED: AsciiSet = AsciiSet::new(
    b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0B\x0C\x0D\x0E\x0F\
      \x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F\x7F",
);

/// The first byte of the C1 control characters in UTF-8.
const C1_LEAD: u8 = 0xC2;

/// The offsets of the control characters of a text that are removed. Both kinds are searched many bytes at a time.
struct RemovedControls<'t> {
    bytes: &'t [u8],
    ascii: Peekable<Members<'t>>,
    /// The characters with the first byte of C1 control characters.
    leads: Peekable<Memchr<'t>>,
}

impl<'t> RemovedControls<'t> {
    fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        Self {
            bytes,
            ascii: members(bytes, &REMOVED).peekable(),
            leads: memchr_iter(C1_LEAD, bytes).peekable(),
        }
    }

    /// The first of them that is not before an offset. Offsets must not decrease from call to call.
    fn first_from(&mut self, offset: usize) -> Option<usize> {
        let bytes = self.bytes;
        let is_c1 = |lead: usize| matches!(bytes.get(lead + 1), Some(0x80..=0x9F));
        while self.ascii.next_if(|&at| at < offset).is_some() {}
        while self
            .leads
            .next_if(|&at| at < offset || !is_c1(at))
            .is_some()
        {}
        match (self.ascii.peek(), self.leads.peek()) {
            (Some(&ascii), Some(&c1)) => Some(ascii.min(c1)),
            (ascii, c1) => ascii.or(c1).copied(),
        }
    }
}

/// How far the sequence extends that a control character starts.
enum Extent {
    Complete(usize),
    /// More text could complete it.
    Incomplete,
    /// It is only a character.
    Single,
}

fn extent(text: &str) -> Extent {
    let mut chars = text.chars();
    let first = chars.next().unwrap_or_default();
    let body = chars.as_str();
    let len = match first {
        ESCAPE => match sequence_len(text) {
            Some(len) => return Extent::Complete(len),
            None if is_incomplete(text) => return Extent::Incomplete,
            None => return Extent::Single,
        },
        '\u{9B}' => csi_body_len(body),
        '\u{90}' | '\u{98}' | '\u{9D}'..='\u{9F}' => string_body_len(body),
        _ => return Extent::Single,
    };
    match len {
        Ok(len) => Extent::Complete(first.len_utf8() + len),
        Err(scanned) if scanned == body.len() && text.len() < MAX_SEQUENCE_LEN => {
            Extent::Incomplete
        }
        Err(_) => Extent::Single,
    }
}

/// The length of parameters, intermediate bytes and the final byte, or where the syntax ends.
fn csi_body_len(body: &str) -> Result<usize, usize> {
    let bytes = body.as_bytes().iter().take(MAX_SEQUENCE_LEN);
    let parameters = { bytes.clone() }
        .take_while(|byte| matches!(byte, b'0'..=b'?'))
        .count();
    let intermediate = { bytes.skip(parameters) }
        .take_while(|byte| matches!(byte, b' '..=b'/'))
        .count();
    let end = parameters + intermediate;
    match body.as_bytes().get(end) {
        Some(b'@'..=b'~') => Ok(end + 1),
        _ => Err(end),
    }
}

/// The length of a string up to and including its terminator (BEL, ST), or where another control character ends it.
fn string_body_len(body: &str) -> Result<usize, usize> {
    let mut near = body.char_indices().take(MAX_SEQUENCE_LEN);
    let Some((end, control)) = near.find(|(_, c)| c.is_control()) else {
        return Err(body.len());
    };
    match control {
        '\u{7}' => Ok(end + 1),
        '\u{9C}' => Ok(end + control.len_utf8()),
        ESCAPE => match body.as_bytes().get(end + 1) {
            Some(b'\\') => Ok(end + 2),
            None => Err(body.len()),
            Some(_) => Err(end),
        },
        _ => Err(end),
    }
}

/// Whether a sequence sets colors and the like (SGR), and does not hide the text after it.
fn is_style(sequence: &str) -> bool {
    let body = sequence.strip_prefix("\x1b[");
    let Some(parameters) = body.and_then(|body| body.strip_suffix('m')) else {
        return false;
    };
    let is_parameter = |byte: u8| byte.is_ascii_digit() || matches!(byte, b';' | b':');
    parameters.bytes().all(is_parameter) && !conceals(parameters)
}

/// Whether the parameters of a style contain the one that hides text. The numbers of a color are not parameters.
fn conceals(parameters: &str) -> bool {
    let mut parameters = parameters.split(';');
    while let Some(parameter) = parameters.next() {
        match parameter.trim_start_matches('0') {
            "8" => return true,
            "38" | "48" | "58" => {
                let numbers = match parameters.next() {
                    Some("5") => 1,
                    Some("2") => 3,
                    _ => 0,
                };
                for _ in 0..numbers {
                    parameters.next();
                }
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::string::String;

    use super::*;

    /// The text, and the styles with `<` and `>` around them.
    fn filtered(text: &str, split_at: usize) -> String {
        let mut out = String::new();
        let mut pass = |passed: Passed<'_>| {
            match passed {
                Passed::Text(text) => out.push_str(text),
                Passed::Style(style) => {
                    out.push('<');
                    out.push_str(style.trim_start_matches(ESCAPE));
                    out.push('>');
                }
            }
            Ok(())
        };
        let mut filter = SequenceFilter::default();
        let (before, after) = text.split_at(split_at);
        filter.push(before, &mut pass).unwrap();
        filter.push(after, &mut pass).unwrap();
        filter.finish(&mut pass).unwrap();
        out
    }

    proptest! {
        /// The search character by character is the reference implementation.
        #[test]
        fn all_control_characters_are_found(
            chars in prop::collection::vec(prop_oneof!["[\0-\u{A5}]", "[xé中\n\t\u{C2}]"], 0..90),
        ) {
            let text = chars.concat();
            let is_removed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
            let expected = text.char_indices().filter(|&(_, c)| is_removed(c));
            prop_assert!(!is_without_controls(&text) || expected.clone().next().is_none());
            let mut found = RemovedControls::new(&text);
            let mut from = 0;
            for (at, c) in expected {
                prop_assert_eq!(found.first_from(from), Some(at), "{:?}", text);
                from = at + c.len_utf8();
            }
            prop_assert_eq!(found.first_from(from), None, "{:?}", text);
        }
    }

    #[test]
    fn sequences_are_removed_and_styles_passed_on() {
        for (text, expected) in [
            ("\x1b[31mred\x1b[0m\n", "<[31m>red<[0m>\n"),
            ("\x1b[38;5;8mgrey\x1b[m", "<[38;5;8m>grey<[m>"),
            ("\x1b[38;2;8;8;8;1mx", "<[38;2;8;8;8;1m>x"),
            ("\x1b[8mhidden\x1b[1;08m", "hidden"),
            ("\x1b[2J\x1b[?25l\x1b[>1mx", "x"),
            (
                "\x1b]0;title\x07x\x1b]8;;a:b\x1b\\label\x1b]8;;\x1b\\",
                "xlabel",
            ),
            (
                "\u{9B}31mred\u{9D}0;title\u{9C}x\u{90}q\x1b\\y\u{85}",
                "redxy",
            ),
            ("a\x1b[3", "a[3"),
            ("a\u{9B}3", "a3"),
            ("a\x1b", "a"),
            ("a\x1b]0;open\nb\r\u{8}", "a]0;open\nb"),
            ("a\u{9D}0;open\nb", "a0;open\nb"),
            ("\x1b\x1b[31mx\u{9B}\u{9B}mé", "<[31m>xé"),
            ("\x1b[31é", "[31é"),
        ] {
            for split_at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                assert_eq!(filtered(text, split_at), expected, "{text:?} at {split_at}");
            }
        }
    }
}
