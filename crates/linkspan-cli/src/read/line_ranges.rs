//! Reads a large file in ranges of whole lines, so that several threads can read different parts of it at once.
//!
//! The file is divided into sections of the same length. The range of a section starts after the first line feed in the
//! section (the first range starts at the start of the file) and ends with the first line feed after the section. So
//! each line belongs to exactly one range, and a range can be read without knowing the others. If a section contains no
//! line feed, its range is empty.
//!
//! Splitting there does not change which links are found. In UTF-8, the byte 0x0A is always a line feed, also after the
//! start of a character that is cut off. No link crosses a line feed, and no control sequence contains one.

use std::fs::File;
use std::io::{self, ErrorKind, Read};

use encoding_rs::UTF_8;
use memchr::memchr;

use crate::text::detect_bom;

/// The maximum length of a section. With the line that continues after it, a range in memory is not longer than a window.
const MAX_SECTION_LEN: usize = 512 * 1024;

/// The maximum length of a byte order mark. The start of a range must be in memory.
const MAX_MARK_LEN: usize = 3;

/// How much is read beyond a section at first. Most lines end there.
const LOOKAHEAD: usize = 4 * 1024;

/// A file that can be read at any offset, by several threads at once.
pub(crate) trait ReadAt {
    /// Reads bytes at an offset into `buffer`. Returns how many.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;
}

impl ReadAt for File {
    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(self, buffer, offset)
    }

    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, _: &mut [u8], _: u64) -> io::Result<usize> {
        Err(ErrorKind::Unsupported.into())
    }
}

impl<F: ReadAt + ?Sized> ReadAt for &F {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        (**self).read_at(buffer, offset)
    }
}

/// A file as a list of ranges.
#[derive(Debug)]
pub(crate) struct LineRanges<F> {
    file: F,
    /// The offset after a byte order mark.
    text_start: u64,
    section_len: usize,
    count: u64,
}

impl<F: ReadAt> LineRanges<F> {
    /// The ranges of a file that has `len` bytes now. `None` if the file is not in UTF-8, or cannot be read in this way.
    pub(crate) fn new(file: F, len: u64, section_len: usize) -> Option<Self> {
        let mut mark = [0; MAX_MARK_LEN];
        let (filled, end) = fill(&file, &mut mark, 0);
        if matches!(end, Some(Tail::Error(_))) {
            return None;
        }
        let text_start = match detect_bom(mark.get(..filled)?, true) {
            Ok(None) => 0,
            Ok(Some((encoding, mark_len))) if encoding == UTF_8 => mark_len as u64,
            _ => return None,
        };
        let section_len = section_len.clamp(1, MAX_SECTION_LEN);
        Some(Self {
            file,
            text_start,
            section_len,
            count: len.div_ceil(section_len as u64).max(1),
        })
    }

    /// The file.
    #[cfg(test)]
    pub(crate) fn file(&self) -> &F {
        &self.file
    }

    /// How many ranges there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Reads a range into `buffer`, which is reused. The last range ends where the file ends now.
    pub(crate) fn read<'r, 'b>(
        &'r self,
        index: u64,
        buffer: &'b mut Vec<u8>,
    ) -> LineRange<'r, 'b, F> {
        let mut section_start = index * self.section_len as u64;
        let is_last = index + 1 >= self.count;
        let max_len = (2 * self.section_len).max(MAX_MARK_LEN);
        let first_len = max_len.min(self.section_len + LOOKAHEAD);
        buffer.resize(first_len.max(buffer.len()), 0);
        let (start, mut filled, mut tail) = loop {
            let first = buffer.get_mut(..first_len).unwrap_or_default();
            let (filled, tail) = fill(&self.file, first, section_start);
            if index == 0 {
                let start = usize::try_from(self.text_start).unwrap_or(usize::MAX);
                break (start, filled, tail);
            }
            // If the file has grown, the last section goes on.
            let section_len = if is_last { filled } else { self.section_len };
            let section = buffer.get(..filled.min(section_len)).unwrap_or_default();
            if let Some(at) = memchr(b'\n', section) {
                break (at + 1, filled, tail);
            }
            if is_last && tail.is_none() {
                section_start += filled as u64;
                continue;
            }
            // The end of the file and errors after the section are those of a later range.
            let tail = tail.filter(|_| filled <= section_len).unwrap_or(Tail::End);
            let is_cut = !is_last && filled <= section_len && matches!(tail, Tail::End);
            return LineRange {
                offset: section_start,
                bytes: &[],
                tail,
                is_cut,
            };
        };
        let mut searched = self.section_len;
        let mut is_cut = false;
        let tail = loop {
            let unsearched = buffer.get(searched..filled).unwrap_or_default();
            if let Some(at) = memchr(b'\n', unsearched).filter(|_| !is_last) {
                filled = searched + at + 1;
                break Tail::End;
            }
            if let Some(tail) = tail {
                is_cut = !is_last && matches!(tail, Tail::End);
                break tail;
            }
            if filled == max_len {
                break Tail::Rest(Rest {
                    file: &self.file,
                    offset: section_start + filled as u64,
                    to_end_of_file: is_last,
                    is_at_end: false,
                });
            }
            searched = searched.max(filled);
            buffer.resize(max_len, 0);
            let free = buffer.get_mut(filled..).unwrap_or_default();
            let (count, end) = fill(&self.file, free, section_start + filled as u64);
            (filled, tail) = (filled + count, end);
        };
        LineRange {
            offset: section_start + start as u64,
            bytes: buffer.get(start..filled).unwrap_or_default(),
            tail,
            is_cut,
        }
    }
}

/// Fills a buffer. Returns how many bytes were read, and why they are less than the buffer holds.
fn fill<'r, F: ReadAt>(file: &F, buffer: &mut [u8], offset: u64) -> (usize, Option<Tail<'r, F>>) {
    let mut filled = 0;
    while let Some(free) = buffer.get_mut(filled..).filter(|free| !free.is_empty()) {
        match file.read_at(free, offset + filled as u64) {
            Ok(0) => return (filled, Some(Tail::End)),
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return (filled, Some(Tail::Error(error))),
        }
    }
    (filled, None)
}

/// Whole lines of a file, or what could be read of them.
///
/// As a reader, it gives all its bytes. If the range could not be read, the error comes after what was read before.
pub(crate) struct LineRange<'r, 'b, F> {
    offset: u64,
    bytes: &'b [u8],
    tail: Tail<'r, F>,
    is_cut: bool,
}

/// What follows the bytes of a range that are in memory.
enum Tail<'r, F> {
    /// Nothing: the range ends, or the file.
    End,
    /// The rest of a long line.
    Rest(Rest<'r, F>),
    Error(io::Error),
}

/// The rest of a range that does not fit into memory.
struct Rest<'r, F> {
    file: &'r F,
    offset: u64,
    /// Whether the range ends with the file. Otherwise, it ends with the next line feed.
    to_end_of_file: bool,
    is_at_end: bool,
}

impl<'b, F: ReadAt> LineRange<'_, 'b, F> {
    /// The offset of the first byte in the file.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes that are in memory.
    pub(crate) fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Whether all of the range is in memory.
    pub(crate) fn is_in_memory(&self) -> bool {
        matches!(self.tail, Tail::End)
    }

    /// Whether the file ended before the range did. If it has shrunk, other threads may have read what was after it, but
    /// nothing of that may be used: the result would be that of a text that the file never had.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl<F: ReadAt> Read for LineRange<'_, '_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.bytes.is_empty() {
            return self.bytes.read(buffer);
        }
        match &mut self.tail {
            Tail::End => Ok(0),
            Tail::Rest(rest) => {
                let count = rest.read(buffer)?;
                self.is_cut |= count == 0 && !rest.is_at_end && !rest.to_end_of_file;
                Ok(count)
            }
            tail @ Tail::Error(_) => match std::mem::replace(tail, Tail::End) {
                Tail::Error(error) => Err(error),
                Tail::End | Tail::Rest(_) => Ok(0),
            },
        }
    }
}

impl<F: ReadAt> Read for Rest<'_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end {
            return Ok(0);
        }
        let mut count = self.file.read_at(buffer, self.offset)?;
        let read = buffer.get(..count).unwrap_or_default();
        if let Some(at) = memchr(b'\n', read).filter(|_| !self.to_end_of_file) {
            count = at + 1;
            self.is_at_end = true;
        }
        self.offset += count as u64;
        Ok(count)
    }
}
