//! What a call returns beside its number: numbers and text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

/// The results of the last call. The loader reads them before the next one. Links are numbers, and the text has their
/// forms; everything else is JSON, or text in place of JSON.
pub(crate) struct Output {
    pub(crate) numbers: Vec<u32>,
    pub(crate) text: String,
    pub(crate) json: String,
}

/// More memory than this is released before the next call.
pub(crate) const MAX_KEPT: usize = 1 << 20;

impl Output {
    pub(crate) const fn new() -> Self {
        Self {
            numbers: Vec::new(),
            text: String::new(),
            json: String::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        let numbers = self.numbers.capacity() * size_of::<u32>();
        if numbers.max(self.text.capacity()).max(self.json.capacity()) > MAX_KEPT {
            *self = Self::new();
        }
        self.numbers.clear();
        self.text.clear();
        self.json.clear();
    }

    /// Appends a number. Lengths and offsets fit, since memory has at most 2^32 bytes.
    pub(crate) fn number(&mut self, number: usize) {
        self.numbers.push(u32::try_from(number).unwrap_or(u32::MAX));
    }
}

/// The message of an error. `to_string` would also contain code for texts that cannot be written.
pub(crate) fn message(error: impl fmt::Display) -> String {
    let mut message = String::new();
    let _ = write!(message, "{error}");
    message
}
