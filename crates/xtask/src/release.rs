//! `cargo xtask release`: the checks that a release must pass.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::MetadataCommand;

use crate::command::{self, Outcome, capture, cargo, require_subcommand};
use crate::{UNICODE, coverage, deny, features, minimal, test};

/// The commit that the public API is compared with, if the user names one.
type Since<'s> = Option<&'s str>;

/// A check. Its arguments are the workspace root and the baseline of the API comparison.
type Check = fn(&Path, Since<'_>) -> Result<Outcome>;

/// All checks, in the order in which they run.
const CHECKS: [(&str, Check); 9] = [
    ("tests", |root, _| test::run(root, UNICODE).map(passed)),
    ("features", |root, _| features::run(root, false, false)),
    ("rust", |root, _| oldest_rust(root)),
    ("minimal", |root, _| minimal::run(root).map(passed)),
    ("coverage", |root, _| coverage::run(root).map(passed)),
    ("licences", |root, _| deny::licences(root).map(passed)),
    ("advisories", |root, _| {
        deny::advisories(root, None).map(passed)
    }),
    ("api", |root, since| semver_checks(root, since).map(passed)),
    ("packages", |root, _| packages(root).map(passed)),
];

fn passed((): ()) -> Outcome {
    Outcome::Passed
}

/// Runs the selected checks, or all, and continues after a failure. Fails if any check failed or was skipped.
pub(crate) fn run(root: &Path, since: Since<'_>, selected: &[String]) -> Result<()> {
    let names = CHECKS.map(|(name, _)| name);
    if let Some(unknown) = selected.iter().find(|name| !names.contains(&name.as_str())) {
        bail!(
            "no such check: '{unknown}' (available: {})",
            names.join(", ")
        );
    }
    let is_selected =
        |name: &str| selected.is_empty() || selected.iter().any(|selected| selected == name);
    let mut rows = Vec::new();
    for (name, check) in CHECKS.into_iter().filter(|(name, _)| is_selected(name)) {
        println!("\n# {name}");
        let (outcome, note) = match check(root, since) {
            Ok(Outcome::Passed) => ("passed", String::new()),
            Ok(Outcome::Skipped(reason)) => ("skipped", reason),
            Err(error) => ("failed", format!("{error:#}")),
        };
        println!("{note}");
        rows.push((name, outcome, note));
    }
    println!("\n| check | result | |\n|---|---|---|");
    for (name, outcome, note) in &rows {
        let note = note.lines().next().unwrap_or_default();
        println!("| {name} | {outcome} | {note} |");
    }
    let open = rows.iter().filter(|row| row.1 != "passed").count();
    ensure!(open == 0, "{open} of {} checks did not pass", rows.len());
    Ok(())
}

/// Checks the workspace with the Rust version in the manifest.
fn oldest_rust(root: &Path) -> Result<Outcome> {
    let metadata = MetadataCommand::new().current_dir(root).no_deps().exec()?;
    let mut versions = metadata
        .packages
        .iter()
        .map(|package| package.rust_version.clone());
    let version = versions
        .next()
        .flatten()
        .context("expected a rust-version")?;
    let version = format!("{}.{}", version.major, version.minor);
    let cargo = ["run", &version, "cargo"];
    let installed = Command::new("rustup").args(cargo).arg("--version").output();
    if !installed.is_ok_and(|output| output.status.success()) {
        let install = format!("rustup toolchain install {version} --profile minimal");
        return Ok(Outcome::Skipped(format!(
            "Rust {version} is not installed (to install it: {install})"
        )));
    }
    let mut check = Command::new("rustup");
    check.args(cargo).current_dir(root);
    command::run(check.args([
        "check",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--locked",
    ]))?;
    Ok(Outcome::Passed)
}

/// Checks that changes of the public API since a commit, by default the last release, follow semantic versioning.
fn semver_checks(root: &Path, since: Since<'_>) -> Result<()> {
    let last = last_release(root)?;
    let Some(since) = since.or(last.as_deref()) else {
        println!("There is no release to compare with (to compare with a commit: --since COMMIT).");
        return Ok(());
    };
    require_subcommand(root, "semver-checks")?;
    let mut semver = cargo(root, &["semver-checks", "--package", "linkspan"]);
    semver.args(["--package", "linkspan-vector", "--all-features"]);
    command::run(semver.args(["--baseline-rev", since]))
}

/// The tag of the last release.
fn last_release(root: &Path) -> Result<Option<String>> {
    let mut git = Command::new("git");
    git.args(["tag", "--list", "v*", "--sort=-version:refname", "--merged"]);
    let tags = capture(git.current_dir(root))?;
    Ok(tags.lines().next().map(str::to_owned))
}

/// Builds the packages as they would be published.
fn packages(root: &Path) -> Result<()> {
    let package = ["package", "--workspace", "--exclude", "xtask", "--locked"];
    command::run(&mut cargo(root, &package))
}
