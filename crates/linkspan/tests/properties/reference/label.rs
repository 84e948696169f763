//! Labels and domains of the reference implementation: character classes, validity, and boundaries inside a label.

use linkspan::property::{HostClass, host_class};
use linkspan::suffix::SuffixList;

pub(super) fn is_dot(c: char) -> bool {
    host_class(c) == HostClass::Dot
}

pub(super) fn is_label_char(c: char) -> bool {
    !matches!(host_class(c), HostClass::Dot | HostClass::Outside)
}

pub(super) fn is_listed(label: &str) -> bool {
    SuffixList::embedded().is_top_level(label)
}

/// The ASCII form of a domain, if its labels, lengths, hyphens and underscores are valid.
pub(super) fn to_ascii_domain(host: &str) -> Option<String> {
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
    let suffix_labels = SuffixList::embedded()
        .public_suffix(&name)
        .split('.')
        .count();
    let has_underscore = labels
        .iter()
        .rev()
        .take(suffix_labels + 1)
        .any(|label| label.contains('_'));
    let ends_in_number = labels.last()?.chars().all(|c| c.is_ascii_digit());
    let is_valid = labels.len() >= 2
        && !has_outer_hyphen
        && !has_underscore
        && !ends_in_number
        && name.chars().all(allowed);
    is_valid.then_some(name)
}

/// Whether a label is syntactically a top-level domain.
pub(super) fn is_syntactic(label: &str) -> bool {
    let (unicode, valid) = idna::domain_to_unicode(label);
    if unicode.is_ascii() {
        return unicode.len() >= 2 && unicode.chars().all(|c| c.is_ascii_alphabetic());
    }
    valid.is_ok() && unicode.chars().all(is_letter)
}

fn is_letter(c: char) -> bool {
    matches!(
        host_class(c),
        HostClass::Latin | HostClass::Letter | HostClass::Unspaced
    )
}

/// The number of characters of an unspaced script at the start of a label, if the rest of the label is an ASCII name.
///
/// Scripts without spaces are often written directly before a name: in `請看example.com`, it is 2.
pub(super) fn unspaced_prefix_len(label: &str) -> Option<usize> {
    let prefix = label
        .chars()
        .take_while(|&c| {
            !c.is_ascii() && matches!(host_class(c), HostClass::Unspaced | HostClass::Other)
        })
        .count();
    let name: String = label.chars().skip(prefix).collect();
    let first = name.chars().next()?;
    (prefix > 0 && name.is_ascii() && (first.is_ascii_alphanumeric() || first == '_'))
        .then_some(prefix)
}

/// The number of characters after which a last label ends although more label characters follow, as in `comです`.
///
/// `dots` are the dots after the label.
pub(super) fn early_label_end(
    label: &str,
    dots: &[char],
    is_top_level: &impl Fn(&str) -> bool,
) -> Option<usize> {
    let letters: String = label.chars().take_while(|&c| is_letter(c)).collect();
    let count = letters.chars().count();
    let after: String = label.chars().skip(count).collect();
    // Underscores after a top-level domain are markup.
    if !after.is_empty() && after.chars().all(|c| c == '_') {
        let is_last = dots.is_empty() || (dots.len() > 1 && dots.iter().any(|&dot| dot != '.'));
        let all_letters = || is_top_level(&letters).then_some(count);
        return if is_last {
            early_label_end(&letters, &[], is_top_level).or_else(all_letters)
        } else {
            None
        };
    }
    if label.is_ascii() {
        return None;
    }
    // Invisible characters, which UTS #46 removes, are not part of a top-level domain.
    if is_listed(label) {
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
            is_listed(&ascii) && unspaced_prefix_len(&rest).is_some()
        } else {
            is_top_level(&ascii)
        };
        return ends_here.then_some(ascii.len());
    }
    // A symbol such as an emoji ends a top-level domain.
    let symbol = after.chars().next()?;
    let ends_here = if matches!(dots, ['.']) {
        is_listed(&letters)
    } else {
        is_top_level(&letters)
    };
    (!symbol.is_ascii() && ends_here).then_some(count)
}
