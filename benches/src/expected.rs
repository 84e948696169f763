//! The number of links that each implementation finds in each corpus: `expected.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::corpora::Corpora;

/// The counts for one corpus.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct Counts {
    /// The length of the corpus. The counts are only valid for a text of this length.
    bytes: usize,
    /// For each implementation, the number of links, or of what a baseline counts.
    found: BTreeMap<String, usize>,
}

/// The expected counts of all corpora, by source and name.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Expected {
    #[serde(flatten)]
    sources: BTreeMap<String, BTreeMap<String, Counts>>,
}

impl Expected {
    /// Reads `expected.toml`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or parsed.
    pub fn read() -> Result<Self> {
        let path = path();
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("cannot parse {}", path.display()))
    }

    /// Writes `expected.toml`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self) -> Result<()> {
        let header = "# The number of links that each implementation finds in each corpus. After an intended change:\n\
                      # cargo xtask bench --update\n\n";
        let text = header.to_owned() + &toml::to_string(self)?;
        let path = path();
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Stores a count as the expected one.
    pub fn update(
        &mut self,
        corpora: Corpora,
        corpus: &str,
        bytes: usize,
        implementation: &str,
        found: usize,
    ) {
        let source = self.sources.entry(corpora.name().to_owned()).or_default();
        let counts = source.entry(corpus.to_owned()).or_default();
        counts.bytes = bytes;
        counts.found.insert(implementation.to_owned(), found);
    }

    /// Checks a count.
    ///
    /// # Errors
    ///
    /// If another count is expected, or no count is stored.
    pub fn check(
        &self,
        corpora: Corpora,
        corpus: &str,
        bytes: usize,
        implementation: &str,
        found: usize,
    ) -> Result<()> {
        let source = self.sources.get(corpora.name());
        let counts = source.and_then(|source| source.get(corpus));
        let counts = counts.with_context(|| {
            format!(
                "expected.toml has no counts for the {} corpus {corpus}",
                corpora.name()
            )
        })?;
        ensure!(
            counts.bytes == bytes,
            "the {} corpus {corpus} has {bytes} bytes, the counts in expected.toml are for {} bytes",
            corpora.name(),
            counts.bytes
        );
        let expected = counts.found.get(implementation);
        let expected = expected.with_context(|| {
            format!("expected.toml has no count of {implementation} for {corpus}")
        })?;
        ensure!(
            *expected == found,
            "{implementation} found {found} links in the {} corpus {corpus}, expected {expected}",
            corpora.name()
        );
        Ok(())
    }
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("expected.toml")
}
