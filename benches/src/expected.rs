//! How many links each contestant finds in each text: `expected.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::corpora::Set;

/// What is expected of one text.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct Text {
    /// Its length, since counts say nothing about another text.
    bytes: usize,
    /// The number of links that each contestant finds, or of what a bound counts.
    found: BTreeMap<String, usize>,
}

/// The expected counts, by set and text.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Expected {
    #[serde(flatten)]
    sets: BTreeMap<String, BTreeMap<String, Text>>,
}

impl Expected {
    /// Reads `expected.toml`.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is not of this form.
    pub fn read() -> Result<Self> {
        let path = path();
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("cannot understand {}", path.display()))
    }

    /// Writes `expected.toml`.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self) -> Result<()> {
        let head = "# How many links each contestant finds in each text. Renew after a change that is meant to\n\
                    # find others: cargo bench --bench find -- --renew\n\n";
        let text = head.to_owned() + &toml::to_string(self)?;
        let path = path();
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Notes a count as the right one.
    pub fn renew(&mut self, set: Set, name: &str, bytes: usize, who: &str, found: usize) {
        let texts = self.sets.entry(set.name().to_owned()).or_default();
        let text = texts.entry(name.to_owned()).or_default();
        text.bytes = bytes;
        text.found.insert(who.to_owned(), found);
    }

    /// Checks a count.
    ///
    /// # Errors
    ///
    /// If another one is expected, or none is known.
    pub fn check(&self, set: Set, name: &str, bytes: usize, who: &str, found: usize) -> Result<()> {
        let text = self.sets.get(set.name()).and_then(|texts| texts.get(name));
        let text = text.with_context(|| {
            format!("expected.toml does not know the {} text {name}", set.name())
        })?;
        ensure!(
            text.bytes == bytes,
            "the {} text {name} has {bytes} bytes, expected.toml is about one of {}",
            set.name(),
            text.bytes
        );
        let expected = text.found.get(who);
        let expected =
            expected.with_context(|| format!("expected.toml has no count of {who} for {name}"))?;
        ensure!(
            *expected == found,
            "{who} found {found} links in the {} text {name}, expected {expected}",
            set.name()
        );
        Ok(())
    }
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("expected.toml")
}
