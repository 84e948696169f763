//! The finder: the options of a search, and all operations on a text.
//!
//! `Finder` is a facade over `scan` (the search) and `assess` (what may deceive about a link). `assess`
//! does not depend on it, and `scan` depends on neither: a policy reaches the search as a filter function.

mod builder;
mod bytes;
mod profile;

use alloc::borrow::Cow;
use alloc::string::String;
#[cfg(feature = "assess")]
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

pub use self::builder::{BuildError, FinderBuilder};
pub use self::bytes::{BytesLink, BytesLinks};
pub use self::profile::Profile;
#[cfg(feature = "assess")]
use crate::assess::{
    AssessLists, AssessRules, AssessedLink, AssessedLinks, ExistingLink, Policy, Report,
    SafeDisplay,
};
use crate::link::Link;
use crate::offset::floor_char_boundary;
use crate::percent::infallible;
use crate::scan::{Candidates, DEFAULT_LENGTH_LIMIT, EarlyEnd, Links, Options, Segments};
use crate::suffix::SuffixList;

/// Finds the links in texts.
///
/// A finder is configured once and used for any number of texts, by any number of threads. It can be a
/// `static`. Any text is valid input, and finding its links takes time linear in its length.
///
/// ```
/// use linkspan::Finder;
///
/// static FINDER: Finder = Finder::new();
///
/// let text = "请看example.com。Или пишите на почта@пример.рф!";
/// let found: Vec<_> = FINDER.find_iter(text).map(|link| link.as_str()).collect();
/// assert_eq!(found, ["example.com", "почта@пример.рф"]);
/// ```
///
/// # Coming from the `linkify` crate
///
/// Most names are the same, so that the change is small:
///
/// ```text
/// -let mut finder = linkify::LinkFinder::new();
/// -finder.url_must_have_scheme(false);
/// +let finder = linkspan::Finder::new();
/// -for link in finder.links(text) {
/// +for link in finder.find_iter(text) {
///      match link.kind() {
/// -        &linkify::LinkKind::Email => mail(link.as_str()),
/// +        linkspan::LinkKind::Email => mail(link.as_str()),
///          _ => show(link.start(), link.end(), link.as_str()),
///      }
///  }
/// ```
#[derive(Clone, Debug)]
pub struct Finder {
    options: Options,
    #[cfg(feature = "assess")]
    policy: Policy,
    #[cfg(feature = "assess")]
    lists: AssessLists,
}

impl Finder {
    /// The maximum length of a link by default, in bytes.
    ///
    /// ```
    /// assert_eq!(linkspan::Finder::DEFAULT_LENGTH_LIMIT, 8192);
    /// ```
    pub const DEFAULT_LENGTH_LIMIT: usize = DEFAULT_LENGTH_LIMIT;

    /// A finder with the default options: the `uts58` [profile](crate::Profile).
    #[must_use]
    pub const fn new() -> Self {
        Self {
            options: Options::new(),
            #[cfg(feature = "assess")]
            policy: Policy::report(),
            #[cfg(feature = "assess")]
            lists: AssessLists::new(),
        }
    }

    /// Starts configuring a finder.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::BareDomains;
    ///
    /// let finder = Finder::builder().bare_domains(BareDomains::Skip).build()?;
    /// assert!(!finder.is_match("example.com"));
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub const fn builder() -> FinderBuilder {
        FinderBuilder::new()
    }

    fn with_options(
        options: Options,
        #[cfg(feature = "assess")] policy: Policy,
        #[cfg(feature = "assess")] lists: AssessLists,
    ) -> Self {
        Self {
            options,
            #[cfg(feature = "assess")]
            policy,
            #[cfg(feature = "assess")]
            lists,
        }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The list of top-level domains and public suffixes that the finder uses.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let link = finder.find("see www.example.co.uk").unwrap();
    /// assert_eq!(link.registrable_domain(finder.suffixes()), Some("example.co.uk"));
    /// ```
    #[must_use]
    pub fn suffixes(&self) -> &SuffixList {
        self.options.suffixes()
    }

    /// Whether a text contains a link.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// assert!(finder.is_match("see пример.рф"));
    /// assert!(!finder.is_match("no link, e.g. here"));
    /// ```
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// The first link of a text.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let link = finder.find("see example.com and example.org").unwrap();
    /// assert_eq!(link.as_str(), "example.com");
    /// ```
    #[must_use]
    pub fn find<'t>(&self, text: &'t str) -> Option<Link<'t>> {
        self.find_iter(text).next()
    }

    /// All links of a text, in order. They do not overlap.
    ///
    /// # Complexity
    ///
    /// Iterating takes time linear in the length of the text, whatever the text. Nothing is allocated,
    /// except for hosts of more than eight labels with characters above ASCII.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let mut links = finder.find_iter("(https://example.com/α), ann@example.org");
    /// assert_eq!(links.next().unwrap().range(), 1..23);
    /// assert_eq!(links.next().unwrap().range(), 26..41);
    /// assert!(links.next().is_none());
    /// ```
    #[inline]
    pub fn find_iter<'t>(&self, text: &'t str) -> Links<'_, 't> {
        Links::new(&self.options, text)
    }

    /// All links of bytes that need not be UTF-8, in order. No link contains an invalid byte.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let bytes = b"a.com \xFF b.com/\xE4\xFF";
    /// let found: Vec<_> = finder.find_bytes_iter(bytes).map(|link| link.range()).collect();
    /// assert_eq!(found, [0..5, 8..14]);
    /// assert_eq!(&bytes[8..14], b"b.com/");
    /// ```
    pub fn find_bytes_iter<'t>(&self, bytes: &'t [u8]) -> BytesLinks<'_, 't> {
        BytesLinks::new(self, bytes)
    }

    /// The link that contains the byte at `offset`: the link under a cursor.
    ///
    /// Only the text between the nearest boundaries on both sides is searched: white space and other
    /// characters that no link contains.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let text = "see example.com and example.org";
    /// assert_eq!(finder.link_at(text, 20).unwrap().as_str(), "example.org");
    /// assert!(finder.link_at(text, 15).is_none(), "the end of a link is not part of it");
    /// ```
    #[must_use]
    pub fn link_at<'t>(&self, text: &'t str, offset: usize) -> Option<Link<'t>> {
        // No link crosses a boundary, so the text between two of them is enough.
        let is_boundary = |c| self.options.is_boundary(c);
        let middle = floor_char_boundary(text, offset);
        let (before, after) = text.split_at_checked(middle)?;
        let start = before.char_indices().rev().find(|&(_, c)| is_boundary(c));
        let start = start.map_or(0, |(at, c)| at + c.len_utf8());
        let end = middle + after.find(is_boundary).unwrap_or(after.len());
        self.find_iter(text.get(start..end)?)
            .map(|link| link.moved_into(text, start))
            .find(|link| link.end() > offset)
            .filter(|link| link.start() <= offset)
    }

    /// The text as a sequence of segments: its links, and the text between them. Concatenated, they are
    /// the text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::find::Segment;
    ///
    /// let finder = Finder::new();
    /// let shouted: String = finder
    ///     .segments("see example.com!")
    ///     .map(|segment| match segment {
    ///         Segment::Text(text) => text.to_uppercase(),
    ///         Segment::Link(link) => link.as_str().to_owned(),
    ///     })
    ///     .collect();
    /// assert_eq!(shouted, "SEE example.com!");
    /// ```
    pub fn segments<'t>(&self, text: &'t str) -> Segments<'_, 't> {
        Segments::new(self.find_iter(text), text)
    }

    /// The text with each link replaced by what a function returns. The text itself is borrowed if it has
    /// no links.
    ///
    /// Nothing is escaped; [`render`](crate::render) writes HTML and other formats.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let text = "mail ann@example.com or see example.org";
    /// assert_eq!(finder.replace_all(text, |link| link.kind()), "mail email or see url");
    /// assert_eq!(
    ///     finder.replace_all(text, |link| format!("<{}>", link.href())),
    ///     "mail <mailto:ann@example.com> or see <https://example.org>"
    /// );
    /// ```
    #[must_use]
    pub fn replace_all<'t, D: fmt::Display>(
        &self,
        text: &'t str,
        mut replacement: impl FnMut(&Link<'t>) -> D,
    ) -> Cow<'t, str> {
        let mut links = self.find_iter(text).peekable();
        if links.peek().is_none() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut copied = 0;
        for link in links {
            out.push_str(text.get(copied..link.start()).unwrap_or_default());
            infallible(write!(out, "{}", replacement(&link)));
            copied = link.end();
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Cow::Owned(out)
    }

    /// Every candidate for a link in a text, with the link or the reason for its rejection.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::explain::{DomainError, Rejection};
    ///
    /// let finder = Finder::new();
    /// let mut candidates = finder.explain("not co.uk but example.com");
    /// let reason = candidates.next().unwrap().outcome.unwrap_err();
    /// assert_eq!(reason, Rejection::InvalidDomain(DomainError::PublicSuffix));
    /// assert_eq!(reason.to_string(), "the domain is a public suffix, not a registrable domain");
    /// assert_eq!(candidates.next().unwrap().outcome.unwrap().as_str(), "example.com");
    /// ```
    pub fn explain<'t>(&self, text: &'t str) -> Candidates<'_, 't> {
        Candidates::new(self.find_iter(text))
    }

    /// Where and why a link that this finder found ends before the standard says so. `None` if it ends where
    /// the standard says.
    ///
    /// ```
    /// use linkspan::explain::EndReason;
    /// use linkspan::{Finder, Profile};
    ///
    /// let finder = Finder::builder().profile(Profile::Source).build()?;
    /// let link = finder.find(r#"url="https://example.com/a.",x=1"#).unwrap();
    /// assert_eq!(link.as_str(), "https://example.com/a.");
    /// assert_eq!(finder.explain_end(&link).unwrap().reason, EndReason::Quote);
    /// assert_eq!(Finder::new().explain_end(&link), None);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    #[must_use]
    pub fn explain_end(&self, link: &Link<'_>) -> Option<EarlyEnd> {
        EarlyEnd::of(&self.options, link)
    }

    /// Assesses a link like [`assess`](crate::assess::assess()), with the suffix list, the length limit, the tables
    /// of registries and the protected names of this finder.
    ///
    /// ```
    /// use linkspan::assess::{Code, assess};
    /// use linkspan::suffix::SuffixList;
    /// use linkspan::{Finder, links};
    ///
    /// let text = "http://intranet.corp/";
    /// let link = links(text).next().unwrap();
    /// assert!(assess(&link).has(Code::TldUnlisted));
    /// let finder = Finder::builder().suffixes(SuffixList::from_iana("CORP")?).build()?;
    /// assert!(finder.assess(&link).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "assess")]
    #[must_use]
    pub fn assess(&self, link: &Link<'_>) -> Report {
        self.assess_rules().assess(link)
    }

    /// All links of a text with their reports, and URLs that were rejected for a reason that a report
    /// contains. The [policy](crate::assess::Policy) of the finder may reject a URL, as may its other rules,
    /// such as those for user names and invalid addresses.
    ///
    /// ```
    /// use linkspan::Finder;
    ///
    /// let text = "https://example.com http://bank.com@evil.example.org/ http://0x7f.1/";
    /// let assessed: Vec<_> = Finder::new()
    ///     .assess_iter(text)
    ///     .map(|found| (found.link.as_str(), found.rejection.is_none(), found.report.findings().len()))
    ///     .collect();
    /// assert_eq!(
    ///     assessed,
    ///     [
    ///         ("https://example.com", true, 0),
    ///         ("http://bank.com@evil.example.org/", false, 1),
    ///         ("http://0x7f.1/", false, 1),
    ///     ]
    /// );
    /// ```
    #[cfg(feature = "assess")]
    pub fn assess_iter<'t>(&self, text: &'t str) -> AssessedLinks<'_, 't> {
        AssessedLinks::new(&self.options, &self.policy, &self.lists, text)
    }

    /// Assesses an existing link like [`assess_anchor`](crate::assess::assess_anchor), with the suffix list
    /// of this finder.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::assess::Code;
    ///
    /// let report = Finder::new().assess_anchor("bank.example.com", "https://evil.example.org/");
    /// assert!(report.has(Code::OtherHost));
    /// ```
    #[cfg(feature = "assess")]
    #[must_use]
    pub fn assess_anchor(&self, text: &str, href: &str) -> Report {
        self.assess_rules().assess_anchor(text, href)
    }

    /// The links in the text of an existing link, each with its findings, among them
    /// [`Code::OtherHost`](crate::assess::Code::OtherHost). See [`assess_anchor`](crate::assess::assess_anchor).
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::assess::ExistingLink;
    ///
    /// let anchor = ExistingLink::new("http://a.org or http://b.org", "http://a.org/");
    /// let found = Finder::new().assess_anchor_links(&anchor);
    /// let counts: Vec<_> = found
    ///     .iter()
    ///     .map(|found| (found.link.as_str(), found.report.findings().len()))
    ///     .collect();
    /// assert_eq!(counts, [("http://a.org", 0), ("http://b.org", 1)]);
    /// ```
    #[cfg(feature = "assess")]
    #[must_use]
    pub fn assess_anchor_links<'t>(&self, anchor: &ExistingLink<'t>) -> Vec<AssessedLink<'t>> {
        self.assess_rules().assess_anchor_links(anchor)
    }

    #[cfg(feature = "assess")]
    fn assess_rules(&self) -> AssessRules<'_> {
        AssessRules::of(&self.options, &self.lists)
    }

    /// The [safe display form](SafeDisplay) with the suffix list of this finder.
    ///
    /// ```
    /// use linkspan::Finder;
    ///
    /// let finder = Finder::new();
    /// let link = finder.find("https://www.аррӏе.com/").unwrap();
    /// let safe = finder.safe_display().format(&link, &finder.assess(&link));
    /// assert_eq!(safe, "https://www.xn--80ak6aa92e.com/");
    /// ```
    #[cfg(feature = "assess")]
    #[must_use]
    pub fn safe_display(&self) -> SafeDisplay<'_> {
        SafeDisplay::new().suffixes(self.suffixes())
    }
}

impl Default for Finder {
    fn default() -> Self {
        Self::new()
    }
}

/// All links of a text, with the default options.
///
/// ```
/// let found: Vec<_> = linkspan::links("See (example.com/α).").map(|link| link.range()).collect();
/// assert_eq!(found, [5..19]); // Bytes; the closing parenthesis and the full stop are not included.
/// ```
pub fn links(text: &str) -> Links<'static, '_> {
    static DEFAULT: Finder = Finder::new();
    DEFAULT.find_iter(text)
}
