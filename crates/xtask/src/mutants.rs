//! `cargo xtask mutants`: changes the code in small ways, and reports which changes no test notices.
//!
//! `cargo mutants` makes the changes, one at a time, and runs the unit tests and the integration tests of the package.
//! What no test can notice, because the program behaves the same, is listed in `mutants.toml` beside the manifest of the
//! package, with the reason. Every other change must be noticed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use crate::command::{capture, cargo, require_subcommand, target_directory};

/// The number of cases per property. Data cases and few random texts notice most changes, and a run has hundreds of them.
const PROPTEST_CASES: &str = "64";

/// The packages whose code is changed, and their tests.
const PACKAGES: [(&str, &[&str]); 3] = [
    ("linkspan", &["--lib", "--test", "it"]),
    ("linkspan-cli", &["--lib", "--test", "it"]),
    ("linkspan-vector", &["--lib"]),
];

/// Parts of the names of tests that take long and notice hardly more than the others.
const SKIPPED_TESTS: [&str; 8] = [
    "architecture",
    "corpora",
    "cost",
    "growth",
    "hostile",
    "hundred_thousand",
    "megabyte",
    "wild",
];

/// The results of `cargo mutants`: a file of its output, and how it is called here.
const RESULTS: [(&str, Outcome); 4] = [
    ("caught.txt", Outcome::Caught),
    // A change that makes the program loop is noticed by whoever waits for it.
    ("timeout.txt", Outcome::Caught),
    ("missed.txt", Outcome::Missed),
    ("unviable.txt", Outcome::Unviable),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Caught,
    Missed,
    /// The changed code does not compile.
    Unviable,
}

/// The results of one file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    caught: usize,
    missed: usize,
    equivalent: usize,
    unviable: usize,
}

/// The changes that no test can notice.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    #[serde(default)]
    equivalent: Vec<Exception>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    /// The change as `cargo mutants` names it, without line and column.
    mutant: String,
    /// Why the results are the same.
    why: String,
}

/// Changes the given files, or those that differ from a commit.
pub(crate) fn run(root: &Path, files: &[PathBuf], base: &str) -> Result<()> {
    require_subcommand(root, "mutants")?;
    let files = if files.is_empty() {
        changed_files(root, base)?
    } else {
        files
            .iter()
            .map(|file| file.display().to_string())
            .collect()
    };
    let mut missed = Vec::new();
    let mut counts = BTreeMap::new();
    for (package, tests) in PACKAGES {
        let directory = format!("crates/{package}/");
        let sources = format!("{directory}src/");
        let files: Vec<_> = files
            .iter()
            .filter(|file| file.starts_with(&sources))
            .collect();
        if files.is_empty() {
            continue;
        }
        let output = mutate(root, package, tests, &files)?;
        let exceptions = Exceptions::read(&root.join(directory).join("mutants.toml"))?;
        for (file, outcome) in RESULTS {
            let names = std::fs::read_to_string(output.join(file));
            let names = names.with_context(|| format!("cannot read {file} of cargo mutants"))?;
            exceptions.count(&names, outcome, &mut counts, &mut missed);
        }
    }
    ensure!(!counts.is_empty(), "no code of {files:?} can be changed");
    println!("\n{}", table(&counts));
    for mutant in &missed {
        println!("missed: {mutant}");
    }
    if !missed.is_empty() {
        bail!(
            "no test notices {} changes (add a case that does, or list them in mutants.toml with the reason)",
            missed.len()
        );
    }
    Ok(())
}

/// The files that differ from a commit.
fn changed_files(root: &Path, base: &str) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.args([
        "diff",
        "--name-only",
        "--diff-filter=d",
        "--merge-base",
        base,
    ]);
    let names = capture(git.args(["--", "crates/*/src/*.rs"]).current_dir(root))?;
    let names: Vec<_> = names.lines().map(str::to_owned).collect();
    ensure!(!names.is_empty(), "no source file differs from {base}");
    Ok(names)
}

/// Runs `cargo mutants`, and returns the directory of its results.
fn mutate(root: &Path, package: &str, tests: &[&str], files: &[&String]) -> Result<PathBuf> {
    let target = target_directory(root)?;
    let output = target.join("mutants").join(package);
    std::fs::create_dir_all(&output)?;
    let mut command = cargo(root, &["mutants", "--package", package, "--all-features"]);
    command.args(["--profile", "mutants", "--no-shuffle", "--baseline", "run"]);
    command.args(["--timeout-multiplier", "5", "--minimum-test-timeout", "60"]);
    command.arg("--output").arg(&output);
    for file in files {
        command.args(["--file", file]);
    }
    command.arg("--").args(tests).arg("--");
    for test in SKIPPED_TESTS {
        command.args(["--skip", test]);
    }
    command.env("PROPTEST_CASES", PROPTEST_CASES);
    // The copy of the repository in which code is changed is somewhere else, but dependencies are built only once.
    command.env("CARGO_TARGET_DIR", target.join("mutants").join("target"));
    let data = root.join("../shared/unicode");
    if std::env::var_os("LINKSPAN_UNICODE_DATA").is_none() && data.is_dir() {
        command.env("LINKSPAN_UNICODE_DATA", data);
    }
    // The exit status also says whether changes were missed, which the results tell.
    let status = command.status().context("cannot run cargo mutants")?;
    let results = output.join("mutants.out");
    ensure!(
        [Some(0), Some(2), Some(3)].contains(&status.code()),
        "cargo mutants failed ({status}); see {}",
        results.display()
    );
    Ok(results)
}

impl Exceptions {
    fn read(path: &Path) -> Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let read = || format!("cannot read {}", path.display());
                let exceptions: Self = toml::from_str(&text).with_context(read)?;
                for Exception { mutant, why } in &exceptions.equivalent {
                    ensure!(
                        !why.trim().is_empty(),
                        "no reason for {mutant:?} in {}",
                        path.display()
                    );
                }
                Ok(exceptions)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Adds the results in one file of `cargo mutants`.
    fn count(
        &self,
        names: &str,
        outcome: Outcome,
        counts: &mut BTreeMap<String, Counts>,
        missed: &mut Vec<String>,
    ) {
        // A row stands for one change, although two changes in a function may have the same name.
        let mut listed: Vec<&str> = self
            .equivalent
            .iter()
            .map(|it| it.mutant.as_str())
            .collect();
        for name in names.lines() {
            let file = name.split(':').next().unwrap_or_default();
            let counts = counts.entry(file.to_owned()).or_default();
            match outcome {
                Outcome::Caught => counts.caught += 1,
                Outcome::Unviable => counts.unviable += 1,
                Outcome::Missed => {
                    let change = without_position(name);
                    match listed.iter().position(|listed| *listed == change) {
                        Some(row) => {
                            listed.remove(row);
                            counts.equivalent += 1;
                        }
                        None => {
                            counts.missed += 1;
                            missed.push(name.to_owned());
                        }
                    }
                }
            }
        }
    }
}

/// `file.rs:1:2: replace a` becomes `file.rs: replace a`, so that a list survives edits.
fn without_position(name: &str) -> String {
    let mut parts = name.splitn(4, ':');
    match (parts.next(), parts.nth(2)) {
        (Some(file), Some(change)) => format!("{file}:{change}"),
        _ => name.to_owned(),
    }
}

/// The results as a table.
fn table(counts: &BTreeMap<String, Counts>) -> String {
    let mut lines = vec![
        String::from("| file | caught | missed | equivalent | score |"),
        String::from("|---|---|---|---|---|"),
    ];
    for (file, counts) in counts {
        let noticeable = counts.caught + counts.missed;
        let score = (100 * counts.caught).checked_div(noticeable).unwrap_or(100);
        let Counts {
            caught,
            missed,
            equivalent,
            ..
        } = counts;
        lines.push(format!(
            "| `{file}` | {caught} | {missed} | {equivalent} | {score} % |"
        ));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_change_is_not_missed_wherever_it_is() {
        let exceptions: Exceptions = toml::from_str(
            "[[equivalent]]\nmutant = \"a.rs: replace < with <= in f\"\nwhy = \"never equal\"\n",
        )
        .unwrap();
        let (mut counts, mut missed) = (BTreeMap::new(), Vec::new());
        let names = "a.rs:7:9: replace < with <= in f\na.rs:8:9: replace < with <= in f\n";
        exceptions.count(names, Outcome::Missed, &mut counts, &mut missed);
        exceptions.count("a.rs:1:1: x\n", Outcome::Caught, &mut counts, &mut missed);
        assert_eq!(missed, ["a.rs:8:9: replace < with <= in f"]);
        assert!(table(&counts).ends_with("| `a.rs` | 1 | 1 | 1 | 50 % |"));
    }

    #[test]
    fn listed_changes_are_of_files_that_exist_and_have_a_reason() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (package, _) in PACKAGES {
            let path = root.join("crates").join(package).join("mutants.toml");
            let exceptions = Exceptions::read(&path).unwrap();
            for Exception { mutant, .. } in exceptions.equivalent {
                let file = mutant.split(':').next().unwrap();
                assert!(root.join(file).is_file(), "{mutant}");
            }
        }
    }
}
