//! A text as links and what lies between them.

use super::link::Link;
use super::links::Links;

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment<'t> {
    /// Text without a link.
    Text(&'t str),
    /// A link.
    Link(Link<'t>),
}

impl<'t> Segment<'t> {
    /// The piece as it is written.
    ///
    /// ```
    /// let text = "see example.com!";
    /// let pieces: Vec<_> = linkspan::Finder::new().segments(text).map(|s| s.as_str()).collect();
    /// assert_eq!(pieces, ["see ", "example.com", "!"]);
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        match self {
            Self::Text(text) => text,
            Self::Link(link) => link.as_str(),
        }
    }
}

/// The pieces of a text; [`Finder::segments`](crate::Finder::segments) makes it.
#[derive(Clone, Debug)]
pub struct Segments<'f, 't> {
    links: Links<'f, 't>,
    text: &'t str,
    /// How much of the text has been handed out.
    done: usize,
    /// A link that was found, while the text before it was handed out.
    pending: Option<Link<'t>>,
}

impl<'f, 't> Segments<'f, 't> {
    pub(super) fn new(links: Links<'f, 't>, text: &'t str) -> Self {
        Self {
            links,
            text,
            done: 0,
            pending: None,
        }
    }

    fn text_up_to(&mut self, end: usize) -> Option<Segment<'t>> {
        let text = self
            .text
            .get(self.done..end)
            .filter(|text| !text.is_empty())?;
        self.done = end;
        Some(Segment::Text(text))
    }
}

impl<'t> Iterator for Segments<'_, 't> {
    type Item = Segment<'t>;

    fn next(&mut self) -> Option<Segment<'t>> {
        let Some(link) = self.pending.take().or_else(|| self.links.next()) else {
            return self.text_up_to(self.text.len());
        };
        if let Some(text) = self.text_up_to(link.start()) {
            self.pending = Some(link);
            return Some(text);
        }
        self.done = link.end();
        Some(Segment::Link(link))
    }
}

impl core::iter::FusedIterator for Segments<'_, '_> {}
