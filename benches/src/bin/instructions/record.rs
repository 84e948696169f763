//! The committed counts: `record/instructions.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use linkspan_benches::table::Table;
use serde::{Deserialize, Serialize};

use crate::as_float;

/// How much a count may differ from the record. Another compiler moves it by less than that; what
/// moves it by more is worth a look, or a new record.
const BAND: f64 = 0.05;

/// Counts by task, and what they depend on.
#[derive(Deserialize, Serialize)]
pub(crate) struct Record {
    /// The compiler.
    rustc: String,
    /// The target, whose vector instructions count too.
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
        toml::from_str(&text).with_context(|| format!("cannot understand {}", path.display()))
    }

    pub(crate) fn write(&self) -> Result<()> {
        let head = "# Instructions under callgrind, without starting up. `cargo xtask instructions` compares,\n\
                    # `cargo xtask instructions --renew` writes them anew.\n\n";
        let text = head.to_owned() + &toml::to_string(self)?;
        let path = path();
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Prints counts beside the record, and fails if one of them is too far from it.
    pub(crate) fn check(&self, counts: &[(String, u64)]) -> Result<()> {
        let here = (rustc(), target());
        if (&self.rustc, &self.target) != (&here.0, &here.1) {
            println!(
                "The record was made with {} for {}, this is {} for {}: small differences mean nothing.\n",
                self.rustc, self.target, here.0, here.1
            );
        }
        let mut table = Table::new(
            ["task", "record", "now", "change"]
                .map(String::from)
                .to_vec(),
        );
        let mut far = Vec::new();
        for (task, now) in counts {
            let record = self.instructions.get(task);
            let record = record.with_context(|| {
                format!("the record has no task '{task}': renew it with --renew")
            })?;
            let change = as_float(*now) / as_float(*record) - 1.0;
            table.row(vec![
                task.clone(),
                record.to_string(),
                now.to_string(),
                format!("{:+.1} %", change * 100.0),
            ]);
            if change.abs() > BAND {
                far.push(format!(
                    "{task}: expected about {record} instructions, found {now}"
                ));
            }
        }
        println!("{table}");
        ensure!(
            far.is_empty(),
            "more than {:.0} % from the record. If that is meant, renew it with --renew.\n{}",
            BAND * 100.0,
            far.join("\n")
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
