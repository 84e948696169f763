//! Which name a host imitates, and how.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::fold::{
    fold, fold_further, for_each_deletion, for_each_transposition, is_one_edit_away,
};
use super::table::hash;
use super::{MIN_EDITED_LEN, Name, ProtectedNames, fold_suffix, folded_forms};

/// The minimum number of characters of a name that a host contains next to other words. The names of three letters are
/// also parts of words.
const MIN_CONTAINED_LEN: usize = 4;

/// The maximum number of hyphen-separated parts of a name that is looked up in a label.
const MAX_PARTS: usize = 3;

/// The maximum number of labels of a name that is looked up in the subdomains of a host.
const MAX_LABELS: usize = 4;

/// Words that imitations add to a name, before or after it. Their folds are the same words.
#[rustfmt::skip]
pub(super) const WORDS: &[&str] = &[
    "access", "account", "accounts", "alert", "app", "auth", "billing", "center", "client", "com", "confirm", "customer", "help",
    "http", "https", "invoice", "login", "logon", "mail", "mobile", "net", "official", "online", "org", "pay", "payment",
    "portal", "recovery", "refund", "secure", "security", "service", "services", "signin", "store", "support", "team", "update",
    "verification", "verify", "wallet", "web", "webmail", "www",
];

/// A host as it is compared with names.
pub(in crate::assess) struct Host<'h> {
    /// In ASCII form and small letters.
    pub(in crate::assess) domain: String,
    pub(in crate::assess) labels: Vec<HostLabel<'h>>,
    /// The number of labels before the public suffix.
    pub(in crate::assess) suffix_start: usize,
    /// The number of labels before the suffix below which an organisation lets anybody have a name, such as `github.io`.
    pub(in crate::assess) private_suffix_start: Option<usize>,
}

/// A label of a host in its forms.
pub(in crate::assess) struct HostLabel<'h> {
    /// The label as it is written, unless that is Punycode. Other letters look alike if they are capital.
    pub(in crate::assess) written: Option<&'h str>,
    /// In small letters.
    pub(in crate::assess) ascii: String,
    pub(in crate::assess) unicode: String,
}

/// An imitation of a name by a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::assess) struct Imitation<'n> {
    /// The name, in ASCII form.
    pub(in crate::assess) name: &'n str,
    pub(in crate::assess) manner: Manner,
    /// The labels of the host that imitate the name.
    pub(in crate::assess) labels: Range<usize>,
}

/// In which way a host imitates a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::assess) enum Manner {
    /// The registrable domain looks the same.
    Domain,
    /// The registrable domain looks similar at a glance.
    Glance,
    /// The registrable domain looks the same but for one edit.
    Edit,
    /// The label before the public suffix looks the same but is not, and the suffix is another one.
    Label,
    /// The label before the public suffix contains that of the name.
    Combination,
    /// Other labels of the host are the name.
    Subdomains,
}

impl ProtectedNames {
    /// The name that a host imitates. `None` if the host is a protected name or below one.
    pub(in crate::assess) fn imitated_by(&self, host: &Host<'_>) -> Option<Imitation<'_>> {
        let registered = host.suffix_start.checked_sub(1)?;
        let label = host.labels.get(registered)?;
        if self.is_empty() || self.contains_host(host) {
            return None;
        }
        let suffix = host.labels.get(host.suffix_start..).unwrap_or_default();
        let suffix = fold_suffix(suffix.iter().map(|label| label.unicode.as_str()));
        let forms = folded_forms([label.unicode.as_str()].into_iter().chain(label.written));
        let Some((name, manner)) = self.imitated_by_label(&forms, &suffix, &label.ascii) else {
            return self
                .imitated_by_subdomains(host)
                .or_else(|| self.imitated_by_tenant(host));
        };
        let name = self.domain(name);
        // The suffix is part of what looks the same only if it is not the same.
        let own_suffix = name.split('.').skip(1);
        let is_other_suffix = manner == Manner::Domain
            && !own_suffix.eq(host.domain.split('.').skip(host.suffix_start));
        let end = if is_other_suffix {
            host.labels.len()
        } else {
            host.suffix_start
        };
        Some(Imitation {
            name,
            manner,
            labels: registered..end,
        })
    }

    /// The name that the label before a private suffix imitates. Honest projects are called after what they are for
    /// (`paypal-buttons.github.io`), so a combination counts only with a word that is common in imitations.
    fn imitated_by_tenant(&self, host: &Host<'_>) -> Option<Imitation<'_>> {
        let number = host.private_suffix_start?.checked_sub(1)?;
        let label = host.labels.get(number)?;
        let forms = folded_forms([label.unicode.as_str()].into_iter().chain(label.written));
        let find = |manner: Manner| {
            let name = forms.iter().find_map(|form| match manner {
                Manner::Label => self.with_other_suffix(form, &label.ascii),
                Manner::Combination => self.contained_beside_word(form),
                _ => None,
            });
            name.map(|name| (name, manner))
        };
        let (name, manner) = find(Manner::Label).or_else(|| find(Manner::Combination))?;
        Some(Imitation {
            name: self.domain(name),
            manner,
            labels: number..number + 1,
        })
    }

    /// The name that the label before the public suffix imitates, which is given in all its folded forms and in ASCII.
    fn imitated_by_label(
        &self,
        forms: &[String],
        suffix: &str,
        ascii: &str,
    ) -> Option<(&Name, Manner)> {
        let manners = [
            Manner::Domain,
            Manner::Glance,
            Manner::Edit,
            Manner::Label,
            Manner::Combination,
        ];
        manners.into_iter().find_map(|manner| {
            let name = forms.iter().find_map(|form| match manner {
                Manner::Domain => self.with_folded_domain(form, suffix),
                Manner::Glance => self.similar_at_a_glance(form, suffix),
                Manner::Edit => self.one_edit_away(form, suffix),
                Manner::Label => self.with_other_suffix(form, ascii),
                Manner::Combination => self.contained_in(form),
                Manner::Subdomains => None,
            })?;
            Some((name, manner))
        })
    }

    /// Whether the host is a protected name or below one. Names below a protected public suffix belong to others.
    fn contains_host(&self, host: &Host<'_>) -> bool {
        let dots = host.domain.match_indices('.');
        let starts = [0].into_iter().chain(dots.map(|(dot, _)| dot + 1));
        let mut domains = starts
            .take(host.suffix_start)
            .filter_map(|start| host.domain.get(start..));
        domains.any(|domain| {
            let mut candidates = self.listed.candidates(hash(&[domain]));
            candidates.any(|number| {
                let name = self.names.get(number);
                name.is_some_and(|name| self.domain(name) == domain)
            })
        })
    }

    fn with_folded_domain(&self, label: &str, suffix: &str) -> Option<&Name> {
        let mut names = self.folded_domains.candidates(hash(&[label, ".", suffix]));
        names.find_map(|number| {
            let name = self.names.get(number)?;
            let is_same = self.folded_label(name) == label && self.folded_suffix(name) == suffix;
            is_same.then_some(name)
        })
    }

    fn similar_at_a_glance(&self, label: &str, suffix: &str) -> Option<&Name> {
        let further = fold_further(label);
        let hash = hash(&[&further]);
        let mut names = self.further_folded_labels.candidates(hash);
        names.find_map(|number| {
            let folded = self.folded_label(self.names.get(number)?);
            let is_same = fold_further(folded) == further;
            is_same.then(|| self.with_folded_domain(folded, suffix))?
        })
    }

    /// Each name one edit away is found by one of four lookups: the label, without one character, is the name or the name
    /// without one character; the label is the name without one character; the label, with two neighbours exchanged, is
    /// the name.
    fn one_edit_away(&self, label: &str, suffix: &str) -> Option<&Name> {
        let mut found = self.with_one_deletion(label, label, suffix);
        let mut look_up = |edited: &str| {
            let is_name = || {
                let is_long = edited.chars().count() >= MIN_EDITED_LEN;
                is_long.then(|| self.with_folded_domain(edited, suffix))?
            };
            found = found.or_else(is_name);
        };
        for_each_transposition(label, &mut look_up);
        for_each_deletion(label, &mut look_up);
        for_each_deletion(label, &mut |shorter| {
            found = found.or_else(|| self.with_one_deletion(shorter, label, suffix));
        });
        found
    }

    /// A name that is `shorter` with one character added, and that is one edit away from the label.
    fn with_one_deletion(&self, shorter: &str, label: &str, suffix: &str) -> Option<&Name> {
        let mut names = self.deletions.candidates(hash(&[shorter]));
        names.find_map(|number| {
            let folded = self.folded_label(self.names.get(number)?);
            is_one_edit_away(label, folded).then(|| self.with_folded_domain(folded, suffix))?
        })
    }

    fn with_other_suffix(&self, folded: &str, ascii: &str) -> Option<&Name> {
        if folded.chars().count() < MIN_CONTAINED_LEN {
            return None;
        }
        let mut first = None;
        for name in self.with_folded_label(folded) {
            if self.label(name) == ascii {
                return None;
            }
            first = first.or(Some(name));
        }
        first
    }

    fn with_folded_label<'n>(&'n self, folded: &str) -> impl Iterator<Item = &'n Name> {
        let numbers = self.folded_labels.candidates(hash(&[folded]));
        numbers
            .filter_map(|number| self.names.get(number))
            .filter(move |name| self.folded_label(name) == folded)
    }

    /// The first name of at least `len` characters with a folded label.
    fn with_long_label(&self, folded: &str, len: usize) -> Option<&Name> {
        let is_long = folded.chars().count() >= len;
        is_long.then(|| self.with_folded_label(folded).next())?
    }

    /// A name that a folded label contains beside one of the words.
    fn contained_beside_word(&self, label: &str) -> Option<&Name> {
        let has_word = label.split('-').any(|part| {
            WORDS
                .iter()
                .any(|word| part.starts_with(word) || part.ends_with(word))
        });
        has_word.then(|| self.contained_in(label))?
    }

    /// A name whose label is one or more of the hyphen-separated parts of a folded label, or such a part next to a word.
    fn contained_in(&self, label: &str) -> Option<&Name> {
        let parts: Vec<&str> = label.split('-').collect();
        let words = parts.iter().filter(|part| WORDS.contains(part)).count();
        let len = if words > 0 {
            MIN_CONTAINED_LEN
        } else {
            MIN_EDITED_LEN
        };
        let runs = (1..=MAX_PARTS.min(parts.len().saturating_sub(1)))
            .flat_map(|count| parts.windows(count))
            .filter(|run| run.iter().any(|part| !WORDS.contains(part)));
        let mut runs = runs.map(|run| run.join("-"));
        let next_to_word = |part: &&str| {
            WORDS.iter().find_map(|word| {
                let rest = [part.strip_prefix(word), part.strip_suffix(word)];
                let mut rest = rest.into_iter().flatten();
                rest.find_map(|rest| self.with_long_label(rest, MIN_CONTAINED_LEN))
            })
        };
        runs.find_map(|run| self.with_long_label(&run, len))
            .or_else(|| parts.iter().find_map(next_to_word))
    }

    /// A name whose labels are among those before the public suffix.
    fn imitated_by_subdomains(&self, host: &Host<'_>) -> Option<Imitation<'_>> {
        let labels = host.labels.get(..host.suffix_start)?;
        let folds: Vec<String> = labels.iter().map(|label| fold(&label.unicode)).collect();
        for (start, first) in folds.iter().enumerate() {
            if first.chars().count() < MIN_CONTAINED_LEN {
                continue;
            }
            for end in start + 2..=folds.len().min(start + MAX_LABELS) {
                let suffix = folds.get(start + 1..end).unwrap_or_default().join(".");
                if let Some(name) = self.with_folded_domain(first, &suffix) {
                    return Some(Imitation {
                        name: self.domain(name),
                        manner: Manner::Subdomains,
                        labels: start..end,
                    });
                }
            }
        }
        None
    }
}
