//! The files that the Unicode Consortium publishes with UTS #58.
//!
//! They are never copied into this repository. The tests read them from the folder `LINKSPAN_UNICODE_DATA`, or else
//! from `../shared/unicode/17.0.0` next to the repository. Without them, the tests report that they are skipped.

mod detection;
mod formatting;
mod unicode_properties;

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder with the published files of our Unicode version, if it exists.
pub(crate) fn folder() -> Option<PathBuf> {
    let (major, minor, update) = linkspan::uts58::UNICODE_VERSION;
    match std::env::var_os("LINKSPAN_UNICODE_DATA") {
        Some(folder) => Some(folder.into()),
        None => {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
            let folder = root.join(format!("shared/unicode/{major}.{minor}.{update}"));
            folder.is_dir().then_some(folder)
        }
    }
}

/// The text of a published file. Without it, the test is reported as skipped.
///
/// If `LINKSPAN_UNICODE_DATA` is set, the file must exist.
pub(crate) fn read(name: &str) -> Option<String> {
    let Some(folder) = folder() else {
        skip(&format!("{name} is not available"));
        return None;
    };
    let path = folder.join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => panic!("cannot read {}: {error}", path.display()),
    }
}

/// The text of a file of the draft of the next version, which is in a folder next to the released files.
fn read_draft(name: &str) -> Option<String> {
    let draft = folder().map(|folder| folder.join("../18.0.0-draft").join(name));
    let text = draft.and_then(|path| std::fs::read_to_string(path).ok());
    if text.is_none() {
        skip(&format!("the draft of {name} for 18.0 is not available"));
    }
    text
}

/// The names and texts of corpora in a folder next to the published files. Each missing one is reported as skipped.
pub(crate) fn corpora(names: &[&'static str]) -> Vec<(&'static str, String)> {
    let Some(corpora) = folder().map(|folder| folder.join("../../corpora")) else {
        skip("the corpora are not available");
        return Vec::new();
    };
    let read = |name: &&'static str| {
        let text = std::fs::read_to_string(corpora.join(format!("{name}.txt"))).ok();
        if text.is_none() {
            skip(&format!("the corpus {name} is not available"));
        }
        Some((*name, text?))
    };
    names.iter().filter_map(read).collect()
}

/// Reports that the current test, or a part of it, is skipped. `cargo xtask test` collects these lines.
///
/// Writes to standard error directly, since the test runner captures the output of `eprintln!`.
fn skip(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("unknown test"); // The test runner names each thread after its test.
    let line = format!("skipped: {test}: {reason}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}
