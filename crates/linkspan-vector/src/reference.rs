//! Reference implementations. They are slow and obviously correct, and tests compare all other
//! implementations with them. The fuzz targets include this file too.

use super::{AsciiSet, MAX_RUN_LEN, Run};

fn is_trigger(bytes: &[u8], offset: usize) -> bool {
    let starts_label = |offset: usize| bytes.get(offset).is_some_and(|&byte| byte >= b'0');
    let dot_len = |rest: &[u8]| match rest {
        [b'.', ..] => Some(1),
        [0xE3, 0x80, 0x82, ..] | [0xEF, 0xBC, 0x8E, ..] | [0xEF, 0xBD, 0xA1, ..] => Some(3),
        _ => None,
    };
    match bytes[offset..] {
        [b'@', ..] | [b':', b'/', ..] => true,
        ref rest => dot_len(rest).is_some_and(|len| starts_label(offset + len)),
    }
}

/// Returns the offsets of all triggers that are not before `from`.
pub(crate) fn triggers(bytes: &[u8], from: usize) -> Vec<usize> {
    (from..bytes.len())
        .filter(|&offset| is_trigger(bytes, offset))
        .collect()
}

pub(crate) fn run<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let members = bytes.iter().take_while(|&&byte| set.contains(byte));
    let len = members.count().min(MAX_RUN_LEN);
    let masks = masks(&bytes[..len], mask_sets);
    Run { len, masks }
}

pub(crate) fn masks<const SETS: usize>(bytes: &[u8], sets: [&AsciiSet; SETS]) -> [u64; SETS] {
    sets.map(|set| {
        (0..bytes.len().min(MAX_RUN_LEN))
            .filter(|&offset| set.contains(bytes[offset]))
            .fold(0, |mask, offset| mask | 1 << offset)
    })
}

pub(crate) fn run_backward<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let mut reversed = bytes.to_vec();
    reversed.reverse();
    let Run { len, masks } = run(&reversed, set, mask_sets);
    let masks = masks.map(u64::reverse_bits);
    Run { len, masks }
}

/// The sets are those of `Escapes::new` and `Escapes::after`, in order.
pub(crate) fn push_escaped(
    out: &mut String,
    text: &str,
    sets: &[AsciiSet; 5],
    at_stop: impl Fn(&str) -> Option<(usize, &'static str)>,
) -> usize {
    let [escaped, stops, first, escaped_after, stops_after] = sets;
    let is_in = |set: &AsciiSet, c: char| c.is_ascii() && set.contains(c as u8);
    let mut before = None;
    let mut offset = 0;
    while let Some(c) = text[offset..].chars().next() {
        let is_after = before.is_some_and(|before| is_in(first, before));
        if is_in(stops, c) || is_after && is_in(stops_after, c) {
            let Some((len, replacement)) = at_stop(&text[offset..]) else {
                return offset;
            };
            out.push_str(replacement);
            offset += len;
            before = None;
            continue;
        }
        if is_in(escaped, c) || is_after && is_in(escaped_after, c) {
            out.push('\\');
        }
        out.push(c);
        offset += c.len_utf8();
        before = Some(c);
    }
    text.len()
}

pub(crate) fn push_replaced(out: &mut String, text: &str, list: &[(u8, &str)]) {
    for c in text.chars() {
        match list
            .iter()
            .find(|(character, _)| char::from(*character) == c)
        {
            Some((_, replacement)) => out.push_str(replacement),
            None => out.push(c),
        }
    }
}
