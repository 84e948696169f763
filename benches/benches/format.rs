//! The readable form of a list of escaped URLs, against percent-decoding the same bytes.

use linkspan::{minimal, wire};
use linkspan_benches::generate::escaped_urls;
use linkspan_benches::measure::{Ratio, compare};
use linkspan_benches::table::Table;
use percent_encoding::percent_decode_str;

fn main() {
    let urls = escaped_urls(2_000);
    // Nobody wins by writing something else: in these URLs nothing has to stay escaped.
    for url in &urls {
        let decoded = percent_decode_str(url)
            .decode_utf8()
            .expect("we escaped it");
        let readable = minimal(url).expect("a URL");
        assert_eq!(readable, decoded);
        assert_eq!(wire(&readable).expect("a URL"), escaped_parentheses(url));
    }
    let readable: Vec<String> = urls
        .iter()
        .map(|url| minimal(url).expect("a URL").into_owned())
        .collect();

    let head = ["what", "must", "time / percent_decode_str", "best times"].map(String::from);
    let mut table = Table::new(head.to_vec());
    let mut row = |what: &str, must: &str, ratio: Ratio| {
        table.row(vec![
            what.to_owned(),
            must.to_owned(),
            ratio.to_string(),
            format!("{:.2}", ratio.bests),
        ]);
    };
    let decode = || {
        lengths(&urls, |url| {
            percent_decode_str(url).decode_utf8_lossy().len()
        })
    };
    let ratio = compare(
        || lengths(&urls, |url| minimal(url).map_or(0, |url| url.len())),
        decode,
    );
    row("minimal, escaped URLs", "≤ 2.0", ratio);
    let ratio = compare(
        || lengths(&readable, |url| minimal(url).map_or(0, |url| url.len())),
        decode,
    );
    row("minimal, readable URLs", "", ratio);
    let ratio = compare(
        || lengths(&readable, |url| wire(url).map_or(0, |url| url.len())),
        decode,
    );
    row("wire, readable URLs", "", ratio);
    println!(
        "## Formatting\n\n{} URLs, {} bytes when escaped.\n\n{table}",
        urls.len(),
        lengths(&urls, str::len)
    );
}

fn lengths(urls: &[String], length: impl Fn(&str) -> usize) -> usize {
    urls.iter().map(|url| length(url)).sum()
}

/// The wire form leaves parentheses alone.
fn escaped_parentheses(url: &str) -> String {
    url.replace("%28", "(").replace("%29", ")")
}
