//! Measures `terminate` on links whose host is known, relative to one pass over their characters.

use linkspan::Finder;
use linkspan::options::TrailingQuestion;
use linkspan::uts58::terminate;
use linkspan_benches::corpora::Corpora;
use linkspan_benches::measure::compare;
use linkspan_benches::table::Table;

fn main() -> anyhow::Result<()> {
    let corpora = Corpora::available();
    let header = [
        "corpus",
        "links",
        "bytes",
        "terminate / chars",
        "ratio of best times",
    ];
    let mut table = Table::new(header.map(String::from).to_vec());
    for name in ["b_links_en", "c_cjk", "d_multilingual"] {
        let text = corpora.text(name)?;
        // The finder must end links exactly as `terminate` does.
        let finder = Finder::builder()
            .trailing_question(TrailingQuestion::Keep)
            .build()?;
        let links: Vec<_> = finder
            .find_iter(&text)
            .map(|link| (link.path_range().start, link.end()))
            .filter(|(host_end, end)| host_end < end)
            .collect();
        for &(host_end, end) in &links {
            assert_eq!(terminate(&text, host_end), end, "{}", &text[host_end..end]);
        }
        let bytes: usize = links.iter().map(|(host_end, end)| end - host_end).sum();
        let ratio = compare(
            || {
                links
                    .iter()
                    .map(|&(host_end, _)| terminate(&text, host_end))
                    .sum()
            },
            || {
                let hard = |&(host_end, end): &(usize, usize)| {
                    text[host_end..end]
                        .chars()
                        .filter(|c| c.is_whitespace())
                        .count()
                };
                links.iter().map(hard).sum()
            },
        );
        table.row(vec![
            name.to_owned(),
            links.len().to_string(),
            bytes.to_string(),
            ratio.to_string(),
            format!("{:.2}", ratio.best),
        ]);
    }
    println!("## Termination\n\n{table}");
    Ok(())
}
