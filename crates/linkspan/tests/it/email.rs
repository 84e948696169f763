//! Local parts, compared with a plain twin.

use linkspan::local_part;
use proptest::prelude::*;

use crate::alphabet::{config, one_of, text};
use crate::laws::email::{all_local_parts, local_parts, quoting, unquoting};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn agrees_with_the_twin(
        far_before in 0_usize..80,
        before in text(0..4),
        mailto in one_of(&["", "mailto:", "MailTo:", "mailto"]),
        local in "[a-zαम.+@ -]{0,12}",
        filler in one_of(&["", "x", "é", "アルベルト", "𞤀𞤀𞤀𞤀"]),
        times in 0_usize..20,
    ) {
        let front = format!("{:far_before$}{before}{mailto}{}{local}", "", filler.repeat(times));
        all_local_parts(&format!("{front}@example.com"));
    }

    #[test]
    fn no_offset_panics(text in text(0..10), at in 0_usize..40) {
        local_parts(&text, at);
    }

    #[test]
    fn quoting_and_back_gives_the_same(any in ".{0,20}", other in text(0..10), dotted in "[a-zα.\" ]{0,10}") {
        for local in [any, other, dotted] {
            quoting(&local);
        }
    }

    #[test]
    fn reading_quotes_never_panics(text in "[\"\\\\a .]{0,8}") {
        unquoting(&text);
    }
}

#[test]
fn a_local_part_has_at_most_64_octets() {
    for (octets, found) in [(63, true), (64, true), (65, false), (1 << 20, false)] {
        let text = format!("{}@example.com", "a".repeat(octets));
        assert_eq!(local_part(&text, octets).is_ok(), found, "{octets} octets");
    }
    let text = format!("{}@example.com", "ア".repeat(22));
    assert!(
        local_part(&text, 66).is_err(),
        "octets count, not characters"
    );
}

#[test]
fn refusals_say_what_was_expected_and_where() {
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
