//! Splitting one text into several arguments.

use arbitrary::Arbitrary;

use crate::properties::format::UnescapedTexts;

/// An offset into a text, up to two bytes past its end, and not always on a character boundary.
pub(crate) fn offset(text: &str, number: u16) -> usize {
    usize::from(number) % (text.len() + 3)
}

/// Splits a text at this byte, or at the character boundary before it.
pub(crate) fn split(text: &str, at: u8) -> (&str, &str) {
    let mut at = usize::from(at).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text.split_at(at)
}

/// How many parts of each kind a URL has.
#[derive(Arbitrary, Clone, Copy)]
pub(crate) struct PartCounts {
    /// Bits 0-1: segments; 2-3: query pairs; 4-5: directives; 6: whether there is a fragment.
    counts: u8,
    /// One bit for each query pair: whether it has a value.
    values: u8,
}

impl PartCounts {
    /// Uses the lines of a text as parts. The last part is the rest of the text, with its line ends.
    pub(crate) fn split(self, text: &str) -> UnescapedTexts {
        let count_at = |shift: u32| usize::from(self.counts >> shift & 3);
        let (segments, pairs, directives) = (count_at(0), count_at(2), count_at(4));
        let has_fragment = self.counts >> 6 & 1 != 0 || directives > 0;
        let count = segments + 2 * pairs + directives + 1;
        let mut lines = text.splitn(count, '\n').map(str::to_owned);
        let mut line = || lines.next().unwrap_or_default();
        UnescapedTexts {
            path: (0..segments).map(|_| line()).collect(),
            query: (pairs > 0).then(|| {
                let pair = |index| {
                    let has_value = self.values >> index & 1 != 0;
                    (line(), has_value.then(&mut line))
                };
                (0..pairs).map(pair).collect()
            }),
            fragment: has_fragment.then(&mut line),
            directives: (0..directives).map(|_| line()).collect(),
        }
    }
}
