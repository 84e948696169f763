//! Runs the tests of a program that contains all changes, one change at a time.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::command::parallel;

/// The tests that are run at once take about this long, if no change is made. Cheap tests come first.
const BATCHES: [Duration; 4] = [
    Duration::from_millis(60),
    Duration::from_millis(400),
    Duration::from_secs(4),
    Duration::MAX,
];

/// A test that takes longer is run only for changes that no other test notices.
const SHORT_TEST: Duration = Duration::from_millis(350);

/// A test that takes longer is left out. Others reach the same places with smaller texts.
const LONG_TEST: Duration = Duration::from_millis(2500);

/// Seconds of processor time after which a test is not run to its end, only to see how long it takes.
const MEASURED_SECONDS: u64 = 5;

/// Seconds of processor time that a change may add to the tests of a batch.
const MAX_SECONDS: u64 = 5;

/// How long tests may sleep or wait for each other. Other programs may take most of the processor.
const MAX_WAIT: Duration = Duration::from_secs(300);

/// KiB of memory that the tests may need.
const MAX_MEMORY: u64 = 4 << 20;

/// What the shell does with a program.
const RUN: &str = "exec \"$@\"";
const RUN_AND_MEASURE: &str = "\"$@\"; code=$?; times; exit $code";

/// A test, and what it takes.
#[derive(Debug)]
pub(crate) struct Test {
    program: PathBuf,
    name: String,
    time: Duration,
    /// The changes whose place it reaches.
    reached: BTreeSet<usize>,
}

/// Which tests are run for a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Those that take little time.
    Short,
    /// Also those that take longer, if the others do not notice the change.
    Long,
}

/// How the tests of a change ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A test failed.
    Caught,
    /// The tests took too long, or too much memory.
    Timeout,
    /// All tests passed.
    Missed,
    /// No test reaches the place.
    Unreached,
    /// The changed code does not compile.
    Unviable,
    /// The change cannot be selected at run time.
    CompileTime,
}

/// Where and how tests run.
#[derive(Debug)]
pub(crate) struct Runner {
    /// The directory of the package.
    pub(crate) directory: PathBuf,
    pub(crate) environment: Vec<(String, PathBuf)>,
    pub(crate) jobs: usize,
}

impl Runner {
    /// A command that runs a program with limits. `run` is what the shell does with it.
    fn command(&self, program: &Path, seconds: u64, run: &str) -> Command {
        let mut command = Command::new("sh");
        let script = format!("ulimit -c 0; ulimit -t {seconds}; ulimit -v {MAX_MEMORY}; {run}");
        command.args(["-c", &script, "sh"]).arg(program);
        command.current_dir(&self.directory);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// The tests of the programs, each run once to see what it reaches.
    pub(crate) fn tests(
        &self,
        programs: &[PathBuf],
        skipped: &[&str],
        scratch: &Path,
    ) -> Result<Vec<Test>> {
        let mut names = Vec::new();
        for program in programs {
            let mut command = self.command(program, 60, RUN);
            let output = command.arg("--list").stdout(Stdio::piped()).output()?;
            for line in String::from_utf8(output.stdout)?.lines() {
                if let Some(name) = line.strip_suffix(": test")
                    && !skipped.iter().any(|skipped| name.starts_with(skipped))
                {
                    names.push((program.clone(), name.to_owned()));
                }
            }
        }
        ensure!(!names.is_empty(), "the programs contain no tests");
        let tests = parallel(self.jobs, names.len(), |number| {
            let (program, name) = &names[number];
            let file = scratch.join(format!("reached-{number}"));
            let _ = std::fs::remove_file(&file);
            let mut command = self.command(program, MEASURED_SECONDS, RUN_AND_MEASURE);
            command.args(["--exact", name]);
            command
                .env("LINKSPAN_MUTANT", "record")
                .stdout(Stdio::piped());
            let output = command.env("LINKSPAN_MUTANTS_REACHED", &file).output();
            let time = output
                .as_ref()
                .ok()
                .and_then(|output| processor_time(&output.stdout));
            let passed = output.is_ok_and(|output| output.status.success());
            let reached = std::fs::read_to_string(&file).unwrap_or_default();
            let _ = std::fs::remove_file(&file);
            let test = Test {
                program: program.clone(),
                name: name.clone(),
                time: time.unwrap_or_default(),
                reached: reached.lines().filter_map(|id| id.parse().ok()).collect(),
            };
            (passed, test)
        });
        let (mut tests, long): (Vec<_>, Vec<_>) = tests
            .into_iter()
            .partition(|(_, test)| test.time <= LONG_TEST);
        for (_, test) in &long {
            println!("takes too long: {}", test.name);
        }
        let failed = tests.iter().filter(|(passed, _)| !passed);
        let failed: Vec<_> = failed.map(|(_, test)| &test.name).collect();
        ensure!(
            failed.is_empty(),
            "tests fail although nothing is changed: {failed:?}"
        );
        tests.sort_by_key(|(_, test)| test.time);
        Ok(tests.into_iter().map(|(_, test)| test).collect())
    }

    /// Runs the tests that reach the place of a change.
    pub(crate) fn verdict(&self, tests: &[Test], id: usize, effort: Effort) -> Result<Verdict> {
        let max_time = match effort {
            Effort::Short => SHORT_TEST,
            Effort::Long => LONG_TEST,
        };
        let mut tests: Vec<_> = tests
            .iter()
            .filter(|test| test.time <= max_time && test.reached.contains(&id))
            .collect();
        if tests.is_empty() {
            return Ok(Verdict::Unreached);
        }
        for limit in BATCHES {
            let mut time = Duration::ZERO;
            let fits = tests.iter().take_while(|test| {
                time = time.saturating_add(test.time);
                time <= limit
            });
            let count = fits.count();
            let batch: Vec<_> = tests.drain(..count).collect();
            let mut programs: Vec<_> = batch.iter().map(|test| &test.program).collect();
            programs.sort();
            programs.dedup();
            for program in programs {
                let tests = batch.iter().filter(|test| test.program == *program);
                let time: Duration = tests.clone().map(|test| test.time).sum();
                let mut command = self.command(program, MAX_SECONDS + 4 * time.as_secs(), RUN);
                command.args(["--exact", "--test-threads", "1"]);
                command.args(tests.map(|test| &test.name));
                command.env("LINKSPAN_MUTANT", id.to_string());
                match wait(&mut command).context("cannot run tests")? {
                    Some(0) => {}
                    // The exit code of a failed test.
                    Some(101) => return Ok(Verdict::Caught),
                    _ => return Ok(Verdict::Timeout),
                }
            }
        }
        Ok(Verdict::Missed)
    }
}

/// Runs a program to its end, and returns its exit code, if it did not have to be stopped.
fn wait(command: &mut Command) -> Result<Option<i32>> {
    let start = Instant::now();
    let mut child = command.spawn()?;
    let mut pause = Duration::from_millis(2);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if start.elapsed() > MAX_WAIT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The processor time that the children of a shell needed, as its command `times` prints it in the second line.
fn processor_time(output: &[u8]) -> Option<Duration> {
    let output = String::from_utf8_lossy(output);
    let line = output.lines().next_back()?;
    let times = line.split_whitespace().map(|time| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        let seconds = minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    });
    times.sum()
}
