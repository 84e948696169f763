//! Estimates without the data of UTS #39.

use core::ops::Range;

use super::languages::common_languages;
use crate::property::{HostClass, host_class};

/// Whether readers may mistake a label in Unicode for another one. `top_level` is the Unicode form of the top-level
/// domain.
///
/// Common Latin letters of one language, and letters of the scripts of East and Southeast Asia, do not look like ASCII.
/// Those of other scripts may, unless the top-level domain shows that they are expected.
pub(crate) fn label_deceives(label: &str, top_level: &str) -> bool {
    let classes = || label.chars().filter(|c| !c.is_ascii()).map(host_class);
    let is_one_class = |class| classes().all(|other| other == class);
    let is_latin = |c: char| host_class(c) == HostClass::Latin;
    let is_harmless = is_one_class(HostClass::Latin)
        && label.chars().all(is_common)
        && common_languages(label, is_latin, |_| false) != 0
        || is_one_class(HostClass::Unspaced)
        || (is_one_class(HostClass::Letter)
            && !top_level.is_ascii()
            && !label.bytes().any(|b| b.is_ascii_alphabetic()));
    !is_harmless
}

/// Whether a letter belongs to languages of several countries, or is hardly mistaken for another one.
fn is_common(c: char) -> bool {
    matches!(c, '\0'..='\u{17F}' | 'ơ' | 'ư' | 'ș' | 'ț' | '\u{1EA0}'..='\u{1EF9}')
        && !matches!(c, '\u{B7}' | 'þ' | 'ð')
}

/// Calls `visit` with each range of a text outside the host that may deceive: words that contain letters of ASCII and of
/// another script.
pub(crate) fn for_each_deceptive_range(text: &str, visit: &mut dyn FnMut(Range<usize>)) {
    let is_word = |c: char| host_class(c).is_letter();
    let mut start = 0;
    for word in text.split_inclusive(|c| !is_word(c)) {
        let letters = word.trim_end_matches(|c| !is_word(c));
        let has_ascii = letters.bytes().any(|b| b.is_ascii_alphabetic());
        let has_other = letters.chars().any(|c| host_class(c) == HostClass::Letter);
        if has_ascii && has_other {
            visit(start..start + letters.len());
        }
        start += word.len();
    }
}

/// Whether a label may swap places with a neighbour when the host is displayed. [`label_deceives`] excludes it: labels of
/// scripts that are written from right to left are decoded only if the top-level domain is not ASCII.
pub(crate) fn label_may_swap(labels: &[&str], number: usize) -> bool {
    let label = labels.get(number).copied().unwrap_or_default();
    let is_letter = |c: char| host_class(c) == HostClass::Letter;
    label.contains(is_letter) && labels.iter().any(|label| label.is_ascii())
}
