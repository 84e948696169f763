//! Which domains are top-level ones, and under which names can be registered.

mod read;
mod table;

use alloc::borrow::Cow;

pub use read::SuffixListError;
use read::to_ascii;

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
