//! UTS #46 processing of domain names, with one named policy per purpose.
//!
//! All conversions between Unicode and ASCII domain names go through this module, so that two modules that
//! convert for the same purpose cannot disagree. Processing is always non-transitional.

#[cfg(any(test, feature = "compact-tables"))]
mod compact;
#[cfg(any(test, not(feature = "compact-tables")))]
mod crates;

use alloc::borrow::Cow;
use core::fmt;

use crate::counter;
#[cfg(feature = "compact-tables")]
use compact as source;
#[cfg(not(feature = "compact-tables"))]
use crates as source;

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
    /// The ASCII form, with A-labels.
    pub(crate) fn to_ascii(self, name: &[u8]) -> Option<Cow<'_, str>> {
        source::to_ascii(self, name)
    }

    /// The Unicode form, with U-labels.
    pub(crate) fn to_unicode(self, name: &[u8]) -> Option<Cow<'_, str>> {
        source::to_unicode(self, name)
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
/// labels with characters above ASCII, and with compact tables.
///
/// `None` if UTS #46 does not allow the domain or the result exceeds [`MAX_DOMAIN_BYTES`].
pub(crate) fn process_in_text<'d>(
    domain: &'d str,
    form: Form,
    buffer: &'d mut DomainBuffer,
) -> Option<&'d str> {
    counter::add(domain.len());
    source::process_in_text(domain, form, buffer)
}

/// Whether UTS #46 leaves a character unchanged, or rejects it, next to ASCII characters and other stable ones. So it does
/// with labels of such characters, apart from the case of ASCII letters.
pub(crate) fn is_stable(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '가'..='힣')
        || is_stable_in_alphabet(c)
}

/// The same for characters of alphabets and syllabaries. Marks are not stable if they compose with the character before
/// them, or if other marks are put before them.
#[rustfmt::skip]
fn is_stable_in_alphabet(c: char) -> bool {
    matches!(
        c,
        // Greek, Cyrillic, Hebrew, Arabic, Georgian.
        '\u{3AC}'..='\u{3C1}' | '\u{3C3}'..='\u{3CE}' | '\u{430}'..='\u{45F}' | '\u{5D0}'..='\u{5EA}'
        | '\u{620}'..='\u{63F}' | '\u{641}'..='\u{64A}' | '\u{671}'..='\u{674}' | '\u{679}'..='\u{6D3}'
        | '\u{10D0}'..='\u{10FA}'
        // From Devanagari to Malayalam.
        | '\u{900}'..='\u{93B}' | '\u{93D}'..='\u{950}' | '\u{960}'..='\u{963}'
        | '\u{980}'..='\u{9BB}' | '\u{9BD}' | '\u{9BF}'..='\u{9D6}'
        | '\u{A00}'..='\u{A32}' | '\u{A34}' | '\u{A35}' | '\u{A37}'..='\u{A3B}' | '\u{A3D}'..='\u{A50}'
        | '\u{A80}'..='\u{ABB}' | '\u{ABD}'..='\u{AE3}'
        | '\u{B00}'..='\u{B3B}' | '\u{B3D}' | '\u{B3F}'..='\u{B54}'
        | '\u{B80}'..='\u{BBD}' | '\u{BBF}'..='\u{BD6}'
        | '\u{C00}'..='\u{C3B}' | '\u{C3D}'..='\u{C54}'
        | '\u{C80}'..='\u{CBB}' | '\u{CBD}'..='\u{CC1}' | '\u{CC3}'..='\u{CD4}'
        | '\u{D00}'..='\u{D3D}' | '\u{D3F}'..='\u{D56}'
        // Sinhala, Thai, Lao.
        | '\u{D80}'..='\u{DC9}' | '\u{DD0}'..='\u{DDE}'
        | '\u{E01}'..='\u{E32}' | '\u{E34}'..='\u{E37}' | '\u{E40}'..='\u{E47}'
        | '\u{E81}'..='\u{EB2}'
    )
}

/// The character that UTS #46 makes of this one next to other characters for which this function has a result. `None` is
/// inconclusive.
pub(crate) fn stable_form(c: char) -> Option<char> {
    match c {
        '\0'..='\x7F' => Some(c.to_ascii_lowercase()),
        'А'..='Я' => char::from_u32(u32::from(c) + 0x20),
        _ => is_stable(c).then_some(c),
    }
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
mod tests;
