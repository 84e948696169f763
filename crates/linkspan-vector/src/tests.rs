//! Each way of looking against the plainest one.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

/// Every way of looking, whatever the processor would choose.
fn all_next_blocks(bytes: &[u8], from: usize) -> Vec<Block> {
    let mut found = vec![next_block(bytes, from), portable::next_block(bytes, from)];
    #[cfg(target_arch = "x86_64")]
    found.extend(x86::Avx2::detect().map(|avx2| avx2.next_block(bytes, from)));
    found
}

fn all_runs<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Vec<Run<SETS>> {
    let mut found = vec![run(bytes, of, marked), portable::run(bytes, of, marked)];
    #[cfg(target_arch = "x86_64")]
    found.extend(x86::Avx2::detect().map(|avx2| avx2.run(bytes, of, marked)));
    found
}

/// Bytes that are likely to matter, and their neighbours.
fn telling() -> impl Strategy<Value = u8> {
    select(
        b".:@/0a -_9Zz~\x00\x7F\xE3\x80\x82\xEF\xBC\x8E\xBD\xA1\xE2\xEE\xF0\xFF\x81\xBB".to_vec(),
    )
}

/// Mostly nothing, with something now and then.
fn sparse() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => vec(select(b" ax\xE5".to_vec()), 0..90),
        1 => vec(telling(), 1..6),
        1 => select(vec!["。a", "．中", "｡\u{1F600}", "。 ", "。", "a.b", "://", "@"])
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn blocks_are_those_of_the_plain_search(
        bytes in prop_oneof![sparse(), vec(telling(), 0..300), vec(any::<u8>(), 0..300)],
        from in 0_usize..320,
    ) {
        let expected = plain::next_block(&bytes, from);
        for found in all_next_blocks(&bytes, from) {
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn runs_are_those_of_the_plain_search(
        bytes in prop_oneof![vec(select(b"abc-.".to_vec()), 0..90), vec(any::<u8>(), 0..90)],
        members in vec(0_u8..0x80, 0..100),
        marked in vec(0_u8..0x80, 0..20),
    ) {
        let of = AsciiSet::new(&members).and(AsciiSet::new(b"abc-."));
        let sets = [&AsciiSet::new(&marked), &AsciiSet::new(b"."), &of];
        let expected = plain::run(&bytes, &of, sets);
        for found in all_runs(&bytes, &of, sets) {
            prop_assert_eq!(found, expected);
        }
    }
}

/// Every trigger at every place of a block, with every byte after it.
#[test]
fn nothing_is_missed_anywhere() {
    for trigger in [".", ":", "@", "。", "．", "｡", "\0\0\0"] {
        for place in 0..2 * BLOCK {
            for next in 0..=u8::MAX {
                let mut bytes = vec![b' '; 2 * BLOCK + 8];
                bytes.splice(place..=place, trigger.bytes().chain([next]));
                let expected = plain::next_block(&bytes, 0);
                for found in all_next_blocks(&bytes, 0) {
                    assert_eq!(found, expected, "{trigger:?} before {next:#X} at {place}");
                }
            }
        }
    }
}

#[test]
fn a_set_holds_its_members() {
    let set = AsciiSet::new(b"\0az\x7F").and(AsciiSet::new(b"@"));
    let held: Vec<u8> = (0..=u8::MAX).filter(|&byte| set.holds(byte)).collect();
    assert_eq!(held, b"\0@az\x7F");
}
