//! Lists the links of files with their byte range, `href` and display form: `cargo run --example list uts58 README.md`
//!
//! `cargo xtask features` compares the output of this example between sets of features.

use std::error::Error;

use linkspan::{Finder, Profile};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let profile = Profile::ALL
        .iter()
        .copied()
        .find(|profile| profile.as_str() == name);
    let profile = profile.ok_or_else(|| format!("expected a profile, found '{name}'"))?;
    let finder = Finder::builder().profile(profile).build()?;
    for path in arguments {
        let text = std::fs::read_to_string(&path)?;
        for link in finder.find_iter(&text) {
            let range = link.range();
            println!("{path}: {range:?} {} {}", link.href(), link.display());
        }
    }
    Ok(())
}
