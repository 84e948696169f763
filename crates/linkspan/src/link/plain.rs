//! How much of a link is plain, as the search saw it. So nobody needs to examine the same bytes again.

#[cfg(feature = "assess")]
use core::num::NonZero;

use crate::host::AsciiHost;

/// How much of a link is known to be plain, from the start of its host on. The search knows it of
///
/// - URLs that have a scheme and neither user name nor port,
/// - email addresses without a query, whose local part consists of less than 64 ASCII characters.
///
/// A plain host consists of at least two labels of lower-case ASCII letters and single inner hyphens. What follows it is
/// plain if it consists of characters of [`PLAIN_TAIL`](crate::url::PLAIN_TAIL).
///
/// Invariant: what is known is true of the text of the link, in whatever text the link is.
///
/// The search stores this for every link, and most links are never asked. So it is one number: the length of what is plain
/// in the lowest byte, which is zero if nothing is known, and the dots among the first bytes of the host in the other bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plain(u32);

impl Plain {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self(0);

    /// The number of bytes whose dots are known.
    #[cfg(feature = "assess")]
    const MAX_HOST_LEN: usize = (u32::BITS - u8::BITS) as usize;

    /// What is known of a host.
    #[inline(always)]
    pub(crate) fn of_host(host: &AsciiHost) -> Self {
        Self::of_masks(host, u64::MAX)
    }

    /// What is known of a host and of what follows it. The mask has a bit for each plain character, the first byte of the
    /// host as bit 0.
    #[inline(always)]
    pub(crate) fn of_masks(host: &AsciiHost, plain: u64) -> Self {
        let plain = if host.is_plain() { plain } else { 0 };
        Self::new(plain, host.dots())
    }

    /// What is known if the host is plain. The masks have a bit for each plain character and for each dot of the host, the
    /// first byte of the host as bit 0.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the dots of longer hosts are not kept"
    )]
    pub(crate) fn new(plain: u64, dots: u64) -> Self {
        Self(plain.trailing_ones() | (dots as u32) << u8::BITS)
    }

    /// The length of what is plain. It may be greater than the length of the link, if nothing in the link is known not to be
    /// plain, and is not less than that of the host. `None` if nothing is known.
    #[inline(always)]
    pub(super) fn len(self) -> Option<usize> {
        let [len, ..] = self.0.to_le_bytes();
        (len > 0).then_some(len.into())
    }

    /// The dots of a host of this length, if it is plain. The first byte of the host is bit 0. `None` is inconclusive.
    #[cfg(feature = "assess")]
    #[inline(always)]
    pub(super) fn dots(self, host_len: usize) -> Option<NonZero<u32>> {
        let is_known = self.len().is_some() && host_len <= Self::MAX_HOST_LEN;
        NonZero::new(self.0 >> u8::BITS).filter(|_| is_known)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use std::string::String;

    use super::Plain;
    use crate::link::{Link, LinkKind};
    use crate::url::PLAIN_TAIL;
    use crate::{Finder, Profile};

    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "https://", "HTTP://", "ann@", "Ann.b@", "ann:b@", "example", "Example", "a-b", "--", "-", "1", "bücher", ".com", ".com",
        ".co.uk", ".COM", ".", ":80", ":", "/", "/", "?", "#", "A", "_", "=", "%41", "%20", "a%20b", "(", ")", "'", ",", " ", "\n", "é", "<", ">",
        "a-long-label-of-a-host.", "/a/long/path/that/makes/the/link/longer/than/a/word/of/64/bytes",
    ];

    /// The characters of a link, examined one by one.
    fn check(link: &Link<'_>) -> Result<(), TestCaseError> {
        let Some(rest) = link.after_plain() else {
            return Ok(());
        };
        let is_label = |label: &str| {
            let is_plain = label.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            is_plain && !label.starts_with('-') && !label.ends_with('-') && !label.contains("--")
        };
        let host = link.host();
        prop_assert!(
            host.contains('.') && host.split('.').all(is_label),
            "{}",
            host
        );
        let after_host = link
            .as_str()
            .get(link.spans().host().end..)
            .unwrap_or_default();
        prop_assert!(rest.len() <= after_host.len());
        let plain = after_host.bytes().take(after_host.len() - rest.len());
        prop_assert!({ plain }.all(|b| PLAIN_TAIL.contains(b)), "{}", link);
        prop_assert!(
            link.userinfo().is_none() && link.port().is_none(),
            "{}",
            link
        );
        match link.kind() {
            LinkKind::Url => prop_assert!(link.scheme().is_some()),
            LinkKind::Email => {
                let local_part = link.local_part().unwrap_or_default();
                prop_assert!(
                    local_part.is_ascii() && local_part.len() < 64 && after_host.is_empty()
                );
            }
        }
        #[cfg(feature = "assess")]
        if let Some((plain_host, dots)) = link.plain_host() {
            prop_assert_eq!(plain_host, host.as_bytes());
            let expected: u32 = host.match_indices('.').map(|(offset, _)| 1 << offset).sum();
            prop_assert_eq!(dots.get(), expected, "{}", link);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8192, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_the_search_saw_is_true(
            pieces in prop::collection::vec(select(PIECES), 1..12),
            profile in select(&[Profile::Uts58, Profile::Prose, Profile::Source, Profile::Strict]),
        ) {
            let text: String = pieces.concat();
            let finder = Finder::builder().profile(profile).build().unwrap();
            for link in finder.find_iter(&text) {
                check(&link)?;
                let unknown = link.with_plain(Plain::UNKNOWN);
                prop_assert_eq!(link.href(), unknown.href());
                prop_assert_eq!(link.display(), unknown.display());
            }
        }
    }

    #[test]
    fn plain_links_may_have_other_forms() {
        // A scheme in capitals, an end that only the delimiters make part of the link, and escapes after what is plain.
        let cases = [
            (
                "HTTPS://example.com/a",
                "https://example.com/a",
                "https://example.com/a",
            ),
            (
                "HTTPS://example.com",
                "https://example.com",
                "https://example.com",
            ),
            (
                "<https://example.com/a.>",
                "https://example.com/a.",
                "https://example.com/a%2E",
            ),
            (
                "https://example.com/%C3%A4",
                "https://example.com/%C3%A4",
                "https://example.com/ä",
            ),
            (
                "https://example.com/a|b",
                "https://example.com/a|b",
                "https://example.com/a|b",
            ),
            (
                "https://example.com/ä",
                "https://example.com/%C3%A4",
                "https://example.com/ä",
            ),
        ];
        let finder = Finder::builder()
            .profile(Profile::Prose)
            .schemes(["https"])
            .build()
            .unwrap();
        for (text, href, display) in cases {
            let link = finder.find_iter(text).next().unwrap();
            assert_eq!((&*link.href(), &*link.display()), (href, display), "{text}");
        }
    }

    #[test]
    fn ordinary_links_are_seen_to_be_plain() {
        let text = "https://www.example-a.com/B?c=d#e ann@example.com";
        let mut links = crate::links(text);
        let (url, email) = (links.next().unwrap(), links.next().unwrap());
        assert_eq!(email.after_plain(), Some(&b""[..]));
        // Only some processors examine a URL at once.
        if linkspan_vector::masks(b"", &[PLAIN_TAIL]).is_some() {
            assert_eq!(url.after_plain(), Some(&b""[..]));
        }
    }
}
