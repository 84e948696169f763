//! Text that arrives in chunks.

#![allow(clippy::single_range_in_vec_init, reason = "ranges are expected")]

#[cfg(feature = "std")]
use std::io::{self, Read};
use std::ops::Range;

use linkspan::options::QuotedLocalParts;
#[cfg(feature = "std")]
use linkspan::stream::links_from;
use linkspan::stream::{Piece, Stream, TextBuffer, Windows};
use linkspan::{Finder, Profile};
use proptest::prelude::*;

use crate::find::properties::{any_text, options};
use crate::live::{long_text, near_sighted};
use crate::properties::stream::{assert_all, chunks_give_the_links, pieces_are_the_text};
use crate::strategies::config;

/// The bound of the buffer for short length limits: four times the minimum lookahead, and a character.
const MAX_BUFFERED: usize = 4 * 4096 + 4;

/// Lengths of chunks, used in turn.
fn lens() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop_oneof![1_usize..4, 1_usize..40, 1_usize..20_000], 1..6)
}

/// Text with some bytes replaced.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let invalid = prop::collection::vec((any::<usize>(), any::<u8>()), 0..4);
    (any_text(), invalid).prop_map(|(text, invalid)| {
        let mut bytes = text.into_bytes();
        for (at, byte) in invalid {
            let len = bytes.len().max(1);
            if let Some(replaced) = bytes.get_mut(at % len) {
                *replaced = byte;
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn chunks_give_the_links_with_any_options(bytes in bytes(), options in options(), lens in lens()) {
        if let Some(finder) = options.finder() {
            chunks_give_the_links(&finder, &bytes, &lens, usize::MAX);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 16, ..config() })]

    #[test]
    fn properties_hold_in_repeated_bytes(bytes in bytes(), options in options(), count in any::<u8>(), lens in any::<[u16; 2]>()) {
        assert_all(options, &bytes, count, lens);
    }

    #[test]
    fn chunks_give_the_links_of_long_texts(text in long_text(), finder in near_sighted(), lens in lens()) {
        chunks_give_the_links(&finder, text.as_bytes(), &lens, MAX_BUFFERED);
        pieces_are_the_text(&finder, &text, &lens);
    }
}

/// Texts without boundaries, with what the search looks ahead for.
#[test]
fn hostile_texts_without_boundaries_are_searched_exactly() {
    let finder = Finder::new();
    let prose = Finder::builder().profile(Profile::Prose).build().unwrap();
    let quoted = Finder::builder()
        .quoted_local_parts(QuotedLocalParts::Link)
        .build()
        .unwrap();
    let long_url = format!("https://a.com/{}", "x".repeat(20_000));
    for repeated in [
        "a",
        ".",
        "a.",
        ":",
        "@",
        "a@",
        "a.com",
        "a.com+",
        "(a.com)",
        "a.com/",
        "a.com/(",
        "http://",
        "http://a.com/x",
        "x://a.b!",
        "a@b.com+",
        "_a.com/_",
        "\"a\"@b.com",
        "看a.com。",
        "、a.com/!!!!",
        "git@a.com:b/",
        long_url.as_str(),
        &format!("{long_url})b.com,"),
        &format!("a.com/{}b ", "!".repeat(20_000)),
    ] {
        let text = repeated.repeat(200_000 / repeated.len()) + " c.com";
        for finder in [&finder, &prose, &quoted] {
            for lens in [&[1_000][..], &[65_536], &[7, 30_000, 1]] {
                chunks_give_the_links(finder, text.as_bytes(), lens, 4 * 16_384 + 4);
                pieces_are_the_text(finder, &text, lens);
            }
        }
    }
}

/// A window that ends inside the only boundary of a long line.
#[test]
fn a_boundary_across_the_end_of_a_window_ends_a_piece() {
    let finder = Finder::new();
    let windows = Windows::small(&finder).at_line_ends();
    let text = "x".repeat(windows.size() - 1) + "\u{3000}" + &"y".repeat(windows.size() / 2);
    let mut buffer = TextBuffer::new();
    let mut pieces = Vec::new();
    buffer.push(windows, &text, false, |piece| {
        pieces.push(piece.as_str().len());
    });
    assert_eq!(pieces, [windows.size() + 2]);
}

#[test]
fn a_url_longer_than_the_lookahead_is_skipped_up_to_white_space() {
    let text = format!("a.com/{}/b.com(c.com c.com", "x".repeat(40_000));
    let found: Vec<_> = linkspan::links(&text).map(|link| link.start()).collect();
    assert_eq!(found, [text.len() - 5]);
    chunks_give_the_links(&Finder::new(), text.as_bytes(), &[100], 4 * 16_384 + 4);
}

/// What a policy thinks of a link depends on its neighbours. None of them is beyond a boundary.
#[cfg(feature = "assess")]
#[test]
fn policies_do_not_look_beyond_boundaries() {
    use linkspan::assess::{Level, Policy};

    let policy = Policy::refuse_from(Level::Info);
    let finder = Finder::builder().policy(policy).build().unwrap();
    let is_private = |c: &char| matches!(c, '\u{E001}'..='\u{F8FF}');
    let hard = ('\0'..='\u{FFFF}').chain('\u{E0000}'..='\u{E0FFF}');
    let mut boundaries = 0;
    for c in hard.filter(|c| !is_private(c)) {
        let is_boundary = Windows::new(&finder).is_boundary(c);
        let is_invisible = "\u{2065}\u{206A}\u{FFF0}\u{E0000}".contains(c);
        if !is_boundary && !is_invisible {
            continue;
        }
        boundaries += usize::from(is_boundary);
        for text in [
            format!("a{c}b.com"),
            format!("a{c}\u{FF0E}b.com"),
            format!("a{c}\u{AD}b.com"),
            format!("b.com{c}a"),
            format!("b.com\u{FF0E}{c}a"),
        ] {
            chunks_give_the_links(&finder, text.as_bytes(), &[1], usize::MAX);
        }
    }
    assert!(boundaries > 1000);
}

#[test]
fn links_are_returned_as_soon_as_they_are_final() {
    let finder = Finder::new();
    let mut stream = Stream::new(&finder);
    let mut count = 0;
    let mut push = |text: &str| {
        stream.push(text.as_bytes(), |_| count += 1);
        count
    };
    assert_eq!(push("a.com"), 0, "more of the host may follow");
    assert_eq!(push("/x,"), 0, "more of the path may follow");
    assert_eq!(push(" b.com"), 1);
    assert_eq!(push(&",".repeat(60_000)), 2, "the lookahead is complete");
    let mut stream = Stream::new(&finder);
    stream.push(b"see a.com ", |link| assert_eq!(link.as_str(), "a.com"));
}

#[test]
fn a_window_without_a_boundary_is_returned_when_it_is_full() {
    let finder = Finder::new();
    let windows = Windows::small(&finder);
    let mut buffer = TextBuffer::new();
    buffer
        .unsearched_mut()
        .push_str(&"x".repeat(windows.size() - 1));
    assert!(!buffer.advance(windows, false));
    buffer.unsearched_mut().push('x');
    assert!(buffer.advance(windows, false));
    assert!(!buffer.piece().as_str().is_empty());
}

/// A host that appends text to a buffer and asks for pieces. All that the buffer says about its text is compared with the
/// whole text.
fn assert_buffer(windows: Windows<'_>, text: &str, lens: &[usize], start: u64) {
    let mut buffer = TextBuffer::new();
    // What it contained before is removed.
    buffer.unsearched_mut().push_str("see a.com");
    buffer.advance(windows, false);
    buffer.restart(start);
    assert!(buffer.is_empty() && buffer.text().is_empty());
    let capacity = buffer.unsearched_mut().capacity();
    assert!(capacity > 0, "the allocation is reused");
    let (mut added, mut returned) = (0, 0);
    let mut lens = lens.iter().cycle();
    loop {
        let removable = buffer.removable();
        let kept = buffer.text()[removable..].to_owned();
        let is_complete = added == text.len();
        let is_piece = buffer.advance(windows, is_complete);
        assert_eq!(buffer.text(), kept, "exactly that was removed");
        assert!(text[..added].ends_with(buffer.text()));
        let piece = buffer.piece();
        assert_eq!(piece.offset(), start + (added - buffer.text().len()) as u64);
        if is_piece {
            let piece_start = returned;
            returned += piece.as_str().len();
            assert!(piece_start < returned);
            assert_eq!(piece.as_str(), &text[piece_start..returned]);
            assert!(buffer.text().starts_with(piece.text()));
        } else {
            assert_eq!((piece.as_str(), buffer.removable()), ("", 0));
        }
        assert_eq!(buffer.unsearched_start(), start + returned as u64);
        assert_eq!(buffer.len(), buffer.text().len() - buffer.removable());
        let is_empty = matches!(buffer.len(), 0);
        assert_eq!(buffer.is_empty(), is_empty);
        if !is_piece {
            if is_complete {
                break;
            }
            assert!(added - returned <= windows.size());
            let len = lens.next().map_or(1, |&len| len.max(1));
            let end = (added + len..text.len()).find(|&end| text.is_char_boundary(end));
            let end = end.unwrap_or(text.len());
            buffer.unsearched_mut().push_str(&text[added..end]);
            added = end;
        }
    }
    assert_eq!(returned, text.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 4, ..config() })]

    #[test]
    fn buffers_know_their_text(text in long_text(), finder in near_sighted(), lens in lens()) {
        let windows = Windows::small(&finder);
        assert_buffer(windows, &text, &lens, 0);
        assert_buffer(windows.at_line_ends(), &text, &lens, 1 << 40);
    }
}

fn pieces(windows: Windows<'_>, chunks: &[&str]) -> Vec<String> {
    let mut buffer = TextBuffer::new();
    let mut pieces = Vec::new();
    for chunk in chunks {
        buffer.push(windows, chunk, false, |piece| {
            pieces.push(piece.as_str().to_owned());
        });
    }
    buffer.push(windows, "", true, |piece| {
        pieces.push(piece.as_str().to_owned());
    });
    pieces
}

#[test]
fn pieces_end_after_the_last_boundary_that_has_arrived() {
    let finder = Finder::new();
    let windows = Windows::small(&finder);
    assert_eq!(pieces(windows, &[]), [] as [&str; 0]);
    assert_eq!(
        pieces(windows, &["a b c", "d", " ", "e\u{3000}f"]),
        ["a b ", "cd ", "e\u{3000}", "f"]
    );
    // Text after a piece starts anew.
    let mut buffer = TextBuffer::new();
    for number in 0..3 {
        let mut ends = Vec::new();
        buffer.push(windows, "a.com", true, |piece| {
            ends.push((piece.offset(), piece.range()));
        });
        assert_eq!(ends, [(5 * number, 0..5)]);
    }
}

#[test]
fn pieces_of_lines_end_after_a_line_feed_or_a_nul_character() {
    let finder = Finder::new();
    let windows = Windows::small(&finder).at_line_ends();
    let check = |chunks: &[&str], expected: &[&str]| {
        assert_eq!(pieces(windows, chunks), expected, "{chunks:?}");
    };
    check(&["a b\nc d\ne f"], &["a b\nc d\n", "e f"]);
    check(&["a b", " c", "\nd", "\n"], &["a b c\n", "d\n"]);
    check(&["a\0b\0c d"], &["a\0b\0", "c d"]);
    // A line may contain NUL characters.
    check(&["a\nb\0c"], &["a\n", "b\0c"]);
    check(&["a\nb", "\0c", "\0d"], &["a\n", "b\0", "c\0", "d"]);
    check(&["a\0", "b\nc\0d", "e\n"], &["a\0", "b\n", "c\0de\n"]);
}

/// A line that is longer than a window is divided after its last boundary in the window, however it arrives.
#[test]
fn long_lines_are_divided_where_their_text_says() {
    let finder = Finder::new();
    let windows = Windows::small(&finder).at_line_ends();
    let text = "word ".repeat(windows.size() / 2);
    let expected = pieces(windows, &[&text]);
    let full = windows.size() / 5 * 5;
    let (last, before) = expected.split_last().unwrap();
    assert!(before.iter().all(|piece| piece.len() == full));
    assert!(last.len() < windows.size());
    for len in [5, 1000, windows.size(), windows.size() + 1] {
        let chunks: Vec<_> = (0..text.len())
            .step_by(len)
            .map(|at| &text[at..(at + len).min(text.len())])
            .collect();
        assert_eq!(pieces(windows, &chunks), expected, "chunks of {len} bytes");
    }
    // A line that fits is one piece.
    let line = "x ".repeat(windows.size() / 2 - 1) + "\n";
    assert_eq!(pieces(windows, &[&line, "y"]), [&*line, "y"]);
}

#[test]
fn windows_contain_a_multiple_of_the_lookahead() {
    for (limit, lookahead) in [(16, 4096), (2048, 4096), (8192, 16_384), (1 << 20, 2 << 20)] {
        let finder = Finder::builder().length_limit(limit).build().unwrap();
        let (small, large) = (Windows::small(&finder), Windows::new(&finder));
        assert_eq!(
            (small.lookahead(), large.lookahead()),
            (lookahead, lookahead)
        );
        assert_eq!(small.size(), 3 * lookahead);
        assert_eq!(large.size(), (8 * lookahead).max(1 << 20));
        assert_eq!(small.at_line_ends().size(), small.size());
        for (c, is_boundary) in [
            (' ', true),
            ('\n', true),
            ('\u{3000}', true),
            ('.', false),
            ('x', false),
        ] {
            assert_eq!(small.is_boundary(c), is_boundary, "{c:?}");
        }
    }
}

#[test]
fn a_piece_can_be_copied_and_shortened() {
    let finder = Finder::new();
    let mut buffer = TextBuffer::new();
    buffer.restart(100);
    buffer.unsearched_mut().push_str("see a.com b.com ");
    assert!(buffer.advance(Windows::small(&finder), false));
    let piece = buffer.piece();
    let links = |piece: &Piece<'_>| piece.links(&finder).count();
    assert_eq!((piece.range(), links(&piece)), (0..16, 2));
    assert_eq!(
        format!("{piece:?}"),
        r#"Piece { text: "see a.com b.com ", range: 0..16, offset: 100, .. }"#
    );
    let start = piece.up_to(9);
    assert_eq!(
        (start.as_str(), start.text(), start.offset()),
        ("see a.com", "see a.com", 100)
    );
    assert_eq!(links(&start), 1);
    assert_eq!(piece.up_to(100).range(), piece.range());
    let copy = piece.copied_into(String::from("what was there before"));
    assert_eq!(copy.as_piece().as_str(), piece.as_str());
    assert_eq!(
        (copy.as_piece().offset(), links(&copy.as_piece())),
        (100, 2)
    );
    assert_eq!(copy.into_text(), "see a.com b.com ");
    assert_eq!(Piece::whole("see a.com").range(), 0..9);
}

/// A piece that is not the start of what is searched.
#[test]
fn a_piece_in_the_middle_of_a_text_can_be_shortened() {
    let finder = Finder::builder().length_limit(16).build().unwrap();
    let windows = Windows::small(&finder);
    let mut buffer = TextBuffer::new();
    buffer
        .unsearched_mut()
        .push_str(&"a.com,".repeat(2 * windows.size() / 6));
    assert!(buffer.advance(windows, false) && buffer.advance(windows, false));
    let piece = buffer.piece();
    let Range { start, end } = piece.range();
    assert!(0 < start && start < end && end < piece.text().len());
    let shortened = |at: usize| piece.up_to(at).range();
    assert_eq!(shortened(start - 1), start - 1..start - 1);
    assert_eq!(shortened(start + 3), start..start + 3);
    assert_eq!(shortened(end + 1), start..end);
}

/// Bytes of a character that is not complete are buffered, too.
#[test]
fn the_first_bytes_of_a_character_are_buffered() {
    let finder = Finder::new();
    let mut stream = Stream::new(&finder);
    let mut found = Vec::new();
    for (byte, buffered) in "\u{1F600}a.com/\u{E4} "
        .bytes()
        .zip([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0])
    {
        stream.push(&[byte], |link| found.push(link.into_owned()));
        assert_eq!(stream.buffered(), buffered);
    }
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].range(), found[0].as_str()),
        (4..12, "a.com/\u{E4}")
    );
    assert_eq!(found[0].as_link().range(), 0..8);
}

/// Each run of valid text is a text of its own, and its offsets count from the start of the stream.
#[test]
fn invalid_bytes_end_a_text() {
    let finder = Finder::new();
    for len in 1..20 {
        let mut stream = Stream::new(&finder);
        let mut found = Vec::new();
        for chunk in b"a.com\xFFb.com\xE5\xADc.com\xF0\x9F\x98".chunks(len) {
            stream.push(chunk, |link| found.push(link.range()));
        }
        stream.finish(|link| found.push(link.range()));
        assert_eq!(found, [0..5, 6..11, 13..18], "chunks of {len} bytes");
    }
}

/// A reader that returns few bytes at a time, with interruptions and an error.
#[cfg(feature = "std")]
struct Slow<'t> {
    text: &'t [u8],
    calls: usize,
}

#[cfg(feature = "std")]
impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        match self.calls {
            2 => Err(io::ErrorKind::Interrupted.into()),
            5 => Err(io::ErrorKind::TimedOut.into()),
            _ => {
                let len = self.text.len().min(3).min(buffer.len());
                let (front, rest) = self.text.split_at(len);
                buffer[..len].copy_from_slice(front);
                self.text = rest;
                Ok(len)
            }
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn readers_may_fail_and_continue() {
    let text = "see пример.рф/ä and a@b.com";
    let reader = Slow {
        text: text.as_bytes(),
        calls: 0,
    };
    let finder = Finder::new();
    let mut errors = Vec::new();
    let mut found = Vec::new();
    for link in links_from(&finder, reader) {
        match link {
            Ok(link) => found.push(link.as_str().to_owned()),
            Err(error) => errors.push(error.kind()),
        }
    }
    assert_eq!(found, ["пример.рф/ä", "a@b.com"]);
    assert_eq!(
        errors,
        [io::ErrorKind::TimedOut],
        "interruptions are no errors"
    );
}

/// Reading few bytes at a time is slow.
#[cfg(feature = "std")]
#[test]
fn readers_are_asked_for_large_blocks() {
    struct Blocks(usize);

    impl Read for Blocks {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert_eq!(buffer.len(), 64 * 1024);
            self.0 -= 1;
            buffer.fill(b' ');
            buffer[..5].copy_from_slice(b"a.com");
            Ok(if self.0 == 0 { 0 } else { buffer.len() })
        }
    }

    let finder = Finder::new();
    let starts = links_from(&finder, Blocks(4)).map(|link| link.unwrap().range().start);
    assert!(starts.eq([0, 64 * 1024, 128 * 1024]));
}

#[cfg(feature = "parallel")]
mod parallel {
    use std::num::NonZeroUsize;

    use linkspan::stream::find_parallel;
    use proptest::sample::select;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: config().cases / 64, ..config() })]

        #[test]
        fn threads_find_the_same_links(
            text in long_text(),
            finder in near_sighted(),
            threads in select(&[1_usize, 2, 3, 8][..]),
            count in 1_usize..20,
        ) {
            let text = text.repeat(count);
            let threads = NonZeroUsize::new(threads).unwrap();
            let found = find_parallel(&finder, &text, threads);
            let expected: Vec<_> = finder.find_iter(&text).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
