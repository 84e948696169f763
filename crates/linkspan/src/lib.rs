//! Where links end in text of every writing system, and how URLs are written so that people can
//! read them: UTS #58, *Unicode Link Detection and Formatting*, to the letter.
//!
//! * [`terminate()`] finds the end of a link whose host is known; [`correct_span`] puts right the
//!   spans of another detector.
//! * [`minimal`] writes a URL in its readable form and [`wire`] in ASCII; [`minimal_tail`] leaves
//!   scheme and host alone. [`Parts`] takes a URL apart without losing anything, or makes one by
//!   hand.
//! * [`local_part`] finds where an email address starts; [`quote_local_part`] and
//!   [`unquote_local_part`] write and read the quoted form.
//! * [`link_term`], [`link_bracket`] and [`is_link_email`] are the properties of characters that
//!   all of this rests on.
//!
//! # Examples
//!
//! A link ends where readers see its end, whatever the script:
//!
//! ```
//! let text = "（參見 https://zh.wikipedia.org/wiki/臺北市_(消歧義)）。";
//! let host_end = text.find("/wiki").unwrap();
//! let end = linkspan::terminate(text, host_end);
//! assert_eq!(&text[host_end..end], "/wiki/臺北市_(消歧義)");
//! ```
//!
//! A URL reads like the words it is made of, and still works:
//!
//! ```
//! let url = "https://fa.wikipedia.org/wiki/%D8%AA%D9%87%D8%B1%D8%A7%D9%86";
//! let readable = linkspan::minimal(url)?;
//! assert_eq!(readable, "https://fa.wikipedia.org/wiki/تهران");
//! assert_eq!(linkspan::wire(&readable)?, url);
//! # Ok::<(), linkspan::UrlError>(())
//! ```
//!
//! An email address starts where its local part does:
//!
//! ```
//! let text = "メールはアルベルト@example.comまで";
//! let at = text.find('@').unwrap();
//! let found = linkspan::local_part(text, at)?;
//! assert_eq!(found.start, 0); // Without spaces or punctuation, the words before it are in it.
//! # Ok::<(), linkspan::NoLocalPart>(())
//! ```
//!
//! # What it does not do
//!
//! It does not look for links: these are the algorithms that the standard fixes to the code point,
//! and they start from a host or an `@` that someone else has found. It does not judge whether a
//! link is safe to follow, and it does not fetch anything.
//!
//! # Promises
//!
//! Offsets are in bytes and ranges half-open. All functions take time linear in what they read, no
//! text makes them panic, and there is no `unsafe` code. `CONFORMANCE.md` in the repository walks
//! through the standard clause by clause and names every departure.
//!
//! # Crate features
//!
//! None. The crate is `no_std` and needs `alloc`.

#![no_std]
#![forbid(unsafe_code)]
#![warn(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice
)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod bracket;
mod email;
mod escape;
mod examined;
mod format;
mod host;
mod mismatch;
mod offset;
mod profile;
pub mod property;
mod scan;
mod terminate;

pub use email::{
    LocalPart, NoLocalPart, UnquoteError, local_part, quote_local_part, unquote_local_part,
};
pub use format::{Component, Parts, PartsBuilder, UrlError, minimal, minimal_tail, wire};
pub use host::{SuffixList, SuffixListError, TopLevel};
pub use offset::{OffsetUnit, convert_ranges};
pub use profile::Profile;
pub use property::{LinkTerm, UNICODE_VERSION, is_link_email, link_bracket, link_term};
pub use scan::{
    BadDots, BareDomains, BuildError, Emails, Finder, FinderBuilder, GluedTails, ImpliedScheme,
    IpHosts, Link, LinkKind, Links, OneLabelHosts, QuotedLocalParts, ScriptBoundaries, Segment,
    Segments, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo, links,
};
pub use terminate::{correct_span, terminate};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
