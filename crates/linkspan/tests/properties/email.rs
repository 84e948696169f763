//! Properties of local parts and their quoting, with a reference implementation of §5.2.

use linkspan::email::{quote_local_part, unquote_local_part};
use linkspan::uts58::{is_link_email, local_part};

/// Reference implementation: §5.2 to the letter, then the limit of 64 octets.
///
/// Returns the start of the local part and the start of the link, which includes a `mailto:`.
fn reference_local_part(text: &str, at: usize) -> Option<(usize, usize)> {
    let before: Vec<char> = text[..at].chars().collect();
    let mut n = before.len();
    while n > 0 && is_link_email(before[n - 1]) {
        n -= 1;
    }
    let local: String = before[n..].iter().collect();
    let has_bad_dots = local.starts_with('.') || local.ends_with('.') || local.contains("..");
    if local.is_empty() || has_bad_dots || local.len() > 64 {
        return None;
    }
    let start = at - local.len();
    let mailto = text[..start].to_ascii_lowercase().ends_with("mailto:");
    Some((start, if mailto { start - 7 } else { start }))
}

/// [`local_part`] agrees with the reference if there is an `@` at the offset, and returns valid offsets in any case.
pub(crate) fn local_part_matches_reference(text: &str, at: usize) {
    let found = local_part(text, at);
    if let Ok(found) = &found {
        assert!(found.link_start <= found.start && found.start < at);
        assert!(text.get(found.link_start..at).is_some());
    }
    if text.get(at..).is_some_and(|rest| rest.starts_with('@')) {
        let found = found.ok().map(|found| (found.start, found.link_start));
        assert_eq!(found, reference_local_part(text, at));
    }
}

/// [`local_part_matches_reference`] for every `@` of a text.
pub(crate) fn all_local_parts_match_reference(text: &str) {
    for (at, _) in text.match_indices('@') {
        local_part_matches_reference(text, at);
    }
}

/// Unquoting restores a quoted local part. One that needs no quotes is found in text.
pub(crate) fn quoting_round_trips(local: &str) {
    let quoted = quote_local_part(local);
    assert_eq!(unquote_local_part(&quoted).unwrap(), local);
    let text = format!(" {quoted}@example.com");
    let found = local_part(&text, 1 + quoted.len()).map(|found| found.start);
    let is_short = quoted.len() <= 64;
    assert_eq!(found == Ok(1), !quoted.starts_with('"') && is_short);
}

/// Any text can be unquoted or is rejected with an offset inside it.
pub(crate) fn unquoting_errors_have_valid_offsets(text: &str) {
    match unquote_local_part(text) {
        Ok(local) => assert!(local.len() <= text.len()),
        Err(error) => assert!(error.offset() <= text.len()),
    }
}
