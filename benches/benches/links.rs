//! Measures what callers do with the links of a text: the address (`href`) and the display form of every link, each
//! relative to finding the links.

use std::hint::black_box;

use linkspan_benches::corpora::{Corpora, NAMES};
use linkspan_benches::measure::{MIN_ROUNDS, Work, interleave};
use linkspan_benches::table::Table;

/// The functions of linkspan that are measured.
mod api {
    pub(crate) use linkspan::Link;

    pub(crate) fn find(text: &str) -> impl Iterator<Item = Link<'_>> {
        linkspan::links(text)
    }

    pub(crate) fn href_len(link: &Link<'_>) -> usize {
        link.href().len()
    }

    pub(crate) fn display_len(link: &Link<'_>) -> usize {
        link.display().len()
    }
}

fn main() -> anyhow::Result<()> {
    let corpora = Corpora::available();
    let header = ["corpus", "links", "find", "href / find", "display / find"];
    let mut table = Table::new(header.map(String::from).to_vec());
    for name in NAMES {
        eprintln!("{name}");
        let text = corpora.text(name)?;
        let links: Vec<api::Link<'_>> = api::find(&text).collect();
        let mut works: [Work<'_>; 3] = [
            Box::new(|| api::find(black_box(&text)).count()),
            Box::new(|| black_box(&links).iter().map(api::href_len).sum()),
            Box::new(|| black_box(&links).iter().map(api::display_len).sum()),
        ];
        let times = interleave(2 * MIN_ROUNDS + 1, &mut works);
        table.row(vec![
            name.to_owned(),
            links.len().to_string(),
            format!("{:.0} µs", times[0].median().as_secs_f64() * 1e6),
            times[1].relative_to(&times[0]).to_string(),
            times[2].relative_to(&times[0]).to_string(),
        ]);
    }
    println!(
        "## Addresses and display forms\n\n\
         Time for the address (`href`) and for the display form of all links of a corpus, as a multiple of the time to find\n\
         them: the ratio of medians of {} interleaved rounds, with the quartiles of the rounds in parentheses.\n\
         Corpora: {}.\n\n{table}",
        2 * MIN_ROUNDS + 1,
        corpora.name()
    );
    Ok(())
}
