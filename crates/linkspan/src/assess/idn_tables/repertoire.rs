//! The repertoire of a table: its code points, as sorted ranges, and its sequences of code points.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::idna::MAX_LABEL_LEN;
use crate::sort::sort_by;
use crate::unicode::nfc;

/// The maximum number of code points in a sequence. A longer one does not fit into a label.
pub(super) const MAX_SEQUENCE_LEN: usize = MAX_LABEL_LEN;

/// The characters and sequences of which the labels of a table consist.
///
/// A repertoire of 100,000 isolated code points takes 800 KB; adjacent code points are one range of eight bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Repertoire {
    /// Both ends are inclusive. Sorted, without overlaps.
    ranges: Box<[(char, char)]>,
    /// The code points of all sequences, one sequence after the other.
    sequences: Box<[char]>,
    /// Where each sequence ends in `sequences`. The sequences are sorted and at least two code points long.
    sequence_ends: Box<[u32]>,
    /// The code points that occur in sequences, sorted.
    sequence_chars: Box<[char]>,
    /// The length of the longest sequence. Zero if there are none.
    max_sequence_len: usize,
}

impl Repertoire {
    /// Whether a label can be divided into code points and sequences of the repertoire.
    ///
    /// Takes time proportional to the length of the label, the length of the longest sequence and the logarithm of the
    /// number of ranges and sequences.
    pub(super) fn allows(&self, label: &[char]) -> bool {
        if self.max_sequence_len == 0 {
            return label.iter().all(|&c| self.contains(c));
        }
        // `is_reachable[n]`: whether the first `n` code points can be divided.
        let mut is_reachable = alloc::vec![false; label.len() + 1];
        if let Some(start) = is_reachable.first_mut() {
            *start = true;
        }
        for start in 0..label.len() {
            if is_reachable.get(start) != Some(&true) {
                continue;
            }
            for len in self.lengths_at(label, start) {
                if let Some(end) = is_reachable.get_mut(start + len) {
                    *end = true;
                }
            }
        }
        is_reachable.last() == Some(&true)
    }

    /// For each code point of a label that the repertoire contains, by itself or in a sequence that occurs in the
    /// label at its position, sets the flag.
    pub(super) fn mark_contained(&self, label: &[char], flags: &mut [bool]) {
        for start in 0..label.len() {
            for len in self.lengths_at(label, start) {
                if let Some(flags) = flags.get_mut(start..start + len) {
                    flags.fill(true);
                }
            }
        }
    }

    /// Whether a sequence contains a code point.
    pub(super) fn has_in_sequence(&self, c: char) -> bool {
        self.sequence_chars.binary_search(&c).is_ok()
    }

    /// The lengths of the code point and of the sequences of the repertoire that start at an index of a label.
    fn lengths_at(&self, label: &[char], start: usize) -> impl Iterator<Item = usize> {
        let rest = label.get(start..).unwrap_or_default();
        let single = rest.first().is_some_and(|&c| self.contains(c));
        let longest = self.max_sequence_len.min(rest.len());
        let sequences = (2..=longest).filter(|&len| {
            rest.get(..len)
                .is_some_and(|part| self.contains_sequence(part))
        });
        single.then_some(1).into_iter().chain(sequences)
    }

    /// Whether a code point is allowed by itself.
    fn contains(&self, c: char) -> bool {
        let after = self.ranges.partition_point(|&(first, _)| first <= c);
        let range = after
            .checked_sub(1)
            .and_then(|index| self.ranges.get(index));
        range.is_some_and(|&(_, last)| c <= last)
    }

    fn contains_sequence(&self, sequence: &[char]) -> bool {
        let (mut low, mut high) = (0, self.sequence_ends.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.sequence(middle).cmp(sequence) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Equal => return true,
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }

    fn sequence(&self, index: usize) -> &[char] {
        let end_of = |index: usize| self.sequence_ends.get(index).map_or(0, |&end| end as usize);
        let start = index.checked_sub(1).map_or(0, end_of);
        self.sequences.get(start..end_of(index)).unwrap_or_default()
    }
}

/// Collects the entries of a table in any order.
#[derive(Default)]
pub(super) struct RepertoireBuilder {
    ranges: Vec<(char, char)>,
    sequences: Vec<Box<[char]>>,
}

impl RepertoireBuilder {
    /// Adds a code point or a sequence.
    ///
    /// A sequence is normalized (NFC), as UTS #46 normalizes labels.
    pub(super) fn add(&mut self, code_points: &[char]) {
        if let &[c] = code_points {
            self.add_range(c, c);
            return;
        }
        let normalized: Box<[char]> = nfc(code_points.iter().copied()).collect();
        match *normalized {
            [] => {}
            [c] => self.add_range(c, c),
            _ => self.sequences.push(normalized),
        }
    }

    /// Adds all code points of a range. Both ends are inclusive.
    pub(super) fn add_range(&mut self, first: char, last: char) {
        self.ranges.push((first, last));
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.ranges.len() + self.sequences.len()
    }

    pub(super) fn build(mut self) -> Repertoire {
        sort_by(&mut self.ranges, Ord::cmp);
        let mut ranges: Vec<(char, char)> = Vec::new();
        for (first, last) in self.ranges {
            match ranges.last_mut() {
                // Adjacent ranges become one, too.
                Some(before) if u32::from(first) <= u32::from(before.1) + 1 => {
                    before.1 = before.1.max(last);
                }
                _ => ranges.push((first, last)),
            }
        }
        sort_by(&mut self.sequences, Ord::cmp);
        self.sequences.dedup();
        let mut end = 0;
        let ends = self.sequences.iter().map(|sequence| {
            // Fits: the number and the length of sequences are limited.
            end += u32::try_from(sequence.len()).unwrap_or(u32::MAX);
            end
        });
        let sequence_ends = ends.collect();
        let lengths = self.sequences.iter().map(|sequence| sequence.len());
        let max_sequence_len = lengths.max().unwrap_or(0);
        let sequences = self.sequences.concat();
        let mut sequence_chars = sequences.clone();
        sort_by(&mut sequence_chars, Ord::cmp);
        sequence_chars.dedup();
        Repertoire {
            ranges: ranges.into(),
            sequences: sequences.into(),
            sequence_ends,
            sequence_chars: sequence_chars.into(),
            max_sequence_len,
        }
    }
}

/// Parses a code point: four to six hexadecimal digits. `None` for surrogates and numbers that are too large, too.
pub(super) fn parse_code_point(digits: &str) -> Option<char> {
    let is_number = matches!(digits.len(), 4..=6) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let number = is_number.then(|| u32::from_str_radix(digits, 16))?;
    char::from_u32(number.ok()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::vec::Vec;

    use proptest::char::range;
    use proptest::prelude::*;

    use super::*;

    /// The repertoire as sets, and the definition of an allowed label word for word.
    #[derive(Default)]
    struct Reference {
        code_points: BTreeSet<char>,
        sequences: BTreeSet<Vec<char>>,
    }

    impl Reference {
        fn allows(&self, label: &[char]) -> bool {
            (1..=label.len()).any(|len| {
                let (part, rest) = label.split_at(len);
                let is_part = match part {
                    [c] => self.code_points.contains(c),
                    _ => self.sequences.contains(part),
                };
                is_part && self.allows(rest)
            }) || label.is_empty()
        }
    }

    fn build(ranges: &[(char, char)], sequences: &[Vec<char>]) -> (Repertoire, Reference) {
        let (mut builder, mut reference) = (RepertoireBuilder::default(), Reference::default());
        for &(a, b) in ranges {
            let (first, last) = (a.min(b), a.max(b));
            builder.add_range(first, last);
            reference.code_points.extend(first..=last);
        }
        for sequence in sequences {
            builder.add(sequence);
            if let &[c] = sequence.as_slice() {
                reference.code_points.insert(c);
            } else {
                reference.sequences.insert(sequence.clone());
            }
        }
        (builder.build(), reference)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn labels_are_allowed_as_in_the_reference(
            ranges in prop::collection::vec((range('a', 'h'), range('a', 'h')), 0..3),
            sequences in prop::collection::vec(prop::collection::vec(range('a', 'f'), 1..4), 0..6),
            label in prop::collection::vec(range('a', 'h'), 0..8),
        ) {
            let (repertoire, reference) = build(&ranges, &sequences);
            prop_assert_eq!(repertoire.allows(&label), reference.allows(&label));
            let mut flags = std::vec![false; label.len()];
            repertoire.mark_contained(&label, &mut flags);
            let all_contained = flags.iter().all(|&flag| flag);
            prop_assert!(all_contained || !repertoire.allows(&label));
        }

        #[test]
        fn code_points_are_contained_as_in_the_reference(
            ranges in prop::collection::vec((range('\u{D7F0}', '\u{E010}'), range('\u{D7F0}', '\u{E010}')), 0..8),
            c in range('\u{D7E0}', '\u{E020}'),
        ) {
            let (repertoire, reference) = build(&ranges, &[]);
            prop_assert_eq!(repertoire.contains(c), reference.code_points.contains(&c));
        }
    }

    #[test]
    fn ranges_are_merged() {
        let ranges = [('d', 'f'), ('a', 'b'), ('c', 'c'), ('e', 'h'), ('x', 'x')];
        let (repertoire, _) = build(&ranges, &[]);
        assert_eq!(*repertoire.ranges, [('a', 'h'), ('x', 'x')]);
    }

    #[test]
    fn sequences_are_normalized() {
        let mut builder = RepertoireBuilder::default();
        builder.add(&['a', '\u{300}']);
        builder.add(&['q', '\u{300}']);
        let repertoire = builder.build();
        assert!(repertoire.allows(&['à', 'q', '\u{300}']));
        assert!(!repertoire.allows(&['q']) && !repertoire.allows(&['\u{300}']));
    }

    #[test]
    fn code_points_have_four_to_six_digits() {
        assert_eq!(parse_code_point("00e9"), Some('é'));
        assert_eq!(parse_code_point("01F600"), Some('😀'));
        for invalid in [
            "", "61", "+061", "0000061", "D800", "110000", "00g1", "é061",
        ] {
            assert_eq!(parse_code_point(invalid), None, "{invalid}");
        }
    }
}
