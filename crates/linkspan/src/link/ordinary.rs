//! Which links are so ordinary that nothing about them deceives.

use linkspan_vector::{AsciiSet, run};

use super::Link;
use crate::deception::embedded_domain::is_without_embedded_domain;
use crate::scheme::SEPARATOR;

impl<'t> Link<'t> {
    /// The top-level domain of a link that is known to be plain, and so ordinary that an assessment would report nothing
    /// but its length, a top-level domain that does not exist, or the imitation of another name. `None` is inconclusive.
    ///
    /// This needs no look at the bytes of most links.
    #[inline(always)]
    pub(crate) fn ordinary_top_level(&self) -> Option<&'t [u8]> {
        let is_plain = |rest: &[u8]| rest.is_empty() || is_ordinary_after_host(rest);
        if !self.after_plain().is_some_and(is_plain) || !self.has_ascii_neighbours() {
            return None;
        }
        let (host, dots) = self.plain_host()?;
        // A plain link is an email address, or has a scheme. So it is not the name of a file.
        is_without_embedded_domain(host, dots.get().into()).then_some(())?;
        host.get(dots.ilog2() as usize + 1..)
    }

    /// Whether the characters right before and right after the link are ASCII, and none of them is a backslash.
    #[inline(always)]
    pub(crate) fn has_ascii_neighbours(&self) -> bool {
        let bytes = self.text.as_bytes();
        let before = self
            .start
            .checked_sub(1)
            .and_then(|offset| bytes.get(offset));
        let after = bytes.get(self.end());
        before.is_none_or(u8::is_ascii) && after.is_none_or(|b| b.is_ascii() && *b != b'\\')
    }
}

const NOT_COLON: AsciiSet = AsciiSet::from_members(&[true; 128]).difference(AsciiSet::new(b":"));

/// Whether the text after a host is ASCII, does not start with a port, and contains no `://`.
#[inline(never)]
pub(crate) fn is_ordinary_after_host(mut rest: &[u8]) -> bool {
    if rest.starts_with(b":") {
        return false;
    }
    while !rest.is_empty() {
        let len = run(rest, &NOT_COLON, []).len;
        rest = rest.get(len..).unwrap_or_default();
        if rest.starts_with(SEPARATOR.as_bytes()) {
            return false;
        }
        match rest.split_first() {
            Some((b':', after)) => rest = after,
            Some((byte, _)) if !byte.is_ascii() => return false,
            _ => {}
        }
    }
    true
}
