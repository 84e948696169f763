//! `cargo xtask api`: writes the public API of the libraries to files under version control, so that a change of the API
//! is visible in review.
//!
//! The list of items comes from rustdoc's JSON output. That output is unstable, so the format version of the toolchain
//! has to be the one that the `public-api` crate reads. With any other toolchain the check is skipped.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use crate::command::{self, Outcome, cargo, target_directory};
use crate::generated::Mode;

/// The packages whose public API is recorded.
const PACKAGES: [&str; 2] = ["linkspan", "linkspan-vector"];

/// Writes the public API of all packages, or checks that the committed files are up to date.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<Outcome> {
    let mut outdated = Vec::new();
    for package in PACKAGES {
        let found = match public_api(root, package)? {
            Ok(api) => api,
            Err(mismatch) if mode == Mode::Check => {
                println!("skipped: check of the public API: {mismatch}");
                return Ok(Outcome::Skipped(mismatch));
            }
            Err(mismatch) => bail!("cannot list the public API: {mismatch}"),
        };
        let file = format!("crates/{package}/public-api.txt");
        let path = root.join(&file);
        let items = found.lines().count();
        match mode {
            Mode::Write => {
                std::fs::write(&path, found).with_context(|| format!("cannot write {file}"))?;
                println!("{file}: {items} items, written");
            }
            Mode::Check => {
                let committed = std::fs::read_to_string(&path).with_context(|| {
                    format!("cannot read {file} (to write it: cargo xtask api)")
                })?;
                match diff(&committed, &found) {
                    None => println!("{file}: {items} items, up to date"),
                    Some(diff) => outdated.push(format!("{file}:\n{diff}")),
                }
            }
        }
    }
    ensure!(
        outdated.is_empty(),
        "the public API differs from the committed files ('-' committed, '+' found); if the change is intended, run \
         `cargo xtask api`\n\n{}",
        outdated.join("\n")
    );
    Ok(Outcome::Passed)
}

/// The field of rustdoc's JSON output that is the same in all formats.
#[derive(Deserialize)]
struct Format {
    format_version: u32,
}

/// Lists the public API of a package with all features, one item per line. The inner result is an error if the format of
/// the toolchain is not supported.
fn public_api(root: &Path, package: &str) -> Result<Result<String, String>> {
    // Build scripts of dependencies depend on `RUSTC_BOOTSTRAP`. In a directory of its own, this build does not
    // invalidate the others.
    let target = target_directory(root)?.join("api");
    let mut rustdoc = cargo(root, &["rustdoc", "--quiet", "--locked", "--lib"]);
    rustdoc.args(["--package", package, "--all-features", "--target-dir"]);
    rustdoc.arg(&target).env("RUSTC_BOOTSTRAP", "1");
    rustdoc.args(["--", "-Z", "unstable-options", "--output-format", "json"]);
    command::run(rustdoc.args(["--cap-lints", "allow"]))?;

    let json = target.join(format!("doc/{}.json", package.replace('-', "_")));
    let text = std::fs::read_to_string(&json).context("cannot read rustdoc's output")?;
    let format: Format = serde_json::from_str(&text).context("cannot read rustdoc's output")?;
    if let Some(mismatch) = mismatch(format.format_version) {
        return Ok(Err(mismatch));
    }
    // Every type has the blanket and auto trait implementations, so they are left out.
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()?;
    Ok(Ok(api.to_string()))
}

/// Why a format version of rustdoc's JSON output cannot be read, if so.
fn mismatch(found: u32) -> Option<String> {
    let expected = rustdoc_types::FORMAT_VERSION;
    (found != expected).then(|| {
        format!(
            "rustdoc of this toolchain writes JSON format {found}, the `public-api` crate reads format {expected} (use \
             another toolchain, or change the versions of `public-api` and `rustdoc-types` in Cargo.toml)"
        )
    })
}

/// The lines that are only in one of two lists, or `None` if the lists are equal.
///
/// Both lists are sorted the same way, so a comparison of the lines as sets is sufficient.
fn diff(committed: &str, found: &str) -> Option<String> {
    if committed == found {
        return None;
    }
    let mut text = String::new();
    for (sign, lines, others) in [('-', committed, found), ('+', found, committed)] {
        let others: HashSet<_> = others.lines().collect();
        for line in lines.lines().filter(|line| !others.contains(line)) {
            let _ = writeln!(text, "{sign} {line}");
        }
    }
    if text.is_empty() {
        text.push_str("the items are equal, but their order or number differs\n");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diff_shows_removed_and_added_items() {
        let committed = "pub mod a\npub fn a::f()\npub fn a::g(u8)\n";
        let found = "pub mod a\npub fn a::g(u16)\npub fn a::h()\n";
        assert_eq!(
            diff(committed, found).unwrap(),
            "- pub fn a::f()\n- pub fn a::g(u8)\n+ pub fn a::g(u16)\n+ pub fn a::h()\n"
        );
    }

    #[test]
    fn equal_lists_have_no_diff() {
        assert_eq!(diff("pub mod a\n", "pub mod a\n"), None);
    }

    #[test]
    fn order_and_number_of_items_count() {
        assert!(diff("a\nb\n", "b\na\n").is_some());
        assert!(diff("a\n", "a\na\n").is_some());
    }

    #[test]
    fn other_formats_are_reported() {
        let expected = rustdoc_types::FORMAT_VERSION;
        assert_eq!(mismatch(expected), None);
        let message = mismatch(expected + 1).unwrap();
        assert!(message.contains(&format!("writes JSON format {}", expected + 1)));
    }
}
