//! The hooks for `pre-commit` and the action run the program with arguments that it accepts.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{TempDir, run_in};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join(name)).expect("a file")
}

#[test]
fn hooks_check_and_change_files() {
    let hooks = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("the hooks");
    let entries = hooks
        .lines()
        .filter_map(|line| line.strip_prefix("  entry: linkspan "));
    let entries: Vec<Vec<&str>> = entries.map(|entry| entry.split(' ').collect()).collect();
    let [check, linkify] = entries.as_slice() else {
        panic!("expected two hooks");
    };
    let directory = TempDir::new("hooks");
    directory.write("a.md", "https://example.com\n");
    directory.write("b.md", "https://pаypal.com/\n");
    let run =
        |entry: &[&str], files: &[&str]| run_in(directory.path(), &[entry, files].concat()).status;
    assert_eq!(run(check, &["a.md"]), 0);
    assert_eq!(run(check, &["a.md", "b.md"]), 1);
    assert_eq!(run(linkify, &["a.md"]), 0);
    assert_eq!(read(&directory, "a.md"), "<https://example.com>\n");
}

#[cfg(unix)]
#[test]
fn action_writes_a_log_and_fails_on_findings() {
    let action = fs::read_to_string(root().join("action.yml")).expect("the action");
    let script = action.split("      run: |\n").last().expect("a script");
    let directory = TempDir::new("action");
    directory.write("good.txt", "https://example.com\n");
    directory.write("bad.txt", "https://pаypal.com/\n");
    let programs = Path::new(crate::support::PROGRAM)
        .parent()
        .expect("a directory")
        .display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    let run = |paths: &str, fail: &str| {
        directory.write("output", "");
        let status = std::process::Command::new("bash")
            .args(["-eo", "pipefail", "-c", script])
            .current_dir(directory.path())
            .env("PATH", &path)
            .env("GITHUB_OUTPUT", "output")
            .env("LINKSPAN_PATHS", paths)
            .env("LINKSPAN_ARGUMENTS", "--hidden")
            .env("LINKSPAN_SARIF", "log.sarif")
            .env("LINKSPAN_FAIL", fail)
            .status();
        let log = serde_json::from_str::<serde_json::Value>(&read(&directory, "log.sarif"));
        let results = log.map_or(0, |log| {
            log["runs"][0]["results"].as_array().map_or(0, Vec::len)
        });
        (
            status.expect("bash").code(),
            read(&directory, "output"),
            results,
        )
    };
    let output = |findings: bool| format!("sarif-file=log.sarif\nfindings={findings}\n");
    assert_eq!(run("good.txt bad.txt", "true"), (Some(1), output(true), 1));
    assert_eq!(
        run("good.txt\nbad.txt\n", "true"),
        (Some(1), output(true), 1)
    );
    assert_eq!(run("bad.txt", "false"), (Some(0), output(true), 1));
    assert_eq!(run("good.txt", "true"), (Some(0), output(false), 0));
    assert_eq!(run("missing.txt", "true").0, Some(2));
}
