//! Links in bytes that need not be UTF-8.

use core::iter::FusedIterator;
use core::ops::Range;
use core::str::Utf8Chunks;

use super::Finder;
use crate::link::{Link, OwnedLink};
use crate::scan::Links;

/// A link in bytes that need not be UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BytesLink<'t> {
    /// The offset of the valid text that contains the link.
    text_start: usize,
    link: Link<'t>,
}

impl<'t> BytesLink<'t> {
    /// The range of the link in the bytes.
    ///
    /// ```
    /// let link = linkspan::Finder::new().find_bytes_iter(b"\xFF example.com").next().unwrap();
    /// assert_eq!(link.range(), 2..13);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        let range = self.link.range();
        self.text_start + range.start..self.text_start + range.end
    }

    /// The start of the link in the bytes.
    ///
    /// ```
    /// let link = linkspan::Finder::new().find_bytes_iter(b"\xFF example.com").next().unwrap();
    /// assert_eq!(link.start(), 2);
    /// ```
    #[must_use]
    pub fn start(&self) -> usize {
        self.range().start
    }

    /// The end of the link in the bytes: the offset after its last byte.
    ///
    /// ```
    /// let link = linkspan::Finder::new().find_bytes_iter(b"\xFF example.com").next().unwrap();
    /// assert_eq!(link.end(), 13);
    /// ```
    #[must_use]
    pub fn end(&self) -> usize {
        self.range().end
    }

    /// The link as written.
    ///
    /// ```
    /// let link = linkspan::Finder::new().find_bytes_iter(b"\xFF example.com").next().unwrap();
    /// assert_eq!(link.as_str(), "example.com");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        self.link.as_str()
    }

    /// The link as a view of the valid text that contains it. Its offsets count from the start of that text,
    /// not from the start of the bytes.
    ///
    /// ```
    /// let link = linkspan::Finder::new().find_bytes_iter(b"\xFF example.com").next().unwrap();
    /// assert_eq!(link.as_link().href(), "https://example.com");
    /// assert_eq!(link.as_link().range(), 1..12);
    /// ```
    #[must_use]
    pub fn as_link(&self) -> &Link<'t> {
        &self.link
    }

    /// The link with its own copy of its text. Its range is that in the bytes.
    ///
    /// ```
    /// let link = linkspan::Finder::new().find_bytes_iter(b"\xFF example.com").next().unwrap();
    /// assert_eq!(link.into_owned().range(), 2..13);
    /// ```
    #[must_use]
    pub fn into_owned(self) -> OwnedLink {
        self.link.into_owned().moved(self.text_start)
    }
}

/// The links of bytes that need not be UTF-8, in order;
/// [`Finder::find_bytes_iter`](crate::Finder::find_bytes_iter) returns it.
///
/// Each maximal run of valid UTF-8 is searched as a text of its own.
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct BytesLinks<'f, 't> {
    finder: &'f Finder,
    chunks: Utf8Chunks<'t>,
    /// The links of the current run of valid text, and where it starts.
    links: Links<'f, 't>,
    text_start: usize,
    /// The start of the next run.
    next_start: usize,
}

impl<'f, 't> BytesLinks<'f, 't> {
    pub(super) fn new(finder: &'f Finder, bytes: &'t [u8]) -> Self {
        Self {
            finder,
            chunks: bytes.utf8_chunks(),
            links: finder.find_iter(""),
            text_start: 0,
            next_start: 0,
        }
    }
}

impl<'t> Iterator for BytesLinks<'_, 't> {
    type Item = BytesLink<'t>;

    fn next(&mut self) -> Option<BytesLink<'t>> {
        loop {
            if let Some(link) = self.links.next() {
                return Some(BytesLink {
                    text_start: self.text_start,
                    link,
                });
            }
            let chunk = self.chunks.next()?;
            self.links = self.finder.find_iter(chunk.valid());
            self.text_start = self.next_start;
            self.next_start += chunk.valid().len() + chunk.invalid().len();
        }
    }
}

impl FusedIterator for BytesLinks<'_, '_> {}

impl core::fmt::Debug for BytesLinks<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BytesLinks")
            .field("offset", &self.text_start)
            .finish_non_exhaustive()
    }
}
