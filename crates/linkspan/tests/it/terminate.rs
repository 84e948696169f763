//! Termination, compared with a plain twin.

use linkspan::{correct_span, terminate};
use proptest::prelude::*;

use crate::alphabet::{config, one_of, text};
use crate::laws::terminate::{correction, termination};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn laws_hold(start in one_of(&["", "/", "?", "#", "/a?b#c:~:"]), tail in text(0..40)) {
        termination(&format!("example.com{start}{tail}"), 11);
    }

    #[test]
    fn laws_hold_on_any_text(tail in ".*") {
        termination(&format!("example.com/{tail}"), 11);
    }

    #[test]
    fn laws_hold_on_deep_stacks(
        open in one_of(&["(", "「", "<"]),
        depth in 124_usize..=130,
        closed in 0_usize..=130,
        rest in text(0..5),
    ) {
        let close = match open { "(" => ")", "「" => "」", _ => ">" };
        let text = format!("example.com/{}{}{rest}", open.repeat(depth), close.repeat(closed));
        termination(&text, 11);
    }

    #[test]
    fn laws_hold_for_any_offset(text in text(0..20), offset in 0_usize..80) {
        termination(&text, offset);
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
        let end = before.len() + scheme.len() + 11 + given;
        correction(&text, before.len()..end);
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
