//! A text as a sequence of links and the text between them.

use super::links::Links;
use crate::link::Link;

/// A segment of a text.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::find::Segment;
///
/// let segments: Vec<_> = Finder::new().segments("see example.com").collect();
/// assert_eq!(segments[0], Segment::Text("see "));
/// assert!(matches!(segments[1], Segment::Link(link) if link.as_str() == "example.com"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment<'t> {
    /// Text without a link.
    Text(&'t str),
    /// A link.
    Link(Link<'t>),
}

impl<'t> Segment<'t> {
    /// The segment as written.
    ///
    /// ```
    /// let text = "see example.com!";
    /// let segments: Vec<_> = linkspan::Finder::new().segments(text).map(|s| s.as_str()).collect();
    /// assert_eq!(segments, ["see ", "example.com", "!"]);
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        match self {
            Self::Text(text) => text,
            Self::Link(link) => link.as_str(),
        }
    }
}

/// The segments of a text; [`Finder::segments`](crate::Finder::segments) returns it.
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Segments<'f, 't> {
    links: Links<'f, 't>,
    text: &'t str,
    /// The end of the last segment.
    done: usize,
    /// The next link, if the text before it was returned last.
    pending: Option<Link<'t>>,
}

impl<'f, 't> Segments<'f, 't> {
    pub(crate) fn new(links: Links<'f, 't>, text: &'t str) -> Self {
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

impl core::fmt::Debug for Segments<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Segments")
            .field("offset", &self.done)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use crate::Finder;

    #[test]
    fn debug_output_has_the_offset() {
        let finder = Finder::new();
        let mut segments = finder.segments("see a.com");
        segments.next();
        assert_eq!(std::format!("{segments:?}"), "Segments { offset: 4, .. }");
    }
}
