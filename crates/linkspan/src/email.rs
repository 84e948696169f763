//! Local parts of email addresses: quoting (UTS #58 §5.3), and the two forms that only options allow.

pub use crate::uts58::{UnquoteError, quote_local_part, unquote_local_part};

use crate::counter;
use crate::property::is_link_email;
use crate::uts58::{LocalPart, MAX_LOCAL_PART_LEN, mailto_start};

/// The local part at the end of `before` that remains after everything up to the last misplaced dot is
/// discarded. It does not extend before `floor`. Earlier drafts of the standard specified this.
pub(crate) fn local_part_after_bad_dots(before: &str, floor: usize) -> Option<LocalPart> {
    let at = before.len();
    let run = before.get(floor..)?.chars().rev();
    let run = run.take_while(|&c| is_link_email(c));
    let mut start = at;
    let mut after_dot = true; // A local part does not end with a dot either.
    for c in run {
        if c == '.' && after_dot {
            break;
        }
        start -= c.len_utf8();
        after_dot = c == '.';
        if at - start > MAX_LOCAL_PART_LEN + 1 {
            return None;
        }
    }
    let local = before.get(start..)?;
    let start = if local.starts_with('.') {
        start + 1
    } else {
        start
    };
    let start = (start < at && at - start <= MAX_LOCAL_PART_LEN).then_some(start)?;
    Some(LocalPart::new(mailto_start(before, floor, start), start))
}

/// The quoted local part at the end of `before`. It does not extend before `floor`. Earlier drafts of the standard
/// specified this.
pub(crate) fn quoted_local_part(before: &str, floor: usize) -> Option<LocalPart> {
    let text = before.get(floor..)?;
    let inside = text.strip_suffix('"')?;
    // The opening quote is the last quote after which everything up to the '@' is validly quoted. A quote
    // after a backslash is content. The search is limited to the maximum length of a local part.
    let mut from = inside.len().saturating_sub(MAX_LOCAL_PART_LEN);
    while !inside.is_char_boundary(from) {
        from += 1;
    }
    let opening = inside
        .get(from..)?
        .match_indices('"')
        .map(|(quote, _)| from + quote);
    let mut candidates = opening.filter(|&quote| {
        let content = text.get(quote + 1..).unwrap_or_default();
        counter::add(content.len() + 1);
        let escaped = text
            .get(..quote)
            .is_some_and(|before| before.ends_with('\\'));
        !escaped && closes_at_end(content)
    });
    let start = floor + candidates.next_back()?;
    Some(LocalPart::new(mailto_start(before, floor, start), start))
}

/// Whether the text after an opening quote ends with its closing quote and contains no control characters.
fn closes_at_end(text: &str) -> bool {
    let mut inside = text.chars();
    while let Some(c) = inside.next() {
        match c {
            '"' => return inside.as_str().is_empty(),
            '\\' if inside.next().is_none_or(char::is_control) => return false,
            c if c.is_control() => return false,
            _ => {}
        }
    }
    false
}
