//! UTS #46 processing of domain names, with one named policy per purpose.
//!
//! All conversions between Unicode and ASCII domain names go through this module, so that two modules that
//! convert for the same purpose cannot disagree. Processing is always non-transitional.

use alloc::borrow::Cow;
use core::fmt;

use idna::uts46::{AsciiDenyList, DnsLength, ErrorPolicy, Hyphens, ProcessingSuccess, Uts46};

use crate::counter;

/// The maximum length of a domain name in the DNS, in octets.
pub(crate) const MAX_DOMAIN_LEN: usize = 253;

/// The maximum length of a label in the DNS, in octets.
pub(crate) const MAX_LABEL_LEN: usize = 63;

/// The maximum number of bytes of text that are accepted as a domain: four bytes of UTF-8 per octet.
/// UTS #46 removes some characters, but a name that needs more bytes because of them is rejected.
pub(crate) const MAX_DOMAIN_BYTES: usize = 4 * MAX_DOMAIN_LEN;

/// The same for a label.
pub(crate) const MAX_LABEL_BYTES: usize = 4 * MAX_LABEL_LEN;

/// The requirements on a domain name, by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// A host in a URL, as strict as browsers are: the forbidden domain code points of the URL standard
    /// are errors. Hyphens and lengths are not checked.
    Url,
    /// An entry of a list of public suffixes: letters, digits and inner hyphens, with DNS length limits.
    Registry,
}

impl Policy {
    fn deny_list(self) -> AsciiDenyList {
        match self {
            Self::Url => AsciiDenyList::URL,
            Self::Registry => AsciiDenyList::STD3,
        }
    }

    fn hyphens(self) -> Hyphens {
        match self {
            Self::Url => Hyphens::Allow,
            Self::Registry => Hyphens::CheckFirstLast,
        }
    }

    /// The ASCII form, with A-labels.
    pub(crate) fn to_ascii(self, name: &[u8]) -> Option<Cow<'_, str>> {
        let length = match self {
            Self::Url => DnsLength::Ignore,
            Self::Registry => DnsLength::Verify,
        };
        Uts46::new()
            .to_ascii(name, self.deny_list(), self.hyphens(), length)
            .ok()
    }

    /// The Unicode form, with U-labels.
    pub(crate) fn to_unicode(self, name: &[u8]) -> Option<Cow<'_, str>> {
        let (unicode, valid) = Uts46::new().to_unicode(name, self.deny_list(), self.hyphens());
        valid.is_ok().then_some(unicode)
    }
}

/// The form of a domain name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Ascii,
    Unicode,
}

/// Converts a domain in running text. In ASCII, only letters, digits, `-` and `_` are allowed, and labels
/// neither start nor end with a hyphen. The first error ends processing.
///
/// The result is written to `buffer`. Nothing is allocated, except by `idna` for domains of more than eight
/// labels with characters above ASCII.
///
/// `None` if UTS #46 does not allow the domain or the result exceeds [`MAX_DOMAIN_BYTES`].
pub(crate) fn process_in_text<'d>(
    domain: &'d str,
    form: Form,
    buffer: &'d mut DomainBuffer,
) -> Option<&'d str> {
    const DENY_LIST: AsciiDenyList = AsciiDenyList::new(true, "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~");
    counter::add(domain.len());
    let result = Uts46::new().process(
        domain.as_bytes(),
        DENY_LIST,
        Hyphens::CheckFirstLast,
        ErrorPolicy::FailFast,
        |_, _, _| form == Form::Unicode,
        buffer,
        None,
    );
    match result {
        Ok(ProcessingSuccess::Passthrough) => Some(domain),
        Ok(ProcessingSuccess::WroteToSink) if !buffer.overflowed => Some(buffer.as_str()),
        _ => None,
    }
}

/// Whether UTS #46 leaves a character unchanged in any context: ideographs, kana, Hangul syllables.
pub(crate) fn is_stable(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '가'..='힣')
}

/// Whether a label has the prefix of A-labels.
pub(crate) fn is_a_label(label: &str) -> bool {
    label
        .get(..4)
        .is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
}

/// A buffer for a domain name, on the stack.
///
/// A write that does not fit is dropped and recorded. It must not be reported as an error: `idna`
/// assumes in some code paths that its sink cannot fail.
pub(crate) struct DomainBuffer {
    bytes: [u8; MAX_DOMAIN_BYTES],
    len: usize,
    overflowed: bool,
}

impl DomainBuffer {
    pub(crate) fn new() -> Self {
        Self {
            bytes: [0; MAX_DOMAIN_BYTES],
            len: 0,
            overflowed: false,
        }
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl fmt::Write for DomainBuffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        match self.bytes.get_mut(self.len..end) {
            Some(free) => {
                free.copy_from_slice(text.as_bytes());
                self.len = end;
            }
            None => self.overflowed = true,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn stable_characters_are_unchanged_by_uts46() {
        let stable: Vec<char> = ('\0'..=char::MAX).filter(|&c| is_stable(c)).collect();
        assert!(stable.contains(&'日') && stable.contains(&'한'));
        // Ten at a time, since the length of a label is limited.
        for ten in stable.chunks(10) {
            let label: String = ten.iter().collect();
            let mut buffer = DomainBuffer::new();
            let processed = process_in_text(&label, Form::Unicode, &mut buffer);
            assert_eq!(processed, Some(label.as_str()));
        }
    }

    #[test]
    fn a_result_that_does_not_fit_is_rejected() {
        let long = "ü".repeat(MAX_DOMAIN_BYTES);
        let mut buffer = DomainBuffer::new();
        assert_eq!(process_in_text(&long, Form::Unicode, &mut buffer), None);
    }
}
