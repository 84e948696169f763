//! Each way of looking against the plainest one.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

/// A way to move a stretch.
type Seek = fn(&mut Stretch, &[u8], usize);

/// Every way of looking, whatever the processor would choose.
fn all_seeks() -> Vec<Seek> {
    let mut all: Vec<Seek> = vec![
        |stretch, bytes, from| {
            stretch.seek(bytes, from);
        },
        portable::seek,
    ];
    #[cfg(target_arch = "x86_64")]
    if x86::Avx2::detect().is_some() {
        all.push(|stretch, bytes, from| {
            x86::Avx2::detect().unwrap().seek(stretch, bytes, from);
        });
    }
    all
}

/// All triggers from a place on, stretch by stretch. After each, some bytes are jumped over.
fn triggers(seek: Seek, bytes: &[u8], from: usize, jump: usize) -> Vec<usize> {
    let mut stretch = Stretch::new();
    let mut triggers = Vec::new();
    let mut place = from;
    while place < bytes.len() {
        seek(&mut stretch, bytes, place);
        assert!(stretch.start >= place);
        assert!((stretch.start - place).is_multiple_of(stretch::STRETCH));
        while let Some(trigger) = stretch.first_from(place) {
            triggers.push(trigger);
            place = trigger + jump;
        }
        place = place.max(stretch.end());
    }
    triggers
}

/// What is left of triggers if some bytes are jumped over after each.
fn jumped(triggers: &[usize], jump: usize) -> Vec<usize> {
    let mut place = 0;
    let mut left = Vec::new();
    for &trigger in triggers {
        if trigger >= place {
            left.push(trigger);
            place = trigger + jump;
        }
    }
    left
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

fn all_runs_before<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Vec<Run<SETS>> {
    let mut found = vec![
        run_before(bytes, of, marked),
        portable::run_before(bytes, of, marked),
    ];
    #[cfg(target_arch = "x86_64")]
    found.extend(x86::Avx2::detect().and_then(|avx2| avx2.run_before(bytes, of, marked)));
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
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn triggers_are_those_of_the_plain_search(
        bytes in prop_oneof![sparse(), vec(telling(), 0..1200), vec(any::<u8>(), 0..1200)],
        from in 0_usize..700,
        jump in prop_oneof![Just(1), 1_usize..700],
    ) {
        let expected = jumped(&plain::triggers(&bytes, from), jump);
        for seek in all_seeks() {
            prop_assert_eq!(&triggers(seek, &bytes, from, jump), &expected);
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
        let expected = plain::run_before(&bytes, &of, sets);
        for found in all_runs_before(&bytes, &of, sets) {
            prop_assert_eq!(found, expected);
        }
    }
}

/// Every trigger at every place of the first two blocks of a text, with every byte after it, and
/// whatever of the text follows.
#[test]
fn nothing_is_missed_anywhere() {
    const LENGTHS: [usize; 3] = [
        2,
        2 * stretch::BLOCK + 8,
        stretch::STRETCH + stretch::BEYOND,
    ];
    for trigger in [".", ":", "@", "。", "．", "｡", "\0\0\0"] {
        for place in 0..2 * stretch::BLOCK {
            for next in 0..=u8::MAX {
                let found = [b" ".repeat(place).as_slice(), trigger.as_bytes(), &[next]].concat();
                for length in LENGTHS {
                    let mut bytes = found.clone();
                    bytes.resize(length.max(found.len()), b' ');
                    let expected = plain::triggers(&bytes, 0);
                    for seek in all_seeks() {
                        let found = triggers(seek, &bytes, 0, 1);
                        assert_eq!(found, expected, "{trigger:?}, {next:#X} at {place}");
                    }
                }
            }
        }
    }
}

/// Texts of all lengths up to a stretch and more, which end with every trigger and every part of one.
#[test]
fn nothing_is_missed_at_the_end() {
    for end in ["a.b", "。中", "．a", "｡a", "://", "a@", "."] {
        for length in 0..stretch::STRETCH + 2 * stretch::BLOCK {
            for cut in 0..=end.len() {
                let bytes = [b"x".repeat(length).as_slice(), &end.as_bytes()[..cut]].concat();
                for seek in all_seeks() {
                    assert_eq!(triggers(seek, &bytes, 0, 1), plain::triggers(&bytes, 0));
                }
            }
        }
    }
}

#[test]
fn nothing_is_found_after_the_end() {
    for from in [3, 4, 600, usize::MAX] {
        for seek in all_seeks() {
            let mut stretch = Stretch::new();
            seek(&mut stretch, b"a@b", from);
            assert_eq!(stretch.first_from(from), None);
            assert!(stretch.end() >= from);
        }
    }
}

#[test]
fn a_set_holds_its_members() {
    let set = AsciiSet::new(b"\0az\x7F").and(AsciiSet::new(b"@"));
    let held: Vec<u8> = (0..=u8::MAX).filter(|&byte| set.holds(byte)).collect();
    assert_eq!(held, b"\0@az\x7F");
}

/// All files in a folder.
fn files(folder: &std::path::Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![std::fs::read(&path).unwrap()]
            }
        })
        .collect()
}

/// What is found does not depend on the processor, nor on whether there is a standard library to ask it.
#[test]
fn every_way_finds_the_same_in_all_test_data() {
    const WORD: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz0123456789-");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let files = files(&root);
    assert!(files.len() > 50, "{} files", files.len());
    for bytes in files {
        let expected = plain::triggers(&bytes, 0);
        for seek in all_seeks() {
            assert_eq!(triggers(seek, &bytes, 0, 1), expected);
        }
        for from in (0..bytes.len()).step_by(61) {
            let (before, after) = bytes.split_at(from);
            let expected = plain::run(after, &WORD, [&WORD]);
            for found in all_runs(after, &WORD, [&WORD]) {
                assert_eq!(found, expected);
            }
            let before = &before[before.len().saturating_sub(100)..];
            let expected = plain::run_before(before, &WORD, [&WORD]);
            for found in all_runs_before(before, &WORD, [&WORD]) {
                assert_eq!(found, expected);
            }
        }
    }
}
