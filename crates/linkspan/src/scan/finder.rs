//! The finder and what it offers.

use super::builder::FinderBuilder;
use super::link::Link;
use super::links::Links;
use super::options::{OneLabelHosts, Options, QuotedLocalParts};
use super::segments::Segments;
use super::verdict::Candidates;
use crate::boundary;
use crate::host::TopLevel;
use crate::property::{LinkTerm, link_term};

/// Finds the links in texts.
///
/// A finder is made once and used for any number of texts, by any number of threads; it can be a
/// `static`. Any text is valid input, and finding links in it takes time linear in its length.
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
/// The names that its users know are the same, so that the change is small:
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
}

impl Finder {
    /// The longest link that is found by default, in bytes.
    ///
    /// ```
    /// assert_eq!(linkspan::Finder::DEFAULT_LENGTH_LIMIT, 8192);
    /// ```
    pub const DEFAULT_LENGTH_LIMIT: usize = 8 * 1024;

    /// A finder with the defaults: the `uts58` [profile](crate::Profile).
    #[must_use]
    pub const fn new() -> Self {
        Self {
            options: Options::new(),
        }
    }

    /// Starts to make a finder with other options.
    ///
    /// ```
    /// use linkspan::{BareDomains, Finder};
    ///
    /// let finder = Finder::builder().bare_domains(BareDomains::Skip).build()?;
    /// assert_eq!(finder.find_iter("example.com").count(), 0);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub const fn builder() -> FinderBuilder {
        FinderBuilder::new()
    }

    /// A finder that holds hosts to as little as possible.
    pub(crate) const fn lenient() -> Self {
        let mut options = Options::new();
        options.one_label_hosts = OneLabelHosts::Allow;
        options.bare_tld = TopLevel::Syntactic;
        Self { options }
    }

    pub(super) const fn with_options(options: Options) -> Self {
        Self { options }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// All links of a text, in order. They do not overlap.
    ///
    /// # Complexity
    ///
    /// Going through all of them takes time linear in the length of the text, whatever the text.
    /// Nothing is allocated, but for hosts of more than eight labels with characters above ASCII.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let mut links = finder.find_iter("(https://example.com/α), ann@example.org");
    /// assert_eq!(links.next().unwrap().range(), 1..23);
    /// assert_eq!(links.next().unwrap().range(), 26..41);
    /// assert!(links.next().is_none());
    /// ```
    #[must_use]
    pub fn find_iter<'t>(&self, text: &'t str) -> Links<'_, 't> {
        Links::new(self, text)
    }

    /// The first link of a text.
    ///
    /// ```
    /// let link = linkspan::Finder::new().first("see example.com and example.org").unwrap();
    /// assert_eq!(link.as_str(), "example.com");
    /// ```
    #[must_use]
    pub fn first<'t>(&self, text: &'t str) -> Option<Link<'t>> {
        self.find_iter(text).next()
    }

    /// The link that the byte at `offset` belongs to: what is under the cursor.
    ///
    /// Only the text between the nearest white space on either side is looked at, unless local
    /// parts in quotes are linked, which hold spaces.
    ///
    /// ```
    /// let finder = linkspan::Finder::new();
    /// let text = "see example.com and example.org";
    /// assert_eq!(finder.link_at(text, 20).unwrap().as_str(), "example.org");
    /// assert!(finder.link_at(text, 15).is_none(), "the end of a link is not in it");
    /// ```
    #[must_use]
    pub fn link_at<'t>(&self, text: &'t str, offset: usize) -> Option<Link<'t>> {
        // No link crosses a Hard character, so that it can be looked for between two of them.
        let is_hard = |c| link_term(c) == LinkTerm::Hard;
        let middle = boundary::floor(text, offset);
        let (before, after) = text.split_at_checked(middle)?;
        let start = before.char_indices().rev().find(|&(_, c)| is_hard(c));
        let start = start.map_or(0, |(at, c)| at + c.len_utf8());
        let end = middle + after.find(is_hard).unwrap_or(after.len());
        // But for what is in quotes.
        let (start, end) = match self.options.quoted_local_parts {
            QuotedLocalParts::Skip => (start, end),
            QuotedLocalParts::Link => (0, text.len()),
        };
        self.find_iter(text.get(start..end)?)
            .map(|link| link.moved(text, start))
            .find(|link| link.end() > offset)
            .filter(|link| link.start() <= offset)
    }

    /// All places of a text where a link could be, with the link or the reason why there is none.
    ///
    /// ```
    /// use linkspan::{BadDomain, Finder, NoLink};
    ///
    /// let finder = Finder::new();
    /// let mut candidates = finder.explain("not co.uk but example.com");
    /// let reason = candidates.next().unwrap().verdict.unwrap_err();
    /// assert_eq!(reason, NoLink::BadDomain(BadDomain::PublicSuffix));
    /// assert_eq!(reason.to_string(), "the domain is a public suffix, not a registrable domain");
    /// assert_eq!(candidates.next().unwrap().verdict.unwrap().as_str(), "example.com");
    /// ```
    #[must_use]
    pub fn explain<'t>(&self, text: &'t str) -> Candidates<'_, 't> {
        Candidates::new(self.find_iter(text))
    }

    /// The text in pieces: its links, and what lies between them. Put together, they are the text.
    ///
    /// ```
    /// use linkspan::{Finder, Segment};
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
    #[must_use]
    pub fn segments<'t>(&self, text: &'t str) -> Segments<'_, 't> {
        Segments::new(self.find_iter(text), text)
    }
}

impl Default for Finder {
    fn default() -> Self {
        Self::new()
    }
}

/// All links of a text, by a finder with the defaults.
///
/// ```
/// let found: Vec<_> = linkspan::links("See (example.com/α).").map(|link| link.range()).collect();
/// assert_eq!(found, [5..19]); // Bytes; the closing parenthesis and the full stop stay outside.
/// ```
#[must_use]
pub fn links(text: &str) -> Links<'static, '_> {
    static DEFAULT: Finder = Finder::new();
    DEFAULT.find_iter(text)
}
