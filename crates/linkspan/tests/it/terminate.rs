//! Termination, compared with a plain twin.

use linkspan::{LinkTerm, correct_span, link_bracket, link_term, terminate};
use proptest::prelude::*;

use crate::alphabet::{config, one_of, text};

/// §3.5.1 as it reads: an array of code points, a table of parts, an unbounded stack.
mod twin {
    use super::{LinkTerm, link_bracket, link_term};

    struct Part {
        initiator: &'static str,
        terminators: &'static [&'static str],
        clear_stack: &'static [&'static str],
    }

    const PATH: Part = Part {
        initiator: "/",
        terminators: &["?", "#"],
        clear_stack: &["/"],
    };
    const QUERY: Part = Part {
        initiator: "?",
        terminators: &["#"],
        clear_stack: &["=", "&"],
    };
    const FRAGMENT: Part = Part {
        initiator: "#",
        terminators: &[":~:"],
        clear_stack: &[],
    };
    const DIRECTIVE: Part = Part {
        initiator: ":~:",
        terminators: &[],
        clear_stack: &["&", ",", ":~:"],
    };

    pub(super) fn terminate(text: &str, host_end: usize) -> usize {
        let points: Vec<char> = text[host_end..].chars().collect();
        let here = |at: usize, what: &str| {
            let what: Vec<char> = what.chars().collect();
            points[at..].starts_with(&what)
        };
        let any = |at: usize, whats: &[&str]| {
            whats
                .iter()
                .find(|what| here(at, what))
                .map(|what| what.chars().count())
        };
        let mut last_safe = 0;
        let mut part: Option<&Part> = None;
        let mut in_fragment = false;
        let mut stack = Vec::new();
        let mut i = 0;
        while i < points.len() {
            if let Some(current) = part {
                if any(i, current.terminators).is_some() {
                    in_fragment = current.initiator == "#";
                    part = None;
                }
            }
            let Some(current) = part else {
                let candidates: &[&Part] = if in_fragment {
                    &[&DIRECTIVE]
                } else {
                    &[&PATH, &QUERY, &FRAGMENT]
                };
                let Some(next) = candidates.iter().find(|part| here(i, part.initiator)) else {
                    break;
                };
                part = Some(next);
                i += next.initiator.chars().count();
                last_safe = i;
                stack.clear();
                continue;
            };
            if let Some(length) = any(i, current.clear_stack) {
                i += length;
                last_safe = i;
                stack.clear();
                continue;
            }
            let point = points[i];
            i += 1;
            match link_term(point) {
                LinkTerm::Include => last_safe = i,
                LinkTerm::Soft => {}
                LinkTerm::Hard => break,
                LinkTerm::Open => {
                    if stack.len() == 125 {
                        break;
                    }
                    stack.push(point);
                    last_safe = i;
                }
                LinkTerm::Close => {
                    if stack.pop() != link_bracket(point) {
                        break;
                    }
                    last_safe = i;
                }
            }
        }
        host_end
            + points[..last_safe]
                .iter()
                .map(|c| c.len_utf8())
                .sum::<usize>()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn agrees_with_the_twin(start in one_of(&["", "/", "?", "#", "/a?b#c:~:"]), tail in text(0..40)) {
        let text = format!("example.com{start}{tail}");
        prop_assert_eq!(terminate(&text, 11), twin::terminate(&text, 11));
    }

    #[test]
    fn agrees_with_the_twin_on_any_text(tail in ".*") {
        let text = format!("example.com/{tail}");
        prop_assert_eq!(terminate(&text, 11), twin::terminate(&text, 11));
    }

    #[test]
    fn agrees_with_the_twin_on_deep_stacks(
        open in one_of(&["(", "「", "<"]),
        depth in 124_usize..=130,
        closed in 0_usize..=130,
        rest in text(0..5),
    ) {
        let close = match open { "(" => ")", "「" => "」", _ => ">" };
        let text = format!("example.com/{}{}{rest}", open.repeat(depth), close.repeat(closed));
        prop_assert_eq!(terminate(&text, 11), twin::terminate(&text, 11));
    }

    #[test]
    fn the_end_is_a_boundary_after_the_host_for_any_offset(text in text(0..20), offset in 0_usize..80) {
        let end = terminate(&text, offset);
        prop_assert!(text.is_char_boundary(end));
        let mut start = offset.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        prop_assert!(start <= end);
    }

    #[test]
    fn what_follows_a_hard_character_does_not_matter(tail in text(0..20), after in text(0..20)) {
        let text = format!("example.com/{tail} ");
        prop_assert_eq!(terminate(&text, 11), terminate(&format!("{text}{after}"), 11));
    }

    #[test]
    fn a_corrected_span_keeps_its_start_and_is_stable(
        before in text(0..5),
        scheme in one_of(&["", "https://", "http://u@"]),
        tail in text(0..20),
        given in 0_usize..40,
    ) {
        let text = format!("{before}{scheme}example.com{tail}");
        let mut end = (before.len() + scheme.len() + 11 + given).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let corrected = correct_span(&text, before.len()..end);
        prop_assert_eq!(corrected.start, before.len());
        prop_assert!(text.get(corrected.clone()).is_some());
        prop_assert_eq!(correct_span(&text, corrected.clone()), corrected);
    }
}

#[test]
fn the_stack_holds_125_brackets() {
    for depth in 124..=127 {
        let text = format!("example.com/{}", "(".repeat(depth));
        assert_eq!(terminate(&text, 11), 12 + depth.min(125), "{depth} open");
    }
}

#[test]
fn a_correct_span_of_no_text_comes_back() {
    assert_eq!(correct_span("example.com", 4..99), 4..99);
    #[expect(
        clippy::reversed_empty_ranges,
        reason = "the caller's slip must not panic"
    )]
    let reversed = 9..4;
    assert_eq!(correct_span("example.com", reversed.clone()), reversed);
}
