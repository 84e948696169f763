//! The implementations that are measured: linkspan, its rivals, and baselines that read the text without finding links.

use linkify::{LinkFinder, LinkKind};
use linkspan::Finder;
use regex::Regex;
use urlocator::{UrlLocation, UrlLocator};

/// A function that finds links, with a name.
pub struct Implementation {
    /// The name in reports and in `expected.toml`.
    pub name: &'static str,
    /// What it is compared as.
    pub role: Role,
    count: Box<Count>,
}

/// Counts the links of several texts.
type Count = dyn Fn(&[&str]) -> usize;

/// What an implementation is compared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// linkspan itself.
    Linkspan,
    /// Another finder of links.
    Rival,
    /// Reads the text, but finds no links. It counts something else.
    Baseline,
}

impl Implementation {
    // The loop over the texts is part of the boxed function, so that it is compiled together with the search.
    fn new(name: &'static str, role: Role, count: impl Fn(&str) -> usize + 'static) -> Self {
        let count = move |texts: &[&str]| texts.iter().map(|text| count(text)).sum();
        Self {
            name,
            role,
            count: Box::new(count),
        }
    }

    /// The total number of links in these texts, each of which is searched separately.
    #[must_use]
    pub fn count(&self, texts: &[&str]) -> usize {
        (self.count)(texts)
    }
}

/// The rival of the speed targets: `linkify` with links without a scheme and email addresses.
pub const TARGET_RIVAL: &str = "linkify-bare";

/// The baseline of the measurements of short texts: a search for the three ASCII triggers.
pub const TRIGGER_BASELINE: &str = "memchr3";

/// All implementations, linkspan first.
#[must_use]
pub fn all() -> Vec<Implementation> {
    vec![
        linkspan(),
        linkify_bare(),
        linkify_default(),
        urlocator(),
        gruber(),
        triggers(),
        validation(),
        characters(),
    ]
}

/// linkspan with default options.
#[must_use]
pub fn linkspan() -> Implementation {
    let finder = Finder::new();
    Implementation::new("linkspan", Role::Linkspan, move |text| {
        finder.find_iter(text).count()
    })
}

/// `linkify` with links without a scheme and email addresses.
fn linkify_bare_finder() -> LinkFinder {
    let mut finder = LinkFinder::new();
    finder
        .url_must_have_scheme(false)
        .kinds(&[LinkKind::Url, LinkKind::Email]);
    finder
}

/// Text to HTML as with linkspan's default settings, by `linkify` and a function that appends escaped text.
#[must_use]
pub fn linkify_to_html(text: &str, escape: impl Fn(&str, &mut String)) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    for span in linkify_bare_finder().spans(text) {
        let Some(kind) = span.kind() else {
            escape(span.as_str(), &mut out);
            continue;
        };
        out.push_str("<a href=\"");
        match kind {
            LinkKind::Email => out.push_str("mailto:"),
            _ if !span.as_str().contains("://") => out.push_str("https://"),
            _ => {}
        }
        escape(span.as_str(), &mut out);
        out.push_str("\" rel=\"nofollow noopener ugc\">");
        escape(span.as_str(), &mut out);
        out.push_str("</a>");
    }
    out
}

fn linkify_bare() -> Implementation {
    let finder = linkify_bare_finder();
    Implementation::new(TARGET_RIVAL, Role::Rival, move |text| {
        finder.links(text).count()
    })
}

fn linkify_default() -> Implementation {
    let finder = LinkFinder::new();
    Implementation::new("linkify", Role::Rival, move |text| {
        finder.links(text).count()
    })
}

/// A crate for terminals. It takes one character at a time and reports whether the character is part of a URL.
fn urlocator() -> Implementation {
    Implementation::new("urlocator", Role::Rival, |text| {
        let mut locator = UrlLocator::new();
        let mut count = 0;
        let mut inside = false;
        for c in text.chars() {
            match locator.advance(c) {
                UrlLocation::Url(..) => {
                    count += usize::from(!inside);
                    inside = true;
                }
                UrlLocation::Reset => inside = false,
                UrlLocation::Scheme => {}
            }
        }
        count
    })
}

/// A regular expression similar to John Gruber's, which many programs use: a scheme, `www.`, or a domain and a slash;
/// then anything except white space, with balanced parentheses and without punctuation at the end.
fn gruber() -> Implementation {
    let start = r"(?:https?://|ftp://|www\d{0,3}\.|[a-z0-9.-]+\.[a-z]{2,4}/)";
    let nested = r"\((?:[^\s()<>]|\([^\s()<>]*\))*\)";
    let last = "[^\\s()<>\\[\\]{}`'\".,:;!?«»“”‘’]";
    let pattern = format!(r"(?i)\b{start}(?:[^\s()<>]|{nested})*(?:{nested}|{last})");
    let regex = Regex::new(&pattern).expect("the pattern is constant and valid");
    Implementation::new("gruber-regex", Role::Rival, move |text| {
        regex.find_iter(text).count()
    })
}

fn triggers() -> Implementation {
    Implementation::new(TRIGGER_BASELINE, Role::Baseline, |text| {
        memchr::memchr3_iter(b'.', b':', b'@', text.as_bytes()).count()
    })
}

fn validation() -> Implementation {
    Implementation::new("from_utf8", Role::Baseline, |text| {
        // Hide from the compiler that the bytes come from a `str`.
        let bytes = std::hint::black_box(text.as_bytes());
        std::str::from_utf8(bytes).map_or(0, str::len)
    })
}

fn characters() -> Implementation {
    Implementation::new("chars", Role::Baseline, |text| {
        // Counting all characters would not have to decode them.
        text.chars().filter(|c| !c.is_ascii()).count()
    })
}
