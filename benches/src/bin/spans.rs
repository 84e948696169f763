//! Finds links with `linkify`. `rivals/wild` starts it; the input and the output are those of `rivals/spans.mjs`.

use std::io::{self, BufRead as _};

use anyhow::Result;
use linkify::LinkFinder;

fn main() -> Result<()> {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    for line in io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let spans: Vec<_> = finder
            .links(&text)
            .map(|link| [link.start(), link.end()])
            .collect();
        println!("{}", serde_json::to_string(&spans)?);
    }
    Ok(())
}
