//! The compiled module `linkspan._linkspan` of the Python package in `python/`.
//!
//! It converts types between Python and the library, and nothing else. `text` has the two decisions behind that:
//! offsets of a `str` are code points, and a lone surrogate is a character that no link contains. All classes are
//! immutable or locked, so no function depends on the global interpreter lock.

#![forbid(unsafe_code)]

mod appearance;
mod assess;
mod explain;
mod finder;
mod html;
mod iter;
mod link;
mod live;
mod options;
mod text;
mod types;
mod url;
mod uts58;

use pyo3::prelude::*;

/// The compiled part of the package `linkspan`.
#[pymodule(gil_used = false)]
mod _linkspan {
    #[pymodule_export]
    use crate::assess::{assess, assess_anchor, defang, refang, safe_display};
    #[pymodule_export]
    use crate::explain::explain;
    #[pymodule_export]
    use crate::finder::{Finder, find, find_iter};
    #[pymodule_export]
    use crate::html::{html_links, linkify, linkify_html, linkify_markdown, runs_script};
    #[pymodule_export]
    use crate::iter::LinkIterator;
    #[pymodule_export]
    use crate::link::{Link, restore_link};
    #[pymodule_export]
    use crate::live::{LinkId, LiveLink, LiveText, Unlinked};
    #[pymodule_export]
    use crate::options::option_names;
    #[pymodule_export]
    use crate::url::{
        build_url, correct_span, path_to_readable, quote_local_part, to_ascii, to_readable,
        unquote_local_part,
    };
    #[pymodule_export]
    use crate::uts58::{local_part, minimal_escape, terminate};
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name is a convention of Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
