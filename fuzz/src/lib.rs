//! The inputs of the fuzz targets: how the bytes of the fuzzer become arguments of properties, and how a failing input
//! is printed as a regression test.
//!
//! The properties are shared with the property tests: see `crates/linkspan/tests/properties`.

mod columns;
#[path = "../../crates/linkspan/tests/properties/mod.rs"]
mod properties;
mod reader;
mod targets;
mod texts;
mod vector;

use std::fmt;

pub use columns::Arrow;
pub use reader::{Formats, LanguageServer, Reader};
pub use targets::{
    Actions, Assess, Display, Documents, Email, Finder, Format, Html, Live, Markdown, Notes, Parts,
    Records, Renderers, Rewrite, Stream, Terminal, Terminate,
};
pub use vector::Vector;

/// Converts a text of the data cases to a seed of a target: fixed bytes for the fields before the text, then the text.
#[must_use]
pub fn seed(target: &str, text: &str) -> Vec<u8> {
    let fields: &[u8] = match target {
        "finder" => &[0; properties::options::Options::COUNT],
        // Default options, a count, and zeros.
        "live" => LIVE,
        "stream" => STREAM,
        // Two 16-bit offsets, little-endian.
        "terminate" => b"\x0B\0\x0B\0",
        "parts" => b"\xFF\xFF",
        "html" => b"\x05\x14",
        "display" => b"\xFF",
        "renderers" | "rewrite" => b"\x07",
        "formats" => b"\x07",
        "reader" => b"\0\x01\x07",
        // The document, two 16-bit offsets and the length of the insertion.
        "language_server" => b"\0\x03\0\x09\0\x05",
        "vector" => b"\0",
        // The prose profile, one thread, code points; then small blocks, a slice, all fields and six keys.
        "arrow" => b"\x11\x20\x01\x02\0\0\x01\0\xFF\x02\0",
        _ => b"",
    };
    match target {
        "arrow" => [fields, &columns::seed(text)].concat(),
        _ => [fields, text.as_bytes()].concat(),
    }
}

/// The fields of the target `live` before its text: options, a count and four edits of seven bytes.
const LIVE: &[u8] = &fields::<{ properties::options::Options::COUNT + 1 + 4 * 7 }>();

/// The fields of the target `stream`: options, a count and two lengths.
const STREAM: &[u8] = &fields::<{ properties::options::Options::COUNT + 1 + 2 * 2 }>();

/// Zeros, apart from the count after the options, which is 1.
const fn fields<const LEN: usize>() -> [u8; LEN] {
    let mut fields = [0; LEN];
    fields[properties::options::Options::COUNT] = 1;
    fields
}

/// Writes a regression test with these statements.
fn write_test(f: &mut fmt::Formatter<'_>, statements: &[String]) -> fmt::Result {
    f.write_str("\n#[test]\nfn found_by_fuzzing() {\n")?;
    for statement in statements {
        writeln!(f, "    {statement};")?;
    }
    f.write_str("}\n")
}
