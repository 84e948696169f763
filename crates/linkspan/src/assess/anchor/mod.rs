//! Links whose text shows another host than the one they lead to.
//!
//! [`target`] reads the address as browsers do, [`canonical`] compares hosts, and this module decides which hosts a
//! text shows.

mod canonical;
mod target;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::assessed::AssessedLink;
use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::report::Report;
use super::rules::AssessRules;
use crate::homonym::is_file_extension;
use crate::host::starts_with_www;
use crate::link::{Link, LinkKind};
use crate::scan::{Links, Options};
use canonical::{Host, Relation};
use target::Target;

/// A link that exists already, such as an `<a>` element: the text that it shows, and the address that it leads to.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::assess::{ExistingLink, Code};
///
/// let finder = Finder::new();
/// let anchor = ExistingLink::new("https://bank.com/", "login.html");
/// assert!(finder.assess_anchor_links(&anchor).iter().all(|found| found.report.is_empty()));
/// // The base of the document is known: the address leads to another host.
/// let found = finder.assess_anchor_links(&anchor.base("https://evil.org/"));
/// assert!(found[0].report.has(Code::OtherHost));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExistingLink<'t> {
    text: &'t str,
    href: &'t str,
    base: Option<&'t str>,
}

impl<'t> ExistingLink<'t> {
    /// A link with this text and this address. The address may be relative and need not be valid.
    ///
    /// ```
    /// use linkspan::assess::ExistingLink;
    ///
    /// assert_ne!(ExistingLink::new("Home", "/"), ExistingLink::new("Home", "/index.html"));
    /// ```
    #[must_use]
    pub const fn new(text: &'t str, href: &'t str) -> Self {
        Self {
            text,
            href,
            base: None,
        }
    }

    /// The absolute URL that a relative address is relative to. Without it, or if it is not absolute itself, a relative
    /// address leads nowhere that is known, and nothing is reported about it.
    ///
    /// ```
    /// use linkspan::assess::ExistingLink;
    ///
    /// let anchor = ExistingLink::new("Home", "/").base("https://example.com/");
    /// assert_ne!(anchor, ExistingLink::new("Home", "/"));
    /// ```
    #[must_use]
    pub const fn base(self, url: &'t str) -> Self {
        Self {
            base: Some(url),
            ..self
        }
    }
}

/// Assesses a link that exists already: the text that it shows, and the address that it leads to.
///
/// The report contains the findings of [`assess`](super::assess()) about the links in the text, and
/// [`Code::OtherHost`] for each host in the text that differs from the host of `href`. Ranges are ranges of `text`. The
/// list of public suffixes is the embedded one.
///
/// The address is read as browsers read it: `https:evil.org`, `/\evil.org`, and addresses with line ends and
/// percent-escapes lead to a host, too. An address that runs a script or contains a document (`javascript:`, `data:`)
/// leads to none of the hosts that a text shows.
///
/// A text shows the hosts of its URLs and email addresses. A domain without a scheme counts only if nothing else is
/// written, and if its last label is a listed top-level domain and no file extension: `Node.js` is no domain, and "a
/// fork of example.com" does not say that the link leads there.
///
/// ```
/// use linkspan::assess::{Code, Level, assess_anchor};
///
/// let report = assess_anchor("bank.example.com", "https://evil.example.org/");
/// assert_eq!(report.most_severe().unwrap().code(), Code::OtherHost);
/// assert!(assess_anchor("Log in at https://bank.com", "https:\\\\evil.org").has(Code::OtherHost));
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
        let mut report = Report::new();
        for found in self.assess_anchor_links(&ExistingLink::new(text, href)) {
            report.extend(found.report);
        }
        report.sorted()
    }

    /// The links in the text of an existing link, each with its findings.
    pub(crate) fn assess_anchor_links<'t>(
        &self,
        anchor: &ExistingLink<'t>,
    ) -> Vec<AssessedLink<'t>> {
        /// Accepts every top-level domain of a valid form, so its own suffix list does not matter.
        static LENIENT: Options = Options::lenient_with_userinfo();
        let mut target = None;
        let mut assessed = Vec::new();
        for link in Links::new(&LENIENT, anchor.text) {
            let Some(shown) = self.shown_host(&link) else {
                continue;
            };
            let mut report = self.assess(&link);
            if let Some(host) = shown.as_host() {
                let target = target.get_or_insert_with(|| Target::new(anchor.href, anchor.base));
                if let Some((level, message)) = self.difference(&link, host, target) {
                    report.add(Code::OtherHost, level, link.host_range(), message);
                }
            }
            assessed.push(AssessedLink {
                link,
                report: report.sorted(),
                rejection: None,
            });
        }
        assessed
    }

    /// The host that a link in the text of an existing link shows. `None` if the link is a name of another kind.
    fn shown_host(&self, link: &Link<'_>) -> Option<Shown> {
        let is_bare = link.kind() == LinkKind::Url && link.scheme().is_none();
        if is_bare && !self.is_domain(link) {
            return None;
        }
        if is_bare && !is_whole_text(link) {
            return Some(Shown::InPassing);
        }
        Some(Host::new(link.host()).map_or(Shown::InPassing, Shown::Host))
    }

    /// Whether a name without a scheme is a domain rather than the name of a file or a product.
    fn is_domain(&self, link: &Link<'_>) -> bool {
        let Some(Host::Domain(domain)) = Host::new(link.host()) else {
            return false;
        };
        let after = link.text().get(link.end()..).unwrap_or_default();
        let is_code = after.starts_with("()") || link.as_str().ends_with(PRODUCT_ENDING);
        let top_level = domain.rsplit('.').next().unwrap_or_default();
        domain.contains('.')
            && !is_code
            && self.suffixes.is_top_level(top_level)
            && (starts_with_www(&domain) || !is_file_extension(top_level))
    }

    /// The level and the message of the finding that a host in the text differs from the target.
    fn difference(
        &self,
        link: &Link<'_>,
        shown: &Host,
        target: &Target,
    ) -> Option<(Level, String)> {
        let relation = |host: &Host| match shown.relation(host, self.suffixes) {
            Relation::Other if is_truncated_form(link, shown, host, self) => Relation::Same,
            relation => relation,
        };
        let written = quoted(link.host());
        let (relation, leads_to) = match target {
            Target::Unknown => return None,
            Target::Content(what) => (Relation::Other, String::from(*what)),
            Target::Host(host) => (relation(host), format!("leads to {}", host.quoted())),
            Target::Mailboxes(hosts) => {
                let host = hosts.iter().max_by_key(|host| relation(host))?;
                let message = format!("leads to a mailbox at {}", host.quoted());
                (relation(host), message)
            }
        };
        // An address of a mailbox does not say that the link leads to a web site.
        let is_mail_only =
            link.kind() == LinkKind::Email && !matches!(target, Target::Mailboxes(_));
        let (level, what) = match relation {
            Relation::Same => return None,
            Relation::SameOwner if is_mail_only => return None,
            Relation::SameOwner => (Level::Info, ", another host of the same domain"),
            Relation::Other if is_mail_only => (Level::Info, ""),
            Relation::Other => (Level::Danger, ""),
        };
        let message = format!("the text shows {written}, but the link {leads_to}{what}");
        Some((level, message))
    }
}

/// How the names of software for a platform are written, such as `ASP.NET`.
const PRODUCT_ENDING: &str = ".NET";

/// What a link in the text of an existing link says about its target.
enum Shown {
    /// The link leads to this host.
    Host(Host),
    /// Nothing: the domain is mentioned among other words, or is invalid.
    InPassing,
}

impl Shown {
    fn as_host(&self) -> Option<&Host> {
        match self {
            Self::Host(host) => Some(host),
            Self::InPassing => None,
        }
    }
}

/// Whether nothing but punctuation, symbols and white space surrounds a link.
fn is_whole_text(link: &Link<'_>) -> bool {
    let before = link.text().get(..link.start()).unwrap_or_default();
    let after = link.text().get(link.end()..).unwrap_or_default();
    !before
        .chars()
        .chain(after.chars())
        .any(char::is_alphanumeric)
}

/// Whether the text shows a part of a host and an ellipsis, and the registrable domain can be seen as far as it is
/// shown: `https://example.co…` for `example.com`, but not for `example.co.evil.org`.
fn is_truncated_form(link: &Link<'_>, shown: &Host, host: &Host, rules: &AssessRules<'_>) -> bool {
    let (Host::Domain(shown), Host::Domain(host)) = (shown, host) else {
        return false;
    };
    let before = link.text().get(..link.start()).unwrap_or_default();
    let after = link.text().get(link.host_range().end..).unwrap_or_default();
    let is_cut_before = ["…", "….", "..."].iter().any(|dots| before.ends_with(dots));
    if is_cut_before && host.ends_with(shown.as_str()) {
        return true;
    }
    let is_cut_after = after.starts_with('…') || after.starts_with("...");
    let owned = rules.suffixes.owned_domain(host).len();
    is_cut_after
        && host.starts_with(shown.as_str())
        && (!shown.contains('.') || shown.len() > host.len() - owned)
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
        let (text, href) = ("https://ann.blog.example", "https://bob.blog.example/");
        let level = |report: Report| {
            let other = |finding: &&crate::assess::Finding| finding.code() == Code::OtherHost;
            report
                .findings()
                .iter()
                .find(other)
                .map(crate::assess::Finding::level)
        };
        assert_eq!(level(assess_anchor(text, href)), Some(Level::Info));
        assert_eq!(level(rules.assess_anchor(text, href)), Some(Level::Danger));
    }
}
