//! The branches that tests take of the code that the standard fixes to the code point: all of them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::run::{cargo, done, installed, target};

/// What has to be covered, below the library's sources: where a URL ends, where a local part starts, how both are
/// written.
const COVERED: [&str; 3] = ["terminate.rs", "email.rs", "format/"];

/// Runs the library's tests, prints how many branches they take, and fails if one of those that have to be taken is not.
pub(crate) fn run(root: &Path) -> Result<()> {
    installed(root, "llvm-cov")?;
    let report = target(root)?.join("branches.json");
    let mut command = cargo(root, &["llvm-cov", "--branch", "--package", "linkspan"]);
    command.args(["--all-features", "--locked", "--json", "--output-path"]);
    // Branches are not counted by a stable compiler, unless it is told to.
    done(command.arg(&report).env("RUSTC_BOOTSTRAP", "1"))?;
    let report = std::fs::read_to_string(&report).context("cannot read the report")?;
    let files = covered(&report, &root.join("crates/linkspan/src"))?;

    println!("| file | branches | taken |\n|---|--:|--:|");
    for file in &files {
        let taken = file.count - file.missed.len();
        println!("| {} | {} | {taken} |", file.name, file.count);
    }
    let missed = files.iter().flat_map(|file| &file.missed);
    let missed: Vec<_> = missed.map(String::as_str).collect();
    ensure!(missed.is_empty(), "not taken:\n{}", missed.join("\n"));
    Ok(())
}

/// A file, and the branches of it that were not taken.
#[derive(Debug, PartialEq)]
struct File {
    name: String,
    /// Each condition is two branches.
    count: usize,
    missed: Vec<String>,
}

/// The part of LLVM's report that is read here.
#[derive(Deserialize)]
struct Report {
    data: Vec<Data>,
}

#[derive(Deserialize)]
struct Data {
    files: Vec<Source>,
}

#[derive(Deserialize)]
struct Source {
    filename: String,
    branches: Vec<Branch>,
}

/// First and last line and column; how often the condition was true, and how often false; three more numbers.
type Branch = [u64; 9];

/// What a report says of the files that have to be covered.
fn covered(report: &str, folder: &Path) -> Result<Vec<File>> {
    let report: Report = serde_json::from_str(report).context("cannot read the report")?;
    let sources = report.data.into_iter().flat_map(|data| data.files);
    let mut files = Vec::new();
    for source in sources {
        let Ok(name) = Path::new(&source.filename).strip_prefix(folder) else {
            continue;
        };
        let name = name.to_string_lossy().replace('\\', "/");
        if !COVERED.iter().any(|covered| name.starts_with(covered)) {
            continue;
        }
        files.push(file(name, &source.branches));
    }
    ensure!(
        COVERED
            .iter()
            .all(|covered| files.iter().any(|file| file.name.starts_with(covered))),
        "expected all of {COVERED:?} in the report"
    );
    Ok(files)
}

/// Generic functions are counted once for each type, so a branch is taken if it is in one of them.
fn file(name: String, branches: &[Branch]) -> File {
    let mut places = BTreeMap::new();
    for &[line, column, end_line, end_column, yes, no, ..] in branches {
        let (all_yes, all_no) = places
            .entry((line, column, end_line, end_column))
            .or_insert((0, 0));
        *all_yes += yes;
        *all_no += no;
    }
    let mut missed = Vec::new();
    for ((line, column, ..), (yes, no)) in &places {
        for (times, value) in [(yes, "true"), (no, "false")] {
            if *times == 0 {
                missed.push(format!("{name}:{line}:{column} is never {value}"));
            }
        }
    }
    let count = 2 * places.len();
    File {
        name,
        count,
        missed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_is_taken_if_it_is_for_one_type() {
        let report = r#"{"data": [{"files": [
            {"filename": "/src/terminate.rs", "branches": [[1, 5, 1, 9, 2, 0, 0, 0, 4], [1, 5, 1, 9, 0, 1, 0, 0, 4]]},
            {"filename": "/src/email.rs", "branches": [[7, 8, 7, 9, 3, 0, 0, 0, 4]]},
            {"filename": "/src/format/parts.rs", "branches": []},
            {"filename": "/src/offset.rs", "branches": [[1, 1, 1, 2, 0, 0, 0, 0, 4]]}
        ]}]}"#;
        let files = covered(report, Path::new("/src")).unwrap();
        let missed: Vec<_> = files
            .iter()
            .map(|file| (&*file.name, file.count, file.missed.clone()))
            .collect();
        assert_eq!(
            missed,
            [
                ("terminate.rs", 2, vec![]),
                (
                    "email.rs",
                    2,
                    vec!["email.rs:7:8 is never false".to_owned()]
                ),
                ("format/parts.rs", 0, vec![]),
            ]
        );
    }

    #[test]
    fn a_report_without_the_files_is_none() {
        assert!(covered(r#"{"data": [{"files": []}]}"#, Path::new("/src")).is_err());
    }
}
