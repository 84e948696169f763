//! The syntax of URL schemes (RFC 3986 §3.1), defined once for finding, parsing and assessing.

mod opaque;

pub(crate) use self::opaque::{Form, colon as opaque_colon, is_unsupported, names as opaque_names};
use linkspan_vector::AsciiSet;

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

/// The fast path of [`start_before`]: the scheme before a colon, if it consists of a few letters and what precedes it, at or
/// after `floor`, cannot belong to it or to a control sequence or escape sequence. `None` is inconclusive.
pub(crate) fn plain_before(text: &str, floor: usize, colon: usize) -> Option<&str> {
    const MAX_LEN: usize = 16;
    const SEPARATORS: AsciiSet = AsciiSet::new(b" \t\r\n\"'`<>=,|");
    let before = text.as_bytes().get(floor..colon)?;
    let letters = before.iter().rev().take(MAX_LEN);
    let len = letters
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    counter::add(len + 1);
    let byte_before = before
        .len()
        .checked_sub(len + 1)
        .and_then(|last| before.get(last));
    let is_separated = byte_before.is_none_or(|&byte| SEPARATORS.contains(byte));
    if len == 0 || !is_separated {
        return None;
    }
    text.get(colon - len..colon)
}

/// The eight bytes before a colon, as a number: the byte directly before the colon is the highest one.
///
/// Comparing numbers is the fast path for known schemes. The slow path is [`start_before`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeforeColon(u64);

impl BeforeColon {
    /// The bytes between `floor` and the colon. If there are fewer than eight, zeros precede them.
    #[inline(always)]
    pub(crate) fn new(text: &[u8], floor: usize, colon: usize) -> Option<Self> {
        let before = text.get(floor..colon)?;
        Some(Self(match before.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => short_number(before),
        }))
    }
}

/// Fewer than eight bytes as a number, the last one highest.
#[inline(never)]
fn short_number(bytes: &[u8]) -> u64 {
    let shifted = |number, &byte| number >> 8 | u64::from(byte) << (u64::BITS - 8);
    bytes.iter().fold(0, shifted)
}

/// The bytes that may occur in a scheme.
const SCHEME_BYTES: AsciiSet = {
    let mut members = [false; 128];
    let mut rest: &mut [bool] = &mut members;
    let mut byte = 0;
    while let [member, others @ ..] = rest {
        *member = is_scheme_byte(byte);
        byte += 1;
        rest = others;
    }
    AsciiSet::from_members(&members)
};

/// A scheme of fewer than eight letters, in a form that is compared with [`BeforeColon`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortScheme {
    /// In lower case. The last letter is the highest byte.
    letters: u64,
    len: usize,
}

impl ShortScheme {
    /// The scheme, given in lower case, if it is short and consists of letters.
    pub(crate) const fn new(scheme: &str) -> Option<Self> {
        let mut rest = scheme.as_bytes();
        let len = rest.len();
        let mut letters = 0;
        while let [first, after @ ..] = rest {
            if !first.is_ascii_lowercase() {
                return None;
            }
            letters = letters >> 8 | (*first as u64) << (u64::BITS - 8);
            rest = after;
        }
        match len {
            1..8 => Some(Self { letters, len }),
            _ => None,
        }
    }

    /// The number of letters.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// Whether a text before a colon ends with this scheme, in any case, and no character precedes it that may occur
    /// in a scheme.
    #[inline(always)]
    pub(crate) fn ends(self, before: BeforeColon) -> bool {
        let BeforeColon(bytes) = before;
        // The bit is set in lower case letters, and no other characters become letters by setting it.
        let lower = bytes | u64::from_le_bytes([b' '; 8]);
        let unused_bits = u64::BITS as usize - 8 * self.len;
        let [.., byte_before] = (bytes << (8 * self.len)).to_le_bytes();
        (lower ^ self.letters) >> unused_bits == 0 && !SCHEME_BYTES.contains(byte_before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_schemes_agree_with_the_slow_path() {
        for text in [
            "see https",
            "https",
            "http",
            " http",
            "  http",
            "       http",
            "x-https     https",
            "       a+http",
            "1234567http",
            "1http",
            "       HTTP",
            "あああhttps",
            "あhttps",
            "abcdefgh",
            "       ftp",
            "ftp",
            "........",
            "      -ftp",
            "-ftp",
            "",
            "s",
            "https ",
            "wss",
            "       ws",
            "hTtPs",
            "\x48TTP",
            "@http",
            "{http",
            "\u{7f}http",
            "\thttp",
        ] {
            for floor in (0..text.len()).filter(|&floor| text.is_char_boundary(floor)) {
                let before = BeforeColon::new(text.as_bytes(), floor, text.len()).unwrap();
                for scheme in ["https", "http", "ftp", "ws", "wss", "s", "abcdefg"] {
                    let short = ShortScheme::new(scheme).unwrap();
                    let found = start_before(text, floor, text.len());
                    let found = found.and_then(|start| text.get(start..));
                    let slow = found.is_some_and(|found| found.eq_ignore_ascii_case(scheme));
                    // The fast path leaves it to the slow path to skip digits before a scheme.
                    let before_scheme = text.len().saturating_sub(short.len());
                    let before_scheme = text.as_bytes().get(floor..before_scheme);
                    let last = before_scheme.and_then(<[u8]>::last);
                    let is_attached = last.is_some_and(|&byte| is_scheme_byte(byte));
                    assert_eq!(
                        short.ends(before),
                        slow && !is_attached,
                        "{scheme} in {text:?} from {floor}"
                    );
                }
            }
        }
        for scheme in ["", "git+ssh", "abcdefgh", "h2", "HTTP"] {
            assert!(ShortScheme::new(scheme).is_none(), "{scheme}");
        }
    }
}
