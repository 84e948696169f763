//! Reporting tests that cannot run. Also compiled into the tests of `crates/xtask/unicode-17`.

use std::io::Write as _;

/// Reports that the current test, or a part of it, is skipped. `cargo xtask test` collects these lines.
///
/// Writes to standard error directly, since the test runner captures the output of `eprintln!`.
pub(crate) fn skip(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("unknown test"); // The test runner names each thread after its test.
    let line = format!("skipped: {test}: {reason}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}
