//! The syntax of URL schemes (RFC 3986 §3.1), defined once for finding, parsing and assessing.

mod opaque;

pub(crate) use self::opaque::{Form, colon as opaque_colon, is_unsupported, names as opaque_names};
use crate::counter;

/// The separator between scheme and authority in the URLs that this crate handles.
pub(crate) const SEPARATOR: &str = "://";

/// The scheme of email addresses, with its colon.
pub(crate) const MAILTO: &str = "mailto:";

/// Removes the `mailto:`, in any case, from the start of a text. `None` if the text does not start with it.
#[cfg(feature = "serde")]
pub(crate) fn strip_mailto(text: &str) -> Option<&str> {
    let (front, rest) = text.split_at_checked(MAILTO.len())?;
    front.eq_ignore_ascii_case(MAILTO).then_some(rest)
}

/// Splits `scheme://` off the front of a URL, if it has one.
pub(crate) fn split(url: &str) -> (Option<&str>, &str) {
    let end = url.bytes().take_while(|&b| is_scheme_byte(b)).count();
    let (scheme, rest) = url.split_at_checked(end).unwrap_or((url, ""));
    match rest.strip_prefix(SEPARATOR) {
        Some(rest) if is_valid(scheme) => (Some(scheme), rest),
        _ => (None, url),
    }
}

/// Whether `text` is a syntactically valid scheme.
pub(crate) fn is_valid(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_scheme_byte)
}

/// Whether a byte may occur in a scheme. The first one must be a letter.
const fn is_scheme_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || is_scheme_punctuation(b)
}

const fn is_scheme_punctuation(b: u8) -> bool {
    matches!(b, b'+' | b'-' | b'.')
}

/// Whether the URL standard calls a scheme special: its hosts are domain names or IP addresses, and its
/// paths treat `\` as `/`.
pub(crate) fn is_special(scheme: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp", "file"]
        .iter()
        .any(|special| scheme.eq_ignore_ascii_case(special))
}

/// Whether the host of URLs with a scheme is always that of a server: the special schemes, except `file`.
pub(crate) fn needs_server(scheme: &str) -> bool {
    is_special(scheme) && !scheme.eq_ignore_ascii_case("file")
}

/// The start of the scheme that ends at the colon. The scheme is the run of scheme characters before the
/// colon, from its first letter on. The search stops at `floor`.
pub(crate) fn start_before(text: &str, floor: usize, colon: usize) -> Option<usize> {
    let before = text.as_bytes().get(floor..colon)?;
    let mut start = None;
    let mut run = 0;
    for (offset, &byte) in before.iter().enumerate().rev() {
        if byte.is_ascii_alphabetic() {
            start = Some(floor + offset);
        } else if !is_scheme_byte(byte) {
            break;
        }
        run += 1;
    }
    counter::add(run + 1);
    start
}

/// A scheme of fewer than eight letters, in lower case, as a number: the first letter is the lowest byte.
///
/// Comparing numbers is the fast path for known schemes. The slow path is [`start_before`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShortScheme {
    letters: u64,
    len: usize,
}

impl ShortScheme {
    /// The scheme before the colon, if it is short and at least eight bytes lie between `floor` and the
    /// colon. The eight bytes are read as one number: the processor would mispredict the exit of a loop.
    #[inline]
    pub(crate) fn before(text: &str, floor: usize, colon: usize) -> Option<Self> {
        const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
        let before: &[u8; 8] = text.as_bytes().get(floor..colon)?.last_chunk()?;
        let bytes = u64::from_le_bytes(*before);
        let lower = bytes | u64::from_le_bytes([b' '; 8]);
        // Each addition sets the high bit of the bytes that are at least `a`, or greater than `z`.
        let low = lower & !HIGH;
        let from_a = low + u64::from_le_bytes([0x80 - b'a'; 8]);
        let after_z = low + u64::from_le_bytes([0x80 - b'z' - 1; 8]);
        let non_letters = !(from_a & !after_z & !bytes) & HIGH;
        let len = non_letters.leading_zeros() as usize / 8;
        let &byte_before = before.get((before.len() - len).checked_sub(1)?)?;
        if len == 0 || is_scheme_byte(byte_before) {
            return None;
        }
        Some(Self {
            letters: lower >> (8 * (before.len() - len)),
            len,
        })
    }

    /// The number of letters.
    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// Whether it equals a scheme given in lower case.
    #[inline]
    pub(crate) fn is(self, scheme: &str) -> bool {
        let bytes = scheme.bytes().rev();
        scheme.len() == self.len
            && bytes.fold(0, |letters, byte| letters << 8 | u64::from(byte)) == self.letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_schemes_agree_with_the_slow_path() {
        for text in [
            "see https",
            "  http",
            "       http",
            "x-https     https",
            "       a+http",
            "1234567http",
            "       HTTP",
            "あああhttps",
            "abcdefgh",
            "       ftp",
            "........",
            "      -ftp",
        ] {
            let Some(short) = ShortScheme::before(text, 0, text.len()) else {
                continue;
            };
            let start = text.len() - short.len();
            assert_eq!(start_before(text, 0, text.len()), Some(start), "{text}");
            let scheme = text.get(start..).unwrap_or_default();
            assert!(short.is(&scheme.to_ascii_lowercase()), "{text}");
        }
        assert!(ShortScheme::before("see https", 0, 9).is_some_and(|scheme| scheme.is("https")));
    }
}
