//! Links in text of any length that arrives in chunks.
//!
//! A [`Stream`] is given bytes in chunks of any size, which may end inside a character. It calls a function for each
//! link as soon as no later byte can change it, with offsets that count from the start of the stream. With the feature
//! `std`, `links_from` reads from a [`Read`](https://doc.rust-lang.org/std/io/trait.Read.html) and returns an iterator.
//! With the feature `parallel`, `find_parallel` searches a large text with several threads. A host that also needs the text
//! between the links, for example to write it, uses a [`TextBuffer`].
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

mod buffer;
#[cfg(feature = "parallel")]
mod parallel;
mod piece;
#[cfg(feature = "std")]
mod reader;
mod window;

use core::ops::Range;

pub use self::buffer::TextBuffer;
#[cfg(feature = "html-rewrite")]
pub(crate) use self::buffer::{Part, Window};
#[cfg(feature = "parallel")]
pub use self::parallel::find_parallel;
pub use self::piece::{OwnedPiece, Piece};
#[cfg(feature = "std")]
pub use self::reader::{ReaderLinks, links_from};
#[cfg(feature = "html-rewrite")]
pub(crate) use self::window::Resume;
pub use self::window::Windows;
use crate::finder::Finder;
use crate::link::{Link, OwnedLink};

/// The maximum length of a character in UTF-8.
const MAX_CHAR_LEN: usize = 4;

/// Finds links in bytes that arrive in chunks. The [module](self) describes what is guaranteed.
///
/// Bytes that are not UTF-8 are treated as by [`find_bytes_iter`](Finder::find_bytes_iter): each run of valid UTF-8 is a
/// text of its own.
#[derive(Clone, Debug)]
pub struct Stream<'f> {
    finder: &'f Finder,
    buffer: TextBuffer,
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
            buffer: TextBuffer::new(),
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
        self.buffer.len() + self.partial_len
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
                    self.push_text(character, false, &mut found);
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
                    self.push_text(text, false, &mut found);
                    return;
                }
                Err(error) => {
                    let (valid, after) = rest.split_at(error.valid_up_to());
                    let valid = core::str::from_utf8(valid).unwrap_or_default();
                    self.push_text(valid, false, &mut found);
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
        self.push_text("", true, found);
        self.buffer.restart(self.buffer.end() + invalid as u64);
    }

    fn push_text(&mut self, text: &str, is_last: bool, found: &mut impl FnMut(StreamLink<'_>)) {
        let windows = Windows::small(self.finder);
        self.buffer.push(windows, text, is_last, |piece| {
            for link in piece.links(self.finder) {
                found(StreamLink {
                    text_start: piece.offset(),
                    link,
                });
            }
        });
    }
}
