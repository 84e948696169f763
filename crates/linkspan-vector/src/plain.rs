//! The plainest way of looking, which all others are compared with. Fuzzing compares with it too.

use super::{AsciiSet, LONGEST_RUN, Run};

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

/// All triggers from a place on.
pub(crate) fn triggers(bytes: &[u8], from: usize) -> Vec<usize> {
    (from..bytes.len())
        .filter(|&at| is_trigger(bytes, at))
        .collect()
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

pub(crate) fn run_before<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    let mut backwards = bytes.to_vec();
    backwards.reverse();
    let Run { length, marks } = run(&backwards, of, marked);
    let marks = marks.map(u64::reverse_bits);
    Run { length, marks }
}
