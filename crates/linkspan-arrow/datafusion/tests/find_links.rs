//! The function `find_links` inside `DataFusion`.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::sync::Arc;

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use datafusion::arrow::compute::concat_batches;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use linkspan::Finder;
use linkspan_arrow::datafusion::find_links;
use linkspan_arrow::{ColumnFinder, Field};
use tokio::runtime::Builder;

const TEXTS: [Option<&str>; 5] = [
    Some("See https://example.com/α, or mail ann@example.org."),
    None,
    Some(""),
    Some("請看 例え.jp/と。"),
    Some("no link"),
];

fn context(texts: ArrayRef) -> Result<SessionContext> {
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(
        0..i64::try_from(texts.len()).unwrap(),
    ));
    let config = SessionConfig::new().with_target_partitions(2);
    let context = SessionContext::new_with_config(config);
    let batch = RecordBatch::try_from_iter([("id", ids), ("body", texts)])?;
    context.register_batch("messages", batch)?;
    context.register_udf(find_links(ColumnFinder::new(Finder::new())));
    Ok(context)
}

/// Runs a query, and returns its rows as one batch.
fn query(context: &SessionContext, sql: &str) -> Result<RecordBatch> {
    let runtime = Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let frame = context.sql(sql).await?;
        let schema = Arc::new(frame.schema().as_arrow().clone());
        let batches = frame.collect().await?;
        Ok(concat_batches(&schema, &batches)?)
    })
}

#[test]
fn a_query_gives_the_lists_of_the_kernel() -> Result<()> {
    let strings: [ArrayRef; 3] = [
        Arc::new(StringArray::from(TEXTS.to_vec())),
        Arc::new(LargeStringArray::from(TEXTS.to_vec())),
        Arc::new(StringViewArray::from(TEXTS.to_vec())),
    ];
    let expected = ColumnFinder::new(Finder::new()).find(&strings[0])?;
    for texts in strings {
        let context = context(texts)?;
        let sql = "SELECT find_links(body) AS links FROM messages ORDER BY id";
        let found = query(&context, sql)?;
        assert_eq!(found.column(0).as_list::<i32>(), &expected);
    }
    Ok(())
}

#[test]
fn a_dictionary_is_not_converted() -> Result<()> {
    let mut dictionary = StringDictionaryBuilder::<Int32Type>::new();
    dictionary.extend(TEXTS.repeat(10));
    let context = context(Arc::new(dictionary.finish()))?;
    let sql = "SELECT sum(array_length(find_links(body))) FROM messages";
    let found = query(&context, sql)?;
    assert_eq!(found.column(0).as_primitive::<UInt64Type>().value(0), 30);
    Ok(())
}

#[test]
fn links_can_be_grouped() -> Result<()> {
    let context = context(Arc::new(StringArray::from(TEXTS.to_vec())))?;
    let sql = "SELECT link['host'] AS host, count(*) AS links
        FROM (SELECT unnest(find_links(body)) AS link FROM messages)
        GROUP BY host ORDER BY host";
    let found = query(&context, sql)?;
    let hosts: Vec<_> = found
        .column(0)
        .as_string::<i32>()
        .iter()
        .flatten()
        .collect();
    assert_eq!(hosts, ["example.com", "example.org", "例え.jp"]);
    assert_eq!(
        found.column(1).as_primitive::<Int64Type>().values(),
        &[1, 1, 1]
    );
    Ok(())
}

#[test]
fn a_literal_is_a_text() -> Result<()> {
    let context = SessionContext::new();
    let finder = ColumnFinder::new(Finder::new()).fields([Field::Href]);
    context.register_udf(find_links(finder.unwrap()));
    let sql = "SELECT find_links('see example.com')[1]['href'] AS href, find_links(NULL) IS NULL";
    let found = query(&context, sql)?;
    assert_eq!(
        found.column(0).as_string::<i32>().value(0),
        "https://example.com"
    );
    assert!(found.column(1).as_boolean().value(0));
    Ok(())
}

#[test]
fn other_arguments_are_errors() -> Result<()> {
    let context = context(Arc::new(StringArray::from(TEXTS.to_vec())))?;
    for (sql, message) in [
        (
            "SELECT find_links(id) FROM messages",
            "expected a column of text, found Int64",
        ),
        (
            "SELECT find_links(body, body) FROM messages",
            "expected one argument, found 2",
        ),
        ("SELECT find_links() FROM messages", "find_links"),
    ] {
        let error = query(&context, sql).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    Ok(())
}
