//! What must hold for every text, as plain functions that panic where it does not.
//!
//! The property tests beside this folder and the fuzzing targets in `fuzz/` both call them, so that what one of
//! them finds can be pasted into a test of the other's.
#![expect(clippy::unwrap_used, reason = "a law may stop where it stands")]

#[cfg(feature = "assess")]
pub(crate) mod actions;
#[cfg(feature = "assess")]
pub(crate) mod assess;
#[cfg(feature = "assess")]
pub(crate) mod display;
#[cfg(feature = "pulldown-cmark")]
pub(crate) mod documents;
pub(crate) mod dom;
pub(crate) mod email;
pub(crate) mod find;
pub(crate) mod format;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod notes;
pub(crate) mod options;
pub(crate) mod records;
pub(crate) mod renderers;
#[cfg(feature = "html-rewrite")]
pub(crate) mod rewrite;
pub(crate) mod terminal;
pub(crate) mod terminate;
pub(crate) mod twin;

use linkspan::{Finder, QuotedLocalParts, UnknownSchemes, Userinfo};

/// A finder that finds as much as possible, for renderers to write.
pub(crate) fn eager() -> Finder {
    Finder::builder()
        .unknown_schemes(UnknownSchemes::Link)
        .userinfo(Userinfo::Allow)
        .quoted_local_parts(QuotedLocalParts::Link)
        .build()
        .unwrap()
}

/// Schemes that no renderer makes a link of.
const NEVER_LINKED: [&str; 3] = ["javascript:", "data:", "vbscript:"];

/// Whether renderers leave an address alone.
fn is_never_linked(href: &str) -> bool {
    let href = href.to_ascii_lowercase();
    NEVER_LINKED.iter().any(|scheme| href.starts_with(scheme))
}
