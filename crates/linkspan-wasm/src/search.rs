//! Searches. Each writes its links to the output and returns their number.

use linkspan::Finder;

use crate::output::Output;
use crate::record;
use crate::units::Units;

/// The links of a text, at most `limit`.
pub(crate) fn find(
    finder: &Finder,
    text: &str,
    is_ascii: bool,
    limit: usize,
    out: &mut Output,
) -> usize {
    out.clear();
    let mut units = Units::new(text, is_ascii);
    let mut count = 0;
    for link in finder.find_iter(text).take(limit) {
        record::write(&link, &mut units, out);
        count += 1;
    }
    count
}

/// The link that contains the code unit at `offset`.
pub(crate) fn link_at(
    finder: &Finder,
    text: &str,
    is_ascii: bool,
    offset: usize,
    out: &mut Output,
) -> usize {
    out.clear();
    let mut units = Units::new(text, is_ascii);
    let offset = units.byte(offset);
    let link = finder.link_at(text, offset);
    if let Some(link) = &link {
        record::write(link, &mut units, out);
    }
    usize::from(link.is_some())
}
