//! Which domains are top-level ones, and under which names can be registered.

mod index;
mod read;
mod table;

use alloc::borrow::Cow;

pub use read::SuffixListError;
use read::to_ascii;

use crate::property::host_class;

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
    /// A hash table of the top-level domains, which are the first nodes, and the first bytes of their
    /// labels.
    slots: Cow<'static, [u16]>,
    keys: Cow<'static, [u64]>,
    /// A filter of what is seen of top-level domains at a glance.
    glances: Cow<'static, [u64]>,
    /// A filter of the first two characters of top-level domains in Unicode form.
    pairs: Cow<'static, [u64]>,
    /// A filter of the domains below others.
    children: Cow<'static, [u64]>,
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

// What a node says of its domain, below the length and offset of its label.
const RULE: u32 = 1;
const WILDCARD: u32 = 2;
const EXCEPTION: u32 = 4;
/// It has children.
const PARENT: u32 = 8;
const FLAG_BITS: u32 = 4;
const LENGTH_BITS: u32 = 6;

static EMBEDDED: SuffixList = SuffixList {
    nodes: Cow::Borrowed(&table::NODES),
    names: Cow::Borrowed(table::NAMES),
    families: Cow::Borrowed(&table::FAMILIES),
    unicode: Cow::Borrowed(&table::UNICODE),
    slots: Cow::Borrowed(&table::SLOTS),
    keys: Cow::Borrowed(&table::KEYS),
    glances: Cow::Borrowed(&table::GLANCES),
    pairs: Cow::Borrowed(&table::PAIRS),
    children: Cow::Borrowed(&table::CHILDREN),
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
        self.top_level(label).is_some()
    }

    /// The same for a label in Unicode form that UTS #46 does not change, but for the case of ASCII
    /// letters.
    pub(crate) fn is_top_level_unicode(&self, label: &str) -> bool {
        self.unicode
            .binary_search_by(|known| known.bytes().cmp(lower(label)))
            .is_ok()
    }

    /// How many bytes [`Self::refuses`] looks at.
    pub(crate) const GLANCE: usize = 8;

    /// Whether the text that follows a dot shows at a glance that no top-level domain does. The answer
    /// `false` says nothing.
    ///
    /// Every dot in a text asks this, and in CJK text every full stop; the answer is nearly always yes.
    #[inline]
    pub(crate) fn refuses(&self, text: &str) -> bool {
        match text.as_bytes().first_chunk::<{ Self::GLANCE }>() {
            Some(&[first, ..]) if !first.is_ascii() => self.refuses_unicode(text),
            Some(&bytes) => {
                let may_hold =
                    |glance| index::may_hold::<{ index::GLANCES }>(&self.glances, glance);
                index::glance(bytes).is_some_and(|glance| !may_hold(glance))
            }
            None => false,
        }
    }

    fn refuses_unicode(&self, text: &str) -> bool {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            // Both must be stable, as marks make one character of two.
            (Some(first), Some(second)) if is_stable(first) => {
                let pair = index::pair(first, second);
                is_stable(second) && !index::may_hold::<{ index::PAIRS }>(&self.pairs, pair)
            }
            // In prose it is often a quotation mark.
            (Some(first), _) => !host_class(first).is_label(),
            (None, _) => false,
        }
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

    /// Whether a label is a top-level domain right below which anyone may register a name, and of
    /// which the list says nothing else, so that it need not be asked about a domain that ends with it.
    #[inline(always)]
    pub(crate) fn is_flat_top_level(&self, label: &str) -> bool {
        self.top_level(label)
            .is_some_and(|(_, node)| node & (EXCEPTION | WILDCARD | PARENT) == 0)
    }

    /// What the list says of a domain in ASCII form.
    pub(crate) fn suffix(&self, domain: &str) -> Suffix {
        let mut suffix = Suffix {
            labels: 1,
            listed: false,
        };
        let mut labels = labels_from_last(domain);
        let mut domain = labels.next().and_then(|label| self.top_level(label));
        for depth in 1.. {
            let Some((place, node)) = domain else {
                break;
            };
            suffix.listed = true;
            if node & EXCEPTION != 0 {
                suffix.labels = depth - 1;
                break;
            }
            if node & RULE != 0 {
                suffix.labels = depth;
            }
            let Some(label) = labels.next() else {
                break;
            };
            if node & WILDCARD != 0 {
                suffix.labels = depth + 1;
            }
            domain = match node & PARENT {
                0 => None,
                _ => self.child(place, label),
            };
        }
        suffix
    }

    /// The top-level domain of this label: its place, and its node.
    #[inline(always)]
    fn top_level(&self, label: &str) -> Option<(u32, u32)> {
        let key = index::key(label.as_bytes());
        for place in index::places(index::hash(label.as_bytes(), key), self.slots.len()) {
            let number = self.slots.get(place)?.checked_sub(index::FREE + 1)?;
            let node = *self.nodes.get(usize::from(number))?;
            let is_whole = label.len() <= size_of_val(&key);
            if self.keys.get(usize::from(number)) == Some(&key)
                && (is_whole || self.label(node).eq_ignore_ascii_case(label))
            {
                return Some((number.into(), node));
            }
        }
        None
    }

    /// The domain of this label below `parent`: its place, and its node.
    fn child(&self, parent: u32, label: &str) -> Option<(u32, u32)> {
        // Most names are registered right below a top-level domain, whatever else is below that.
        if !index::may_hold::<{ index::CHILDREN }>(&self.children, index::child(parent, label)) {
            return None;
        }
        let family = self
            .families
            .binary_search_by_key(&parent, |&(parent, ..)| parent);
        let &(_, first, count) = self.families.get(family.ok()?)?;
        let nodes = self.nodes.get(first as usize..(first + count) as usize)?;
        let index = nodes
            .binary_search_by(|&node| self.label(node).bytes().cmp(lower(label)))
            .ok()?;
        Some((first + u32::try_from(index).ok()?, *nodes.get(index)?))
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
    pub fn raw(&self) -> RawList<'_> {
        RawList {
            nodes: &self.nodes,
            names: &self.names,
            families: &self.families,
            unicode: &self.unicode,
            slots: &self.slots,
            keys: &self.keys,
            glances: &self.glances,
            pairs: &self.pairs,
            children: &self.children,
        }
    }
}

/// See [`SuffixList::raw`].
#[doc(hidden)]
#[derive(Debug)]
#[non_exhaustive]
pub struct RawList<'l> {
    pub nodes: &'l [u32],
    pub names: &'l str,
    pub families: &'l [Family],
    pub unicode: &'l [Cow<'static, str>],
    pub slots: &'l [u16],
    pub keys: &'l [u64],
    pub glances: &'l [u64],
    pub pairs: &'l [u64],
    pub children: &'l [u64],
}

/// Whether UTS #46 leaves a character as it is, wherever it stands: ideographs, kana, Hangul syllables.
pub(super) fn is_stable(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '가'..='힣')
}

/// The labels of a domain, the last one first. They are too short for a vectorised search to pay.
fn labels_from_last(domain: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(domain);
    core::iter::from_fn(move || {
        let domain = rest?;
        let dot = domain.bytes().rposition(|b| b == b'.');
        rest = dot.and_then(|dot| domain.get(..dot));
        domain.get(dot.map_or(0, |dot| dot + 1)..)
    })
}

/// The bytes of a label, its ASCII letters in lower case.
fn lower(label: &str) -> impl Iterator<Item = u8> {
    label.bytes().map(|b| b.to_ascii_lowercase())
}
