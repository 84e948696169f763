//! Plain text with a numbered list of URLs at its end.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::link_text::Show;
use super::short_text::ShortText;
use super::{Render, escape};
use crate::link::Link;

/// Plain text in which links are numbered, followed by a list of their URLs.
///
/// It is meant for print and other media in which links cannot be clicked. Links with the same URL have
/// the same number.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Notes, render};
///
/// assert_eq!(
///     render(&Finder::new(), "例え.jp, a.com; https://例え.jp!", Notes::new()),
///     "例え.jp⟨1⟩, a.com⟨2⟩; https://例え.jp⟨1⟩!\n\
///      \n\
///      ⟨1⟩ https://xn--r8jz45g.jp\n\
///      ⟨2⟩ https://a.com\n"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Notes {
    show: Show,
    /// The number of each URL.
    numbers: BTreeMap<Address, u64>,
    /// Whether the output so far ends in the middle of a line.
    in_line: bool,
}

impl Notes {
    /// Creates a renderer that displays links as written.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Notes, render};
    ///
    /// assert_eq!(render(&Finder::new(), "no link", Notes::new()), "no link");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the text that links display.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Notes, Show, render};
    ///
    /// let notes = render(&Finder::new(), "a.com/%41", Notes::new().show(Show::Readable));
    /// assert_eq!(notes, "a.com/A⟨1⟩\n\n⟨1⟩ https://a.com/%41\n");
    /// ```
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }
}

impl Render for Notes {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        if let Some(last) = text.chars().next_back() {
            self.in_line = last != '\n';
        }
        escape::replace_nul(text, out)
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let next = self.numbers.len() as u64 + 1;
        let address = Address::new(link.href().into_owned());
        let number = *self.numbers.entry(address).or_insert(next);
        self.in_line = true;
        out.write_str(&self.show.link_text(link))?;
        let mut mark = ShortText::new();
        out.write_str(mark.text("⟨").number(number).text("⟩").as_str())
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        let numbers = core::mem::take(&mut self.numbers);
        let in_line = core::mem::take(&mut self.in_line);
        if numbers.is_empty() {
            return Ok(());
        }
        out.write_str(if in_line { "\n\n" } else { "\n" })?;
        let mut by_number: Vec<_> = numbers.into_iter().collect();
        by_number.sort_unstable_by_key(|&(_, number)| number);
        by_number.iter().try_for_each(|(address, number)| {
            let mut mark = ShortText::new();
            out.write_str(mark.text("⟨").number(*number).text("⟩ ").as_str())?;
            out.write_str(&address.href)?;
            out.write_str("\n")
        })
    }
}

/// A URL as the key of a map.
///
/// Most URLs have a long prefix in common, and comparing them byte by byte takes most of the time of a lookup. So they are
/// compared by a hash first. Texts with equal hashes are compared, too: a collision costs time, but is not an error.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Address {
    hash: u64,
    href: String,
}

impl Address {
    fn new(href: String) -> Self {
        let (words, rest) = href.as_bytes().as_chunks();
        let words = words.iter().map(|&word| u64::from_le_bytes(word));
        let rest = rest
            .iter()
            .fold(0, |number, &byte| number << 8 | u64::from(byte));
        let hash = words.chain([rest]).fold(0_u64, |hash, word| {
            (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        Self { hash, href }
    }
}
