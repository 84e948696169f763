//! `cargo xtask fuzz`: runs the fuzz targets, with seeds made from the test data.

mod record;

use std::io::{BufRead as _, BufReader};
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use self::record::Record;
use crate::command::{self, cargo, parallel, require_subcommand};

/// Options for libFuzzer, apart from the time limit: short inputs, so that many of them run, a dictionary of link
/// syntax, and limits for one input.
const OPTIONS: [&str; 5] = [
    "-max_len=512",
    "-timeout=60",
    "-rss_limit_mb=4096",
    "-print_final_stats=1",
    "-dict=fuzz/linkspan.dict",
];

/// How often the record is written while a target runs. What a stopped run of the command loses is little more than this.
const RECORD_INTERVAL: Duration = Duration::from_secs(300);

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
    let Some(remaining) = seconds.checked_sub(total.seconds).filter(|&rest| rest > 0) else {
        return Ok(total);
    };
    println!("{target}: {remaining} s");
    fuzz(root, target, Duration::from_secs(remaining), |run| {
        total.seconds += run.seconds;
        total.executions += run.executions;
        total.failed |= run.failed;
        record.map_or(Ok(()), |record| record().add(target, run))
    })?;
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

/// What a target did after it had read its seeds. On a busy machine, to read them can take longer than the rest.
#[derive(Debug, Default, PartialEq, Eq)]
struct Run {
    seconds: u64,
    executions: u64,
    failed: bool,
}

/// Runs a target until it has read its seeds and then run for `time`. What it did is reported from time to time, and at
/// the end.
fn fuzz(
    root: &Path,
    target: &str,
    time: Duration,
    mut report: impl FnMut(&Run) -> Result<()>,
) -> Result<()> {
    // libFuzzer's own time limit includes the time for the seeds. It also ends when something is in this file.
    let stop = root.join(format!("fuzz/target/{target}.stop"));
    std::fs::write(&stop, "").with_context(|| format!("cannot write {}", stop.display()))?;
    let stop_option = format!("-stop_file={}", stop.display());
    let mut fuzz: Command = cargo(root, &["fuzz", "run", target, "--", &stop_option]);
    // Sanitizers are unstable. With `RUSTC_BOOTSTRAP` the stable compiler accepts them.
    fuzz.args(OPTIONS).env("RUSTC_BOOTSTRAP", "1");
    let mut child = fuzz
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot run cargo")?;
    let stderr = child.stderr.take().context("standard error is a pipe")?;
    thread::scope(|scope| {
        let mut progress: Option<Progress> = None;
        // Dropped when the target has ended, which ends the thread that waits.
        let (_ended, wait) = mpsc::channel::<()>();
        let mut wait = Some(wait);
        for line in BufReader::new(stderr).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            let event = Event::of(&line);
            match (event, &mut progress) {
                (Event::SeedsRead(executions), None) => {
                    progress = Some(Progress::new(executions));
                    if let Some(wait) = wait.take() {
                        let stop = &stop;
                        scope.spawn(move || match wait.recv_timeout(time) {
                            Err(RecvTimeoutError::Timeout) => std::fs::write(stop, "stop"),
                            _ => Ok(()),
                        });
                    }
                }
                (Event::Executed(executions), Some(progress)) => {
                    progress.executions = executions;
                    if progress.since.elapsed() >= RECORD_INTERVAL {
                        report(&progress.take(false))?;
                    }
                }
                _ => {}
            }
            // Show failures, but not libFuzzer's progress and statistics.
            if event == Event::Other {
                eprintln!("{line}");
            }
        }
        let failed = !child.wait()?.success();
        let mut progress = progress.unwrap_or_else(|| Progress::new(0));
        report(&progress.take(failed))
    })?;
    std::fs::remove_file(&stop).with_context(|| format!("cannot remove {}", stop.display()))
}

/// What a line of libFuzzer's output says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// The seeds were read, and as many inputs were executed for it.
    SeedsRead(u64),
    /// So many inputs were executed.
    Executed(u64),
    /// Something else about progress.
    Statistics,
    /// What the developer should read.
    Other,
}

impl Event {
    fn of(line: &str) -> Self {
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units:") {
            return number
                .trim()
                .parse()
                .map_or(Self::Statistics, Self::Executed);
        }
        let Some(progress) = line.strip_prefix('#') else {
            return if line.starts_with("stat::") {
                Self::Statistics
            } else {
                Self::Other
            };
        };
        let mut words = progress.split_whitespace();
        match (words.next().map(str::parse), words.next()) {
            (Some(Ok(number)), Some("INITED")) => Self::SeedsRead(number),
            (Some(Ok(number)), _) => Self::Executed(number),
            _ => Self::Statistics,
        }
    }
}

/// What a target did since the last report.
struct Progress {
    since: Instant,
    /// How many executions were reported.
    reported: u64,
    executions: u64,
}

impl Progress {
    fn new(executions: u64) -> Self {
        Self {
            since: Instant::now(),
            reported: executions,
            executions,
        }
    }

    fn take(&mut self, failed: bool) -> Run {
        let seconds = self.since.elapsed().as_secs();
        let run = Run {
            seconds,
            executions: self.executions.saturating_sub(self.reported),
            failed,
        };
        // The fraction of a second is part of the next report, so that the sum is as long as the whole.
        self.since += Duration::from_secs(seconds);
        self.reported = self.executions;
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_counted_from_the_end_of_the_seeds_on() {
        for (line, event) in [
            (
                "#3087\tINITED cov: 13096 ft: 23167 corp: 470/22Kb exec/s: 11",
                Event::SeedsRead(3087),
            ),
            (
                "#4096\tpulse  cov: 13096 ft: 23167 corp: 470/22Kb",
                Event::Executed(4096),
            ),
            (
                "#5725\tNEW    cov: 17178 ft: 59835 corp: 2671/313Kb",
                Event::Executed(5725),
            ),
            (
                "stat::number_of_executed_units: 16496",
                Event::Executed(16496),
            ),
            ("stat::peak_rss_mb:              534", Event::Statistics),
            (
                "###### End of recommended dictionary. ######",
                Event::Statistics,
            ),
            ("thread panicked", Event::Other),
        ] {
            assert_eq!(Event::of(line), event, "{line}");
        }
        let mut progress = Progress::new(3087);
        progress.executions = 5725;
        assert_eq!(progress.take(false).executions, 2638);
        assert_eq!(progress.take(false).executions, 0);
    }

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
