//! One text as several arguments.

use arbitrary::Arbitrary;

use crate::laws::format::Texts;

/// An offset into a text, or a little past its end; not always on a boundary.
pub(crate) fn offset(text: &str, number: u16) -> usize {
    usize::from(number) % (text.len() + 3)
}

/// A text in two, at about this byte.
pub(crate) fn split(text: &str, at: u8) -> (&str, &str) {
    let mut at = usize::from(at).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text.split_at(at)
}

/// Which parts of a URL there are, for the lines of a text to be.
#[derive(Arbitrary, Clone, Copy)]
pub(crate) struct Shape {
    counts: u8,
    values: u8,
}

impl Shape {
    /// The lines of a text as parts; the last one may hold line ends.
    pub(crate) fn texts(self, text: &str) -> Texts {
        let few = |shift: u32| usize::from(self.counts >> shift & 3);
        let (segments, pairs, directives) = (few(0), few(2), few(4));
        let has_fragment = self.counts >> 6 & 1 != 0 || directives > 0;
        let count = segments + 2 * pairs + directives + 1;
        let mut lines = text.splitn(count, '\n').map(str::to_owned);
        let mut line = || lines.next().unwrap_or_default();
        Texts {
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
