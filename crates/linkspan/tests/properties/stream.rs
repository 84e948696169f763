//! Properties of text that arrives in chunks.

use std::ops::Range;

use linkspan::Finder;
use linkspan::find::OwnedLink;
use linkspan::stream::{Stream, StreamLink, TextBuffer, Windows};

use super::options::Options;

/// The properties of bytes that are repeated and arrive in chunks of these lengths.
pub(crate) fn assert_all(options: Options, bytes: impl AsRef<[u8]>, count: u8, lens: [u16; 2]) {
    if let Some(finder) = options.finder() {
        let bytes = bytes.as_ref().repeat(usize::from(count));
        let lens = lens.map(usize::from);
        chunks_give_the_links(&finder, &bytes, &lens, usize::MAX);
        pieces_are_the_text(&finder, &String::from_utf8_lossy(&bytes), &lens);
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

/// The pieces of a text that arrives in chunks are the text, and their links those of the text, with windows of every
/// kind. The buffer is bounded.
pub(crate) fn pieces_are_the_text(finder: &Finder, text: &str, lens: &[usize]) {
    let expected: Vec<_> = finder
        .find_iter(text)
        .map(|link| (link.range(), link.into_owned()))
        .collect();
    for windows in [Windows::small(finder), Windows::new(finder)] {
        let mut buffer = TextBuffer::new();
        let mut written = String::new();
        let mut found = Vec::new();
        let mut rest = text;
        let mut lens = lens.iter().cycle();
        while !rest.is_empty() {
            let len = lens.next().map_or(1, |&len| len.max(1));
            let len = (len..rest.len()).find(|&len| rest.is_char_boundary(len));
            let (chunk, after) = rest.split_at(len.unwrap_or(rest.len()));
            rest = after;
            buffer.push(windows, chunk, rest.is_empty(), |piece| {
                let offset = usize::try_from(piece.offset()).unwrap();
                assert_eq!(offset + piece.range().start, written.len());
                written.push_str(piece.as_str());
                for link in piece.links(finder) {
                    assert!(piece.range().start <= link.start() && link.end() <= piece.range().end);
                    let range = offset + link.start()..offset + link.end();
                    found.push((range, link.into_owned()));
                }
            });
            assert!(buffer.len() <= windows.size());
        }
        assert!(buffer.is_empty());
        assert_eq!(written, text);
        let unmoved = |links: &[(Range<usize>, OwnedLink)]| -> Vec<_> {
            let links = links.iter();
            links
                .map(|(range, link)| (range.clone(), unmoved(link)))
                .collect()
        };
        assert_eq!(unmoved(&found), unmoved(&expected));
        lines_are_not_split(text, windows);
    }
}

/// With windows that end at line ends, each piece but the last ends with a line, unless the line is long.
fn lines_are_not_split(text: &str, windows: Windows<'_>) {
    let mut pieces = Vec::new();
    let windows = windows.at_line_ends();
    TextBuffer::new().push(windows, text, true, |piece| {
        pieces.push(piece.as_str().to_owned());
    });
    assert_eq!(pieces.concat(), text);
    let has_long_line = text.split('\n').any(|line| line.len() >= windows.size());
    if let Some((_, before)) = pieces.split_last()
        && !has_long_line
    {
        assert!(before.iter().all(|piece| piece.ends_with(['\n', '\0'])));
    }
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
