//! All checks in sequence, and the fast path in front of them.
//!
//! Nearly all hosts are ordinary ASCII, and so is what follows most of them. For these, the bytes and one lookup in the
//! suffix list prove that no check would report anything but the imitation of a
//! protected name. A property test compares this fast path with the checks.

use alloc::sync::Arc;

use linkspan_vector::{AsciiSet, MAX_RUN_LEN, masks, run};

use super::idn_tables::IdnTables;
use super::protected_names::ProtectedNames;
use super::report::Report;
use super::{
    address, embedded_domain, host_dots, host_labels, host_order, imitation, length, neighbours,
    nested_url, outside_host, port, registered_label, top_level, userinfo,
};
use crate::deception::embedded_domain::is_without_embedded_domain;
use crate::link::{Link, is_ordinary_after_host};
use crate::scan::{DEFAULT_LENGTH_LIMIT, Options};
use crate::suffix::SuffixList;
use crate::uts58::MAX_LOCAL_PART_LEN;

/// The parameters of an assessment. A [`Finder`](crate::Finder) assesses with its own, the free functions with the defaults.
#[derive(Clone, Copy)]
pub(crate) struct AssessRules<'a> {
    /// Decides which top-level domains exist and where registrable domains start.
    pub(crate) suffixes: &'a SuffixList,
    /// The maximum length of a link in bytes.
    pub(crate) length_limit: usize,
    /// The tables of registries, if there are any.
    pub(crate) idn_tables: Option<&'a IdnTables>,
    /// The names that others may imitate, if there are any.
    pub(crate) protected_names: Option<&'a ProtectedNames>,
}

/// What users supply for assessments.
#[derive(Clone, Debug)]
pub(crate) struct AssessLists {
    pub(crate) idn_tables: Option<Arc<IdnTables>>,
    pub(crate) protected_names: Option<Arc<ProtectedNames>>,
}

impl AssessLists {
    pub(crate) const fn new() -> Self {
        Self {
            idn_tables: None,
            protected_names: None,
        }
    }
}

impl Default for AssessRules<'_> {
    fn default() -> Self {
        Self {
            suffixes: SuffixList::embedded(),
            length_limit: DEFAULT_LENGTH_LIMIT,
            idn_tables: None,
            protected_names: None,
        }
    }
}

impl<'a> AssessRules<'a> {
    /// The rules that the options of a search imply, and the lists of the user.
    pub(crate) fn of(options: &'a Options, lists: &'a AssessLists) -> Self {
        Self {
            suffixes: options.suffixes(),
            length_limit: options.length_limit,
            idn_tables: lists.idn_tables.as_deref(),
            protected_names: lists.protected_names.as_deref(),
        }
    }
}

/// Whether a link that was found with these options is so ordinary that no check would report anything. This is decided by
/// what the search saw of most links, without a look at their bytes. The answer `false` says nothing.
#[inline(always)]
pub(super) fn is_found_ordinary(link: &Link<'_>, options: &Options, lists: &AssessLists) -> bool {
    lists.protected_names.is_none()
        && link.end() - link.start() <= options.length_limit
        && options.is_ordinary(link)
}

impl AssessRules<'_> {
    /// Assesses a link.
    pub(crate) fn assess(&self, link: &Link<'_>) -> Report {
        if self.is_ordinary(link) {
            return Report::new();
        }
        self.assess_unusual(link)
    }

    /// Assesses a link that need not be [ordinary](Self::is_ordinary).
    #[inline(never)]
    pub(super) fn assess_unusual(&self, link: &Link<'_>) -> Report {
        if !self.has_ordinary_host(link) {
            return self.run_checks(link);
        }
        let mut report = Report::new();
        self.report_imitation(link, &mut report);
        if self.is_ordinary_outside_host(link) {
            return report;
        }
        self.run_checks_outside_host(link, &mut report);
        report.sorted()
    }

    fn report_imitation(&self, link: &Link<'_>, report: &mut Report) {
        if let Some(names) = self.protected_names {
            imitation::report_imitation(link, self.suffixes, names, report);
        }
    }

    fn run_checks(&self, link: &Link<'_>) -> Report {
        let mut report = Report::new();
        top_level::report_top_level(link, self.suffixes, &mut report);
        host_labels::report_host_labels(link, self.suffixes, &mut report);
        host_dots::report_host_dots(link, &mut report);
        host_order::report_host_order(link, &mut report);
        embedded_domain::report_embedded_domain(link, self.suffixes, &mut report);
        if let Some(tables) = self.idn_tables {
            registered_label::report_not_in_table(link, self.suffixes, tables, &mut report);
        }
        self.report_imitation(link, &mut report);
        address::report_address(link, &mut report);
        self.run_checks_outside_host(link, &mut report);
        report.sorted()
    }

    /// The checks that do not concern the host alone.
    fn run_checks_outside_host(&self, link: &Link<'_>, report: &mut Report) {
        userinfo::report_userinfo(link, report);
        nested_url::report_nested_url(link, report);
        port::report_port(link, report);
        length::report_lengths(link, self.length_limit, report);
        outside_host::report_outside_host(link, report);
        neighbours::report_neighbours(link, self.suffixes, report);
    }

    /// Whether a link is so ordinary that no check would report anything. The answer `false` says nothing.
    #[inline(always)]
    pub(super) fn is_ordinary(&self, link: &Link<'_>) -> bool {
        self.protected_names.is_none()
            && self.is_short_and_ordinary(link).unwrap_or_else(|| {
                self.has_ordinary_host(link) && self.is_ordinary_outside_host(link)
            })
    }

    /// The same for a link that is examined at once from its host on. `None` if it is too long for that, or if the
    /// processor cannot do it.
    #[inline(always)]
    fn is_short_and_ordinary(&self, link: &Link<'_>) -> Option<bool> {
        static SETS: [AsciiSet; 4] = [HOST, DOT, HYPHEN, NOT_COLON];
        let host = link.host_range();
        let from_host = link.text().get(host.start..link.end())?;
        if from_host.len() > MAX_RUN_LEN || host.len() >= MAX_RUN_LEN {
            return None;
        }
        let [members, dots, hyphens, not_colons] = masks(from_host.as_bytes(), &SETS)?;
        let in_host = (1 << host.len()) - 1;
        let after_host = (not_colons >> host.len()).trailing_ones() as usize;
        let is_ordinary = members & in_host == in_host
            && after_host == from_host.len() - host.len()
            && self.is_ordinary_host(link, dots & in_host, hyphens & in_host)
            && self.is_ordinary_around_host(link);
        Some(is_ordinary)
    }

    /// Whether a host is so ordinary that no check of the host alone would report anything. The answer `false` says
    /// nothing.
    #[inline(always)]
    fn has_ordinary_host(&self, link: &Link<'_>) -> bool {
        let host = link.text().get(link.host_range()).unwrap_or_default();
        let run = run(host.as_bytes(), &HOST, [&DOT, &HYPHEN]);
        let [dots, hyphens] = run.masks;
        // A host of one run is at most as long as one label may be.
        run.len == host.len() && run.len < MAX_RUN_LEN && self.is_ordinary_host(link, dots, hyphens)
    }

    /// Whether no check of the host alone would report anything about a host of ordinary characters, which has these dots
    /// and hyphens. The answer `false` says nothing.
    #[inline(always)]
    fn is_ordinary_host(&self, link: &Link<'_>, dots: u64, hyphens: u64) -> bool {
        let Some(last_dot) = dots.checked_ilog2() else {
            return false;
        };
        let host = link.text().get(link.host_range()).unwrap_or_default();
        let top_level = host.get(last_dot as usize + 1..).unwrap_or_default();
        // A Punycode label has two hyphens in a row.
        hyphens & (hyphens << 1) == 0
            && self.suffixes.is_top_level_ascii(top_level.as_bytes())
            && is_without_embedded_domain(host.as_bytes(), dots)
            && top_level::file_name_level(link, self.suffixes).is_none()
    }

    /// Whether a link with an [ordinary host](Self::has_ordinary_host) is so ordinary that no other check would report
    /// anything. The answer `false` says nothing.
    fn is_ordinary_outside_host(&self, link: &Link<'_>) -> bool {
        after_host(link).is_some_and(is_ordinary_after_host) && self.is_ordinary_around_host(link)
    }

    /// The same for a link with [ordinary text after its host](is_ordinary_after_host).
    #[inline(always)]
    fn is_ordinary_around_host(&self, link: &Link<'_>) -> bool {
        let text = link.text();
        link.end() - link.start() <= self.length_limit
            && link.userinfo_range().is_none()
            && link.local_part_range().is_none_or(|local| {
                local.len() <= MAX_LOCAL_PART_LEN && text.get(local).is_some_and(str::is_ascii)
            })
            && link.has_ascii_neighbours()
    }
}

/// The characters of ordinary hosts.
const HOST: AsciiSet =
    AsciiSet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.");
const DOT: AsciiSet = AsciiSet::new(b".");
const HYPHEN: AsciiSet = AsciiSet::new(b"-");
const NOT_COLON: AsciiSet = AsciiSet::from_members(&[true; 128]).difference(AsciiSet::new(b":"));

/// The text after the host of a link.
#[inline(always)]
fn after_host<'t>(link: &Link<'t>) -> Option<&'t [u8]> {
    link.text()
        .as_bytes()
        .get(link.host_range().end..link.end())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use std::string::String;

    use super::*;
    use crate::options::Userinfo;
    use crate::{Finder, Profile};

    #[rustfmt::skip]
    const FRAGMENTS: &[&str] = &[
        "https://", "foo://", "ann", "@", "example", ".com", ".com", ".py", ".corp", ".", "xn--", "--", "-", "a", "1",
        "0x7f", "127.0.0.1", "[::1]", ":80", ":25", ":", "/", "?", "#", "%", ".com-", ".org.", "%E2%80%AE", "://", "é", "аррӏе", "exarnple", "login",
        "\u{202E}", "／", "⁄", "。", " ", "\u{AD}", "_", "ann:b@", "\\", "＼", "．", "\u{2800}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8192, failure_persistence: None, ..ProptestConfig::default() })]

        /// All checks are the reference implementation of the fast path.
        #[test]
        fn ordinary_links_need_no_checks(fragments in prop::collection::vec(select(FRAGMENTS), 1..12)) {
            let text: String = fragments.concat();
            let names = ProtectedNames::new(["example.com", "ann-a.example.py"], SuffixList::embedded()).unwrap();
            let without_names = AssessRules { length_limit: 40, ..AssessRules::default() };
            let rules = AssessRules { protected_names: Some(&names), ..without_names };
            let finder = Finder::builder().profile(Profile::Terminal).userinfo(Userinfo::Link).build();
            for link in finder.unwrap_or_default().find_iter(&text) {
                prop_assert_eq!(rules.assess(&link), rules.run_checks(&link), "{:?}", text);
            }
        }

        /// The same for what the search saw of links.
        #[test]
        fn found_links_that_are_ordinary_need_no_checks(
            fragments in prop::collection::vec(select(FRAGMENTS), 1..12),
            profile in select(&[Profile::Uts58, Profile::Source, Profile::Strict]),
        ) {
            let text: String = fragments.concat();
            let finder = Finder::builder().profile(profile).length_limit(40).build().unwrap();
            let lists = AssessLists::new();
            for link in finder.find_iter(&text) {
                if is_found_ordinary(&link, finder.options(), &lists) {
                    let report = AssessRules::of(finder.options(), &lists).run_checks(&link);
                    prop_assert_eq!(report, Report::new(), "{:?}", text);
                }
            }
        }
    }

    #[test]
    fn well_known_labels_before_the_last_one_are_ordinary() {
        let rules = AssessRules::default();
        let is_ordinary = |text| crate::links(text).all(|link| rules.is_ordinary(&link));
        assert!(is_ordinary("https://www.example.com.br/ https://net.de/"));
        assert!(!is_ordinary("https://example.com.example.br/"));
        assert!(!is_ordinary("https://example.com-track.br/"));
    }

    #[test]
    fn ordinary_links_are_recognised() {
        let rules = AssessRules::default();
        let text = "https://example.com/a?b=c#d (www.example.co.uk) ann.lee@example.com";
        let is_ordinary =
            |link: &Link<'_>| rules.has_ordinary_host(link) && rules.is_ordinary_outside_host(link);
        assert_eq!(crate::links(text).filter(is_ordinary).count(), 3);
        assert_eq!(
            crate::links(text)
                .filter(|link| rules.is_ordinary(link))
                .count(),
            3
        );
        // Nothing is known of a bare domain, and of a URL only if the processor examines all of it at once.
        let finder = Finder::new();
        let is_ordinary =
            |link: &Link<'_>| is_found_ordinary(link, finder.options(), &AssessLists::new());
        let count = crate::links(text).filter(is_ordinary).count();
        let is_fast = masks(b"", &[DOT]).is_some();
        assert_eq!(count, if is_fast { 2 } else { 1 });
    }
}
