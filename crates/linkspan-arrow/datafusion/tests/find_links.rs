//! The function `find_links` inside DataFusion.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use linkspan::Finder;
use linkspan_arrow::datafusion::find_links;
use linkspan_arrow::{ColumnFinder, Field};

const TEXTS: [Option<&str>; 5] = [
    Some("See https://example.com/α, or mail ann@example.org."),
    None,
    Some(""),
    Some("請看例え.jp/と。"),
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

async fn query(context: &SessionContext, sql: &str) -> Result<RecordBatch> {
    let frame = context.sql(sql).await?;
    let schema = Arc::new(frame.schema().as_arrow().clone());
    let batches = frame.collect().await?;
    Ok(datafusion::arrow::compute::concat_batches(
        &schema, &batches,
    )?)
}

#[tokio::test]
async fn a_query_gives_the_lists_of_the_kernel() -> Result<()> {
    let strings: [ArrayRef; 3] = [
        Arc::new(StringArray::from(TEXTS.to_vec())),
        Arc::new(LargeStringArray::from(TEXTS.to_vec())),
        Arc::new(StringViewArray::from(TEXTS.to_vec())),
    ];
    let expected = ColumnFinder::new(Finder::new()).find(&strings[0])?;
    for texts in strings {
        let context = context(texts)?;
        let sql = "SELECT find_links(body) AS links FROM messages ORDER BY id";
        let found = query(&context, sql).await?;
        assert_eq!(found.column(0).as_list::<i32>(), &expected);
    }
    Ok(())
}

#[tokio::test]
async fn a_dictionary_is_not_converted() -> Result<()> {
    let mut dictionary = datafusion::arrow::array::StringDictionaryBuilder::<
        datafusion::arrow::datatypes::Int32Type,
    >::new();
    dictionary.extend(TEXTS.repeat(10));
    let context = context(Arc::new(dictionary.finish()))?;
    let sql = "SELECT sum(array_length(find_links(body))) FROM messages";
    let found = query(&context, sql).await?;
    assert_eq!(
        found
            .column(0)
            .as_any()
            .downcast_ref::<datafusion::arrow::array::UInt64Array>()
            .unwrap()
            .value(0),
        30
    );
    Ok(())
}

#[tokio::test]
async fn links_can_be_grouped() -> Result<()> {
    let context = context(Arc::new(StringArray::from(TEXTS.to_vec())))?;
    let sql = "SELECT link['host'] AS host, count(*) AS links
        FROM (SELECT unnest(find_links(body)) AS link FROM messages)
        GROUP BY host ORDER BY host";
    let found = query(&context, sql).await?;
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

#[tokio::test]
async fn a_literal_is_a_text() -> Result<()> {
    let context = SessionContext::new();
    let finder = ColumnFinder::new(Finder::new()).fields([Field::Href]);
    context.register_udf(find_links(finder.unwrap()));
    let sql = "SELECT find_links('see example.com')[1]['href'] AS href, find_links(NULL) IS NULL";
    let found = query(&context, sql).await?;
    assert_eq!(
        found.column(0).as_string::<i32>().value(0),
        "https://example.com"
    );
    assert!(found.column(1).as_boolean().value(0));
    Ok(())
}

#[tokio::test]
async fn other_arguments_are_errors() -> Result<()> {
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
        let error = match context.sql(sql).await {
            Ok(frame) => frame.collect().await.unwrap_err(),
            Err(error) => error,
        };
        assert!(error.to_string().contains(message), "{error}");
    }
    Ok(())
}
