//! Decompresses all frames of a zstd stream.

use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Reads the frames of a stream, one after another.
pub(super) struct ZstdReader<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<R: BufRead> ZstdReader<R> {
    /// A reader that accepts windows of up to `max_window` bytes.
    pub(super) fn new(source: R, max_window: u32) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(max_window.into());
        Self {
            source,
            decoder,
            in_frame: false,
        }
    }

    /// Starts the next frame with content. Returns `false` at the end of the stream.
    fn start_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let mut skipped = (&mut self.source).take(length);
                    if io::copy(&mut skipped, &mut io::sink())? < length {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(FrameDecoderError::WindowSizeTooBig { .. }) => {
                    return Err(ErrorKind::OutOfMemory.into());
                }
                Err(FrameDecoderError::ReadFrameHeaderError(
                    ReadFrameHeaderError::BadMagicNumber(_),
                )) => {
                    let message = "expected the start of a frame";
                    return Err(io::Error::new(ErrorKind::InvalidData, message));
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Ends a frame, and compares its checksum if it has one.
    fn end_frame(&mut self) -> io::Result<()> {
        self.in_frame = false;
        match self.decoder.get_checksum_from_data() {
            Some(expected) if self.decoder.get_calculated_checksum() != Some(expected) => {
                Err(io::Error::new(ErrorKind::InvalidData, "wrong checksum"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame && !self.start_frame()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(io::Error::other)?;
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            self.end_frame()?;
        }
    }
}
