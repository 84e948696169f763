//! Numbers for URLs, in the order in which they occur.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::buffer::push_number;

/// The numbers of URLs, from 1. The same URL has the same number.
///
/// A URL is looked up in a hash table. All slots that it may have are looked at, without a branch on how many of them are
/// free, which is hard to predict. Whoever writes a text can choose URLs with equal hashes, so those for which no slot is
/// free are in a map that is sorted by URL: a lookup takes logarithmic time at most.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct UrlNumbers {
    /// The list of all URLs, each on a line with its number.
    list: String,
    /// Where the URL with each number is in the list.
    urls: Vec<Range<usize>>,
    /// The numbers of URLs. The hash chooses one of the buckets, whose number is a power of two.
    buckets: Vec<Bucket>,
    /// The numbers of URLs for which no slot was free.
    others: BTreeMap<String, usize>,
}

/// The slots that a URL may have: numbers, and parts of the hashes of their URLs, so that few other URLs have to be looked
/// at. A slot is free if the number is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Bucket {
    numbers: [u32; BUCKET_LEN],
    hashes: [u32; BUCKET_LEN],
}

const BUCKET_LEN: usize = 8;

/// The number of buckets at first.
const FIRST_LEN: usize = 8;

/// By how much the number of buckets grows.
const GROWTH: usize = 4;

impl UrlNumbers {
    /// The number of the URL that consists of `prefix` and `rest`.
    fn number(&mut self, prefix: &str, rest: &str) -> usize {
        if self.urls.len() * 16 >= self.buckets.len() * BUCKET_LEN * 9 {
            self.grow();
        }
        let hash = hash(after_scheme(prefix, rest));
        let bucket = self.bucket(hash);
        let mut same = bucket.map_or(0, |bucket| slots_with(&bucket.hashes, hash));
        while same != 0 {
            let slot = same.trailing_zeros() as usize;
            let number = bucket.and_then(|bucket| bucket.numbers.get(slot));
            let number = number.copied().unwrap_or_default() as usize;
            if self.is_url(number, prefix, rest) {
                return number;
            }
            same &= same - 1;
        }
        let next = self.urls.len() + 1;
        if !self.insert(next, hash) {
            let url = [prefix, rest].concat();
            let number = *self.others.entry(url).or_insert(next);
            if number != next {
                return number;
            }
        }
        self.list.push('⟨');
        push_number(&mut self.list, next as u64);
        self.list.push_str("⟩ ");
        let start = self.list.len();
        if !prefix.is_empty() {
            self.list.push_str(prefix);
        }
        self.list.push_str(rest);
        self.urls.push(start..self.list.len());
        self.list.push('\n');
        next
    }

    /// The number of the URL that consists of `prefix` and `rest`, in brackets.
    pub(super) fn mark(&mut self, prefix: &str, rest: &str) -> &str {
        let number = self.number(prefix, rest);
        // It is in the list, after the line of the URL before.
        let before = number.checked_sub(2).and_then(|index| self.urls.get(index));
        let start = before.map_or(0, |url| url.end + 1);
        let url = self.urls.get(number.wrapping_sub(1));
        let end = url.map_or(0, |url| url.start.saturating_sub(1));
        self.list().get(start..end).unwrap_or_default()
    }

    /// Whether the URL with a number consists of `prefix` and `rest`.
    fn is_url(&self, number: usize, prefix: &str, rest: &str) -> bool {
        let url = self.url(number);
        url.len() == prefix.len() + rest.len()
            && url.ends_with(rest)
            && (prefix.is_empty() || url.starts_with(prefix))
    }

    /// The URL with a number, or an empty text if there is none.
    fn url(&self, number: usize) -> &str {
        let range = self.urls.get(number.wrapping_sub(1)).cloned();
        self.list.get(range.unwrap_or_default()).unwrap_or_default()
    }

    /// The list of all URLs, in the order of their numbers. It is empty if there are none.
    pub(super) fn list(&self) -> &str {
        &self.list
    }

    /// Makes four times as many buckets, so that few URLs change their bucket often.
    #[cold]
    fn grow(&mut self) {
        let buckets = core::mem::take(&mut self.buckets);
        let len = (buckets.len() * GROWTH).max(FIRST_LEN);
        self.buckets.reserve_exact(len);
        // The buckets are in the order of the hashes. So what was in one is in the next ones, each of which has space for
        // all of it.
        for bucket in &buckets {
            self.buckets.extend(bucket.split(len));
        }
        self.buckets.resize(len, Bucket::default());
        for (url, number) in core::mem::take(&mut self.others) {
            if !self.insert(number, hash(after_scheme("", &url))) {
                self.others.insert(url, number);
            }
        }
    }

    /// Inserts a number into the table. Returns `false` if no slot is free.
    fn insert(&mut self, number: usize, hash: u32) -> bool {
        let index = self.bucket_index(hash);
        let (Ok(number), Some(bucket)) = (u32::try_from(number), self.buckets.get_mut(index))
        else {
            return false;
        };
        let free = slots_with(&bucket.numbers, 0).trailing_zeros() as usize;
        let slot = bucket
            .numbers
            .get_mut(free)
            .zip(bucket.hashes.get_mut(free));
        slot.map(|slot| (*slot.0, *slot.1) = (number, hash))
            .is_some()
    }

    /// The slots of URLs with this hash.
    fn bucket(&self, hash: u32) -> Option<&Bucket> {
        self.buckets.get(self.bucket_index(hash))
    }

    fn bucket_index(&self, hash: u32) -> usize {
        bucket_index(hash, self.buckets.len())
    }
}

/// The bucket of a hash in a table with this number of buckets.
fn bucket_index(hash: u32, len: usize) -> usize {
    // The highest bits, so that a larger table is in the same order.
    let index = (u64::from(hash) * len as u64) >> u32::BITS;
    usize::try_from(index).unwrap_or_default()
}

impl Bucket {
    /// The same URLs in the buckets of a table that has [`GROWTH`] times as many, which is `len`.
    fn split(&self, len: usize) -> [Self; GROWTH] {
        let mut buckets = [Self::default(); GROWTH];
        let mut used = [0; GROWTH];
        for (&number, &hash) in self.numbers.iter().zip(&self.hashes) {
            // Slots are filled in order.
            if number == 0 {
                break;
            }
            let index = bucket_index(hash, len) % GROWTH;
            if let (Some(bucket), Some(used)) = (buckets.get_mut(index), used.get_mut(index))
                && let Some(slot) = bucket
                    .numbers
                    .get_mut(*used)
                    .zip(bucket.hashes.get_mut(*used))
            {
                (*slot.0, *slot.1) = (number, hash);
                *used += 1;
            }
        }
        buckets
    }
}

/// A bit for each slot, set if it has this value.
#[inline]
fn slots_with(slots: &[u32; BUCKET_LEN], value: u32) -> u32 {
    let slots = slots.iter().enumerate();
    slots.fold(0, |bits, (index, slot)| {
        bits | u32::from(*slot == value) << index
    })
}

/// What follows the scheme of a URL, wherever the URL is split. Few URLs differ in their scheme only, so it is not part
/// of the hash.
fn after_scheme<'u>(prefix: &str, rest: &'u str) -> &'u str {
    let after = if !prefix.is_empty() {
        rest
    } else if let Some(after) = rest.strip_prefix("https:") {
        after
    } else {
        // Schemes are short, so a loop takes less time than a vectorised search.
        let colon = rest.bytes().position(|byte| byte == b':');
        colon.map_or(rest, |colon| rest.get(colon + 1..).unwrap_or_default())
    };
    after.strip_prefix("//").unwrap_or(after)
}

/// The hash of a text, which depends on all bytes of it.
fn hash(text: &str) -> u32 {
    let (words, rest) = text.as_bytes().as_chunks();
    let hash = words.iter().fold(HASH_OF_NOTHING, add_to_hash);
    let hash = match text.as_bytes().last_chunk() {
        _ if rest.is_empty() => hash,
        Some(last) => add_to_hash(hash, last),
        None => {
            let mut padded = [0; HASH_WORD_LEN];
            for (to, byte) in padded.iter_mut().zip(rest) {
                *to = *byte;
            }
            add_to_hash(hash, &padded)
        }
    };
    (hash >> u32::BITS) as u32
}

/// The number of bytes that are hashed together.
const HASH_WORD_LEN: usize = 16;

const HASH_OF_NOTHING: u64 = u64::from_le_bytes(*b"linkspan");

/// Multiplies the halves of a word. The bits in the middle of the product depend on all bits of these.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the halves of the product are added"
)]
fn add_to_hash(hash: u64, word: &[u8; HASH_WORD_LEN]) -> u64 {
    let word = u128::from_le_bytes(*word);
    let (low, high) = (word as u64, (word >> u64::BITS) as u64);
    let factors = [hash ^ low, high ^ 0x9E37_79B9_7F4A_7C15];
    let product = u128::from(factors[0]) * u128::from(factors[1]);
    (product as u64) ^ (product >> u64::BITS) as u64
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
            assert_eq!(
                numbers.number(prefix, &rest) as u64,
                number,
                "{prefix}{rest}"
            );
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
                assert!(numbers.urls.len() * 16 <= numbers.buckets.len() * BUCKET_LEN * 9);
            }
            let others = numbers.others.len();
            assert!(others < 60, "{others} of 3000 such as {}", url(1));
        }
    }

    /// Whoever knows the hash function can choose a factor that is zero.
    #[test]
    fn urls_with_equal_hashes_are_in_the_sorted_map() {
        let urls: Vec<_> = (0..300).map(|i| format!("linkspan{i:08}")).collect();
        assert!(urls.iter().all(|url| hash(url) == 0));
        let mut numbers = UrlNumbers::default();
        for _ in 0..2 {
            for (url, number) in urls.iter().zip(1..) {
                assert_eq!(numbers.number("https://", url), number, "{url}");
            }
        }
        assert_eq!(numbers.others.len(), urls.len() - BUCKET_LEN);
    }
}
