//! Links in plain text, in every writing system: where they are, where they end, and how their URLs
//! are written so that people can read them. UTS #58, *Unicode Link Detection and Formatting*, in
//! Rust.
//!
//! * [`Finder`] finds the links of a text; [`links`] does so with the defaults. A [`Link`] has its
//!   place, its parts, an [`href`](Link::href) and a [readable form](Link::display).
//! * [`render`] writes text with its links made: HTML, Markdown, terminal links, notes, JSON, CSV, or a
//!   notation of your own.
//! * [`minimal`] writes a URL in its readable form and [`wire`] in ASCII; [`minimal_tail`] leaves
//!   scheme and host alone. [`Parts`] takes a URL apart without losing anything, or makes one by
//!   hand.
//! * [`assess()`] tells what about a link may deceive its reader, [`SafeDisplay`] shows it so that it cannot,
//!   and a [`Policy`] lets the finder refuse it. [`defang`] and [`refang`] take the life out of links and
//!   put it back.
//! * [`terminate()`] finds the end of a link whose host is known, and [`local_part`] the start of an
//!   email address whose `@` is: the literal algorithms, for those who build their own finder.
//!   [`correct_span`] puts right the spans of another one. [`quote_local_part`] and
//!   [`unquote_local_part`] write and read the quoted form.
//! * [`link_term`], [`link_bracket`] and [`is_link_email`] are the properties of characters that
//!   all of this rests on.
//!
//! # Examples
//!
//! Links are where readers see them, whatever the script:
//!
//! ```
//! let text = "（參見 https://zh.wikipedia.org/wiki/臺北市_(消歧義)）。Или пишите: почта@пример.рф!";
//! let found: Vec<_> = linkspan::links(text).map(|link| link.as_str()).collect();
//! assert_eq!(found, ["https://zh.wikipedia.org/wiki/臺北市_(消歧義)", "почта@пример.рф"]);
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
//! Text is rewritten piece by piece:
//!
//! ```
//! use linkspan::{Finder, Segment};
//!
//! let finder = Finder::new();
//! let marked: String = finder
//!     .segments("Besuchen Sie bücher.example.com!")
//!     .map(|segment| match segment {
//!         Segment::Text(text) => text.to_owned(),
//!         Segment::Link(link) => format!("[{}]({})", link.display(), link.href()),
//!     })
//!     .collect();
//! assert_eq!(marked, "Besuchen Sie [bücher.example.com](https://xn--bcher-kva.example.com)!");
//! ```
//!
//! # What it does not do
//!
//! It judges how links look, not what is behind them: it fetches nothing, and has no list of bad sites.
//! The finder reads plain text: for documents with markup of their own, see the features below.
//!
//! # Promises
//!
//! Offsets are in bytes and ranges half-open. All functions take time linear in what they read, no
//! text makes them panic, and there is no `unsafe` code. Finding allocates nothing, but for hosts of
//! more than eight labels with characters above ASCII.
//! `CONFORMANCE.md` in the repository walks through the standard clause by clause and names every
//! choice and departure.
//!
//! # Crate features
//!
//! * `std` (default): asks the processor for vector instructions that not all of its kind have.
//! * `assess` (default): judging links, and all that rests on it. It brings the tables of UTS #39; without it, the
//!   `strict` [profile](Profile) has no policy.
//! * `html-rewrite`: `render::HtmlRewriter`, links in documents of HTML, as a stream (by `lol_html`).
//! * `pulldown-cmark`: `render::link_events` and `render::rewrite_markdown`, links in documents of
//!   Markdown.
//!
//! Without `std`, which the last two turn on, the crate is `no_std` and needs `alloc`.

#![no_std]
#![forbid(unsafe_code)]
#![warn(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice
)]

extern crate alloc;
#[cfg(any(test, feature = "html-rewrite", feature = "pulldown-cmark"))]
extern crate std;

#[cfg(feature = "assess")]
mod assess;
mod boundary;
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
pub mod render;
mod scan;
mod terminate;

#[cfg(feature = "assess")]
pub use assess::{
    Code, Concern, Finding, Isolation, Level, Policy, Report, SafeDisplay, UnknownCode, assess,
    assess_anchor, defang, escape_invisible, escape_lookalikes, isolate, punycode, refang,
    strip_invisible,
};
pub use email::{
    LocalPart, NoLocalPart, UnquoteError, local_part, quote_local_part, unquote_local_part,
};
pub use format::{Component, Parts, PartsBuilder, UrlError, minimal, minimal_tail, wire};
pub use host::{BadDomain, SuffixList, SuffixListError, TopLevel};
pub use offset::{OffsetUnit, convert_ranges};
pub use profile::Profile;
pub use property::{LinkTerm, UNICODE_VERSION, is_link_email, link_bracket, link_term};
pub use scan::{
    BadDots, BareDomains, BuildError, Candidate, Candidates, Emails, Finder, FinderBuilder,
    GluedTails, ImpliedScheme, IpHosts, Link, LinkKind, Links, NoLink, OneLabelHosts,
    QuotedLocalParts, ScriptBoundaries, Segment, Segments, TrailingQuestion, UnknownSchemes,
    UnmatchedOpeners, Userinfo, links,
};
#[cfg(feature = "assess")]
pub use scan::{Checked, Checks};
pub use terminate::{Effect, Part, Step, Stop, Walk, correct_span, terminate};

/// The examples of the pages, run as tests. Those for users of `linkify` need that crate, too, and are run
/// with the benchmarks.
#[cfg(all(doctest, feature = "assess"))]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/faq.md")]
    struct Questions;
    #[doc = include_str!("../../../docs/migrate/twitter-text.md")]
    struct FromTwitterText;
}
