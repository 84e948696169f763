//! Pieces of a text whose links are final.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use super::window::Resume;
#[cfg(feature = "assess")]
use crate::assess::AssessedLinks;
use crate::finder::Finder;
use crate::scan::Links;

/// A piece of a text, whose links no later text can change. [`TextBuffer`](super::TextBuffer) returns it.
#[derive(Clone, Copy)]
pub struct Piece<'t> {
    text: &'t str,
    place: Place,
}

/// Where a piece is in the text that is searched for its links.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The offset of the searched text in the whole text.
    offset: u64,
    start: usize,
    end: usize,
    resume: Resume,
}

impl<'t> Piece<'t> {
    pub(super) fn new(text: &'t str, offset: u64, range: Range<usize>, resume: Resume) -> Self {
        Self {
            text,
            place: Place {
                offset,
                start: range.start,
                end: range.end,
                resume,
            },
        }
    }

    /// A text as one piece.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Piece};
    /// assert_eq!(Piece::whole("see a.com").links(&Finder::new()).count(), 1);
    /// ```
    #[must_use]
    pub fn whole(text: &'t str) -> Self {
        Self::new(text, 0, 0..text.len(), Resume::START)
    }

    /// The text that is searched: the piece, and text around it that affects which links it has.
    ///
    /// ```
    /// # use linkspan::stream::Piece;
    /// assert_eq!(Piece::whole("see a.com").text(), "see a.com");
    /// ```
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The range of the piece in its [text](Self::text).
    ///
    /// ```
    /// # use linkspan::stream::Piece;
    /// assert_eq!(Piece::whole("see a.com").range(), 0..9);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.place.start..self.place.end
    }

    /// The piece.
    ///
    /// ```
    /// # use linkspan::stream::Piece;
    /// assert_eq!(Piece::whole("see a.com").as_str(), "see a.com");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        self.text.get(self.range()).unwrap_or_default()
    }

    /// The offset of the [text](Self::text) in the whole text.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let (windows, mut buffer) = (Windows::small(&finder), TextBuffer::new());
    /// buffer.push(windows, "see a.com", false, |piece| assert_eq!(piece.offset(), 0));
    /// buffer.push(windows, " ", false, |piece| assert_eq!(piece.offset(), 4));
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.place.offset
    }

    /// The links of the piece. Their offsets count from the start of its [text](Self::text). The finder must be that of
    /// the [windows](super::Windows).
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Piece};
    /// let finder = Finder::new();
    /// let links: Vec<_> = Piece::whole("see a.com").links(&finder).map(|link| link.range()).collect();
    /// assert_eq!(links, [4..9]);
    /// ```
    pub fn links<'f>(&self, finder: &'f Finder) -> Links<'f, 't> {
        self.links_in(finder, self.text)
    }

    /// The links of the piece, if `text` is searched instead of its text.
    pub(crate) fn links_in<'f, 's>(&self, finder: &'f Finder, text: &'s str) -> Links<'f, 's> {
        self.place.resume.links(finder, text)
    }

    /// The links of the piece with their reports, and the links that were rejected because of a finding, as
    /// [`Finder::assess_iter`] returns them. One of the rejected links may end after the piece.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Piece};
    /// let finder = Finder::new();
    /// let piece = Piece::whole("see a.com");
    /// let assessed: Vec<_> = piece.assessed_links(&finder).collect();
    /// assert!(assessed[0].report.findings().is_empty());
    /// ```
    #[cfg(feature = "assess")]
    pub fn assessed_links<'f>(&self, finder: &'f Finder) -> AssessedLinks<'f, 't> {
        self.place.resume.assessed_links(finder, self.text)
    }

    /// The start of the piece, as if its text ended at `end`.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Piece};
    /// let start = Piece::whole("see a.com b.com").up_to(9);
    /// assert_eq!(start.links(&Finder::new()).count(), 1);
    /// ```
    #[must_use]
    pub fn up_to(&self, end: usize) -> Self {
        let text = self.text.get(..end).unwrap_or(self.text);
        Self {
            text,
            place: Place {
                start: self.place.start.min(text.len()),
                end: self.place.end.min(text.len()),
                ..self.place
            },
        }
    }

    /// A copy of the piece in `text`, whose allocation is reused.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Piece};
    /// let copy = Piece::whole("see a.com").copied_into(String::new());
    /// let links = std::thread::spawn(move || copy.as_piece().links(&Finder::new()).count());
    /// assert_eq!(links.join().unwrap(), 1);
    /// ```
    #[must_use]
    pub fn copied_into(&self, mut text: String) -> OwnedPiece {
        text.clear();
        text.push_str(self.text);
        OwnedPiece {
            text,
            place: self.place,
        }
    }
}

impl fmt::Debug for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut piece = f.debug_struct("Piece");
        piece.field("text", &self.text);
        piece.field("range", &self.range());
        piece.field("offset", &self.offset());
        piece.finish_non_exhaustive()
    }
}

/// A piece that owns its text, so that another thread can search it.
#[derive(Clone, Debug)]
pub struct OwnedPiece {
    text: String,
    place: Place,
}

impl OwnedPiece {
    /// The piece.
    ///
    /// ```
    /// # use linkspan::stream::Piece;
    /// let copy = Piece::whole("a.com").copied_into(String::new());
    /// assert_eq!(copy.as_piece().as_str(), "a.com");
    /// ```
    #[must_use]
    pub fn as_piece(&self) -> Piece<'_> {
        Piece {
            text: &self.text,
            place: self.place,
        }
    }

    /// The text, so that its allocation can be reused.
    ///
    /// ```
    /// # use linkspan::stream::Piece;
    /// let copy = Piece::whole("a.com").copied_into(String::new());
    /// assert!(copy.into_text().capacity() >= 5);
    /// ```
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}
