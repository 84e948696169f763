//! The cost of `link_term` for each character of a multilingual text, against asking the standard
//! library for `char::is_alphanumeric`.

use linkspan::{LinkTerm, link_term};
use linkspan_benches::corpora::Set;
use linkspan_benches::measure::compare;

fn main() -> anyhow::Result<()> {
    let text = Set::at_hand().text("d_multilingual")?;
    compare(
        "link_term / char::is_alphanumeric",
        || {
            text.chars()
                .filter(|&c| link_term(c) == LinkTerm::Include)
                .count()
        },
        || text.chars().filter(|c| c.is_alphanumeric()).count(),
    );
    Ok(())
}
