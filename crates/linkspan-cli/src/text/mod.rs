//! Input as text: reading, decoding, and cutting into pieces.

mod decode;
mod offsets;
mod pieces;
mod source;

pub(crate) use decode::UNREADABLE;
pub(crate) use pieces::{Buffers, Cut, Piece, Pieces, Reading};
pub(crate) use source::{Source, read_small};
