//! Public suffixes: which labels are top-level domains, and below which domains names can be registered.
//!
//! The list is a tree of domains in three flat arrays, so that the embedded list is constant data.
//! `index` makes lookups fast with a hash table of the top-level domains and with filters that reject
//! nearly all text after a dot without a lookup. `parse` reads published lists at run time. With the feature
//! `compact-tables`, the embedded list is a text, `compact`, from which the arrays are made when they are first needed.

#[cfg(any(test, feature = "compact-tables"))]
mod compact;
#[cfg(any(test, feature = "compact-tables"))]
mod compact_table;
mod index;
mod parse;
#[cfg(feature = "assess")]
mod private;
#[cfg(feature = "assess")]
mod private_table;
#[cfg_attr(
    all(feature = "compact-tables", not(test)),
    expect(dead_code, reason = "only the date of the table is used")
)]
mod table;

use alloc::borrow::Cow;
use core::ops::Range;

pub use parse::SuffixListError;
#[cfg(feature = "assess")]
pub(crate) use private::private_suffix_labels;

use crate::idna::{Policy, stable_form};
use crate::property::host_class;

/// A list of public suffixes: top-level domains, and the domains below which anyone may register
/// a name, such as `co.uk`.
///
/// The [embedded](Self::embedded) list holds the root zone and the ICANN section of the Public
/// Suffix List. A newer list can be parsed at run time, in the format of either source:
///
/// ```
/// use linkspan::suffix::SuffixList;
///
/// let list: SuffixList = "# Version 2026110100\nCOM\nXN--P1AI\n".parse()?;
/// assert!(list.is_top_level("com") && list.is_top_level("рф"));
/// assert!(!list.is_top_level("org"));
/// # Ok::<(), linkspan::suffix::SuffixListError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SuffixList {
    /// One number per domain: the offset of its first label in `names`, the label's length, and flags.
    /// Siblings are adjacent and sorted by label.
    nodes: Cow<'static, [u32]>,
    names: Cow<'static, str>,
    /// The children of a domain in `nodes`: parent, first child, count; sorted by parent.
    families: Cow<'static, [Family]>,
    /// The top-level domains above ASCII in their Unicode form, sorted.
    unicode: Cow<'static, [Cow<'static, str>]>,
    /// A hash table of the top-level domains, which are the first nodes: see [`index::slots`].
    slots: Cow<'static, [u16]>,
    /// The first eight bytes of each top-level domain: see [`index::key`].
    keys: Cow<'static, [u64]>,
    /// A Bloom filter of the first bytes of top-level domains: see [`index::prefix_hash`].
    prefixes: Cow<'static, [u64]>,
    /// A Bloom filter of the first two characters of top-level domains in Unicode form. It contains all pairs if one has a
    /// single character.
    pairs: Cow<'static, [u64]>,
    /// A Bloom filter of the domains below other domains: see [`index::child_hash`].
    children: Cow<'static, [u64]>,
}

/// What may follow a hyphen after a top-level domain. The values are bits of [`index::NEEDS_SLOW_PATH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum AfterHyphen {
    /// Only the rest of the label.
    Label = 1,
    /// Also a word that is attached to the domain.
    Word = 2,
}

/// The public suffix of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Suffix {
    /// The number of its labels: at least one.
    pub(crate) labels: usize,
    /// Whether the last label is a top-level domain of the list.
    pub(crate) listed: bool,
}

/// The index of a parent, the index of its first child, and the number of children.
type Family = (u32, u32, u32);

// The flags of a node, in the low bits below the length and offset of its label.
const RULE: u32 = 1;
const WILDCARD: u32 = 2;
const EXCEPTION: u32 = 4;
/// The domain has children.
const PARENT: u32 = 8;
const FLAG_BITS: u32 = 4;
const LENGTH_BITS: u32 = 6;

#[cfg(any(test, not(feature = "compact-tables")))]
static EMBEDDED: SuffixList = SuffixList {
    nodes: Cow::Borrowed(&table::NODES),
    names: Cow::Borrowed(table::NAMES),
    families: Cow::Borrowed(&table::FAMILIES),
    unicode: Cow::Borrowed(&table::UNICODE),
    slots: Cow::Borrowed(&table::SLOTS),
    keys: Cow::Borrowed(&table::KEYS),
    prefixes: Cow::Borrowed(&table::PREFIXES),
    pairs: Cow::Borrowed(&table::PAIRS),
    children: Cow::Borrowed(&table::CHILDREN),
};

impl SuffixList {
    /// The list that is compiled into the crate.
    ///
    /// ```
    /// assert!(linkspan::suffix::SuffixList::embedded().is_top_level("com"));
    /// ```
    #[must_use]
    pub fn embedded() -> &'static Self {
        #[cfg(not(feature = "compact-tables"))]
        return &EMBEDDED;
        #[cfg(feature = "compact-tables")]
        compact::embedded()
    }

    /// The date of the root zone that the embedded list was made from, as `2026-11-01`.
    ///
    /// ```
    /// assert!(linkspan::suffix::SuffixList::embedded_date() > "2026-10");
    /// ```
    #[must_use]
    pub fn embedded_date() -> &'static str {
        table::DATE
    }

    /// Whether a label is a top-level domain of the list, in Unicode or ASCII form, in any case.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// let list = SuffixList::embedded();
    /// assert!(list.is_top_level("COM") && list.is_top_level("xn--p1ai") && list.is_top_level("РФ"));
    /// assert!(!list.is_top_level("invalid") && !list.is_top_level("co.uk"));
    /// ```
    #[must_use]
    pub fn is_top_level(&self, label: &str) -> bool {
        if label.is_ascii() {
            // The index folds case by setting a bit, which other characters than those of labels do not
            // survive.
            let is_label = label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-');
            return is_label && self.is_top_level_ascii(label.as_bytes());
        }
        let name = Policy::Registry.to_ascii(label.as_bytes());
        name.is_some_and(|name| self.is_top_level_ascii(name.as_bytes()))
    }

    /// The top-level domains of the list, in ASCII form and lower case.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// let list = SuffixList::from_iana("ORG\nРФ\nCOM\n")?;
    /// let domains: Vec<_> = list.top_level_domains().collect();
    /// assert_eq!(domains, ["com", "org", "xn--p1ai"]);
    /// # Ok::<(), linkspan::suffix::SuffixListError>(())
    /// ```
    pub fn top_level_domains(&self) -> TopLevelDomains<'_> {
        // There is one key for each of them, and their nodes come first.
        TopLevelDomains {
            list: self,
            nodes: self.nodes.get(..self.keys.len()).unwrap_or_default().iter(),
        }
    }

    /// Whether a label in ASCII form, in any case, is a top-level domain.
    pub(crate) fn is_top_level_ascii(&self, label: &[u8]) -> bool {
        self.top_level(label).is_some()
    }

    /// Whether a label in Unicode form is a top-level domain of the list. UTS #46 must change nothing in the
    /// label except the case of ASCII letters.
    pub(crate) fn is_top_level_unicode(&self, label: &str) -> bool {
        self.unicode
            .binary_search_by(|known| known.bytes().cmp(lower(label)))
            .is_ok()
    }

    /// The number of bytes that [`Self::excludes`] reads.
    pub(crate) const PREFILTER_LEN: usize = 8;

    /// A prefilter: whether the first bytes from `start` on, the end of a dot, show that no top-level domain follows. The
    /// answer `false` is inconclusive.
    ///
    /// It runs at every dot of a text and at every ideographic full stop. It nearly always returns `true`. It is
    /// inconclusive about letters and a hyphen if a word may follow that hyphen.
    #[inline(always)]
    pub(crate) fn excludes(&self, text: &str, start: usize, hyphen: AfterHyphen) -> bool {
        let bytes = text.as_bytes().get(start..start + Self::PREFILTER_LEN);
        let Some(bytes) = bytes.and_then(<[u8]>::first_chunk) else {
            return false;
        };
        if !bytes.first().is_some_and(u8::is_ascii) {
            return self.excludes_above_ascii(text, start, *bytes);
        }
        let (hash, next) = index::prefix_hash(*bytes);
        let slow_path = index::NEEDS_SLOW_PATH.get(usize::from(next));
        if slow_path.is_none_or(|bits| bits & hyphen as u8 != 0) {
            return self.excludes_continued(text, start, next);
        }
        !index::may_contain::<{ index::PREFIX_BITS }>(&self.prefixes, hash)
    }

    /// The same for a character above ASCII.
    #[inline(always)]
    fn excludes_above_ascii(&self, text: &str, start: usize, bytes: [u8; 8]) -> bool {
        match bytes {
            // In prose, the next character is often a quotation mark. No label contains any of U+2010 to U+203F.
            [0xE2, 0x80, 0x90..=0xBF, ..] => return true,
            _ if cfg!(feature = "compact-tables") => {}
            // The same as below, for most text in which ideographic full stops are found.
            _ => {
                if let Some((first, second)) = index::ideographs(bytes) {
                    let hash = index::pair_hash(first, second);
                    return !index::may_contain::<{ index::PAIR_BITS }>(&self.pairs, hash);
                }
            }
        }
        self.excludes_unicode(text, start)
    }

    /// The same for letters that an underscore, a character above ASCII or a hyphen follows.
    #[inline(never)]
    fn excludes_continued(&self, text: &str, start: usize, next: u8) -> bool {
        // Reads a few bytes: the answer `false` is inconclusive.
        const MAX_LEN: usize = 16;
        let text = text.as_bytes().get(start..).unwrap_or_default();
        let mut bytes = text.iter().take(MAX_LEN);
        let letters = bytes
            .by_ref()
            .position(|byte| !byte.is_ascii_alphabetic())
            .unwrap_or(MAX_LEN);
        let after_underscores = bytes.find(|&&byte| byte != b'_');
        if next != b'_' || !after_underscores.is_some_and(u8::is_ascii) {
            return false;
        }
        // Between other characters, underscores are part of the label, as in no top-level domain. At its end, they are
        // markup.
        let is_inner = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'-';
        after_underscores.is_some_and(is_inner)
            || !cfg!(feature = "compact-tables") && !self.may_be_top_level(text, letters)
    }

    /// Whether the letters at the start of a text may be a top-level domain. `false` is exact.
    fn may_be_top_level(&self, text: &[u8], letters: usize) -> bool {
        let hash = index::label_prefix_hash(text.get(..letters).unwrap_or_default());
        index::may_contain::<{ index::PREFIX_BITS }>(&self.prefixes, hash)
    }

    #[inline(never)]
    fn excludes_unicode(&self, text: &str, start: usize) -> bool {
        let mut chars = text.get(start..).unwrap_or_default().chars();
        let (Some(first), Some(second)) = (chars.next(), chars.next()) else {
            return false;
        };
        let is_label = |c: char| host_class(c).is_label();
        let Some(first) = stable_form(first) else {
            return !is_label(first);
        };
        let second = match stable_form(second) {
            // A mark after it may compose with it.
            Some(second) if is_label(second) => {
                let is_inconclusive = |c: char| stable_form(c).is_none() && is_label(c);
                if chars.next().is_none_or(is_inconclusive) {
                    return false;
                }
                second
            }
            None if is_label(second) => return false,
            // The label ends after the first character.
            _ => second,
        };
        let hash = index::pair_hash(first.into(), second.into());
        !index::may_contain::<{ index::PAIR_BITS }>(&self.pairs, hash)
    }

    /// The public suffix of a domain in ASCII form. If no rule of the list applies, it is the last label. A
    /// root dot is ignored.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// let list = SuffixList::embedded();
    /// assert_eq!(list.public_suffix("www.example.co.uk"), "co.uk");
    /// assert_eq!(list.public_suffix("www.example.invalid"), "invalid");
    /// ```
    #[must_use]
    pub fn public_suffix<'d>(&self, domain: &'d str) -> &'d str {
        let domain = domain.strip_suffix('.').unwrap_or(domain);
        last_labels(domain, self.suffix(domain).labels).unwrap_or(domain)
    }

    /// The registrable domain of a domain in ASCII form: its public suffix and one more label. `None` if
    /// the domain is itself a public suffix. A root dot is ignored.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// let list = SuffixList::embedded();
    /// assert_eq!(list.registrable_domain("www.example.co.uk"), Some("example.co.uk"));
    /// assert_eq!(list.registrable_domain("co.uk"), None);
    /// ```
    #[must_use]
    pub fn registrable_domain<'d>(&self, domain: &'d str) -> Option<&'d str> {
        let domain = domain.strip_suffix('.').unwrap_or(domain);
        last_labels(domain, self.suffix(domain).labels + 1)
    }

    /// The domain in ASCII form that one owner has: the registrable domain, or the name below a suffix under which an
    /// organisation lets anybody have one, such as `github.io`. A domain without an owner is returned whole.
    #[cfg(feature = "assess")]
    pub(crate) fn owned_domain<'d>(&self, domain: &'d str) -> &'d str {
        last_labels(domain, self.owner_suffix_labels(domain) + 1).unwrap_or(domain)
    }

    /// The number of labels of a domain in ASCII form and in lower case below which its owner has a name: those of the
    /// public suffix, or of a longer suffix under which an organisation lets anybody have a name. The latter are known
    /// only with the feature `assess`.
    pub(crate) fn owner_suffix_labels(&self, domain: &str) -> usize {
        #[cfg(feature = "assess")]
        let private = private_suffix_labels(domain).unwrap_or_default();
        #[cfg(not(feature = "assess"))]
        let private = 0;
        self.suffix(domain).labels.max(private)
    }

    /// Whether a label is a top-level domain of the list without further rules below it. That label is then
    /// the public suffix of all domains below it.
    #[inline(always)]
    pub(crate) fn is_flat_top_level(&self, label: &str) -> bool {
        self.top_level(label.as_bytes())
            .is_some_and(|(_, node)| node & (EXCEPTION | WILDCARD | PARENT) == 0)
    }

    /// The same for the ASCII label in this range of a text. `None` if it is not a top-level domain of the list, or is long.
    #[inline(always)]
    pub(crate) fn is_flat_top_level_at(&self, text: &str, label: Range<usize>) -> Option<bool> {
        let node = self.nodes.get(self.short_top_level_at(text, label)?)?;
        Some(node & (EXCEPTION | WILDCARD | PARENT) == 0)
    }

    /// Whether the ASCII label in this range of a text is a top-level domain of the list. `false` is inconclusive for long
    /// labels.
    #[inline(always)]
    pub(crate) fn is_short_top_level_at(&self, text: &str, label: Range<usize>) -> bool {
        self.short_top_level_at(text, label).is_some()
    }

    /// The index of a top-level domain of at most eight bytes, which are read at once if the text is long enough.
    #[inline(always)]
    fn short_top_level_at(&self, text: &str, label: Range<usize>) -> Option<usize> {
        let key = match text.as_bytes().get(label.start..)?.first_chunk() {
            Some(bytes) if label.len() <= size_of_val(bytes) => {
                index::key_in_text(*bytes, label.len())
            }
            Some(_) => return None,
            None => index::key(text.as_bytes().get(label)?),
        };
        let (slots, keys) = (&*self.slots, &*self.keys);
        for slot in index::probe(index::hash(&[], key), slots.len()) {
            let number = slots.get(slot)?.checked_sub(index::FREE + 1)?;
            if keys.get(usize::from(number)) == Some(&key) {
                return Some(number.into());
            }
        }
        None
    }

    /// The public suffix of a domain in ASCII form.
    pub(crate) fn suffix(&self, domain: &str) -> Suffix {
        let mut suffix = Suffix {
            labels: 1,
            listed: false,
        };
        let mut labels = labels_from_last(domain);
        let mut domain = labels
            .next()
            .and_then(|label| self.top_level(label.as_bytes()));
        for depth in 1.. {
            let Some((index, node)) = domain else {
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
                _ => self.child(index, label),
            };
        }
        suffix
    }

    /// The top-level domain with this label: its index and node.
    #[inline(always)]
    fn top_level(&self, label: &[u8]) -> Option<(u32, u32)> {
        self.top_level_with_key(label, index::key(label))
    }

    /// The same for a label with this [key](index::key), which may be empty instead if the key is the whole label.
    #[inline(always)]
    fn top_level_with_key(&self, label: &[u8], key: u64) -> Option<(u32, u32)> {
        for slot in index::probe(index::hash(label, key), self.slots.len()) {
            let number = self.slots.get(slot)?.checked_sub(index::FREE + 1)?;
            let node = *self.nodes.get(usize::from(number))?;
            let is_whole = label.len() <= size_of_val(&key);
            if self.keys.get(usize::from(number)) == Some(&key)
                && (is_whole || self.label(node).as_bytes().eq_ignore_ascii_case(label))
            {
                return Some((number.into(), node));
            }
        }
        None
    }

    /// The domain with this label below `parent`: its index and node.
    fn child(&self, parent: u32, label: &str) -> Option<(u32, u32)> {
        // The filter rejects most names: they are registered directly below a top-level domain.
        let hash = index::child_hash(parent, label);
        if !index::may_contain::<{ index::CHILD_BITS }>(&self.children, hash) {
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

    /// The arrays of the list, for the tool that generates the embedded one.
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
            prefixes: &self.prefixes,
            pairs: &self.pairs,
            children: &self.children,
        }
    }
}

impl RawList<'_> {
    /// The label of a domain, and its mark in the notation of the compact list.
    #[must_use]
    pub fn domain(&self, index: usize) -> (&str, &'static str) {
        let node = self.nodes.get(index).copied().unwrap_or_default();
        let length = (node >> FLAG_BITS & ((1 << LENGTH_BITS) - 1)) as usize;
        let start = (node >> (FLAG_BITS + LENGTH_BITS)) as usize;
        let label = self.names.get(start..start + length).unwrap_or_default();
        let flags = node & (RULE | WILDCARD | EXCEPTION);
        let mark = MARKS.iter().find(|(_, of)| *of == flags);
        (label, mark.map_or("", |(mark, _)| mark))
    }

    /// The indices of the domains directly below a domain.
    #[must_use]
    pub fn children_of(&self, index: usize) -> Range<usize> {
        let family = self.families.iter();
        let mut family = family.filter(|&&(parent, _, _)| parent as usize == index);
        let (_, first, count) = family.next().copied().unwrap_or_default();
        first as usize..(first + count) as usize
    }
}

#[cfg(any(test, feature = "compact-tables"))]
impl SuffixList {
    /// A list without domains, which only stands for a list that cannot be made.
    fn none() -> Self {
        Self {
            nodes: Cow::Borrowed(&[]),
            names: Cow::Borrowed(""),
            families: Cow::Borrowed(&[]),
            unicode: Cow::Borrowed(&[]),
            slots: Cow::Borrowed(&[]),
            keys: Cow::Borrowed(&[]),
            prefixes: Cow::Borrowed(&[]),
            pairs: Cow::Borrowed(&[]),
            children: Cow::Borrowed(&[]),
        }
    }
}

/// The marks of the compact list, and the flags that they stand for. An ordinary rule has no mark.
const MARKS: [(&str, u32); 5] = [
    ("", RULE),
    ("N", 0),
    ("W", WILDCARD),
    ("B", RULE | WILDCARD),
    ("E", EXCEPTION),
];

/// Short: the number of domains, not the domains.
impl core::fmt::Debug for SuffixList {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SuffixList")
            .field("domains", &self.nodes.len())
            .finish_non_exhaustive()
    }
}

/// The top-level domains of a list; [`SuffixList::top_level_domains`] returns it.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct TopLevelDomains<'l> {
    list: &'l SuffixList,
    nodes: core::slice::Iter<'l, u32>,
}

impl<'l> Iterator for TopLevelDomains<'l> {
    type Item = &'l str;

    fn next(&mut self) -> Option<&'l str> {
        self.nodes.next().map(|&node| self.list.label(node))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.nodes.size_hint()
    }
}

impl ExactSizeIterator for TopLevelDomains<'_> {}

impl core::iter::FusedIterator for TopLevelDomains<'_> {}

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
    pub prefixes: &'l [u64],
    pub pairs: &'l [u64],
    pub children: &'l [u64],
}

/// The last labels of a domain, if it has that many.
pub(crate) fn last_labels(domain: &str, labels: usize) -> Option<&str> {
    let mut rest = labels_from_last(domain);
    let first = rest.nth(labels.checked_sub(1)?)?;
    // The result starts after the remaining labels and the dot after each of them.
    let before = rest.map(|label| label.len() + 1).sum::<usize>();
    debug_assert!(
        domain
            .get(before..)
            .is_some_and(|tail| tail.starts_with(first))
    );
    domain.get(before..)
}

/// The labels of a domain, the last one first. They are too short for vectorised search to pay off.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefilter_rejects_most_text_after_a_dot() {
        let list = SuffixList::embedded();
        for (text, is_excluded) in [
            ("Nevertheless", true),
            ("txt file", true),
            ("com and more", false),
            ("谢谢你们", true),
            ("中国和日本", false),
            ("“然后”", true),
            ("foo_bar_", true),
            ("foo__bar", true),
            ("foo_-bar", true),
            ("_ and more", !cfg!(feature = "compact-tables")),
            ("txt_ and", !cfg!(feature = "compact-tables")),
            // What follows may be removed by UTS #46, or not be part of the host.
            ("com_\u{AD}\u{AD}\u{AD}", false),
            ("com_ and", false),
            ("com\u{AD}and", false),
            // There are not enough bytes.
            ("txt", false),
        ] {
            assert_eq!(
                list.excludes(text, 0, AfterHyphen::Label),
                is_excluded,
                "{text:?}"
            );
        }
    }

    #[test]
    fn quotation_marks_after_a_dot_are_no_labels() {
        for c in '\u{2010}'..='\u{203F}' {
            assert!(!host_class(c).is_label(), "{c:?}");
            let text = alloc::format!("{c}com and more");
            assert!(
                SuffixList::embedded().excludes(&text, 0, AfterHyphen::Label),
                "{c:?}"
            );
        }
    }

    #[test]
    fn top_level_domains_without_rules_below_them_are_flat() {
        let list: SuffixList = "com\nuk\nco.uk\n*.ck\n*.bd\n!www.ck\n".parse().unwrap();
        for (label, is_flat) in [
            ("com", true),
            ("COM", true),
            ("uk", false),
            ("ck", false),
            ("bd", false),
            ("org", false),
        ] {
            assert_eq!(list.is_flat_top_level(label), is_flat, "{label}");
        }
    }

    #[test]
    fn labels_with_the_same_first_bytes_are_distinct() {
        // Half of all hashes lead to the only label.
        let list: SuffixList = "photography\n".parse().unwrap();
        for last in b'a'..=b'z' {
            let label = alloc::format!("photograph{}", char::from(last));
            assert_eq!(
                list.is_top_level_ascii(label.as_bytes()),
                last == b'y',
                "{label}"
            );
        }
    }

    #[test]
    fn debug_output_is_short() {
        let list: SuffixList = "com\nuk\nco.uk\n".parse().unwrap();
        assert_eq!(alloc::format!("{list:?}"), "SuffixList { domains: 3, .. }");
    }
}
