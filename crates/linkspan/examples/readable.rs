//! Shows, for each link with a scheme in a text, where an ASCII-minded detector would cut it, where
//! it really ends, and how it reads when it is written for people.
//!
//! ```text
//! cargo run --example readable testdata/sample.txt
//! ```
//!
//! Without a path it reads standard input. It is a guided tour of three functions, not a finder: it
//! looks for nothing but `http://` and `https://`.

use std::error::Error;
use std::io::Read as _;
use std::path::PathBuf;

use linkspan::{correct_span, minimal};

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args_os().nth(1).map(PathBuf::from) {
        Some(path) => std::fs::read_to_string(&path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?,
        None => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text)?;
            text
        }
    };
    for (number, line) in (1..).zip(text.lines()) {
        let mut searched = 0;
        while let Some(start) = next_scheme(line, searched) {
            let rest = &line[start..];
            let cut = rest
                .find(|c: char| !c.is_ascii() || c.is_ascii_whitespace())
                .unwrap_or(rest.len());
            let span = correct_span(line, start..start + cut);
            let link = &line[span.clone()];
            println!("{number}: cut       {}", &line[start..start + cut]);
            println!("{number}: link      {link}");
            match minimal(link) {
                Ok(readable) => println!("{number}: readable  {readable}"),
                Err(error) => println!("{number}: no URL    {error}"),
            }
            searched = span.end.max(start + 1);
        }
    }
    Ok(())
}

fn next_scheme(line: &str, from: usize) -> Option<usize> {
    ["https://", "http://"]
        .iter()
        .filter_map(|scheme| line.get(from..)?.find(scheme))
        .min()
        .map(|found| from + found)
}
