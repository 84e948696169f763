//! Links that are never linked: a list of hosts and exact links.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::error::Unexpected;
use crate::host::HostKind;
use crate::link::Link;
use crate::property::{LinkTerm, link_term};
use crate::sort::sort_by;

/// Hosts and exact links that are not linked.
///
/// An entry that consists of a host, such as `README.md` or `例え.jp`, refuses every link to that host, with any
/// scheme, port, path or local part. Hosts are compared in their ASCII form, so upper and lower case and the two forms
/// of an internationalised domain name are the same. Subdomains are other hosts; `*.example.com` stands for all
/// subdomains of `example.com`, but not for `example.com` itself. Any other entry, such as
/// `https://example.com/a` or `ann@example.com`, refuses links that are written exactly like that.
///
/// A refused link stays text, as does everything inside it. Each link is looked up once, whatever the length of the
/// list.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::find::NeverList;
/// use linkspan::options::FileNames;
///
/// let list: NeverList = "# names of projects\nASP.net\n*.example.com\nann@example.org\n".parse()?;
/// let finder = Finder::builder().never(list).build()?;
/// let text = "asp.net/core www.example.com example.com ann@example.org bob@example.org";
/// let found: Vec<_> = finder.find_iter(text).map(|link| link.as_str()).collect();
/// assert_eq!(found, ["example.com", "bob@example.org"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NeverList {
    /// In ASCII form.
    hosts: TextSet,
    /// The domains whose subdomains are refused, in ASCII form.
    parents: TextSet,
    /// As written.
    links: TextSet,
}

/// A set of texts, in order. Lists are read once and searched often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TextSet(Vec<Box<str>>);

impl TextSet {
    const fn new() -> Self {
        Self(Vec::new())
    }

    /// Where a text is, or where it would be.
    fn search(&self, text: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|known| (**known).cmp(text))
    }

    fn contains(&self, text: &str) -> bool {
        self.search(text).is_ok()
    }

    /// Restores the order after texts were appended.
    fn sort(&mut self) {
        sort_by(&mut self.0, Ord::cmp);
        self.0.dedup();
    }
}

/// The prefix of entries for all subdomains.
const SUBDOMAINS: &str = "*.";

impl NeverList {
    /// An empty list.
    ///
    /// ```
    /// assert!(linkspan::find::NeverList::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self {
            hosts: TextSet::new(),
            parents: TextSet::new(),
            links: TextSet::new(),
        }
    }

    /// Whether the list has no entries.
    ///
    /// ```
    /// let list: linkspan::find::NeverList = "# no entries\n".parse().unwrap();
    /// assert!(list.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hosts.0.is_empty() && self.parents.0.is_empty() && self.links.0.is_empty()
    }

    /// Adds an entry. That takes time proportional to the length of the list; to add many, parse a text with one per line.
    ///
    /// # Errors
    ///
    /// If the entry is empty, or contains a character that no link contains, such as a space.
    ///
    /// ```
    /// let mut list = linkspan::find::NeverList::new();
    /// list.add("README.md")?;
    /// assert_eq!(
    ///     list.add("read me.md").unwrap_err().to_string(),
    ///     "expected a host or a link at byte 0, found \"read me.md\"",
    /// );
    /// # Ok::<(), linkspan::find::NeverListError>(())
    /// ```
    pub fn add(&mut self, entry: &str) -> Result<(), NeverListError> {
        let (set, entry) = self.set_for(entry)?;
        if let Err(at) = set.search(&entry) {
            set.0.insert(at, entry);
        }
        Ok(())
    }

    /// The set that an entry belongs to, and its form there.
    fn set_for(&mut self, entry: &str) -> Result<(&mut TextSet, Box<str>), NeverListError> {
        if entry.is_empty() || entry.contains(|c| link_term(c) == LinkTerm::Hard) {
            return Err(NeverListError {
                line: None,
                unexpected: Unexpected::text_at(entry, 0, "a host or a link"),
            });
        }
        if let Some(parent) = entry.strip_prefix(SUBDOMAINS)
            && let Some(parent) = host_entry(parent)
        {
            return Ok((&mut self.parents, parent));
        }
        Ok(match host_entry(entry) {
            Some(host) => (&mut self.hosts, host),
            None => (&mut self.links, entry.into()),
        })
    }

    /// Whether the list refuses a link.
    ///
    /// ```
    /// let list: linkspan::find::NeverList = "bücher.example".parse()?;
    /// let link = linkspan::links("see HTTPS://xn--bcher-KVA.example/a").next().unwrap();
    /// assert!(list.refuses(&link));
    /// # Ok::<(), linkspan::find::NeverListError>(())
    /// ```
    #[must_use]
    pub fn refuses(&self, link: &Link<'_>) -> bool {
        if self.links.contains(link.as_str()) {
            return true;
        }
        if self.hosts.0.is_empty() && self.parents.0.is_empty() {
            return false;
        }
        let host = canonical(link.host());
        self.hosts.contains(&host)
            || host.match_indices('.').any(|(dot, _)| {
                self.parents
                    .contains(host.get(dot + 1..).unwrap_or_default())
            })
    }
}

/// The ASCII form of an entry that consists of a host.
fn host_entry(entry: &str) -> Option<Box<str>> {
    let is_host = !entry.contains(['/', '?', '#', '@', '\\', '%']);
    let is_address = entry.starts_with('[');
    if !is_host || (entry.contains(':') && !is_address) {
        return None;
    }
    HostKind::Domain.to_ascii(entry).ok()?;
    Some(canonical(entry).as_ref().into())
}

/// The form in which hosts are compared: the ASCII form in lower case, without a root dot.
fn canonical(host: &str) -> Cow<'_, str> {
    let host = host.strip_suffix('.').unwrap_or(host);
    match HostKind::Domain.to_ascii(host) {
        Ok(ascii) if !ascii.bytes().any(|byte| byte.is_ascii_uppercase()) => ascii,
        Ok(ascii) => Cow::Owned(ascii.to_ascii_lowercase()),
        // Entries are valid, so only the end of such a host can be one: a domain in ASCII whose subdomains are refused.
        Err(_) => Cow::Owned(host.to_ascii_lowercase()),
    }
}

/// Parses one entry per line. Lines that start with `#` are comments, as is everything after a space and a `#`.
impl FromStr for NeverList {
    type Err = NeverListError;

    fn from_str(text: &str) -> Result<Self, NeverListError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut list = Self::new();
        for (number, line) in (1..).zip(text.lines()) {
            let comment = line.as_bytes().windows(2).position(|pair| pair == b" #");
            let entry = line.get(..comment.unwrap_or(line.len())).unwrap_or(line);
            let entry = entry.trim();
            if entry.is_empty() || entry.starts_with('#') {
                continue;
            }
            let (set, entry) = list.set_for(entry).map_err(|error| NeverListError {
                line: Some(number),
                ..error
            })?;
            set.0.push(entry);
        }
        for set in [&mut list.hosts, &mut list.parents, &mut list.links] {
            set.sort();
        }
        Ok(list)
    }
}

/// The error of reading a [`NeverList`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NeverListError {
    line: Option<usize>,
    unexpected: Unexpected,
}

impl NeverListError {
    /// The number of the invalid line, if a list was parsed.
    ///
    /// ```
    /// let error = "README.md\nread me\n".parse::<linkspan::find::NeverList>().unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// assert_eq!(error.to_string(), "line 2: expected a host or a link at byte 0, found \"read me\"");
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for NeverListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}", self.unexpected)
    }
}

impl core::error::Error for NeverListError {}
