//! Formatted links that are passed from searching to writing together.

use std::sync::{Mutex, PoisonError};

use linkspan::LinkKind;

use crate::check::Entry;

/// A batch with this many bytes should be written.
const FULL_LEN: usize = 32 * 1024;

/// Formatted links.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The entries, each with its terminator.
    bytes: Vec<u8>,
    links: u64,
    /// Links with their findings, for `linkspan check`, and their size.
    findings: Vec<Entry>,
    findings_len: usize,
    /// The details of each entry, if links are selected or counted when they are written.
    details: Vec<Details>,
    /// Messages for the user.
    notes: Vec<String>,
}

/// What decides about an entry when it is written.
#[derive(Debug)]
pub(crate) struct Details {
    /// Where the entry ends in the bytes of the batch.
    end: usize,
    /// The deduplication key, if links are deduplicated.
    key: Option<Box<str>>,
    /// What statistics count, if there are statistics.
    pub(super) counted: Option<Counted>,
}

/// What statistics count about a link.
#[derive(Debug)]
pub(crate) struct Counted {
    pub(super) kind: LinkKind,
    pub(super) host: Option<Box<str>>,
}

/// Empty batches, whose allocations are reused: the writer returns what the workers have filled.
#[derive(Debug, Default)]
pub(super) struct BatchPool(Mutex<Vec<Batch>>);

impl BatchPool {
    /// How many batches are kept.
    const MAX_LEN: usize = 16;

    /// An empty batch.
    pub(super) fn take(&self) -> Batch {
        let mut batches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        batches.pop().unwrap_or_default()
    }

    /// Keeps a batch for later, unless it is unusually large.
    pub(super) fn put(&self, mut batch: Batch) {
        batch.clear();
        let mut batches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if batches.len() < Self::MAX_LEN && batch.bytes.capacity() <= 4 * FULL_LEN {
            batches.push(batch);
        }
    }
}

impl Batch {
    /// Removes everything, for new entries.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.links = 0;
        self.findings.clear();
        self.findings_len = 0;
        self.details.clear();
        self.notes.clear();
    }

    /// Whether the batch should be written before more links are added.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes.len() + self.findings_len >= FULL_LEN || self.details.len() >= 1024
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

    /// Sets the details of the entry that was added last. Either all entries have details or none.
    pub(super) fn set_details(&mut self, key: Option<&str>, counted: Option<Counted>) {
        self.details.push(Details {
            end: self.bytes.len(),
            key: key.map(Box::from),
            counted,
        });
    }

    /// Removes the entries whose key is not wanted. Every entry must have a key.
    pub(crate) fn retain(&mut self, mut is_wanted: impl FnMut(Box<str>) -> bool) {
        let mut kept = Vec::with_capacity(self.bytes.len());
        let mut start = 0;
        self.details.retain_mut(|details| {
            let is_kept = details.key.take().is_some_and(&mut is_wanted);
            let bytes = self.bytes.get(start..details.end).unwrap_or_default();
            start = details.end;
            if is_kept {
                kept.extend_from_slice(bytes);
                details.end = kept.len();
            }
            is_kept
        });
        self.links = self.details.len() as u64;
        self.bytes = kept;
    }

    /// Removes all entries but the first `max`. Every entry must have details.
    pub(crate) fn truncate(&mut self, max: u64) {
        let len = usize::try_from(max).unwrap_or(usize::MAX);
        if self.details.len() > len {
            self.details.truncate(len);
            let end = self.details.last().map_or(0, |details| details.end);
            self.bytes.truncate(end);
            self.links = max;
        }
    }

    /// What statistics count about each entry.
    pub(crate) fn counted(&self) -> impl Iterator<Item = &Counted> {
        self.details
            .iter()
            .filter_map(|details| details.counted.as_ref())
    }
}
