//! All that must hold before a release.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::MetadataCommand;

use crate::run::{self, Outcome, cargo, done, installed, printed};
use crate::{UNICODE, branches, features, minimal};

/// What the public interface is compared with.
struct Since<'s>(Option<&'s str>);

/// A check.
type Check = fn(&Path, &Since<'_>) -> Result<Outcome>;

/// All checks, in the order in which they are made.
const CHECKS: [(&str, Check); 9] = [
    ("tests", |root, _| run::test(root, UNICODE).map(holds)),
    ("features", |root, _| features::run(root, false)),
    ("rust", |root, _| oldest_rust(root)),
    ("minimal", |root, _| minimal::run(root).map(holds)),
    ("coverage", |root, _| branches::run(root).map(holds)),
    ("licences", |root, _| licences(root).map(holds)),
    ("advisories", |root, _| advisories(root).map(holds)),
    ("interface", |root, since| interface(root, since).map(holds)),
    ("packages", |root, _| packages(root).map(holds)),
];

fn holds((): ()) -> Outcome {
    Outcome::Holds
}

/// Makes every check, or those that are chosen, even if one before it fails; fails if any did or could not be made.
pub(crate) fn run(root: &Path, since: Option<&str>, chosen: &[String]) -> Result<()> {
    let names = CHECKS.map(|(name, _)| name);
    if let Some(unknown) = chosen.iter().find(|name| !names.contains(&name.as_str())) {
        bail!(
            "no such check: '{unknown}' (there are {})",
            names.join(", ")
        );
    }
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|chosen| chosen == name);
    let mut rows = Vec::new();
    for (name, check) in CHECKS.into_iter().filter(|(name, _)| is_chosen(name)) {
        println!("\n# {name}");
        let (outcome, note) = match check(root, &Since(since)) {
            Ok(Outcome::Holds) => ("holds", String::new()),
            Ok(Outcome::Skipped(why)) => ("skipped", why),
            Err(error) => ("fails", format!("{error:#}")),
        };
        println!("{note}");
        rows.push((name, outcome, note));
    }
    println!("\n| check | | |\n|---|---|---|");
    for (name, outcome, note) in &rows {
        let note = note.lines().next().unwrap_or_default();
        println!("| {name} | {outcome} | {note} |");
    }
    let open = rows.iter().filter(|row| row.1 != "holds").count();
    ensure!(open == 0, "{open} of {} do not hold", rows.len());
    Ok(())
}

/// Builds everything with the Rust that the manifest names.
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
    let is_there = Command::new("rustup").args(cargo).arg("--version").output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        let install = format!("rustup toolchain install {version} --profile minimal");
        return Ok(Outcome::Skipped(format!(
            "Rust {version} is not installed (to have it: {install})"
        )));
    }
    let mut check = Command::new("rustup");
    check.args(cargo).current_dir(root);
    done(check.args([
        "check",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--locked",
    ]))?;
    Ok(Outcome::Holds)
}

/// Licences and sources of all that is shipped, and duplicates in it; sources of the rest.
fn licences(root: &Path) -> Result<()> {
    installed(root, "deny")?;
    done(&mut deny(
        root,
        "Cargo.toml",
        &["bans", "licenses", "sources"],
    ))?;
    done(&mut deny(root, "benches/Cargo.toml", &["sources"]))?;
    done(&mut deny(root, "fuzz/Cargo.toml", &["sources"]))
}

/// What is known against all that is used. Needs the network, for the list of it.
fn advisories(root: &Path) -> Result<()> {
    installed(root, "deny")?;
    for manifest in ["Cargo.toml", "benches/Cargo.toml", "fuzz/Cargo.toml"] {
        done(&mut deny(root, manifest, &["advisories"]))?;
    }
    Ok(())
}

fn deny(root: &Path, manifest: &str, checks: &[&str]) -> Command {
    let mut command = cargo(root, &["deny", "--locked", "--manifest-path", manifest]);
    command
        .args(["--config", "deny.toml", "check"])
        .args(checks);
    command
}

/// Compares the public interface with that of a commit: the last release, unless another one is named.
fn interface(root: &Path, since: &Since<'_>) -> Result<()> {
    let last = last_release(root)?;
    let Some(since) = since.0.or(last.as_deref()) else {
        println!("There is no release to compare with; `--since` would name a commit.");
        return Ok(());
    };
    installed(root, "semver-checks")?;
    let mut command = cargo(root, &["semver-checks", "--package", "linkspan"]);
    command.args(["--package", "linkspan-vector", "--all-features"]);
    done(command.args(["--baseline-rev", since]))
}

/// The tag of the last release.
fn last_release(root: &Path) -> Result<Option<String>> {
    let mut git = Command::new("git");
    git.args(["tag", "--list", "v*", "--sort=-version:refname", "--merged"]);
    let tags = printed(git.current_dir(root))?;
    Ok(tags.lines().next().map(str::to_owned))
}

/// Packs what would be published, and builds it from there.
fn packages(root: &Path) -> Result<()> {
    let package = ["package", "--workspace", "--exclude", "xtask", "--locked"];
    done(&mut cargo(root, &package))
}
