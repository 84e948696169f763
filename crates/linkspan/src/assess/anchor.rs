//! Links whose text is not where they lead.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::Rules;
use super::code::Code;
use super::report::{Level, Quoted, Report};
use super::shape::{Address, address};
use crate::SuffixList;
use crate::host::HostKind;
use crate::scan::{Finder, Link};

/// Judges a link that is made already: the text that it shows, and where it leads.
///
/// Besides what [`assess`](crate::assess()) finds about a link in the text, a host in the text must be the one
/// of the `href`. Ranges are those of the text.
///
/// ```
/// use linkspan::{Code, Level, assess_anchor};
///
/// let report = assess_anchor("Log in at bank.example.com", "https://evil.example.org/");
/// assert_eq!(report.gravest().unwrap().code(), Code::OtherHost);
/// assert!(assess_anchor("Log in", "https://evil.example.org/").is_empty());
/// assert!(assess_anchor("example.com", "https://www.example.com/").is_empty());
/// ```
#[must_use]
pub fn assess_anchor(text: &str, href: &str) -> Report {
    Rules::default().assess_anchor(text, href)
}

impl Rules<'_> {
    /// Assesses the text and the target of an existing link with these rules.
    pub(crate) fn assess_anchor(&self, text: &str, href: &str) -> Report {
        static LENIENT: Finder = Finder::lenient();
        let Some(link) = LENIENT.first(text) else {
            return Report::new();
        };
        let mut report = self.assess(&link);
        let shown = text.get(link.host()).unwrap_or_default();
        let (Some(here), Some(there)) = (canonical(shown), host_of(href)) else {
            return report;
        };
        if without_www(&here) == without_www(&there) {
            return report;
        }
        let registrable = |host| registrable_domain(host, self.suffixes);
        let (level, what) = if registrable(&here) == registrable(&there) {
            (Level::Info, "another host of the same domain")
        } else {
            (Level::Danger, "another host")
        };
        let message = format!(
            "the text shows {}, but the link leads to {what}, {}",
            Quoted(shown),
            Quoted(&there)
        );
        report.add(Code::OtherHost, level, link.host(), message);
        report.sorted()
    }
}

/// The host that an address leads to, in ASCII.
fn host_of(href: &str) -> Option<String> {
    let href = href.trim();
    let mailto = href
        .get(.."mailto:".len())
        .filter(|front| front.eq_ignore_ascii_case("mailto:"));
    if let Some(mailto) = mailto {
        let address = href.get(mailto.len()..)?.split('?').next()?;
        return canonical(address.rsplit_once('@')?.1);
    }
    let href = match href.strip_prefix("//") {
        Some(rest) => Cow::Owned(["https://", rest].concat()),
        None => Cow::Borrowed(href),
    };
    let link = Link::parse(&href).ok()?;
    link.scheme()?;
    canonical(href.get(link.host())?)
}

/// A host as browsers compare it.
fn canonical(host: &str) -> Option<String> {
    if let Some(Address::Of(address)) = address(host) {
        return Some(alloc::string::ToString::to_string(&address));
    }
    let ascii = HostKind::Domain.ascii(host).ok()?;
    Some(ascii.trim_end_matches('.').to_ascii_lowercase())
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// The public suffix of a host and the label before it.
fn registrable_domain<'h>(host: &'h str, suffixes: &SuffixList) -> &'h str {
    let suffix = suffixes.public_suffix(host);
    let front = host.get(..host.len() - suffix.len()).unwrap_or_default();
    let front = front.trim_end_matches('.');
    let start = front.rfind('.').map_or(0, |dot| dot + 1);
    host.get(start..).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_compared_by_the_given_list() {
        let suffixes = SuffixList::from_psl("com\nexample\nblog.example\n").unwrap();
        let rules = Rules {
            suffixes: &suffixes,
            ..Rules::default()
        };
        let (text, href) = ("see ann.blog.example", "https://bob.blog.example/");
        assert_eq!(assess_anchor(text, href).level(), Some(Level::Info));
        assert_eq!(rules.assess_anchor(text, href).level(), Some(Level::Danger));
    }
}
