//! `cargo xtask test`: all tests of the workspace, and the checks of the generated files.
//!
//! Some tests read files that are not part of the repository. Without them, such a test passes and prints a line
//! `skipped: TEST: REASON` to standard error. The command collects these lines and repeats them at the end, where they
//! are seen.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};

use crate::command::{cargo, command_line};
use crate::generated::Mode;
use crate::unicode::UnicodeVersion;
use crate::{dependencies, languages, suffixes, tables};

/// The published files of UTS #58 that the tests read.
const PUBLISHED_FILES: [&str; 5] = [
    "LinkBracket.txt",
    "LinkDetectionTest.txt",
    "LinkEmail.txt",
    "LinkFormattingTest.txt",
    "LinkTerm.txt",
];

/// The derivation of the properties from the data of the previous Unicode version, compared with its published files.
const PREVIOUS_UNICODE_TESTS: [&str; 4] = [
    "test",
    "--manifest-path=crates/xtask/unicode-17/Cargo.toml",
    "--locked",
    "--quiet",
];

/// The logs of `linkspan check`, compared with the schema of their format.
const SARIF_SCHEMA_TESTS: [&str; 4] = [
    "test",
    "--manifest-path=crates/xtask/sarif-schema/Cargo.toml",
    "--locked",
    "--quiet",
];

/// Runs all tests of the workspace and those of separate workspaces, checks that the generated files are up to date, and prints which tests were skipped.
pub(crate) fn run(root: &Path, unicode: UnicodeVersion) -> Result<()> {
    let mut skipped = run_tests(root, &["test", "--workspace", "--locked"])?;
    skipped.extend(run_tests(root, &PREVIOUS_UNICODE_TESTS)?);
    skipped.extend(run_tests(root, &SARIF_SCHEMA_TESTS)?);
    tables::run(root, unicode, Mode::Check)?;
    suffixes::run(root, Mode::Check)?;
    languages::run(root, Mode::Check)?;
    dependencies::run(root, Mode::Check)?;
    println!("\n{}", summary(&skipped, unicode));
    Ok(())
}

/// A test that could not run.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Skipped {
    test: String,
    reason: String,
}

impl Skipped {
    /// Reads a line that a test prints when it is skipped.
    fn parse(line: &str) -> Option<Self> {
        let (test, reason) = line.strip_prefix("skipped: ")?.split_once(": ")?;
        Some(Self {
            test: test.to_owned(),
            reason: reason.to_owned(),
        })
    }
}

/// Runs tests with cargo, copies its standard error to the terminal, and returns the skipped tests.
fn run_tests(root: &Path, arguments: &[&str]) -> Result<Vec<Skipped>> {
    let mut test = cargo(root, arguments);
    // Cargo sees a pipe instead of the terminal.
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    if colour {
        test.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = test
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot run cargo")?;
    let stderr = child.stderr.take().context("standard error is a pipe")?;
    let mut skipped = Vec::new();
    for line in BufReader::new(stderr).split(b'\n') {
        let line = line?;
        let mut terminal = std::io::stderr().lock();
        terminal.write_all(&line)?;
        terminal.write_all(b"\n")?;
        skipped.extend(Skipped::parse(&String::from_utf8_lossy(&line)));
    }
    let status = child.wait()?;
    ensure!(
        status.success(),
        "`{}` failed ({status})",
        command_line(&test)
    );
    skipped.sort();
    skipped.dedup();
    Ok(skipped)
}

/// The end of the output: the skipped tests, and how to provide the files that they need.
fn summary(skipped: &[Skipped], unicode: UnicodeVersion) -> String {
    if skipped.is_empty() {
        return "All tests ran; none was skipped.".to_owned();
    }
    let mut text = String::from("Skipped tests:\n");
    for Skipped { test, reason } in skipped {
        let _ = writeln!(text, "  {test}: {reason}");
    }
    let _ = write!(
        text,
        "To run the tests of the published Unicode files, download {} from\n\
         https://www.unicode.org/Public/{unicode}/linkification/ to a directory '{unicode}', those of 17.0.0 likewise, and set\n\
         LINKSPAN_UNICODE_DATA to the directory that contains both.\n\
         {} skipped; all other tests passed.",
        PUBLISHED_FILES.join(", "),
        match skipped.len() {
            1 => "1 test was".to_owned(),
            count => format!("{count} tests were"),
        },
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNICODE: UnicodeVersion = UnicodeVersion(18, 0, 0);

    #[test]
    fn skipped_tests_are_recognised() {
        let line = "skipped: published::properties::link_term: LinkTerm.txt is not available";
        let skipped = Skipped::parse(line).unwrap();
        assert_eq!(skipped.test, "published::properties::link_term");
        assert_eq!(skipped.reason, "LinkTerm.txt is not available");
        assert_eq!(
            Skipped::parse("   Compiling linkspan v0.1.0: skipped: x: y"),
            None
        );
    }

    #[test]
    fn summary_says_how_to_provide_the_files() {
        let skipped = Skipped::parse("skipped: a::b: LinkTerm.txt is not available").unwrap();
        let text = summary(&[skipped], UNICODE);
        assert!(text.contains("  a::b: LinkTerm.txt is not available\n"));
        assert!(text.contains("https://www.unicode.org/Public/18.0.0/linkification/"));
        assert!(text.contains("LINKSPAN_UNICODE_DATA"));
        assert!(text.ends_with("1 test was skipped; all other tests passed."));
    }

    #[test]
    fn summary_without_skipped_tests() {
        assert_eq!(summary(&[], UNICODE), "All tests ran; none was skipped.");
    }
}
