//! Links in plain text, in every writing system: where they are, where they end, and how their URLs
//! are written so that people can read them. UTS #58, *Unicode Link Detection and Formatting*, in
//! Rust.
//!
//! ```
//! let text = "（參見 https://zh.wikipedia.org/wiki/臺北市_(消歧義)）。Или пишите: почта@пример.рф!";
//! let found: Vec<_> = linkspan::links(text).map(|link| link.as_str()).collect();
//! assert_eq!(found, ["https://zh.wikipedia.org/wiki/臺北市_(消歧義)", "почта@пример.рф"]);
//! ```
//!
//! This page is a tour. The repository has more: answers to what people ask of linkifiers (`docs/faq.md`),
//! pages for users of `linkify`, `linkify-it`, `twitter-text` and `bleach` (`docs/migrate/`), the standard clause by
//! clause (`CONFORMANCE.md`), and the `linkspan` program.
//!
//! # Finding
//!
//! [`links`] finds with the defaults; a [`Finder`] has options, costs nothing to make, and can be a `static`.
//! A [`Link`] knows its place in bytes and its parts, where it leads ([`href`](Link::href), in ASCII),
//! and how it is best shown ([`display`](Link::display)).
//!
//! ```
//! use linkspan::{Finder, LinkKind};
//!
//! static FINDER: Finder = Finder::new();
//!
//! let text = "Siehe xn--bcher-kva.example.com:8080/gr%C3%B6%C3%9Fe?seite=2!";
//! let link = FINDER.first(text).unwrap();
//! assert_eq!(link.kind(), LinkKind::Url);
//! assert_eq!(link.range(), 6..text.len() - 1);
//! assert_eq!(&text[link.host()], "xn--bcher-kva.example.com");
//! assert_eq!(&text[link.query().unwrap()], "seite=2");
//! assert_eq!(link.href(), "https://xn--bcher-kva.example.com:8080/gr%C3%B6%C3%9Fe?seite=2");
//! assert_eq!(link.display(), "bücher.example.com:8080/größe?seite=2");
//! ```
//!
//! [`Finder::segments`] gives the text between links, too; [`Finder::link_at`] the link under a cursor.
//! [`convert_ranges`] counts in UTF-16 units or code points.
//!
//! # Options
//!
//! Each choice that the standard leaves open is an option of the [builder](FinderBuilder), and a [`Profile`] is a
//! named set of them: [`Prose`](Profile::Prose) for chat in scripts without spaces,
//! [`Terminal`](Profile::Terminal) for logs, [`Strict`](Profile::Strict) where strangers write.
//!
//! ```
//! use linkspan::{BareDomains, Finder, Profile};
//!
//! let finder = Finder::builder()
//!     .profile(Profile::Terminal)
//!     .bare_domains(BareDomains::Skip)
//!     .build()?;
//! let text = "README.md: listening on http://localhost:3000/ (git+ssh://git@example.com/x is no link: a user name)";
//! let found: Vec<_> = finder.find_iter(text).map(|link| link.as_str()).collect();
//! assert_eq!(found, ["http://localhost:3000/"]);
//! # Ok::<(), linkspan::BuildError>(())
//! ```
//!
//! # Why is this a link, and that not?
//!
//! [`Finder::explain`] goes through everything that could have been a link, with the reason if it is none;
//! [`Walk`] shows what each character does to the end of one.
//!
//! ```
//! use linkspan::{Finder, NoLink};
//!
//! let finder = Finder::new();
//! let why: Vec<_> = finder.explain("src/main.rs or example.com").map(|it| it.verdict).collect();
//! assert_eq!(why[0], Err(NoLink::InPath));
//! assert_eq!(NoLink::InPath.to_string(), "it is part of a file's path");
//! assert_eq!(why[1].unwrap().as_str(), "example.com");
//! ```
//!
//! # Writing text with its links made
//!
//! [`render`] writes HTML, Markdown, links for terminals, notes, JSON and CSV, or a notation of your own. Text is
//! escaped; none can break out. With crate features, links are made in documents of HTML and Markdown.
//!
//! ```
//! use linkspan::Finder;
//! use linkspan::render::{Anchor, Html, Rel, to_string};
//!
//! let html = Html::new().anchor(Anchor::new().rel(Rel::NOFOLLOW));
//! assert_eq!(
//!     to_string(&Finder::new(), "<3 example.com/?a&b", html),
//!     "&lt;3 <a href=\"https://example.com/?a&amp;b\" rel=\"nofollow\">example.com/?a&amp;b</a>"
//! );
//! ```
//!
//! # Links that may deceive
//!
//! [`assess()`] reports what about a link may deceive its reader, as [findings](Code) with a [`Level`];
//! [`SafeDisplay`] shows it so that it cannot; a [`Policy`] lets the finder refuse it. [`defang`] and
//! [`assess_anchor`] are for those who receive such links. `docs/safety.md` says what to do about each finding.
//!
//! ```
//! # #[cfg(feature = "assess")] {
//! use linkspan::{Code, Finder, Policy, SafeDisplay, assess};
//!
//! let text = "https://pаypal.com/ and https://example.com/";
//! let link = linkspan::links(text).next().unwrap();
//! let report = assess(&link);
//! assert!(report.has(Code::HostMixedScripts));
//! assert_eq!(SafeDisplay::new().of(&link, &report), "https://xn--pypal-4ve.com/");
//!
//! let finder = Finder::builder().policy(Policy::refuse([Code::HostMixedScripts])).build()?;
//! assert_eq!(finder.first(text).unwrap().as_str(), "https://example.com/");
//! # }
//! # Ok::<(), linkspan::BuildError>(())
//! ```
//!
//! # URLs by themselves
//!
//! [`minimal`] writes a URL as people read it, [`wire`] as it is sent. [`Parts`] takes one apart without losing
//! anything, or makes one from words.
//!
//! ```
//! let url = "https://fa.wikipedia.org/wiki/%D8%AA%D9%87%D8%B1%D8%A7%D9%86";
//! let readable = linkspan::minimal(url)?;
//! assert_eq!(readable, "https://fa.wikipedia.org/wiki/تهران");
//! assert_eq!(linkspan::wire(&readable)?, url);
//!
//! let parts = linkspan::Parts::builder("example.com").segment("AC/DC").pair("q", "a&b").build()?;
//! assert_eq!(parts.minimal(), "example.com/AC%2FDC?q=a%26b");
//! # Ok::<(), linkspan::UrlError>(())
//! ```
//!
//! # For those who build their own finder
//!
//! The literal algorithms of the standard: [`terminate()`] finds the end of a link whose host is known,
//! [`local_part`] the start of an email address whose `@` is, [`quote_local_part`] and [`unquote_local_part`] write and
//! read the quoted form, and [`link_term`], [`link_bracket`] and [`is_link_email`] are the properties that all of it
//! rests on. [`correct_span`] puts right what another finder found:
//!
//! ```
//! let text = "Читайте https://ru.wikipedia.org/wiki/Москва, это интересно.";
//! let ours = linkspan::correct_span(text, 15..45);
//! assert_eq!(&text[ours], "https://ru.wikipedia.org/wiki/Москва");
//! ```
//!
//! # Promises
//!
//! * All functions take time linear in what they read, whatever the text. Finding allocates nothing, but for
//!   hosts of more than eight labels with characters above ASCII.
//! * No text makes a function panic. There is no `unsafe` code in this crate; that for vector instructions is in
//!   `linkspan-vector`, behind safe functions with plain twins.
//! * Offsets are in bytes, ranges half-open, and both on character boundaries.
//!
//! `SECURITY.md` names the test behind each of them. What is not promised: links are judged by their look. Nothing
//! is fetched, and there is no list of bad sites.
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
#![cfg_attr(docsrs, feature(doc_cfg))]
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
mod direction;
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
mod truncate;

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
