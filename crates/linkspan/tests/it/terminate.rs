//! Termination on random texts, compared with a reference implementation, and its limits.

use linkspan::url::correct_span;
use linkspan::uts58::{Part, Steps, terminate};
use proptest::prelude::*;

use crate::properties::terminate::{assert_all, corrected_span_is_stable};
use crate::strategies::{config, one_of, text};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn termination_matches_the_reference(start in one_of(&["", "/", "?", "#", "/a?b#c:~:"]), tail in text(0..40)) {
        assert_all(&format!("example.com{start}{tail}"), 11);
    }

    #[test]
    fn termination_matches_the_reference_on_any_text(tail in ".*") {
        assert_all(&format!("example.com/{tail}"), 11);
    }

    #[test]
    fn termination_matches_the_reference_with_deep_nesting(
        open in one_of(&["(", "「", "<"]),
        depth in 124_usize..=130,
        closed in 0_usize..=130,
        rest in text(0..5),
    ) {
        let close = match open { "(" => ")", "「" => "」", _ => ">" };
        let text = format!("example.com/{}{}{rest}", open.repeat(depth), close.repeat(closed));
        assert_all(&text, 11);
    }

    #[test]
    fn termination_accepts_any_offset(text in text(0..20), offset in 0_usize..80) {
        assert_all(&text, offset);
    }

    #[test]
    fn text_after_a_hard_character_is_irrelevant(tail in text(0..20), after in text(0..20)) {
        let text = format!("example.com/{tail} ");
        prop_assert_eq!(terminate(&text, 11), terminate(&format!("{text}{after}"), 11));
    }

    #[test]
    fn corrected_span_keeps_its_start_and_is_stable(
        before in text(0..5),
        scheme in one_of(&["", "https://", "http://u@"]),
        tail in text(0..20),
        given_tail in 0_usize..40,
    ) {
        let text = format!("{before}{scheme}example.com{tail}");
        let end = before.len() + scheme.len() + 11 + given_tail;
        corrected_span_is_stable(&text, before.len()..end);
    }
}

#[test]
fn path_of_a_url_without_authority_needs_no_slash() {
    let text = "sms:110?body=a b";
    let steps: Vec<_> = Steps::in_path(text, 4).collect();
    let parts: Vec<_> = steps.iter().filter_map(|step| step.part).collect();
    assert_eq!(
        parts[..4],
        [Part::Path, Part::Path, Part::Path, Part::Query]
    );
    // The last step is the space that ends the link.
    assert_eq!(steps.last().map(|step| step.offset), text.find(' '));
    // Without a slash after a host there is no path.
    assert_eq!(Steps::new(text, 4).count(), 1);
}

#[test]
fn each_part_starts_once() {
    let link = linkspan::links("see https://example.com/a?b?c#d#e?f now")
        .next()
        .unwrap();
    assert_eq!(link.path(), "/a");
    assert_eq!(link.query(), Some("b?c"));
    assert_eq!(link.fragment(), Some("d#e?f"));
}

#[test]
fn steps_show_where_they_are() {
    let mut steps = Steps::new("example.com/a", 11);
    steps.next();
    let shown = format!("{steps:?}");
    assert!(
        shown.contains("offset: 12") && shown.contains("Path"),
        "{shown}"
    );
}

#[test]
fn link_ends_before_the_126th_open_bracket() {
    for depth in 124..=127 {
        let text = format!("example.com/{}", "(".repeat(depth));
        assert_eq!(terminate(&text, 11), 12 + depth.min(125), "{depth} open");
    }
}

#[test]
fn correct_span_returns_invalid_ranges_unchanged() {
    assert_eq!(correct_span("example.com", 4..99), 4..99);
    #[expect(
        clippy::reversed_empty_ranges,
        reason = "an invalid range must not panic"
    )]
    let reversed = 9..4;
    assert_eq!(correct_span("example.com", reversed.clone()), reversed);
}
