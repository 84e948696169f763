//! All checks in sequence, and the fast path in front of them.
//!
//! Nearly all links are ordinary ASCII. For these, [`AssessRules::passes_prefilter`] proves from the bytes and one
//! lookup in the suffix list that no check would report anything. A property test compares it with the checks.

use super::idn_tables::IdnTables;
use super::report::Report;
use super::{
    address, embedded_domain, host_dots, host_labels, host_order, length, neighbours, nested_url,
    outside_host, port, registered_label, top_level, userinfo,
};
use crate::idna::MAX_LABEL_LEN;
use crate::link::Link;
use crate::scan::{DEFAULT_LENGTH_LIMIT, Options};
use crate::scheme::SEPARATOR;
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
}

impl Default for AssessRules<'_> {
    fn default() -> Self {
        Self {
            suffixes: SuffixList::embedded(),
            length_limit: DEFAULT_LENGTH_LIMIT,
            idn_tables: None,
        }
    }
}

impl<'a> AssessRules<'a> {
    /// The rules that the options of a search imply, and tables of registries.
    pub(crate) fn of(options: &'a Options, idn_tables: Option<&'a IdnTables>) -> Self {
        Self {
            suffixes: options.suffixes(),
            length_limit: options.length_limit,
            idn_tables,
        }
    }
}

impl AssessRules<'_> {
    /// Assesses a link.
    pub(crate) fn assess(&self, link: &Link<'_>) -> Report {
        if self.passes_prefilter(link) {
            return Report::new();
        }
        self.run_checks(link)
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
        userinfo::report_userinfo(link, &mut report);
        nested_url::report_nested_url(link, &mut report);
        address::report_address(link, &mut report);
        port::report_port(link, &mut report);
        length::report_lengths(link, self.length_limit, &mut report);
        outside_host::report_outside_host(link, &mut report);
        neighbours::report_neighbours(link, self.suffixes, &mut report);
        report.sorted()
    }

    /// Whether a link is so ordinary that [`run_checks`](Self::run_checks) would report nothing. The answer `false`
    /// says nothing.
    fn passes_prefilter(&self, link: &Link<'_>) -> bool {
        let (text, host_range) = (link.text(), link.host_range());
        let Some(host) = text.get(host_range.clone()) else {
            return false;
        };
        let after_host = text.get(host_range.end..link.end()).unwrap_or_default();
        let Some(last_dot) = memchr::memrchr(b'.', host.as_bytes()) else {
            return false;
        };
        let top_level = host.get(last_dot + 1..).unwrap_or_default();
        let is_host_byte = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'.';
        // The labels before the last dot are not longer than all of them together. A Punycode label
        // contains two hyphens in a row.
        last_dot <= MAX_LABEL_LEN
            && host.bytes().all(is_host_byte)
            && memchr::memmem::find(host.as_bytes(), b"--").is_none()
            && !top_level.is_empty()
            && self.suffixes.is_top_level(top_level)
            && embedded_domain::is_without_embedded_domain(host, last_dot)
            && after_host.is_ascii()
            && !after_host.starts_with(':')
            && memchr::memmem::find(after_host.as_bytes(), SEPARATOR.as_bytes()).is_none()
            && link.end() - link.start() <= self.length_limit
            && link.userinfo().is_none()
            && link.local_part_range().is_none_or(|local| {
                local.len() <= MAX_LOCAL_PART_LEN && text.get(local).is_some_and(str::is_ascii)
            })
            && top_level::file_name_level(link).is_none()
            && has_ascii_neighbours(link)
    }
}

/// Whether the characters right before and right after a link are ASCII.
fn has_ascii_neighbours(link: &Link<'_>) -> bool {
    let bytes = link.text().as_bytes();
    let before = link
        .start()
        .checked_sub(1)
        .and_then(|offset| bytes.get(offset));
    let after = bytes.get(link.end());
    before.is_none_or(u8::is_ascii) && after.is_none_or(u8::is_ascii)
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
        "0x7f", "127.0.0.1", "[::1]", ":80", ":25", ":", "/", "?", "#", "%", ".com-", ".org.", "%E2%80%AE", "://", "é", "аррӏе",
        "\u{202E}", "／", "⁄", "。", " ", "\u{AD}", "_", "ann:b@",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8192, failure_persistence: None, ..ProptestConfig::default() })]

        /// The checks are the reference implementation of the prefilter.
        #[test]
        fn links_that_pass_the_prefilter_have_no_findings(fragments in prop::collection::vec(select(FRAGMENTS), 1..12)) {
            let text: String = fragments.concat();
            let rules = AssessRules { length_limit: 40, ..AssessRules::default() };
            let finder = Finder::builder().profile(Profile::Terminal).userinfo(Userinfo::Link).build();
            for link in finder.unwrap_or_default().find_iter(&text) {
                let report = rules.run_checks(&link);
                prop_assert!(!rules.passes_prefilter(&link) || report.is_empty(), "{text:?}: {report:?}");
            }
        }
    }

    #[test]
    fn ordinary_links_pass_the_prefilter() {
        let rules = AssessRules::default();
        let text = "https://example.com/a?b=c#d (www.example.co.uk) ann.lee@example.com";
        let passed = crate::links(text).filter(|link| rules.passes_prefilter(link));
        assert_eq!(passed.count(), 3);
    }
}
