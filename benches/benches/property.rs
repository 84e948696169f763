//! Measures `link_term` for each character of a text, relative to `char::is_alphanumeric` of the standard library.

use linkspan::uts58::{LinkTerm, link_term};
use linkspan_benches::corpora::Corpora;
use linkspan_benches::measure::compare;
use linkspan_benches::table::Table;

fn main() -> anyhow::Result<()> {
    let corpora = Corpora::available();
    let mut table = Table::new(
        [
            "corpus",
            "link_term / is_alphanumeric",
            "ratio of best times",
        ]
        .map(String::from)
        .to_vec(),
    );
    for name in ["a_prose_en", "c_cjk", "d_multilingual"] {
        let text = corpora.text(name)?;
        let included = |c: &char| link_term(*c) == LinkTerm::Include;
        let ratio = compare(
            || text.chars().filter(included).count(),
            || text.chars().filter(|c| c.is_alphanumeric()).count(),
        );
        table.row(vec![
            name.to_owned(),
            ratio.to_string(),
            format!("{:.2}", ratio.best),
        ]);
    }
    println!("## Properties\n\n{table}");
    Ok(())
}
