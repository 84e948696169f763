//! How long each target ran on which code.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::Run;
use crate::fingerprint;

/// The packages that the targets test.
const PACKAGES: [&str; 4] = [
    "linkspan",
    "linkspan-arrow",
    "linkspan-cli",
    "linkspan-vector",
];

const HEADER: &str = "\
# How long each fuzz target ran without a failure, after it had read its seeds, and on which code: a hash of the sources of
# the libraries and of the program without comments and tests. `cargo xtask fuzz --until 20` runs each target until the
# present code has had 20 minutes, and writes this file.

";

/// The record in a file, as far as it is about the present code.
#[derive(Debug)]
pub(super) struct Record {
    path: PathBuf,
    /// The hash of the present code.
    code: String,
    rows: BTreeMap<String, Row>,
}

/// What is known about a target.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Row {
    code: String,
    seconds: u64,
    executions: u64,
}

impl Record {
    pub(super) fn open(root: &Path) -> Result<Self> {
        let code = fingerprint::of_packages(root, &PACKAGES)?;
        Self::read(root.join("fuzz/record.toml"), code)
    }

    fn read(path: PathBuf, code: String) -> Result<Self> {
        let rows = if path.exists() {
            let cannot_read = || format!("cannot read {}", path.display());
            let text = std::fs::read_to_string(&path).with_context(cannot_read)?;
            toml::from_str(&text).with_context(cannot_read)?
        } else {
            BTreeMap::new()
        };
        Ok(Self { path, code, rows })
    }

    /// How long a target ran on the present code, and how often.
    pub(super) fn run(&self, target: &str) -> Run {
        let row = self.rows.get(target).filter(|row| row.code == self.code);
        row.map_or_else(Run::default, |row| Run {
            seconds: row.seconds,
            executions: row.executions,
            failed: false,
        })
    }

    /// Adds a run to what the file says about a target. A failure takes its time back.
    pub(super) fn add(&mut self, target: &str, run: &Run) -> Result<()> {
        if run.failed {
            self.rows.remove(target);
        } else {
            let before = self.run(target);
            let row = Row {
                code: self.code.clone(),
                seconds: before.seconds + run.seconds,
                executions: before.executions + run.executions,
            };
            self.rows.insert(target.to_owned(), row);
        }
        let rows = toml::to_string(&self.rows).context("cannot write the record")?;
        std::fs::write(&self.path, format!("{HEADER}{rows}"))
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: Run = Run {
        seconds: 60,
        executions: 1000,
        failed: false,
    };

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("linkspan-fuzz-{name}-{}", std::process::id()))
    }

    #[test]
    fn runs_on_the_same_code_add_up() {
        let path = path("sum");
        for _ in 0..2 {
            let mut record = Record::read(path.clone(), "1".to_owned()).unwrap();
            record.add("finder", &RUN).unwrap();
        }
        let same = Record::read(path.clone(), "1".to_owned()).unwrap();
        let other = Record::read(path.clone(), "2".to_owned()).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(
            same.run("finder"),
            Run {
                seconds: 120,
                executions: 2000,
                failed: false
            }
        );
        assert_eq!(same.run("email"), Run::default());
        assert_eq!(other.run("finder"), Run::default());
    }

    #[test]
    fn failure_removes_what_ran_before() {
        let path = path("failure");
        let mut record = Record::read(path.clone(), "1".to_owned()).unwrap();
        record.add("finder", &RUN).unwrap();
        record
            .add(
                "finder",
                &Run {
                    failed: true,
                    ..RUN
                },
            )
            .unwrap();
        let read = Record::read(path.clone(), "1".to_owned()).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(read.run("finder"), Run::default());
    }
}
