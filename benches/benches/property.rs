//! The cost of `link_term` for each character of a multilingual text, against asking the standard
//! library for `char::is_alphanumeric`.

use linkspan::{LinkTerm, link_term};
use linkspan_benches::corpora::Set;
use linkspan_benches::measure::compare;
use linkspan_benches::table::Table;

fn main() -> anyhow::Result<()> {
    let set = Set::at_hand();
    let mut table = Table::new(
        ["text", "link_term / is_alphanumeric", "best times"]
            .map(String::from)
            .to_vec(),
    );
    for name in ["a_prose_en", "c_cjk", "d_multilingual"] {
        let text = set.text(name)?;
        let included = |c: &char| link_term(*c) == LinkTerm::Include;
        let ratio = compare(
            || text.chars().filter(included).count(),
            || text.chars().filter(|c| c.is_alphanumeric()).count(),
        );
        table.row(vec![
            name.to_owned(),
            ratio.to_string(),
            format!("{:.2}", ratio.bests),
        ]);
    }
    println!("## Properties\n\n{table}");
    Ok(())
}
