//! The vectorized search, compared with the reference implementation of `linkspan-vector`.

use std::fmt;

use arbitrary::Arbitrary;
use linkspan_vector::{
    AsciiSet, Escapes, MAX_RUN_LEN, Replacements, Run, TriggerBlock, masks, push_escaped,
    push_replaced, run, run_backward,
};

#[path = "../../crates/linkspan-vector/src/reference.rs"]
mod reference;

/// Bytes, and the offset at which the search starts.
#[derive(Arbitrary)]
pub struct Vector<'a> {
    from: u8,
    bytes: &'a [u8],
}

/// Characters that are in the set of every run, in addition to those from the input.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz.-";

/// Characters, and what replaces them.
const REPLACEMENTS: &[(u8, &str)] = &[(b'a', "1234567"), (b'.', ""), (b'&', "é"), (0, "&#0;")];

impl Vector<'_> {
    /// Splits the input into the members of a set and the text in which a run of them is searched.
    fn run(&self) -> (Vec<u8>, Box<[u8]>) {
        let rest = self.bytes.get(usize::from(self.from)..).unwrap_or_default();
        let (members, text) = rest.split_at(rest.len() / 4);
        let ascii = members.iter().map(|byte| byte & 0x7F).collect();
        // A boxed slice has no spare capacity, so a sanitizer notices a load past its end.
        (ascii, text.into())
    }

    /// Panics if the results differ.
    pub fn check(&self) {
        let from = usize::from(self.from);
        // Short of a block and, most often, more than one.
        for bytes in [self.bytes.to_vec(), self.bytes.repeat(3)] {
            let bytes = bytes.into_boxed_slice();
            assert_eq!(triggers(&bytes, from), reference::triggers(&bytes, from));
        }
        let (members, text) = self.run();
        let of = AsciiSet::new(&members).union(AsciiSet::new(LETTERS));
        let sets = [&AsciiSet::new(b".:@"), &AsciiSet::new(&members), &of];
        assert_eq!(run(&text, &of, sets), reference::run(&text, &of, sets));
        let (found, expected) = (
            run_backward(&text, &of, sets),
            reference::run_backward(&text, &of, sets),
        );
        assert_eq!(found, expected);
        if let Some(found) = masks(&text, &sets.map(|&set| set)) {
            assert_eq!(found, reference::masks(&text, sets));
        }
        let text = String::from_utf8_lossy(&text);
        let [escaped, stops, first, escaped_after, stops_after] = escapes(&members);
        let (mut found, mut expected) = (String::new(), String::new());
        let escapes = Escapes::new(escaped, stops).after(first, escaped_after, stops_after);
        let found_len = push_escaped(&mut found, &text, &escapes, at_stop);
        // Other processors than x86-64 stop before what is escaped only after other characters.
        if cfg!(target_arch = "x86_64") {
            let escaped_after = escaped_after.difference(escaped.union(stops));
            let sets = [escaped, stops, first, escaped_after, stops_after];
            let expected_len = reference::push_escaped(&mut expected, &text, &sets, at_stop);
            assert_eq!((found, found_len), (expected, expected_len));
        }
        let (mut found, mut expected) = (String::new(), String::new());
        if push_replaced(&mut found, &text, &Replacements::new(REPLACEMENTS)) {
            reference::push_replaced(&mut expected, &text, REPLACEMENTS);
            assert_eq!(found, expected);
        }
    }
}

/// The sets of [`Escapes::new`] and [`Escapes::after`], of which the first one has these members.
fn escapes(members: &[u8]) -> [AsciiSet; 5] {
    [members, b"\0\t", b"\n.a", b"#+a", b" ."].map(AsciiSet::new)
}

/// What stands for a NUL.
fn at_stop(rest: &str) -> Option<(usize, &'static str)> {
    rest.starts_with('\0').then_some((1, "\u{FFFD}"))
}

/// The offsets of all triggers from `from` on.
fn triggers(bytes: &[u8], from: usize) -> Vec<usize> {
    let mut block = TriggerBlock::new();
    let mut next = block.seek(bytes, from);
    let mut triggers = Vec::new();
    while let Some(offset) = next {
        triggers.push(offset);
        let end = block.end();
        next = block
            .next_trigger(offset + 1)
            .or_else(|| block.seek(bytes, end));
    }
    triggers
}

/// Prints a regression test for `crates/linkspan-vector/src/tests.rs`.
impl fmt::Debug for Vector<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = |bytes: &[u8]| format!("b\"{}\"", bytes.escape_ascii());
        let (bytes, from) = (code(self.bytes), self.from);
        let (members, text) = self.run();
        let (members, text, letters) = (code(&members), code(&text), code(LETTERS));
        let sets = format!("[&AsciiSet::new(b\".:@\"), &AsciiSet::new({members}), &of]");
        crate::write_test(
            f,
            &[
                format!("let (bytes, from) = ({bytes}, {from})"),
                "let same = |seek, bytes: &[u8]| triggers(seek, bytes, from, 1) == reference::triggers(bytes, from)".to_owned(),
                "assert!(all_seeks().iter().all(|&seek| same(seek, bytes) && same(seek, &bytes.repeat(3))))".to_owned(),
                format!("let of = AsciiSet::new({members}).union(AsciiSet::new({letters}))"),
                format!("let (text, sets) = ({text}, {sets})"),
                "assert_eq!(run(text, &of, sets), reference::run(text, &of, sets))".to_owned(),
                "assert_eq!(run_backward(text, &of, sets), reference::run_backward(text, &of, sets))".to_owned(),
                format!("let sets = [&{members}[..], b\"\\0\\t\", b\"\\n.a\", b\"#+a\", b\" .\"]"),
                "let [escaped, stops, first, escaped_after, stops_after] = sets.map(AsciiSet::new)".to_owned(),
                "let text = String::from_utf8_lossy(text)".to_owned(),
                "let escapes = Escapes::new(escaped, stops).after(first, escaped_after, stops_after)".to_owned(),
                "let results = all_escaped(&text, &escapes, true)".to_owned(),
                "assert!(results.iter().all(|result| *result == results[0]))".to_owned(),
                format!("let (list, mut expected) = ({REPLACEMENTS:?}, String::from(\"é\"))"),
                "reference::push_replaced(&mut expected, &text, &list)".to_owned(),
                "assert!(replaced(&text, &list).is_none_or(|result| result == expected))".to_owned(),
            ],
        )
    }
}
