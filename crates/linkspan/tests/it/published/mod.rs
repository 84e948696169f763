//! The files that the Unicode Consortium publishes with UTS #58.
//!
//! They are read where they lie and never copied into this repository: from the folder that
//! `LINKSPAN_UNICODE_DATA` names, or else from `../shared/unicode/17.0.0` beside the checkout.

mod detection;
mod formatting;
mod properties;

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder with the published files of our Unicode version, if it is at hand.
pub(crate) fn folder() -> Option<PathBuf> {
    let (major, minor, update) = linkspan::UNICODE_VERSION;
    match std::env::var_os("LINKSPAN_UNICODE_DATA") {
        Some(folder) => Some(folder.into()),
        None => {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
            let folder = root.join(format!("shared/unicode/{major}.{minor}.{update}"));
            folder.is_dir().then_some(folder)
        }
    }
}

/// The text of a published file, or a line that says that the test is skipped.
///
/// A folder that was asked for by name must hold it.
pub(crate) fn read(name: &str) -> Option<String> {
    let Some(folder) = folder() else {
        say(&format!(
            "skipped: {name} is not at hand (LINKSPAN_UNICODE_DATA names its folder)"
        ));
        return None;
    };
    let path = folder.join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => panic!("cannot read {}: {error}", path.display()),
    }
}

/// The same for the draft of the next version, which lies beside the released files.
fn read_draft(name: &str) -> Option<String> {
    let path = folder()?.join("../18.0.0-draft").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(_) => {
            say(&format!("skipped: the 18.0 draft of {name} is not at hand"));
            None
        }
    }
}

/// The names and texts of corpora that lie beside the published files, with a line for each that does not.
pub(crate) fn corpora(names: &[&'static str]) -> Vec<(&'static str, String)> {
    let Some(corpora) = folder().map(|folder| folder.join("../../corpora")) else {
        say("skipped: the corpora are not at hand");
        return Vec::new();
    };
    let read = |name: &&'static str| {
        let text = std::fs::read_to_string(corpora.join(format!("{name}.txt"))).ok();
        if text.is_none() {
            say(&format!("skipped: {name} is not at hand"));
        }
        Some((*name, text?))
    };
    names.iter().filter_map(read).collect()
}

/// Prints a line that the test runner does not hold back, as it does with `eprintln!`.
pub(crate) fn say(line: &str) {
    let mut stderr = std::io::stderr();
    stderr.write_all(format!("{line}\n").as_bytes()).unwrap();
}
