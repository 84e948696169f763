//! Reads input, decodes it to UTF-8, and splits it into chunks that can be searched independently.

mod chunks;
mod decode;
mod offset_map;
mod owned_chunk;
mod source;

pub(crate) use chunks::{Buffers, Chunk, Chunks, ReadOptions};
pub(crate) use decode::MALFORMED;
pub(crate) use owned_chunk::OwnedChunk;
pub(crate) use source::{Source, read_text_file};
