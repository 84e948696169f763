//! Formatted links that are passed from searching to writing together.

use crate::check::Entry;

/// Formatted links.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The entries, each with its terminator.
    bytes: Vec<u8>,
    links: u64,
    /// Links with their findings, for `linkspan check`, and their size.
    findings: Vec<Entry>,
    findings_len: usize,
    /// The key and the end offset of each entry, if links are deduplicated.
    keys: Vec<(Box<str>, usize)>,
    /// Messages for the user.
    notes: Vec<String>,
}

impl Batch {
    /// Whether the batch should be written before more links are added.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes.len() + self.findings_len >= 32 * 1024
    }

    /// Whether there is nothing to write or to count.
    pub(crate) fn is_empty(&self) -> bool {
        self.links == 0 && self.notes.is_empty()
    }

    /// Adds a message for the user.
    pub(crate) fn add_note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// The messages for the user.
    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(crate) fn links(&self) -> u64 {
        self.links
    }

    /// Takes the links with their findings.
    pub(crate) fn take_findings(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.findings)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds an entry, which `write` appends to the output.
    pub(crate) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.links += 1;
    }

    /// Adds a link with its findings.
    pub(crate) fn add_findings(&mut self, entry: Entry) {
        self.findings_len += entry.len();
        self.findings.push(entry);
        self.links += 1;
    }

    /// Sets the deduplication key of the entry that was added last.
    pub(crate) fn set_key(&mut self, key: &str) {
        self.keys.push((Box::from(key), self.bytes.len()));
    }

    /// Removes the entries whose key is not wanted. Every entry must have a key.
    pub(crate) fn retain(&mut self, mut is_wanted: impl FnMut(Box<str>) -> bool) {
        let mut kept = Vec::with_capacity(self.bytes.len());
        let mut start = 0;
        self.links = 0;
        for (key, end) in self.keys.drain(..) {
            if is_wanted(key) {
                kept.extend_from_slice(self.bytes.get(start..end).unwrap_or_default());
                self.links += 1;
            }
            start = end;
        }
        self.bytes = kept;
    }
}
