//! Local parts, compared with a plain twin.

use linkspan::{is_link_email, local_part, quote_local_part, unquote_local_part};
use proptest::prelude::*;

use crate::alphabet::{config, one_of, text};

/// §5.2 as it reads, then the limit of 64 octets.
fn twin(text: &str, at: usize) -> Option<(usize, usize)> {
    let before: Vec<char> = text[..at].chars().collect();
    let mut n = before.len();
    while n > 0 && is_link_email(before[n - 1]) {
        n -= 1;
    }
    let local: String = before[n..].iter().collect();
    let dots = local.starts_with('.') || local.ends_with('.') || local.contains("..");
    if local.is_empty() || dots || local.len() > 64 {
        return None;
    }
    let start = at - local.len();
    let mailto = text[..start].to_ascii_lowercase().ends_with("mailto:");
    Some((start, if mailto { start - 7 } else { start }))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn agrees_with_the_twin(
        before in text(0..4),
        mailto in one_of(&["", "mailto:", "MailTo:", "mailto"]),
        local in "[a-zαम.+@ -]{0,12}",
        filler in one_of(&["", "x", "é", "アルベルト", "𞤀𞤀𞤀𞤀"]),
        times in 0_usize..20,
    ) {
        let front = format!("{before}{mailto}{}{local}", filler.repeat(times));
        let text = format!("{front}@example.com");
        let found = local_part(&text, front.len()).ok();
        prop_assert_eq!(found.map(|found| (found.start, found.link_start)), twin(&text, front.len()));
    }

    #[test]
    fn no_offset_panics(text in text(0..10), at in 0_usize..40) {
        let _ = local_part(&text, at);
    }

    #[test]
    fn quoting_and_back_gives_the_same(local in ".{0,20}", other in text(0..10)) {
        for local in [local, other] {
            let quoted = quote_local_part(&local).into_owned();
            let read = unquote_local_part(&quoted).unwrap();
            prop_assert_eq!(read, local.as_str());
        }
    }

    #[test]
    fn what_needs_no_quotes_is_found_again(local in "[a-zα.\" ]{1,10}") {
        let quoted = quote_local_part(&local);
        let text = format!(" {quoted}@example.com");
        let found = local_part(&text, 1 + quoted.len()).map(|found| found.start);
        prop_assert_eq!(found == Ok(1), !quoted.starts_with('"'));
    }

    #[test]
    fn reading_quotes_never_panics(text in "[\"\\\\a .]{0,8}") {
        if let Err(error) = unquote_local_part(&text) {
            prop_assert!(error.offset() <= text.len());
        }
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
