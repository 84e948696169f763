//! A reference implementation of policies, and of the findings whose rules `docs/safety.md` states.
//!
//! It is written from the tables of that page and calls nothing but the parts of a link, the list of top-level domains,
//! and other implementations of the standards (`url`, `idna`, `icu_properties`, `unicode-normalization`,
//! `unicode-security`). The data of characters are of the Unicode version of the library.
//!
//! | codes | compared |
//! |---|---|
//! | those of [`CODES`] | all levels that occur |
//! | `bidi-control`, `marks`, `tag`, `too-long`, `unassigned` | the highest level |
//! | `host-marks`, `host-mixed-digits` | the highest level, for labels that UTS #46 allows |
//! | `host-mixed-scripts` | the same, but which scripts are not easily confused with Latin is open |
//! | `host-restricted` | the highest level; whether a label of one letter looks like ASCII is open |
//! | `host-invisible`, `invisible` | characters that never have a purpose, and common sequences in which they have one |
//! | `tld-file-name` | some endings, and names that are no files whatever their ending |
//! | `host-reordered` | the order of the labels by UAX #9 (`unicode-bidi`) |
//! | `other-host` | the highest level, for links that are built from a table of hosts |
//!
//! The findings that depend on the letters of languages, on look-alikes or on the text around a link are not here:
//! `host-confusable`, `host-lookalike`, `host-mixed-languages`, `mixed-scripts`, `syntax-lookalike`, and the lists of
//! users.

pub(super) mod anchors;
mod characters;
mod file_names;
mod host;
mod labels;
mod length;
mod order;
mod policy;
mod unicode;

use std::collections::BTreeMap;

use linkspan::Link;
use linkspan::assess::{Code, Level};

pub(super) use host::{CODES, findings, has_international_top_level};
pub(super) use policy::Policy;

/// What the documents say about the highest level of the findings with a code. `None` is no finding.
///
/// Where the rule depends on data or on judgement, the two levels differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: Option<Level>,
    pub(super) most: Option<Level>,
}

impl Bounds {
    fn exactly(level: Option<Level>) -> Self {
        Self {
            least: level,
            most: level,
        }
    }

    fn at_least(level: Level) -> Self {
        Self {
            least: Some(level),
            most: Some(Level::Danger),
        }
    }

    const OPEN: Self = Self {
        least: None,
        most: Some(Level::Danger),
    };

    /// The bounds of the highest level in two parts of a link.
    fn max(self, other: Self) -> Self {
        Self {
            least: self.least.max(other.least),
            most: self.most.max(other.most),
        }
    }

    pub(super) fn contain(self, level: Option<Level>) -> bool {
        (self.least..=self.most).contains(&level)
    }
}

/// The bounds of each code, apart from the [`CODES`] of [`findings`].
pub(super) fn bounds(text: &str, link: &Link<'_>) -> BTreeMap<Code, Bounds> {
    let mut all = BTreeMap::new();
    let parts = [
        characters::bounds(text, link),
        labels::bounds(link),
        vec![(Code::HostReordered, order::bounds(link))],
        vec![(Code::TooLong, length::bounds(link))],
        vec![(Code::TldFileName, file_names::bounds(link))],
    ];
    for (code, bounds) in parts.into_iter().flatten() {
        let sum = all.entry(code).or_insert(Bounds::exactly(None));
        *sum = sum.max(bounds);
    }
    all
}
