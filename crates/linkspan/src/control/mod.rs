//! Terminal control sequences (ECMA-48), and the text that a terminal shows without them.
//!
//! Programs write control sequences between the characters of a text to color it (CSI), to set titles and hyperlinks
//! (OSC), or to select character sets. They take no space on the screen. [`VisibleText`] is the text without them,
//! with the way back to the source.
//!
//! ```
//! use linkspan::Finder;
//! use linkspan::control::VisibleText;
//!
//! // `grep --color=always` marks what it found, here inside of a link.
//! let source = "see https://\x1b[01;31mexample\x1b[m.com/a.";
//! let visible = VisibleText::new(source);
//! let link = Finder::new().find(visible.as_str()).unwrap();
//! assert_eq!(link.as_str(), "https://example.com/a");
//! assert_eq!(visible.source_range(link.range()), 4..source.len() - 1);
//! ```

mod filter;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::Range;

pub(crate) use self::filter::{Passed, SequenceFilter, is_without_controls};
use crate::counter;

/// The character that starts every control sequence.
pub(crate) const ESCAPE: char = '\u{1B}';

/// The maximum length of a control sequence, in bytes. What is longer is text.
pub(crate) const MAX_SEQUENCE_LEN: usize = 4096;

/// The length of the control sequence that a text starts with.
///
/// A sequence that is not complete, or that contains a line end, is not one.
pub(crate) fn sequence_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let bytes = bytes.get(..MAX_SEQUENCE_LEN).unwrap_or(bytes);
    let rest = bytes.strip_prefix(b"\x1B")?;
    let len = match rest.first()? {
        b'[' => control_len(rest)?,
        // Operating system command, device control string, and three kinds of strings that terminals ignore.
        b']' | b'P' | b'X' | b'^' | b'_' => string_len(rest)?,
        // An escape sequence with intermediate bytes selects a character set.
        b' '..=b'/' => escape_len(rest)?,
        b'0'..=b'~' => 1,
        _ => return None,
    };
    counter::add(len + 1);
    Some(len + 1)
}

/// The end of the control sequence that ends inside `range`, or at its start, and starts before it, not before
/// `floor`. Only sequences that set colors and the like (CSI) or select a character set are considered, with digits
/// and semicolons as parameters, and the terminator of strings, ESC and `\`.
pub(crate) fn sequence_end_before(text: &str, floor: usize, range: Range<usize>) -> Option<usize> {
    // Two colors of 24 bits and some attributes.
    const MAX_LEN: usize = 64;
    let from = floor.max(range.start.saturating_sub(MAX_LEN));
    let before = text.as_bytes().get(from..range.start)?;
    let is_parameter = |byte: &&u8| matches!(byte, b'0'..=b'9' | b';' | b'?');
    let parameters = before.iter().rev().take_while(is_parameter).count();
    counter::add(parameters + 2);
    let escape = range.start.checked_sub(parameters + 2)?;
    match text.as_bytes().get(escape..)? {
        [0x1B, b'[' | b'(' | b')' | b'\\', ..] if escape >= from => {}
        _ => return None,
    }
    let end = escape + sequence_len(text.get(escape..)?)?;
    (range.start..=range.end).contains(&end).then_some(end)
}

/// The length of `[`, parameters, intermediate bytes and the final byte.
fn control_len(bytes: &[u8]) -> Option<usize> {
    let parameters = bytes.iter().skip(1);
    let start = 1 + parameters
        .take_while(|byte| matches!(byte, b'0'..=b'?'))
        .count();
    Some(start + escape_len(bytes.get(start..)?)?)
}

/// The length of intermediate bytes and the final byte.
fn escape_len(bytes: &[u8]) -> Option<usize> {
    let intermediate = bytes.iter();
    let len = intermediate
        .take_while(|byte| matches!(byte, b' '..=b'/'))
        .count();
    matches!(bytes.get(len)?, b'0'..=b'~').then_some(len + 1)
}

/// The length of a string up to and including its terminator: BEL, or ESC and `\`.
fn string_len(bytes: &[u8]) -> Option<usize> {
    let end = bytes.iter().position(|byte| matches!(byte, 0x00..0x20))?;
    match bytes.get(end..)? {
        [0x07, ..] => Some(end + 1),
        [0x1B, b'\\', ..] => Some(end + 2),
        _ => None,
    }
}

/// The text that a terminal shows: a text without its control sequences.
///
/// The text is borrowed if it contains no sequence. The cost is linear in the length of the source.
#[derive(Clone, Debug)]
pub struct VisibleText<'t> {
    text: Cow<'t, str>,
    /// The visible parts of the source, in order. Empty if all of it is visible.
    pieces: Vec<Piece>,
    hyperlinks: Vec<Hyperlink<'t>>,
}

/// A part of the source that is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    /// Where the part starts in the visible text.
    text_start: usize,
    source_start: usize,
    source_end: usize,
}

impl<'t> VisibleText<'t> {
    /// Removes the control sequences of a text.
    ///
    /// A sequence that is not complete, that contains a line end, or that is longer than 4096 bytes stays in the text.
    ///
    /// ```
    /// use linkspan::control::VisibleText;
    ///
    /// assert_eq!(VisibleText::new("\x1b[1;34mblue\x1b[0m \x1b[3").as_str(), "blue \x1b[3");
    /// ```
    #[must_use]
    pub fn new(source: &'t str) -> Self {
        let mut text = String::new();
        let mut pieces = Vec::new();
        let mut hyperlinks = Vec::new();
        let mut piece_start = 0;
        for sequence in sequences(source) {
            let visible = source.get(piece_start..sequence.start).unwrap_or_default();
            if !visible.is_empty() {
                pieces.push(Piece {
                    text_start: text.len(),
                    source_start: piece_start,
                    source_end: sequence.start,
                });
                text.push_str(visible);
            }
            piece_start = sequence.end;
            let start = sequence.start;
            let target = source.get(sequence).and_then(hyperlink_target);
            if let Some((offset, target)) = target {
                hyperlinks.push(Hyperlink {
                    target,
                    target_start: start + offset,
                    text_offset: text.len(),
                });
            }
        }
        if piece_start == 0 {
            return Self {
                text: Cow::Borrowed(source),
                pieces,
                hyperlinks,
            };
        }
        let rest = source.get(piece_start..).unwrap_or_default();
        if !rest.is_empty() || pieces.is_empty() {
            pieces.push(Piece {
                text_start: text.len(),
                source_start: piece_start,
                source_end: source.len(),
            });
            text.push_str(rest);
        }
        Self {
            text: Cow::Owned(text),
            pieces,
            hyperlinks,
        }
    }

    /// The visible text.
    ///
    /// ```
    /// use linkspan::control::VisibleText;
    ///
    /// assert_eq!(VisibleText::new("a\x1b[Kb").as_str(), "ab");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The part of the source that a part of the visible text comes from. It contains the sequences between the
    /// characters, but none before the first or after the last one.
    ///
    /// Offsets past the end count as the end.
    ///
    /// ```
    /// use linkspan::control::VisibleText;
    ///
    /// let source = "\x1b[1ma\x1b[Kb\x1b[0m";
    /// let range = VisibleText::new(source).source_range(0..2);
    /// assert_eq!(&source[range], "a\x1b[Kb");
    /// ```
    #[must_use]
    pub fn source_range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.source_offset(range.start, |piece, offset| piece.text_start <= offset);
        if range.end <= range.start {
            return start..start;
        }
        let end = self.source_offset(range.end, |piece, offset| piece.text_start < offset);
        start..end
    }

    /// The source offset of a character, by the last piece for which `starts_before` is true.
    fn source_offset(&self, offset: usize, starts_before: fn(&Piece, usize) -> bool) -> usize {
        let offset = offset.min(self.text.len());
        let after = self
            .pieces
            .partition_point(|piece| starts_before(piece, offset));
        match self.pieces.get(after.saturating_sub(1)) {
            Some(piece) => piece.source_start + offset.saturating_sub(piece.text_start),
            None => offset,
        }
    }

    /// The ranges of the source that are visible, in order. Together, they are the visible text.
    ///
    /// ```
    /// use linkspan::control::VisibleText;
    ///
    /// let runs: Vec<_> = VisibleText::new("a\x1b[Kb").runs().collect();
    /// assert_eq!(runs, [0..1, 4..5]);
    /// let runs: Vec<_> = VisibleText::new("ab").runs().collect();
    /// assert_eq!(runs, [0..2]);
    /// ```
    pub fn runs(&self) -> Runs<'_> {
        Runs {
            pieces: self.pieces.iter(),
            whole: self.pieces.is_empty().then_some(0..self.text.len()),
        }
    }

    /// The hyperlinks (OSC 8) of the text, in order.
    ///
    /// ```
    /// use linkspan::control::VisibleText;
    ///
    /// let source = "\x1b]8;id=1;https://example.com/\x1b\\label\x1b]8;;\x1b\\.";
    /// let visible = VisibleText::new(source);
    /// assert_eq!(visible.as_str(), "label.");
    /// let [link] = visible.hyperlinks() else { panic!() };
    /// assert_eq!(link.target(), "https://example.com/");
    /// assert_eq!(&source[link.target_range()], link.target());
    /// assert_eq!(link.text_offset(), 0);
    /// ```
    #[must_use]
    pub fn hyperlinks(&self) -> &[Hyperlink<'t>] {
        &self.hyperlinks
    }
}

/// The ranges of a source that are visible; [`VisibleText::runs`] returns it.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Runs<'v> {
    pieces: core::slice::Iter<'v, Piece>,
    /// The only range, if nothing was removed.
    whole: Option<Range<usize>>,
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let piece = self.pieces.next();
        piece.map_or_else(
            || self.whole.take(),
            |piece| Some(piece.source_start..piece.source_end),
        )
    }
}

impl FusedIterator for Runs<'_> {}

/// The start of a hyperlink in a text for terminals (OSC 8); [`VisibleText::hyperlinks`] returns them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hyperlink<'t> {
    target: &'t str,
    target_start: usize,
    text_offset: usize,
}

impl<'t> Hyperlink<'t> {
    /// The target: a URI, as written.
    ///
    /// ```
    /// use linkspan::control::VisibleText;
    ///
    /// let visible = VisibleText::new("\x1b]8;;file:///etc\x07etc\x1b]8;;\x07");
    /// assert_eq!(visible.hyperlinks()[0].target(), "file:///etc");
    /// ```
    #[must_use]
    pub fn target(&self) -> &'t str {
        self.target
    }

    /// The range of the target in the source.
    ///
    /// ```
    /// use linkspan::control::VisibleText;
    ///
    /// let visible = VisibleText::new("\x1b]8;;a:b\x07c\x1b]8;;\x07");
    /// assert_eq!(visible.hyperlinks()[0].target_range(), 5..8);
    /// ```
    #[must_use]
    pub fn target_range(&self) -> Range<usize> {
        self.target_start..self.target_start + self.target.len()
    }

    /// Where the label of the hyperlink starts in the visible text.
    ///
    /// ```
    /// use linkspan::control::VisibleText;
    ///
    /// let visible = VisibleText::new("see \x1b]8;;a:b\x07c\x1b]8;;\x07");
    /// assert_eq!(visible.hyperlinks()[0].text_offset(), 4);
    /// ```
    #[must_use]
    pub fn text_offset(&self) -> usize {
        self.text_offset
    }
}

/// The length of the start of a text that text after it does not change: the text up to a control sequence that is not
/// complete, or the whole text.
///
/// Use it for text that arrives in chunks. The rest is at most 4096 bytes long.
///
/// ```
/// use linkspan::control::complete_len;
///
/// assert_eq!(complete_len("a\x1b[1mb\x1b[3"), 6);
/// assert_eq!(complete_len("a\x1b[1mb"), 6);
/// ```
#[must_use]
pub fn complete_len(text: &str) -> usize {
    let mut offset = 0;
    while let Some(at) = next_escape(text, offset) {
        let rest = text.get(at..).unwrap_or_default();
        match sequence_len(rest) {
            Some(len) => offset = at + len,
            None if is_incomplete(rest) => return at,
            None => offset = at + 1,
        }
    }
    text.len()
}

/// Whether more text could complete the sequence that a text starts with.
fn is_incomplete(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() >= MAX_SEQUENCE_LEN {
        return false;
    }
    let end = bytes.len();
    let skip = |from: usize, is_inside: fn(u8) -> bool| {
        let inside = bytes.iter().skip(from).take_while(|&&byte| is_inside(byte));
        from + inside.count()
    };
    let is_intermediate = |byte: u8| matches!(byte, b' '..=b'/');
    match bytes.get(1) {
        None => true,
        Some(b'[') => skip(skip(2, |byte| matches!(byte, b'0'..=b'?')), is_intermediate) == end,
        Some(b']' | b'P' | b'X' | b'^' | b'_') => {
            let string_end = skip(2, |byte| byte >= 0x20);
            string_end == end || (string_end + 1 == end && bytes.ends_with(&[ESCAPE as u8]))
        }
        Some(_) => skip(1, is_intermediate) == end,
    }
}

/// The control sequences of a text, in order.
fn sequences(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut offset = 0;
    core::iter::from_fn(move || {
        loop {
            let start = next_escape(text, offset)?;
            match sequence_len(text.get(start..)?) {
                Some(len) => {
                    offset = start + len;
                    return Some(start..offset);
                }
                None => offset = start + 1,
            }
        }
    })
}

fn next_escape(text: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    memchr::memchr(ESCAPE as u8, rest).map(|at| from + at)
}

/// The ranges of a text that are the labels of hyperlinks (OSC 8), in order. `is_open` says whether a label is open at
/// the start of the text, and afterwards whether one is open at its end.
pub(crate) fn hyperlink_labels(text: &str, is_open: &mut bool) -> Vec<Range<usize>> {
    let mut labels = Vec::new();
    let mut start = is_open.then_some(0);
    for sequence in sequences(text) {
        let written = text.get(sequence.clone()).unwrap_or_default();
        if !written.starts_with("\x1b]8;") {
            continue;
        }
        if let Some(start) = start.take() {
            labels.push(start..sequence.start);
        }
        start = hyperlink_target(written).map(|_| sequence.end);
    }
    *is_open = start.is_some();
    labels.extend(start.map(|start| start..text.len()));
    labels
}

/// The target of the hyperlink that a sequence starts, and its offset in the sequence. The syntax is
/// `ESC ] 8 ; parameters ; target terminator`; the end of a hyperlink has an empty target.
fn hyperlink_target(sequence: &str) -> Option<(usize, &str)> {
    let parameters = sequence.strip_prefix("\x1b]8;")?;
    let (parameters, rest) = parameters.split_once(';')?;
    let target = rest
        .strip_suffix('\x07')
        .or_else(|| rest.strip_suffix("\x1b\\"))?;
    let offset = "\x1b]8;".len() + parameters.len() + 1;
    (!target.is_empty()).then_some((offset, target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_end_at_their_final_byte() {
        for (text, len) in [
            ("\x1B[mx", Some(3)),
            ("\x1B[0;34mhttps", Some(7)),
            ("\x1B[?25hx", Some(6)),
            ("\x1B[38:2::1:2:3mx", Some(14)),
            ("\x1B[1 qx", Some(5)),
            ("\x1B(Bx", Some(3)),
            ("\x1B7x", Some(2)),
            ("\x1B]8;;https://a.com\x07x", Some(19)),
            ("\x1B]8;;https://a.com\x1B\\x", Some(20)),
            ("\x1B_bk;t=1\x07x", Some(9)),
            ("\x1B[31", None),
            ("\x1B[31\nm", None),
            ("\x1B]0;title\n\x07", None),
            ("\x1B", None),
            ("\x1Bé", None),
            ("[31m", None),
            ("", None),
        ] {
            assert_eq!(sequence_len(text), len, "{text:?}");
        }
    }

    #[test]
    fn sequences_before_a_name_start_after_the_floor() {
        for (start, end) in [("\x1B[1;", "1m"), ("\x1B(", "B"), ("\x1B\\", "")] {
            let text = alloc::format!("x{start}{end}a.com");
            let range = 1 + start.len()..text.len();
            let sequence_end = range.start + end.len();
            let found = sequence_end_before(&text, 1, range.clone());
            assert_eq!(found, Some(sequence_end), "{text:?}");
            assert_eq!(sequence_end_before(&text, 2, range), None, "{text:?}");
        }
    }

    #[test]
    fn complete_len_stops_before_a_sequence_that_may_continue() {
        for (text, len) in [
            ("ab", 2),
            ("a\x1B", 1),
            ("a\x1B[", 1),
            ("a\x1B[31;", 1),
            ("a\x1B[31 ", 1),
            ("a\x1B[31m", 6),
            ("a\x1B[31\n", 6),
            ("a\x1B]8;;https://a.com", 1),
            ("a\x1B]8;;https://a.com\x1B", 1),
            ("a\x1B]8;;https://a.com\x1B[", 19),
            ("a\x1B(", 1),
            ("a\x1B( ", 1),
            ("a\x1BP", 1),
            ("a\x1Bé", 4),
            ("a\x1B[é", 5),
            ("a\x1B\x1B[é", 6),
        ] {
            assert_eq!(complete_len(text), len, "{text:?}");
        }
        let long = |len: usize| alloc::format!("\x1B]{}", "x".repeat(len - 2));
        assert_eq!(complete_len(&long(MAX_SEQUENCE_LEN)), MAX_SEQUENCE_LEN);
        assert_eq!(complete_len(&long(MAX_SEQUENCE_LEN - 1)), 0);
    }
}
