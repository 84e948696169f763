//! The command line's reader: encodings, and where blocks of input end.

use std::fmt;

use arbitrary::Arbitrary;

#[path = "../../crates/linkspan-cli/tests/laws/mod.rs"]
mod laws;

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

/// Bytes in an encoding, and how they are read.
#[derive(Arbitrary)]
pub struct Reader<'a> {
    encoding: u8,
    block: u8,
    /// How many bytes the input hands out at most.
    most: u8,
    input: &'a [u8],
}

impl Reader<'_> {
    fn encoding(&self) -> &'static str {
        ENCODINGS[usize::from(self.encoding) % ENCODINGS.len()]
    }

    /// In bytes, as is the next one; none is no number of them.
    fn block(&self) -> usize {
        usize::from(self.block).max(1)
    }

    fn most(&self) -> usize {
        usize::from(self.most).max(1)
    }

    /// Panics if a law does not hold.
    pub fn check(&self) {
        laws::reader(self.input, self.encoding(), self.block(), self.most());
    }
}

/// As a test to paste among those of the program.
impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (input, encoding) = (self.input.escape_ascii(), self.encoding());
        let (block, most) = (self.block(), self.most());
        let call = format!("crate::laws::reader(b\"{input}\", {encoding:?}, {block}, {most})");
        crate::write_test(f, &[call])
    }
}
