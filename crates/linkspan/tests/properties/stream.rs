//! Properties of text that arrives in chunks.

use std::ops::Range;

use linkspan::Finder;
use linkspan::find::OwnedLink;
use linkspan::stream::{Stream, StreamLink};

use super::options::Options;

/// The properties of bytes that are repeated and arrive in chunks of these lengths.
pub(crate) fn assert_all(options: Options, bytes: impl AsRef<[u8]>, count: u8, lens: [u16; 2]) {
    if let Some(finder) = options.finder() {
        let bytes = bytes.as_ref().repeat(usize::from(count));
        chunks_give_the_links(&finder, &bytes, &lens.map(usize::from), usize::MAX);
    }
}

/// The links of bytes that arrive in chunks are those of the whole, however the bytes are divided, and the buffer is
/// bounded.
///
/// `max_buffered` is the bound of the buffer for the length limit of the finder.
pub(crate) fn chunks_give_the_links(
    finder: &Finder,
    bytes: &[u8],
    lens: &[usize],
    max_buffered: usize,
) {
    let expected: Vec<_> = finder
        .find_bytes_iter(bytes)
        .map(|link| {
            let range = link.range();
            (
                range.start as u64..range.end as u64,
                unmoved(&link.into_owned()),
            )
        })
        .collect();
    let mut found: Vec<(Range<u64>, OwnedLink)> = Vec::new();
    let mut stream = Stream::new(finder);
    let mut rest = bytes;
    let mut lens = lens.iter().cycle();
    while !rest.is_empty() {
        let len = lens.next().map_or(1, |&len| len.max(1)).min(rest.len());
        let (chunk, after) = rest.split_at(len);
        stream.push(chunk, |link| found.push(owned(link)));
        assert!(
            stream.buffered() <= max_buffered,
            "{} bytes are buffered",
            stream.buffered()
        );
        rest = after;
        if let Some((range, _)) = found.last() {
            assert!(
                range.end <= (bytes.len() - rest.len()) as u64,
                "a link that was not pushed"
            );
        }
    }
    stream.finish(|link| found.push(owned(link)));
    assert_eq!(found, expected);
}

fn owned(link: StreamLink<'_>) -> (Range<u64>, OwnedLink) {
    assert_eq!(link.range(), link.into_owned().range());
    (link.range(), unmoved(&link.as_link().into_owned()))
}

/// The link without its place in a text.
fn unmoved(link: &OwnedLink) -> OwnedLink {
    let found = link.as_link();
    assert_eq!(found.as_str(), link.as_str());
    found.into_owned()
}
