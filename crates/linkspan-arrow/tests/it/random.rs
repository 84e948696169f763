//! The properties, for random columns.

use arrow_array::Array;
use arrow_select::concat::concat;
use linkspan::{Finder, Profile};
use linkspan_arrow::{ColumnFinder, Field, Offsets};
use proptest::prelude::*;

use crate::properties::{
    Search, columns, dictionaries_equal_their_values, every_column_equals_the_finder,
    selected_fields_are_those_of_all,
};

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

fn search() -> impl Strategy<Value = Search> {
    let profile = prop::sample::select(Profile::ALL.to_vec());
    let offsets = prop::sample::select(vec![Offsets::Bytes, Offsets::CodePoints, Offsets::Utf16]);
    let values = (profile, any::<bool>(), offsets, 1_usize..4, 1_usize..300);
    values.prop_map(
        |(profile, permissive, offsets, threads, block_len)| Search {
            profile,
            permissive,
            offsets,
            threads,
            block_len,
        },
    )
}

fn borrowed(texts: &[Option<Vec<u8>>]) -> Vec<Option<&[u8]>> {
    texts.iter().map(Option::as_deref).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn columns_and_slices(
        search in search(),
        texts in any_texts(),
        from in 0_usize..20,
        len in 0_usize..20,
    ) {
        let from = from.min(texts.len());
        let end = (from + len).min(texts.len());
        every_column_equals_the_finder(search, &borrowed(&texts), from..end);
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

    #[test]
    fn selected_fields(
        search in search(),
        texts in any_texts(),
        fields in prop::sample::subsequence(Field::ALL.to_vec(), 1..=8).prop_shuffle(),
    ) {
        selected_fields_are_those_of_all(search, &borrowed(&texts), &fields);
    }

    #[test]
    fn dictionaries(
        search in search(),
        values in prop::collection::vec(prop::option::weighted(0.8, text()), 1..6),
        keys in prop::collection::vec(prop::option::weighted(0.8, 0_i8..6), 0..12),
    ) {
        let len = i8::try_from(values.len()).unwrap();
        let keys: Vec<_> = keys.into_iter().map(|key| key.map(|key| key % len)).collect();
        dictionaries_equal_their_values(search, &borrowed(&values), &keys);
    }
}
