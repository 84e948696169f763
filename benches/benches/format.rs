//! Measures the conversion of URLs to the readable and the ASCII form, relative to percent-decoding the escaped URLs.

use linkspan::url::{to_ascii, to_readable};
use linkspan_benches::generate::escaped_urls;
use linkspan_benches::measure::{Ratio, compare};
use linkspan_benches::table::Table;
use percent_encoding::percent_decode_str;

fn main() {
    let urls = escaped_urls(2_000);
    // All operations must have the same result: no character of these URLs has to stay escaped.
    for url in &urls {
        let decoded = percent_decode_str(url)
            .decode_utf8()
            .expect("the URL contains escaped UTF-8");
        let readable = to_readable(url).expect("a URL");
        assert_eq!(readable, decoded);
        assert_eq!(
            to_ascii(&readable).expect("a URL"),
            unescape_parentheses(url)
        );
    }
    let readable: Vec<String> = urls
        .iter()
        .map(|url| to_readable(url).expect("a URL").into_owned())
        .collect();

    let header = [
        "operation",
        "limit",
        "time / percent_decode_str",
        "ratio of best times",
    ];
    let mut table = Table::new(header.map(String::from).to_vec());
    let mut row = |operation: &str, limit: &str, ratio: Ratio| {
        table.row(vec![
            operation.to_owned(),
            limit.to_owned(),
            ratio.to_string(),
            format!("{:.2}", ratio.best),
        ]);
    };
    let decode = || {
        lengths(&urls, |url| {
            percent_decode_str(url).decode_utf8_lossy().len()
        })
    };
    let ratio = compare(
        || lengths(&urls, |url| to_readable(url).map_or(0, |url| url.len())),
        decode,
    );
    row("minimal, escaped URLs", "≤ 2.0", ratio);
    let ratio = compare(
        || lengths(&readable, |url| to_readable(url).map_or(0, |url| url.len())),
        decode,
    );
    row("minimal, readable URLs", "", ratio);
    let ratio = compare(
        || lengths(&readable, |url| to_ascii(url).map_or(0, |url| url.len())),
        decode,
    );
    row("wire, readable URLs", "", ratio);
    println!(
        "## Formatting\n\n{} URLs, {} bytes in the escaped form.\n\n{table}",
        urls.len(),
        lengths(&urls, str::len)
    );
}

fn lengths(urls: &[String], length: impl Fn(&str) -> usize) -> usize {
    urls.iter().map(|url| length(url)).sum()
}

/// The ASCII form does not escape parentheses.
fn unescape_parentheses(url: &str) -> String {
    url.replace("%28", "(").replace("%29", ")")
}
