//! The finding about lengths.

use linkspan::Link;
use linkspan::assess::Level;

use super::Bounds;
use super::host::{ascii, labels};

/// Octets: 8 KiB for a link, 253 for a host, 63 for a label and 64 for a local part. Hosts are measured in ASCII.
pub(super) fn bounds(link: &Link<'_>) -> Bounds {
    let ascii_len = |label: &str| ascii(label).map_or(label.len(), |label| label.len());
    let lengths: Vec<_> = labels(link.host()).map(ascii_len).collect();
    let host_len = lengths.iter().sum::<usize>() + lengths.len().saturating_sub(1);
    let is_too_long = link.as_str().len() > 8192
        || host_len > 253
        || lengths.iter().any(|len| *len > 63)
        || link.local_part().is_some_and(|local| local.len() > 64);
    if is_too_long {
        Bounds::exactly(Some(Level::Warn))
    } else {
        Bounds::exactly(None)
    }
}
