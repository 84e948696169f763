//! Text that arrives in chunks, and the pieces of it that are final.
//!
//! This is the only place where text is kept until its links are final. Streams, the HTML rewriter and the command-line
//! program add what each of them does to text: decoding bytes, decoding character references, reading files.

use alloc::string::String;

use super::piece::Piece;
use super::window::{Resume, Windows};
use crate::offset::prefix;

/// The maximum length of a character in UTF-8.
const MAX_CHAR_LEN: usize = 4;

/// Keeps text that arrives in chunks until no later text can change its links, and returns it piece by piece.
///
/// The pieces together are the whole text, and their links those of the whole text. A host that only needs the links uses
/// a [`Stream`](super::Stream). A host that writes the text with its links uses a buffer:
///
/// ```
/// use linkspan::Finder;
/// use linkspan::stream::{TextBuffer, Windows};
///
/// let finder = Finder::new();
/// let windows = Windows::small(&finder);
/// let mut buffer = TextBuffer::new();
/// let mut out = String::new();
/// let chunks = ["see exam", "ple.com/\u{3B1}, th", "en ann@example.org"];
/// for (number, chunk) in chunks.iter().enumerate() {
///     let is_last = number + 1 == chunks.len();
///     buffer.push(windows, chunk, is_last, |piece| {
///         let mut written = piece.range().start;
///         for link in piece.links(&finder) {
///             out += &piece.text()[written..link.start()];
///             out += &format!("<{}>", link.as_str());
///             written = link.end();
///         }
///         out += &piece.text()[written..piece.range().end];
///     });
/// }
/// assert_eq!(out, "see <example.com/α>, then <ann@example.org>");
/// ```
///
/// # Memory
///
/// [`push`](Self::push) buffers less than a [window](Windows::size) and a [lookahead](Windows::lookahead), whatever the
/// text. If a window contains no boundary, the piece is the part of it in which no later link can start.
///
/// # Reading
///
/// A host that reads text appends it to the [buffer itself](Self::unsearched_mut) and asks for the next piece, so that it
/// can stop after any piece:
///
/// ```
/// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
/// # let finder = Finder::new();
/// # let windows = Windows::small(&finder);
/// let mut chunks = ["a.co", "m b.c", "om"].iter();
/// let mut buffer = TextBuffer::new();
/// let mut at_end = false;
/// let mut pieces = Vec::new();
/// loop {
///     if buffer.advance(windows, at_end) {
///         pieces.push(buffer.piece().as_str().to_owned());
///     } else if at_end {
///         break;
///     } else {
///         match chunks.next() {
///             Some(chunk) => buffer.unsearched_mut().push_str(chunk),
///             None => at_end = true,
///         }
///     }
/// }
/// assert_eq!(pieces, ["a.com ", "b.com"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TextBuffer {
    /// The current piece, with what the search looks at around it, and the text after it.
    text: String,
    /// The offset of `text` in the whole text.
    start: u64,
    /// The start of the current piece. The text before it belongs to the piece before.
    piece_start: usize,
    /// The current piece. It is empty if there is none.
    current: Part,
    /// Invariant: the text after the current piece and before this offset contains no boundary, so it is never scanned
    /// again.
    scanned: usize,
    line_ends: LineEnds,
}

/// The first part of a text that is final, and how the search continues after it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    pub(crate) end: usize,
    /// The end of the text that is searched. What follows the part up to here is lookahead.
    pub(crate) searched_end: usize,
    /// The start of the text that the next search looks at.
    pub(crate) keep_from: usize,
    /// Where the search is resumed.
    pub(crate) resume: Resume,
    /// Where the next search is resumed, in the text from `keep_from` on.
    pub(crate) next: Resume,
}

impl Part {
    /// A part after which the search starts anew: a boundary follows, or the end of the text.
    pub(crate) fn up_to(end: usize, resume: Resume) -> Self {
        Self {
            end,
            searched_end: end,
            keep_from: end,
            resume,
            next: Resume::START,
        }
    }

    /// A part that is not searched, like what follows it up to the next boundary.
    #[cfg(feature = "html-rewrite")]
    pub(crate) fn unsearched(end: usize) -> Self {
        Self {
            next: Resume::STOPPED,
            ..Self::up_to(end, Resume::STOPPED)
        }
    }

    fn of_window(windows: Windows<'_>, window: &Window<'_>) -> Self {
        let split = windows.split(window.text, window.resume);
        Self {
            end: split.end,
            searched_end: window.text.len(),
            keep_from: split.keep_from,
            resume: split.resume,
            next: split.next(split.keep_from),
        }
    }
}

/// A window of text without a boundary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'t> {
    pub(crate) text: &'t str,
    pub(crate) resume: Resume,
    /// The end of the piece before.
    #[cfg_attr(
        not(feature = "html-rewrite"),
        expect(dead_code, reason = "only the HTML rewriter splits windows itself")
    )]
    pub(crate) piece_start: usize,
}

/// The last line end in a text that grows.
#[derive(Clone, Copy, Debug, Default)]
struct LineEnds {
    /// The length of the text that was searched for line ends.
    searched: usize,
    /// The offset after the last line end.
    last: Option<usize>,
}

impl LineEnds {
    /// The offset after the last line feed or, without one, after the last NUL character: readers write it between
    /// texts, but a line may contain several of them.
    fn last(&mut self, text: &str) -> Option<usize> {
        let added = text.get(self.searched..).unwrap_or_default();
        let end = added.rfind('\n');
        let end = end.or_else(|| added.rfind('\0').filter(|_| self.last.is_none()));
        self.last = end.map(|at| self.searched + at + 1).or(self.last);
        self.searched = text.len();
        self.last
    }

    fn remove(&mut self, len: usize) {
        self.searched = self.searched.saturating_sub(len);
        let last = self.last.and_then(|last| last.checked_sub(len));
        self.last = last.filter(|&last| last > 0);
    }
}

impl TextBuffer {
    /// A buffer without text.
    ///
    /// ```
    /// let buffer = linkspan::stream::TextBuffer::new();
    /// assert!(buffer.is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all text, and starts a new one. Its offsets count from `start`.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let mut buffer = TextBuffer::new();
    /// buffer.restart(100);
    /// buffer.push(Windows::small(&finder), "a.com ", false, |piece| assert_eq!(piece.offset(), 100));
    /// ```
    pub fn restart(&mut self, start: u64) {
        let mut text = core::mem::take(&mut self.text);
        text.clear();
        *self = Self {
            text,
            start,
            ..Self::default()
        };
    }

    /// Whether all text was part of a piece, and none of it affects what follows.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let mut buffer = TextBuffer::new();
    /// buffer.push(Windows::small(&finder), "a.com ", false, |_| {});
    /// assert!(buffer.is_empty());
    /// buffer.push(Windows::small(&finder), "b", false, |_| {});
    /// assert!(!buffer.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes are buffered, without those that are not needed after the current piece.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let mut buffer = TextBuffer::new();
    /// buffer.push(Windows::small(&finder), "see a.com", false, |_| {});
    /// assert_eq!(buffer.len(), "a.com".len());
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len() - self.removable()
    }

    /// The offset in the whole text at which the text after the current piece starts.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let mut buffer = TextBuffer::new();
    /// buffer.push(Windows::small(&finder), "see a.com", false, |_| {});
    /// assert_eq!(buffer.unsearched_start(), 4);
    /// ```
    #[must_use]
    pub fn unsearched_start(&self) -> u64 {
        self.start + self.current.end as u64
    }

    /// The offset in the whole text of the end of what was added.
    pub(super) fn end(&self) -> u64 {
        self.start + self.text.len() as u64
    }

    /// The buffered text: the current piece and what follows it, and text before them that affects them.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let mut buffer = TextBuffer::new();
    /// buffer.push(Windows::small(&finder), "see a.com", false, |_| {});
    /// assert_eq!(buffer.text(), "a.com");
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The buffered text, to append text. Nothing else in it may be changed.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let mut buffer = TextBuffer::new();
    /// buffer.unsearched_mut().push_str("a.com");
    /// assert!(buffer.advance(Windows::small(&finder), true));
    /// assert_eq!(buffer.piece().links(&finder).count(), 1);
    /// ```
    pub fn unsearched_mut(&mut self) -> &mut String {
        &mut self.text
    }

    /// How many bytes of the text the next call of [`advance`](Self::advance) removes.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let mut buffer = TextBuffer::new();
    /// buffer.unsearched_mut().push_str("see a.com");
    /// assert!(buffer.advance(Windows::small(&finder), false));
    /// assert_eq!(buffer.removable(), "see ".len());
    /// ```
    #[must_use]
    pub fn removable(&self) -> usize {
        self.current.keep_from
    }

    /// Adds a chunk of text, and passes each piece that is final to `piece`. `is_last` says that no more text arrives.
    /// The next chunk starts a new text then.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let windows = Windows::small(&finder);
    /// let mut buffer = TextBuffer::new();
    /// buffer.push(windows, "see a.com", false, |piece| assert_eq!(piece.as_str(), "see "));
    /// buffer.push(windows, "", true, |piece| assert_eq!(piece.as_str(), "a.com"));
    /// ```
    pub fn push(
        &mut self,
        windows: Windows<'_>,
        text: &str,
        is_last: bool,
        piece: impl FnMut(Piece<'_>),
    ) {
        let split = |window: &Window<'_>| Part::of_window(windows, window);
        self.push_with(windows, text, is_last, split, piece);
    }

    /// The same, if `split` decides what is final of a window without a boundary.
    pub(crate) fn push_with(
        &mut self,
        windows: Windows<'_>,
        text: &str,
        is_last: bool,
        split: impl Fn(&Window<'_>) -> Part,
        mut piece: impl FnMut(Piece<'_>),
    ) {
        let mut rest = text;
        loop {
            // Adding only as much as a window needs bounds the length of the buffer.
            let full = windows.size().saturating_add(windows.lookahead());
            let free = full.saturating_sub(self.text.len()).max(MAX_CHAR_LEN);
            let added = prefix(rest, free);
            rest = rest.get(added.len()..).unwrap_or_default();
            self.text.push_str(added);
            while self.advance_with(windows, is_last && rest.is_empty(), &split) {
                piece(self.piece());
            }
            if rest.is_empty() {
                return;
            }
        }
    }

    /// Removes the current piece, and makes the next one that is final the current piece. Returns `false` if more text is
    /// needed. `is_complete` says that no more text arrives.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::{TextBuffer, Windows}};
    /// # let finder = Finder::new();
    /// let windows = Windows::small(&finder);
    /// let mut buffer = TextBuffer::new();
    /// buffer.unsearched_mut().push_str("a.com");
    /// assert!(!buffer.advance(windows, false), "it may continue");
    /// buffer.unsearched_mut().push_str(" ");
    /// assert!(buffer.advance(windows, false));
    /// ```
    pub fn advance(&mut self, windows: Windows<'_>, is_complete: bool) -> bool {
        let split = |window: &Window<'_>| Part::of_window(windows, window);
        self.advance_with(windows, is_complete, split)
    }

    fn advance_with(
        &mut self,
        windows: Windows<'_>,
        is_complete: bool,
        split: impl Fn(&Window<'_>) -> Part,
    ) -> bool {
        self.remove_current();
        let is_scanned = self.scanned == self.text.len() && self.scanned < windows.size();
        if is_scanned && (!is_complete || self.scanned == self.piece_start) {
            return false;
        }
        let part = self.next_part(windows, is_complete, split);
        let Some(part) = part.filter(|part| part.end > self.piece_start) else {
            return false;
        };
        self.current = part;
        true
    }

    /// The current piece. It is empty if the last call of [`advance`](Self::advance) returned `false`.
    ///
    /// ```
    /// assert_eq!(linkspan::stream::TextBuffer::new().piece().as_str(), "");
    /// ```
    #[must_use]
    pub fn piece(&self) -> Piece<'_> {
        let Part {
            end,
            searched_end,
            resume,
            ..
        } = self.current;
        let text = self.text.get(..searched_end).unwrap_or_default();
        Piece::new(text, self.start, self.piece_start..end, resume)
    }

    /// Removes the current piece, except for what the next search looks at.
    fn remove_current(&mut self) {
        let Part {
            end,
            keep_from,
            next,
            ..
        } = self.current;
        if end == self.piece_start {
            return;
        }
        self.text.drain(..keep_from);
        self.start += keep_from as u64;
        self.scanned = self.scanned.saturating_sub(keep_from);
        self.line_ends.remove(keep_from);
        self.piece_start = end - keep_from;
        self.current = Part {
            end: self.piece_start,
            searched_end: self.piece_start,
            keep_from: 0,
            resume: next,
            next,
        };
    }

    /// The part of the text that is final.
    fn next_part(
        &mut self,
        windows: Windows<'_>,
        is_complete: bool,
        split: impl Fn(&Window<'_>) -> Part,
    ) -> Option<Part> {
        let resume = self.current.resume;
        let unscanned = self.text.get(self.scanned..).unwrap_or_default();
        let boundary = unscanned.find(|c| windows.is_boundary(c));
        self.scanned += boundary.unwrap_or(unscanned.len());
        if self.scanned >= windows.size() {
            return Some(split(&Window {
                text: windows.first(&self.text),
                resume,
                piece_start: self.piece_start,
            }));
        }
        if resume == Resume::STOPPED && boundary.is_some() {
            return Some(Part::up_to(self.first_boundary_end()?, resume));
        }
        let end = if is_complete {
            self.text.len()
        } else {
            boundary?;
            self.block_end(windows)?
        };
        Some(Part::up_to(end, resume))
    }

    /// The end of the first boundary, which was scanned last.
    fn first_boundary_end(&self) -> Option<usize> {
        let boundary = self.text.get(self.scanned..)?.chars().next()?;
        Some(self.scanned + boundary.len_utf8())
    }

    /// The end of the last boundary, or of the last line, in a text that contains boundaries. `None` if more text is
    /// needed.
    fn block_end(&mut self, windows: Windows<'_>) -> Option<usize> {
        if !windows.are_at_line_ends() {
            // Nothing after the last boundary needs to be scanned.
            self.scanned = self.text.len();
            return windows.last_boundary(&self.text);
        }
        let line_end = self.line_ends.last(&self.text);
        let window = windows.first(&self.text);
        if line_end.is_some() || window.len() == self.text.len() {
            return line_end;
        }
        // The line is long. Where it is split depends on its text only, not on how much of it has arrived.
        let last = windows.last_boundary(window);
        // The window ends inside the first boundary.
        last.or_else(|| self.first_boundary_end())
    }
}
