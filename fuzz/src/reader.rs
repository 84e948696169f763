//! The command-line program: encodings, formats and block boundaries of its reader, and its language server.

use std::fmt;

use arbitrary::Arbitrary;

#[path = "../../crates/linkspan-cli/tests/properties/mod.rs"]
mod properties;

const ENCODINGS: [&str; 12] = [
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "shift_jis",
    "gb18030",
    "gbk",
    "euc-jp",
    "euc-kr",
    "big5",
    "iso-2022-jp",
    "x-user-defined",
];

/// Bytes in some encoding, and the sizes of the reads.
#[derive(Arbitrary)]
pub struct Reader<'a> {
    encoding: u8,
    block_size: u8,
    /// The maximal number of bytes that one read returns.
    max_read: u8,
    input: &'a [u8],
}

impl Reader<'_> {
    fn encoding(&self) -> &'static str {
        ENCODINGS[usize::from(self.encoding) % ENCODINGS.len()]
    }

    /// In bytes, at least one.
    fn block_size(&self) -> usize {
        usize::from(self.block_size).max(1)
    }

    /// In bytes, at least one.
    fn max_read(&self) -> usize {
        usize::from(self.max_read).max(1)
    }

    /// Panics if a property is violated.
    pub fn check(&self) {
        properties::reader(
            self.input,
            self.encoding(),
            self.block_size(),
            self.max_read(),
        );
    }
}

/// Prints a regression test for `crates/linkspan-cli/tests`.
impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (input, encoding) = (self.input.escape_ascii(), self.encoding());
        let (block_size, max_read) = (self.block_size(), self.max_read());
        let call = format!(
            "crate::properties::reader(b\"{input}\", {encoding:?}, {block_size}, {max_read})"
        );
        crate::write_test(f, &[call])
    }
}

/// A document that is read in every format, and the size of the blocks.
#[derive(Arbitrary)]
pub struct Formats<'a> {
    block_size: u8,
    input: &'a [u8],
}

impl Formats<'_> {
    /// In bytes, at least one.
    fn block_size(&self) -> usize {
        usize::from(self.block_size).max(1)
    }

    /// Panics if a property is violated.
    pub fn check(&self) {
        properties::formats(self.input, self.block_size());
    }
}

/// Prints a regression test for `crates/linkspan-cli/tests`.
impl fmt::Debug for Formats<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (input, block_size) = (self.input.escape_ascii(), self.block_size());
        let call = format!("crate::properties::formats(b\"{input}\", {block_size})");
        crate::write_test(f, &[call])
    }
}

/// An edit of a document in the language server.
#[derive(Arbitrary)]
pub struct LanguageServer<'a> {
    document: u8,
    start: u16,
    end: u16,
    /// How much of the text is inserted, in bytes.
    inserted: u8,
    text: &'a str,
}

impl LanguageServer<'_> {
    fn name(&self) -> &'static str {
        let names = properties::DOCUMENT_NAMES;
        names[usize::from(self.document) % names.len()]
    }

    /// Panics if a property is violated.
    pub fn check(&self) {
        properties::language_server(self.name(), self.text, self.start, self.end, self.inserted);
    }
}

/// Prints a regression test for `crates/linkspan-cli/tests`.
impl fmt::Debug for LanguageServer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            start,
            end,
            inserted,
            text,
            ..
        } = self;
        let name = self.name();
        let call = format!(
            "crate::properties::language_server({name:?}, {text:?}, {start}, {end}, {inserted})"
        );
        crate::write_test(f, &[call])
    }
}
