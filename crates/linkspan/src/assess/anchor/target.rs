//! Where an address leads, as browsers read it.
//!
//! These are the states of the basic URL parser of the URL standard up to the host, and those of "relative" addresses
//! as far as they find one. A differential test compares them with the `url` crate.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use percent_encoding::percent_decode_str;

use super::canonical::Host;
use crate::scheme;

/// Where an address leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Host(Host),
    /// To mailboxes at these hosts.
    Mailboxes(Vec<Host>),
    /// To no host, but to what the address itself contains. The text says what the link does.
    Content(&'static str),
    /// To a place that the address does not tell, or nowhere.
    Unknown,
}

/// The URL that an address is relative to.
struct Base<'u> {
    scheme: &'u str,
    host: Option<Host>,
}

impl Target {
    /// Where an address leads that is relative to a base.
    pub(super) fn new(href: &str, base: Option<&str>) -> Self {
        let href = cleaned(href);
        let base = base.map(cleaned);
        let base = base.as_deref().and_then(Base::new);
        let Some((scheme, rest)) = split_scheme(&href) else {
            return relative(&href, base);
        };
        let is = |name: &str| scheme.eq_ignore_ascii_case(name);
        if is("mailto") {
            mailboxes(rest)
        } else if is("javascript") || is("vbscript") {
            Self::Content("runs a script")
        } else if is("data") || is("blob") {
            Self::Content("contains its own document")
        } else if is("file") {
            file(rest)
        } else if !scheme::is_special(scheme) {
            let authority = rest.strip_prefix("//");
            authority.map_or(Self::Unknown, |rest| host(rest, &['/', '?', '#']))
        } else if let Some(base) = base.filter(|base| is(base.scheme) && !rest.starts_with("//")) {
            relative(rest, Some(base))
        } else {
            special_authority(rest)
        }
    }
}

impl<'u> Base<'u> {
    /// A base, if it is an absolute URL whose relative addresses have the usual form.
    fn new(url: &'u str) -> Option<Self> {
        let (scheme, rest) = split_scheme(url)?;
        if !scheme::is_special(scheme) || scheme.eq_ignore_ascii_case("file") {
            return None;
        }
        let host = match special_authority(rest) {
            Target::Host(host) => Some(host),
            _ => None,
        };
        Some(Self { scheme, host })
    }
}

/// An address without the characters that the URL standard removes: spaces and controls around it, tabs and line ends.
fn cleaned(href: &str) -> Cow<'_, str> {
    let trimmed = href.trim_matches(|c: char| c <= ' ');
    if trimmed.contains(['\t', '\n', '\r']) {
        Cow::Owned(trimmed.replace(['\t', '\n', '\r'], ""))
    } else {
        Cow::Borrowed(trimmed)
    }
}

/// Splits the scheme and its colon off an address.
fn split_scheme(href: &str) -> Option<(&str, &str)> {
    href.split_once(':')
        .filter(|(scheme, _)| scheme::is_valid(scheme))
}

fn is_slash(c: char) -> bool {
    matches!(c, '/' | '\\')
}

/// An address without a scheme, or with the scheme of its base.
fn relative(rest: &str, base: Option<Base<'_>>) -> Target {
    let mut chars = rest.chars();
    let is_authority = chars.next().is_some_and(is_slash) && chars.next().is_some_and(is_slash);
    if is_authority {
        return special_authority(rest);
    }
    let host = base.and_then(|base| base.host);
    host.map_or(Target::Unknown, Target::Host)
}

/// The authority of `http`, `https`, `ws`, `wss` and `ftp`: any number of slashes and backslashes may precede it.
fn special_authority(rest: &str) -> Target {
    host(rest.trim_start_matches(is_slash), &['/', '\\', '?', '#'])
}

/// A `file` URL may name another computer.
fn file(rest: &str) -> Target {
    let mut chars = rest.chars();
    if !(chars.next().is_some_and(is_slash) && chars.next().is_some_and(is_slash)) {
        return Target::Unknown;
    }
    let rest = chars.as_str();
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let name = rest.get(..end).unwrap_or_default();
    // `file://c:/` is a drive of this computer. This computer is also called `localhost`.
    let is_here = name.contains([':', '|']) || name.eq_ignore_ascii_case("localhost");
    let host = Host::new(name).filter(|_| !is_here);
    host.map_or(Target::Unknown, Target::Host)
}

/// The host at the start of a text, which one of the characters `ends` ends. There may be a user name and a port.
fn host(text: &str, ends: &[char]) -> Target {
    let end = text.find(ends).unwrap_or(text.len());
    let authority = text.get(..end).unwrap_or_default();
    let host_and_port = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    let bracket = host_and_port.rfind(']').unwrap_or(0);
    let colon = host_and_port.get(bracket..).and_then(|rest| rest.find(':'));
    let (host, port) = match colon {
        Some(colon) => host_and_port
            .split_at_checked(bracket + colon)
            .unwrap_or_default(),
        None => (host_and_port, ""),
    };
    // With another port, the URL is invalid and leads nowhere.
    let port = port.strip_prefix(':').unwrap_or_default();
    let is_port = port.is_empty()
        || port.bytes().all(|b| b.is_ascii_digit()) && {
            let digits = port.trim_start_matches('0');
            digits.is_empty() || digits.parse::<u16>().is_ok()
        };
    let host = Host::new(host).filter(|_| is_port);
    host.map_or(Target::Unknown, Target::Host)
}

/// The mailboxes of a `mailto` URL (RFC 6068): those before the query, and those of its field `to`.
fn mailboxes(rest: &str) -> Target {
    let rest = rest.split('#').next().unwrap_or_default();
    let (addresses, query) = rest.split_once('?').unwrap_or((rest, ""));
    let fields = query.split('&').filter_map(|field| {
        let (name, value) = field.split_once('=')?;
        name.eq_ignore_ascii_case("to").then_some(value)
    });
    let mut hosts = Vec::new();
    for addresses in core::iter::once(addresses).chain(fields) {
        let decoded: String = percent_decode_str(addresses)
            .decode_utf8_lossy()
            .into_owned();
        let domains = decoded
            .split(',')
            .filter_map(|address| address.rsplit_once('@'));
        hosts.extend(
            domains.filter_map(|(_, domain)| Host::new(domain.trim().trim_end_matches('>'))),
        );
    }
    if hosts.is_empty() {
        Target::Unknown
    } else {
        Target::Mailboxes(hosts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(target: &Target) -> String {
        match target {
            Target::Host(host) => host.quoted().replace('\'', ""),
            Target::Mailboxes(hosts) => hosts.iter().map(Host::quoted).collect(),
            Target::Content(what) => String::from(*what),
            Target::Unknown => String::new(),
        }
    }

    #[test]
    fn hosts_of_addresses() {
        for (href, host) in [
            (" HTTPS://Example.COM./a", "example.com"),
            ("//example.com/a", "example.com"),
            ("http://0x7f.1/", "127.0.0.1"),
            ("https:evil.org", "evil.org"),
            ("https:/evil.org", "evil.org"),
            ("https:\\\\evil.org\\a", "evil.org"),
            ("https:///\\/evil.org", "evil.org"),
            ("\\\\evil.org", "evil.org"),
            ("/\\evil.org", "evil.org"),
            ("\\/evil.org?a", "evil.org"),
            ("\u{1}\u{1F} ht\ntps:\t//ev\ril.org\u{0}", "evil.org"),
            ("https://bank.com@evil.org", "evil.org"),
            ("https://bank.com\\@evil.org", "bank.com"),
            ("https://a:b@c@evil.org:443#@bank.com", "evil.org"),
            ("https://%65vil.org", "evil.org"),
            ("https://ｅvil。org", "evil.org"),
            ("https://[::1]:80/", "::1"),
            ("https://evil.org:00000443/", "evil.org"),
            ("https://evil.org:65536/", ""),
            ("https://evil.org:a/", ""),
            ("https://", ""),
            ("git://evil.org/a", "evil.org"),
            ("file:///etc", ""),
            ("file://evil.org/share", "evil.org"),
            ("file://c:/a", ""),
            ("JavaScript:alert(1)", "runs a script"),
            ("java\nscript:alert(1)", "runs a script"),
            ("data:text/html,<p>", "contains its own document"),
            ("tel:1", ""),
            ("/a/b", ""),
            ("example.com", ""),
            ("#a", ""),
            ("", ""),
            ("mailto:ann@example.com?subject=b@c", "'example.com'"),
            (
                "mailto:ann%40example.com,b@c.d?to=e@f.org&cc=g@h.org",
                "'example.com''c.d''f.org'",
            ),
            ("mailto:?subject=a", ""),
        ] {
            assert_eq!(name(&Target::new(href, None)), host, "{href:?}");
        }
    }

    #[test]
    fn relative_addresses_lead_to_the_base() {
        for (href, base, host) in [
            ("a", "https://evil.org/b", "evil.org"),
            ("", "https://evil.org/b", "evil.org"),
            ("https:a", "https://evil.org/b", "evil.org"),
            ("https:/a", "https://evil.org/b", "evil.org"),
            ("https:a", "http://evil.org/b", "a"),
            ("https:\\\\a", "https://evil.org/b", "a"),
            ("//a", "https://evil.org/b", "a"),
            ("a", "/b", ""),
            ("a", "data:,b", ""),
        ] {
            assert_eq!(
                name(&Target::new(href, Some(base))),
                host,
                "{href:?} {base}"
            );
        }
    }
}
