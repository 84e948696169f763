//! Text that arrives in chunks.

#[cfg(feature = "std")]
use std::io::{self, Read};

use linkspan::options::QuotedLocalParts;
#[cfg(feature = "std")]
use linkspan::stream::links_from;
use linkspan::stream::{Stream, TextBuffer, Windows};
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
    let mut errors = 0;
    let mut found = Vec::new();
    for link in links_from(&finder, reader) {
        match link {
            Ok(link) => found.push(link.as_str().to_owned()),
            Err(_) => errors += 1,
        }
    }
    assert_eq!(
        (found, errors),
        (vec!["пример.рф/ä".to_owned(), "a@b.com".to_owned()], 1)
    );
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
