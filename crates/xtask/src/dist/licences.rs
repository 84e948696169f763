//! The licences of the crates in a program, which must be distributed with it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result};
use cargo_metadata::Package;

/// The texts of the licences of all crates from a registry, each text once, after the crates that it applies to.
pub(super) fn texts(crates: &[&Package]) -> Result<String> {
    let mut crates_by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut out = String::from("linkspan contains these crates. Their licences follow.\n\n");
    for package in crates.iter().filter(|package| package.source.is_some()) {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see its licence file");
        writeln!(out, "{name}: {licence}")?;
        for text in files(package)? {
            crates_by_text.entry(text).or_default().push(name.clone());
        }
    }
    // In the order of the first crate of each text.
    let mut texts: Vec<_> = crates_by_text.into_iter().collect();
    texts.sort_by(|(text, crates), (other, others)| (crates, text).cmp(&(others, other)));
    for (text, crates) in texts {
        let line = "-".repeat(80);
        write!(out, "\n{line}\n{}\n{line}\n\n{text}\n", crates.join(", "))?;
    }
    Ok(out)
}

/// The texts of the licence files of a crate.
fn files(package: &Package) -> Result<Vec<String>> {
    let directory = package
        .manifest_path
        .parent()
        .context("expected a directory")?;
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
            .iter()
            .any(|prefix| name.starts_with(prefix));
        if is_licence && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).trim().replace("\r\n", "\n"))
    };
    paths.into_iter().map(read).collect()
}
