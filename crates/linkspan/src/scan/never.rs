//! Links that are never linked: a list of hosts and exact links.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use core::fmt;
use core::str::FromStr;

use crate::error::Unexpected;
use crate::host::HostKind;
use crate::link::Link;
use crate::property::{LinkTerm, link_term};

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
    hosts: BTreeSet<Box<str>>,
    /// The domains whose subdomains are refused, in ASCII form.
    parents: BTreeSet<Box<str>>,
    /// As written.
    links: BTreeSet<Box<str>>,
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
            hosts: BTreeSet::new(),
            parents: BTreeSet::new(),
            links: BTreeSet::new(),
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
        self.hosts.is_empty() && self.parents.is_empty() && self.links.is_empty()
    }

    /// Adds an entry.
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
        if entry.is_empty() || entry.contains(|c| link_term(c) == LinkTerm::Hard) {
            return Err(NeverListError {
                line: None,
                unexpected: Unexpected::text_at(entry, 0, "a host or a link"),
            });
        }
        if let Some(parent) = entry.strip_prefix(SUBDOMAINS)
            && let Some(parent) = host_entry(parent)
        {
            self.parents.insert(parent);
        } else if let Some(host) = host_entry(entry) {
            self.hosts.insert(host);
        } else {
            self.links.insert(entry.into());
        }
        Ok(())
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
        if self.hosts.is_empty() && self.parents.is_empty() {
            return false;
        }
        let host = canonical(link.host());
        self.hosts.contains(&*host)
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
        // Both sides of a comparison are converted, so the final sigma of Greek needs no exception.
        Err(_) => Cow::Owned(host.chars().flat_map(char::to_lowercase).collect()),
    }
}

/// Parses one entry per line. Lines that start with `#` are comments, as is everything after a space and a `#`.
impl FromStr for NeverList {
    type Err = NeverListError;

    fn from_str(text: &str) -> Result<Self, NeverListError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut list = Self::new();
        for (number, line) in (1..).zip(text.lines()) {
            let entry = line.split_once(" #").map_or(line, |(entry, _)| entry);
            let entry = entry.trim();
            if entry.is_empty() || entry.starts_with('#') {
                continue;
            }
            list.add(entry).map_err(|error| NeverListError {
                line: Some(number),
                ..error
            })?;
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
