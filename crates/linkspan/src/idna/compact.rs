//! UTS #46 with compact tables. The results are those of the crate `idna`, with which tests compare them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use idna::punycode::encode;

use super::{DomainBuffer, Form, MAX_DOMAIN_LEN, MAX_LABEL_LEN, Policy, is_a_label};
use crate::unicode::compact::{
    bidi, category, combining_class, is_transparent, is_valid_in_uts46, joins_next, joins_previous,
    nfc_of, push_uts46_mapping,
};
use crate::unicode::{Bidi, Category};

/// The limits of `idna` on the length of Punycode, whose time is quadratic: of what is decoded, and of what is encoded.
const MAX_DECODED_LEN: usize = 2000;
const MAX_ENCODED_LEN: usize = 1000;

/// The combining class of viramas.
const VIRAMA: u8 = 9;

pub(super) fn to_ascii(policy: Policy, name: &[u8]) -> Option<Cow<'_, str>> {
    let ascii = convert(Rules::Policy(policy), name, Form::Ascii)?;
    (policy == Policy::Url || has_dns_length(&ascii)).then_some(ascii)
}

pub(super) fn to_unicode(policy: Policy, name: &[u8]) -> Option<Cow<'_, str>> {
    convert(Rules::Policy(policy), name, Form::Unicode)
}

pub(super) fn process_in_text<'d>(
    domain: &'d str,
    form: Form,
    buffer: &'d mut DomainBuffer,
) -> Option<&'d str> {
    match convert(Rules::Text, domain.as_bytes(), form)? {
        Cow::Borrowed(unchanged) => Some(unchanged),
        Cow::Owned(text) => {
            buffer.write_str(&text).ok()?;
            (!buffer.overflowed).then_some(buffer.as_str())
        }
    }
}

/// The rules for ASCII in labels.
#[derive(Clone, Copy)]
enum Rules {
    Policy(Policy),
    /// Those of running text.
    Text,
}

impl Rules {
    /// Whether a lower-case character is allowed in a label.
    fn allow(self, c: char) -> bool {
        match self {
            Self::Policy(Policy::Url) => {
                !c.is_ascii() || c.is_ascii_graphic() && !"%#/:<>?@[\\]^|".contains(c)
            }
            Self::Policy(Policy::Registry) => {
                !c.is_ascii() || c.is_ascii_alphanumeric() || c == '-'
            }
            Self::Text => !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '-' | '_'),
        }
    }

    fn allow_outer_hyphens(self) -> bool {
        matches!(self, Self::Policy(Policy::Url))
    }
}

/// Whether a name and its labels have lengths that the DNS allows.
fn has_dns_length(name: &str) -> bool {
    name.len() <= MAX_DOMAIN_LEN
        && name
            .split('.')
            .all(|label| (1..=MAX_LABEL_LEN).contains(&label.len()))
}

/// A label of the result: its characters, and its ASCII form if the name has it.
struct Label {
    chars: Vec<char>,
    ascii: Option<String>,
}

/// Converts a name. The result is borrowed if it is ASCII and does not differ from the name.
fn convert(rules: Rules, name: &[u8], form: Form) -> Option<Cow<'_, str>> {
    let name = core::str::from_utf8(name).ok()?;
    let mut labels = Vec::new();
    for part in name.split('.') {
        if part.is_ascii() {
            let ascii = part.to_ascii_lowercase();
            let chars = label_from(ascii.chars().collect(), rules)?;
            labels.push(Label {
                chars,
                ascii: Some(ascii),
            });
            continue;
        }
        let mut mapped = Vec::new();
        if !part.chars().all(|c| push_uts46_mapping(c, &mut mapped)) {
            return None;
        }
        // Other characters may be mapped to dots.
        for chars in nfc_of(mapped.into_iter()).split(|&c| c == '.') {
            let chars = label_from(chars.to_vec(), rules)?;
            labels.push(Label { chars, ascii: None });
        }
    }
    let is_right_to_left =
        |&c: &char| !c.is_ascii() && matches!(bidi(c), Bidi::RightToLeft | Bidi::ArabicNumber);
    let mixes_directions = |label: &Label| !follows_bidi_rule(&label.chars);
    if labels
        .iter()
        .any(|label| label.chars.iter().any(is_right_to_left))
        && labels.iter().any(mixes_directions)
    {
        return None;
    }

    let mut result = String::with_capacity(name.len());
    for (number, label) in labels.into_iter().enumerate() {
        if number > 0 {
            result.push('.');
        }
        match label.ascii {
            Some(ascii) if form == Form::Ascii || label.chars.is_ascii() => result.push_str(&ascii),
            _ if form == Form::Unicode || label.chars.is_ascii() => result.extend(&label.chars),
            _ => {
                result.push_str("xn--");
                result.push_str(&encode(&label.chars)?);
            }
        }
    }
    if result == name && name.is_ascii() {
        return Some(Cow::Borrowed(name));
    }
    Some(Cow::Owned(result))
}

/// The characters of a label that is mapped and normalized, with an A-label decoded. `None` if it is not valid.
fn label_from(label: Vec<char>, rules: Rules) -> Option<Vec<char>> {
    let prefix: String = label.iter().take(4).collect();
    let label = if is_a_label(&prefix) {
        let encoded: String = label.iter().skip(4).collect();
        let is_decodable = encoded.is_ascii()
            && !encoded.is_empty()
            && !encoded.ends_with('-')
            && encoded.len() <= MAX_DECODED_LEN;
        let decoded = is_decodable.then(|| decode(&encoded))??;
        let is_valid = decoded.iter().all(|&c| is_valid_in_uts46(c))
            && nfc_of(decoded.iter().copied()) == decoded;
        is_valid.then_some(decoded)?
    } else {
        label
    };
    let is_valid = label.iter().all(|&c| rules.allow(c))
        && (rules.allow_outer_hyphens()
            || label.first() != Some(&'-') && label.last() != Some(&'-'))
        && (label.is_ascii()
            || label.len() <= MAX_ENCODED_LEN
                && label.first().is_none_or(|&c| category(c) != Category::Mark)
                && follows_joiner_rules(&label));
    is_valid.then_some(label)
}

/// Decodes Punycode (RFC 3492). The function of `idna` sorts, for which the standard library has much code.
fn decode(encoded: &str) -> Option<Vec<char>> {
    let (basic, extended) = match encoded.rsplit_once('-') {
        Some(("", _)) => return None,
        split => split.unwrap_or(("", encoded)),
    };
    let mut decoded: Vec<char> = basic.chars().collect();
    let mut digits = extended.chars();
    let (mut code_point, mut at, mut bias) = (0x80_u32, 0_u32, 72);
    while !digits.as_str().is_empty() {
        let previous = at;
        let (mut weight, mut position) = (1_u32, BASE);
        loop {
            // Letters are 0 to 25, and digits follow.
            let digit = (digits.next()?.to_digit(BASE)? + LETTERS) % BASE;
            at = at.checked_add(digit.checked_mul(weight)?)?;
            let threshold = position.saturating_sub(bias).clamp(1, LETTERS);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            position += BASE;
        }
        let len = u32::try_from(decoded.len()).ok()? + 1;
        bias = adapt(at - previous, len, previous == 0);
        code_point = code_point.checked_add(at / len)?;
        at %= len;
        decoded.insert(at as usize, char::from_u32(code_point)?);
        at += 1;
    }
    Some(decoded)
}

/// The digits of Punycode, and how many of them are letters.
const BASE: u32 = 36;
const LETTERS: u32 = 26;

/// The bias of the next number (RFC 3492, section 6.1).
fn adapt(delta: u32, len: u32, is_first: bool) -> u32 {
    let mut delta = delta / if is_first { 700 } else { 2 };
    delta += delta / len;
    let mut bias = 0;
    while delta > 455 {
        delta /= BASE - 1;
        bias += BASE;
    }
    bias + BASE * delta / (delta + 38)
}

/// Whether all joiners are where RFC 5892 (Appendix A) allows them: after a virama, and the non-joiner also between
/// letters that would join.
fn follows_joiner_rules(label: &[char]) -> bool {
    let allows = |at: usize, joiner: char| {
        let before = label.get(..at).unwrap_or_default();
        let after = label.get(at + 1..).unwrap_or_default();
        let joins_before = || {
            let mut letters = before.iter().rev().filter(|&&c| !is_transparent(c));
            letters.next().is_some_and(|&c| joins_next(c))
        };
        let joins_after = || {
            let mut letters = after.iter().filter(|&&c| !is_transparent(c));
            letters.next().is_some_and(|&c| joins_previous(c))
        };
        before.last().is_some_and(|&c| combining_class(c) == VIRAMA)
            || joiner == '\u{200C}' && joins_before() && joins_after()
    };
    label
        .iter()
        .enumerate()
        .all(|(at, &c)| !matches!(c, '\u{200C}' | '\u{200D}') || allows(at, c))
}

/// Whether a label of a name with right-to-left characters follows the Bidi rule (RFC 5893).
fn follows_bidi_rule(label: &[char]) -> bool {
    let Some((&first, rest)) = label.split_first() else {
        return true;
    };
    let is_left_to_right = match bidi(first) {
        Bidi::LeftToRight => true,
        Bidi::RightToLeft => false,
        _ => return false,
    };
    let is_mark = |&&c: &&char| bidi(c) == Bidi::NonspacingMark;
    let trailing_marks = rest.iter().rev().take_while(is_mark).count();
    let rest = rest.get(..rest.len() - trailing_marks).unwrap_or_default();
    let Some((&last, inner)) = rest.split_last() else {
        return true;
    };
    let ends_well = match bidi(last) {
        Bidi::EuropeanNumber => true,
        Bidi::LeftToRight => is_left_to_right,
        Bidi::RightToLeft | Bidi::ArabicNumber => !is_left_to_right,
        _ => false,
    };
    let is_allowed = |&c: &char| match bidi(c) {
        Bidi::EuropeanNumber | Bidi::NonspacingMark | Bidi::Neutral => true,
        Bidi::LeftToRight => is_left_to_right,
        Bidi::RightToLeft | Bidi::ArabicNumber => !is_left_to_right,
        _ => false,
    };
    let has = |class| rest.iter().any(|&c| bidi(c) == class);
    ends_well
        && inner.iter().all(is_allowed)
        && (is_left_to_right || !(has(Bidi::EuropeanNumber) && has(Bidi::ArabicNumber)))
}

/// Whether all characters are ASCII, as for strings.
trait IsAscii {
    fn is_ascii(&self) -> bool;
}

impl IsAscii for [char] {
    fn is_ascii(&self) -> bool {
        self.iter().all(char::is_ascii)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::decode;

    proptest! {
        #[test]
        fn punycode_is_decoded_as_by_the_crate(
            text in "\\PC{0,12}",
            other in "[a-zA-Z0-9-]{0,12}",
        ) {
            let encoded = idna::punycode::encode_str(&text).unwrap_or_default();
            for encoded in [encoded, other] {
                if !encoded.is_empty() && !encoded.ends_with('-') {
                    prop_assert_eq!(decode(&encoded), idna::punycode::decode(&encoded), "{}", encoded);
                }
            }
        }
    }

    #[test]
    fn overflow_is_an_error() {
        for encoded in ["99999999", "-", "-a", "a-99999999999999", "é"] {
            assert_eq!(decode(encoded), None, "{encoded}");
        }
    }
}
