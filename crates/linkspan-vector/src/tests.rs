//! Compares all implementations with the reference implementation.

use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::block::{BLOCK_LEN, LOOKAHEAD, WORD_LEN};
use crate::count::count_portable;
use crate::vector16::array::Array;

/// An implementation of [`TriggerBlock::seek`].
type Seek = fn(&mut TriggerBlock, &[u8], usize);

/// Returns all implementations that this processor can run.
fn all_seeks() -> Vec<Seek> {
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(
            unused_mut,
            reason = "other targets choose their vectors at compile time"
        )
    )]
    let mut all: Vec<Seek> = vec![
        |block, bytes, from| {
            block.seek(bytes, from);
        },
        baseline::seek,
        portable::seek,
        vector16::seek::<Array>,
    ];
    #[cfg(target_arch = "x86_64")]
    {
        if x86::Avx2::detect().is_some() {
            all.push(|block, bytes, from| {
                x86::Avx2::detect().unwrap().seek(block, bytes, from);
            });
        }
        if x86::Avx512::detect().is_some() {
            all.push(|block, bytes, from| {
                x86::Avx512::detect().unwrap().seek(block, bytes, from);
            });
        }
    }
    all
}

/// Finds the triggers from an offset on, block by block. The search continues `step` bytes after each
/// trigger.
fn triggers(seek: Seek, bytes: &[u8], from: usize, step: usize) -> Vec<usize> {
    let mut block = TriggerBlock::new();
    let mut triggers = Vec::new();
    let mut offset = from;
    while offset < bytes.len() {
        seek(&mut block, bytes, offset);
        assert!(block.start >= offset);
        assert!((block.start - offset).is_multiple_of(BLOCK_LEN));
        while let Some(trigger) = block.next_trigger(offset) {
            triggers.push(trigger);
            offset = trigger + step;
        }
        offset = offset.max(block.end());
    }
    triggers
}

/// Keeps the triggers that a search finds if it continues `step` bytes after each trigger.
fn at_least_apart(triggers: &[usize], step: usize) -> Vec<usize> {
    let mut offset = 0;
    let mut kept = Vec::new();
    for &trigger in triggers {
        if trigger >= offset {
            kept.push(trigger);
            offset = trigger + step;
        }
    }
    kept
}

/// Returns the results of all implementations of [`run()`].
fn all_runs<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Vec<Run<SETS>> {
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(
            unused_mut,
            reason = "other targets choose their vectors at compile time"
        )
    )]
    let mut results = vec![
        run(bytes, set, mask_sets),
        portable::run(bytes, set, mask_sets),
        vector16::run::<Array, SETS>(bytes, set, mask_sets),
    ];
    #[cfg(target_arch = "x86_64")]
    {
        results.extend(x86::Avx2::detect().map(|avx2| avx2.run(bytes, set, mask_sets)));
        results.extend(x86::Avx512::detect().map(|avx512| avx512.run(bytes, set, mask_sets)));
    }
    results
}

/// Returns the results of all implementations of [`run_backward()`].
fn all_runs_backward<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Vec<Run<SETS>> {
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(
            unused_mut,
            reason = "other targets choose their vectors at compile time"
        )
    )]
    let mut results = vec![
        run_backward(bytes, set, mask_sets),
        portable::run_backward(bytes, set, mask_sets),
        vector16::run_backward::<Array, SETS>(bytes, set, mask_sets),
    ];
    #[cfg(target_arch = "x86_64")]
    {
        results.extend(x86::Avx2::detect().map(|avx2| avx2.run_backward(bytes, set, mask_sets)));
        results
            .extend(x86::Avx512::detect().map(|avx512| avx512.run_backward(bytes, set, mask_sets)));
    }
    results
}

/// Returns the results of all implementations of [`masks()`].
fn all_masks<const SETS: usize>(bytes: &[u8], sets: &[AsciiSet; SETS]) -> Vec<[u64; SETS]> {
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_mut, reason = "other targets have no implementation")
    )]
    let mut results: Vec<_> = masks(bytes, sets).into_iter().collect();
    #[cfg(target_arch = "x86_64")]
    {
        results.extend(x86::Avx2::detect().map(|avx2| avx2.masks(bytes, sets)));
        results.extend(x86::Avx512::detect().map(|avx512| avx512.masks(bytes, sets)));
    }
    results
}

/// A text of several words of 64 bytes, in which nothing is escaped.
const LONG: &str = "This text consists of several words of sixty-four bytes, and fast paths for words in which nothing is \
    escaped take it as a whole, wherever it starts. What is before and after it takes the slow path, which is why it occurs \
    together with other texts, and more than once. It ends here, after more than two hundred and fifty-six bytes.";

/// What is appended at some stops. A long text may not fit into the capacity that was reserved.
fn at_stop(rest: &str) -> Option<(usize, &'static str)> {
    let replaced = [("#é", "<"), ("#", "\u{FFFD}"), ("1", LONG), ("\0", "")];
    let replaced = replaced.iter().find(|(start, _)| rest.starts_with(start))?;
    Some((replaced.0.len(), replaced.1))
}

/// Returns the results of all implementations of [`push_escaped`], with `at_stop` or without: what is appended to a string,
/// and the length. The first result is that of the reference implementation.
fn all_escaped(text: &str, escapes: &Escapes, has_replacements: bool) -> Vec<(String, usize)> {
    let at_stop = |rest: &str| {
        assert!(
            text.ends_with(rest) && !rest.is_empty(),
            "the rest starts at a stop"
        );
        at_stop(rest).filter(|_| has_replacements)
    };
    let result = |push: &dyn Fn(&mut String) -> usize| {
        let mut out = String::from("é");
        let len = push(&mut out);
        (out, len)
    };
    let by_part = |push_part: &dyn Fn(&mut String, &str) -> usize| {
        result(&|out| escape::push_parts(out, text, push_part, at_stop))
    };
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_mut, reason = "other targets have one implementation")
    )]
    let mut results = vec![
        result(&|out| reference::push_escaped(out, text, &escapes.sets, at_stop)),
        result(&|out| push_escaped(out, text, escapes, at_stop)),
        by_part(&|out, part| escape::push_by_slice(out, part, escapes)),
    ];
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx2) = x86::Avx2::detect() {
            results.push(by_part(&|out, part| avx2.push_escaped(out, part, escapes)));
        }
        if let Some(avx512) = x86::Avx512::detect() {
            results.push(result(&|out| {
                avx512.push_escaped(out, text, escapes, at_stop)
            }));
        }
    }
    results
}

/// Returns what [`push_replaced`] appends to a string, if it is fast.
fn replaced(text: &str, list: &[(u8, &str)]) -> Option<String> {
    let mut out = String::from("é");
    push_replaced(&mut out, text, &Replacements::new(list)).then_some(out)
}

/// Bytes of triggers, and the bytes just below and above the limits of ranges.
fn relevant_byte() -> impl Strategy<Value = u8> {
    select(
        b".:@/0a -_9Zz~\x00\x7F\xE3\x80\x82\xEF\xBC\x8E\xBD\xA1\xE2\xEE\xF0\xFF\x81\xBB".to_vec(),
    )
}

/// Texts with few triggers.
fn sparse_text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => vec(select(b" ax\xE5".to_vec()), 0..90),
        1 => vec(relevant_byte(), 1..6),
        1 => select(vec!["。a", "．中", "｡\u{1F600}", "。 ", "。", "a.b", "://", "@"])
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn triggers_agree_with_reference(
        bytes in prop_oneof![
            sparse_text(),
            vec(relevant_byte(), 0..1200),
            vec(any::<u8>(), 0..1200),
        ],
        from in 0_usize..700,
        step in prop_oneof![Just(1), 1_usize..700],
    ) {
        let expected = at_least_apart(&reference::triggers(&bytes, from), step);
        for seek in all_seeks() {
            prop_assert_eq!(&triggers(seek, &bytes, from, step), &expected);
        }
    }

    #[test]
    fn runs_agree_with_reference(
        bytes in prop_oneof![vec(select(b"abc-.".to_vec()), 0..90), vec(any::<u8>(), 0..90)],
        members in vec(0_u8..0x80, 0..100),
        masked in vec(0_u8..0x80, 0..20),
    ) {
        let set = AsciiSet::new(&members).union(AsciiSet::new(b"abc-."));
        let mask_sets = [&AsciiSet::new(&masked), &AsciiSet::new(b"."), &set];
        let expected = reference::run(&bytes, &set, mask_sets);
        for result in all_runs(&bytes, &set, mask_sets) {
            prop_assert_eq!(result, expected);
        }
        let expected = reference::run_backward(&bytes, &set, mask_sets);
        for result in all_runs_backward(&bytes, &set, mask_sets) {
            prop_assert_eq!(result, expected);
        }
        let expected = reference::masks(&bytes, mask_sets);
        for result in all_masks(&bytes, &mask_sets.map(|&set| set)) {
            prop_assert_eq!(result, expected);
        }
    }

    #[test]
    fn members_agree_with_reference(
        bytes in prop_oneof![
            vec(select(b"aaaaaaaaaaaaaaa<\x00\xE3".to_vec()), 0..300),
            vec(any::<u8>(), 0..300),
        ],
        set in vec(0_u8..0x80, 0..6),
    ) {
        let set = AsciiSet::new(&set).union(AsciiSet::new(b"<"));
        let expected: Vec<usize> =
            (0..bytes.len()).filter(|&offset| set.contains(bytes[offset])).collect();
        prop_assert_eq!(members(&bytes, &set).collect::<Vec<_>>(), expected.clone());
        for from in [0, 1, 63, 64, 65, 299, 300, usize::MAX] {
            let word = portable::members(&bytes, from, &set);
            prop_assert_eq!(baseline::members(&bytes, from, &set), word);
            prop_assert_eq!(vector16::members::<Array>(&bytes, from, &set), word);
            #[cfg(target_arch = "x86_64")]
            {
                if let Some(avx2) = x86::Avx2::detect() {
                    prop_assert_eq!(avx2.members(&bytes, from, &set), word);
                }
                if let Some(avx512) = x86::Avx512::detect() {
                    prop_assert_eq!(avx512.members(&bytes, from, &set), word);
                }
            }
            let next = word.map(|(start, mask)| start + mask.trailing_zeros() as usize);
            prop_assert_eq!(next, expected.iter().copied().find(|&offset| offset >= from));
        }
    }

    #[test]
    fn counts_agree_with_reference(
        bytes in vec(select(b"aaa\n\n\x00\xE3".to_vec()), 0..300),
        start in 0_usize..70,
        byte in select(b"\n\x00\xE3b".to_vec()),
    ) {
        let bytes = bytes.get(start..).unwrap_or_default();
        let expected: usize = bytes.iter().map(|&b| usize::from(b == byte)).sum();
        prop_assert_eq!(count(bytes, byte), expected);
        prop_assert_eq!(count_portable(bytes, byte), expected);
    }

    #[test]
    fn escaped_texts_agree_with_reference(
        pieces in vec(select(vec!["a", "*", "**", "_", "\n", "\n#", "#", "\0", "é", "中", "a word and more ", "1234567", LONG]), 0..60),
        stops in select(vec!["", "\0", "1", "\0a"]),
        after in select(vec![["", "", ""], ["\n", "#", ""], ["\n", "", "#"], ["\n", "#", "1_"], ["\n*", "a#*\0", "#\n"], ["a", "a", ""]]),
    ) {
        let text: String = pieces.concat();
        let set = |members: &str| AsciiSet::new(members.as_bytes());
        let [first, escaped_after, stops_after] = after.map(set);
        let escapes = Escapes::new(set("*_\\"), set(stops)).after(first, escaped_after, stops_after);
        for has_replacements in [false, true] {
            let results = all_escaped(&text, &escapes, has_replacements);
            for result in &results {
                prop_assert_eq!(result, &results[0]);
            }
        }
    }

    #[test]
    fn replaced_texts_agree_with_reference(
        pieces in vec(select(vec!["a", "<", "<<&", "\0", "é", "中", "&", "a word and more ", "1234567"]), 0..80),
        list in select(vec![
            &[(b'<', "&lt;"), (b'&', "&amp;"), (0, "\u{FFFD}")][..],
            &[(b'a', "1234567"), (b'<', ""), (b'&', "é")],
            &[],
        ]),
    ) {
        let text: String = pieces.concat();
        let mut expected = String::from("é");
        reference::push_replaced(&mut expected, &text, list);
        if let Some(result) = replaced(&text, list) {
            prop_assert_eq!(result, expected);
        }
    }

    #[test]
    fn texts_are_appended_in_order(
        texts in prop::array::uniform5(("[a-zé]{0,70}", 0_usize..200)),
        capacity in 0_usize..1000,
    ) {
        let texts = texts.map(|(text, len)| text.chars().cycle().take(if text.is_empty() { 0 } else { len }).collect::<String>());
        let mut out = String::with_capacity(capacity);
        out.push('é');
        if push_texts(&mut out, texts.each_ref().map(String::as_str)) {
            prop_assert_eq!(out, std::format!("é{}", texts.concat()));
        } else {
            prop_assert_eq!(out, "é");
        }
    }

    #[test]
    fn set_operations_agree_with_boolean_operations(
        a in vec(0_u8..0x80, 0..100),
        b in vec(0_u8..0x80, 0..100),
    ) {
        let (set_a, set_b) = (AsciiSet::new(&a), AsciiSet::new(&b));
        for byte in 0..=u8::MAX {
            let (in_a, in_b) = (a.contains(&byte), b.contains(&byte));
            prop_assert_eq!(set_a.contains(byte), in_a);
            prop_assert_eq!(set_a.union(set_b).contains(byte), in_a || in_b);
            prop_assert_eq!(set_a.intersection(set_b).contains(byte), in_a && in_b);
            prop_assert_eq!(set_a.difference(set_b).contains(byte), in_a && !in_b);
        }
    }

    #[test]
    fn sets_from_a_table_equal_sets_from_a_list(members in vec(0_u8..0x80, 0..100)) {
        let mut table = [false; 128];
        for &member in &members {
            table[usize::from(member)] = true;
        }
        prop_assert_eq!(AsciiSet::from_members(&table), AsciiSet::new(&members));
    }
}

/// Tests each trigger at each offset of the first two words, before each possible byte, in texts that end
/// there and in longer ones.
#[test]
fn triggers_are_found_at_every_offset() {
    const LENGTHS: [usize; 3] = [2, 2 * WORD_LEN + 8, BLOCK_LEN + LOOKAHEAD];
    for trigger in [".", ":", "@", "。", "．", "｡", "\0\0\0"] {
        for offset in 0..2 * WORD_LEN {
            for next in 0..=u8::MAX {
                let start = [b" ".repeat(offset).as_slice(), trigger.as_bytes(), &[next]].concat();
                for length in LENGTHS {
                    let mut bytes = start.clone();
                    bytes.resize(length.max(start.len()), b' ');
                    let expected = reference::triggers(&bytes, 0);
                    for seek in all_seeks() {
                        let found = triggers(seek, &bytes, 0, 1);
                        assert_eq!(found, expected, "{trigger:?}, {next:#X} at {offset}");
                    }
                }
            }
        }
    }
}

/// Tests texts of all lengths up to more than a block, which end with each trigger and each part of one.
#[test]
fn triggers_are_found_at_the_end_of_texts_of_every_length() {
    for end in ["a.b", "。中", "．a", "｡a", "://", "a@", "."] {
        for length in 0..BLOCK_LEN + 2 * WORD_LEN {
            for cut in 0..=end.len() {
                let bytes = [b"x".repeat(length).as_slice(), &end.as_bytes()[..cut]].concat();
                for seek in all_seeks() {
                    assert_eq!(triggers(seek, &bytes, 0, 1), reference::triggers(&bytes, 0));
                }
            }
        }
    }
}

#[test]
fn texts_of_every_length_are_escaped() {
    let [first, escaped_after, stops_after] = [b"\n", b"+", b"#"].map(|set| AsciiSet::new(set));
    let escapes = Escapes::new(AsciiSet::new(b"*"), AsciiSet::new(b"\0")).after(
        first,
        escaped_after,
        stops_after,
    );
    for len in 0..200 {
        for text in [
            "*".repeat(len),
            "a".repeat(len) + "*",
            "a".repeat(len) + "\n#",
            "a".repeat(len) + "\n+",
            "a".repeat(len) + &"\n+".repeat(len),
            "*".repeat(len) + "\0b",
        ] {
            for has_replacements in [false, true] {
                let results = all_escaped(&text, &escapes, has_replacements);
                for result in &results {
                    assert_eq!(result, &results[0], "{text:?}");
                }
            }
        }
    }
}

#[test]
fn texts_of_every_length_have_replacements() {
    let list = &[(b'<', "1234567"), (b'&', "")][..];
    for len in 0..200 {
        for text in [
            "<".repeat(len),
            "&".repeat(len),
            "a".repeat(len) + "<",
            "<a&".repeat(len),
        ] {
            let mut expected = String::from("é");
            reference::push_replaced(&mut expected, &text, list);
            if let Some(result) = replaced(&text, list) {
                assert_eq!(result, expected, "{text:?}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "a replacement is too long")]
fn long_replacements_are_rejected() {
    let _ = Replacements::new(&[(b'a', "12345678")]);
}

#[test]
fn no_triggers_are_found_past_the_end() {
    for from in [3, 4, 600, usize::MAX] {
        for seek in all_seeks() {
            let mut block = TriggerBlock::new();
            seek(&mut block, b"a@b", from);
            assert_eq!(block.next_trigger(from), None);
            assert!(block.end() >= from);
        }
    }
}

#[test]
fn sets_contain_exactly_their_members() {
    let set = AsciiSet::new(b"\0az\x7F").union(AsciiSet::new(b"@"));
    let members: Vec<u8> = (0..=u8::MAX).filter(|&byte| set.contains(byte)).collect();
    assert_eq!(members, b"\0@az\x7F");
}

#[test]
fn full_and_empty_tables_make_full_and_empty_sets() {
    const FULL: AsciiSet = AsciiSet::from_members(&[true; 128]);
    const EMPTY: AsciiSet = AsciiSet::from_members(&[false; 128]);
    for byte in 0..=u8::MAX {
        assert_eq!(FULL.contains(byte), byte.is_ascii());
        assert!(!EMPTY.contains(byte));
    }
}

#[test]
#[should_panic(expected = "members must be ASCII")]
fn members_above_ascii_are_rejected() {
    let _ = AsciiSet::new(b"a\x80");
}

/// Returns the contents of all files in a folder and its subfolders.
fn file_contents(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                file_contents(&path)
            } else {
                vec![std::fs::read(&path).unwrap()]
            }
        })
        .collect()
}

/// Results must not depend on the processor or on the feature `std`.
#[test]
fn implementations_agree_on_all_test_data() {
    const LABEL: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz0123456789-");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let files = file_contents(&root);
    assert!(files.len() > 50, "{} files", files.len());
    for bytes in files {
        let expected = reference::triggers(&bytes, 0);
        for seek in all_seeks() {
            assert_eq!(triggers(seek, &bytes, 0, 1), expected);
        }
        for offset in (0..bytes.len()).step_by(61) {
            let (before, after) = bytes.split_at(offset);
            let expected = reference::run(after, &LABEL, [&LABEL]);
            for result in all_runs(after, &LABEL, [&LABEL]) {
                assert_eq!(result, expected);
            }
            let before = &before[before.len().saturating_sub(100)..];
            let expected = reference::run_backward(before, &LABEL, [&LABEL]);
            for result in all_runs_backward(before, &LABEL, [&LABEL]) {
                assert_eq!(result, expected);
            }
        }
    }
}
