//! The stack of open brackets that §3.5.1 keeps.

use crate::property::link_bracket;

/// How many brackets may be open at once. The standard stops at the same depth as the
/// bidirectional algorithm, so that the stack can have a fixed size.
const MOST_OPEN: usize = 125;

/// Brackets that were opened and not yet closed, innermost last.
pub(crate) struct OpenBrackets {
    stack: [char; MOST_OPEN],
    depth: usize,
}

/// Whether a bracket found its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Fits,
    /// Opened one too many, or closed what was not open.
    Stray,
}

impl OpenBrackets {
    pub(crate) const fn new() -> Self {
        Self {
            stack: ['\0'; MOST_OPEN],
            depth: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.depth = 0;
    }

    pub(crate) fn open(&mut self, bracket: char) -> Bracket {
        match self.stack.get_mut(self.depth) {
            Some(slot) => {
                *slot = bracket;
                self.depth += 1;
                Bracket::Fits
            }
            None => Bracket::Stray,
        }
    }

    /// Closes the innermost open bracket if it is the one that `bracket` pairs with.
    ///
    /// If it is not, it stays open. That makes no difference where a link ends, since it ends
    /// there; but where a URL is formatted, the stray bracket gets escaped, and whoever detects the
    /// link again will not see it.
    pub(crate) fn close(&mut self, bracket: char) -> Bracket {
        let top = self.depth.wrapping_sub(1);
        match self.stack.get(top) {
            Some(&open) if link_bracket(bracket) == Some(open) => {
                self.depth = top;
                Bracket::Fits
            }
            _ => Bracket::Stray,
        }
    }
}
