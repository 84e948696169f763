//! The kernel for columns of Arrow, compared with the finder, row by row.

use std::fmt;

use arbitrary::Arbitrary;
use linkspan::Profile;
use linkspan_arrow::{Field, Offsets};

#[path = "../../crates/linkspan-arrow/tests/properties/mod.rs"]
mod properties;

use properties::Search;

/// Ends a text. Like the byte of a null, it does not occur in UTF-8.
const SEPARATOR: u8 = 0xFE;
/// A text that consists of this byte is a null.
const NULL: &[u8] = b"\xFD";

/// The bytes of a column with a text, a null, and the lines of the text.
pub(crate) fn seed(text: &str) -> Vec<u8> {
    let lines = text.split('\n').map(str::as_bytes);
    let texts: Vec<_> = [text.as_bytes(), NULL].into_iter().chain(lines).collect();
    texts.join(&SEPARATOR)
}

/// A column, a slice of it, a dictionary with its texts as values, and a selection of fields.
#[derive(Arbitrary)]
pub struct Arrow<'a> {
    /// Bits 0-2: the profile; 3: whether it is permissive; 4-5: the unit of offsets; 6-7: the number of threads.
    search: u8,
    block_len: u8,
    slice_start: u8,
    slice_len: u8,
    /// The fields whose bits are set, or all.
    fields: u8,
    /// The keys of the dictionary, modulo the number of values. The largest number is a null.
    keys: [u8; 6],
    bytes: &'a [u8],
}

impl Arrow<'_> {
    fn search(&self) -> Search {
        let bits = |shift: u32, count: u32| usize::from(self.search >> shift) % (1 << count);
        let offsets = [Offsets::Bytes, Offsets::CodePoints, Offsets::Utf16];
        Search {
            profile: Profile::ALL[bits(0, 3) % Profile::ALL.len()],
            permissive: bits(3, 1) == 1,
            offsets: offsets[bits(4, 2) % offsets.len()],
            threads: 1 + bits(6, 2),
            block_len: usize::from(self.block_len),
        }
    }

    fn texts(&self) -> Vec<Option<&[u8]>> {
        let texts = self.bytes.split(|&byte| byte == SEPARATOR);
        texts.map(|text| (text != NULL).then_some(text)).collect()
    }

    fn slice(&self) -> std::ops::Range<usize> {
        let len = self.texts().len();
        let start = usize::from(self.slice_start).min(len);
        start..(start + usize::from(self.slice_len)).min(len)
    }

    fn fields(&self) -> Vec<Field> {
        let is_set = |index: &usize| self.fields == 0 || self.fields >> index & 1 == 1;
        let indices = (0..Field::ALL.len()).filter(is_set);
        indices.map(|index| Field::ALL[index]).collect()
    }

    fn keys(&self) -> Vec<Option<i8>> {
        let len = self.texts().len().min(100);
        let key = |&key: &u8| match key {
            u8::MAX => None,
            key => i8::try_from(usize::from(key) % len).ok(),
        };
        self.keys.iter().map(key).collect()
    }

    /// Panics if a property is violated.
    pub fn check(&self) {
        let (search, texts) = (self.search(), self.texts());
        properties::every_column_equals_the_finder(search, &texts, self.slice());
        properties::dictionaries_equal_their_values(search, &texts, &self.keys());
        properties::selected_fields_are_those_of_all(search, &texts, &self.fields());
    }
}

/// Prints a regression test for `crates/linkspan-arrow/tests`.
impl fmt::Debug for Arrow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Search {
            profile,
            permissive,
            offsets,
            threads,
            block_len,
        } = self.search();
        let (slice, keys) = (self.slice(), self.keys());
        let texts = self.texts().into_iter().map(|text| match text {
            Some(text) => format!("Some(&b\"{}\"[..])", text.escape_ascii()),
            None => String::from("None"),
        });
        let texts = texts.collect::<Vec<_>>().join(", ");
        let fields = self.fields();
        let fields = { fields.iter() }.map(|field| format!("Field::{field:?}"));
        let fields = fields.collect::<Vec<_>>().join(", ");
        let statements = [
            format!(
                "let search = Search {{ profile: Profile::{profile:?}, permissive: {permissive}, \
                 offsets: Offsets::{offsets:?}, threads: {threads}, block_len: {block_len} }}"
            ),
            format!("let texts = [{texts}]"),
            format!("every_column_equals_the_finder(search, &texts, {slice:?})"),
            format!("dictionaries_equal_their_values(search, &texts, &{keys:?})"),
            format!("selected_fields_are_those_of_all(search, &texts, &[{fields}])"),
        ];
        crate::write_test(f, &statements)
    }
}
