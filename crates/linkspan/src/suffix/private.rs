//! Suffixes below which organisations let anybody have a name, such as `github.io`.
//!
//! They are the private section of the Public Suffix List. Two names below such a suffix belong to two owners, as two
//! names below `co.uk` do. But `github.io` is registered like any other domain, and a reader sees it as one. So these
//! suffixes are no part of [`SuffixList`](super::SuffixList), and count only where owners are compared.

use core::cmp::Ordering;

use super::labels_from_last;
use super::private_table::RULES;

/// The number of labels of the private suffix of a domain in ASCII form and in lower case. `None` if it has none.
pub(crate) fn private_suffix_labels(domain: &str) -> Option<usize> {
    let labels = labels_from_last(domain).count();
    let mut rest = domain;
    // The longest rule applies, except that an exception takes precedence.
    for count in (2..=labels).rev() {
        if contains("!", rest) {
            return Some(count - 1);
        }
        let parent = rest.split_once('.').map_or("", |(_, parent)| parent);
        if contains("", rest) || contains("*.", parent) {
            return Some(count);
        }
        rest = parent;
    }
    None
}

/// Whether the rules, which are sorted and separated by spaces, contain this prefix followed by this domain.
fn contains(prefix: &str, domain: &str) -> bool {
    let (mut low, mut high) = (0, RULES.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = RULES.get(low..middle).and_then(|before| before.rfind(' '));
        let start = start.map_or(low, |space| low + space + 1);
        let rest = RULES.get(start..high).unwrap_or_default();
        let rule = rest.split(' ').next().unwrap_or_default();
        match rule.bytes().cmp(prefix.bytes().chain(domain.bytes())) {
            Ordering::Equal => return true,
            Ordering::Less => low = start + rule.len() + 1,
            Ordering::Greater => high = start,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_sorted() {
        assert!(
            RULES
                .split(' ')
                .is_sorted_by(|before, after| before < after)
        );
    }

    #[test]
    fn every_rule_is_found() {
        for rule in RULES.split(' ') {
            assert!(contains("", rule), "{rule}");
            let rest = rule.get(1..).unwrap_or_default();
            let is_rule = RULES.split(' ').any(|other| other == rest);
            assert_eq!(contains("", rest), is_rule, "{rest}");
        }
    }

    #[test]
    fn names_below_private_suffixes_belong_to_owners() {
        for (domain, labels) in [
            ("ann.github.io", Some(2)),
            ("github.io", Some(2)),
            ("a.b.blogspot.com", Some(2)),
            ("io", None),
            ("example.com", None),
            ("", None),
            // A wildcard: *.compute.amazonaws.com
            ("a.eu.compute.amazonaws.com", Some(4)),
            ("amazonaws.com", None),
        ] {
            assert_eq!(private_suffix_labels(domain), labels, "{domain}");
        }
    }
}
