//! Reads inputs as what they are: chooses a format and a profile, and turns bytes into texts with
//! their places in the input.
//!
//! Data flow: bytes → encoding ([`text`](crate::text)) → [`Stage`] or [`Document`] → texts with
//! offsets → finder → formatter.
//!
//! - [`compressed`] decompresses bytes.
//! - [`kind`] and [`inspect`] say what an input is: by its name, or by its first block.
//! - Text, JSON and separated values are streams of any size. A [`Stage`] changes decoded text, and
//!   [`Chunks`] splits the result into parts that are searched in parallel. Large files in UTF-8 are split before, into
//!   [`LineRanges`] that are read in parallel.
//! - HTML, Markdown and mail are read as a whole, as a [`Document`] with its segments.

mod anchor;
mod chunks;
mod compressed;
mod csv;
mod document;
mod finders;
mod html;
mod inspect;
mod json;
mod kind;
mod line_ranges;
mod mail;
mod mapped;
mod markdown;
mod opened;
mod owned_chunk;
mod stage;
mod target;

pub(crate) use anchor::Anchor;
pub(crate) use chunks::{Buffers, Chunk, Chunks};
pub(crate) use compressed::Compression;
pub(crate) use document::{Document, ReadDocument, Segment};
pub(crate) use finders::{FinderSet, Finders};
pub(crate) use kind::{Format, Kind};
pub(crate) use line_ranges::{LineRange, LineRanges, ReadAt};
pub(crate) use opened::{Choice, Opened, Opening, ProfileRules, ReadAs};
pub(crate) use owned_chunk::OwnedChunk;
pub(crate) use stage::Stage;
