//! Properties of every column.

use std::num::NonZero;
use std::sync::Arc;

use arrow_array::builder::{BinaryDictionaryBuilder, StringDictionaryBuilder};
use arrow_array::types::{Int8Type, Int32Type, UInt16Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use arrow_select::concat::concat;
use linkspan::{Finder, Profile};
use linkspan_arrow::{ColumnFinder, Field, Offsets};
use proptest::prelude::*;

use crate::reference::{expected, rows};

type Texts<'t> = [Option<&'t [u8]>];

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
        .map(|text| text.map(|text| str::from_utf8(text).ok()))
        .map(|text| match text {
            Some(None) => None,
            Some(Some(text)) => Some(Some(text)),
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

/// Bytes with links, in several scripts, and some that are not UTF-8.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let part = prop::sample::select(vec![
        &b"https://example.com/a?b#c"[..],
        b"example.org",
        b"ann@example.com",
        "請看例え.jp/と。".as_bytes(),
        "http://BÜCHER.example:8080/ä".as_bytes(),
        "https://аррӏе.com/".as_bytes(),
        b"http://ann@evil.example",
        b"tel:+12015550123",
        b"http://[2001:DB8::1]/",
        "😀.ws".as_bytes(),
        b" ",
        b"\n",
        b"(",
        b").",
        b"\xFF",
        "é".as_bytes(),
        &"é".as_bytes()[..1],
        b"",
    ]);
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

fn any_texts() -> impl Strategy<Value = Vec<Option<Vec<u8>>>> {
    prop::collection::vec(prop::option::weighted(0.85, text()), 0..20)
}

fn offsets() -> impl Strategy<Value = Offsets> {
    prop::sample::select(vec![Offsets::Bytes, Offsets::CodePoints, Offsets::Utf16])
}

fn borrowed(texts: &[Option<Vec<u8>>]) -> Vec<Option<&[u8]>> {
    texts.iter().map(Option::as_deref).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// The kernel equals the finder, row by row, for every type of column, unit, number of threads and size of blocks.
    #[test]
    fn every_column_equals_the_finder(
        texts in any_texts(),
        offsets in offsets(),
        profile in prop::sample::select(Profile::ALL.to_vec()),
        threads in 1_usize..4,
        block_len in 1_usize..300,
    ) {
        let finder = Finder::builder().profile(profile).build().unwrap();
        let texts = borrowed(&texts);
        let expected: Vec<_> = texts.iter().map(|text| text.map(|text| expected(&finder, text, offsets))).collect();
        let kernel = ColumnFinder::new(finder)
            .offsets(offsets)
            .threads(NonZero::new(threads).unwrap())
            .block_len(block_len);
        for (name, column) in columns(&texts) {
            prop_assert_eq!(&rows(&kernel.find(&column).unwrap()), &expected, "{}", name);
        }
    }

    /// A slice of a column gives the slice of the result.
    #[test]
    fn slices(texts in any_texts(), from in 0_usize..20, len in 0_usize..20) {
        let kernel = ColumnFinder::new(Finder::new()).block_len(100);
        let texts = borrowed(&texts);
        let from = from.min(texts.len());
        let len = len.min(texts.len() - from);
        for (name, column) in columns(&texts) {
            let whole = kernel.find(&column).unwrap();
            let sliced = kernel.find(&column.slice(from, len)).unwrap();
            prop_assert_eq!(rows(&sliced), rows(&whole.slice(from, len)), "{}", name);
        }
    }

    /// The results of two chunks, one after the other, are the result of the whole.
    #[test]
    fn chunks(first in any_texts(), second in any_texts()) {
        let kernel = ColumnFinder::new(Finder::new());
        let whole: Vec<_> = first.iter().chain(&second).cloned().collect();
        let columns = [first, second, whole].map(|texts| columns(&borrowed(&texts)).swap_remove(0).1);
        let [first, second, whole] = columns.map(|column| kernel.find(&column).unwrap());
        let chunks = concat(&[&first as &dyn Array, &second]).unwrap();
        prop_assert_eq!(&chunks.to_data(), &whole.to_data());
    }

    /// Fewer fields have the same values, in the order of the request.
    #[test]
    fn selected_fields(
        texts in any_texts(),
        fields in prop::sample::subsequence(Field::ALL.to_vec(), 1..=8).prop_shuffle(),
    ) {
        let texts = borrowed(&texts);
        let column = columns(&texts).swap_remove(0).1;
        let kernel = ColumnFinder::new(Finder::new());
        let all = kernel.find(&column).unwrap();
        let some = kernel.fields(fields.clone()).unwrap().find(&column).unwrap();
        let (all, some) = (all.values(), some.values());
        let (all, some) = (all.as_any().downcast_ref::<arrow_array::StructArray>().unwrap(), some.as_any().downcast_ref::<arrow_array::StructArray>().unwrap());
        prop_assert_eq!(some.column_names(), fields.iter().map(|field| field.as_str()).collect::<Vec<_>>());
        for field in fields {
            let name = field.as_str();
            prop_assert_eq!(some.column_by_name(name), all.column_by_name(name));
        }
    }

    /// A dictionary may repeat its values, have some that no row uses, and have nulls in its values and its keys.
    #[test]
    fn dictionaries(
        values in prop::collection::vec(prop::option::weighted(0.8, text()), 1..6),
        keys in prop::collection::vec(prop::option::weighted(0.8, 0_i8..6), 0..12),
    ) {
        let keys: Vec<_> = keys.into_iter().map(|key| key.map(|key| key % i8::try_from(values.len()).unwrap())).collect();
        let plain: Vec<_> = { keys.iter() }
            .map(|key| key.and_then(|key| values[usize::try_from(key).unwrap()].clone()))
            .collect();
        let values = columns(&borrowed(&values)).swap_remove(0).1;
        let keys: arrow_array::Int8Array = keys.into_iter().collect();
        let dictionary = arrow_array::DictionaryArray::<Int8Type>::new(keys, values);
        let kernel = ColumnFinder::new(Finder::new());
        let plain = kernel.find(&columns(&borrowed(&plain)).swap_remove(0).1).unwrap();
        prop_assert_eq!(rows(&kernel.find(&dictionary).unwrap()), rows(&plain));
    }
}
