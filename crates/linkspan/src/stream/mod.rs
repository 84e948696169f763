//! Links in text of any length that arrives in chunks.
//!
//! A [`Stream`] is given bytes in chunks of any size, which may end inside a character. It calls a function for each
//! link as soon as no later byte can change it, with offsets that count from the start of the stream. With the feature
//! `std`, `links_from` reads from a [`Read`](https://doc.rust-lang.org/std/io/trait.Read.html) and returns an iterator.
//! With the feature `parallel`, `find_parallel` searches a large text with several threads.
//!
//! The links are exactly those that [`find_bytes_iter`](crate::Finder::find_bytes_iter) finds in the whole, however the
//! bytes are divided into chunks:
//!
//! - A boundary makes everything before it final: white space and other characters that no link contains, or only
//!   control characters if a link may depend on the line that contains it.
//! - Without a boundary, the outcome of a trigger (a dot, `://`, `@`) is final when its lookahead has arrived: twice the
//!   maximum length of a link, 16 KiB by default. A URL that is longer than that is too long to be linked, and it is
//!   skipped up to the next Hard character, wherever it is.
//!
//! So memory is bounded whatever the text: less than eight times the maximum length of a link is buffered, 64 KiB by
//! default. A maximum below 2 KiB counts as 2 KiB.
//!
//! ```
//! use linkspan::Finder;
//! use linkspan::stream::Stream;
//!
//! let finder = Finder::new();
//! let mut found = Vec::new();
//! let mut stream = Stream::new(&finder);
//! for chunk in ["see exam", "ple.com/\u{3B1}, then", " ann@example.org"] {
//!     stream.push(chunk.as_bytes(), |link| found.push((link.range(), link.as_str().to_owned())));
//! }
//! stream.finish(|link| found.push((link.range(), link.as_str().to_owned())));
//! assert_eq!(found, [(4..18, "example.com/α".to_owned()), (25..40, "ann@example.org".to_owned())]);
//! ```

#[cfg(feature = "parallel")]
mod parallel;
#[cfg(feature = "std")]
mod reader;
#[doc(hidden)]
pub mod window;

use alloc::string::String;
use core::ops::Range;

#[cfg(feature = "parallel")]
pub use self::parallel::find_parallel;
#[cfg(feature = "std")]
pub use self::reader::{ReaderLinks, links_from};
use self::window::{Resume, Searchable, Windows};
use crate::finder::Finder;
use crate::link::{Link, OwnedLink};
use crate::offset::prefix;

/// The maximum length of a character in UTF-8.
const MAX_CHAR_LEN: usize = 4;

/// Finds links in bytes that arrive in chunks. The [module](self) describes what is guaranteed.
///
/// Bytes that are not UTF-8 are treated as by [`find_bytes_iter`](Finder::find_bytes_iter): each run of valid UTF-8 is a
/// text of its own.
#[derive(Clone, Debug)]
pub struct Stream<'f> {
    finder: &'f Finder,
    /// The text that may still be part of a link or affect one.
    text: String,
    /// The offset of `text` in the stream.
    start: u64,
    resume: Resume,
    /// The length of the start of `text` that contains no boundary.
    scanned: usize,
    /// The first bytes of a character.
    partial: [u8; MAX_CHAR_LEN],
    partial_len: usize,
}

/// A link in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamLink<'t> {
    /// The offset in the stream of the text that contains the link.
    text_start: u64,
    link: Link<'t>,
}

impl<'t> StreamLink<'t> {
    /// The range of the link, in bytes from the start of the stream.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Stream};
    /// let finder = Finder::new();
    /// let mut stream = Stream::new(&finder);
    /// stream.push(b"see ", |_| {});
    /// stream.push(b"example.com ", |link| assert_eq!(link.range(), 4..15));
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        let offset = |offset: usize| self.text_start + offset as u64;
        offset(self.link.start())..offset(self.link.end())
    }

    /// The link as written.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Stream};
    /// let finder = Finder::new();
    /// let mut stream = Stream::new(&finder);
    /// stream.push(b"see example.com ", |link| assert_eq!(link.as_str(), "example.com"));
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        self.link.as_str()
    }

    /// The link as a view of the text that is buffered. Its offsets count from the start of that text.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Stream};
    /// let finder = Finder::new();
    /// let mut stream = Stream::new(&finder);
    /// stream.push(b"see example.com ", |link| assert_eq!(link.as_link().href(), "https://example.com"));
    /// ```
    #[must_use]
    pub fn as_link(&self) -> &Link<'t> {
        &self.link
    }

    /// The link with its own copy of its text.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Stream};
    /// let finder = Finder::new();
    /// let mut links = Vec::new();
    /// Stream::new(&finder).push(b"see example.com ", |link| links.push(link.into_owned()));
    /// assert_eq!((links[0].range(), links[0].as_str()), (4..15, "example.com"));
    /// ```
    #[must_use]
    pub fn into_owned(self) -> OwnedStreamLink {
        OwnedStreamLink {
            start: self.range().start,
            link: self.link.into_owned(),
        }
    }
}

/// A link in a stream, with its own copy of its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnedStreamLink {
    start: u64,
    link: OwnedLink,
}

impl OwnedStreamLink {
    /// The range of the link, in bytes from the start of the stream.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let mut links = Vec::new();
    /// let mut stream = linkspan::stream::Stream::new(&finder);
    /// stream.push(b"see example.com ", |link| links.push(link.into_owned()));
    /// assert_eq!(links[0].range(), 4..15);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.start..self.start + self.as_str().len() as u64
    }

    /// The link as written.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let mut links = Vec::new();
    /// let mut stream = linkspan::stream::Stream::new(&finder);
    /// stream.push(b"see example.com ", |link| links.push(link.into_owned()));
    /// assert_eq!(links[0].as_str(), "example.com");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.link.as_str()
    }

    /// The link as a view of its own text. Its offsets count from its start.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let mut links = Vec::new();
    /// let mut stream = linkspan::stream::Stream::new(&finder);
    /// stream.push(b"see example.com ", |link| links.push(link.into_owned()));
    /// assert_eq!(links[0].as_link().host(), "example.com");
    /// ```
    #[must_use]
    pub fn as_link(&self) -> Link<'_> {
        self.link.as_link()
    }
}

impl<'f> Stream<'f> {
    /// A stream without bytes.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let stream = linkspan::stream::Stream::new(&finder);
    /// assert_eq!(stream.buffered(), 0);
    /// ```
    #[must_use]
    pub fn new(finder: &'f Finder) -> Self {
        Self {
            finder,
            text: String::new(),
            start: 0,
            resume: Resume::START,
            scanned: 0,
            partial: [0; MAX_CHAR_LEN],
            partial_len: 0,
        }
    }

    /// How many bytes are buffered.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let mut stream = linkspan::stream::Stream::new(&finder);
    /// stream.push(b"see example.com", |_| {});
    /// assert_eq!(stream.buffered(), "example.com".len());
    /// ```
    #[must_use]
    pub fn buffered(&self) -> usize {
        self.text.len() + self.partial_len
    }

    /// Adds the next bytes, and calls `found` for each link that is final.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let mut stream = linkspan::stream::Stream::new(&finder);
    /// let mut count = 0;
    /// stream.push(b"example.com", |_| count += 1);
    /// assert_eq!(count, 0, "it may continue");
    /// let mut stream = stream.clone();
    /// stream.push(b" ", |link| assert_eq!(link.range(), 0..11));
    /// ```
    pub fn push(&mut self, bytes: &[u8], mut found: impl FnMut(StreamLink<'_>)) {
        let mut rest = bytes;
        // A character that started in the last chunk is completed byte by byte.
        while self.partial_len > 0
            && let Some((&byte, after)) = rest.split_first()
        {
            let mut character = self.partial;
            let len = self.partial_len;
            if let Some(free) = character.get_mut(len) {
                *free = byte;
            }
            let character = character.get(..=len).unwrap_or_default();
            match core::str::from_utf8(character) {
                Ok(character) => {
                    self.partial_len = 0;
                    self.push_str(character, &mut found);
                    rest = after;
                }
                Err(error) if error.error_len().is_none() => {
                    self.keep_partial(character);
                    rest = after;
                }
                // The byte does not continue the character.
                Err(_) => {
                    self.partial_len = 0;
                    self.end_text(len, &mut found);
                }
            }
        }
        while !rest.is_empty() {
            match core::str::from_utf8(rest) {
                Ok(text) => {
                    self.push_str(text, &mut found);
                    return;
                }
                Err(error) => {
                    let (valid, after) = rest.split_at(error.valid_up_to());
                    self.push_str(core::str::from_utf8(valid).unwrap_or_default(), &mut found);
                    match error.error_len() {
                        Some(len) => {
                            self.end_text(len, &mut found);
                            rest = after.get(len..).unwrap_or_default();
                        }
                        None => {
                            self.keep_partial(after);
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Ends the stream, and calls `found` for each link that was not final.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let mut stream = linkspan::stream::Stream::new(&finder);
    /// stream.push(b"example.com", |_| {});
    /// stream.finish(|link| assert_eq!(link.range(), 0..11));
    /// ```
    pub fn finish(mut self, mut found: impl FnMut(StreamLink<'_>)) {
        let partial = core::mem::take(&mut self.partial_len);
        self.end_text(partial, &mut found);
    }

    /// Keeps the first bytes of a character.
    fn keep_partial(&mut self, bytes: &[u8]) {
        if let Some(partial) = self.partial.get_mut(..bytes.len()) {
            partial.copy_from_slice(bytes);
            self.partial_len = bytes.len();
        }
    }

    /// Ends a run of valid text that `invalid` bytes follow.
    fn end_text(&mut self, invalid: usize, found: &mut impl FnMut(StreamLink<'_>)) {
        self.search(true, found);
        self.start += self.text.len() as u64 + invalid as u64;
        self.text.clear();
        self.resume = Resume::START;
        self.scanned = 0;
    }

    fn push_str(&mut self, text: &str, found: &mut impl FnMut(StreamLink<'_>)) {
        let windows = Windows::new(self.finder);
        let step = windows.lookahead().max(MAX_CHAR_LEN);
        let mut rest = text;
        // Adding at most a lookahead at a time bounds the length of the buffer.
        while !rest.is_empty() {
            let part = prefix(rest, step);
            rest = rest.get(part.len()..).unwrap_or_default();
            self.text.push_str(part);
            self.search(false, found);
        }
    }

    /// Searches what is final.
    fn search(&mut self, is_complete: bool, found: &mut impl FnMut(StreamLink<'_>)) {
        let windows = Windows::new(self.finder);
        // What is kept of a window is shorter than a lookahead, so that half of it is progress.
        let size = windows.lookahead().saturating_mul(3);
        let searchable = windows.searchable_in(size, &self.text, &mut self.scanned, is_complete);
        let (text, resume, keep_from, next) = match searchable {
            Searchable::Nothing => return,
            Searchable::Block(end) => {
                let text = self.text.get(..end).unwrap_or_default();
                (text, self.resume, end, Resume::START)
            }
            Searchable::Window if is_complete => {
                let text = self.text.as_str();
                (text, self.resume, text.len(), Resume::START)
            }
            Searchable::Window => {
                let split = windows.split(&self.text, self.resume);
                let keep_from = split.keep_from;
                let text = self.text.as_str();
                (text, split.resume, keep_from, split.next(keep_from))
            }
        };
        for link in resume.links(self.finder, text) {
            found(StreamLink {
                text_start: self.start,
                link,
            });
        }
        if !is_complete {
            self.text.drain(..keep_from);
            self.start += keep_from as u64;
            self.resume = next;
            self.scanned = self.scanned.saturating_sub(keep_from);
        }
    }
}
