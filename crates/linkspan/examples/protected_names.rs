//! Reads a list of protected names, and prints how long that takes and how much memory the list needs:
//!
//! ```sh
//! cargo run --release --example protected_names -- names.txt
//! ```

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use linkspan::Finder;
use linkspan::assess::ProtectedNames;
use linkspan::suffix::SuffixList;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("expected the path of a list of names")?;
    let text = std::fs::read_to_string(path)?;
    let start = Instant::now();
    let names = ProtectedNames::from_text(&text, SuffixList::embedded())?;
    println!("{names:?} in {:.0?}", start.elapsed());

    // A host that imitates no name takes all lookups.
    let finder = Finder::builder().protected_names(names).build()?;
    let link = finder
        .find("https://www.ordinary-example.com/")
        .ok_or("no link")?;
    let rounds = 100_000;
    let start = Instant::now();
    for _ in 0..rounds {
        black_box(finder.assess(black_box(&link)));
    }
    println!("{:.0?} per assessment", start.elapsed() / rounds);
    Ok(())
}
