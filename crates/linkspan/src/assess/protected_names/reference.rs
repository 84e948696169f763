//! The definition of an imitation, as a search through all names: a reference implementation for tests.

#![expect(
    clippy::indexing_slicing,
    reason = "the matrix of edit distances is easier to read with indices, and a test may panic"
)]

use std::borrow::Cow;
use std::string::String;
use std::vec::Vec;

use proptest::prelude::*;

use super::fold::{fold, fold_further};
use super::imitation::WORDS;
use super::*;

/// How a host imitates one of the names, which are domains in ASCII form.
fn manner(names: &[String], host: &Host<'_>) -> Option<Manner> {
    let registered = host.suffix_start.checked_sub(1)?;
    let labels: Vec<&str> = host.domain.split('.').collect();
    let registrable = labels[registered..].join(".");
    let is_protected = |name: &String| {
        let is_below = std::format!(".{}", host.domain).ends_with(&std::format!(".{name}"));
        is_below && name.len() >= registrable.len()
    };
    if names.iter().any(is_protected) {
        return None;
    }
    let split: Vec<_> = names
        .iter()
        .flat_map(|name| {
            let (label, suffix) = name.split_once('.').unwrap();
            let suffix = folded(suffix);
            let folds = folds([unicode_form(label)]);
            folds
                .into_iter()
                .map(move |fold| (label, fold, suffix.clone()))
        })
        .collect();
    let label = &host.labels[registered];
    let suffix: Vec<_> = host.domain.split('.').skip(host.suffix_start).collect();
    let suffix = folded(&suffix.join("."));
    let unicode = Cow::Borrowed(label.unicode.as_str());
    let forms = folds(
        [unicode]
            .into_iter()
            .chain(label.written.map(Cow::Borrowed)),
    );
    let has = |matches: &dyn Fn(&str, &str, &str) -> bool| {
        forms.iter().any(|form| {
            let mut names = split.iter();
            names.any(|(_, fold, suffix)| matches(form, fold, suffix))
        })
    };
    let is_listed_label = split.iter().any(|(own, ..)| *own == label.ascii);
    if has(&|form, name, own_suffix| form == name && suffix == own_suffix) {
        return Some(Manner::Domain);
    }
    let is_long = |text: &str, len| text.chars().count() >= len;
    if has(&|form, name, own_suffix| {
        suffix == own_suffix && is_long(name, 5) && fold_further(form) == fold_further(name)
    }) {
        return Some(Manner::Glance);
    }
    if has(&|form, name, own_suffix| {
        suffix == own_suffix && is_long(name, 5) && distance(form, name) == 1
    }) {
        return Some(Manner::Edit);
    }
    if !is_listed_label && has(&|form, name, _| form == name && is_long(name, 4)) {
        return Some(Manner::Label);
    }
    if has(&|form, name, _| combines(form, name)) {
        return Some(Manner::Combination);
    }
    let labels: Vec<String> = host.labels[..host.suffix_start]
        .iter()
        .map(|label| fold(&label.unicode))
        .collect();
    let contains = |domain: &str| {
        let before_public_suffix = std::format!(".{}.", labels.join("."));
        before_public_suffix.contains(&std::format!(".{domain}."))
    };
    let mut names = split.iter();
    names
        .any(|(_, label, suffix)| is_long(label, 4) && contains(&std::format!("{label}.{suffix}")))
        .then_some(Manner::Subdomains)
}

fn folded(domain: &str) -> String {
    let labels: Vec<String> = domain
        .split('.')
        .map(|label| fold(&unicode_form(label)))
        .collect();
    labels.join(".")
}

fn folds<'l>(forms: impl IntoIterator<Item = Cow<'l, str>>) -> Vec<String> {
    let forms = forms.into_iter();
    forms
        .flat_map(|form| [fold(&form), fold(&form.replace('ß', "ss"))])
        .collect()
}

/// Whether a label consists of a name and other words.
fn combines(form: &str, name: &str) -> bool {
    let len = name.chars().count();
    let (parts, name_parts): (Vec<&str>, Vec<&str>) =
        (form.split('-').collect(), name.split('-').collect());
    let has_word = parts.iter().any(|part| WORDS.contains(part));
    let is_between_hyphens = parts.len() > name_parts.len()
        && name_parts.len() <= 3
        && name_parts.iter().any(|part| !WORDS.contains(part))
        && parts
            .windows(name_parts.len())
            .any(|window| window == name_parts);
    let is_next_to_word = parts.iter().any(|part| {
        let mut words = WORDS.iter();
        words.any(|word| {
            *part == std::format!("{word}{name}") || *part == std::format!("{name}{word}")
        })
    });
    is_between_hyphens && len >= if has_word { 4 } else { 5 } || is_next_to_word && len >= 4
}

/// The optimal string alignment distance, by the textbook.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut table = std::vec![std::vec![0; other.len() + 1]; one.len() + 1];
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            table[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let cost = usize::from(one[i - 1] != other[j - 1]);
                    let mut least = (table[i - 1][j] + 1)
                        .min(table[i][j - 1] + 1)
                        .min(table[i - 1][j - 1] + cost);
                    let is_swapped =
                        i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
                    if is_swapped {
                        least = least.min(table[i - 2][j - 2] + 1);
                    }
                    least
                }
            };
        }
    }
    table[one.len()][other.len()]
}

/// The labels of a domain in all forms.
fn host(domain: &str) -> Host<'_> {
    let labels = domain.split('.').map(|written| {
        let ascii = Policy::Url.to_ascii(written.as_bytes()).unwrap();
        HostLabel {
            written: Some(written),
            unicode: unicode_form(&ascii).into_owned(),
            ascii: ascii.into_owned(),
        }
    });
    let labels: Vec<HostLabel<'_>> = labels.collect();
    let ascii: Vec<&str> = labels.iter().map(|label| label.ascii.as_str()).collect();
    let domain = ascii.join(".");
    let suffix_labels = SuffixList::embedded().suffix(&domain).labels;
    Host {
        suffix_start: labels.len() - suffix_labels,
        // The comparison is about registered names.
        private_suffix_start: None,
        labels,
        domain,
    }
}

/// A label of few letters, so that many labels are similar.
fn label() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        "[ab]{3,7}",
        "[abàа]{3,7}",
        "[ail1clnnrm]{4,7}",
        "[abß]{4,6}",
        "[ab]{1,4}-[ab]{1,4}",
        "[0o1l2]{3,6}",
        "[あいが]{4,6}",
    ];
    let word = prop::sample::select(&["login", "com", "mail", "x", "ab", "aba"][..]);
    (name, word, 0..8).prop_map(|(name, word, form)| match form {
        0 => [&name, "-", word].concat(),
        1 => [word, "-", &name].concat(),
        2 => [&name, word].concat(),
        3 => [word, &name].concat(),
        _ => name,
    })
}

fn domain() -> impl Strategy<Value = String> {
    let suffix =
        prop::sample::select(&["com", "com", "com", "com", "net", "co.uk", "github.io"][..]);
    (label(), suffix).prop_map(|(label, suffix)| [&label, ".", suffix].concat())
}

fn host_text() -> impl Strategy<Value = String> {
    let subdomain = prop_oneof![
        Just(String::new()),
        Just(String::from("www.")),
        domain().prop_map(|domain| domain + "."),
    ];
    (subdomain, domain()).prop_map(|(subdomain, domain)| subdomain + &domain)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lookups_agree_with_the_definition(names in prop::collection::vec(domain(), 1..24), text in host_text()) {
        let protected = ProtectedNames::new(&names, SuffixList::embedded()).unwrap();
        let ascii: Vec<String> = names
            .iter()
            .map(|name| read_name(name, 1, SuffixList::embedded()).unwrap())
            .collect();
        let host = host(&text);
        let found = protected.imitated_by(&host);
        prop_assert_eq!(found.as_ref().map(|found| found.manner), manner(&ascii, &host));
        if let Some(found) = found {
            prop_assert!(ascii.iter().any(|name| name == found.name), "{}", found.name);
        }
    }
}

#[test]
fn words_are_their_own_folds() {
    assert!(WORDS.is_sorted());
    for word in WORDS {
        assert_eq!(fold(word), *word);
    }
}

/// The strategies above find each manner.
#[test]
fn manners() {
    let names = [
        "paypal.com",
        "ebay.com",
        "t-online.de",
        "straße.de",
        "github.io",
    ];
    let names = ProtectedNames::new(names, SuffixList::embedded()).unwrap();
    let found = |text| {
        let found = names.imitated_by(&host(text));
        found.map(|found| (found.name, found.manner))
    };
    for (text, expected) in [
        ("www.paypal.com", None),
        ("paypal.net", None),
        ("paypa1.com", Some(("paypal.com", Manner::Domain))),
        ("paypal.соm", Some(("paypal.com", Manner::Domain))),
        ("paypai.com", Some(("paypal.com", Manner::Glance))),
        ("papyal.com", Some(("paypal.com", Manner::Edit))),
        ("ebey.com", None),
        ("paypa1.net", Some(("paypal.com", Manner::Label))),
        ("ebay-login.org", Some(("ebay.com", Manner::Combination))),
        ("ebay-stories.org", None),
        (
            "my-t-online-mail.net",
            Some(("t-online.de", Manner::Combination)),
        ),
        (
            "paypal.com.example.org",
            Some(("paypal.com", Manner::Subdomains)),
        ),
        ("paypal.example.org", None),
        ("strasse.de", Some(("xn--strae-oqa.de", Manner::Domain))),
        ("strabe.de", Some(("xn--strae-oqa.de", Manner::Domain))),
        ("githup.io", Some(("github.io", Manner::Edit))),
        ("com", None),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}
