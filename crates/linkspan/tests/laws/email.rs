//! Email addresses: a plain twin, and what holds for every text.

use linkspan::{is_link_email, local_part, quote_local_part, unquote_local_part};

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

/// The laws of [`local_part`] for the `@` at an offset, wherever that is.
pub(crate) fn local_parts(text: &str, at: usize) {
    let found = local_part(text, at);
    if let Ok(found) = &found {
        assert!(found.link_start <= found.start && found.start < at);
        assert!(text.get(found.link_start..at).is_some());
    }
    if text.get(at..).is_some_and(|rest| rest.starts_with('@')) {
        let found = found.ok().map(|found| (found.start, found.link_start));
        assert_eq!(found, twin(text, at));
    }
}

/// The laws for every `@` of a text.
pub(crate) fn all_local_parts(text: &str) {
    for (at, _) in text.match_indices('@') {
        local_parts(text, at);
    }
}

/// What is quoted is read as it was, and what needs no quotes is found in text.
pub(crate) fn quoting(local: &str) {
    let quoted = quote_local_part(local);
    assert_eq!(unquote_local_part(&quoted).unwrap(), local);
    let text = format!(" {quoted}@example.com");
    let found = local_part(&text, 1 + quoted.len()).map(|found| found.start);
    let is_short = quoted.len() <= 64;
    assert_eq!(found == Ok(1), !quoted.starts_with('"') && is_short);
}

/// Any text is read as a quoted local part, or refused with a place in it.
pub(crate) fn unquoting(text: &str) {
    match unquote_local_part(text) {
        Ok(local) => assert!(local.len() <= text.len()),
        Err(error) => assert!(error.offset() <= text.len()),
    }
}
