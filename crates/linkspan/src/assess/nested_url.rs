//! URLs inside of URLs, as archives and redirectors write them.

use alloc::format;

use super::code::Code;
use super::level::Level;
use super::report::Report;
use crate::scan::Link;

/// Reports a second URL inside of the link.
pub(super) fn report_nested_url(link: &Link<'_>, report: &mut Report) {
    let text = link.text();
    let start = link.userinfo().map_or(link.host().end, |user| user.start);
    let rest = text.get(start..link.end()).unwrap_or_default();
    let Some(colon) = memchr::memmem::find(rest.as_bytes(), b"://") else {
        return;
    };
    let Some(scheme) = scheme_before(rest, colon) else {
        return;
    };
    let scheme_start = start + colon - scheme.len();
    let message = format!("the link contains another URL, which starts with '{scheme}://'");
    let range = scheme_start..start + colon + "://".len();
    report.add(Code::SecondScheme, Level::Info, range, message);
}

/// The scheme that ends at the offset `colon` of a text.
fn scheme_before(text: &str, colon: usize) -> Option<&str> {
    let before = text.get(..colon)?;
    let is_scheme_char = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let start = before.trim_end_matches(is_scheme_char).len();
    let scheme = before.get(start..)?;
    let starts_with_letter = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    starts_with_letter.then_some(scheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_before_a_colon() {
        for (text, scheme) in [
            ("/http:", Some("http")),
            ("/a?u=git+ssh:", Some("git+ssh")),
            ("é9a:", None),
            ("/:", None),
            (":", None),
        ] {
            assert_eq!(scheme_before(text, text.len() - 1), scheme, "{text}");
        }
    }
}
