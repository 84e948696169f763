//! What stands before and after a host: schemes, user names, ports, and prose that goes on.

use core::net::Ipv6Addr;

use crate::examined;
use crate::property::{HostClass, LinkTerm, host_class, link_term};
use crate::terminate::Walk;

/// A scheme of less than eight letters, in lower case, padded with zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShortScheme {
    letters: u64,
    length: usize,
}

impl ShortScheme {
    /// The scheme before the colon, if it is short and there are eight bytes between `floor` and the
    /// colon. They are looked at together, as branches would often go wrong here.
    #[inline]
    pub(super) fn before(text: &str, floor: usize, colon: usize) -> Option<Self> {
        const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
        let before: &[u8; 8] = text.as_bytes().get(floor..colon)?.last_chunk()?;
        let bytes = u64::from_le_bytes(*before);
        let lower = bytes | u64::from_le_bytes([b' '; 8]);
        // Added to a byte below 0x80, each of these sets its high bit from a certain byte on.
        let low = lower & !HIGH;
        let from_a = low + u64::from_le_bytes([0x80 - b'a'; 8]);
        let after_z = low + u64::from_le_bytes([0x80 - b'z' - 1; 8]);
        let others = !(from_a & !after_z & !bytes) & HIGH;
        let length = others.leading_zeros() as usize / 8;
        let other = before.get((before.len() - length).checked_sub(1)?)?;
        if length == 0 || other.is_ascii_digit() || matches!(other, b'+' | b'-' | b'.') {
            return None;
        }
        Some(Self {
            letters: lower >> (8 * (before.len() - length)),
            length,
        })
    }

    /// How many letters it has.
    pub(super) fn len(self) -> usize {
        self.length
    }

    /// Whether it is this one, given in lower case.
    #[inline]
    pub(super) fn is(self, scheme: &str) -> bool {
        let bytes = scheme.bytes().rev();
        scheme.len() == self.length
            && bytes.fold(0, |letters, byte| letters << 8 | u64::from(byte)) == self.letters
    }
}

/// Where the scheme starts that ends before the colon: the run of characters that schemes hold,
/// without those at its front that none starts with.
pub(super) fn scheme_start(text: &str, floor: usize, colon: usize) -> Option<usize> {
    let before = text.as_bytes().get(floor..colon)?;
    let mut start = None;
    let mut run = 0;
    for (offset, byte) in before.iter().enumerate().rev() {
        if byte.is_ascii_alphabetic() {
            start = Some(floor + offset);
        } else if !(byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.')) {
            break;
        }
        run += 1;
    }
    examined::note(run + 1);
    start
}

/// Where the authority of a URL ends, and where its user name does, after the `@`.
pub(super) fn authority_bounds(text: &str, start: usize) -> (usize, Option<usize>) {
    let rest = text.get(start..).unwrap_or_default();
    let mut authority = None;
    let mut user_end = None;
    let mut in_brackets = false;
    let mut end = rest.len();
    for (offset, c) in rest.char_indices() {
        examined::note(c.len_utf8());
        match c {
            '@' => {
                user_end = Some(start + offset + 1);
                authority = None;
            }
            '.' | ':' => {}
            '[' => in_brackets = true,
            ']' if in_brackets => in_brackets = false,
            // Text around a URL is not in its authority, but these may be in a user name.
            '!' | ',' | ';' => {
                authority.get_or_insert(offset);
            }
            '/' | '?' | '#' => {
                end = offset;
                break;
            }
            c if link_term(c) != LinkTerm::Include => {
                end = offset;
                break;
            }
            _ => {}
        }
    }
    let end = authority.unwrap_or(end);
    let followed = rest
        .get(end..)
        .is_some_and(|tail| tail.starts_with(['/', '?', '#']));
    let end = if followed {
        end
    } else {
        let authority = rest.get(..end).unwrap_or_default();
        authority.trim_end_matches(['.', ':']).len()
    };
    (start + end, user_end)
}

/// Whether what stands before a name makes it part of a file's path.
pub(super) fn is_path(before: &str) -> bool {
    if before.ends_with('\\') {
        return true;
    }
    // "src/main.rs", "~/notes.md", "./x.sh"; but "//example.com" and "](/example.com" are none.
    let folder = before.strip_suffix('/').unwrap_or_default();
    folder.ends_with(|c| c == '~' || host_class(c) != HostClass::Outside)
}

/// The length of the IPv6 address in brackets that a text starts with.
pub(super) fn ipv6_len(text: &str) -> Option<usize> {
    const LONGEST: usize = "[0000:0000:0000:0000:0000:0000:255.255.255.255]".len();
    let end = text.bytes().take(LONGEST).position(|b| b == b']')?;
    examined::note(end + 1);
    text.get(1..end)?.parse::<Ipv6Addr>().ok()?;
    Some(end + 1)
}

/// What stands after a host.
pub(super) enum Port {
    None,
    /// A port, and where it ends.
    Ends(usize),
    /// A number that is no port, and where it ends.
    TooBig(usize),
}

pub(super) fn port(text: &str, host_end: usize) -> Port {
    let rest = text.get(host_end..).unwrap_or_default();
    let Some(rest) = rest.strip_prefix(':') else {
        return Port::None;
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    examined::note(digits + 1);
    let end = host_end + 1 + digits;
    let number = rest.get(..digits).unwrap_or_default();
    let followed = rest
        .as_bytes()
        .get(digits)
        .is_some_and(u8::is_ascii_alphabetic);
    if digits == 0 || followed {
        Port::None
    } else if digits <= 5 && number.parse::<u16>().is_ok() {
        Port::Ends(end)
    } else {
        Port::TooBig(end)
    }
}

/// Where a link ends if prose may go on right after it: see
/// [`GluedTails::Cut`](super::options::GluedTails::Cut).
pub(super) fn terminate_before_prose(text: &str, tail_start: usize) -> usize {
    let mut end = tail_start;
    let mut is_ascii = true;
    let mut walk = Walk::new(text, tail_start);
    while let Some(step) = walk.next() {
        if is_ascii && !step.character.is_ascii() {
            is_ascii = false;
            let before = text.get(tail_start..step.offset).unwrap_or_default();
            if starts_prose(before, step.character) {
                return end;
            }
        }
        if step.effect.is_safe() {
            end = walk.offset();
        }
    }
    end
}

/// Whether prose goes on with the first character above ASCII in the tail of a link.
fn starts_prose(before: &str, first: char) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    // The digits of an escape are no word: the one before stands for a letter itself.
    let is_escape = matches!(before.as_bytes(), [.., b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
    is_full_width_punctuation(first)
        || link_term(first) == LinkTerm::Open
        || (before.ends_with(is_word) && !is_escape && host_class(first) == HostClass::Unspaced)
}

/// Punctuation of the width of an ideograph, as CJK text sets it.
fn is_full_width_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}'
        | '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE6B}'
        | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF65}')
}
