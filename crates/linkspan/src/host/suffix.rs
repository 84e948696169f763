//! Which domains are top-level ones, and under which names can be registered.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use super::suffix_table as table;
use crate::mismatch::Mismatch;

/// The list of public suffixes: top-level domains, and the domains below which anyone may register
/// a name, such as `co.uk`.
///
/// The [embedded](Self::embedded) list holds the root zone and the ICANN section of the Public
/// Suffix List. A newer one can be read at run time, in the format of either source:
///
/// ```
/// use linkspan::SuffixList;
///
/// let list: SuffixList = "# Version 2026110100\nCOM\nXN--P1AI\n".parse()?;
/// assert!(list.is_top_level("com") && list.is_top_level("рф"));
/// assert!(!list.is_top_level("org"));
/// # Ok::<(), linkspan::SuffixListError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuffixList {
    /// One number for each domain: where its first label lies in `names`, how long it is, and what
    /// the list says of it. Domains with the same parent stand together, sorted by label.
    nodes: Cow<'static, [u32]>,
    names: Cow<'static, str>,
    /// Where the children of a domain stand in `nodes`: parent, first, count; sorted by parent.
    families: Cow<'static, [Family]>,
    /// The top-level domains above ASCII in their Unicode form, sorted.
    unicode: Cow<'static, [Cow<'static, str>]>,
}

/// What the list says of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Suffix {
    /// How many labels its public suffix has: at least one.
    pub(crate) labels: usize,
    /// Whether its last label is a top-level domain of the list.
    pub(crate) listed: bool,
}

/// A parent, the place of its first child, and the number of its children.
type Family = (u32, u32, u32);

/// The parent of the top-level domains.
const ROOT: u32 = u32::MAX;

// What a node says of its domain, below the length and offset of its label.
const RULE: u32 = 1;
const WILDCARD: u32 = 2;
const EXCEPTION: u32 = 4;
const FLAG_BITS: u32 = 3;
const LENGTH_BITS: u32 = 6;

static EMBEDDED: SuffixList = SuffixList {
    nodes: Cow::Borrowed(&table::NODES),
    names: Cow::Borrowed(table::NAMES),
    families: Cow::Borrowed(&table::FAMILIES),
    unicode: Cow::Borrowed(&table::UNICODE),
};

impl SuffixList {
    /// The list that is built in.
    ///
    /// ```
    /// assert!(linkspan::SuffixList::embedded().is_top_level("com"));
    /// ```
    #[must_use]
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// The day of the root zone that the built-in list was made from, as `2026-11-01`.
    ///
    /// ```
    /// assert!(linkspan::SuffixList::embedded_date() > "2026-10");
    /// ```
    #[must_use]
    pub fn embedded_date() -> &'static str {
        table::DATE
    }

    /// Reads the list of the Internet Assigned Numbers Authority (`tlds-alpha-by-domain.txt`): one
    /// top-level domain a line, comments after `#`.
    ///
    /// # Errors
    ///
    /// If a line holds something else, or if there is no domain at all.
    ///
    /// ```
    /// use linkspan::SuffixList;
    ///
    /// let error = SuffixList::from_iana("COM\nNET ORG\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: expected a top-level domain at byte 0, found \"NET ORG\"");
    /// ```
    pub fn from_iana(text: &str) -> Result<Self, SuffixListError> {
        let mut tree = Tree::default();
        for (number, line) in (1..).zip(text.lines()) {
            let domain = line.split('#').next().unwrap_or_default().trim();
            if domain.is_empty() {
                continue;
            }
            let name = to_ascii(domain).filter(|name| !name.contains('.'));
            let name =
                name.ok_or_else(|| SuffixListError::at(number, domain, "a top-level domain"))?;
            tree.add(&name, RULE);
        }
        tree.build()
    }

    /// Reads the Public Suffix List (`public_suffix_list.dat`): its ICANN section, or all of it if
    /// it has no sections.
    ///
    /// # Errors
    ///
    /// If a line is no rule, or if there is no rule at all.
    ///
    /// ```
    /// use linkspan::SuffixList;
    ///
    /// let list = SuffixList::from_psl("// uk\nuk\nco.uk\n*.ck\n!www.ck\n")?;
    /// assert_eq!(list.public_suffix("www.example.co.uk"), "co.uk");
    /// assert_eq!(list.public_suffix("foo.bar.ck"), "bar.ck");
    /// assert_eq!(list.public_suffix("www.ck"), "ck");
    /// # Ok::<(), linkspan::SuffixListError>(())
    /// ```
    pub fn from_psl(text: &str) -> Result<Self, SuffixListError> {
        let mut tree = Tree::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.contains("===BEGIN PRIVATE DOMAINS===") {
                break;
            }
            let rule = line.split_whitespace().next().unwrap_or_default();
            if rule.is_empty() || rule.starts_with("//") {
                continue;
            }
            let (domain, flag) = if let Some(domain) = rule.strip_prefix('!') {
                (domain, EXCEPTION)
            } else if let Some(domain) = rule.strip_prefix("*.") {
                (domain, WILDCARD)
            } else {
                (rule, RULE)
            };
            let name = to_ascii(domain);
            let name = name.ok_or_else(|| SuffixListError::at(number, rule, "a suffix rule"))?;
            tree.add(&name, flag);
        }
        tree.build()
    }

    /// Whether a label is a top-level domain of the list, in Unicode or ASCII form, in any case.
    ///
    /// ```
    /// use linkspan::SuffixList;
    ///
    /// let list = SuffixList::embedded();
    /// assert!(list.is_top_level("COM") && list.is_top_level("xn--p1ai") && list.is_top_level("РФ"));
    /// assert!(!list.is_top_level("invalid") && !list.is_top_level("co.uk"));
    /// ```
    #[must_use]
    pub fn is_top_level(&self, label: &str) -> bool {
        if label.is_ascii() {
            return self.is_top_level_ascii(label);
        }
        to_ascii(label).is_some_and(|name| self.is_top_level_ascii(&name))
    }

    /// The same for a label that is in its ASCII form already, in any case.
    pub(crate) fn is_top_level_ascii(&self, label: &str) -> bool {
        self.child(ROOT, label).is_some()
    }

    /// The same for a label in Unicode form that UTS #46 does not change.
    pub(crate) fn is_top_level_unicode(&self, label: &str) -> bool {
        self.unicode
            .binary_search_by(|known| known.as_ref().cmp(label))
            .is_ok()
    }

    /// The public suffix of a domain in ASCII form, which is its last label if the list does not
    /// know better. A root dot does not count.
    ///
    /// ```
    /// use linkspan::SuffixList;
    ///
    /// let list = SuffixList::embedded();
    /// assert_eq!(list.public_suffix("www.example.co.uk"), "co.uk");
    /// assert_eq!(list.public_suffix("www.example.invalid"), "invalid");
    /// ```
    #[must_use]
    pub fn public_suffix<'d>(&self, domain: &'d str) -> &'d str {
        let domain = domain.strip_suffix('.').unwrap_or(domain);
        let labels = self.suffix(domain).labels;
        let dots = domain.bytes().enumerate().rev().filter(|&(_, b)| b == b'.');
        match dots.map(|(at, _)| at).nth(labels - 1) {
            Some(dot) => domain.get(dot + 1..).unwrap_or_default(),
            None => domain,
        }
    }

    /// What the list says of a domain in ASCII form.
    pub(crate) fn suffix(&self, domain: &str) -> Suffix {
        let mut parent = ROOT;
        let mut wildcard = false;
        let mut suffix = Suffix {
            labels: 1,
            listed: false,
        };
        for (depth, label) in (1..).zip(domain.rsplit('.')) {
            if wildcard {
                suffix.labels = depth;
            }
            let Some((node, flags)) = self.child(parent, label) else {
                break;
            };
            suffix.listed = true;
            if flags & EXCEPTION != 0 {
                suffix.labels = depth - 1;
                break;
            }
            if flags & RULE != 0 {
                suffix.labels = depth;
            }
            wildcard = flags & WILDCARD != 0;
            parent = node;
        }
        suffix
    }

    /// The domain of this label below `parent`, and what the list says of it.
    fn child(&self, parent: u32, label: &str) -> Option<(u32, u32)> {
        // The root has the highest number, so that its family is the last.
        let &(_, first, count) = if parent == ROOT {
            self.families.last()?
        } else {
            let family = self
                .families
                .binary_search_by_key(&parent, |&(parent, ..)| parent);
            self.families.get(family.ok()?)?
        };
        let nodes = self.nodes.get(first as usize..(first + count) as usize)?;
        let by_label = |&node: &u32| {
            let lower = label.bytes().map(|b| b.to_ascii_lowercase());
            self.label(node).bytes().cmp(lower)
        };
        let index = nodes.binary_search_by(by_label).ok()?;
        let node = nodes.get(index)?;
        let flags = node & ((1 << FLAG_BITS) - 1);
        Some((first + u32::try_from(index).ok()?, flags))
    }

    fn label(&self, node: u32) -> &str {
        let length = (node >> FLAG_BITS) & ((1 << LENGTH_BITS) - 1);
        let start = node >> (FLAG_BITS + LENGTH_BITS);
        self.names
            .get(start as usize..(start + length) as usize)
            .unwrap_or_default()
    }

    /// The arrays of the list, for the program that writes the embedded one.
    #[doc(hidden)]
    #[must_use]
    pub fn raw(&self) -> (&[u32], &str, &[Family], &[Cow<'static, str>]) {
        (&self.nodes, &self.names, &self.families, &self.unicode)
    }
}

/// Reads either format: a file with `//` comments, or with a rule of more than one label, is a Public
/// Suffix List, any other one the root zone's list.
impl FromStr for SuffixList {
    type Err = SuffixListError;

    fn from_str(text: &str) -> Result<Self, SuffixListError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let telling = text.lines().find_map(|line| match line.as_bytes() {
            [b'/', b'/', ..] => Some(Format::Psl),
            [b'#', ..] => Some(Format::Iana),
            line => line.contains(&b'.').then_some(Format::Psl),
        });
        match telling {
            Some(Format::Psl) => Self::from_psl(text),
            Some(Format::Iana) | None => Self::from_iana(text),
        }
    }
}

/// The formats that lists come in.
enum Format {
    Iana,
    Psl,
}

fn to_ascii(domain: &str) -> Option<Cow<'_, str>> {
    Uts46::new()
        .to_ascii(
            domain.as_bytes(),
            AsciiDenyList::STD3,
            Hyphens::CheckFirstLast,
            DnsLength::Verify,
        )
        .ok()
}

/// The Unicode form of an A-label.
fn to_unicode(label: &str) -> Option<Cow<'static, str>> {
    let (shown, valid) = Uts46::new().to_unicode(
        label.as_bytes(),
        AsciiDenyList::STD3,
        Hyphens::CheckFirstLast,
    );
    (valid.is_ok() && !shown.is_ascii()).then(|| Cow::Owned(shown.into_owned()))
}

/// A list while it is read: for each domain, what is said of it and its children.
#[derive(Default)]
struct Tree {
    flags: u32,
    children: BTreeMap<String, Tree>,
}

impl Tree {
    fn add(&mut self, domain: &str, flag: u32) {
        let mut tree = self;
        for label in domain.rsplit('.') {
            tree = tree.children.entry(label.to_string()).or_default();
        }
        tree.flags |= flag;
    }

    fn build(&self) -> Result<SuffixList, SuffixListError> {
        if self.children.is_empty() {
            return Err(SuffixListError { kind: Kind::Empty });
        }
        let (mut nodes, mut names, mut families) = (Vec::new(), String::new(), Vec::new());
        let mut places: BTreeMap<&str, u32> = BTreeMap::new();
        // Breadth first, so that each family stands together.
        let mut level = alloc::vec![(ROOT, self)];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (parent, tree) in level {
                if tree.children.is_empty() {
                    continue;
                }
                let first = to_u32(nodes.len());
                families.push((parent, first, to_u32(tree.children.len())));
                for (label, child) in &tree.children {
                    // Most second-level labels occur under many top-level domains.
                    let start = *places.entry(label).or_insert_with(|| {
                        let start = to_u32(names.len());
                        names.push_str(label);
                        start
                    });
                    let length = to_u32(label.len());
                    next.push((to_u32(nodes.len()), child));
                    nodes.push((start << LENGTH_BITS | length) << FLAG_BITS | child.flags);
                }
            }
            level = next;
        }
        // Beyond this, places in `names` have no room in a node.
        if names.len() >> (u32::BITS - LENGTH_BITS - FLAG_BITS) != 0 {
            return Err(SuffixListError {
                kind: Kind::TooLong,
            });
        }
        families.sort_unstable();
        let mut unicode: Vec<_> = self
            .children
            .keys()
            .filter_map(|label| to_unicode(label))
            .collect();
        unicode.sort_unstable();
        Ok(SuffixList {
            nodes: nodes.into(),
            names: names.into(),
            families: families.into(),
            unicode: unicode.into(),
        })
    }
}

/// Lists have thousands of entries, not millions, for which there is room.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Why a list of suffixes could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuffixListError {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The line with this number.
    Line(usize, Mismatch),
    Empty,
    TooLong,
}

impl SuffixListError {
    fn at(line: usize, found: &str, expected: &'static str) -> Self {
        let mismatch = Mismatch::instead_of(found, 0, expected);
        Self {
            kind: Kind::Line(line, mismatch),
        }
    }

    /// The number of the line that is at fault, if it is a single one.
    ///
    /// ```
    /// let error = linkspan::SuffixList::from_psl("com\nco..uk\n").unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self.kind {
            Kind::Line(line, _) => Some(line),
            Kind::Empty | Kind::TooLong => None,
        }
    }
}

impl fmt::Display for SuffixListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Line(line, mismatch) => write!(f, "line {line}: {mismatch}"),
            Kind::Empty => f.write_str("expected a list of domains, found none"),
            Kind::TooLong => f.write_str("expected at most 8 MiB of domains, found more"),
        }
    }
}

impl core::error::Error for SuffixListError {}
