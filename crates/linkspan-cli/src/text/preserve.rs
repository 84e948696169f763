//! Malformed bytes as characters, so that they pass through code that handles text.
//!
//! A byte becomes two of the 32 noncharacters U+FDD0 to U+FDEF: one for its upper half, one for its
//! lower half. Noncharacters end a link, and no renderer changes them. Noncharacters of the input
//! itself are written in the same way, byte by byte, so nothing is lost.

use std::borrow::Cow;

use memchr::memmem;

const FIRST: u32 = 0xFDD0;
const LAST: u32 = 0xFDEF;
/// The length of each of these characters in UTF-8.
const LEN: usize = 3;
/// The first two bytes of all these characters in UTF-8.
const LEAD: &[u8] = b"\xEF\xB7";
/// The third byte of the first of them.
const FIRST_TRAIL: u8 = 0x90;

/// Appends text.
pub(super) fn push_text(out: &mut String, text: &str) {
    let is_reserved = |c: char| (FIRST..=LAST).contains(&u32::from(c));
    let mut rest = text;
    while let Some(at) = find_lead(rest.as_bytes()).and_then(|_| rest.find(is_reserved)) {
        let (before, after) = rest.split_at(at);
        let (reserved, after) = after.split_at_checked(LEN).unwrap_or((after, ""));
        out.push_str(before);
        push_bytes(out, reserved.as_bytes());
        rest = after;
    }
    out.push_str(rest);
}

/// Appends bytes that are not text.
pub(super) fn push_bytes(out: &mut String, bytes: &[u8]) {
    let halves = bytes.iter().flat_map(|&byte| [byte >> 4, 16 + (byte & 15)]);
    out.extend(halves.filter_map(|half| char::from_u32(FIRST + u32::from(half))));
}

/// The text with the bytes that are not text as they were.
pub(crate) fn restore(text: &[u8]) -> Cow<'_, [u8]> {
    if find_lead(text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = find_lead(rest) {
        let (before, after) = rest.split_at(at);
        out.extend_from_slice(before);
        if let ([0xEF, 0xB7, high, 0xEF, 0xB7, low, ..], Some(after)) =
            (after, after.get(2 * LEN..))
            && let (Some(high @ 0..16), Some(low @ 16..32)) = (half(*high), half(*low))
        {
            out.push(high << 4 | (low - 16));
            rest = after;
        } else {
            let (lead, after) = after.split_at(LEAD.len());
            out.extend_from_slice(lead);
            rest = after;
        }
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// The length of the start of a text that [`restore`] can be called for: it does not end between
/// the two characters of a byte.
pub(crate) fn complete_len(text: &[u8]) -> usize {
    let tail_start = text.len().saturating_sub(2 * LEN - 1);
    let tail = text.get(tail_start..).unwrap_or_default();
    match memmem::find(tail, LEAD).map(|at| tail.split_at(at)) {
        Some((before, [_, _])) => tail_start + before.len(),
        Some((before, [_, _, high, ..])) if half(*high).is_some_and(|high| high < 16) => {
            tail_start + before.len()
        }
        _ => text.len(),
    }
}

fn half(trail: u8) -> Option<u8> {
    let half = trail.checked_sub(FIRST_TRAIL)?;
    (half < 32).then_some(half)
}

fn find_lead(text: &[u8]) -> Option<usize> {
    memmem::find(text, LEAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_restored() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut text = String::from("é");
        push_bytes(&mut text, &bytes);
        push_text(&mut text, "\u{FDCF}\u{FDD0}\u{FDEF}\u{FDF0}");
        let restored = restore(text.as_bytes());
        let expected = [
            "é".as_bytes(),
            &bytes,
            "\u{FDCF}\u{FDD0}\u{FDEF}\u{FDF0}".as_bytes(),
        ];
        assert_eq!(restored, expected.concat());
    }

    #[test]
    fn output_is_not_split_inside_a_byte() {
        let mut text = String::from("ab");
        push_bytes(&mut text, b"\xFF");
        assert_eq!(complete_len(text.as_bytes()), 8);
        assert_eq!(complete_len(&text.as_bytes()[..7]), 2);
        assert_eq!(complete_len(&text.as_bytes()[..5]), 2);
        assert_eq!(complete_len(&text.as_bytes()[..4]), 2);
        assert_eq!(complete_len("ab\u{FDFA}".as_bytes()), 5);
    }
}
