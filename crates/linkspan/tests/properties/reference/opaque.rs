//! URLs without `//` in the reference implementation.

use linkspan::property::{HostClass, host_class};
use linkspan::uts58::{LinkTerm, link_term};

use super::{Outcome, ReferenceFinder};

/// Schemes whose path is ASCII.
const ASCII_SCHEMES: &[&str] = &["bitcoin", "ethereum", "geo", "lightning", "sms", "tel"];

impl ReferenceFinder<'_> {
    /// A URL whose scheme ends at a colon that no `//` follows.
    pub(super) fn opaque_url(&self, colon: usize, floor: usize) -> Outcome {
        let Some((start, scheme)) = self.scheme(colon, floor) else {
            return Outcome::NoLink;
        };
        if !self.rules.schemes.contains(&scheme) {
            return Outcome::NoLink;
        }
        let is_word =
            |c: char| "_:/\\@".contains(c) || !c.is_ascii() && host_class(c) == HostClass::Latin;
        let follows_sequence = self.control_sequence_before(start, colon, floor) == Some(start);
        if self.char_before(start).is_some_and(is_word) && !follows_sequence {
            return Outcome::NoLink;
        }
        let body: Vec<char> = self.chars[colon + 1..].iter().map(|&(_, c)| c).collect();
        let Some(min_len) = (0..=body.len()).find(|&len| has_form(&scheme, &body[..len])) else {
            return Outcome::NoLink;
        };
        let end = self.opaque_link_end(start, colon + 1, ASCII_SCHEMES.contains(&&*scheme));
        if end < colon + 1 + min_len {
            return Outcome::NoLink;
        }
        Outcome::Link(start, end)
    }
}

/// Whether a text is the shortest that has the form of a scheme.
fn has_form(scheme: &str, body: &[char]) -> bool {
    let text: String = body.iter().collect();
    let ends_with_name = |separator: &str| {
        let (last, before) = match body.split_last() {
            Some((last, before)) => (*last, before.iter().collect::<String>()),
            None => return None,
        };
        let name = before.strip_suffix(separator)?.to_owned();
        is_name_char(last).then_some(name)
    };
    let are_all = |text: &str, test: fn(&char) -> bool| text.chars().all(|c| test(&c));
    match scheme {
        "tel" | "sms" => {
            let number = text.strip_prefix('+').unwrap_or(&text);
            number.ends_with(|c: char| c.is_ascii_digit())
                && number.matches(|c: char| c.is_ascii_digit()).count() == 3
                && are_all(number, |c| c.is_ascii_digit() || "-.()".contains(*c))
        }
        "geo" => text
            .split_once(',')
            .is_some_and(|(latitude, longitude)| is_number(latitude) && is_number(longitude)),
        "magnet" => ends_with_name("=").is_some_and(|query| {
            let keys = ["xt", "dn", "tr", "xl", "as", "xs", "kt", "mt", "so", "ws"];
            let key = query
                .strip_prefix('?')
                .unwrap_or_default()
                .to_ascii_lowercase();
            let (key, number) = key.split_once('.').unwrap_or((&key, ""));
            query.starts_with('?') && keys.contains(&key) && are_all(number, char::is_ascii_digit)
        }),
        "urn" => ends_with_name(":").is_some_and(|id| {
            (2..=32).contains(&id.len())
                && !id.starts_with('-')
                && are_all(&id, |c| c.is_ascii_alphanumeric() || *c == '-')
        }),
        "doi" => {
            // The name may start with a bracket.
            let before_bracket = text.strip_suffix("/(").map(String::from);
            let prefix = ends_with_name("/").or(before_bracket).unwrap_or_default();
            let number = prefix.strip_prefix("10.").unwrap_or_default();
            number.len() >= 4
                && are_all(&number[..4], char::is_ascii_digit)
                && are_all(number, |c| c.is_ascii_digit() || *c == '.')
        }
        "matrix" => ends_with_name("/").is_some_and(|kind| {
            ["u", "user", "r", "room", "roomid", "e", "event"].contains(&&*kind)
        }),
        "xmpp" | "sip" | "sips" | "news" => {
            let name = ends_with_name(".").or_else(|| ends_with_name("@"));
            name.is_some_and(|name| {
                let is_inside = |c: &char| {
                    !":/?#".contains(*c) && (link_term(*c) == LinkTerm::Include || *c == '.')
                };
                name.starts_with(is_name_char) && are_all(&name, is_inside)
            })
        }
        "bitcoin" => body.len() == 26 && are_all(&text, char::is_ascii_alphanumeric),
        "ethereum" => {
            let account = text.strip_prefix("pay-").unwrap_or(&text);
            let digits = account.strip_prefix("0x").unwrap_or_default();
            digits.len() == 40 && are_all(digits, char::is_ascii_hexdigit)
        }
        "lightning" => {
            text.len() == 22
                && text.to_ascii_lowercase().starts_with("ln")
                && are_all(&text, char::is_ascii_alphanumeric)
        }
        _ => false,
    }
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii() && link_term(c) == LinkTerm::Include
}

/// Whether a text is a decimal number, with an optional minus sign and fraction.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let is_digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    match text.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(text),
    }
}
