//! Writes the seeds of all targets: every text of the data cases, once for each target.
//!
//! `cargo xtask fuzz` runs it: `cargo run --example seeds -- TESTDATA CORPUS TARGET…`

use std::collections::BTreeSet;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [testdata, corpus, targets @ ..] = &arguments[..] else {
        eprintln!("expected the folder of test data, that of corpora, and targets");
        std::process::exit(2);
    };
    let mut texts = BTreeSet::new();
    collect(Path::new(testdata), &mut texts)?;
    for target in targets {
        let folder = Path::new(corpus).join(target);
        std::fs::create_dir_all(&folder)?;
        for (number, text) in texts.iter().enumerate() {
            let seed = linkspan_fuzz::seed(target, text);
            std::fs::write(folder.join(format!("seed-{number:04}")), seed)?;
        }
    }
    println!(
        "{} texts for each of {} targets",
        texts.len(),
        targets.len()
    );
    Ok(())
}

/// The strings of all TOML files, and the text of all others.
fn collect(folder: &Path, texts: &mut BTreeSet<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
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
                strings(&toml::Value::Table(table), texts);
            }
            // Short ones are changed more usefully.
            _ => texts.extend(text.split("\n\n").map(str::to_owned)),
        }
    }
    Ok(())
}

fn strings(value: &toml::Value, texts: &mut BTreeSet<String>) {
    match value {
        toml::Value::String(text) => {
            texts.insert(text.clone());
        }
        toml::Value::Array(values) => values.iter().for_each(|value| strings(value, texts)),
        toml::Value::Table(table) => {
            // Names and reasons are no cases.
            let is_case = |key: &str| key != "name" && key != "why";
            let values = table.iter().filter(|(key, _)| is_case(key));
            values.for_each(|(_, value)| strings(value, texts));
        }
        _ => {}
    }
}
