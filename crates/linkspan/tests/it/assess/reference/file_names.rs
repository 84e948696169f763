//! The finding about names of files.

use linkspan::assess::Level;
use linkspan::suffix::SuffixList;
use linkspan::{Link, LinkKind};

use super::Bounds;
use super::host::labels;

/// Endings that the documents name, and top-level domains that nobody takes for one. The list is longer.
const ENDINGS: [(&str, Option<Level>); 12] = [
    ("py", Some(Level::Warn)),
    ("zip", Some(Level::Warn)),
    ("md", Some(Level::Warn)),
    ("sh", Some(Level::Warn)),
    ("rs", Some(Level::Info)),
    ("pl", Some(Level::Info)),
    ("com", None),
    ("org", None),
    ("net", None),
    ("uk", None),
    ("de", None),
    ("рф", None),
];

/// A name without a scheme and a path whose last label is an ending of files and the whole public suffix.
pub(super) fn bounds(link: &Link<'_>) -> Bounds {
    let is_bare = link.kind() != LinkKind::Email && link.scheme().is_none();
    let has_path = link.host_range().end < link.end();
    let host = link.host().to_lowercase();
    let suffix = SuffixList::embedded();
    if !is_bare || has_path || host.starts_with("www.") {
        return Bounds::exactly(None);
    }
    let Some(suffix) = link.public_suffix(suffix) else {
        return Bounds::OPEN;
    };
    if labels(suffix).count() > 1 {
        return Bounds::exactly(None);
    }
    let last = labels(&host).next_back().unwrap_or_default();
    let ending = ENDINGS.iter().find(|(ending, _)| *ending == last);
    ending.map_or(Bounds::OPEN, |(_, level)| Bounds::exactly(*level))
}
