//! The cost of the readable form of a list of escaped URLs, against percent-decoding the same bytes.

use linkspan::minimal;
use linkspan_benches::corpora::Set;
use linkspan_benches::measure::compare;
use percent_encoding::percent_decode_str;

fn main() -> anyhow::Result<()> {
    // Words of many scripts as the titles of pages, fully escaped.
    let text = Set::at_hand().text("d_multilingual")?;
    let words = text.split_whitespace().filter(|word| !word.is_ascii());
    let urls: Vec<String> = words
        .take(20_000)
        .map(|word| format!("https://xx.wikipedia.org/wiki/{}", escaped(word)))
        .collect();
    compare(
        "minimal / percent-decode",
        || {
            urls.iter()
                .filter_map(|url| minimal(url).ok())
                .map(|url| url.len())
                .sum::<usize>()
        },
        || {
            let decoded = urls
                .iter()
                .map(|url| percent_decode_str(url).decode_utf8_lossy().len());
            decoded.sum::<usize>()
        },
    );
    Ok(())
}

fn escaped(word: &str) -> String {
    percent_encoding::utf8_percent_encode(word, percent_encoding::NON_ALPHANUMERIC).to_string()
}
