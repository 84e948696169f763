//! Parsing lists of suffixes in the formats in which they are published.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::index;
use super::{EXCEPTION, FLAG_BITS, LENGTH_BITS, PARENT, RULE, SuffixList, WILDCARD};
use crate::error::Unexpected;
use crate::idna::Policy;
use crate::sort::sort_by;

/// What the line before the private section contains.
const PRIVATE_SECTION: &[u8] = b"===BEGIN PRIVATE DOMAINS===";

impl SuffixList {
    /// Parses the list of the Internet Assigned Numbers Authority (`tlds-alpha-by-domain.txt`): one
    /// top-level domain per line, comments after `#`.
    ///
    /// # Errors
    ///
    /// If a line contains anything else, or if there is no domain at all.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// let error = SuffixList::from_iana("COM\nNET ORG\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: expected a top-level domain at byte 0, found \"NET ORG\"");
    /// ```
    pub fn from_iana(text: &str) -> Result<Self, SuffixListError> {
        let mut rules = Rules::default();
        for (number, line) in (1..).zip(text.lines()) {
            let domain = line.split('#').next().unwrap_or_default().trim();
            if domain.is_empty() {
                continue;
            }
            let name = to_ascii(domain).filter(|name| !name.contains('.'));
            let name =
                name.ok_or_else(|| SuffixListError::at(number, domain, "a top-level domain"))?;
            rules.add(name, RULE);
        }
        rules.build()
    }

    /// Parses the Public Suffix List (`public_suffix_list.dat`): its ICANN section, or all of it if
    /// it has no sections.
    ///
    /// # Errors
    ///
    /// If a line is not a rule, or if there is no rule at all.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// let list = SuffixList::from_psl("// uk\nuk\nco.uk\n*.ck\n!www.ck\n")?;
    /// assert_eq!(list.public_suffix("www.example.co.uk"), "co.uk");
    /// assert_eq!(list.public_suffix("foo.bar.ck"), "bar.ck");
    /// assert_eq!(list.public_suffix("www.ck"), "ck");
    /// # Ok::<(), linkspan::suffix::SuffixListError>(())
    /// ```
    pub fn from_psl(text: &str) -> Result<Self, SuffixListError> {
        let mut rules = Rules::default();
        for (number, line) in (1..).zip(text.lines()) {
            let mut parts = line.as_bytes().windows(PRIVATE_SECTION.len());
            if parts.any(|part| part == PRIVATE_SECTION) {
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
            // An exception to a top-level domain would leave no public suffix at all.
            let name = to_ascii(domain).filter(|name| flag != EXCEPTION || name.contains('.'));
            let name = name.ok_or_else(|| SuffixListError::at(number, rule, "a suffix rule"))?;
            rules.add(name, flag);
        }
        rules.build()
    }
}

/// Parses either format. The first line that starts with `//` or `#` or contains a dot decides: with `#`, the
/// text is the list of the root zone, otherwise it is a Public Suffix List. A text without such a line is
/// the list of the root zone. A byte order mark is ignored.
impl FromStr for SuffixList {
    type Err = SuffixListError;

    fn from_str(text: &str) -> Result<Self, SuffixListError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let format = text.lines().find_map(|line| match line.as_bytes() {
            [b'/', b'/', ..] => Some(Format::Psl),
            [b'#', ..] => Some(Format::Iana),
            line => line.contains(&b'.').then_some(Format::Psl),
        });
        match format {
            Some(Format::Psl) => Self::from_psl(text),
            Some(Format::Iana) | None => Self::from_iana(text),
        }
    }
}

/// The formats of published lists.
enum Format {
    Iana,
    Psl,
}

fn to_ascii(domain: &str) -> Option<Cow<'_, str>> {
    Policy::Registry.to_ascii(domain.as_bytes())
}

/// The Unicode form of an A-label.
fn to_unicode(label: &str) -> Option<Cow<'static, str>> {
    let unicode = Policy::Registry.to_unicode(label.as_bytes())?;
    (!unicode.is_ascii()).then(|| Cow::Owned(unicode.into_owned()))
}

/// The rules of a list while it is parsed, in any order.
#[derive(Default)]
struct Rules(Vec<(String, u32)>);

impl Rules {
    fn add(&mut self, domain: Cow<'_, str>, flag: u32) {
        self.0.push((domain.into_owned(), flag));
    }

    fn build(mut self) -> Result<SuffixList, SuffixListError> {
        sort_by(&mut self.0, |(a, _), (b, _)| {
            a.rsplit('.').cmp(b.rsplit('.'))
        });
        let mut tree = Tree::default();
        for (domain, flag) in &self.0 {
            tree.add(domain, *flag);
        }
        tree.build()
    }
}

/// A tree of domains: a label, the flags of the domain, and the domains below it, in the order of their labels.
#[derive(Default)]
pub(super) struct Tree {
    label: String,
    flags: u32,
    children: Vec<Tree>,
}

impl Tree {
    /// Adds a domain. Domains are added in ascending order of their labels, the last label first.
    pub(super) fn add(&mut self, domain: &str, flag: u32) {
        let mut tree = self;
        for label in domain.rsplit('.') {
            if tree.children.last().is_none_or(|last| last.label != label) {
                tree.children.push(Self {
                    label: label.into(),
                    ..Self::default()
                });
            }
            let Some(last) = tree.children.last_mut() else {
                return;
            };
            tree = last;
        }
        tree.flags |= flag;
    }

    /// The number of domains.
    fn count(&self) -> usize {
        self.children.iter().map(|child| 1 + child.count()).sum()
    }

    fn all_flags(&self) -> u32 {
        self.flags | if self.children.is_empty() { 0 } else { PARENT }
    }

    pub(super) fn build(&self) -> Result<SuffixList, SuffixListError> {
        if self.children.is_empty() {
            return Err(SuffixListError { kind: Kind::Empty });
        }
        let (mut nodes, mut names, mut families) = (Vec::new(), String::new(), Vec::new());
        let mut offsets = Offsets::new(self.count());
        let mut below = Vec::new();
        // Breadth first, so that siblings are adjacent and the top-level domains come first.
        let mut level = alloc::vec![(None, self)];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (parent, tree) in level {
                if tree.children.is_empty() {
                    continue;
                }
                let first = to_u32(nodes.len());
                if let Some(parent) = parent {
                    families.push((parent, first, to_u32(tree.children.len())));
                }
                for child in &tree.children {
                    let label = child.label.as_str();
                    // Most second-level labels occur under many top-level domains, so names are shared.
                    let start = offsets.get_or_add(label, &mut names);
                    let length = to_u32(label.len());
                    if let Some(parent) = parent {
                        below.push(index::child_hash(parent, label));
                    }
                    next.push((Some(to_u32(nodes.len())), child));
                    nodes.push((start << LENGTH_BITS | length) << FLAG_BITS | child.all_flags());
                }
            }
            level = next;
        }
        // A node has no bits for larger offsets into `names`.
        if names.len() >> (u32::BITS - LENGTH_BITS - FLAG_BITS) != 0 {
            return Err(SuffixListError {
                kind: Kind::TooLong,
            });
        }
        sort_by(&mut families, Ord::cmp);
        let prefixes = index::filter::<{ index::PREFIX_BITS }>(
            self.children
                .iter()
                .map(|child| index::label_prefix_hash(child.label.as_bytes())),
        );
        let slots = index::slots(self.children.iter().map(|child| child.label.as_str()));
        let labels = self.children.iter().map(|child| child.label.as_bytes());
        let keys: Vec<_> = labels.map(index::key).collect();
        let slots = slots.ok_or(SuffixListError {
            kind: Kind::TooMany,
        })?;
        let mut unicode: Vec<_> = self
            .children
            .iter()
            .filter_map(|child| to_unicode(&child.label))
            .collect();
        sort_by(&mut unicode, Ord::cmp);
        let pair = |label: &Cow<'_, str>| {
            let mut chars = label.chars();
            Some(index::pair_hash(chars.next()?.into(), chars.next()?.into()))
        };
        let pairs: Option<Vec<_>> = unicode.iter().map(pair).collect();
        let pairs = match pairs {
            Some(pairs) => index::filter::<{ index::PAIR_BITS }>(pairs.into_iter()),
            None => alloc::vec![u64::MAX; index::PAIR_BITS / u64::BITS as usize],
        };
        Ok(SuffixList {
            nodes: nodes.into(),
            names: names.into(),
            families: families.into(),
            unicode: unicode.into(),
            slots: slots.into(),
            keys: keys.into(),
            prefixes: prefixes.into(),
            pairs: pairs.into(),
            children: index::filter::<{ index::CHILD_BITS }>(below.into_iter()).into(),
        })
    }
}

/// A hash table of the labels in the names of a list: where each of them is, and its length.
struct Offsets(Vec<(u32, usize)>);

impl Offsets {
    fn new(capacity: usize) -> Self {
        Self(alloc::vec![(0, 0); (2 * capacity).next_power_of_two()])
    }

    /// The offset of a label, which is appended to the names if they do not contain it. No label is empty.
    fn get_or_add(&mut self, label: &str, names: &mut String) -> u32 {
        let bytes = label.as_bytes();
        let hash = index::hash(bytes, index::key(bytes));
        for slot in index::probe(hash, self.0.len()) {
            let Some(slot) = self.0.get_mut(slot) else {
                break;
            };
            let (start, len) = (slot.0 as usize, slot.1);
            if len == 0 {
                *slot = (to_u32(names.len()), label.len());
                break;
            }
            if names.get(start..start + len) == Some(label) {
                return slot.0;
            }
        }
        let start = to_u32(names.len());
        names.push_str(label);
        start
    }
}

/// Converts a number, which is at most `u32::MAX` for any list of practical size.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The error of parsing a list of suffixes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SuffixListError {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// The line with this number is invalid.
    Line(usize, Unexpected),
    Empty,
    TooLong,
    TooMany,
}

impl SuffixListError {
    fn at(line: usize, found: &str, expected: &'static str) -> Self {
        let unexpected = Unexpected::text_at(found, 0, expected);
        Self {
            kind: Kind::Line(line, unexpected),
        }
    }

    /// The number of the invalid line, if the error is about one line.
    ///
    /// ```
    /// let error = linkspan::suffix::SuffixList::from_psl("com\nco..uk\n").unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self.kind {
            Kind::Line(line, _) => Some(line),
            Kind::Empty | Kind::TooLong | Kind::TooMany => None,
        }
    }
}

impl fmt::Display for SuffixListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Line(line, unexpected) => write!(f, "line {line}: {unexpected}"),
            Kind::Empty => f.write_str("expected a list of domains, found none"),
            Kind::TooLong => f.write_str("expected at most 4 MiB of domains, found more"),
            Kind::TooMany => f.write_str("expected at most 65535 top-level domains, found more"),
        }
    }
}

impl core::error::Error for SuffixListError {}
