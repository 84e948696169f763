//! The files that the Unicode Consortium publishes with UTS #58.
//!
//! They are never copied into this repository; `folder` says where the tests look for them. Without them, the tests
//! report that they are skipped. The files of the version of our tables must match completely. The test files of the
//! previous version are read, too, and must match except for its errata.

mod detection;
mod folder;
mod formatting;
mod property_file;
mod skip;
mod unicode_properties;

use linkspan::uts58::{LinkTerm, is_link_email, link_bracket, link_term};

use folder::folder;
pub(crate) use skip::skip;

/// The version whose test files are read in addition to those of the current one.
const PREVIOUS_VERSION: &str = "17.0.0";

/// The version of our tables.
fn current_version() -> String {
    let (major, minor, update) = linkspan::uts58::UNICODE_VERSION;
    format!("{major}.{minor}.{update}")
}

/// The text of a published file of our Unicode version. Without it, the test is reported as skipped.
///
/// If `LINKSPAN_UNICODE_DATA` is set, the file must exist.
pub(crate) fn read(name: &str) -> Option<String> {
    let version = current_version();
    let text = read_version(&version, name);
    assert!(
        text.is_some() || std::env::var_os("LINKSPAN_UNICODE_DATA").is_none(),
        "expected a directory {version} or {version}-draft with {name} in LINKSPAN_UNICODE_DATA or next to it"
    );
    text
}

/// The text of a published file of the previous version.
fn read_previous(name: &str) -> Option<String> {
    read_version(PREVIOUS_VERSION, name)
}

fn read_version(version: &str, name: &str) -> Option<String> {
    let path = folder(version).map(|folder| folder.join(name));
    let text = path.and_then(|path| std::fs::read_to_string(path).ok());
    if text.is_none() {
        skip(&format!("{name} of Unicode {version} is not available"));
    }
    text
}

/// The names and texts of corpora in a folder next to the published files. Each missing one is reported as skipped.
pub(crate) fn corpora(names: &[&'static str]) -> Vec<(&'static str, String)> {
    let Some(corpora) = folder(&current_version()).map(|folder| folder.join("../../corpora"))
    else {
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
