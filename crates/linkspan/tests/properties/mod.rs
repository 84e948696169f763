//! Properties that hold for every text, as functions that panic if a property is violated.
//!
//! The property tests in `tests/it` call these functions with random texts, and the fuzz targets in `fuzz/` call them
//! with texts from the fuzzer. Both print a failure as a call of such a function, which can be pasted into a
//! regression test.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

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
pub(crate) mod live;
pub(crate) mod markdown;
pub(crate) mod notes;
pub(crate) mod options;
pub(crate) mod records;
pub(crate) mod reference;
pub(crate) mod registrable;
pub(crate) mod renderers;
#[cfg(feature = "html-rewrite")]
pub(crate) mod rewrite;
pub(crate) mod stream;
pub(crate) mod terminal;
pub(crate) mod terminate;

use linkspan::Finder;
use linkspan::options::{CodeNames, QuotedLocalParts, UnknownSchemes, Userinfo};

/// A finder with every option that links more than the default, so that renderers are given unusual links.
pub(crate) fn permissive_finder() -> Finder {
    Finder::builder()
        .schemes(["http", "https", "ftp", "ws", "wss", "tel", "urn", "xmpp"])
        .unknown_schemes(UnknownSchemes::Link)
        .userinfo(Userinfo::Link)
        .quoted_local_parts(QuotedLocalParts::Link)
        // Whether a name is code depends on its neighbours, and tests look at links without them.
        .code_names(CodeNames::Link)
        .build()
        .unwrap()
}

/// Schemes for which renderers write text instead of a link.
const UNSAFE_SCHEMES: [&str; 3] = ["javascript:", "data:", "vbscript:"];

/// Whether renderers write text instead of a link to this address.
fn has_unsafe_scheme(href: &str) -> bool {
    let href = href.to_ascii_lowercase();
    UNSAFE_SCHEMES.iter().any(|scheme| href.starts_with(scheme))
}
