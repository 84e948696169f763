//! Properties of every column, as functions that property tests and the fuzz target `arrow` share.

#![allow(clippy::unwrap_used, reason = "a panic is how a property fails")]
#![allow(
    clippy::allow_attributes,
    reason = "the fuzz target has other lints, so that an expectation would fail there"
)]

pub(crate) mod reference;

use std::num::NonZero;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{BinaryDictionaryBuilder, StringDictionaryBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, UInt16Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int8Array, LargeBinaryArray,
    LargeStringArray, ListArray, StringArray, StringViewArray,
};
use linkspan::options::{QuotedLocalParts, TopLevel, UnknownSchemes, Userinfo};
use linkspan::{Finder, Profile};
use linkspan_arrow::{ColumnFinder, Field, Offsets};

use reference::{Row, expected, rows};

/// The texts of a column. `None` is a null.
pub(crate) type Texts<'t> = [Option<&'t [u8]>];

/// How a column is searched. The result must not depend on the number of threads and the size of blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) profile: Profile,
    /// Whether the finder also accepts what profiles do not: user names, unknown schemes and top-level domains.
    pub(crate) permissive: bool,
    pub(crate) offsets: Offsets,
    /// At least one.
    pub(crate) threads: usize,
    pub(crate) block_len: usize,
}

impl Search {
    fn finder(self) -> Finder {
        let mut builder = Finder::builder().profile(self.profile);
        if self.permissive {
            builder = builder
                .userinfo(Userinfo::Link)
                .unknown_schemes(UnknownSchemes::Link)
                .quoted_local_parts(QuotedLocalParts::Link)
                .scheme_tld(TopLevel::Any);
        }
        builder.build().unwrap()
    }

    fn kernel(self) -> ColumnFinder {
        ColumnFinder::new(self.finder())
            .offsets(self.offsets)
            .threads(NonZero::new(self.threads).unwrap())
            .block_len(self.block_len)
    }

    /// The links of each text, one text at a time.
    fn expected(self, texts: &Texts<'_>) -> Vec<Option<Vec<Row>>> {
        let finder = self.finder();
        { texts.iter() }
            .map(|text| text.map(|text| expected(&finder, text, self.offsets)))
            .collect()
    }
}

/// The kernel equals the finder, row by row, for every type of column, and for a slice of it.
pub(crate) fn every_column_equals_the_finder(
    search: Search,
    texts: &Texts<'_>,
    slice: Range<usize>,
) {
    let kernel = search.kernel();
    let expected = search.expected(texts);
    for (name, column) in columns(texts) {
        let found = found(&kernel, &column);
        assert_eq!(rows(&found), expected, "{name}");
        let found = self::found(&kernel, &column.slice(slice.start, slice.len()));
        assert_eq!(
            rows(&found),
            expected[slice.clone()],
            "{name}, rows {slice:?}"
        );
    }
}

/// A dictionary may repeat its values, have some that no row uses, and have nulls in its values and its keys.
pub(crate) fn dictionaries_equal_their_values(
    search: Search,
    values: &Texts<'_>,
    keys: &[Option<i8>],
) {
    let expected = search.expected(values);
    let expected: Vec<_> = { keys.iter() }
        .map(|key| key.and_then(|key| expected[usize::try_from(key).unwrap()].as_ref()))
        .collect();
    for (name, values) in columns(values) {
        if values.as_any_dictionary_opt().is_some() {
            continue;
        }
        let keys: Int8Array = keys.iter().copied().collect();
        let dictionary = DictionaryArray::<Int8Type>::new(keys, values);
        let found = rows(&found(&search.kernel(), &dictionary));
        let found: Vec<_> = found.iter().map(Option::as_ref).collect();
        assert_eq!(found, expected, "a dictionary of {name}");
    }
}

/// Fewer fields have the same values, in the order of the request.
pub(crate) fn selected_fields_are_those_of_all(
    search: Search,
    texts: &Texts<'_>,
    fields: &[Field],
) {
    let column = BinaryArray::from(texts.to_vec());
    let all = found(&search.kernel(), &column);
    let some = { search.kernel() }.fields(fields.iter().copied()).unwrap();
    let some = found(&some, &column);
    assert_eq!(some.offsets(), all.offsets());
    let (all, some) = (all.values().as_struct(), some.values().as_struct());
    let names: Vec<_> = fields.iter().map(|field| field.as_str()).collect();
    assert_eq!(some.column_names(), names);
    for name in names {
        assert_eq!(some.column_by_name(name), all.column_by_name(name));
    }
}

/// The result for a column, which must be valid: offsets in order, strings in UTF-8.
fn found(kernel: &ColumnFinder, column: &dyn Array) -> ListArray {
    let links = kernel.find(column).unwrap();
    links.to_data().validate_full().unwrap();
    assert_eq!(links.data_type(), &kernel.data_type());
    links
}

/// The texts as a column of each type that can hold them.
pub(crate) fn columns(texts: &Texts<'_>) -> Vec<(&'static str, ArrayRef)> {
    let bytes = || texts.iter().copied();
    let mut columns: Vec<(_, ArrayRef)> = vec![
        ("Binary", Arc::new(bytes().collect::<BinaryArray>())),
        (
            "LargeBinary",
            Arc::new(bytes().collect::<LargeBinaryArray>()),
        ),
        ("BinaryView", Arc::new(bytes().collect::<BinaryViewArray>())),
    ];
    let mut dictionary = BinaryDictionaryBuilder::<UInt16Type>::new();
    dictionary.extend(bytes());
    columns.push(("Dictionary(UInt16, Binary)", Arc::new(dictionary.finish())));

    let strings: Option<Vec<Option<&str>>> = bytes()
        .map(|text| match text.map(str::from_utf8) {
            Some(Err(_)) => None,
            Some(Ok(text)) => Some(Some(text)),
            None => Some(None),
        })
        .collect();
    if let Some(strings) = strings {
        let strings = || strings.iter().copied();
        let mut dictionary = StringDictionaryBuilder::<Int32Type>::new();
        dictionary.extend(strings());
        let more: [(_, ArrayRef); 4] = [
            ("Utf8", Arc::new(strings().collect::<StringArray>())),
            (
                "LargeUtf8",
                Arc::new(strings().collect::<LargeStringArray>()),
            ),
            ("Utf8View", Arc::new(strings().collect::<StringViewArray>())),
            ("Dictionary(Int32, Utf8)", Arc::new(dictionary.finish())),
        ];
        columns.extend(more);
    }
    columns
}
