//! The plainest way of looking, which all others are compared with. Fuzzing compares with it too.

use super::{AsciiSet, BLOCK, Block, LONGEST_RUN, Run};

/// Whether there is a trigger at a place.
fn is_trigger(bytes: &[u8], at: usize) -> bool {
    let starts_name = |at: usize| bytes.get(at).is_some_and(|&byte| byte >= b'0');
    let dot_len = |rest: &[u8]| match rest {
        [b'.', ..] => Some(1),
        [0xE3, 0x80, 0x82, ..] | [0xEF, 0xBC, 0x8E, ..] | [0xEF, 0xBD, 0xA1, ..] => Some(3),
        _ => None,
    };
    match bytes[at..] {
        [b'@', ..] | [b':', b'/', ..] => true,
        ref rest => dot_len(rest).is_some_and(|length| starts_name(at + length)),
    }
}

pub(crate) fn next_block(bytes: &[u8], from: usize) -> Block {
    let mut start = from;
    while start < bytes.len() {
        let end = bytes.len().min(start + BLOCK);
        let triggers = (start..end)
            .filter(|&at| is_trigger(bytes, at))
            .fold(0, |bits, at| bits | 1 << (at - start));
        if triggers != 0 {
            return Block { start, triggers };
        }
        start += BLOCK;
    }
    Block { start, triggers: 0 }
}

pub(crate) fn run<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    let members = bytes.iter().take_while(|&&byte| of.holds(byte));
    let length = members.count().min(LONGEST_RUN);
    let marks = marked.map(|set| {
        (0..length)
            .filter(|&at| set.holds(bytes[at]))
            .fold(0, |bits, at| bits | 1 << at)
    });
    Run { length, marks }
}
