//! The labels of a host, in their Unicode and ASCII forms.

#[cfg(feature = "assess")]
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

#[cfg(feature = "assess")]
use crate::idna::{Policy, is_a_label};
use crate::property::{HostClass, host_class};

/// The maximum length of a label that is converted, in bytes. A longer one is never valid, and decoding
/// Punycode takes quadratic time.
#[cfg(feature = "assess")]
const MAX_CONVERTED_LEN: usize = 1024;

/// A label of a host.
#[derive(Clone, Debug)]
pub(crate) struct Label<'t> {
    /// The label as it is written.
    pub(crate) text: &'t str,
    /// Its range in the text.
    pub(crate) range: Range<usize>,
}

/// The labels of the host at the range `host` of a text. A root dot is not followed by an empty label.
pub(crate) fn labels(text: &str, host: Range<usize>) -> impl Iterator<Item = Label<'_>> {
    let is_dot = |c| host_class(c) == HostClass::Dot;
    let mut start = host.start;
    let host = text.get(host).unwrap_or_default();
    host.split_inclusive(is_dot).map(move |label_and_dot| {
        let label = label_and_dot.trim_end_matches(is_dot);
        let range = start..start + label.len();
        start += label_and_dot.len();
        Label { text: label, range }
    })
}

/// The [`labels`] of a host that are not empty.
pub(crate) fn nonempty_labels(text: &str, host: Range<usize>) -> impl Iterator<Item = Label<'_>> {
    labels(text, host).filter(|label| !label.text.is_empty())
}

/// The texts of the [`nonempty_labels`] of a host.
pub(crate) fn label_texts(host: &str) -> Vec<&str> {
    nonempty_labels(host, 0..host.len())
        .map(|label| label.text)
        .collect()
}

#[cfg(feature = "assess")]
impl<'t> Label<'t> {
    /// Whether the label has the prefix of Punycode, `xn--`.
    pub(crate) fn is_punycode(&self) -> bool {
        is_a_label(self.text)
    }

    /// The Unicode form of the label. `None` if UTS #46 does not allow the label.
    pub(crate) fn to_unicode(&self) -> Option<Cow<'t, str>> {
        to_unicode(self.text)
    }

    /// The ASCII form of the label. `None` if UTS #46 does not allow the label.
    pub(crate) fn to_ascii(&self) -> Option<Cow<'t, str>> {
        to_ascii(self.text)
    }

    /// The Unicode form of a Punycode label. `None` if the label is not valid Punycode: it cannot be decoded,
    /// or the decoded form does not encode to the same label again.
    pub(crate) fn decode_punycode(&self) -> Option<Cow<'t, str>> {
        let decoded = self.to_unicode().filter(|decoded| !decoded.is_ascii())?;
        let encoded = to_ascii(&decoded)?;
        let is_same = encoded.eq_ignore_ascii_case(self.text);
        is_same.then_some(decoded)
    }
}

#[cfg(feature = "assess")]
fn to_unicode(label: &str) -> Option<Cow<'_, str>> {
    let is_convertible = label.len() <= MAX_CONVERTED_LEN;
    is_convertible.then(|| Policy::Url.to_unicode(label.as_bytes()))?
}

#[cfg(feature = "assess")]
fn to_ascii(label: &str) -> Option<Cow<'_, str>> {
    let is_convertible = label.len() <= MAX_CONVERTED_LEN;
    is_convertible.then(|| Policy::Url.to_ascii(label.as_bytes()))?
}

#[cfg(all(test, feature = "assess"))]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn labels_are_split_at_every_kind_of_dot() {
        let text = "//a。例.b.";
        let found: Vec<_> = labels(text, 2..text.len())
            .map(|label| (label.text, label.range))
            .collect();
        assert_eq!(found, [("a", 2..3), ("例", 6..9), ("b", 10..11)]);
        let empty: Vec<_> = labels("a..b", 0..4).map(|label| label.text).collect();
        assert_eq!(empty, ["a", "", "b"]);
        assert_eq!(nonempty_labels("a..b", 0..4).count(), 2);
    }

    #[test]
    fn punycode_is_decoded_if_it_encodes_to_itself() {
        let decode = |text: &'static str| {
            let label = Label {
                text,
                range: 0..text.len(),
            };
            label.decode_punycode()
        };
        assert_eq!(decode("xn--bcher-kva").as_deref(), Some("bücher"));
        assert_eq!(decode("XN--BCHER-KVA").as_deref(), Some("bücher"));
        assert_eq!(decode("xn--a"), None);
        assert_eq!(decode("xn--abc-"), None);
    }
}
