//! A chunk that owns its text, so that another thread can search it.

use std::ops::Range;

use linkspan::stream::OwnedPiece;

use super::chunks::Chunk;
use crate::text::OffsetMap;

/// A copy of a [`Chunk`]. Copying a chunk costs far less than searching it.
#[derive(Debug)]
pub(crate) struct OwnedChunk {
    piece: OwnedPiece,
    targets: Vec<Range<usize>>,
    offsets: OffsetMap,
}

impl OwnedChunk {
    /// Copies a chunk into `buffer`, whose allocation is reused.
    ///
    /// The chunk's offset map answers in ascending order only. Copy the chunk before asking it for
    /// any offset other than 0.
    pub(crate) fn new(chunk: &Chunk<'_>, buffer: String) -> Self {
        Self {
            piece: chunk.piece.copied_into(buffer),
            targets: chunk.targets.clone(),
            offsets: chunk.offsets.clone_up_to(chunk.piece.range().end),
        }
    }

    /// The chunk, for searching.
    pub(crate) fn as_chunk(&mut self) -> Chunk<'_> {
        Chunk {
            piece: self.piece.as_piece(),
            targets: self.targets.clone(),
            offsets: &mut self.offsets,
        }
    }

    /// Returns the text buffer, for the next chunk.
    pub(crate) fn into_buffer(self) -> String {
        self.piece.into_text()
    }
}
