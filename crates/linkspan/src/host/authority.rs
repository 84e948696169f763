//! Taking the front of a URL apart: scheme, authority, and what follows.

/// Splits `scheme://` off the front of a link, if it has one.
pub(crate) fn split_scheme(link: &str) -> (Option<&str>, &str) {
    let end = link.bytes().take_while(|&b| is_scheme_byte(b)).count();
    let (scheme, rest) = link.split_at_checked(end).unwrap_or((link, ""));
    match rest.strip_prefix("://") {
        Some(rest) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, link),
    }
}

/// Whether `text` has the form that RFC 3986 and the URL standard give to schemes.
pub(crate) fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_scheme_byte)
}

fn is_scheme_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')
}

/// Whether a scheme is one of those that the URL standard calls special: their hosts are domain
/// names, and `\` counts as `/` in their paths.
pub(crate) fn is_special(scheme: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp", "file"]
        .iter()
        .any(|special| scheme.eq_ignore_ascii_case(special))
}
