//! Whether a domain in a text is one.

use core::fmt;

use idna::uts46::{AsciiDenyList, ErrorPolicy, Hyphens, ProcessingSuccess, Uts46};

use super::suffix::{SuffixList, is_stable};
use crate::examined;
use crate::property::host_class;

/// The longest name that the domain name system carries, in octets.
pub(crate) const MOST_OCTETS: usize = 253;

/// The longest label of one, in octets.
pub(crate) const MOST_LABEL_OCTETS: usize = 63;

/// The most bytes of text that can stand for a domain of that length: a character of four bytes for
/// each octet. UTS #46 drops some characters, but a name that needs more for them is not believed.
pub(crate) const MOST_BYTES: usize = 4 * MOST_OCTETS;

/// The same for a label.
pub(crate) const MOST_LABEL_BYTES: usize = 4 * MOST_LABEL_OCTETS;

/// What a domain is held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DomainRules<'a> {
    pub(crate) top_level: TopLevel,
    /// Whether it must be registrable: more than a public suffix.
    pub(crate) registrable: bool,
    /// How many labels it has at least.
    pub(crate) labels: usize,
    pub(crate) suffixes: &'a SuffixList,
}

/// What a top-level domain must be.
///
/// ```
/// use linkspan::{Finder, TopLevel};
///
/// // With a scheme, the form is enough by default.
/// let text = "see http://intranet.corp";
/// assert_eq!(Finder::new().find_iter(text).count(), 1);
/// let strict = Finder::builder().scheme_tld(TopLevel::Listed).build()?;
/// assert_eq!(strict.find_iter(text).count(), 0);
/// # Ok::<(), linkspan::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TopLevel {
    /// In the [list of suffixes](SuffixList).
    Listed,
    /// Of the form of one: two or more ASCII letters, or letters and marks of other scripts.
    Syntactic,
    /// Anything but a number.
    Any,
}

/// Why a domain is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BadDomain {
    /// It is longer than 253 octets, or one of its labels than 63, in ASCII form.
    TooLong,
    /// UTS #46 does not allow it.
    NotAllowed,
    /// It has an empty label.
    EmptyLabel,
    /// A label starts or ends with a hyphen.
    Hyphen,
    /// It has a single label.
    OneLabel,
    /// Its last label is a number.
    Number,
    /// Its last label is no top-level domain.
    TopLevel,
    /// It is a public suffix, below which domains are registered.
    PublicSuffix,
    /// It has an underscore in the part that is registered.
    Underscore,
}

impl fmt::Display for BadDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "the domain or one of its labels is too long",
            Self::NotAllowed => "UTS #46 does not allow the domain",
            Self::EmptyLabel => "the domain has an empty label",
            Self::Hyphen => "a label starts or ends with a hyphen",
            Self::OneLabel => "the host has a single label",
            Self::Number => "the last label is a number",
            Self::TopLevel => "the last label is no top-level domain",
            Self::PublicSuffix => "the domain is a public suffix, not a registrable domain",
            Self::Underscore => "the registrable domain has an underscore",
        })
    }
}

impl DomainRules<'_> {
    /// Checks a domain. A dot at its end must have been taken off.
    pub(crate) fn check(&self, domain: &str) -> Result<(), BadDomain> {
        if domain.is_ascii() {
            if domain.len() > MOST_OCTETS {
                return Err(BadDomain::TooLong);
            }
            let shape = Shape::of(domain);
            // UTS #46 would leave it as it is, but for the case of its letters.
            if !shape.has_a_labels {
                return self.check_ascii(domain, &shape);
            }
        } else if domain.chars().count() > MOST_OCTETS {
            // Each character makes an octet at least, so that UTS #46 need not look at more of them.
            return Err(BadDomain::TooLong);
        }
        let mut ascii = StackText::new();
        let domain = match process(domain, Form::Ascii, &mut ascii) {
            Some(ProcessingSuccess::Passthrough) => domain,
            Some(ProcessingSuccess::WroteToSink) => ascii.as_str(),
            None => return Err(BadDomain::NotAllowed),
        };
        self.check_ascii(domain, &Shape::of(domain))
    }

    /// Whether there is nothing to say against a domain in ASCII that has two labels or more, which hold
    /// letters, digits and single hyphens inside, and are not too long. The last one starts at `last`.
    #[inline(always)]
    pub(crate) fn accepts_plain(&self, domain: &str, labels: usize, last: usize) -> bool {
        let top_level = domain.get(last..).unwrap_or_default();
        let is_flat =
            self.top_level == TopLevel::Listed && self.suffixes.is_flat_top_level(top_level);
        is_flat
            || self
                .check_ascii(domain, &Shape::plain(labels, last))
                .is_ok()
    }

    /// The same for the ASCII form, which consists of letters, digits, `-`, `_` and dots.
    fn check_ascii(&self, domain: &str, shape: &Shape) -> Result<(), BadDomain> {
        examined::note(domain.len());
        if let Some(bad) = shape.bad_label {
            return Err(bad);
        }
        if domain.len() > MOST_OCTETS {
            return Err(BadDomain::TooLong);
        }
        if shape.labels < self.labels {
            return Err(BadDomain::OneLabel);
        }
        let last = domain.get(shape.last..).unwrap_or_default();
        if last.bytes().all(|b| b.is_ascii_digit()) {
            return Err(BadDomain::Number); // It makes an IP address of the whole.
        }
        if shape.labels == 1 {
            return Ok(());
        }
        if self.top_level != TopLevel::Listed && !self.is_top_level_ascii(last) {
            return Err(BadDomain::TopLevel);
        }
        if !(self.top_level == TopLevel::Listed || self.registrable || shape.has_underscores) {
            return Ok(()); // The list has nothing to say about it.
        }
        let suffix = self.suffixes.suffix(domain);
        if self.top_level == TopLevel::Listed && !suffix.listed {
            return Err(BadDomain::TopLevel);
        }
        if self.registrable && shape.labels <= suffix.labels {
            return Err(BadDomain::PublicSuffix);
        }
        // Names below a registered domain may hold anything, but no registry takes an underscore.
        let mut registered = domain.rsplit('.').take(suffix.labels + 1);
        if shape.has_underscores && registered.any(|label| label.contains('_')) {
            return Err(BadDomain::Underscore);
        }
        Ok(())
    }

    /// Whether a label is a top-level domain by these rules.
    pub(crate) fn is_top_level(&self, label: &str) -> bool {
        if label.len() > MOST_LABEL_BYTES {
            return false;
        }
        if label.is_ascii() {
            return self.is_top_level_ascii(label);
        }
        let is_lasting = |c: char| is_stable(c) || c.is_ascii_alphanumeric() || c == '-';
        if self.top_level == TopLevel::Listed && label.chars().all(is_lasting) {
            return self.suffixes.is_top_level_unicode(label);
        }
        let mut ascii = StackText::new();
        match process(label, Form::Ascii, &mut ascii) {
            Some(ProcessingSuccess::WroteToSink) => self.is_top_level_ascii(ascii.as_str()),
            _ => false,
        }
    }

    fn is_top_level_ascii(&self, label: &str) -> bool {
        match self.top_level {
            TopLevel::Listed => self.suffixes.is_top_level_ascii(label),
            TopLevel::Syntactic => is_syntactic(label),
            TopLevel::Any => label.bytes().any(|b| !b.is_ascii_digit()),
        }
    }
}

/// Whether a label in ASCII form has the form of a top-level domain.
pub(crate) fn is_syntactic(label: &str) -> bool {
    if !is_a_label(label) {
        return label.len() >= 2 && label.bytes().all(|b| b.is_ascii_alphabetic());
    }
    let mut unicode = StackText::new();
    match process(label, Form::Unicode, &mut unicode) {
        Some(ProcessingSuccess::WroteToSink) => {
            unicode.as_str().chars().all(|c| host_class(c).is_letter())
        }
        _ => false,
    }
}

fn is_a_label(label: &str) -> bool {
    label
        .get(..4)
        .is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
}

/// What can be said of a domain in ASCII in one pass over it.
struct Shape {
    labels: usize,
    /// Where the last label starts.
    last: usize,
    /// What is wrong with the first label that has something wrong.
    bad_label: Option<BadDomain>,
    has_a_labels: bool,
    has_underscores: bool,
}

impl Shape {
    /// That of a domain with nothing to be said of its labels.
    fn plain(labels: usize, last: usize) -> Self {
        Self {
            labels,
            last,
            bad_label: None,
            has_a_labels: false,
            has_underscores: false,
        }
    }

    fn of(domain: &str) -> Self {
        let mut shape = Self::plain(0, 0);
        let mut has_hyphens = false;
        for (offset, byte) in domain.bytes().enumerate() {
            match byte {
                b'.' => {
                    shape.add_label(domain, offset, has_hyphens);
                    shape.last = offset + 1;
                    has_hyphens = false;
                }
                b'-' => has_hyphens = true,
                b'_' => shape.has_underscores = true,
                _ => {}
            }
        }
        shape.add_label(domain, domain.len(), has_hyphens);
        shape
    }

    /// Adds the label that ends at an offset.
    fn add_label(&mut self, domain: &str, end: usize, has_hyphens: bool) {
        self.labels += 1;
        let length = end - self.last;
        let mut bad = match length {
            0 => Some(BadDomain::EmptyLabel),
            1..=MOST_LABEL_OCTETS => None,
            _ => Some(BadDomain::TooLong),
        };
        if has_hyphens {
            let label = domain.get(self.last..end).unwrap_or_default();
            self.has_a_labels |= is_a_label(label);
            if label.starts_with('-') || label.ends_with('-') {
                bad = bad.or(Some(BadDomain::Hyphen));
            }
        }
        self.bad_label = self.bad_label.or(bad);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Ascii,
    Unicode,
}

/// Applies UTS #46 without allocating. Of ASCII, only letters, digits, `-` and `_` may stand in labels.
fn process(domain: &str, form: Form, out: &mut StackText) -> Option<ProcessingSuccess> {
    const DENY_LIST: AsciiDenyList = AsciiDenyList::new(true, "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~");
    examined::note(domain.len());
    let result = Uts46::new().process(
        domain.as_bytes(),
        DENY_LIST,
        Hyphens::CheckFirstLast,
        ErrorPolicy::FailFast,
        |_, _, _| form == Form::Unicode,
        out,
        None,
    );
    result.ok().filter(|_| !out.overflow)
}

/// A short text on the stack.
///
/// What does not fit is dropped, and noted. It must not be an error: `idna` takes errors of its sink
/// for impossible in some places.
struct StackText {
    bytes: [u8; MOST_BYTES],
    length: usize,
    overflow: bool,
}

impl StackText {
    fn new() -> Self {
        Self {
            bytes: [0; MOST_BYTES],
            length: 0,
            overflow: false,
        }
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.length).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl fmt::Write for StackText {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let end = self.length + piece.len();
        match self.bytes.get_mut(self.length..end) {
            Some(place) => {
                place.copy_from_slice(piece.as_bytes());
                self.length = end;
            }
            None => self.overflow = true,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    #[test]
    fn stable_characters_are_left_as_they_are() {
        let stable: String = ('\0'..=char::MAX).filter(|&c| is_stable(c)).collect();
        assert!(stable.contains("日") && stable.contains("한"));
        // Ten at a time, as a label holds only so many.
        let chars: std::vec::Vec<char> = stable.chars().collect();
        for ten in chars.chunks(10) {
            let label: String = ten.iter().collect();
            let mut shown = StackText::new();
            let result = process(&label, Form::Unicode, &mut shown);
            let shown = match result {
                Some(ProcessingSuccess::Passthrough) => label.as_str(),
                Some(ProcessingSuccess::WroteToSink) => shown.as_str(),
                None => "not allowed",
            };
            assert_eq!(shown, label);
        }
    }
}
