//! Names that others imitate, and the search for imitations.

mod error;
mod fold;
mod imitation;
#[cfg(test)]
mod reference;
mod table;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub use self::error::ProtectedNamesError;
use self::fold::{fold, fold_further, for_each_deletion, without_sharp_s};
pub(super) use self::imitation::{Host, HostLabel, Manner};
use self::table::{MAX_NAMES, Table, hash};
use crate::host::parse_numeric_host;
use crate::idna::Policy;
use crate::sort::sort_by;
use crate::suffix::SuffixList;

/// The minimum number of characters of a name whose imitations may differ from it in a character. Shorter names have too
/// many honest neighbours: nearly every name of up to four letters below `com` is registered.
const MIN_EDITED_LEN: usize = 5;

/// Domains that others imitate: those of a company, or the ones that users of a program visit.
///
/// A [`Finder`](crate::Finder) with [protected names](crate::find::FinderBuilder::protected_names) reports hosts that
/// imitate one of them as [`HostImitates`](super::Code::HostImitates). The protected names and all hosts below them are
/// never reported. No names are included.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::assess::{Level, ProtectedNames};
/// use linkspan::suffix::SuffixList;
///
/// let names = ProtectedNames::new(["paypal.com"], SuffixList::embedded())?;
/// let finder = Finder::builder().protected_names(names).build()?;
/// let level = |text| finder.assess(&finder.find(text).unwrap()).level();
/// assert_eq!(level("www.paypal.com"), None);
/// assert_eq!(level("paypa1.com"), Some(Level::Danger));
/// assert_eq!(level("paypall.com"), Some(Level::Warn));
/// assert_eq!(level("paypal-login.net"), Some(Level::Warn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What is an imitation
///
/// The registrable domain of the host is compared with each name. Both are folded first: marks, strokes and invisible
/// characters are removed, other characters become their prototypes of UTS #39, small capitals and other variants become
/// letters, digits become the letters that they look like, `rn` becomes `m`, and `vv` becomes `w`.
///
/// * Danger: the folds are equal.
/// * Warning: the folds of the labels before the public suffix are equal, but those of the suffixes are not. A label that
///   is the same without folding is not reported, since many companies register their name below several suffixes.
/// * Warning: below the same suffix, the folds differ in one edit: a character is replaced, added or missing, or two
///   neighbours are exchanged. Confusing `i` with `l`, `cl` with `d` and `nn` with `m` is not counted. The name has at
///   least five characters.
/// * Warning: the label contains the one of the name between hyphens (`paypal-secure`), or next to a word that is common in
///   imitations (`paypallogin`). Below any suffix; the name has at least five characters, or four next to such a word.
/// * Warning: labels of the host before its registrable domain are the name (`paypal.com.example.net`), which has at
///   least four characters.
/// * Warning: below a suffix under which an organisation lets anybody have a name (`github.io`), the folds of the labels are
///   equal, or the label combines that of the name with such a word.
///
/// # Complexity
///
/// A lookup takes time that depends on the host only, however many names there are. A hundred thousand names take
/// about 13 MB.
pub struct ProtectedNames {
    /// For each name: the domain, the folded label, and the folded suffix.
    text: String,
    names: Vec<Name>,
    /// By domain.
    listed: Table,
    /// By folded label and folded suffix.
    folded_domains: Table,
    /// By folded label. Of equal labels below several suffixes, the first one.
    folded_labels: Table,
    /// By the label that is folded further. Labels of at least [`MIN_EDITED_LEN`].
    further_folded_labels: Table,
    /// By the folded label without one of its characters. Labels of at least [`MIN_EDITED_LEN`].
    deletions: Table,
}

/// The texts of a name, as lengths of adjacent parts of [`ProtectedNames::text`].
struct Name {
    start: u32,
    domain_len: u16,
    folded_label_len: u16,
    folded_suffix_len: u16,
}

impl ProtectedNames {
    /// The names of an iterator, which are domains in Unicode or ASCII form.
    ///
    /// A host below a registrable domain stands for the registrable domain. A public suffix stands for itself, not for
    /// the names that others register below it. `suffixes` decides what is a public suffix, and should be the
    /// [list of the finder](crate::Finder::suffixes).
    ///
    /// # Errors
    ///
    /// If a name is not a domain of at least two labels, or if there are more than 16 million names.
    ///
    /// ```
    /// use linkspan::assess::ProtectedNames;
    /// use linkspan::suffix::SuffixList;
    ///
    /// let names = ["Example.com.", "bücher.example", "xn--bcher-kva.example", "www.example.com"];
    /// assert_eq!(ProtectedNames::new(names, SuffixList::embedded())?.len(), 2);
    /// # Ok::<(), linkspan::assess::ProtectedNamesError>(())
    /// ```
    pub fn new<S: AsRef<str>>(
        names: impl IntoIterator<Item = S>,
        suffixes: &SuffixList,
    ) -> Result<Self, ProtectedNamesError> {
        let mut domains = Vec::new();
        for (index, name) in names.into_iter().enumerate() {
            domains.push(read_name(name.as_ref(), index + 1, suffixes)?);
        }
        Self::build(domains)
    }

    /// The names of a text, one per line. Empty lines are ignored, and so is the rest of a line after `#`.
    ///
    /// See [`new`](Self::new) for the names.
    ///
    /// # Errors
    ///
    /// If a name is not a domain of at least two labels, or if there are more than 16 million names.
    ///
    /// ```
    /// use linkspan::assess::ProtectedNames;
    /// use linkspan::suffix::SuffixList;
    ///
    /// let text = "# Ours\nexample.com\nexample.net # and an older one\n";
    /// assert_eq!(ProtectedNames::from_text(text, SuffixList::embedded())?.len(), 2);
    /// let error = ProtectedNames::from_text("example.com\n\nhttps://example.net/", SuffixList::embedded());
    /// assert_eq!(
    ///     error.unwrap_err().to_string(),
    ///     "line 3: expected a domain such as example.com at byte 0, found \"https://example.net/\"",
    /// );
    /// # Ok::<(), linkspan::assess::ProtectedNamesError>(())
    /// ```
    pub fn from_text(text: &str, suffixes: &SuffixList) -> Result<Self, ProtectedNamesError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut domains = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let name = line.split('#').next().unwrap_or_default();
            if !name.trim().is_empty() {
                domains.push(read_name(name, index + 1, suffixes)?);
            }
        }
        Self::build(domains)
    }

    /// The number of names, without duplicates.
    ///
    /// ```
    /// use linkspan::assess::ProtectedNames;
    /// use linkspan::suffix::SuffixList;
    ///
    /// let names = ProtectedNames::new(["example.com", "EXAMPLE.com"], SuffixList::embedded())?;
    /// assert_eq!(names.len(), 1);
    /// # Ok::<(), linkspan::assess::ProtectedNamesError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        let domains = self.names.iter().map(|name| self.domain(name));
        // The other folds of a name are next to it.
        let repeated = domains
            .clone()
            .zip(domains.clone().skip(1))
            .filter(|(one, next)| one == next);
        domains.len() - repeated.count()
    }

    /// Whether there are no names, so that nothing is reported.
    ///
    /// ```
    /// use linkspan::assess::ProtectedNames;
    /// use linkspan::suffix::SuffixList;
    ///
    /// assert!(ProtectedNames::from_text("# none\n", SuffixList::embedded())?.is_empty());
    /// # Ok::<(), linkspan::assess::ProtectedNamesError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn build(mut domains: Vec<String>) -> Result<Self, ProtectedNamesError> {
        sort_by(&mut domains, Ord::cmp);
        domains.dedup();
        let (mut text, mut names) = (String::new(), Vec::with_capacity(domains.len()));
        for domain in &domains {
            let (label, suffix) = domain.split_once('.').unwrap_or((domain, ""));
            let label = unicode_form(label);
            let suffix = fold_suffix(unicode_form(suffix).split('.'));
            for folded in folded_forms([label.as_ref()]) {
                let name = Name::push(&mut text, domain, &folded, &suffix);
                names.push(name.ok_or_else(ProtectedNamesError::too_many)?);
            }
        }
        if names.len() > MAX_NAMES {
            return Err(ProtectedNamesError::too_many());
        }
        text.shrink_to_fit();
        names.shrink_to_fit();
        let tables = Self {
            listed: Table::with_capacity(names.len()),
            folded_domains: Table::with_capacity(names.len()),
            folded_labels: Table::with_capacity(0),
            further_folded_labels: Table::with_capacity(0),
            deletions: Table::with_capacity(0),
            text,
            names,
        };
        Ok(tables.with_domains().with_labels())
    }

    fn with_domains(mut self) -> Self {
        for (number, name) in self.names.iter().enumerate() {
            self.listed.insert(hash(&[self.domain(name)]), number);
            let hash = self.hash_of_folded_domain(name);
            self.folded_domains.insert(hash, number);
        }
        self
    }

    fn with_labels(mut self) -> Self {
        let mut folded_labels = Table::with_capacity(self.names.len());
        let (mut edited, mut edited_chars) = (Vec::new(), 0);
        for (number, name) in self.names.iter().enumerate() {
            let (label, folded) = (self.label(name), self.folded_label(name));
            let hash = hash(&[folded]);
            let others = || {
                let others = folded_labels.candidates(hash);
                let others = others.filter_map(|number| self.names.get(number));
                others.filter(|other| self.folded_label(other) == folded)
            };
            let is_first = others().next().is_none();
            if !others().any(|other| self.label(other) == label) {
                folded_labels.insert(hash, number);
            }
            let len = folded.chars().count();
            if is_first && len >= MIN_EDITED_LEN {
                edited.push(number);
                edited_chars += len;
            }
        }
        let mut further = Table::with_capacity(edited.len());
        let mut deletions = Table::with_capacity(edited_chars);
        for number in edited {
            let Some(name) = self.names.get(number) else {
                continue;
            };
            let folded = self.folded_label(name);
            further.insert(hash(&[&fold_further(folded)]), number);
            for_each_deletion(folded, &mut |shorter| {
                deletions.insert(hash(&[shorter]), number);
            });
        }
        self.folded_labels = folded_labels;
        self.further_folded_labels = further;
        self.deletions = deletions;
        self
    }

    /// The registrable domain, in ASCII form.
    fn domain(&self, name: &Name) -> &str {
        self.part(name, 0, name.domain_len)
    }

    /// The label before the public suffix, in ASCII form.
    fn label(&self, name: &Name) -> &str {
        let domain = self.domain(name);
        domain.split('.').next().unwrap_or(domain)
    }

    fn folded_label(&self, name: &Name) -> &str {
        self.part(name, usize::from(name.domain_len), name.folded_label_len)
    }

    fn folded_suffix(&self, name: &Name) -> &str {
        let before = usize::from(name.domain_len) + usize::from(name.folded_label_len);
        self.part(name, before, name.folded_suffix_len)
    }

    fn part(&self, name: &Name, before: usize, len: u16) -> &str {
        let start = name.start as usize + before;
        let part = self.text.get(start..start + usize::from(len));
        part.unwrap_or_default()
    }

    fn hash_of_folded_domain(&self, name: &Name) -> u64 {
        hash(&[self.folded_label(name), ".", self.folded_suffix(name)])
    }

    /// The number of bytes of the names and tables.
    fn size(&self) -> usize {
        let tables = [
            &self.listed,
            &self.folded_domains,
            &self.folded_labels,
            &self.further_folded_labels,
            &self.deletions,
        ];
        let tables: usize = tables.into_iter().map(Table::size).sum();
        self.text.capacity() + size_of_val(self.names.as_slice()) + tables
    }
}

/// Short: the number of names and the memory for them, not the names.
impl fmt::Debug for ProtectedNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProtectedNames")
            .field("names", &self.len())
            .field("bytes", &self.size())
            .finish_non_exhaustive()
    }
}

impl Name {
    /// Appends the texts of a name. `None` if there is too much text.
    fn push(text: &mut String, domain: &str, label: &str, suffix: &str) -> Option<Self> {
        let start = u32::try_from(text.len()).ok()?;
        text.extend([domain, label, suffix]);
        Some(Self {
            start,
            domain_len: u16::try_from(domain.len()).ok()?,
            folded_label_len: u16::try_from(label.len()).ok()?,
            folded_suffix_len: u16::try_from(suffix.len()).ok()?,
        })
    }
}

/// The registrable domain of a name, in ASCII form. A public suffix of several labels is a name, too: some belong to a
/// company.
fn read_name(
    written: &str,
    number: usize,
    suffixes: &SuffixList,
) -> Result<String, ProtectedNamesError> {
    let name = written.trim();
    let error = || {
        let offset = written.len() - written.trim_start().len();
        ProtectedNamesError::not_a_domain(number, offset, name)
    };
    let without_root = name.strip_suffix('.').unwrap_or(name);
    let ascii = Policy::Registry.to_ascii(without_root.as_bytes());
    let ascii = ascii.ok_or_else(error)?;
    if !ascii.contains('.') || parse_numeric_host(&ascii).is_some() {
        return Err(error());
    }
    let domain = suffixes.registrable_domain(&ascii).unwrap_or(&ascii);
    Ok(domain.into())
}

/// Whether a label looks like an ASCII one at a glance: its fold is ASCII.
pub(super) fn resembles_ascii(label: &str) -> bool {
    fold(label).is_ascii()
}

/// The Unicode form of a part of a name. A name is valid, so it has one.
fn unicode_form(ascii: &str) -> Cow<'_, str> {
    let unicode = Policy::Registry.to_unicode(ascii.as_bytes());
    unicode.unwrap_or(Cow::Borrowed(ascii))
}

/// The different folds of a label, which can be written in several forms.
fn folded_forms<'l>(forms: impl IntoIterator<Item = &'l str>) -> Vec<String> {
    let mut folds = Vec::with_capacity(1);
    let mut add = |fold: String| {
        if !folds.contains(&fold) {
            folds.push(fold);
        }
    };
    for form in forms {
        add(fold(form));
        if let Some(form) = without_sharp_s(form) {
            add(fold(&form));
        }
    }
    folds
}

fn fold_suffix<'l>(labels: impl Iterator<Item = &'l str>) -> String {
    let mut folded = String::new();
    for label in labels {
        if !folded.is_empty() {
            folded.push('.');
        }
        folded.push_str(&fold(label));
    }
    folded
}
