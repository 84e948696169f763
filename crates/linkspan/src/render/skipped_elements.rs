//! The HTML elements whose text is not searched, shared by HTML and Markdown documents.

/// The elements whose text is not searched for links, as a list of CSS selectors.
///
/// The list is a string because the HTML parser takes selectors in this form. Every item is a plain
/// element name in lower case.
pub(super) const SKIPPED_ELEMENTS: &str =
    "a, button, code, math, pre, script, select, style, svg, textarea";

/// Finds an element name in [`SKIPPED_ELEMENTS`], ignoring case.
#[cfg(feature = "pulldown-cmark")]
pub(super) fn skipped_element(name: &str) -> Option<&'static str> {
    SKIPPED_ELEMENTS
        .split(", ")
        .find(|skipped| name.eq_ignore_ascii_case(skipped))
}
