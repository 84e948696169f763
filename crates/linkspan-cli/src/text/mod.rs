//! Input as text: reading, decoding, and cutting into pieces.

mod chunk;
mod decode;
mod offsets;
mod pieces;
mod source;

pub(crate) use chunk::Chunk;
pub(crate) use decode::UNREADABLE;
pub(crate) use pieces::{Buffers, Cut, Piece, Pieces, Reading};
pub(crate) use source::{Source, read_small};
