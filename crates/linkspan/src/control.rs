//! Terminal control sequences (ECMA-48): their syntax.
//!
//! Programs write them between the characters of a text to color it (CSI), to set titles and hyperlinks (OSC),
//! or to select character sets.

use core::ops::Range;

use crate::counter;

/// The character that starts every control sequence.
pub(crate) const ESCAPE: char = '\u{1B}';

/// The maximum length of a control sequence, in bytes. What is longer is text.
pub(crate) const MAX_SEQUENCE_LEN: usize = 4096;

/// The length of the control sequence that a text starts with.
///
/// A sequence that is not complete, or that contains a line end, is not one.
pub(crate) fn sequence_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let bytes = bytes.get(..MAX_SEQUENCE_LEN).unwrap_or(bytes);
    let rest = bytes.strip_prefix(b"\x1B")?;
    let len = match rest.first()? {
        b'[' => control_len(rest)?,
        // Operating system command, device control string, and three kinds of strings that terminals ignore.
        b']' | b'P' | b'X' | b'^' | b'_' => string_len(rest)?,
        // An escape sequence with intermediate bytes selects a character set.
        b' '..=b'/' => escape_len(rest)?,
        b'0'..=b'~' => 1,
        _ => return None,
    };
    counter::add(len + 1);
    Some(len + 1)
}

/// The end of the control sequence that ends inside `range`, or at its start, and starts before it, not before
/// `floor`. Only sequences without spaces and strings are considered.
pub(crate) fn sequence_end_before(text: &str, floor: usize, range: Range<usize>) -> Option<usize> {
    const MAX_LEN: usize = 32;
    let from = floor.max(range.start.saturating_sub(MAX_LEN));
    let before = text.as_bytes().get(from..range.start)?;
    let is_inner = |byte: &&u8| matches!(byte, b'0'..=b'?');
    let is_first = |byte: &&u8| matches!(byte, b'[' | b'!'..=b'/');
    let parameters = before.iter().rev().take_while(is_inner).count();
    let first = before
        .iter()
        .rev()
        .skip(parameters)
        .take_while(is_first)
        .count();
    counter::add(parameters + first + 1);
    if first == 0 {
        // A stray ESC is more likely than a sequence of two characters.
        return None;
    }
    let escape = range.start.checked_sub(parameters + first + 1)?;
    let end = escape + sequence_len(text.get(escape..)?)?;
    (range.start..=range.end).contains(&end).then_some(end)
}

/// The length of `[`, parameters, intermediate bytes and the final byte.
fn control_len(bytes: &[u8]) -> Option<usize> {
    let parameters = bytes.iter().skip(1);
    let start = 1 + parameters
        .take_while(|byte| matches!(byte, b'0'..=b'?'))
        .count();
    Some(start + escape_len(bytes.get(start..)?)?)
}

/// The length of intermediate bytes and the final byte.
fn escape_len(bytes: &[u8]) -> Option<usize> {
    let intermediate = bytes.iter();
    let len = intermediate
        .take_while(|byte| matches!(byte, b' '..=b'/'))
        .count();
    matches!(bytes.get(len)?, b'0'..=b'~').then_some(len + 1)
}

/// The length of a string up to and including its terminator: BEL, or ESC and `\`.
fn string_len(bytes: &[u8]) -> Option<usize> {
    let end = bytes.iter().position(|byte| matches!(byte, 0x00..0x20))?;
    match bytes.get(end..)? {
        [0x07, ..] => Some(end + 1),
        [0x1B, b'\\', ..] => Some(end + 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_end_at_their_final_byte() {
        for (text, len) in [
            ("\x1B[mx", Some(3)),
            ("\x1B[0;34mhttps", Some(7)),
            ("\x1B[?25hx", Some(6)),
            ("\x1B[38:2::1:2:3mx", Some(14)),
            ("\x1B[1 qx", Some(5)),
            ("\x1B(Bx", Some(3)),
            ("\x1B7x", Some(2)),
            ("\x1B]8;;https://a.com\x07x", Some(19)),
            ("\x1B]8;;https://a.com\x1B\\x", Some(20)),
            ("\x1B_bk;t=1\x07x", Some(9)),
            ("\x1B[31", None),
            ("\x1B[31\nm", None),
            ("\x1B]0;title\n\x07", None),
            ("\x1B", None),
            ("\x1Bé", None),
            ("[31m", None),
            ("", None),
        ] {
            assert_eq!(sequence_len(text), len, "{text:?}");
        }
    }
}
