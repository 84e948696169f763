//! The stack of open brackets of UTS #58 §3.5.1.
//!
//! Detection and formatting share it, so that they agree on which brackets pair.

use crate::property::link_bracket;

/// The maximum number of open brackets. The standard uses the limit of the bidirectional algorithm, so
/// that the stack has a fixed size.
const MAX_OPEN: usize = 125;

/// Brackets that were opened and not yet closed, innermost last.
pub(crate) struct OpenBrackets {
    stack: [char; MAX_OPEN],
    depth: usize,
}

/// Whether a bracket pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Paired,
    /// One open bracket too many, or a closing bracket without its opening one.
    Unpaired,
}

impl OpenBrackets {
    pub(crate) const fn new() -> Self {
        Self {
            stack: ['\0'; MAX_OPEN],
            depth: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.depth == 0
    }

    pub(crate) fn clear(&mut self) {
        self.depth = 0;
    }

    pub(crate) fn open(&mut self, bracket: char) -> Bracket {
        match self.stack.get_mut(self.depth) {
            Some(slot) => {
                *slot = bracket;
                self.depth += 1;
                Bracket::Paired
            }
            None => Bracket::Unpaired,
        }
    }

    /// Closes the innermost open bracket if it is the pair of `bracket`.
    ///
    /// Otherwise the stack is unchanged. This makes no difference to where a link ends, since it ends
    /// there. When a URL is formatted, the unpaired bracket is escaped, and a detector that reads the
    /// result does not see it.
    pub(crate) fn close(&mut self, bracket: char) -> Bracket {
        let top = self.depth.wrapping_sub(1);
        match self.stack.get(top) {
            Some(&open) if link_bracket(bracket) == Some(open) => {
                self.depth = top;
                Bracket::Paired
            }
            _ => Bracket::Unpaired,
        }
    }

    /// Pops the innermost open bracket, whether it is the pair of `bracket` or not, as the pseudo-code of
    /// minimal escaping does (§4.1).
    pub(crate) fn pop(&mut self, bracket: char) -> Bracket {
        let paired = self.close(bracket);
        if paired == Bracket::Unpaired {
            self.depth = self.depth.saturating_sub(1);
        }
        paired
    }
}
