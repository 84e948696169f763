//! The text that a host owns.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::offset;

/// A text that somebody else owns: a string, a rope, the nodes of a document.
///
/// [`LiveLinks`](super::LiveLinks) requests the slices that it needs. It requests only ranges inside the text that
/// start and end on character boundaries.
///
/// ```
/// use std::borrow::Cow;
/// use std::ops::Range;
/// use linkspan::Finder;
/// use linkspan::live::{LiveLinks, TextSource};
///
/// /// A text in lines.
/// struct Lines(Vec<String>);
///
/// impl TextSource for Lines {
///     fn len(&self) -> usize {
///         self.0.iter().map(String::len).sum()
///     }
///
///     fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
///         Cow::Owned(self.0.concat()[range].to_owned())
///     }
///
///     fn floor_char_boundary(&self, offset: usize) -> usize {
///         let text = self.0.concat();
///         (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
///     }
/// }
///
/// let text = Lines(vec!["see\n".to_owned(), "example.com\n".to_owned()]);
/// let live = LiveLinks::new(Finder::new(), &text);
/// assert_eq!(live.links().next().unwrap().range(), 4..15);
/// ```
pub trait TextSource {
    /// The length of the text in bytes of UTF-8.
    fn len(&self) -> usize;

    /// The text in a range of bytes.
    fn slice(&self, range: Range<usize>) -> Cow<'_, str>;

    /// The last character boundary at or before `offset`. An offset after the end counts as the end.
    fn floor_char_boundary(&self, offset: usize) -> usize;

    /// Whether the text has no characters.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl TextSource for str {
    fn len(&self) -> usize {
        self.len()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        Cow::Borrowed(self.get(range).unwrap_or_default())
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        offset::floor_char_boundary(self, offset)
    }
}

impl TextSource for String {
    fn len(&self) -> usize {
        self.as_str().len()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        self.as_str().slice(range)
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        offset::floor_char_boundary(self, offset)
    }
}

impl<T: TextSource + ?Sized> TextSource for &T {
    fn len(&self) -> usize {
        (**self).len()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        (**self).slice(range)
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        (**self).floor_char_boundary(offset)
    }
}
