//! Links of a reader.

use alloc::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::vec::Vec;

use super::{OwnedStreamLink, Stream};
use crate::finder::Finder;

/// How many bytes are read at a time.
const BLOCK_LEN: usize = 64 * 1024;

/// The links of everything that a reader returns, in order.
///
/// The reader need not be buffered. After an error, the iterator can be used again to continue.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::stream::links_from;
///
/// let finder = Finder::new();
/// let file = std::io::Cursor::new("see example.com\nand ann@example.org");
/// for link in links_from(&finder, file) {
///     let link = link?;
///     println!("{:?}: {}", link.range(), link.as_link().href());
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn links_from<R: Read>(finder: &Finder, reader: R) -> ReaderLinks<'_, R> {
    ReaderLinks {
        reader,
        stream: Some(Stream::new(finder)),
        found: VecDeque::new(),
        block: Vec::new(),
    }
}

/// The links of a reader; [`links_from`] returns it.
#[derive(Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ReaderLinks<'f, R> {
    reader: R,
    /// `None` after the end.
    stream: Option<Stream<'f>>,
    found: VecDeque<OwnedStreamLink>,
    block: Vec<u8>,
}

impl<R: Read> Iterator for ReaderLinks<'_, R> {
    type Item = io::Result<OwnedStreamLink>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(link) = self.found.pop_front() {
                return Some(Ok(link));
            }
            let stream = self.stream.as_mut()?;
            self.block.resize(BLOCK_LEN, 0);
            let len = match self.reader.read(&mut self.block) {
                Ok(len) => len,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Some(Err(error)),
            };
            let found = &mut self.found;
            if len > 0 {
                let block = self.block.get(..len).unwrap_or_default();
                stream.push(block, |link| found.push_back(link.into_owned()));
            } else if let Some(stream) = self.stream.take() {
                stream.finish(|link| found.push_back(link.into_owned()));
            }
        }
    }
}
