//! The derivation of the properties, with the data of Unicode 17.0, compared with the published files of that version.
//!
//! The derivation and the tests are those of the current version, included by their paths. If a formula is changed to
//! match the files of a new version, this shows whether it still matches those of the previous one.

#[path = "../../../linkspan/tests/it/published/folder.rs"]
mod folder;
#[path = "../../src/unicode/link_properties.rs"]
mod link_properties;
#[path = "../../../linkspan/tests/it/published/property_file.rs"]
mod property_file;
#[path = "../../../linkspan/tests/it/published/skip.rs"]
mod skip;
#[path = "../../../linkspan/tests/it/published/unicode_properties.rs"]
mod unicode_properties;

use std::sync::LazyLock;

use icu_properties::props::GeneralCategory;

use link_properties::LinkProperties;

const VERSION: &str = "17.0.0";

/// The values of `Link_Term`. The library has the same type, but cannot be a dependency: it may require a later release
/// of `icu_properties`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinkTerm {
    Include,
    Hard,
    Soft,
    Close,
    Open,
}

static PROPERTIES: LazyLock<LinkProperties> = LazyLock::new(LinkProperties::new);

fn link_term(c: char) -> LinkTerm {
    PROPERTIES.link_term(c)
}

fn link_bracket(c: char) -> Option<char> {
    PROPERTIES.link_bracket(c)
}

fn is_link_email(c: char) -> bool {
    PROPERTIES.is_link_email(c)
}

/// The text of a published file. Without it, the test is reported as skipped.
fn read(name: &str) -> Option<String> {
    let path = folder::folder(VERSION).map(|folder| folder.join(name));
    let text = path.and_then(|path| std::fs::read_to_string(path).ok());
    if text.is_none() {
        skip::skip(&format!("{name} of Unicode {VERSION} is not available"));
    }
    text
}

#[test]
fn data_is_of_unicode_17() {
    let is_assigned = |c| PROPERTIES.category(c) != GeneralCategory::Unassigned;
    assert!(is_assigned('\u{0C5C}'), "TELUGU ARCHAIC SHRII, since 17.0");
    assert!(
        !is_assigned('\u{2E60}'),
        "WIGGLY EXCLAMATION MARK, since 18.0"
    );
}
