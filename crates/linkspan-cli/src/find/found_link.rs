//! The links of a text, with what the commands need to know of them.

use std::ops::Range;
use std::vec;

use linkspan::assess::{AssessedLinks, Finding};
use linkspan::explain::Rejection;
use linkspan::find::Links;
use linkspan::stream::Piece;
use linkspan::{Finder, Link};

/// A link, with its assessment if the search assesses links.
#[derive(Clone, Debug)]
pub(crate) struct FoundLink<'t> {
    pub(crate) link: Link<'t>,
    /// Where the text that the link was found in starts, in the text that contains it.
    pub(crate) base: usize,
    /// The form for plain text, if the link as written would not be found whole there.
    pub(crate) plain: Option<String>,
    /// Empty if links are not assessed. Their ranges are ranges of the text that the link was found in.
    pub(crate) findings: Vec<Finding>,
    /// Why the finder does not link it, if it does not.
    pub(crate) rejection: Option<Rejection>,
    /// Whether it is only the text of another link, and is listed because of its findings.
    pub(crate) is_only_text: bool,
}

impl<'t> FoundLink<'t> {
    /// The links of a text that starts at `base` in another one. If `assess` is set, they come with
    /// their reports, and links that were rejected because of a finding are included.
    pub(crate) fn find_iter<'f>(
        finder: &'f Finder,
        text: &'t str,
        base: usize,
        assess: bool,
    ) -> FoundLinks<'f, 't> {
        FoundLinks {
            base,
            ..Self::in_piece(finder, Piece::whole(text), assess)
        }
    }

    /// The same for a piece of a text.
    pub(crate) fn in_piece<'f>(
        finder: &'f Finder,
        piece: Piece<'t>,
        assess: bool,
    ) -> FoundLinks<'f, 't> {
        let links = if assess {
            SearchedLinks::Assessed(Box::new(piece.assessed_links(finder)))
        } else {
            SearchedLinks::Plain(piece.links(finder))
        };
        FoundLinks {
            links,
            base: 0,
            max_end: usize::MAX,
        }
    }

    /// The range of the link in the text that contains all texts.
    pub(crate) fn range(&self) -> Range<usize> {
        self.moved(self.link.range())
    }

    /// The ranges of the findings in the text that contains all texts.
    pub(crate) fn finding_ranges(&self) -> Vec<Range<usize>> {
        self.findings
            .iter()
            .map(|finding| self.moved(finding.range()))
            .collect()
    }

    fn moved(&self, range: Range<usize>) -> Range<usize> {
        self.base + range.start..self.base + range.end
    }
}

/// The links of a text.
pub(crate) struct FoundLinks<'f, 't> {
    links: SearchedLinks<'f, 't>,
    base: usize,
    max_end: usize,
}

/// Where links come from.
#[expect(
    clippy::large_enum_variant,
    reason = "the large one is the common one, and texts are often short"
)]
enum SearchedLinks<'f, 't> {
    Plain(Links<'f, 't>),
    Assessed(Box<AssessedLinks<'f, 't>>),
    /// They were found already.
    Collected(vec::IntoIter<FoundLink<'t>>),
}

impl<'t> FoundLinks<'_, 't> {
    /// Links that were found in several texts.
    pub(crate) fn collected(links: Vec<FoundLink<'t>>) -> Self {
        Self {
            links: SearchedLinks::Collected(links.into_iter()),
            base: 0,
            max_end: usize::MAX,
        }
    }

    /// Only the links that end at or before `max_end` in the text that was searched.
    pub(crate) fn up_to(self, max_end: usize) -> Self {
        Self { max_end, ..self }
    }
}

impl<'t> Iterator for FoundLinks<'_, 't> {
    type Item = FoundLink<'t>;

    // A link is large, and adapters would move each one several times.
    fn next(&mut self) -> Option<FoundLink<'t>> {
        let max_end = self.max_end;
        let is_inside = |link: &Link<'_>| link.end() <= max_end;
        match &mut self.links {
            SearchedLinks::Plain(links) => {
                let link = links.find(is_inside)?;
                Some(FoundLink {
                    link,
                    base: self.base,
                    plain: None,
                    findings: Vec::new(),
                    rejection: None,
                    is_only_text: false,
                })
            }
            SearchedLinks::Assessed(links) => {
                let found = links.find(|found| is_inside(&found.link))?;
                Some(FoundLink {
                    link: found.link,
                    base: self.base,
                    plain: None,
                    findings: found.report.findings().to_vec(),
                    rejection: found.rejection,
                    is_only_text: false,
                })
            }
            SearchedLinks::Collected(links) => links.find(|found| found.range().end <= max_end),
        }
    }
}
