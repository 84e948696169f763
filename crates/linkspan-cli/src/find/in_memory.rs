//! Finds the links of a text in memory, in any format.

use std::io;
use std::ops::Range;

use linkspan::Finder;

use super::found_link::FoundLink;
use super::location::{LineCounter, Location, LocationNeeds};
use super::search::{DocumentNeeds, Flow, for_each_document_link};
use crate::read::{Buffers, Choice, Chunks, Document, FinderSet, ReadDocument};
use crate::text::{Malformed, ReadOptions};

const OPTIONS: ReadOptions = ReadOptions {
    encoding: None,
    detect_encoding: false,
    malformed: Malformed::Nul,
    block_size: 256 * 1024,
};

/// A link, or what would have been one, and where it is in the text.
pub(crate) struct PlacedLink<'p, 't> {
    pub(crate) found: &'p FoundLink<'t>,
    pub(crate) range: Range<usize>,
    /// The ranges of its findings.
    pub(crate) findings: Vec<Range<usize>>,
    /// The finder and the text that it was found in, if they alone decide where it ends.
    pub(crate) context: Option<(&'p Finder, &'p str)>,
}

impl<'p, 't> PlacedLink<'p, 't> {
    fn new(
        found: &'p FoundLink<'t>,
        location: &Location,
        context: Option<(&'p Finder, &'p str)>,
    ) -> Self {
        let range = |start: u64, end: u64| {
            let [start, end] = [start, end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
            start..end
        };
        Self {
            found,
            range: range(location.start, location.end),
            findings: location
                .findings
                .iter()
                .map(|finding| range(finding.start, finding.end))
                .collect(),
            context: context.filter(|_| found.base == 0),
        }
    }
}

/// Passes the links of a text to `visit`, with their reports, and what was rejected because of a
/// finding: those that `linkspan check` finds in a file with this text.
pub(crate) fn for_each_link(
    text: &str,
    mut choice: Choice,
    finders: &FinderSet,
    mut visit: impl FnMut(PlacedLink<'_, '_>),
) {
    let mut input: crate::text::Input = Box::new(io::Cursor::new(text.as_bytes().to_vec()));
    if choice.is_document() {
        match Document::read(choice.format, input, OPTIONS) {
            ReadDocument::Whole(document) => {
                let finders = finders.finders(choice.profile);
                for_each_document_link(
                    document,
                    finders,
                    DocumentNeeds {
                        assess: true,
                        location: LocationNeeds::Characters,
                    },
                    |_| true,
                    |segment, found, location| {
                        let finder = segment.finder(finders);
                        let context = finder.map(|finder| (finder, segment.text()));
                        visit(PlacedLink::new(found, location, context));
                        Flow::Continue
                    },
                );
                return;
            }
            ReadDocument::TooLarge(unread) => {
                choice = Choice::for_large_document();
                input = unread;
            }
        }
    }
    let finders = finders.finders(choice.profile);
    let mut chunks = Chunks::new(input, OPTIONS, choice.stage(), Buffers::default());
    let mut lines = LineCounter::new(LocationNeeds::Characters);
    while let Ok(Some(mut chunk)) = chunks.next(finders.text) {
        lines.begin_chunk(&mut chunk);
        let context = chunk.searched_text().map(|text| (finders.text, text));
        for found in chunk.found_links(finders, true) {
            let location = lines.locate(&mut chunk, &found.range(), &found.finding_ranges());
            visit(PlacedLink::new(&found, &location, context));
        }
        lines.end_chunk(&mut chunk);
    }
}
