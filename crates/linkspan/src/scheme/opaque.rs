//! Schemes whose URLs have no `//`, such as `tel:`: which of them can be linked, and what must follow the colon.
//!
//! In text, a word before a colon is rarely a scheme. So each scheme has a [`Form`], which what follows the colon
//! must have.

use crate::counter;
use crate::property::{LinkTerm, link_term};

/// The schemes without `//` that can be linked, in alphabetical order.
const SCHEMES: &[(&str, Form)] = &[
    ("bitcoin", Form::Account),
    ("doi", Form::Doi),
    ("ethereum", Form::Ethereum),
    ("geo", Form::Coordinates),
    ("lightning", Form::Invoice),
    ("magnet", Form::Magnet),
    ("matrix", Form::Matrix),
    ("news", Form::Name),
    ("sip", Form::Name),
    ("sips", Form::Name),
    ("sms", Form::Number),
    ("tel", Form::Number),
    ("urn", Form::Urn),
    ("xmpp", Form::Name),
];

/// Other schemes whose URLs have no `//`. They run a script, contain the data themselves, or mean something only to
/// the program that made them.
#[rustfmt::skip]
const UNSUPPORTED: &[&str] = &[
    "about", "acct", "blob", "callto", "cid", "data", "did", "im", "info", "jar", "javascript", "mid", "oid", "pres",
    "skype", "spotify", "tag", "vbscript", "view-source",
];

/// The form of what follows the scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// At least 26 letters and digits, as in an address of Bitcoin.
    Account,
    /// Latitude and longitude: two numbers with a comma between them.
    Coordinates,
    /// `10.`, at least four digits, `/` and a name, which may start with a bracket.
    Doi,
    /// `0x` and 40 hexadecimal digits, possibly after `pay-`.
    Ethereum,
    /// `ln` and at least 20 letters and digits.
    Invoice,
    /// A query that starts with a parameter of magnet links.
    Magnet,
    /// The kind of an entity, `/` and a name.
    Matrix,
    /// A name with a dot or `@` inside: an address, a domain, a newsgroup or the identifier of a message.
    Name,
    /// At least three digits.
    Number,
    /// The identifier of a namespace, `:` and a name.
    Urn,
}

impl Form {
    /// The form of URLs with this scheme, if the scheme has no `//` and can be linked.
    pub(crate) fn of_scheme(scheme: &str) -> Option<Self> {
        SCHEMES
            .iter()
            .find(|(name, _)| scheme.eq_ignore_ascii_case(name))
            .map(|&(_, form)| form)
    }

    /// The length of the shortest text at the start of `rest` that has the form. `None` if there is none.
    ///
    /// Reads no further than the next colon, or the second one of a URN, so that a text full of schemes takes linear
    /// time.
    pub(crate) fn min_len(self, rest: &str) -> Option<usize> {
        let len = match self {
            Self::Account => run(rest, 26, u8::is_ascii_alphanumeric),
            Self::Coordinates => {
                let comma = number_len(rest)?;
                let longitude = rest.get(comma..)?.strip_prefix(',')?;
                Some(comma + 1 + number_len(longitude)?)
            }
            Self::Doi => {
                let prefix = rest.strip_prefix("10.")?;
                let digits = run(prefix, 4, u8::is_ascii_digit)?;
                let name = prefix
                    .get(digits..)?
                    .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                counter::add(rest.len() - name.len());
                let slash = rest.len() - name.len();
                let bracket = name.starts_with("/(").then_some(slash + "/(".len());
                followed_by_name(rest, slash, '/').or(bracket)
            }
            Self::Ethereum => {
                let account = rest.strip_prefix("pay-").unwrap_or(rest);
                let digits = account.strip_prefix("0x")?;
                let len = run(digits, 40, u8::is_ascii_hexdigit)?;
                Some(rest.len() - digits.len() + len)
            }
            Self::Invoice => {
                let prefix = rest.get(..2).filter(|it| it.eq_ignore_ascii_case("ln"))?;
                let len = run(rest.get(prefix.len()..)?, 20, u8::is_ascii_alphanumeric)?;
                Some(prefix.len() + len)
            }
            Self::Magnet => magnet_len(rest),
            Self::Matrix => {
                let kind = rest.bytes().take_while(u8::is_ascii_lowercase).count();
                counter::add(kind);
                let is_kind = matches!(
                    rest.get(..kind)?,
                    "u" | "user" | "r" | "room" | "roomid" | "e" | "event"
                );
                followed_by_name(rest, kind, '/').filter(|_| is_kind)
            }
            Self::Name => name_len(rest),
            Self::Number => phone_number_len(rest),
            Self::Urn => {
                let is_byte = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
                let id = rest
                    .bytes()
                    .take(MAX_NAMESPACE_LEN + 1)
                    .take_while(is_byte)
                    .count();
                counter::add(id);
                let is_id = (2..=MAX_NAMESPACE_LEN).contains(&id) && !rest.starts_with('-');
                followed_by_name(rest, id, ':').filter(|_| is_id)
            }
        };
        counter::add(len.unwrap_or_default() + 1);
        len
    }

    /// Whether what precedes the query consists of ASCII characters only, so that other characters end it.
    pub(crate) fn has_ascii_path(self) -> bool {
        match self {
            Self::Account | Self::Coordinates | Self::Ethereum | Self::Invoice | Self::Number => {
                true
            }
            Self::Doi | Self::Magnet | Self::Matrix | Self::Name | Self::Urn => false,
        }
    }
}

/// Whether URLs with this scheme have no `//` and cannot be linked, so that the scheme would never match.
pub(crate) fn is_unsupported(scheme: &str) -> bool {
    UNSUPPORTED
        .iter()
        .any(|name| scheme.eq_ignore_ascii_case(name))
}

/// The names of the schemes without `//` that can be linked.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SCHEMES.iter().map(|&(name, _)| name)
}

/// The offset of the colon after the scheme, if a URL has one of these schemes and its form.
pub(crate) fn colon(url: &str) -> Option<usize> {
    const MAX_LEN: usize = "lightning".len();
    let colon = url.bytes().take(MAX_LEN + 1).position(|b| b == b':')?;
    let form = Form::of_scheme(url.get(..colon)?)?;
    form.min_len(url.get(colon + 1..)?).map(|_| colon)
}

/// The longest identifier of a namespace (RFC 8141).
const MAX_NAMESPACE_LEN: usize = 32;

/// The parameters of magnet links. A number may follow, as in `xt.1`.
const MAGNET_KEYS: &[&str] = &["xt", "dn", "tr", "xl", "as", "xs", "kt", "mt", "so", "ws"];

/// `min`, if a text starts with that many bytes that pass a test.
fn run(text: &str, min: usize, passes: impl Fn(&u8) -> bool) -> Option<usize> {
    let len = text.bytes().take(min).take_while(passes).count();
    counter::add(len);
    (len == min).then_some(len)
}

/// Whether a character may start a name after a separator, and is part of a link in any context.
fn is_name_char(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric()
    } else {
        link_term(c) == LinkTerm::Include
    }
}

/// The end of the first character of the name, if a separator and a name follow at `offset`.
fn followed_by_name(text: &str, offset: usize, separator: char) -> Option<usize> {
    let name = text.get(offset..)?.strip_prefix(separator)?;
    let first = name.chars().next().filter(|&c| is_name_char(c))?;
    Some(text.len() - name.len() + first.len_utf8())
}

/// The length of a decimal number, with an optional minus sign and fraction.
fn number_len(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let start = usize::from(text.starts_with('-'));
    let whole = digits(text.get(start..)?);
    let end = start + whole;
    let fraction = text.get(end..)?.strip_prefix('.').map_or(0, digits);
    counter::add(end + fraction);
    let fraction_len = if fraction > 0 { 1 + fraction } else { 0 };
    (whole > 0).then_some(end + fraction_len)
}

/// The length up to the third digit of a phone number. Its digits may be separated by `-`, `.`, `(` and `)`.
fn phone_number_len(text: &str) -> Option<usize> {
    const MIN_DIGITS: usize = 3;
    let number = text.strip_prefix('+').unwrap_or(text);
    let mut digits = 0;
    for (offset, byte) in number.bytes().enumerate() {
        counter::add(1);
        match byte {
            b'0'..=b'9' => digits += 1,
            b'-' | b'.' | b'(' | b')' => {}
            _ => return None,
        }
        if digits == MIN_DIGITS {
            return Some(text.len() - number.len() + offset + 1);
        }
    }
    None
}

/// The length of a query up to the `=` after its first key.
fn magnet_len(text: &str) -> Option<usize> {
    let query = text.strip_prefix('?')?;
    let key = query.get(..2)?;
    let is_key = { MAGNET_KEYS.iter() }.any(|known| key.eq_ignore_ascii_case(known));
    let rest = query.get(2..).filter(|_| is_key)?;
    let value = match rest.strip_prefix('.') {
        Some(number) => number.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    counter::add(rest.len() - value.len());
    followed_by_name(text, text.len() - value.len(), '=')
}

/// The length of a name up to the first character after a dot or `@` inside it.
fn name_len(text: &str) -> Option<usize> {
    let mut is_inside = false;
    let mut chars = text.char_indices();
    let mut next = chars.next();
    while let Some((offset, c)) = next {
        counter::add(c.len_utf8());
        next = chars.next();
        match c {
            '.' | '@' if is_inside => {
                if let Some((offset, c)) = next.filter(|&(_, c)| is_name_char(c)) {
                    return Some(offset + c.len_utf8());
                }
            }
            ':' | '/' | '?' | '#' => return None,
            c if link_term(c) == LinkTerm::Include => {}
            _ => return None,
        }
        is_inside = offset > 0 || is_name_char(c);
        if !is_inside {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_prefixes_of_what_follows_the_scheme() {
        for (url, len) in [
            ("tel:+49-30-123", Some("+49-3".len())),
            ("tel:12", None),
            ("sms:(030)1", Some("(030".len())),
            ("geo:48.2,-16.37;u=1", Some("48.2,-16.37".len())),
            ("geo:48.,16", None),
            ("geo:48", None),
            ("geo:,16", None),
            ("geo:-,16", None),
            ("geo:48,-.5", None),
            ("urn:isbn:0451450523", Some("isbn:0".len())),
            ("urn:x:1", None),
            ("urn:-a:1", None),
            (
                "urn:abcdefghijklmnopqrstuvwxyz-12345:1",
                Some("abcdefghijklmnopqrstuvwxyz-12345:1".len()),
            ),
            ("urn:abcdefghijklmnopqrstuvwxyz-123456:1", None),
            ("magnet:?xt.1=urn:btih:a", Some("?xt.1=u".len())),
            ("magnet:?q=1", None),
            ("xmpp:ann@例え.jp", Some("ann@例".len())),
            ("news:comp.lang", Some("comp.l".len())),
            ("news:comp", None),
            ("news:.a", None),
            ("news:a:b.c", None),
            ("news:a/b.c", None),
            ("news:a b.c", None),
            ("news:a./c", None),
            ("news:-a.b", None),
            ("news:a-b.c", Some("a-b.c".len())),
            ("matrix:r/room:example.org", Some("r/r".len())),
            ("matrix:x/room", None),
            ("doi:10.1000/182", Some("10.1000/1".len())),
            ("doi:10.1002/(SICI)1", Some("10.1002/(".len())),
            ("doi:10.100/1", None),
            ("doi:10.1000.10/1", Some("10.1000.10/1".len())),
            ("doi:10.1000/-", None),
            ("bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", Some(26)),
            ("bitcoin:abc", None),
            (
                "ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359",
                Some(42),
            ),
            ("lightning:LNBC10u1p3pj257pp5yztkwjcz5ftl5laxkav2", Some(22)),
        ] {
            let (scheme, rest) = url.split_once(':').unwrap();
            let form = Form::of_scheme(scheme).unwrap();
            assert_eq!(form.min_len(rest), len, "{url}");
            assert_eq!(colon(url), len.map(|_| scheme.len()), "{url}");
        }
    }

    #[test]
    fn no_scheme_is_both_supported_and_unsupported() {
        assert!(names().is_sorted());
        assert!(UNSUPPORTED.is_sorted());
        assert!(names().all(|name| !is_unsupported(name)));
    }
}
