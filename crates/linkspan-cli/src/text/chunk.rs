//! A piece with memory of its own, so that another thread can search it.

use super::offsets::Offsets;
use super::pieces::Piece;

/// A copy of a [`Piece`]. Copying is far quicker than searching.
#[derive(Debug)]
pub(crate) struct Chunk {
    context: String,
    end: usize,
    offsets: Offsets,
}

impl Chunk {
    /// Copies a piece that was not asked for offsets yet, but for the first. The memory serves one
    /// chunk after the other.
    pub(crate) fn new(piece: &Piece<'_>, mut memory: String) -> Self {
        memory.clear();
        memory.push_str(piece.context);
        Self {
            context: memory,
            end: piece.end,
            offsets: piece.offsets.up_to(piece.end),
        }
    }

    /// The piece.
    pub(crate) fn piece(&mut self) -> Piece<'_> {
        Piece {
            context: &self.context,
            end: self.end,
            offsets: &mut self.offsets,
        }
    }

    /// The memory, for the next one.
    pub(crate) fn into_memory(self) -> String {
        self.context
    }
}
