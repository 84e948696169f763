//! Labels and domains of the reference implementation: character classes, validity, and boundaries inside a label.

use linkspan::property::{HostClass, host_class};
use linkspan::suffix::SuffixList;

pub(super) fn is_dot(c: char) -> bool {
    host_class(c) == HostClass::Dot
}

pub(super) fn is_label_char(c: char) -> bool {
    !matches!(host_class(c), HostClass::Dot | HostClass::Outside)
}

/// The ASCII form of a domain, if its labels, lengths, hyphens and underscores are valid. It may have one label.
pub(super) fn to_ascii_domain(host: &str, list: &SuffixList) -> Option<String> {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
    let allowed = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "-_.".contains(c);
    // UTS #46 may remove characters, but more of them than a domain has octets are rejected.
    if !host.chars().all(allowed) || host.chars().count() > 253 {
        return None;
    }
    let name = Uts46::new()
        .to_ascii(
            host.as_bytes(),
            AsciiDenyList::URL,
            Hyphens::CheckFirstLast,
            DnsLength::Verify,
        )
        .ok()?
        .into_owned();
    let labels: Vec<_> = name.split('.').collect();
    let has_outer_hyphen = labels
        .iter()
        .any(|label| label.starts_with('-') || label.ends_with('-'));
    let suffix_labels = list.public_suffix(&name).split('.').count();
    let has_underscore = labels
        .iter()
        .rev()
        .take(suffix_labels + 1)
        .any(|label| label.contains('_'));
    let ends_in_number = labels.last()?.chars().all(|c| c.is_ascii_digit());
    let has_misplaced = has_outer_hyphen || (has_underscore && labels.len() > 1);
    let is_valid = !has_misplaced && !ends_in_number && name.chars().all(allowed);
    is_valid.then_some(name)
}

/// Whether the dots after a label do not join it with another one.
pub(super) fn is_last_label(dots: &[char]) -> bool {
    dots.is_empty() || (dots.len() > 1 && dots.iter().any(|&dot| dot != '.'))
}

/// Whether a label is syntactically a top-level domain.
pub(super) fn is_syntactic(label: &str) -> bool {
    let (unicode, valid) = idna::domain_to_unicode(label);
    if unicode.is_ascii() {
        return unicode.len() >= 2 && unicode.chars().all(|c| c.is_ascii_alphabetic());
    }
    valid.is_ok() && unicode.chars().all(is_letter)
}

pub(super) fn is_letter(c: char) -> bool {
    matches!(
        host_class(c),
        HostClass::Latin | HostClass::Letter | HostClass::Unspaced
    )
}

/// The number of characters before an ASCII name at the end of a label that directly follows a word of a script
/// without spaces, or emoji with nothing but such words before them.
///
/// In `請看example.com`, it is 2. Digits after such a word belong to it.
pub(super) fn unspaced_prefix_len(label: &str) -> Option<usize> {
    let chars: Vec<char> = label.chars().collect();
    let words = chars.iter().rposition(|c| !c.is_ascii())? + 1;
    let is_unspaced = |c: &char| host_class(*c) == HostClass::Unspaced;
    let is_symbol = |c: &char| !c.is_ascii() && host_class(*c) == HostClass::Other;
    let first = chars.get(words)?;
    let starts_name = if is_unspaced(&chars[words - 1]) {
        first.is_ascii_alphabetic() || *first == '_'
    } else {
        let are_symbols = chars[..words]
            .iter()
            .all(|c| is_symbol(c) || is_unspaced(c));
        are_symbols && (first.is_ascii_alphanumeric() || *first == '_')
    };
    starts_name.then_some(words)
}

/// Whether a character is invisible (`Default_Ignorable_Code_Point`).
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// What decides where a last label ends.
pub(super) struct LabelEnd<'r> {
    pub(super) list: &'r SuffixList,
    /// Whether a label can be the top-level domain.
    pub(super) is_top_level: &'r dyn Fn(&str) -> bool,
    /// Whether a label ends where the script changes.
    pub(super) split_scripts: bool,
}

impl LabelEnd<'_> {
    /// The number of characters after which a last label ends although more label characters follow, as in `comです`.
    ///
    /// `dots` are the dots after the label.
    pub(super) fn early(&self, label: &str, dots: &[char]) -> Option<usize> {
        let letters: String = label.chars().take_while(|&c| is_letter(c)).collect();
        let count = letters.chars().count();
        let after: String = label.chars().skip(count).collect();
        // Underscores after a top-level domain are markup.
        if !after.is_empty() && after.chars().all(|c| c == '_') {
            let all_letters = || (self.is_top_level)(&letters).then_some(count);
            return if is_last_label(dots) {
                self.early(&letters, &[]).or_else(all_letters)
            } else {
                None
            };
        }
        if label.is_ascii() {
            return None;
        }
        if !self.split_scripts {
            let visible = label.trim_end_matches(is_ignorable);
            let is_early = visible != label && (self.is_top_level)(visible);
            return is_early.then(|| visible.chars().count());
        }
        // Invisible characters, which UTS #46 removes, are not part of a top-level domain.
        if self.list.is_top_level(label) {
            let is_invisible = |c: char| !c.is_ascii() && host_class(c) == HostClass::Other;
            let visible = label.trim_end_matches(is_invisible);
            return (visible != label).then(|| visible.chars().count());
        }
        // An ASCII top-level domain ends at a script change.
        let ascii: String = letters.chars().take_while(char::is_ascii).collect();
        let rest: String = label.chars().skip(ascii.len()).collect();
        let is_other_script =
            rest.starts_with(|c| matches!(host_class(c), HostClass::Letter | HostClass::Unspaced));
        if !ascii.is_empty() && is_other_script {
            let ends_here = if matches!(dots, ['.']) {
                self.list.is_top_level(&ascii) && unspaced_prefix_len(&rest).is_some()
            } else {
                (self.is_top_level)(&ascii)
            };
            return ends_here.then_some(ascii.len());
        }
        // A symbol such as an emoji ends a top-level domain.
        let symbol = after.chars().next()?;
        let ends_here = if matches!(dots, ['.']) {
            self.list.is_top_level(&letters)
        } else {
            (self.is_top_level)(&letters)
        };
        (!symbol.is_ascii() && ends_here).then_some(count)
    }
}
