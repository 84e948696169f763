//! `cargo xtask mutants`: changes the code in small ways, and reports which changes no test notices.
//!
//! `cargo mutants` lists the changes. They are written into a copy of the sources, all at once, each behind a test of its
//! number ([`schema`]), and the tests are built once ([`tree`]). Each test is run to see which changes it reaches, and each
//! change is made while the tests that reach it run, the fastest ones first ([`mod@run`]). Changes that must be made at compile
//! time are left to `cargo mutants`, which builds the tests once per change, and are made only on request.
//!
//! What no test can notice, because the program behaves the same, is listed in `mutants.toml` beside the manifest of the
//! package, with the reason. Every other change must be noticed.

mod report;
mod run;
mod schema;
mod tree;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use self::report::{Exceptions, table};
use self::run::{Effort, Runner, Verdict};
use self::schema::Edit;
use self::tree::Tree;
use crate::command::{capture, cargo, parallel, require_subcommand, target_directory};
use crate::fingerprint;

/// What happens to the changes that must be made at compile time. Each of them takes a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompileTime {
    Make,
    LeaveOut,
}

/// A package whose code is changed.
#[derive(Debug)]
struct Package {
    name: &'static str,
    /// The tests that are run.
    tests: &'static [&'static str],
    /// Sets of features. What no test notices with the first is tested with the next.
    features: &'static [&'static [&'static str]],
}

const PACKAGES: [Package; 3] = [
    Package {
        name: "linkspan",
        tests: &["--lib", "--test", "it"],
        features: &[
            &[
                "--features",
                "html-rewrite,idn-tables,parallel,pulldown-cmark,serde",
            ],
            &["--all-features"],
        ],
    },
    Package {
        name: "linkspan-cli",
        tests: &["--lib", "--test", "it"],
        features: &[&["--all-features"]],
    },
    Package {
        name: "linkspan-vector",
        tests: &["--lib"],
        features: &[&["--all-features"]],
    },
];

/// Arguments of cargo: a program that is built once and run many times, without debug information.
const PROFILE: [&str; 4] = [
    "--config",
    "profile.dev.package.linkspan.opt-level=1",
    "--config",
    "profile.dev.package.linkspan.debug=false",
];

/// Calls whose arguments are not changed: what `counter::add` counts is read by tests only, and what is reserved affects
/// only the speed.
const SKIPPED_CALLS: &str = "--skip-calls=add,reserve";

/// The environment of tests.
const ENVIRONMENT: [(&str, &str); 4] = [
    // Data cases and few random texts notice most changes.
    ("PROPTEST_CASES", "64"),
    ("PROPTEST_RNG_SEED", "58"),
    // A failure is enough; nobody reads the case.
    ("PROPTEST_MAX_SHRINK_ITERS", "0"),
    ("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1"),
];

/// Variables that name data outside the repository, and where it is by default.
const DATA: [(&str, &str); 2] = [
    ("LINKSPAN_UNICODE_DATA", "../shared/unicode"),
    ("LINKSPAN_WILD", "../shared/wild/cases.jsonl"),
];

/// The starts of the names of tests about the sources themselves, which differ in the copy.
const SKIPPED_TESTS: [&str; 1] = ["architecture::"];

/// The files in the output of `cargo mutants`.
const RESULTS: [(&str, Verdict); 4] = [
    ("caught.txt", Verdict::Caught),
    ("timeout.txt", Verdict::Timeout),
    ("missed.txt", Verdict::Missed),
    ("unviable.txt", Verdict::Unviable),
];

/// A change that `cargo mutants` makes.
#[derive(Debug, Deserialize)]
struct Mutant {
    name: String,
    file: String,
    genre: String,
    span: Span,
    replacement: String,
}

#[derive(Debug, Deserialize)]
struct Span {
    start: Position,
    end: Position,
}

/// A line and a character of it, counted from 1.
#[derive(Debug, Deserialize)]
struct Position {
    line: usize,
    column: usize,
}

impl Position {
    /// The offset of the byte in a text.
    fn offset(&self, text: &str) -> usize {
        let lines = text.split_inclusive('\n').take(self.line - 1);
        let start: usize = lines.map(str::len).sum();
        let line = text[start..].chars().take(self.column - 1);
        start + line.map(char::len_utf8).sum::<usize>()
    }
}

/// Changes the given files, or those that differ from a commit.
pub(crate) fn run(
    root: &Path,
    files: &[PathBuf],
    base: &str,
    jobs: Option<usize>,
    compile_time: CompileTime,
) -> Result<()> {
    let jobs = jobs.map_or_else(std::thread::available_parallelism, |jobs| {
        Ok(NonZero::new(jobs).unwrap_or(NonZero::<usize>::MIN))
    });
    let jobs = jobs.map_or(1, NonZero::get);
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
    for package in &PACKAGES {
        let directory = format!("crates/{}/", package.name);
        let sources = format!("{directory}src/");
        let files: Vec<_> = files
            .iter()
            .filter(|file| file.starts_with(&sources))
            .collect();
        if files.is_empty() {
            continue;
        }
        let mutants = list(root, package, &files)?;
        let exceptions = Exceptions::read(&root.join(directory).join("mutants.toml"))?;
        let results = judge(root, package, &mutants, &exceptions, jobs, compile_time)?;
        exceptions.count(&mutants, &results, &mut counts, &mut missed);
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

/// The changes that `cargo mutants` makes.
fn list(root: &Path, package: &Package, files: &[&String]) -> Result<Vec<Mutant>> {
    let mut command = cargo(
        root,
        &["mutants", "--list", "--json", "--package", package.name],
    );
    command.arg(SKIPPED_CALLS);
    for file in files {
        command.args(["--file", file]);
    }
    let json = capture(&mut command)?;
    let mutants: Result<Vec<Mutant>, _> = serde_json::from_str(&json);
    let mut mutants = mutants.context("cannot read the list of cargo mutants")?;
    // In the order in which the files were named.
    mutants.sort_by_key(|mutant| files.iter().position(|file| **file == mutant.file));
    Ok(mutants)
}

/// The changes of a package, and what is known about them.
struct Session<'a> {
    root: &'a Path,
    /// The directory for the copy of the repository and for results.
    directory: PathBuf,
    package: &'a Package,
    mutants: &'a [Mutant],
    exceptions: &'a Exceptions,
    /// The changes of each file. Their numbers start with 1.
    edits: BTreeMap<String, Vec<Edit>>,
    /// The names of the changes in the file of results.
    keys: Vec<String>,
    results: Mutex<Results>,
    verdicts: Vec<Option<Verdict>>,
    jobs: usize,
}

/// The verdict about each change.
fn judge(
    root: &Path,
    package: &Package,
    mutants: &[Mutant],
    exceptions: &Exceptions,
    jobs: usize,
    compile_time: CompileTime,
) -> Result<Vec<Verdict>> {
    let mut session = Session::new(root, package, mutants, exceptions, jobs)?;
    for features in package.features {
        if session.is_open() {
            session.run_all(features)?;
        }
    }
    if compile_time == CompileTime::Make {
        session.run_one_by_one()?;
    }
    let verdicts = session.verdicts.into_iter();
    Ok(verdicts
        .map(|it| it.unwrap_or(Verdict::Unreached))
        .collect())
}

impl<'a> Session<'a> {
    fn new(
        root: &'a Path,
        package: &'a Package,
        mutants: &'a [Mutant],
        exceptions: &'a Exceptions,
        jobs: usize,
    ) -> Result<Self> {
        let directory = target_directory(root)?.join("mutants");
        let mut edits: BTreeMap<String, Vec<Edit>> = BTreeMap::new();
        let mut files: BTreeMap<&str, String> = BTreeMap::new();
        for (mutant, id) in mutants.iter().zip(1..) {
            let text = match files.entry(&mutant.file) {
                Entry::Occupied(text) => text.into_mut(),
                Entry::Vacant(text) => {
                    text.insert(std::fs::read_to_string(root.join(&mutant.file))?)
                }
            };
            edits.entry(mutant.file.clone()).or_default().push(Edit {
                id,
                genre: mutant.genre.clone(),
                range: mutant.span.start.offset(text)..mutant.span.end.offset(text),
                replacement: mutant.replacement.clone(),
            });
        }
        let results = Results::open(&directory.join("results.txt"))?;
        let hashes: BTreeMap<&str, String> = files
            .iter()
            .map(|(file, text)| (*file, fingerprint::of_lines_before_tests(text)))
            .collect();
        let key = |mutant: &Mutant| format!("{} {}", hashes[mutant.file.as_str()], mutant.name);
        let keys: Vec<_> = mutants.iter().map(key).collect();
        let verdicts = keys.iter().map(|key| results.noticed.get(key).copied());
        let verdicts = verdicts.collect();
        Ok(Self {
            root,
            directory,
            package,
            mutants,
            exceptions,
            edits,
            keys,
            results: Mutex::new(results),
            verdicts,
            jobs,
        })
    }

    /// The changes that no test noticed so far and that can be selected at run time.
    fn open(&self) -> Vec<usize> {
        let is_open = |number: &usize| {
            matches!(
                self.verdicts[*number],
                None | Some(Verdict::Missed | Verdict::Unreached)
            )
        };
        (0..self.mutants.len()).filter(is_open).collect()
    }

    fn is_open(&self) -> bool {
        !self.open().is_empty()
    }

    /// Writes a verdict that holds until the code of the file changes.
    fn record(&self, number: usize, verdict: Verdict) -> Result<()> {
        let mut results = self.results.lock().expect("no thread panics");
        results.add(&self.keys[number], verdict)
    }

    /// Builds a program with all changes, and runs the tests for each.
    fn run_all(&mut self, features: &[&str]) -> Result<()> {
        let tree = Tree::new(self.root, &self.directory.join("tree"));
        let arguments: Vec<_> = PROFILE.iter().chain(features).copied().collect();
        let unviable = (1..).zip(&self.verdicts);
        let unviable = unviable.filter(|(_, it)| **it == Some(Verdict::Unviable));
        let unviable = unviable.map(|(id, _)| id).collect();
        let record = |id| self.record(id - 1, Verdict::Unviable);
        let name = self.package.name;
        let tests = self.package.tests;
        let built = tree.build(name, &arguments, tests, &self.edits, unviable, record)?;
        println!(
            "{} changes, {} do not compile, {} are made at compile time",
            self.mutants.len(),
            built.unviable.len(),
            built.unsupported.len()
        );
        for id in &built.unviable {
            self.verdicts[id - 1] = Some(Verdict::Unviable);
        }
        for id in &built.unsupported {
            self.verdicts[id - 1].get_or_insert(Verdict::CompileTime);
        }
        let runner = Runner {
            directory: tree.root.join("crates").join(name),
            environment: environment(self.root),
            jobs: self.jobs,
        };
        let tests = runner.tests(&built.programs, &SKIPPED_TESTS, &self.directory)?;
        println!("{} tests", tests.len());
        let open = self.open();
        let verdicts = parallel(self.jobs, open.len(), |number| -> Result<_> {
            let number = open[number];
            // No test is expected to notice a listed change, so the longer ones are spared.
            let effort = if self.exceptions.may_contain(&self.mutants[number]) {
                Effort::Short
            } else {
                Effort::Long
            };
            let verdict = runner.verdict(&tests, number + 1, effort)?;
            println!("{verdict:?}: {}", self.mutants[number].name);
            if matches!(verdict, Verdict::Caught | Verdict::Timeout) {
                self.record(number, verdict)?;
            }
            Ok(verdict)
        });
        for (number, verdict) in open.iter().zip(verdicts) {
            self.verdicts[*number] = Some(verdict?);
        }
        Ok(())
    }

    /// Makes the changes that must be made at compile time.
    fn run_one_by_one(&mut self) -> Result<()> {
        let mutants = self.mutants.iter().zip(&self.verdicts);
        let mutants = mutants.filter(|(_, it)| **it == Some(Verdict::CompileTime));
        let mutants: Vec<_> = mutants.map(|(mutant, _)| mutant).collect();
        if mutants.is_empty() {
            return Ok(());
        }
        println!("{} changes are made one after the other", mutants.len());
        for (name, verdict) in one_by_one(self.root, self.package, &mutants)? {
            for number in 0..self.mutants.len() {
                if self.mutants[number].name == name {
                    self.verdicts[number] = Some(verdict);
                    if verdict != Verdict::Missed {
                        self.record(number, verdict)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The environment of tests: fewer random cases, and where the data outside the repository is.
fn environment(root: &Path) -> Vec<(String, PathBuf)> {
    let constant = ENVIRONMENT.map(|(name, value)| (name.to_owned(), value.into()));
    let data = DATA.map(|(name, path)| (name.to_owned(), root.join(path)));
    let is_missing =
        |(name, path): &(String, PathBuf)| std::env::var_os(name).is_none() && path.exists();
    constant
        .into_iter()
        .chain(data.into_iter().filter(is_missing))
        .collect()
}

/// Runs `cargo mutants` itself for changes that are made at compile time. It builds the tests once per change.
fn one_by_one(
    root: &Path,
    package: &Package,
    mutants: &[&Mutant],
) -> Result<Vec<(String, Verdict)>> {
    let target = target_directory(root)?.join("mutants");
    let mut command = cargo(root, &["mutants", "--package", package.name, SKIPPED_CALLS]);
    for argument in PROFILE {
        command.arg(format!("--cargo-arg={argument}"));
    }
    command.args(["--no-shuffle", "--baseline", "skip", "--timeout", "600"]);
    command.arg("--output").arg(&target);
    for mutant in mutants {
        command.args(["--file", &mutant.file]);
        command.args(["--re", &format!("^{}$", literal(&mutant.name))]);
    }
    command.args(package.features[0]);
    command.arg("--").args(package.tests).arg("--");
    for test in SKIPPED_TESTS {
        command.args(["--skip", test]);
    }
    command.envs(environment(root));
    // The copy of the repository in which code is changed is somewhere else, but dependencies are built only once.
    command.env("CARGO_TARGET_DIR", target.join("tree/target"));
    // The exit status also says whether changes were missed, which the results tell.
    let status = command.status().context("cannot run cargo mutants")?;
    let output = target.join("mutants.out");
    ensure!(
        [Some(0), Some(2), Some(3)].contains(&status.code()),
        "cargo mutants failed ({status}); see {}",
        output.display()
    );
    let mut verdicts = Vec::new();
    for (file, verdict) in RESULTS {
        let names = std::fs::read_to_string(output.join(file));
        let names = names.with_context(|| format!("cannot read {file} of cargo mutants"))?;
        verdicts.extend(names.lines().map(|name| (name.to_owned(), verdict)));
    }
    Ok(verdicts)
}

/// A regular expression for a text.
fn literal(text: &str) -> String {
    let mut pattern = String::new();
    for c in text.chars() {
        // Not all punctuation: an escaped `<` is the start of a word.
        if r"\.+*?()|[]{}^$".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// The changes that tests noticed, in a file, so that a run continues where the last one ended.
#[derive(Debug)]
struct Results {
    file: File,
    noticed: HashMap<String, Verdict>,
}

impl Results {
    fn open(path: &Path) -> Result<Self> {
        let present = std::fs::read_to_string(path).unwrap_or_default();
        let noticed = present.lines().filter_map(|line| {
            let (verdict, key) = line.split_once(' ')?;
            let verdict = match verdict {
                "caught" => Verdict::Caught,
                "timeout" => Verdict::Timeout,
                "unviable" => Verdict::Unviable,
                _ => return None,
            };
            Some((key.to_owned(), verdict))
        });
        let noticed = noticed.collect();
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file, noticed })
    }

    fn add(&mut self, key: &str, verdict: Verdict) -> Result<()> {
        let verdict = match verdict {
            Verdict::Timeout => "timeout",
            Verdict::Unviable => "unviable",
            _ => "caught",
        };
        writeln!(self.file, "{verdict} {key}").context("cannot write the results")
    }
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

#[cfg(test)]
impl Mutant {
    /// A change with this name.
    fn named(name: &str) -> Self {
        let position = || Position { line: 1, column: 1 };
        Self {
            name: name.to_owned(),
            file: "a.rs".to_owned(),
            genre: String::new(),
            span: Span {
                start: position(),
                end: position(),
            },
            replacement: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters() {
        let position = Position { line: 2, column: 3 };
        assert_eq!(position.offset("é\nüab"), 6);
    }

    #[test]
    fn results_are_kept() {
        let path = std::env::temp_dir().join(format!("linkspan-mutants-{}", std::process::id()));
        let mut results = Results::open(&path).unwrap();
        results.add("1 a.rs:1:1: x", Verdict::Timeout).unwrap();
        let noticed = Results::open(&path).unwrap().noticed;
        std::fs::remove_file(&path).unwrap();
        assert_eq!(noticed.get("1 a.rs:1:1: x"), Some(&Verdict::Timeout));
        assert_eq!(noticed.get("2 a.rs:1:1: x"), None);
    }

    #[test]
    fn names_are_matched_literally() {
        assert_eq!(
            literal("a.rs: replace f -> u8 with (*x)"),
            r"a\.rs: replace f -> u8 with \(\*x\)"
        );
    }
}
