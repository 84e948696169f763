//! Which Unicode data this build contains.
//!
//! The library has one table of its own. Other data comes from data crates, and the lock file of a program decides
//! which release of them is linked. So the versions are read from the crates.

use alloc::vec;
use alloc::vec::Vec;

use crate::idna::Policy;
use crate::property::UNICODE_VERSION;
use crate::unicode::{Category, category};

/// A source of Unicode data.
///
/// See [`unicode_data`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnicodeData {
    /// What the data is about, for example `scripts`.
    pub contents: &'static str,
    /// The crate that has the data.
    pub package: &'static str,
    /// The Unicode version of the data.
    pub version: (u8, u8, u8),
}

/// The sources of Unicode data in this build, with their versions. The first one is the table of this crate. Some
/// are there only with the feature `assess`.
///
/// `icu_properties` and the data behind `idna` do not state their version. For them it is the latest version, from 15.1
/// to 18.0, of which they know a character.
///
/// ```
/// use linkspan::data::unicode_data;
///
/// let table = unicode_data()[0];
/// assert_eq!((table.package, table.version), ("linkspan", linkspan::uts58::UNICODE_VERSION));
/// assert!(unicode_data().iter().any(|data| data.package == "unicode-segmentation"));
/// ```
#[must_use]
pub fn unicode_data() -> Vec<UnicodeData> {
    let data = |contents, package, version| UnicodeData {
        contents,
        package,
        version,
    };
    let sources = vec![
        data("link properties, host classes", "linkspan", UNICODE_VERSION),
        data(
            "domain names (UTS #46)",
            "idna",
            latest(is_valid_in_domains),
        ),
        data(
            "categories, Bidi classes",
            "icu_properties",
            latest(is_assigned),
        ),
        data(
            "grapheme clusters",
            "unicode-segmentation",
            narrow(unicode_segmentation::UNICODE_VERSION),
        ),
        data("letters and digits", "core", char::UNICODE_VERSION),
    ];
    #[cfg(feature = "assess")]
    let assess = [
        data(
            "scripts",
            "unicode-script",
            narrow(unicode_script::UNICODE_VERSION),
        ),
        data(
            "confusables, identifiers (UTS #39)",
            "unicode-security",
            narrow(unicode_security::UNICODE_VERSION),
        ),
        data(
            "normalization",
            "unicode-normalization",
            unicode_normalization::UNICODE_VERSION,
        ),
    ];
    #[cfg(feature = "assess")]
    let sources = [sources.as_slice(), assess.as_slice()].concat();
    sources
}

/// For each Unicode version, a letter that is first assigned in it and that UTS #46 allows.
const FIRST_ASSIGNED: [((u8, u8, u8), char); 3] = [
    ((16, 0, 0), '\u{1C8A}'),  // CYRILLIC SMALL LETTER TJE
    ((17, 0, 0), '\u{0C5C}'),  // TELUGU ARCHAIC SHRII
    ((18, 0, 0), '\u{11DF1}'), // BENGALI LETTER ALTERNATE BARGIYA BA
];

/// The latest version whose letter has a property that unassigned code points do not have.
fn latest(has_property: fn(char) -> bool) -> (u8, u8, u8) {
    let mut versions = FIRST_ASSIGNED.iter().rev();
    versions
        .find(|(_, letter)| has_property(*letter))
        .map_or((15, 1, 0), |&(version, _)| version)
}

fn is_assigned(c: char) -> bool {
    category(c) != Category::Unassigned
}

fn is_valid_in_domains(c: char) -> bool {
    let mut buffer = [0; 4];
    let label = c.encode_utf8(&mut buffer);
    Policy::Url.to_unicode(label.as_bytes()).is_some()
}

/// Some crates state their version in wider integers.
fn narrow((major, minor, update): (u64, u64, u64)) -> (u8, u8, u8) {
    let narrow = |number| u8::try_from(number).unwrap_or(u8::MAX);
    (narrow(major), narrow(minor), narrow(update))
}
