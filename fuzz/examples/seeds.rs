//! Writes the seed corpus of each target: every text of the data cases.
//!
//! `cargo xtask fuzz` runs it: `cargo run --example seeds -- TESTDATA CORPUS TARGET…`

use std::collections::BTreeSet;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [testdata, corpus, targets @ ..] = &arguments[..] else {
        eprintln!("expected TESTDATA CORPUS TARGET…");
        std::process::exit(2);
    };
    let mut texts = BTreeSet::new();
    collect(Path::new(testdata), &mut texts)?;
    for target in targets {
        let directory = Path::new(corpus).join(target);
        std::fs::create_dir_all(&directory)?;
        for (number, text) in texts.iter().enumerate() {
            let seed = linkspan_fuzz::seed(target, text);
            std::fs::write(directory.join(format!("seed-{number:04}")), seed)?;
        }
    }
    println!(
        "{} texts for each of {} targets",
        texts.len(),
        targets.len()
    );
    Ok(())
}

/// Collects the strings of all TOML files, and the paragraphs of all other files.
fn collect(directory: &Path, texts: &mut BTreeSet<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, texts)?;
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml") => {
                let table: toml::Table = text.parse().map_err(std::io::Error::other)?;
                collect_strings(&toml::Value::Table(table), texts);
            }
            // Short seeds are more useful for mutation.
            _ => texts.extend(text.split("\n\n").map(str::to_owned)),
        }
    }
    Ok(())
}

/// Collects the strings of a TOML value.
fn collect_strings(value: &toml::Value, texts: &mut BTreeSet<String>) {
    match value {
        toml::Value::String(text) => {
            texts.insert(text.clone());
        }
        toml::Value::Array(values) => values
            .iter()
            .for_each(|value| collect_strings(value, texts)),
        toml::Value::Table(table) => {
            // Names and reasons are not test input.
            let is_case = |key: &str| key != "name" && key != "why";
            let values = table.iter().filter(|(key, _)| is_case(key));
            values.for_each(|(_, value)| collect_strings(value, texts));
        }
        _ => {}
    }
}
