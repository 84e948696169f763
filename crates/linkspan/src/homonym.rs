//! Top-level domains that are also something else: file extensions, and words of source code.
//!
//! The lists are judgements about text: in real text, a name that ends with one of these words and has no
//! other sign of a link is far more often a file name or a member of an object than a domain. Two-letter
//! domains of countries are listed only where that holds in the text of the country, too.
//!
//! This module is not part of the stable API. It is public for the reference implementation of the finder in the
//! tests, which does not repeat the list of code words.

/// Top-level domains of names that are not linked, since in text they are those of files.
const FILE_EXTENSIONS: &[&str] = &[
    "cab",
    "cc",
    "java",
    "md",
    "mk",
    "mm",
    "mov",
    "pm",
    "properties",
    "py",
    "rs",
    "sh",
    "so",
    "zip",
];

/// Top-level domains that are better known as file extensions to readers who see such a link.
#[cfg(feature = "assess")]
const BETTER_KNOWN_EXTENSIONS: &[&str] = &["cab", "java", "md", "mov", "py", "sh", "zip"];

/// Top-level domains that are as well known as file extensions.
#[cfg(feature = "assess")]
const EQUALLY_KNOWN_EXTENSIONS: &[&str] = &["app", "mk", "ml", "mm", "pl", "pm", "ps", "rs", "so"];

/// Names of files that have many extensions, among them top-level domains, as in `Makefile.am`.
const FILE_STEMS: &[&str] = &[
    "AUTHORS",
    "CHANGELOG",
    "CHANGES",
    "COPYING",
    "Dockerfile",
    "GNUmakefile",
    "INSTALL",
    "LICENSE",
    "MANIFEST",
    "Makefile",
    "README",
    "TODO",
    "configure",
    "makefile",
];

/// Top-level domains that are common names of members, methods, modules and keys in source code and
/// configuration, and file extensions that are less common than the domain.
#[rustfmt::skip]
const CODE_WORDS: &[&str] = &[
    "abc", "able", "ac", "actor", "ads", "analytics", "android", "app", "art", "as", "at", "audio", "author",
    "auto", "bank", "bar", "best", "bid", "bio", "black", "blue", "boo", "book", "box", "build", "business", "by",
    "call", "cam", "camera", "cards", "care", "case", "cat", "center", "channel", "circle", "city", "claims",
    "click", "codes", "community", "company", "compare", "computer", "contact", "country", "credit", "data", "date",
    "day", "delivery", "delta", "design", "dev", "direct", "directory", "discover", "do", "docs", "domains", "dot",
    "download", "drive", "eat", "email", "events", "exchange", "express", "fail", "family", "fan", "fast",
    "feedback", "film", "final", "fire", "fit", "foo", "forum", "foundation", "free", "fun", "fund", "game",
    "games", "gift", "global", "gold", "got", "graphics", "green", "group", "guide", "health", "help", "here",
    "host", "hosting", "hot", "house", "how", "ice", "id", "ieee", "in", "inc", "info", "int", "is", "it", "jobs",
    "land", "law", "lease", "legal", "life", "like", "limited", "link", "live", "loan", "locker", "locus", "man",
    "management", "map", "market", "media", "menu", "mini", "ml", "mobile", "money", "moto", "movie", "name",
    "network", "new", "news", "next", "now", "office", "omega", "one", "online", "open", "orange", "origins",
    "page", "parts", "party", "pay", "phone", "photo", "photos", "pics", "pid", "pin", "ping", "pink", "pl",
    "place", "play", "plus", "post", "press", "prime", "pro", "prod", "property", "protection", "ps", "quest",
    "radio", "read", "red", "ren", "rent", "rentals", "repair", "report", "rest", "review", "reviews", "rip",
    "room", "run", "safe", "safety", "sale", "save", "science", "search", "seat", "secure", "security", "seek",
    "select", "services", "shell", "show", "site", "skin", "smart", "social", "software", "solutions", "song",
    "space", "sport", "spot", "star", "storage", "store", "stream", "style", "support", "systems", "tab", "target",
    "tax", "td", "team", "technology", "tel", "tips", "to", "today", "tools", "top", "total", "trade", "training",
    "travel", "trust", "tube", "video", "vision", "vote", "voting", "watch", "weather", "web", "win", "windows",
    "work", "works", "world", "you", "zero", "zone",
];

/// Whether a top-level domain, in any case, is better known as a file extension.
pub(crate) fn is_file_extension(top_level: &str) -> bool {
    FILE_EXTENSION_LETTERS.may_start(top_level) && is_listed(FILE_EXTENSIONS, top_level)
}

/// The letters with which the words of a list start, in any case. Most other words start with other letters.
struct FirstLetters(u32);

const FILE_EXTENSION_LETTERS: FirstLetters = FirstLetters::of(FILE_EXTENSIONS);
const FILE_STEM_LETTERS: FirstLetters = FirstLetters::of(FILE_STEMS);

impl FirstLetters {
    const fn of(mut words: &[&str]) -> Self {
        let mut letters = 0;
        while let [word, rest @ ..] = words {
            if let [first, ..] = word.as_bytes() {
                letters |= Self::bit(*first);
            }
            words = rest;
        }
        Self(letters)
    }

    /// The last five bits of a letter are its number in both cases.
    const fn bit(letter: u8) -> u32 {
        1 << (letter & 0x1F)
    }

    /// Whether one of the words may start like this one. `false` is exact.
    fn may_start(&self, word: &str) -> bool {
        let first = word.as_bytes().first();
        first.is_some_and(|&first| self.0 & Self::bit(first) != 0)
    }
}

/// How well a top-level domain is known as a file extension, compared with the domain.
#[cfg(feature = "assess")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExtensionFame {
    Better,
    Equal,
}

/// How well a top-level domain, in any case, is known as a file extension. `None` if it is better known as a domain.
#[cfg(feature = "assess")]
pub(crate) fn extension_fame(top_level: &str) -> Option<ExtensionFame> {
    if is_listed(BETTER_KNOWN_EXTENSIONS, top_level) {
        Some(ExtensionFame::Better)
    } else {
        is_listed(EQUALLY_KNOWN_EXTENSIONS, top_level).then_some(ExtensionFame::Equal)
    }
}

/// Whether the first label of a name is the name of a file that has many extensions.
pub(crate) fn is_file_stem(label: &str) -> bool {
    // Most names have another length, so that a search through the list compares less than a binary search.
    FILE_STEM_LETTERS.may_start(label) && FILE_STEMS.contains(&label)
}

/// Whether a top-level domain, in any case, is a common word of source code.
#[must_use]
pub fn is_code_word(top_level: &str) -> bool {
    is_listed(CODE_WORDS, top_level)
}

fn is_listed(list: &[&str], label: &str) -> bool {
    let lower = |byte: u8| byte.to_ascii_lowercase();
    let compare = |listed: &&str| listed.bytes().cmp(label.bytes().map(lower));
    list.binary_search_by(compare).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suffix::SuffixList;

    #[test]
    fn lists_are_sorted_and_contain_only_top_level_domains() {
        let lists = [FILE_EXTENSIONS, CODE_WORDS];
        #[cfg(feature = "assess")]
        let lists = [lists, [BETTER_KNOWN_EXTENSIONS, EQUALLY_KNOWN_EXTENSIONS]].concat();
        for list in lists {
            assert!(list.is_sorted_by(|a, b| a < b));
            for label in list {
                assert!(SuffixList::embedded().is_top_level(label), "{label}");
                assert!(is_listed(list, &label.to_ascii_uppercase()), "{label}");
            }
        }
    }
}
