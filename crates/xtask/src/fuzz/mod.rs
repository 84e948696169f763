//! `cargo xtask fuzz`: runs the fuzz targets, with seeds made from the test data.

mod record;

use std::io::{BufRead as _, BufReader};
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};

use self::record::Record;
use crate::command::{self, cargo, parallel, require_subcommand};

/// Options for libFuzzer, apart from the time limit: short inputs, so that many of them run, a dictionary of link
/// syntax, and limits for one input.
const OPTIONS: [&str; 5] = [
    "-max_len=512",
    "-timeout=20",
    "-rss_limit_mb=4096",
    "-print_final_stats=1",
    "-dict=fuzz/linkspan.dict",
];

/// The longest time for which a target runs at once. What a stopped run of the command loses is less than this.
const SLICE: u64 = 300;

/// How long targets run, in minutes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// All together.
    Total(f64),
    /// Each target on the present code, earlier runs included.
    Each(f64),
}

/// Runs the selected targets, or all.
pub(crate) fn run(
    root: &Path,
    goal: Goal,
    jobs: NonZero<usize>,
    selected: &[String],
) -> Result<()> {
    let (Goal::Total(minutes) | Goal::Each(minutes)) = goal;
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
    command::run(cargo(root, &["fuzz", "build"]).env("RUSTC_BOOTSTRAP", "1"))?;
    let record = match goal {
        Goal::Total(_) => None,
        Goal::Each(_) => Some(Mutex::new(Record::open(root)?)),
    };
    let seconds = match goal {
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        Goal::Total(minutes) => seconds(minutes / targets.len() as f64),
        Goal::Each(minutes) => seconds(minutes),
    };
    let rows = parallel(jobs.get(), targets.len(), |number| {
        run_target(root, &targets[number], seconds, record.as_ref())
    });
    let rows: Vec<_> = rows.into_iter().collect::<Result<_>>()?;
    println!("\n| target | seconds | executions | |\n|---|--:|--:|---|");
    for (target, run) in targets.iter().zip(&rows) {
        let note = if run.failed { "failed" } else { "" };
        println!(
            "| {target} | {} | {} | {note} |",
            run.seconds, run.executions
        );
    }
    let failed = rows.iter().filter(|run| run.failed).count();
    ensure!(
        failed == 0,
        "{failed} targets failed; the output above contains a regression test for each, and `fuzz/artifacts` the inputs"
    );
    Ok(())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a positive number of seconds, which need not be exact"
)]
fn seconds(minutes: f64) -> u64 {
    (minutes * 60.0).ceil() as u64
}

/// Runs a target until it ran for so many seconds, with what the record says it ran before.
fn run_target(
    root: &Path,
    target: &str,
    seconds: u64,
    record: Option<&Mutex<Record>>,
) -> Result<Run> {
    let record = record.map(|record| || record.lock().expect("no thread panics"));
    let mut total = record.map_or_else(Run::default, |record| record().run(target));
    while total.seconds < seconds && !total.failed {
        let slice = (seconds - total.seconds).min(SLICE);
        println!("{target}: {slice} s");
        let run = fuzz(root, target, slice)?;
        if let Some(record) = record {
            record().add(target, &run)?;
        }
        total.seconds += run.seconds;
        total.executions += run.executions;
        total.failed = run.failed;
    }
    Ok(total)
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

/// What a target did.
#[derive(Debug, Default, PartialEq, Eq)]
struct Run {
    seconds: u64,
    executions: u64,
    failed: bool,
}

fn fuzz(root: &Path, target: &str, seconds: u64) -> Result<Run> {
    let time = format!("-max_total_time={seconds}");
    let mut fuzz: Command = cargo(root, &["fuzz", "run", target, "--", &time]);
    // Sanitizers are unstable. With `RUSTC_BOOTSTRAP` the stable compiler accepts them.
    fuzz.args(OPTIONS).env("RUSTC_BOOTSTRAP", "1");
    let mut child = fuzz
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot run cargo")?;
    let start = Instant::now();
    let mut run = Run::default();
    let stderr = child.stderr.take().context("standard error is a pipe")?;
    for line in BufReader::new(stderr).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units:") {
            run.executions = number.trim().parse()?;
        }
        // Show failures, but not libFuzzer's progress and statistics.
        if !line.starts_with('#') && !line.starts_with("stat::") {
            eprintln!("{line}");
        }
    }
    run.failed = !child.wait()?.success();
    // On a busy machine, reading the seeds alone can take longer than the time limit.
    run.seconds = start.elapsed().as_secs();
    Ok(run)
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
