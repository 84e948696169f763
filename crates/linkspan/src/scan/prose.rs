//! Where a link ends if words directly follow it: the option
//! [`AttachedWords::Trim`](crate::options::AttachedWords::Trim).
//!
//! Scripts without spaces put no space between a URL and the next word. The standard includes that word in
//! the link. In a path that is otherwise ASCII, it is more likely prose, and this option ends the link.

use crate::property::{HostClass, LinkTerm, host_class, link_term};
use crate::uts58::{PartEnds, PartStarts, Steps};

/// The parts of a link whose host and port end at `start`, up to the words that directly follow it.
pub(super) fn part_ends_before_prose(text: &str, start: usize) -> PartEnds {
    let mut starts = PartStarts::new(start);
    let mut is_ascii = true;
    let mut steps = Steps::new(text, start);
    while let Some(step) = steps.next() {
        if is_ascii && !step.character.is_ascii() {
            is_ascii = false;
            let before = text.get(start..step.offset).unwrap_or_default();
            if starts_prose(before, step.character) {
                break;
            }
        }
        starts.record(&steps, &step);
    }
    starts.ends()
}

/// Whether `first`, the first character above ASCII after the host, starts prose.
fn starts_prose(before: &str, first: char) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    // The digits of an escape are not the end of a word: the escape stands for another character.
    let is_escape = matches!(before.as_bytes(), [.., b'%', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
    is_full_width_punctuation(first)
        || link_term(first) == LinkTerm::Open
        || (before.ends_with(is_word) && !is_escape && host_class(first) == HostClass::Unspaced)
}

/// Punctuation of CJK text, as wide as an ideograph.
fn is_full_width_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}'
        | '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE6B}'
        | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF65}')
}
