//! `cargo xtask fuzz`: runs the fuzz targets one after the other, with seeds made from the test data.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::command::{self, cargo, require_subcommand};

/// Options for libFuzzer, apart from the time limit: short inputs, so that many of them run, a dictionary of link
/// syntax, and limits for one input.
const OPTIONS: [&str; 5] = [
    "-max_len=512",
    "-timeout=20",
    "-rss_limit_mb=4096",
    "-print_final_stats=1",
    "-dict=fuzz/linkspan.dict",
];

/// Runs the selected targets, or all, and divides the time equally between them.
pub(crate) fn run(root: &Path, minutes: f64, selected: &[String]) -> Result<()> {
    ensure!(
        minutes.is_finite() && minutes > 0.0,
        "expected a positive number of minutes, found {minutes}"
    );
    require_subcommand(root, "fuzz")?;
    let all = targets(root)?;
    if let Some(unknown) = selected.iter().find(|target| !all.contains(target)) {
        bail!(
            "no such target: '{unknown}' (available: {})",
            all.join(", ")
        );
    }
    let targets = if selected.is_empty() {
        &all[..]
    } else {
        selected
    };
    write_seeds(root, targets)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a positive number of seconds, which need not be exact"
    )]
    let seconds = (minutes * 60.0 / targets.len() as f64).ceil() as u64;
    let mut rows = Vec::new();
    for target in targets {
        println!("{target}: {seconds} s");
        rows.push((target, fuzz(root, target, seconds)?));
    }
    println!("\n| target | seconds | executions | |\n|---|--:|--:|---|");
    for (target, result) in &rows {
        let FuzzResult { executions, failed } = result;
        let note = if *failed { "failed" } else { "" };
        println!("| {target} | {seconds} | {executions} | {note} |");
    }
    let failed: Vec<_> = rows.iter().filter(|(_, result)| result.failed).collect();
    ensure!(
        failed.is_empty(),
        "{} targets failed; the output above contains a regression test for each, and `fuzz/artifacts` the inputs",
        failed.len()
    );
    Ok(())
}

/// The names of all targets.
fn targets(root: &Path) -> Result<Vec<String>> {
    let directory = root.join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&directory)
        .with_context(|| format!("cannot read {}", directory.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn write_seeds(root: &Path, targets: &[String]) -> Result<()> {
    let mut arguments = vec!["run", "--quiet", "--locked", "--example", "seeds"];
    arguments.extend(["--manifest-path", "fuzz/Cargo.toml", "--"]);
    arguments.extend(["testdata", "fuzz/corpus"]);
    arguments.extend(targets.iter().map(String::as_str));
    command::run(&mut cargo(root, &arguments)).context("cannot write the seeds")
}

/// The result of one target.
struct FuzzResult {
    executions: u64,
    failed: bool,
}

fn fuzz(root: &Path, target: &str, seconds: u64) -> Result<FuzzResult> {
    let time = format!("-max_total_time={seconds}");
    let mut fuzz: Command = cargo(root, &["fuzz", "run", target, "--", &time]);
    // Sanitizers are unstable. With `RUSTC_BOOTSTRAP` the stable compiler accepts them.
    fuzz.args(OPTIONS).env("RUSTC_BOOTSTRAP", "1");
    let mut child = fuzz
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot run cargo")?;
    let mut result = FuzzResult {
        executions: 0,
        failed: false,
    };
    let stderr = child.stderr.take().context("standard error is a pipe")?;
    for line in BufReader::new(stderr).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units:") {
            result.executions = number.trim().parse()?;
        }
        // Show failures, but not libFuzzer's progress and statistics.
        if !line.starts_with('#') && !line.starts_with("stat::") {
            eprintln!("{line}");
        }
    }
    result.failed = !child.wait()?.success();
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A target that is missing in the manifest, or has no file, would never run.
    #[test]
    fn manifest_lists_every_target() {
        let root = crate::root().unwrap();
        let manifest = std::fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap();
        let bins = manifest.split("[[bin]]\nname = \"").skip(1);
        let mut listed: Vec<_> = bins.filter_map(|rest| rest.split('"').next()).collect();
        listed.sort_unstable();
        assert_eq!(targets(&root).unwrap(), listed);
    }
}
