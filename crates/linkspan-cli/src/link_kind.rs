//! The names of link kinds in output.

use linkspan::LinkKind;

/// The name of a link kind in JSON and in reports.
pub(crate) fn name(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Email => "email",
        _ => "url",
    }
}
