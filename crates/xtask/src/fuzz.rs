//! Fuzzing: all targets in turn, from seeds that are made of our own data cases.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::run::{cargo, done, installed};

/// What libFuzzer is told, besides how long to run: inputs short enough to be many, tokens of links, and what
/// counts as hanging.
const OPTIONS: [&str; 5] = [
    "-max_len=512",
    "-timeout=20",
    "-rss_limit_mb=4096",
    "-print_final_stats=1",
    "-dict=fuzz/linkspan.dict",
];

/// Runs targets for some minutes in total.
pub(crate) fn run(root: &Path, minutes: f64, chosen: &[String]) -> Result<()> {
    ensure!(
        minutes.is_finite() && minutes > 0.0,
        "expected some minutes, found {minutes}"
    );
    installed(root, "fuzz")?;
    let all = targets(root)?;
    if let Some(unknown) = chosen.iter().find(|target| !all.contains(target)) {
        bail!("no such target: '{unknown}' (there are {})", all.join(", "));
    }
    let targets = if chosen.is_empty() { &all[..] } else { chosen };
    seed(root, targets)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a number of seconds, of which some are enough"
    )]
    let seconds = (minutes * 60.0 / targets.len() as f64).ceil() as u64;
    let mut rows = Vec::new();
    for target in targets {
        println!("{target}: {seconds} s");
        rows.push((target, fuzz(root, target, seconds)?));
    }
    println!("\n| target | seconds | executions | |\n|---|--:|--:|---|");
    for (target, outcome) in &rows {
        let Outcome { executions, failed } = outcome;
        let note = if *failed { "failed" } else { "" };
        println!("| {target} | {seconds} | {executions} | {note} |");
    }
    let failed: Vec<_> = rows.iter().filter(|(_, outcome)| outcome.failed).collect();
    ensure!(
        failed.is_empty(),
        "{} targets failed; what they print is a test, and `fuzz/artifacts` has the input",
        failed.len()
    );
    Ok(())
}

/// The names of all targets.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz/fuzz_targets");
    let entries =
        std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
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

fn seed(root: &Path, targets: &[String]) -> Result<()> {
    let mut arguments = vec!["run", "--quiet", "--locked", "--example", "seeds"];
    arguments.extend(["--manifest-path", "fuzz/Cargo.toml", "--"]);
    arguments.extend(["testdata", "fuzz/corpus"]);
    arguments.extend(targets.iter().map(String::as_str));
    done(&mut cargo(root, &arguments)).context("writing the seeds")
}

/// What came of a target.
struct Outcome {
    executions: u64,
    failed: bool,
}

fn fuzz(root: &Path, target: &str, seconds: u64) -> Result<Outcome> {
    let time = format!("-max_total_time={seconds}");
    let mut command: Command = cargo(root, &["fuzz", "run", target, "--", &time]);
    // The sanitizers are not stable yet; this lets the stable compiler use them.
    command.args(OPTIONS).env("RUSTC_BOOTSTRAP", "1");
    let mut child = command
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot run cargo")?;
    let mut outcome = Outcome {
        executions: 0,
        failed: false,
    };
    let stderr = child.stderr.take().context("there is a pipe")?;
    for line in BufReader::new(stderr).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units:") {
            outcome.executions = number.trim().parse()?;
        }
        // Progress is of no use to readers; failures are.
        if !line.starts_with('#') && !line.starts_with("stat::") {
            eprintln!("{line}");
        }
    }
    outcome.failed = !child.wait()?.success();
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A target without a file, or a file without a target, would never run.
    #[test]
    fn the_manifest_names_every_target() {
        let root = crate::root().unwrap();
        let manifest = std::fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap();
        let bins = manifest.split("[[bin]]\nname = \"").skip(1);
        let mut named: Vec<_> = bins.filter_map(|rest| rest.split('"').next()).collect();
        named.sort_unstable();
        assert_eq!(targets(&root).unwrap(), named);
    }
}
