//! Truncated links show their registrable domain.

use linkspan::render::{Notes, Render as _, Show};
use linkspan::suffix::SuffixList;
use linkspan::{Link, LinkKind};

use super::permissive_finder;

/// Whether the host of a link is a domain or an IP address. In other schemes, it may be any name.
pub(crate) fn has_web_scheme(link: &Link<'_>) -> bool {
    let is_web = |scheme: &str| {
        ["http", "https", "ftp"]
            .iter()
            .any(|web| scheme.eq_ignore_ascii_case(web))
    };
    link.kind() == LinkKind::Email || link.scheme().is_none_or(is_web)
}

/// The registrable domain of a link, in ASCII. `None` if its host is not a domain.
pub(crate) fn registrable_domain(link: &Link<'_>) -> Option<String> {
    let host = Some(link.host()).filter(|host| !host.starts_with('['))?;
    let ascii = host_to_ascii(host)?;
    let is_number = |label: &str| label.starts_with(|c: char| c.is_ascii_digit());
    if ascii.rsplit('.').next().is_some_and(is_number) {
        return None; // An IP address.
    }
    let suffix = SuffixList::embedded().public_suffix(&ascii).len();
    let before_suffix = ascii[..ascii.len() - suffix].trim_end_matches('.');
    let start = before_suffix.rfind('.').map_or(0, |dot| dot + 1);
    Some(ascii[start..].to_owned())
}

/// Whether the host of a displayed link, at its place, ends with this registrable domain.
pub(crate) fn shows_domain(kind: LinkKind, displayed: &str, registrable_domain: &str) -> bool {
    let host = displayed_host(kind, displayed);
    let host = host.strip_prefix("….").unwrap_or(host);
    host_to_ascii(host).is_some_and(|host| {
        host == registrable_domain || host.ends_with(&format!(".{registrable_domain}"))
    })
}

/// The host of a displayed link, possibly with an ellipsis before it.
fn displayed_host(kind: LinkKind, displayed: &str) -> &str {
    // A path may contain another URL.
    let scheme_len = displayed.find("://").unwrap_or(0);
    let is_scheme = !displayed[..scheme_len].contains(['/', '?', '#', '.', '…']);
    let without_scheme = if scheme_len > 0 && is_scheme {
        &displayed[scheme_len + "://".len()..]
    } else {
        displayed
    };
    let host_and_rest = if kind == LinkKind::Email {
        // A quoted local part may contain an `@`, and may be cut. The query of a `mailto:` may contain other addresses.
        let separator = if displayed.starts_with('"') {
            let is_end = |at: usize| displayed[..at].ends_with(['"', '…']);
            let mut ends = displayed.match_indices('@').map(|(at, _)| at);
            ends.find(|&at| is_end(at))
        } else {
            displayed.find('@')
        };
        separator.map_or(displayed, |at| &displayed[at + 1..])
    } else {
        let end = without_scheme.find(['/', '?', '#']);
        let authority = &without_scheme[..end.unwrap_or(without_scheme.len())];
        authority.rsplit('@').next().unwrap_or(authority)
    };
    let start = if host_and_rest.starts_with("….") {
        "….".len()
    } else {
        0
    };
    let end = host_and_rest[start..].find(['/', '?', '#', ':', '…']);
    &host_and_rest[..end.map_or(host_and_rest.len(), |end| start + end)]
}

/// A host in ASCII.
pub(crate) fn host_to_ascii(host: &str) -> Option<String> {
    let url = format!("https://{host}/");
    let url = linkspan::url::to_ascii(&url).ok()?;
    let host = url.strip_prefix("https://")?.trim_end_matches(['/', '.']);
    Some(host.to_owned())
}

/// The text that a renderer displays for a link.
fn shown(link: &Link<'_>, show: Show) -> String {
    let mut out = String::new();
    Notes::new().show(show).link(link, &mut out).unwrap();
    out.strip_suffix("⟨1⟩").unwrap().to_owned()
}

/// For each link and each limit, a renderer displays the registrable domain or the IP address of the link as a whole.
pub(crate) fn short_forms_show_the_domain(text: &str, limit: usize) {
    for link in permissive_finder().find_iter(text) {
        let readable = shown(&link, Show::Readable);
        let short = shown(&link, Show::Short(limit));
        if short == readable {
            continue;
        }
        let context = format!("{readable:?} -> {short:?} in {limit}");
        assert!(
            short.contains('…') || short.len() < readable.len(),
            "{context}"
        );
        if !has_web_scheme(&link) {
            continue;
        }
        match registrable_domain(&link) {
            Some(domain) => assert!(shows_domain(link.kind(), &short, &domain), "{context}"),
            None => assert!(short.contains(link.host()), "{context}"),
        }
        if link.userinfo().is_some() {
            assert!(
                !short.contains('@') || short.find('@') > short.find('/'),
                "{context}"
            );
        }
    }
}
