//! A chunk that owns its text, so that another thread can search it.

use std::ops::Range;

use linkspan::stream::window::Resume;

use super::chunks::Chunk;
use crate::text::OffsetMap;

/// A copy of a [`Chunk`]. Copying a chunk costs far less than searching it.
#[derive(Debug)]
pub(crate) struct OwnedChunk {
    text_with_lookahead: String,
    start: usize,
    len: usize,
    resume: Resume,
    targets: Vec<Range<usize>>,
    offsets: OffsetMap,
}

impl OwnedChunk {
    /// Copies a chunk into `buffer`, whose allocation is reused.
    ///
    /// The chunk's offset map answers in ascending order only. Copy the chunk before asking it for
    /// any offset other than 0.
    pub(crate) fn new(chunk: &Chunk<'_>, mut buffer: String) -> Self {
        buffer.clear();
        buffer.push_str(chunk.text_with_lookahead);
        Self {
            text_with_lookahead: buffer,
            start: chunk.start,
            len: chunk.len,
            resume: chunk.resume,
            targets: chunk.targets.clone(),
            offsets: chunk.offsets.clone_up_to(chunk.len),
        }
    }

    /// The chunk, for searching.
    pub(crate) fn as_chunk(&mut self) -> Chunk<'_> {
        Chunk {
            text_with_lookahead: &self.text_with_lookahead,
            start: self.start,
            len: self.len,
            resume: self.resume,
            targets: self.targets.clone(),
            offsets: &mut self.offsets,
        }
    }

    /// Returns the text buffer, for the next chunk.
    pub(crate) fn into_buffer(self) -> String {
        self.text_with_lookahead
    }
}
