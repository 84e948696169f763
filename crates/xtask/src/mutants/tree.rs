//! The copy of the repository that contains all changes of its code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use super::schema::{self, Edit};
use crate::command::{capture, cargo, files};

/// How often the compiler is asked which changes do not compile. It reports errors of different kinds one after the other.
const MAX_CHECKS: usize = 12;

/// The error of the compiler for a constant that calls a function which is not `const`.
const NOT_CONST: &str = "E0015";

/// A copy of the repository.
#[derive(Debug)]
pub(crate) struct Tree {
    repository: PathBuf,
    pub(crate) root: PathBuf,
}

/// What became of the changes.
#[derive(Debug, Default)]
pub(crate) struct Built {
    /// The programs with the tests.
    pub(crate) programs: Vec<PathBuf>,
    /// The changes that do not compile.
    pub(crate) unviable: BTreeSet<usize>,
    /// The changes that cannot be selected at run time.
    pub(crate) unsupported: BTreeSet<usize>,
}

impl Tree {
    /// A copy of a repository in the directory `root`.
    pub(crate) fn new(repository: &Path, root: &Path) -> Self {
        Self {
            repository: repository.to_owned(),
            root: root.to_owned(),
        }
    }

    /// Copies all files but those given, if they differ from those of the copy.
    fn copy(&self, except: impl Fn(&str) -> bool) -> Result<()> {
        let mut git = std::process::Command::new("git");
        git.args(["ls-files", "-co", "--exclude-standard", "-z"]);
        let names = capture(git.current_dir(&self.repository))?;
        let crates = self.root.join("crates");
        if crates.is_dir() {
            // What was removed or renamed since the last run.
            for file in files(&crates)? {
                let is_selector = file.file_stem().is_some_and(|stem| stem == schema::MODULE);
                let original = self.repository.join(file.strip_prefix(&self.root)?);
                if !is_selector && !original.exists() {
                    std::fs::remove_file(file)?;
                }
            }
        }
        for name in names.split_terminator('\0') {
            let from = self.repository.join(name);
            if from.is_file() && !except(name) {
                write_if_different(&self.root.join(name), &std::fs::read(&from)?)?;
            }
        }
        Ok(())
    }

    /// Writes changes into the files of a package, except for those that are known not to compile, and builds its tests.
    pub(crate) fn build(
        &self,
        package: &str,
        arguments: &[&str],
        tests: &[&str],
        edits: &BTreeMap<String, Vec<Edit>>,
        unviable: BTreeSet<usize>,
        mut report: impl FnMut(usize) -> Result<()>,
    ) -> Result<Built> {
        let directory = format!("crates/{package}/src");
        let main = format!("{directory}/lib.rs");
        let read = |file: &str| {
            let text = std::fs::read_to_string(self.repository.join(file));
            text.with_context(|| format!("cannot read {file}"))
        };
        self.copy(|file| edits.contains_key(file) || file == main)?;
        let selector = format!("{directory}/{}.rs", schema::MODULE);
        write_if_different(&self.root.join(selector), schema::SELECTOR.as_bytes())?;
        let with_selector = |text: String| format!("{text}\nmod {};\n", schema::MODULE);
        if !edits.contains_key(&main) {
            write_if_different(
                &self.root.join(&main),
                with_selector(read(&main)?).as_bytes(),
            )?;
        }
        let sources: BTreeMap<_, _> = edits
            .keys()
            .map(|file| Ok((file, read(file)?)))
            .collect::<Result<_>>()?;

        let mut built = Built {
            unviable,
            ..Built::default()
        };
        let mut constant = BTreeSet::new();
        for _ in 0..MAX_CHECKS {
            let mut changed = BTreeMap::new();
            built.unsupported.clear();
            for (file, edits) in edits {
                let viable = edits
                    .iter()
                    .filter(|edit| !built.unviable.contains(&edit.id));
                let viable: Vec<_> = viable.cloned().collect();
                let result = schema::instrument(&sources[file], &viable, &constant);
                let result = result.with_context(|| format!("cannot change {file}"))?;
                built.unsupported.extend(result.unsupported);
                for id in &result.unviable {
                    report(*id)?;
                }
                built.unviable.extend(result.unviable);
                let text = if *file == main {
                    with_selector(result.text)
                } else {
                    result.text
                };
                write_if_different(&self.root.join(file), text.as_bytes())?;
                changed.insert(file.clone(), text);
            }
            let check = ["check", "--package", package, "--lib"];
            let mut compiled = self.compile(&check, arguments, &changed)?;
            if compiled.is_complete() {
                let mut test = vec!["test", "--no-run", "--package", package];
                test.extend(tests);
                compiled = self.compile(&test, arguments, &changed)?;
            }
            if compiled.is_complete() {
                built.programs = compiled.programs;
                return Ok(built);
            }
            ensure!(
                !compiled.failed.is_empty() || !compiled.constant.is_subset(&constant),
                "constants call functions that are not `const`: {:?}",
                compiled.constant
            );
            eprintln!("{} changes do not compile", compiled.failed.len());
            for id in &compiled.failed {
                report(*id)?;
            }
            built.unviable.extend(compiled.failed);
            constant.extend(compiled.constant);
        }
        bail!("the compiler reports more and more changes that do not compile")
    }

    /// Runs a command of cargo.
    fn compile(
        &self,
        command: &[&str],
        arguments: &[&str],
        changed: &BTreeMap<String, String>,
    ) -> Result<Compiled> {
        let mut command = cargo(&self.root, command);
        command.args(["--message-format", "json"]).args(arguments);
        let output = command.stderr(Stdio::null()).output()?;
        let mut compiled = Compiled::default();
        let mut others = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let line: Value = serde_json::from_str(line)?;
            if line["profile"]["test"] == true
                && let Some(program) = line["executable"].as_str()
            {
                compiled.programs.push(program.into());
            }
            let message = &line["message"];
            if message["level"] != "error" {
                continue;
            }
            if message["code"]["code"] == NOT_CONST
                && let Some(name) = message["message"].as_str().and_then(called_function)
            {
                compiled.constant.insert(name.to_owned());
                continue;
            }
            let spans = message["spans"].as_array().into_iter().flatten();
            let primary = spans.clone().filter(|span| span["is_primary"] == true);
            // The place of the error, or else what it is compared with.
            let mut places = primary.chain(spans).filter_map(|span| {
                let text = changed.get(span["file_name"].as_str()?)?;
                let offset = usize::try_from(span["byte_start"].as_u64()?).ok()?;
                schema::changes_at(text, offset).first().copied()
            });
            match places.next() {
                Some(id) => {
                    compiled.failed.insert(id);
                }
                None => others.extend(message["rendered"].as_str().map(str::to_owned)),
            }
        }
        ensure!(
            output.status.success() || !compiled.is_complete(),
            "the changed code does not compile:\n{}",
            others.join("\n")
        );
        Ok(compiled)
    }
}

/// What the compiler says about the changed code.
#[derive(Debug, Default)]
struct Compiled {
    /// The programs that it built.
    programs: Vec<PathBuf>,
    /// The changes that do not compile.
    failed: BTreeSet<usize>,
    /// The functions that constants call.
    constant: BTreeSet<String>,
}

impl Compiled {
    fn is_complete(&self) -> bool {
        self.failed.is_empty() && self.constant.is_empty()
    }
}

/// The name of the function in a message of the compiler about a call, without its path and generic arguments.
fn called_function(message: &str) -> Option<&str> {
    let path = message.split('`').nth(1)?;
    path.rsplit("::").find(|name| !name.contains(['<', '>']))
}

fn write_if_different(path: &Path, content: &[u8]) -> Result<()> {
    if std::fs::read(path).is_ok_and(|present| present == content) {
        return Ok(());
    }
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)?;
    }
    std::fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_named_without_path_and_generic_arguments() {
        let name = |path| called_function(path).unwrap();
        assert_eq!(
            name("cannot call non-const associated function `set::Set::<2>::new` in constants"),
            "new"
        );
        assert_eq!(
            name("cannot call non-const function `f::<u8>` in statics"),
            "f"
        );
    }
}
