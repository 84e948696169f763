//! Columns that are special in some way.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, NullArray, StringArray, StringViewArray,
};
use arrow_schema::DataType;
use linkspan::Finder;
use linkspan_arrow::{ColumnFinder, Field};

use crate::properties::reference::rows;

fn kernel() -> ColumnFinder {
    ColumnFinder::new(Finder::new())
}

#[test]
fn the_type_does_not_depend_on_the_column() {
    let columns: [ArrayRef; 4] = [
        Arc::new(StringArray::from(vec!["example.com"])),
        Arc::new(StringArray::from(Vec::<&str>::new())),
        Arc::new(NullArray::new(2)),
        Arc::new(StringViewArray::from(vec![None::<&str>])),
    ];
    for column in columns {
        let links = kernel().find(&column).unwrap();
        assert_eq!(links.data_type(), &kernel().data_type());
        assert_eq!(links.len(), column.len());
    }
    let names: Vec<_> = match kernel().data_type() {
        DataType::List(item) => match item.data_type() {
            DataType::Struct(fields) => fields.iter().map(|field| field.name().clone()).collect(),
            other => panic!("{other}"),
        },
        other => panic!("{other}"),
    };
    assert_eq!(names, Field::ALL.map(Field::as_str));
}

#[test]
fn a_null_differs_from_no_links() {
    let links = kernel().find(&StringArray::from(vec![None, Some(""), Some("none")]));
    let links = links.unwrap();
    assert_eq!(rows(&links), [None, Some(vec![]), Some(vec![])]);
    let links = kernel().find(&NullArray::new(2)).unwrap();
    assert_eq!(rows(&links), [None, None]);
}

#[test]
fn a_text_that_a_null_hides_is_not_searched() {
    // The offsets of a null may cover text.
    let (offsets, values, _) = StringArray::from(vec!["example.com", "example.org"]).into_parts();
    let nulls = Some(vec![false, true].into());
    let texts = StringArray::new(offsets, values, nulls);
    let links = kernel().find(&texts).unwrap();
    assert!(links.is_null(0));
    assert_eq!(links.values().len(), 1);
}

#[test]
fn other_columns_are_errors() {
    let numbers = Int32Array::from(vec![1]);
    let error = kernel().find(&numbers).unwrap_err().to_string();
    assert!(
        error.contains("expected a column of text (Utf8,"),
        "{error}"
    );
    assert!(error.ends_with("found Int32"), "{error}");

    let keys = Int32Array::from(vec![0]);
    let dictionary = DictionaryArray::<Int32Type>::new(keys, Arc::new(numbers));
    let error = kernel().find(&dictionary).unwrap_err().to_string();
    assert!(error.ends_with("found Dictionary(Int32, Int32)"), "{error}");
}

#[test]
fn fields_are_selected_once() {
    let error = kernel().fields([]).unwrap_err();
    assert_eq!(error.to_string(), "expected at least one field, found none");
}

#[test]
fn finders_are_shared_between_threads() {
    fn check<T: Send + Sync + Clone>() {}
    check::<ColumnFinder>();
}
