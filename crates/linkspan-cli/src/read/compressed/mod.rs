//! Compressed inputs: recognised by their first bytes, and decompressed while they are read.

mod gzip;
mod zstd;

use std::error::Error as _;
use std::fmt;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use bzip2::bufread::MultiBzDecoder;
use lzma_rust2::XzReader;

use crate::text::Input;
use gzip::GzipReader;
use zstd::ZstdReader;

/// How much memory decompression may need. `xz -9` needs 64 MiB, `zstd` at most 128 MiB unless it is
/// told otherwise when decompressing, too. A file can ask for gigabytes in a few bytes.
const MAX_MEMORY: u32 = 128 * 1024 * 1024;

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Compression {
    /// The format of an input that starts with these bytes.
    pub(crate) fn detect(start: &[u8]) -> Option<Self> {
        let is_bzip2 = || {
            // The size of a block, then the first block or the end of the stream.
            matches!(start, [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..]
                if rest.starts_with(b"1AY&SY") || rest.starts_with(b"\x17\x72\x45\x38\x50\x90"))
        };
        match start {
            [0x1F, 0x8B, 8, ..] => Some(Self::Gzip),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            // A frame, or one that is to be skipped.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Self::Zstd),
            _ if is_bzip2() => Some(Self::Bzip2),
            _ => None,
        }
    }

    /// The decompressed input: of all streams in it, one after another.
    pub(crate) fn decompress(self, input: Input) -> Input {
        let input = BufReader::with_capacity(64 * 1024, input);
        let reader: Input = match self {
            Self::Gzip => Box::new(GzipReader::new(input)),
            Self::Bzip2 => Box::new(MultiBzDecoder::new(input)),
            Self::Xz => Box::new(XzReader::new_mem_limit(input, true, MAX_MEMORY / 1024)),
            Self::Zstd => Box::new(ZstdReader::new(input, MAX_MEMORY)),
        };
        Box::new(Decompressed {
            reader,
            compression: self,
        })
    }

    /// The error for data that cannot be decompressed.
    fn error(self, error: io::Error) -> io::Error {
        if error.raw_os_error().is_some() || error.kind() == ErrorKind::Interrupted {
            return error;
        }
        let kind = innermost_kind(&error);
        let message = match kind {
            ErrorKind::UnexpectedEof => format!("the {self} data is incomplete"),
            ErrorKind::OutOfMemory => format!(
                "decompressing the {self} data needs more than {} MiB of memory",
                MAX_MEMORY / 1024 / 1024
            ),
            _ => format!("the {self} data is corrupt ({error})"),
        };
        io::Error::new(kind, message)
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
        })
    }
}

/// The name of a file without the extension that says how it is compressed: `a.md.gz` is Markdown.
pub(super) fn without_extension(path: &Path) -> PathBuf {
    const EXTENSIONS: [&str; 7] = ["gz", "bz2", "bz", "xz", "zst", "zstd", "z"];
    let extension = path.extension().unwrap_or_default();
    if EXTENSIONS
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
    {
        path.with_extension("")
    } else {
        path.to_path_buf()
    }
}

/// The kind of the error that caused this one.
fn innermost_kind(error: &io::Error) -> ErrorKind {
    let mut kind = error.kind();
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            kind = error.kind();
        }
        cause = error.source();
    }
    kind
}

/// An input that is decompressed while it is read.
struct Decompressed {
    reader: Input,
    compression: Compression,
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer);
        read.map_err(|error| self.compression.error(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_tell_the_format() {
        for (start, expected) in [
            (b"\x1F\x8B\x08\x00" as &[u8], Some(Compression::Gzip)),
            (b"\xFD7zXZ\x00\x00", Some(Compression::Xz)),
            (b"\x28\xB5\x2F\xFD\x04", Some(Compression::Zstd)),
            (b"\x53\x2A\x4D\x18\x04", Some(Compression::Zstd)),
            (b"BZh91AY&SY\x01", Some(Compression::Bzip2)),
            (b"BZh1\x17\x72\x45\x38\x50\x90", Some(Compression::Bzip2)),
            (b"BZh9 is how bzip2 starts", None),
            (b"", None),
            (b"\x1F\x8B", None),
            (b"PK\x03\x04", None),
        ] {
            assert_eq!(Compression::detect(start), expected, "{start:?}");
        }
    }
}
