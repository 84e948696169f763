//! The results as a table, and the changes that no test can notice.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use super::Mutant;
use super::run::Verdict;

/// The results of one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    caught: usize,
    timeout: usize,
    missed: usize,
    equivalent: usize,
    unviable: usize,
    /// Must be made at compile time.
    left_out: usize,
}

/// The changes that no test can notice.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exceptions {
    #[serde(default)]
    equivalent: Vec<Exception>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    /// The change as `cargo mutants` names it, without line and column.
    mutant: String,
    /// Why the results are the same.
    why: String,
}

impl Exceptions {
    pub(super) fn read(path: &Path) -> Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let read = || format!("cannot read {}", path.display());
                let exceptions: Self = toml::from_str(&text).with_context(read)?;
                for Exception { mutant, why } in &exceptions.equivalent {
                    ensure!(
                        !why.trim().is_empty(),
                        "no reason for {mutant:?} in {}",
                        path.display()
                    );
                }
                Ok(exceptions)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Whether a change may be listed. Two changes in a function may have the same name.
    pub(super) fn may_contain(&self, mutant: &Mutant) -> bool {
        let change = without_position(&mutant.name);
        self.equivalent.iter().any(|it| it.mutant == change)
    }

    /// Adds the results of a package.
    pub(super) fn count(
        &self,
        mutants: &[Mutant],
        verdicts: &[Verdict],
        counts: &mut BTreeMap<String, Counts>,
        missed: &mut Vec<String>,
    ) {
        // A row stands for one change, although two changes in a function may have the same name.
        let mut listed: Vec<&str> = self
            .equivalent
            .iter()
            .map(|it| it.mutant.as_str())
            .collect();
        for (mutant, verdict) in mutants.iter().zip(verdicts) {
            let counts = counts.entry(mutant.file.clone()).or_default();
            match verdict {
                Verdict::Caught => counts.caught += 1,
                Verdict::Timeout => counts.timeout += 1,
                Verdict::Unviable => counts.unviable += 1,
                Verdict::CompileTime => counts.left_out += 1,
                Verdict::Missed | Verdict::Unreached => {
                    let change = without_position(&mutant.name);
                    match listed.iter().position(|listed| *listed == change) {
                        Some(row) => {
                            listed.remove(row);
                            counts.equivalent += 1;
                        }
                        None => {
                            counts.missed += 1;
                            missed.push(mutant.name.clone());
                        }
                    }
                }
            }
        }
    }
}

/// `file.rs:1:2: replace a` becomes `file.rs: replace a`, so that a list survives edits.
fn without_position(name: &str) -> String {
    let mut parts = name.splitn(4, ':');
    match (parts.next(), parts.nth(2)) {
        (Some(file), Some(change)) => format!("{file}:{change}"),
        _ => name.to_owned(),
    }
}

/// The results as a table.
pub(super) fn table(counts: &BTreeMap<String, Counts>) -> String {
    let mut lines = vec![
        String::from(
            "| file | caught | timeout | missed | equivalent | unviable | left out | score |",
        ),
        String::from("|---|---|---|---|---|---|---|---|"),
    ];
    let mut all = Counts::default();
    for counts in counts.values() {
        all.caught += counts.caught;
        all.timeout += counts.timeout;
        all.missed += counts.missed;
        all.equivalent += counts.equivalent;
        all.unviable += counts.unviable;
        all.left_out += counts.left_out;
    }
    let files = counts
        .iter()
        .map(|(file, counts)| (format!("`{file}`"), counts));
    for (name, counts) in files.chain([(String::from("all"), &all)]) {
        let Counts {
            caught,
            timeout,
            missed,
            equivalent,
            unviable,
            left_out,
        } = counts;
        let noticed = caught + timeout;
        let score = (100 * noticed).checked_div(noticed + missed).unwrap_or(100);
        lines.push(format!(
            "| {name} | {caught} | {timeout} | {missed} | {equivalent} | {unviable} | {left_out} | {score} % |"
        ));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_change_is_not_missed_wherever_it_is() {
        let exceptions: Exceptions = toml::from_str(
            "[[equivalent]]\nmutant = \"a.rs: replace < with <= in f\"\nwhy = \"never equal\"\n",
        )
        .unwrap();
        let (mut counts, mut missed) = (BTreeMap::new(), Vec::new());
        let mutants = [
            Mutant::named("a.rs:7:9: replace < with <= in f"),
            Mutant::named("a.rs:8:9: replace < with <= in f"),
            Mutant::named("a.rs:1:1: x"),
            Mutant::named("a.rs:2:1: x"),
            Mutant::named("a.rs:3:1: x"),
        ];
        let verdicts = [
            Verdict::Missed,
            Verdict::Unreached,
            Verdict::Caught,
            Verdict::Timeout,
            Verdict::CompileTime,
        ];
        exceptions.count(&mutants, &verdicts, &mut counts, &mut missed);
        assert_eq!(missed, ["a.rs:8:9: replace < with <= in f"]);
        let row = "| 1 | 1 | 1 | 1 | 0 | 1 | 66 % |";
        assert!(table(&counts).ends_with(&format!("| `a.rs` {row}\n| all {row}")));
    }

    #[test]
    fn listed_changes_are_of_files_that_exist_and_have_a_reason() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for package in super::super::PACKAGES {
            let path = root.join("crates").join(package.name).join("mutants.toml");
            let exceptions = Exceptions::read(&path).unwrap();
            for Exception { mutant, .. } in exceptions.equivalent {
                let file = mutant.split(':').next().unwrap();
                assert!(root.join(file).is_file(), "{mutant}");
            }
        }
    }
}
