//! What is done with findings in the order of the input: a baseline accepts some, the others are written and counted.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use linkspan::assess::{Code, Level};

use super::baseline::{self, Baseline, Counts, Folder, Key};
use super::entry::{AllowedCounts, Entry};
use crate::text::Source;

/// Receives the entries of a check in the order of the input.
#[derive(Debug)]
pub(crate) struct Results {
    baseline: Option<Baseline>,
    /// The baseline to be written: its file, and the findings so far.
    new_baseline: Option<(PathBuf, Folder, Counts)>,
    /// The paths of all inputs that were searched, relative to the folder of the baseline.
    searched: HashSet<String>,
    /// How many findings were reported, the most severe first.
    counts: BTreeMap<(Reverse<Level>, Code), u64>,
    allowed: AllowedCounts,
    /// How many inputs have findings, and the last one of them.
    inputs: u64,
    last_input: Option<PathBuf>,
}

impl Results {
    /// Findings in `baseline` are not reported. All findings are written to `new_baseline` instead of the output.
    pub(super) fn new(baseline: Option<&Path>, new_baseline: Option<&Path>) -> Result<Self> {
        let new_baseline = new_baseline.map(|file| {
            let folder = Folder::of(file)?;
            Ok::<_, anyhow::Error>((file.to_path_buf(), folder, Counts::new()))
        });
        Ok(Self {
            baseline: baseline.map(Baseline::read).transpose()?,
            new_baseline: new_baseline.transpose()?,
            searched: HashSet::new(),
            counts: BTreeMap::new(),
            allowed: AllowedCounts::default(),
            inputs: 0,
            last_input: None,
        })
    }

    /// Adds an entry and appends what remains of it to the output. Returns whether it has a finding that counts for
    /// the exit status.
    pub(crate) fn add(&mut self, mut entry: Entry, out: &mut Vec<u8>) -> bool {
        self.allowed.option += entry.allowed.option;
        self.allowed.comment += entry.allowed.comment;
        if let Some((file, folder, counts)) = &mut self.new_baseline {
            let path = folder.relative(entry.path.as_deref());
            let is_own = entry
                .path
                .as_deref()
                .is_some_and(|path| is_same_file(path, file));
            for finding in entry.findings.iter().filter(|_| !is_own) {
                *counts
                    .entry(Key::new(&path, finding.code, &entry.link))
                    .or_default() += 1;
            }
            return false;
        }
        if let Some(baseline) = &mut self.baseline {
            let path = baseline.folder().relative(entry.path.as_deref());
            if baseline.is_own(&path) {
                return false;
            }
            let before = entry.findings.len();
            let link = &entry.link;
            entry
                .findings
                .retain(|finding| !baseline.accepts(&Key::new(&path, finding.code, link)));
            self.allowed.baseline += (before - entry.findings.len()) as u64;
        }
        for finding in &entry.findings {
            *self
                .counts
                .entry((Reverse(finding.level), finding.code))
                .or_default() += 1;
        }
        entry.write(out);
        if !entry.findings.is_empty() && (self.inputs == 0 || self.last_input != entry.path) {
            self.inputs += 1;
            self.last_input = entry.path;
        }
        entry
            .findings
            .iter()
            .any(|finding| finding.level >= Level::Warn)
    }

    /// Whether [`end_input`](Self::end_input) must be called for each input.
    pub(crate) fn needs_inputs(&self) -> bool {
        self.baseline.is_some()
    }

    /// Ends an input that was searched.
    pub(crate) fn end_input(&mut self, source: &Source) {
        if let Some(baseline) = &self.baseline {
            let path = baseline::source_path(baseline.folder(), source);
            self.searched.insert(path);
        }
    }

    /// Messages about findings that the baseline accepts and that are not there. Call it when all inputs were
    /// searched.
    pub(super) fn stale(&self) -> Vec<String> {
        let is_searched = |path: &str| self.searched.contains(path);
        self.baseline
            .as_ref()
            .map_or_else(Vec::new, |baseline| baseline.stale(is_searched))
    }

    /// Writes the new baseline. Returns a message about it.
    pub(super) fn write_baseline(&self) -> Result<Option<String>> {
        let Some((file, _, counts)) = &self.new_baseline else {
            return Ok(None);
        };
        baseline::write(file, counts)?;
        let findings = counted(counts.values().sum(), "finding", "findings");
        Ok(Some(format!("{findings} written to '{}'", file.display())))
    }

    /// How many findings there are of each code.
    pub(super) fn summary(&self) -> String {
        let total: u64 = self.counts.values().sum();
        let inputs = counted(self.inputs, "input", "inputs");
        let mut summary = match total {
            0 => String::from("no findings\n"),
            total => format!("{} in {inputs}\n", counted(total, "finding", "findings")),
        };
        let width = self
            .counts
            .values()
            .max()
            .map_or(0, |count| count.to_string().len());
        for ((Reverse(level), code), count) in &self.counts {
            // Writing to a string cannot fail.
            let _ = writeln!(summary, "  {count:>width$}  {:<6}  {code}", level.as_str());
        }
        let AllowedCounts {
            option,
            comment,
            baseline,
        } = self.allowed;
        for (count, by) in [
            (option, "--allow"),
            (comment, "comments"),
            (baseline, "the baseline"),
        ] {
            if count > 0 {
                let _ = writeln!(
                    summary,
                    "{} allowed by {by}",
                    counted(count, "finding", "findings")
                );
            }
        }
        summary
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
