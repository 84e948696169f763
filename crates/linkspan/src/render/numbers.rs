//! Numbers for URLs, in the order in which they occur.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::buffer::Buffer;

/// How many slots of the table a URL may have.
const MAX_PROBES: usize = 8;

/// The numbers of URLs, from 1. The same URL has the same number.
///
/// A URL is looked up in a hash table. Whoever writes a text can choose URLs with equal hashes, so a URL has one of few
/// slots, and those for which no slot is free are in a map that is sorted by URL: a lookup takes logarithmic time at most.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct UrlNumbers {
    /// The list of all URLs, each on a line with its number.
    list: Buffer,
    urls: Vec<Url>,
    /// The numbers of URLs, at one of the slots that follow from the hash. The length is a power of two.
    slots: Vec<Slot>,
    /// The numbers of URLs for which no slot was free.
    others: BTreeMap<String, usize>,
}

/// A number, and a part of the hash of its URL, so that few other URLs have to be looked at. It is free if the number is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Slot {
    number: u32,
    tag: u32,
}

impl Slot {
    /// Returns `None` if the number is too large for a slot.
    fn new(number: usize, hash: u64) -> Option<Self> {
        let number = u32::try_from(number).ok()?;
        let tag = tag(hash);
        Some(Self { number, tag })
    }

    fn is_free(self) -> bool {
        self.number == 0
    }
}

/// A URL that has a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Url {
    hash: u64,
    /// Where it is in the list.
    range: Range<usize>,
}

impl UrlNumbers {
    /// The number of the URL that consists of `prefix` and `rest`, in brackets.
    pub(super) fn mark(&mut self, prefix: &str, rest: &str) -> &str {
        let number = self.number(prefix, rest);
        // It is in the list, after the line of the URL before.
        let before = number.checked_sub(2).and_then(|index| self.urls.get(index));
        let start = before.map_or(0, |url| url.range.end + 1);
        let url = self.urls.get(number.wrapping_sub(1));
        let end = url.map_or(0, |url| url.range.start.saturating_sub(1));
        self.list().get(start..end).unwrap_or_default()
    }

    /// The number of the URL that consists of `prefix` and `rest`.
    fn number(&mut self, prefix: &str, rest: &str) -> usize {
        if self.urls.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(after_scheme(prefix, rest));
        let tag = tag(hash);
        let is_same = |url: &Url| {
            url.hash == hash
                && url.range.len() == prefix.len() + rest.len()
                && self.url(url).ends_with(rest)
                && (prefix.is_empty() || self.url(url).starts_with(prefix))
        };
        let mut free = None;
        for index in probes(hash, self.slots.len()) {
            let slot = self.slots.get(index).copied().unwrap_or_default();
            if slot.is_free() {
                free = Some(index);
                break;
            }
            let number = slot.number as usize;
            if slot.tag == tag && self.urls.get(number - 1).is_some_and(is_same) {
                return number;
            }
        }
        let next = self.urls.len() + 1;
        let free = free.and_then(|index| self.slots.get_mut(index));
        match free.zip(Slot::new(next, hash)) {
            Some((free, slot)) => *free = slot,
            None => {
                let url = [prefix, rest].concat();
                let number = *self.others.entry(url).or_insert(next);
                if number != next {
                    return number;
                }
            }
        }
        self.list.text("⟨").number(next as u64).text("⟩ ");
        let start = self.list().len();
        self.list.text(prefix).text(rest);
        let range = start..self.list().len();
        self.list.text("\n");
        self.urls.push(Url { hash, range });
        next
    }

    /// The list of all URLs, in the order of their numbers. It is empty if there are none.
    pub(super) fn list(&self) -> &str {
        self.list.as_str()
    }

    fn url(&self, url: &Url) -> &str {
        self.list().get(url.range.clone()).unwrap_or_default()
    }

    /// Makes more slots. There are four times as many, so that few URLs change their slot often.
    fn grow(&mut self) {
        let len = (self.slots.len() * 4).max(64);
        self.slots.clear();
        self.slots.resize(len, Slot::default());
        self.others.clear();
        for (index, url) in self.urls.iter().enumerate() {
            let is_free = |&index: &usize| self.slots.get(index).is_some_and(|slot| slot.is_free());
            let free = probes(url.hash, len).find(is_free);
            let free = free.and_then(|index| self.slots.get_mut(index));
            match free.zip(Slot::new(index + 1, url.hash)) {
                Some((free, slot)) => *free = slot,
                None => {
                    self.others.insert(String::from(self.url(url)), index + 1);
                }
            }
        }
    }
}

/// The part of a hash that is in a slot. Only the highest bits depend on all of the URL.
fn tag(hash: u64) -> u32 {
    u32::try_from(hash >> 32).unwrap_or_default()
}

/// The slots that a URL with this hash may have, in a table of `len` slots.
fn probes(hash: u64, len: usize) -> impl Iterator<Item = usize> {
    // Only the highest bits depend on all of the URL, also on its last characters.
    let shift = u64::BITS - len.checked_ilog2().unwrap_or_default();
    let first = usize::try_from(hash.checked_shr(shift).unwrap_or_default()).unwrap_or_default();
    (0..MAX_PROBES).map(move |probe| first.wrapping_add(probe) & len.wrapping_sub(1))
}

/// What follows the scheme of a URL, wherever the URL is split. Few URLs differ in their scheme only, so it is not part
/// of the hash.
fn after_scheme<'u>(prefix: &str, rest: &'u str) -> &'u str {
    // Schemes are short, so a loop takes less time than a vectorised search.
    let colon = rest.bytes().position(|byte| byte == b':');
    let after = match colon.filter(|_| prefix.is_empty()) {
        Some(colon) => rest.get(colon + 1..).unwrap_or_default(),
        None => rest,
    };
    after.strip_prefix("//").unwrap_or(after)
}

/// The hash of a text.
fn hash(text: &str) -> u64 {
    let (words, rest) = text.as_bytes().as_chunks();
    let words = words.iter().map(|&word| u64::from_le_bytes(word));
    let last = match text.as_bytes().last_chunk() {
        _ if rest.is_empty() => None,
        Some(&last) => Some(u64::from_le_bytes(last)),
        None => Some(
            rest.iter()
                .fold(0, |number, &byte| number << 8 | u64::from(byte)),
        ),
    };
    words.chain(last).fold(0, |hash: u64, word| {
        (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::format;

    use super::*;

    /// A map of URLs is the reference implementation.
    #[test]
    fn equal_urls_have_equal_numbers() {
        let mut numbers = UrlNumbers::default();
        let mut expected = HashMap::new();
        for i in 0..5000_u64 {
            let host = format!("a.com/{}", i * i % 1009);
            let (prefix, rest) = match i % 5 {
                0 => ("", format!("https://{host}")),
                1 => ("", format!("http://{host}")),
                2 => ("", format!("mailto:a@{host}")),
                3 => ("mailto:", format!("a@{host}")),
                _ => ("https://", host),
            };
            let next = expected.len() as u64 + 1;
            let number = *expected.entry(format!("{prefix}{rest}")).or_insert(next);
            let mark = format!("⟨{number}⟩");
            assert_eq!(numbers.mark(prefix, &rest), mark, "{prefix}{rest}");
        }
        let mut expected: Vec<_> = expected.into_iter().collect();
        expected.sort_by_key(|&(_, number)| number);
        let line = |(url, number)| format!("⟨{number}⟩ {url}\n");
        let list: String = expected.into_iter().map(line).collect();
        assert_eq!(numbers.list(), list);
    }

    /// URLs that differ at their start, in the middle, or only in their last characters.
    #[test]
    fn most_urls_are_in_the_hash_table() {
        let short_url = |number: u32| {
            let letter = |n: u32| char::from(b'a' + u8::try_from(n % 26).unwrap());
            let [first, second, third] = [1, 26, 676].map(|unit| letter(number / unit));
            format!("{first}{second}{third}.co")
        };
        let kinds: [&dyn Fn(u32) -> String; 4] = [
            &|number| format!("example.com/{number}/index.html?page={number}"),
            &|number| format!("en.wikipedia.org/wiki/Page_{number}"),
            &|number| format!("t.co/{number:06x}"),
            &short_url,
        ];
        for url in kinds {
            let mut numbers = UrlNumbers::default();
            for number in 1..=3000 {
                let url = url(u32::try_from(number).unwrap());
                assert_eq!(numbers.number("https://", &url), number, "{url}");
                assert!(numbers.urls.len() * 2 <= numbers.slots.len());
            }
            let others = numbers.others.len();
            assert!(others < 60, "{others} of 3000 such as {}", url(1));
        }
    }

    /// The hash of a word can be chosen by the word before it.
    #[test]
    fn urls_with_equal_hashes_are_in_the_sorted_map() {
        let collision = |i: u64| {
            let first = format!("{i:08}");
            let state = hash(&first).rotate_left(5);
            (first, state)
        };
        let (_, state) = collision(0);
        let mut numbers = UrlNumbers::default();
        let mut urls = Vec::new();
        for i in 0..20_000_u64 {
            let (other, other_state) = collision(i);
            // The second word makes up for the difference. Only ASCII is a URL.
            let word = (state ^ other_state ^ u64::from_le_bytes(*b"bbbbbbbb")).to_le_bytes();
            if let Ok(second) = core::str::from_utf8(&word) {
                urls.push(format!("{other}{second}"));
            }
        }
        assert!(urls.len() > MAX_PROBES);
        assert!(urls.windows(2).all(|pair| match pair {
            [url, next] => hash(url) == hash(next),
            _ => false,
        }));
        for _ in 0..2 {
            for (url, number) in urls.iter().zip(1..) {
                assert_eq!(numbers.number("https://", url), number, "{url}");
            }
        }
        assert_eq!(numbers.others.len(), urls.len() - MAX_PROBES);
    }
}
