//! What stands before and after a host: schemes, user names, ports, and prose that goes on.

use core::net::Ipv6Addr;

use crate::examined;
use crate::property::{HostClass, LinkTerm, host_class, link_term};

/// Where the scheme starts that ends before the colon: the run of characters that schemes hold,
/// without those at its front that none starts with.
pub(super) fn scheme_start(text: &str, floor: usize, colon: usize) -> Option<usize> {
    let before = text.get(floor..colon)?;
    let run = before
        .bytes()
        .rev()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        .count();
    examined::note(run + 1);
    let run = before.get(before.len() - run..)?;
    let start = run.find(|c: char| c.is_ascii_alphabetic())?;
    Some(colon - (run.len() - start))
}

/// Where the authority of a URL ends, and where its user name does, after the `@`.
pub(super) fn authority_bounds(text: &str, start: usize) -> (usize, Option<usize>) {
    let rest = text.get(start..).unwrap_or_default();
    let mut end = rest.len();
    let mut user_end = None;
    let mut in_brackets = false;
    for (offset, c) in rest.char_indices() {
        examined::note(c.len_utf8());
        match c {
            '@' => user_end = Some(start + offset + 1),
            '.' | ':' => {}
            '[' => in_brackets = true,
            ']' if in_brackets => in_brackets = false,
            '/' | '?' | '#' => {
                end = offset;
                break;
            }
            // Words and marks around a URL are not in its authority.
            c if link_term(c) != LinkTerm::Include => {
                end = offset;
                break;
            }
            _ => {}
        }
    }
    let authority = rest.get(..end).unwrap_or_default();
    let kept = authority.trim_end_matches(['.', ':']);
    let followed = rest
        .get(end..)
        .is_some_and(|tail| tail.starts_with(['/', '?', '#']));
    let end = if followed { end } else { kept.len() };
    (start + end, user_end)
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

/// Where prose goes on in what seems to be the tail of a link: see [`GluedTails::Cut`](super::options::GluedTails::Cut).
pub(super) fn glued_tail(tail: &str) -> Option<usize> {
    examined::note(tail.len());
    let ascii = tail.bytes().position(|b| !b.is_ascii())?;
    let (before, after) = tail.split_at_checked(ascii)?;
    let first = after.chars().next()?;
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let cut = is_full_width_punctuation(first)
        || link_term(first) == LinkTerm::Open
        || (before.ends_with(is_word) && host_class(first) == HostClass::Unspaced);
    cut.then_some(ascii)
}

/// Punctuation of the width of an ideograph, as CJK text sets it.
fn is_full_width_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}'
        | '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE6B}'
        | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF65}'
        | '“' | '”' | '‘' | '’' | '…' | '—')
}
