//! Judging links: what about them may deceive, and how they are shown safely.
//!
//! [`assess()`] looks at a link and reports. It never changes where the link is.

mod action;
mod anchor;
mod beside;
mod bidi;
mod class;
mod code;
mod confusable;
mod cut;
mod defang;
mod display;
mod host;
mod invisible;
mod lookalike;
mod policy;
mod report;
mod scripts;
mod shape;
mod tail;
mod tld;

pub use action::{escape_invisible, escape_lookalikes, isolate, punycode, strip_invisible};
pub use anchor::assess_anchor;
pub use code::{Code, Concern, UnknownCode};
pub use defang::{defang, refang};
pub use display::{Isolation, SafeDisplay};
pub use policy::Policy;
pub use report::{Finding, Level, Report};

use crate::SuffixList;
use crate::scan::{Finder, Link};

/// Judges a link: reports what about it may deceive its reader.
///
/// An ordinary ASCII link is passed by a glance at its bytes and a look at the list of top-level
/// domains, and nothing is allocated for it. The list is the embedded one; [`Finder::assess`] takes that of the finder.
///
/// # Complexity
///
/// Linear in the length of the link.
///
/// ```
/// use linkspan::{Code, assess, links};
///
/// let text = "https://example.com/ https://pаypal.com/ http://example.com/a\u{202E}gpj.exe";
/// let codes: Vec<Vec<Code>> = links(text)
///     .map(|link| assess(&link).findings().iter().map(|finding| finding.code()).collect())
///     .collect();
/// assert_eq!(codes, [vec![], vec![Code::HostMixedScripts], vec![Code::BidiControl]]);
/// ```
#[must_use]
pub fn assess(link: &Link<'_>) -> Report {
    Rules::default().assess(link)
}

/// What links are held to that not everyone agrees on.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) suffixes: &'a SuffixList,
    pub(crate) length_limit: usize,
}

impl Default for Rules<'_> {
    fn default() -> Self {
        Self {
            suffixes: SuffixList::embedded(),
            length_limit: Finder::DEFAULT_LENGTH_LIMIT,
        }
    }
}

impl Rules<'_> {
    pub(crate) fn assess(&self, link: &Link<'_>) -> Report {
        if self.is_plain(link) {
            return Report::new();
        }
        self.look(link)
    }

    /// All that there is to report, whatever the link.
    fn look(&self, link: &Link<'_>) -> Report {
        let mut report = Report::new();
        tld::look(link, self.suffixes, &mut report);
        host::look(link, self.suffixes, &mut report);
        bidi::look(link, &mut report);
        shape::look(link, self.length_limit, &mut report);
        tail::look(link, &mut report);
        beside::look(link, self.suffixes, &mut report);
        report.sorted()
    }

    /// Whether a link is so ordinary that there is nothing to report.
    ///
    /// A short cut: [`look`](Self::look) would find nothing either.
    fn is_plain(&self, link: &Link<'_>) -> bool {
        let (text, host) = (link.text(), link.host());
        let Some(written) = text.get(host.clone()) else {
            return false;
        };
        let tail = text.get(host.end..link.end()).unwrap_or_default();
        let (dot, last) = match memchr::memrchr(b'.', written.as_bytes()) {
            Some(dot) => (dot, written.get(dot + 1..).unwrap_or_default()),
            None => return false,
        };
        let is_label = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'.';
        // No label can be longer than the rest, nor hold Punycode without two hyphens.
        dot <= 63
            && written.bytes().all(is_label)
            && memchr::memmem::find(written.as_bytes(), b"--").is_none()
            && !last.is_empty()
            && self.suffixes.is_top_level(last)
            && tail.is_ascii()
            && !tail.starts_with(':')
            && memchr::memmem::find(tail.as_bytes(), b"://").is_none()
            && link.end() - link.start() <= self.length_limit
            && link.userinfo().is_none()
            && link.local_part().is_none_or(|local| {
                local.len() <= crate::email::MOST_OCTETS
                    && text.get(local).is_some_and(str::is_ascii)
            })
            && tld::file_name(link).is_none()
            && is_ascii_around(link)
    }
}

/// Whether nothing above ASCII stands right beside a link.
fn is_ascii_around(link: &Link<'_>) -> bool {
    let bytes = link.text().as_bytes();
    let before = link.start().checked_sub(1).and_then(|at| bytes.get(at));
    let after = bytes.get(link.end());
    before.is_none_or(u8::is_ascii) && after.is_none_or(u8::is_ascii)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use std::string::String;

    use super::*;
    use crate::{Profile, Userinfo};

    const PIECES: &[&str] = &[
        "https://",
        "foo://",
        "ann",
        "@",
        "example",
        ".com",
        ".com",
        ".py",
        ".corp",
        ".",
        "xn--",
        "--",
        "-",
        "a",
        "1",
        "0x7f",
        "127.0.0.1",
        "[::1]",
        ":80",
        ":25",
        ":",
        "/",
        "?",
        "#",
        "%",
        "%E2%80%AE",
        "://",
        "é",
        "аррӏе",
        "\u{202E}",
        "／",
        "⁄",
        "。",
        " ",
        "\u{AD}",
        "_",
        "ann:b@",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8192, failure_persistence: None, ..ProptestConfig::default() })]

        /// The short cut is only taken where the long way finds nothing.
        #[test]
        fn plain_links_have_no_findings(pieces in prop::collection::vec(select(PIECES), 1..12)) {
            let text: String = pieces.concat();
            let rules = Rules { suffixes: SuffixList::embedded(), length_limit: 40 };
            let finder = Finder::builder().profile(Profile::Terminal).userinfo(Userinfo::Allow).build();
            for link in finder.unwrap_or_default().find_iter(&text) {
                let report = rules.look(&link);
                prop_assert!(!rules.is_plain(&link) || report.is_empty(), "{text:?}: {report:?}");
            }
        }
    }

    #[test]
    fn ordinary_links_are_plain() {
        let rules = Rules {
            suffixes: SuffixList::embedded(),
            length_limit: 8192,
        };
        let text = "https://example.com/a?b=c#d (www.example.co.uk) ann.lee@example.com";
        assert_eq!(
            crate::links(text)
                .filter(|link| rules.is_plain(link))
                .count(),
            3
        );
    }
}
