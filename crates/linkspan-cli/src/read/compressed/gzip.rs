//! Decompresses all members of a gzip file.

use std::io::{self, BufRead, ErrorKind, Read};

use flate2::bufread::GzDecoder;

/// Reads the members of a file, one after another.
///
/// Zeros after a member are skipped, as `gzip` does: tapes and block devices fill their last block with them.
pub(super) struct GzipReader<R> {
    /// `None` at the end of the file.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> GzipReader<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            member: Some(GzDecoder::new(source)),
        }
    }
}

impl<R: BufRead> Read for GzipReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let is_last = !skip_zeros(member.get_mut())?;
            self.member = self
                .member
                .take()
                .filter(|_| !is_last)
                .map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

/// Skips zeros. Returns whether there is something after them.
fn skip_zeros(source: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let block = match source.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            block => block?,
        };
        if block.is_empty() {
            return Ok(false);
        }
        let zeros = block.iter().take_while(|&&byte| byte == 0).count();
        let has_more = zeros < block.len();
        source.consume(zeros);
        if has_more {
            return Ok(true);
        }
    }
}
