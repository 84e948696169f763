//! Who takes part: ours, the rivals, and lower bounds that find no links at all.

use linkify::{LinkFinder, LinkKind};
use linkspan::Finder;
use regex::Regex;
use urlocator::{UrlLocation, UrlLocator};

/// A contestant: given texts, how many links it finds in them.
pub struct Contestant {
    /// The name in reports and in the table of expected counts.
    pub name: &'static str,
    /// What its numbers mean.
    pub role: Role,
    count: Box<Count>,
}

/// Counts the links of several texts.
type Count = dyn Fn(&[&str]) -> usize;

/// Why a contestant takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Ours.
    Ours,
    /// Finds links too.
    Rival,
    /// Reads the text and finds no links: what it counts is something else.
    Bound,
}

impl Contestant {
    // One call for all texts, so that the loop over them is compiled together with the search.
    fn new(name: &'static str, role: Role, count: impl Fn(&str) -> usize + 'static) -> Self {
        let count = move |texts: &[&str]| texts.iter().map(|text| count(text)).sum();
        Self {
            name,
            role,
            count: Box::new(count),
        }
    }

    /// How many links it finds in these texts, each by itself.
    #[must_use]
    pub fn count(&self, texts: &[&str]) -> usize {
        (self.count)(texts)
    }
}

/// The rival that the targets are about: `linkify` with links without a scheme, and emails.
pub const MARK: &str = "linkify-bare";

/// The lower bound that the cost of short texts is compared with.
pub const TRIGGERS: &str = "memchr3";

/// Everybody, ours first.
#[must_use]
pub fn all() -> Vec<Contestant> {
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

/// Ours, with default options.
#[must_use]
pub fn linkspan() -> Contestant {
    let finder = Finder::new();
    Contestant::new("linkspan", Role::Ours, move |text| {
        finder.find_iter(text).count()
    })
}

fn linkify_bare() -> Contestant {
    let mut finder = LinkFinder::new();
    finder
        .url_must_have_scheme(false)
        .kinds(&[LinkKind::Url, LinkKind::Email]);
    Contestant::new(MARK, Role::Rival, move |text| finder.links(text).count())
}

fn linkify_default() -> Contestant {
    let finder = LinkFinder::new();
    Contestant::new("linkify", Role::Rival, move |text| {
        finder.links(text).count()
    })
}

/// Made for terminals: fed with one character after the other, it tells when one is part of a URL.
fn urlocator() -> Contestant {
    Contestant::new("urlocator", Role::Rival, |text| {
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

/// A pattern in the manner of John Gruber's, as many programs have one: a scheme, `www.`, or a
/// domain with a slash; then no white space, parentheses in pairs, no punctuation at the end.
fn gruber() -> Contestant {
    let start = r"(?:https?://|ftp://|www\d{0,3}\.|[a-z0-9.-]+\.[a-z]{2,4}/)";
    let nested = r"\((?:[^\s()<>]|\([^\s()<>]*\))*\)";
    let last = "[^\\s()<>\\[\\]{}`'\".,:;!?«»“”‘’]";
    let pattern = format!(r"(?i)\b{start}(?:[^\s()<>]|{nested})*(?:{nested}|{last})");
    let regex = Regex::new(&pattern).expect("the pattern is constant");
    Contestant::new("gruber-regex", Role::Rival, move |text| {
        regex.find_iter(text).count()
    })
}

fn triggers() -> Contestant {
    Contestant::new(TRIGGERS, Role::Bound, |text| {
        memchr::memchr3_iter(b'.', b':', b'@', text.as_bytes()).count()
    })
}

fn validation() -> Contestant {
    Contestant::new("from_utf8", Role::Bound, |text| {
        // From bytes, so that it is not known beforehand.
        let bytes = std::hint::black_box(text.as_bytes());
        std::str::from_utf8(bytes).map_or(0, str::len)
    })
}

fn characters() -> Contestant {
    Contestant::new("chars", Role::Bound, |text| {
        // Not just how many, which could be told without decoding them.
        text.chars().filter(|c| !c.is_ascii()).count()
    })
}
