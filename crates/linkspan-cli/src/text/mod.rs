//! Opens inputs and decodes them to UTF-8.

mod decode;
mod detect;
mod offset_map;
pub(crate) mod preserve;
mod source;

pub(crate) use decode::{Decoder, Malformed, NeedsMoreInput, detect_bom};
pub(crate) use detect::{Head, ReadOptions, find_malformed};
pub(crate) use offset_map::{Edge, Mapping, OffsetMap, Units};
pub(crate) use source::{
    Input, LARGE_FILE_SIZE, LargeFile, OpenedSource, Source, Start, read_text_file,
};
