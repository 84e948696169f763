//! Formatted links that are passed from searching to writing together.

/// Formatted links.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The entries, each with its terminator.
    bytes: Vec<u8>,
    links: u64,
    /// How many of the links are listed for completeness only, as by `check --all`.
    without_findings: u64,
    /// The key and the end offset of each entry, if links are deduplicated.
    keys: Vec<(Box<str>, usize)>,
    /// Messages for the user.
    notes: Vec<String>,
}

impl Batch {
    /// Whether the batch should be written before more links are added.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes.len() >= 32 * 1024
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

    /// How many of the links count as a result: the exit status depends on it.
    pub(crate) fn results(&self) -> u64 {
        self.links - self.without_findings
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds an entry, which `write` appends to the output.
    pub(crate) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.links += 1;
    }

    /// Adds an entry that is no result.
    pub(crate) fn add_without_findings(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.add(write);
        self.without_findings += 1;
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
