//! Local parts on random texts, compared with a reference implementation, and their limits and errors.

use linkspan::uts58::local_part;
use proptest::prelude::*;

use crate::properties::email::{
    all_local_parts_match_reference, local_part_matches_reference, quoting_round_trips,
    unquoting_errors_have_valid_offsets,
};
use crate::strategies::{config, one_of, text};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn local_parts_match_the_reference(
        padding in 0_usize..80,
        before in text(0..4),
        mailto in one_of(&["", "mailto:", "MailTo:", "mailto"]),
        local in "[a-zαम.+@ -]{0,12}",
        filler in one_of(&["", "x", "é", "アルベルト", "𞤀𞤀𞤀𞤀"]),
        times in 0_usize..20,
    ) {
        let before_at = format!("{:padding$}{before}{mailto}{}{local}", "", filler.repeat(times));
        all_local_parts_match_reference(&format!("{before_at}@example.com"));
    }

    #[test]
    fn no_offset_panics(text in text(0..10), at in 0_usize..40) {
        local_part_matches_reference(&text, at);
    }

    #[test]
    fn unquoting_restores_the_quoted_local_part(any in ".{0,20}", other in text(0..10), dotted in "[a-zα.\" ]{0,10}") {
        for local in [any, other, dotted] {
            quoting_round_trips(&local);
        }
    }

    #[test]
    fn unquoting_never_panics(text in "[\"\\\\a .]{0,8}") {
        unquoting_errors_have_valid_offsets(&text);
    }
}

#[test]
fn local_part_has_at_most_64_octets() {
    for (octets, is_valid) in [(63, true), (64, true), (65, false), (1 << 20, false)] {
        let text = format!("{}@example.com", "a".repeat(octets));
        assert_eq!(
            local_part(&text, octets).is_ok(),
            is_valid,
            "{octets} octets"
        );
    }
    let text = format!("{}@example.com", "ア".repeat(22));
    assert!(
        local_part(&text, 66).is_err(),
        "the limit counts octets, not characters"
    );
}

#[test]
fn errors_state_the_expectation_and_the_offset() {
    for (text, at, offset, message) in [
        ("ann.example.com", 3, 3, "expected '@'"),
        ("ä", 1, 1, "expected '@'"),
        ("@example.com", 0, 0, "expected a local part"),
        (".a@example.com", 2, 0, "does not start with '.'"),
        ("a..b@example.com", 4, 1, "'..'"),
        ("a.@example.com", 2, 1, "does not end with '.'"),
    ] {
        let error = local_part(text, at).unwrap_err();
        assert_eq!(error.offset(), offset, "{text}");
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
}
