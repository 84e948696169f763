//! Where the authority of a URL ends in running text.

use linkspan_vector::{AsciiSet, MAX_RUN_LEN};

use crate::counter;
use crate::property::{LinkTerm, ascii, link_term};

/// The end of the authority that starts at `start`. It ends where the path, query or fragment starts, or
/// where the link ends. Dots and colons at its end belong to the sentence, unless a path, query or fragment
/// follows.
pub(crate) fn authority_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    plain_authority_end(rest, start).unwrap_or_else(|| authority_end_by_chars(rest, start))
}

/// The fast path: an ASCII authority without user name that a path follows.
fn plain_authority_end(rest: &str, start: usize) -> Option<usize> {
    if cfg!(feature = "compact-tables") {
        return None;
    }
    let run = linkspan_vector::run(rest.as_bytes(), &PLAIN, []);
    counter::add(run.len + 1);
    let is_end = run.len < MAX_RUN_LEN && rest.as_bytes().get(run.len) == Some(&b'/');
    is_end.then_some(start + run.len)
}

/// The ASCII characters that are in an authority wherever they are.
const PLAIN: AsciiSet = ascii::INCLUDE
    .union(AsciiSet::new(b".:"))
    .difference(AsciiSet::new(b"@[]!,;/?#"));

/// The slow path of [`authority_end`] for the text from `start` on.
fn authority_end_by_chars(rest: &str, start: usize) -> usize {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ends_agree_with_the_slow_path(text in "([a-c0-9.:@!;,_~\\[\\]é。-]{1,4}|[a-z]{30}){0,5}[/?# )]?[a/.]{0,3}", start in 0_usize..4) {
            let start = crate::offset::floor_char_boundary(&text, start);
            let rest = text.get(start..).unwrap_or_default();
            prop_assert_eq!(authority_end(&text, start), authority_end_by_chars(rest, start), "{:?}", text);
        }
    }
}
