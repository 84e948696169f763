//! Links whose text shows another host than the one they lead to.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};

use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::report::Report;
use super::rules::AssessRules;
use crate::host::HostKind;
use crate::host::{NumericHost, parse_numeric_host};
use crate::link::Link;
use crate::scan::{Links, Options};
use crate::scheme;

/// Assesses a link that exists already: the text that it shows, and the address that it leads to.
///
/// The report contains the findings of [`assess`](super::assess()) about the first link in the text, and
/// [`Code::OtherHost`] if the host in the text differs from the host of `href`. Ranges are ranges of `text`. The list of
/// public suffixes is the embedded one.
///
/// ```
/// use linkspan::assess::{Code, Level, assess_anchor};
///
/// let report = assess_anchor("Log in at bank.example.com", "https://evil.example.org/");
/// assert_eq!(report.most_severe().unwrap().code(), Code::OtherHost);
/// assert!(assess_anchor("Log in", "https://evil.example.org/").is_empty());
/// assert!(assess_anchor("example.com", "https://www.example.com/").is_empty());
/// ```
#[must_use]
pub fn assess_anchor(text: &str, href: &str) -> Report {
    AssessRules::default().assess_anchor(text, href)
}

impl AssessRules<'_> {
    /// Assesses the text and the address of an existing link. See [`assess_anchor`].
    pub(crate) fn assess_anchor(&self, text: &str, href: &str) -> Report {
        /// Accepts every top-level domain of a valid form, so its own suffix list does not matter.
        static LENIENT: Options = Options::lenient();
        let Some(link) = Links::new(&LENIENT, text).next() else {
            return Report::new();
        };
        let mut report = self.assess(&link);
        let shown = link.host();
        let (Some(shown_host), Some(href_host)) = (canonical_host(shown), href_host(href)) else {
            return report;
        };
        if without_www(&shown_host) == without_www(&href_host) {
            return report;
        }
        let registrable = |host| self.suffixes.registrable_domain(host).unwrap_or(host);
        let (level, what) = if registrable(&shown_host) == registrable(&href_host) {
            (Level::Info, ", another host of the same domain")
        } else {
            (Level::Danger, "")
        };
        let message = format!(
            "the text shows {}, but the link leads to {}{what}",
            quoted(shown),
            quoted(&href_host)
        );
        report.add(Code::OtherHost, level, link.host_range(), message);
        report.sorted()
    }
}

/// The host that an address leads to, in ASCII.
fn href_host(href: &str) -> Option<String> {
    let href = href.trim();
    if let Some(address) = scheme::strip_mailto(href) {
        let address = address.split('?').next()?;
        return canonical_host(address.rsplit_once('@')?.1);
    }
    let href = match href.strip_prefix("//") {
        Some(rest) => Cow::Owned(["https://", rest].concat()),
        None => Cow::Borrowed(href),
    };
    let link = Link::parse(&href).ok()?;
    link.scheme()?;
    canonical_host(link.host())
}

/// A host in the form in which browsers compare hosts.
fn canonical_host(host: &str) -> Option<String> {
    if let Some(NumericHost::Address(address)) = parse_numeric_host(host) {
        return Some(address.to_string());
    }
    let ascii = HostKind::Domain.to_ascii(host).ok()?;
    Some(ascii.trim_end_matches('.').to_ascii_lowercase())
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suffix::SuffixList;

    #[test]
    fn domains_are_compared_by_the_given_list() {
        let suffixes = SuffixList::from_psl("com\nexample\nblog.example\n").unwrap();
        let rules = AssessRules {
            suffixes: &suffixes,
            ..AssessRules::default()
        };
        let (text, href) = ("see ann.blog.example", "https://bob.blog.example/");
        assert_eq!(assess_anchor(text, href).level(), Some(Level::Info));
        assert_eq!(rules.assess_anchor(text, href).level(), Some(Level::Danger));
    }

    #[test]
    fn hosts_of_addresses() {
        for (href, host) in [
            (" HTTPS://Example.COM./a", Some("example.com")),
            ("//example.com/a", Some("example.com")),
            ("http://0x7f.1/", Some("127.0.0.1")),
            ("mailto:ann@example.com?subject=b@c", Some("example.com")),
            ("/a/b", None),
            ("example.com", None),
        ] {
            assert_eq!(href_host(href).as_deref(), host, "{href}");
        }
    }
}
