//! Where the authority of a URL ends in running text.

use crate::counter;
use crate::property::{LinkTerm, link_term};

/// The end of the authority that starts at `start`. It ends where the path, query or fragment starts, or
/// where the link ends. Dots and colons at its end belong to the sentence, unless a path, query or fragment
/// follows.
pub(crate) fn authority_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let mut end_after_user = None;
    let mut in_brackets = false;
    let mut end = rest.len();
    for (offset, c) in rest.char_indices() {
        counter::add(c.len_utf8());
        match c {
            // Everything before the `@` is a user name, so the host did not end there.
            '@' => end_after_user = None,
            '.' | ':' => {}
            '[' => in_brackets = true,
            ']' if in_brackets => in_brackets = false,
            // These end the host, but a user name may contain them.
            '!' | ',' | ';' => {
                end_after_user.get_or_insert(offset);
            }
            '/' | '?' | '#' => {
                end = offset;
                break;
            }
            c if link_term(c) != LinkTerm::Include => {
                end = offset;
                break;
            }
            _ => {}
        }
    }
    let end = end_after_user.unwrap_or(end);
    let has_tail = rest
        .get(end..)
        .is_some_and(|tail| tail.starts_with(['/', '?', '#']));
    if has_tail {
        return start + end;
    }
    let authority = rest.get(..end).unwrap_or_default();
    start + authority.trim_end_matches(['.', ':']).len()
}
