//! The vectorised search against the plainest one.

use std::fmt;

use arbitrary::Arbitrary;
use linkspan_vector::{AsciiSet, LONGEST_RUN, Run, Stretch, run, run_before};

#[path = "../../crates/linkspan-vector/src/plain.rs"]
mod plain;

/// Bytes, and where to start.
#[derive(Arbitrary)]
pub struct Vector<'a> {
    from: u8,
    bytes: &'a [u8],
}

impl Vector<'_> {
    /// Panics if the two differ.
    pub fn check(&self) {
        // Memory that ends where the text does, so that a load beyond it is noticed.
        let bytes: Box<[u8]> = self.bytes.into();
        let from = usize::from(self.from);
        assert_eq!(triggers(&bytes, from), plain::triggers(&bytes, from));
        let rest = bytes.get(from..).unwrap_or_default();
        let (members, text) = rest.split_at(rest.len() / 4);
        let ascii: Vec<u8> = members.iter().map(|byte| byte & 0x7F).collect();
        let of = AsciiSet::new(&ascii).and(AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz.-"));
        let sets = [&AsciiSet::new(b".:@"), &AsciiSet::new(&ascii), &of];
        let text: Box<[u8]> = text.into();
        assert_eq!(run(&text, &of, sets), plain::run(&text, &of, sets));
        let (found, expected) = (
            run_before(&text, &of, sets),
            plain::run_before(&text, &of, sets),
        );
        assert_eq!(found, expected);
    }
}

/// All triggers from a place on.
fn triggers(bytes: &[u8], from: usize) -> Vec<usize> {
    let mut stretch = Stretch::new();
    let mut next = stretch.seek(bytes, from);
    let mut triggers = Vec::new();
    while let Some(place) = next {
        triggers.push(place);
        let end = stretch.end();
        next = stretch
            .first_from(place + 1)
            .or_else(|| stretch.seek(bytes, end));
    }
    triggers
}

/// As a test to paste among those of `linkspan-vector`.
impl fmt::Debug for Vector<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes.escape_ascii();
        crate::write_test(
            f,
            &[
                format!("let (bytes, from) = (b\"{bytes}\", {})", self.from),
                "assert_eq!(triggers(portable::seek, bytes, from, 1), plain::triggers(bytes, from))".to_owned(),
            ],
        )
    }
}
