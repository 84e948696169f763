//! Whether a domain in a text is valid.
//!
//! A valid domain is allowed by UTS #46, is within the length limits of the DNS, and has a top-level domain
//! that satisfies the options. ASCII domains without A-labels skip UTS #46, which would change only the case
//! of letters.

use core::fmt;

use crate::counter;
use crate::idna::{
    DomainBuffer, Form, MAX_DOMAIN_LEN, MAX_LABEL_BYTES, MAX_LABEL_LEN, is_a_label, is_stable,
    process_in_text,
};
use crate::options::TopLevel;
use crate::property::host_class;
use crate::suffix::SuffixList;

/// The requirements on a domain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DomainRules<'a> {
    pub(crate) top_level: TopLevel,
    /// Whether it must be registrable: more than a public suffix.
    pub(crate) registrable: bool,
    /// The minimum number of labels.
    pub(crate) min_labels: usize,
    pub(crate) suffixes: &'a SuffixList,
}

/// The reason why a domain is invalid.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::explain::{DomainError, Rejection};
///
/// let candidate = Finder::new().explain("-a.com").next().unwrap();
/// assert_eq!(candidate.outcome, Err(Rejection::InvalidDomain(DomainError::Hyphen)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DomainError {
    /// It is longer than 253 octets in ASCII form, or one of its labels is longer than 63.
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
    /// Its last label is not a top-level domain.
    TopLevel,
    /// It is a public suffix, below which domains are registered.
    PublicSuffix,
    /// Its registrable part contains an underscore.
    Underscore,
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "the domain or one of its labels is too long",
            Self::NotAllowed => "UTS #46 does not allow the domain",
            Self::EmptyLabel => "the domain has an empty label",
            Self::Hyphen => "a label starts or ends with a hyphen",
            Self::OneLabel => "the host has a single label",
            Self::Number => "the last label is a number",
            Self::TopLevel => "the last label is not a top-level domain",
            Self::PublicSuffix => "the domain is a public suffix, not a registrable domain",
            Self::Underscore => "the registrable domain contains an underscore",
        })
    }
}

impl core::error::Error for DomainError {}

impl DomainRules<'_> {
    /// Validates a domain without a root dot.
    pub(crate) fn check(&self, domain: &str) -> Result<(), DomainError> {
        if domain.is_ascii() {
            if domain.len() > MAX_DOMAIN_LEN {
                return Err(DomainError::TooLong);
            }
            let labels = Labels::of(domain);
            // UTS #46 would change only the case of letters.
            if !labels.has_punycode {
                return self.check_ascii(domain, &labels);
            }
        } else if domain.chars().count() > MAX_DOMAIN_LEN {
            // Each character becomes at least one octet, so UTS #46 need not process longer input.
            return Err(DomainError::TooLong);
        }
        let mut buffer = DomainBuffer::new();
        let domain = process_in_text(domain, Form::Ascii, &mut buffer);
        let domain = domain.ok_or(DomainError::NotAllowed)?;
        self.check_ascii(domain, &Labels::of(domain))
    }

    /// The fast path: validates an ASCII domain whose last label starts at `last_label`. The caller ensures
    /// that the domain has at least two labels, that labels consist of letters, digits and single inner
    /// hyphens, and that the domain is within the length limits.
    #[inline(always)]
    pub(crate) fn accepts_ascii(&self, domain: &str, labels: usize, last_label: usize) -> bool {
        let top_level = domain.get(last_label..).unwrap_or_default();
        match self.top_level {
            TopLevel::Listed if !self.registrable => {
                self.suffixes.is_top_level_ascii(top_level.as_bytes())
            }
            TopLevel::Listed if self.suffixes.is_flat_top_level(top_level) => true,
            _ => {
                let labels = Labels::without_errors(labels, last_label);
                self.check_ascii(domain, &labels).is_ok()
            }
        }
    }

    /// Validates a domain in ASCII form: letters, digits, `-`, `_` and dots.
    fn check_ascii(&self, domain: &str, labels: &Labels) -> Result<(), DomainError> {
        counter::add(domain.len());
        if let Some(error) = labels.error {
            return Err(error);
        }
        if domain.len() > MAX_DOMAIN_LEN {
            return Err(DomainError::TooLong);
        }
        if labels.count < self.min_labels {
            return Err(DomainError::OneLabel);
        }
        let last = domain.get(labels.last..).unwrap_or_default();
        if last.bytes().all(|b| b.is_ascii_digit()) {
            return Err(DomainError::Number); // The URL standard parses the host as an IP address.
        }
        if labels.count == 1 {
            return Ok(());
        }
        if !(self.registrable || labels.has_underscores) {
            // The public suffix does not matter.
            let is_top_level = self.is_top_level_ascii(last);
            return is_top_level.then_some(()).ok_or(DomainError::TopLevel);
        }
        if self.top_level != TopLevel::Listed && !self.is_top_level_ascii(last) {
            return Err(DomainError::TopLevel);
        }
        let suffix = self.suffixes.suffix(domain);
        if self.top_level == TopLevel::Listed && !suffix.listed {
            return Err(DomainError::TopLevel);
        }
        if self.registrable && labels.count <= suffix.labels {
            return Err(DomainError::PublicSuffix);
        }
        // Names below a registered domain may contain underscores, but no registry accepts one.
        let mut registered = domain.rsplit('.').take(suffix.labels + 1);
        if labels.has_underscores && registered.any(|label| label.contains('_')) {
            return Err(DomainError::Underscore);
        }
        Ok(())
    }

    /// Whether a label is a top-level domain by these rules.
    pub(crate) fn is_top_level(&self, label: &str) -> bool {
        if label.len() > MAX_LABEL_BYTES {
            return false;
        }
        if label.is_ascii() {
            return self.is_top_level_ascii(label);
        }
        let is_unchanged = |c: char| is_stable(c) || c.is_ascii_alphanumeric() || c == '-';
        if self.top_level == TopLevel::Listed && label.chars().all(is_unchanged) {
            return self.suffixes.is_top_level_unicode(label);
        }
        let mut buffer = DomainBuffer::new();
        let ascii = process_in_text(label, Form::Ascii, &mut buffer);
        ascii.is_some_and(|ascii| self.is_top_level_ascii(ascii))
    }

    fn is_top_level_ascii(&self, label: &str) -> bool {
        match self.top_level {
            TopLevel::Listed => self.suffixes.is_top_level_ascii(label.as_bytes()),
            TopLevel::Syntactic => has_top_level_form(label),
            TopLevel::Any => label.bytes().any(|b| !b.is_ascii_digit()),
        }
    }
}

/// Whether a label in ASCII form has the form of a top-level domain.
pub(crate) fn has_top_level_form(label: &str) -> bool {
    if !is_a_label(label) {
        return label.len() >= 2 && label.bytes().all(|b| b.is_ascii_alphabetic());
    }
    let mut buffer = DomainBuffer::new();
    let unicode = process_in_text(label, Form::Unicode, &mut buffer);
    unicode.is_some_and(|unicode| unicode.chars().all(|c| host_class(c).is_letter()))
}

/// The result of one pass over the labels of an ASCII domain.
struct Labels {
    count: usize,
    /// The offset of the last label.
    last: usize,
    /// The error of the first invalid label.
    error: Option<DomainError>,
    has_punycode: bool,
    has_underscores: bool,
}

impl Labels {
    fn without_errors(count: usize, last: usize) -> Self {
        Self {
            count,
            last,
            error: None,
            has_punycode: false,
            has_underscores: false,
        }
    }

    fn of(domain: &str) -> Self {
        let mut labels = Self::without_errors(0, 0);
        let mut has_hyphens = false;
        for (offset, byte) in domain.bytes().enumerate() {
            match byte {
                b'.' => {
                    labels.add(domain, offset, has_hyphens);
                    labels.last = offset + 1;
                    has_hyphens = false;
                }
                b'-' => has_hyphens = true,
                b'_' => labels.has_underscores = true,
                _ => {}
            }
        }
        labels.add(domain, domain.len(), has_hyphens);
        labels
    }

    /// Adds the label that ends at an offset.
    fn add(&mut self, domain: &str, end: usize, has_hyphens: bool) {
        self.count += 1;
        let mut error = match end - self.last {
            0 => Some(DomainError::EmptyLabel),
            1..=MAX_LABEL_LEN => None,
            _ => Some(DomainError::TooLong),
        };
        if has_hyphens {
            let label = domain.get(self.last..end).unwrap_or_default();
            self.has_punycode |= is_a_label(label);
            if label.starts_with('-') || label.ends_with('-') {
                error = error.or(Some(DomainError::Hyphen));
            }
        }
        self.error = self.error.or(error);
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::ToOwned as _;

    use super::*;

    fn rules(top_level: TopLevel) -> DomainRules<'static> {
        DomainRules {
            top_level,
            registrable: false,
            min_labels: 2,
            suffixes: SuffixList::embedded(),
        }
    }

    #[test]
    fn top_level_domains_are_listed_or_have_a_form() {
        let accepts = |label: &str| {
            [TopLevel::Listed, TopLevel::Syntactic, TopLevel::Any]
                .map(|top_level| rules(top_level).is_top_level(label))
        };
        assert_eq!(accepts("com"), [true, true, true]);
        assert_eq!(accepts("中国"), [true, true, true]);
        assert_eq!(accepts("例例例"), [false, true, true]);
        assert_eq!(accepts("c0m"), [false, false, true]);
        assert_eq!(accepts("42"), [false, false, false]);
        assert_eq!(accepts(&"例".repeat(1000)), [false, false, false]);
        // UTS #46 removes soft hyphens, so that the limit counts what is written.
        let with_soft_hyphens = |len: usize| "info".to_owned() + &"\u{AD}".repeat((len - 4) / 2);
        assert_eq!(accepts(&with_soft_hyphens(MAX_LABEL_BYTES)), [true; 3]);
        assert_eq!(accepts(&with_soft_hyphens(MAX_LABEL_BYTES + 2)), [false; 3]);
    }

    #[test]
    fn domains_are_refused_with_a_reason() {
        for (domain, reason) in [
            ("a..com", DomainError::EmptyLabel),
            ("localhost", DomainError::OneLabel),
            ("a.42", DomainError::Number),
            ("a.example.c0m", DomainError::TopLevel),
            ("a_b.example.c0m", DomainError::TopLevel),
            ("a_b.com", DomainError::Underscore),
            ("-a.com", DomainError::Hyphen),
        ] {
            for top_level in [TopLevel::Listed, TopLevel::Syntactic] {
                assert_eq!(rules(top_level).check(domain), Err(reason), "{domain}");
            }
        }
        for (domain, reason) in [
            ("com", DomainError::OneLabel),
            ("co.uk", DomainError::PublicSuffix),
            ("a.example.c0m", DomainError::TopLevel),
        ] {
            for top_level in [TopLevel::Listed, TopLevel::Syntactic] {
                let rules = DomainRules {
                    registrable: true,
                    ..rules(top_level)
                };
                assert_eq!(rules.check(domain), Err(reason), "{domain}");
            }
        }
    }
}
