//! Finds links in plain text in every writing system, and formats URLs so that people can read them:
//! UTS #58, *Unicode Link Detection and Formatting*, in Rust.
//!
//! ```
//! let text = "（參見 https://zh.wikipedia.org/wiki/臺北市_(消歧義)）。Или пишите: почта@пример.рф!";
//! let found: Vec<_> = linkspan::links(text).map(|link| link.as_str()).collect();
//! assert_eq!(found, ["https://zh.wikipedia.org/wiki/臺北市_(消歧義)", "почта@пример.рф"]);
//! ```
//!
//! This page is a tour. The repository has more: answers to common questions about linkifiers
//! (`docs/faq.md`), guides for users of `linkify`, `linkify-it`, `twitter-text` and `bleach`
//! (`docs/migrate/`), the standard clause by clause (`CONFORMANCE.md`), and the `linkspan` program.
//!
//! # Finding
//!
//! [`links`] searches a text with the default options. A [`Finder`] has options, costs nothing to create,
//! and can be a `static`. Its methods are named as in `regex`: [`find`](Finder::find),
//! [`find_iter`](Finder::find_iter), [`is_match`](Finder::is_match), [`replace_all`](Finder::replace_all).
//! A [`Link`] has its range in bytes, its parts, its target ([`href`](Link::href), in ASCII), and its
//! form for people ([`display`](Link::display)).
//!
//! ```
//! use linkspan::{Finder, LinkKind};
//!
//! static FINDER: Finder = Finder::new();
//!
//! let text = "Siehe xn--bcher-kva.example.com:8080/gr%C3%B6%C3%9Fe?seite=2!";
//! let link = FINDER.find(text).unwrap();
//! assert_eq!(link.kind(), LinkKind::Url);
//! assert_eq!(link.range(), 6..text.len() - 1);
//! assert_eq!(link.host(), "xn--bcher-kva.example.com");
//! assert_eq!(link.query(), Some("seite=2"));
//! assert_eq!(link.href(), "https://xn--bcher-kva.example.com:8080/gr%C3%B6%C3%9Fe?seite=2");
//! assert_eq!(link.display(), "bücher.example.com:8080/größe?seite=2");
//! ```
//!
//! [`Finder::segments`] also returns the text between links, [`Finder::link_at`] the link under a cursor,
//! and [`Finder::find_bytes_iter`] the links of bytes that need not be UTF-8.
//! [`control::VisibleText`] is a text for terminals without its control sequences, such as colours.
//! [`offset::convert_ranges`] converts byte ranges to UTF-16 code units or code points.
//!
//! # Options
//!
//! Each choice that the standard leaves open is an [option](options) of the
//! [builder](find::FinderBuilder). A [`Profile`] is a named set of options: [`Prose`](Profile::Prose) for
//! chat in scripts without spaces, [`Terminal`](Profile::Terminal) for logs, [`Strict`](Profile::Strict)
//! for text from untrusted authors.
//!
//! ```
//! use linkspan::options::BareDomains;
//! use linkspan::{Finder, Profile};
//!
//! let finder = Finder::builder()
//!     .profile(Profile::Terminal)
//!     .bare_domains(BareDomains::Skip)
//!     .build()?;
//! let text = "README.md: listening on http://localhost:3000/ (not linked: git+ssh://git@example.com/x, for its user name)";
//! let found: Vec<_> = finder.find_iter(text).map(|link| link.as_str()).collect();
//! assert_eq!(found, ["http://localhost:3000/"]);
//! # Ok::<(), linkspan::find::BuildError>(())
//! ```
//!
//! # Why something is a link or not
//!
//! [`Finder::explain`] lists everything that could have been a link, with the reason if it is not one.
//! [`uts58::Steps`] shows the effect of each character on the end of a link.
//!
//! ```
//! use linkspan::Finder;
//! use linkspan::explain::Rejection;
//!
//! let finder = Finder::new();
//! let outcomes: Vec<_> = finder.explain("src/main.rs or example.com").map(|it| it.outcome).collect();
//! assert_eq!(outcomes[0], Err(Rejection::InPath));
//! assert_eq!(Rejection::InPath.to_string(), "it is part of a file path");
//! assert_eq!(outcomes[1].unwrap().as_str(), "example.com");
//! ```
//!
//! # Rendering text with its links
//!
//! [`render`] writes HTML, Markdown, terminal hyperlinks, plain text with a list of URLs, JSON and CSV, or
//! a format of your own.
//! Text is escaped, so none of it is read as markup. With crate features, links are added to existing HTML
//! and Markdown documents.
//!
//! ```
//! use linkspan::Finder;
//! use linkspan::render::{Anchor, Html, Rel, render};
//!
//! let html = Html::new().anchor(Anchor::new().rel(Rel::NOFOLLOW));
//! assert_eq!(
//!     render(&Finder::new(), "<3 example.com/?a&b", html),
//!     "&lt;3 <a href=\"https://example.com/?a&amp;b\" rel=\"nofollow\">example.com/?a&amp;b</a>"
//! );
//! ```
//!
//! # Text that changes, and streams
//!
//! [`live::LiveLinks`] follows the edits of a text, and [`stream::Stream`] finds links in bytes that arrive in chunks.
//! Both give exactly the links of a search in the whole text.
//!
//! # Links that may deceive
//!
//! With the feature `assess`, [`Finder::assess`] reports what about a link may deceive its reader, as
//! [findings](assess::Finding) with a [`Level`](assess::Level). [`SafeDisplay`](assess::SafeDisplay) writes
//! a link in a form that does not deceive, and a [`Policy`](assess::Policy) makes the finder refuse
//! deceptive links. [`defang`](assess::defang) writes a link in a form that no program follows.
//! [`assess_anchor`](assess::assess_anchor) compares the text of an existing link with its target.
//! `docs/safety.md` says what to do about each finding.
//!
//! ```
//! # #[cfg(feature = "assess")] {
//! use linkspan::Finder;
//! use linkspan::assess::{Code, Policy};
//!
//! let text = "https://pаypal.com/ and https://example.com/";
//! let finder = Finder::new();
//! let link = finder.find(text).unwrap();
//! let report = finder.assess(&link);
//! assert!(report.has(Code::HostMixedScripts));
//! assert_eq!(finder.safe_display().format(&link, &report), "https://xn--pypal-4ve.com/");
//!
//! let finder = Finder::builder().policy(Policy::refuse([Code::HostMixedScripts])).build()?;
//! assert_eq!(finder.find(text).unwrap().as_str(), "https://example.com/");
//! # }
//! # Ok::<(), linkspan::find::BuildError>(())
//! ```
//!
//! # URLs
//!
//! [`url::to_readable`] converts a URL to the form for people, [`url::to_ascii`] to the form for the
//! network. [`url::UrlParts`] splits a URL without loss, or builds one from unescaped
//! texts.
//!
//! ```
//! use linkspan::url::{UrlParts, to_ascii, to_readable};
//!
//! let url = "https://fa.wikipedia.org/wiki/%D8%AA%D9%87%D8%B1%D8%A7%D9%86";
//! let readable = to_readable(url)?;
//! assert_eq!(readable, "https://fa.wikipedia.org/wiki/تهران");
//! assert_eq!(to_ascii(&readable)?, url);
//!
//! let parts = UrlParts::builder("example.com").segment("AC/DC").pair("q", "a&b").build()?;
//! assert_eq!(parts.to_readable(), "example.com/AC%2FDC?q=a%26b");
//! # Ok::<(), linkspan::url::UrlError>(())
//! ```
//!
//! # Building another finder
//!
//! [`uts58`] has the algorithms and properties of the standard to the letter, and
//! [`url::correct_span`] corrects the result of another detector:
//!
//! ```
//! let text = "Читайте https://ru.wikipedia.org/wiki/Москва, это интересно.";
//! let corrected = linkspan::url::correct_span(text, 15..45);
//! assert_eq!(&text[corrected], "https://ru.wikipedia.org/wiki/Москва");
//! ```
//!
//! # Guarantees
//!
//! * Finding, formatting, assessing and rendering take time linear in the length of their input, whatever
//!   the text. Finding allocates nothing, except for hosts of more than eight labels with characters above
//!   ASCII.
//! * No text makes a function panic. There is no `unsafe` code in this crate. `linkspan-vector` uses it for
//!   vector instructions, behind safe functions that are tested against reference implementations.
//! * Offsets are in bytes, ranges are half-open, and both are on character boundaries.
//!
//! `SECURITY.md` names the test behind each guarantee. A link without findings is not guaranteed to be
//! harmless: only its text is assessed. Nothing is fetched, and there is no list of malicious sites.
//!
//! # Crate features
//!
//! * `std` (default): detects at run time which vector instructions the processor has; `stream::links_from`.
//! * `assess` (default): the module [`assess`]. It adds the tables of UTS #39. Without it, the `strict`
//!   [profile](Profile) has no policy.
//! * `idn-tables`: reads the tables of registries in XML (RFC 7940), in [`assess::IdnTables`]. Tables in text
//!   form need only `assess`.
//! * `html-rewrite`: `render::HtmlRewriter`, links in HTML documents, as a stream (with `lol_html`).
//! * `pulldown-cmark`: `render::link_events` and `render::rewrite_markdown`, links in Markdown documents.
//!   They use types of `pulldown-cmark`, so a new major version of it changes them.
//! * `parallel`: `stream::find_parallel`, search with several threads.
//! * `serde`: `Serialize` for links and reports, and `Deserialize` for
//!   [`OwnedLink`](find::OwnedLink), [`Unlinked`](live::Unlinked) and for enums whose values have names, such as [`Profile`].
//!
//! Without `std`, which `html-rewrite`, `idn-tables`, `parallel` and `pulldown-cmark` enable, the crate is `no_std` and needs
//! `alloc`.

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
#[cfg(any(test, feature = "std"))]
extern crate std;

#[cfg(feature = "assess")]
pub mod assess;
mod bracket;
pub mod control;
mod counter;
pub mod data;
mod deception;
mod direction;
pub mod email;
pub mod error;
pub mod explain;
pub mod find;
mod finder;
#[doc(hidden)]
pub mod homonym;
mod host;
mod idna;
mod invisible;
mod link;
pub mod live;
pub mod offset;
pub mod options;
mod percent;
#[doc(hidden)]
pub mod property;
pub mod render;
mod scan;
mod scheme;
mod sort;
pub mod stream;
pub mod suffix;
mod truncate;
mod unicode;
pub mod url;
pub mod uts58;

pub use finder::{Finder, Profile, links};
pub use link::{Link, LinkKind};

/// The examples in the user documentation, run as tests. The guide for users of `linkify` needs that crate,
/// so its examples run with the benchmarks.
#[cfg(all(doctest, feature = "assess", feature = "std"))]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/faq.md")]
    struct Faq;
    #[doc = include_str!("../../../docs/library.md")]
    struct Library;
    #[doc = include_str!("../../../docs/migrate/twitter-text.md")]
    struct FromTwitterText;
}
