//! Inputs for fuzzing, one for each target: how bytes become arguments of the laws, and how arguments
//! that break one are printed as a test.
//!
//! The laws themselves are those of the property tests, in `crates/linkspan/tests/laws`.

#[path = "../../crates/linkspan/tests/laws/mod.rs"]
mod laws;
mod reader;
mod targets;
mod texts;
mod vector;

use std::fmt;

pub use reader::Reader;
pub use targets::{
    Actions, Assess, Display, Documents, Email, Finder, Format, Html, Markdown, Notes, Parts,
    Records, Renderers, Rewrite, Terminal, Terminate,
};
pub use vector::Vector;

/// How a text from the data cases becomes an input of a target, whose fields before the text are given
/// as bytes.
#[must_use]
pub fn seed(target: &str, text: &str) -> Vec<u8> {
    let front: &[u8] = match target {
        "finder" => &[0; laws::options::Options::CHOICES],
        // Offsets, which are read with their low byte first.
        "terminate" => b"\x0B\0\x0B\0",
        "parts" => b"\xFF\xFF",
        "html" => b"\x05\x14",
        "display" => b"\xFF",
        "renderers" | "rewrite" => b"\x07",
        "reader" => b"\0\x01\x07",
        "vector" => b"\0",
        _ => b"",
    };
    [front, text.as_bytes()].concat()
}

/// A test that calls the laws with what broke one.
fn write_test(f: &mut fmt::Formatter<'_>, calls: &[String]) -> fmt::Result {
    f.write_str("\n#[test]\nfn found_by_fuzzing() {\n")?;
    for call in calls {
        writeln!(f, "    {call};")?;
    }
    f.write_str("}\n")
}
