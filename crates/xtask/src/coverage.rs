//! `cargo xtask coverage`: checks that the tests take every branch of the normative algorithms.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::command::{self, cargo, require_subcommand, target_directory};

/// The files and directories below the library's sources whose branches must all be taken: URL termination, the start
/// of local parts, formatting.
const COVERED: [&str; 3] = ["uts58/", "email.rs", "url/"];

/// Runs the library's tests, prints how many branches they take, and fails if a branch of the covered files is missed.
pub(crate) fn run(root: &Path) -> Result<()> {
    require_subcommand(root, "llvm-cov")?;
    let report = target_directory(root)?.join("branches.json");
    let mut llvm_cov = cargo(root, &["llvm-cov", "--branch", "--package", "linkspan"]);
    llvm_cov.args(["--all-features", "--locked", "--json", "--output-path"]);
    // Branch coverage is unstable. With `RUSTC_BOOTSTRAP` the stable compiler accepts it.
    command::run(llvm_cov.arg(&report).env("RUSTC_BOOTSTRAP", "1"))?;
    let report = std::fs::read_to_string(&report).context("cannot read the report")?;
    let files = covered_files(&report, &root.join("crates/linkspan/src"))?;

    println!("| file | branches | taken |\n|---|--:|--:|");
    for file in &files {
        let taken = file.branches - file.missed.len();
        println!("| {} | {} | {taken} |", file.name, file.branches);
    }
    let missed = files.iter().flat_map(|file| &file.missed);
    let missed: Vec<_> = missed.map(String::as_str).collect();
    ensure!(
        missed.is_empty(),
        "branches not taken:\n{}",
        missed.join("\n")
    );
    Ok(())
}

/// The branch coverage of a file.
#[derive(Debug, PartialEq)]
struct File {
    name: String,
    /// Two for each condition.
    branches: usize,
    /// A message for each branch that was not taken.
    missed: Vec<String>,
}

/// The fields of LLVM's report that are read here.
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

/// Start line and column, end line and column, how often the condition was true, how often it was false, and three
/// more numbers that are not used.
type Branch = [u64; 9];

/// Reads the branch coverage of the files in [`COVERED`] from a report.
fn covered_files(report: &str, sources: &Path) -> Result<Vec<File>> {
    let report: Report = serde_json::from_str(report).context("cannot read the report")?;
    let mut files = Vec::new();
    for source in report.data.into_iter().flat_map(|data| data.files) {
        let Ok(name) = Path::new(&source.filename).strip_prefix(sources) else {
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

/// Adds up the branches of a file.
///
/// The report lists a branch of a generic function once for each instance. It counts as taken if one instance takes it.
fn file(name: String, branches: &[Branch]) -> File {
    let mut conditions = BTreeMap::new();
    for &[line, column, end_line, end_column, yes, no, ..] in branches {
        let (all_yes, all_no) = conditions
            .entry((line, column, end_line, end_column))
            .or_insert((0, 0));
        *all_yes += yes;
        *all_no += no;
    }
    let mut missed = Vec::new();
    for ((line, column, ..), (yes, no)) in &conditions {
        for (times, value) in [(yes, "true"), (no, "false")] {
            if *times == 0 {
                missed.push(format!("{name}:{line}:{column} is never {value}"));
            }
        }
    }
    File {
        name,
        branches: 2 * conditions.len(),
        missed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_of_generic_functions_are_added_up() {
        let report = r#"{"data": [{"files": [
            {"filename": "/src/uts58/terminate.rs", "branches": [[1, 5, 1, 9, 2, 0, 0, 0, 4], [1, 5, 1, 9, 0, 1, 0, 0, 4]]},
            {"filename": "/src/email.rs", "branches": [[7, 8, 7, 9, 3, 0, 0, 0, 4]]},
            {"filename": "/src/url/parts.rs", "branches": []},
            {"filename": "/src/offset.rs", "branches": [[1, 1, 1, 2, 0, 0, 0, 0, 4]]}
        ]}]}"#;
        let files = covered_files(report, Path::new("/src")).unwrap();
        let missed: Vec<_> = files
            .iter()
            .map(|file| (&*file.name, file.branches, file.missed.clone()))
            .collect();
        assert_eq!(
            missed,
            [
                ("uts58/terminate.rs", 2, vec![]),
                (
                    "email.rs",
                    2,
                    vec!["email.rs:7:8 is never false".to_owned()]
                ),
                ("url/parts.rs", 0, vec![]),
            ]
        );
    }

    #[test]
    fn report_without_covered_files_is_an_error() {
        assert!(covered_files(r#"{"data": [{"files": []}]}"#, Path::new("/src")).is_err());
    }
}
