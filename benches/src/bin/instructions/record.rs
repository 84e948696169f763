//! The committed instruction counts: `record/instructions.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use linkspan_benches::table::Table;
use serde::{Deserialize, Serialize};

use crate::as_float;

/// The maximum relative difference from the record. Another compiler version usually changes the counts by less. A
/// larger difference is a regression, or needs a new record.
const TOLERANCE: f64 = 0.05;

/// The counts of all tasks, and the compiler and target that they depend on.
#[derive(Deserialize, Serialize)]
pub(crate) struct Record {
    /// The compiler version.
    rustc: String,
    /// The target, which determines the vector instructions.
    target: String,
    instructions: BTreeMap<String, u64>,
}

impl Record {
    pub(crate) fn new(counts: Vec<(String, u64)>) -> Self {
        Self {
            rustc: rustc(),
            target: target(),
            instructions: counts.into_iter().collect(),
        }
    }

    pub(crate) fn read() -> Result<Self> {
        let path = path();
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("cannot parse {}", path.display()))
    }

    pub(crate) fn write(&self) -> Result<()> {
        let header = "# Instructions counted by callgrind, without process start. `cargo xtask instructions` compares them,\n\
                      # `cargo xtask instructions --update` writes this file.\n\n";
        let text = header.to_owned() + &toml::to_string(self)?;
        let path = path();
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Prints the counts beside the record, and fails if one differs by more than [`TOLERANCE`].
    pub(crate) fn check(&self, counts: &[(String, u64)]) -> Result<()> {
        let current = (rustc(), target());
        if (&self.rustc, &self.target) != (&current.0, &current.1) {
            println!(
                "The record was made with {} for {}, this is {} for {}: small differences are not significant.\n",
                self.rustc, self.target, current.0, current.1
            );
        }
        let mut table = Table::new(
            ["task", "record", "now", "change"]
                .map(String::from)
                .to_vec(),
        );
        let mut deviations = Vec::new();
        for (task, now) in counts {
            let record = self.instructions.get(task);
            let record = record.with_context(|| {
                format!("the record has no task '{task}' (to add it: --update)")
            })?;
            let change = as_float(*now) / as_float(*record) - 1.0;
            table.row(vec![
                task.clone(),
                record.to_string(),
                now.to_string(),
                format!("{:+.1} %", change * 100.0),
            ]);
            if change.abs() > TOLERANCE {
                deviations.push(format!(
                    "{task}: expected about {record} instructions, found {now}"
                ));
            }
        }
        println!("{table}");
        ensure!(
            deviations.is_empty(),
            "counts differ from the record by more than {:.0} % (if this is intended: --update)\n{}",
            TOLERANCE * 100.0,
            deviations.join("\n")
        );
        Ok(())
    }
}

fn rustc() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    version.unwrap_or_else(|_| String::from("an unknown compiler"))
}

fn target() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("record/instructions.toml")
}
