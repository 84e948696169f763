//! URLs with a scheme, and what follows a host.

use core::net::{Ipv4Addr, Ipv6Addr};

use super::authority::authority_end;
use super::links::{Links, Outcome};
use super::port::{Port, port};
use super::prose::part_ends_before_prose;
use super::rejection::Rejection;
use crate::counter;
use crate::host::host_from;
use crate::link::{Link, LinkKind};
use crate::options::{
    GluedTails, IpHosts, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use crate::property::{HostClass, LinkTerm, host_class, link_term};
use crate::scheme::{self, SEPARATOR, ShortScheme};
use crate::url::{Authority, Spans};
use crate::uts58::{PartEnds, part_ends, terminate};

impl<'t> Links<'_, 't> {
    /// At a colon: a URL, if a scheme precedes it and `//` follows.
    pub(super) fn url_at_colon(&self, colon: usize) -> Outcome<'t> {
        if self.after(colon).starts_with(SEPARATOR) {
            self.url_with_scheme(colon)
        } else {
            Outcome::Nothing(colon + 1)
        }
    }

    /// The fast path: a URL with a known scheme and an authority that is an ASCII host. `None` if the slow
    /// path must decide.
    #[inline(always)]
    pub(super) fn ascii_url(&self, colon: usize) -> Option<Link<'t>> {
        if !self.after(colon).starts_with(SEPARATOR) {
            return None;
        }
        let start = self.known_scheme(colon)?;
        let host_start = colon + SEPARATOR.len();
        let host_end = self.ascii_scheme_host(host_start)?;
        let front = Front {
            start,
            scheme_end: Some(colon),
            host_start,
            host_end,
        };
        Some(self.with_tail(front, host_end, host_end))
    }

    /// The URL whose scheme ends at the colon of `://`.
    fn url_with_scheme(&self, colon: usize) -> Outcome<'t> {
        let authority = colon + SEPARATOR.len();
        let Some(start) = scheme::start_before(self.text, self.floor, colon) else {
            return Outcome::Continue(authority, Rejection::NoScheme);
        };
        let scheme = self.text.get(start..colon).unwrap_or_default();
        let mut known = self.options.schemes.iter();
        if !known.any(|known| scheme.eq_ignore_ascii_case(known)) {
            return self.url_with_unknown_scheme(start, colon, authority);
        }
        let end = authority_end(self.text, authority);
        let skip = |reason| Outcome::Skip(terminate(self.text, end), reason);
        if end == authority {
            // The authority is empty. Another URL may start there.
            return Outcome::Continue(authority, Rejection::NoHost);
        }
        let split = self.split_authority(authority, end);
        if split.host.start > 0 && self.options.userinfo == Userinfo::Skip {
            return skip(Rejection::Userinfo);
        }
        let host_start = authority + split.host.start;
        match self.scheme_host(host_start) {
            Ok(host_end) => {
                let front = Front {
                    start,
                    scheme_end: Some(colon),
                    host_start,
                    host_end,
                };
                self.url(front, end)
            }
            Err(_) if self.is_followed_by_separator(host_start) => {
                Outcome::Continue(host_start, Rejection::IsScheme)
            }
            Err(reason) => skip(reason),
        }
    }

    fn split_authority(&self, start: usize, end: usize) -> Authority {
        Authority::split(self.text.get(start..end).unwrap_or_default())
    }

    /// The start of the scheme before a colon, if it is one of the linked schemes and short.
    #[inline]
    fn known_scheme(&self, colon: usize) -> Option<usize> {
        let scheme = ShortScheme::before(self.text, self.floor, colon)?;
        let mut known = self.options.schemes.iter();
        known
            .any(|known| scheme.is(known))
            .then(|| colon - scheme.len())
    }

    /// The end of a valid ASCII host after a scheme, if it is the whole authority. It is if the next byte
    /// cannot be part of one.
    #[inline(always)]
    fn ascii_scheme_host(&self, start: usize) -> Option<usize> {
        let host = host_from(self.text, start)?;
        let ends_authority = match host.next {
            None | Some(b'/' | b'?' | b'#') => true,
            Some(b'!' | b',' | b';' | b'.' | b':' | b'@' | b'[') => false,
            Some(byte) => link_term(char::from(byte)) != LinkTerm::Include,
        };
        if !ends_authority {
            return None;
        }
        let rules = self.scheme_bounds().domain;
        let has_tld_form = host.ends_with_letters && host.name.len() - host.last_label > 1;
        let is_simple = has_tld_form && !host.has_unusual_hyphens;
        let is_valid =
            is_simple && rules.top_level != TopLevel::Listed || rules.check(host.name).is_ok();
        is_valid.then(|| start + host.name.len())
    }

    /// Whether what looks like a host is the scheme of another URL.
    fn is_followed_by_separator(&self, host_start: usize) -> bool {
        let rest = self.after(host_start);
        let end = rest
            .find(|c| host_class(c) == HostClass::Outside)
            .unwrap_or(rest.len());
        counter::add(end);
        rest.get(end..)
            .is_some_and(|after| after.starts_with(SEPARATOR))
    }

    /// The end of the host of a URL with a scheme, without a root dot.
    fn scheme_host(&self, start: usize) -> Result<usize, Rejection> {
        let links_addresses = self.options.ip_hosts == IpHosts::Link;
        let rest = self.after(start);
        if rest.starts_with('[') {
            let len = ipv6_len(rest).filter(|_| links_addresses);
            return len.map(|len| start + len).ok_or(Rejection::InvalidAddress);
        }
        let bounds = self.scheme_bounds();
        let end = bounds.end_from(self.text, start).ok_or(Rejection::NoHost)?;
        if self.after(end).starts_with(SEPARATOR) {
            return Err(Rejection::IsScheme);
        }
        let host = self.text.get(start..end).unwrap_or_default();
        let last = host.rsplit('.').next().unwrap_or_default();
        if last.bytes().all(|b| b.is_ascii_digit()) {
            return if links_addresses && host.parse::<Ipv4Addr>().is_ok() {
                Ok(end)
            } else {
                Err(Rejection::InvalidAddress)
            };
        }
        match bounds.domain.check(host) {
            Ok(()) => Ok(end),
            Err(error) => Err(Rejection::InvalidDomain(error)),
        }
    }

    fn url_with_unknown_scheme(&self, start: usize, colon: usize, authority: usize) -> Outcome<'t> {
        let mut end = authority_end(self.text, authority);
        let skip = |reason| Outcome::Skip(terminate(self.text, end), reason);
        if self.options.unknown_schemes == UnknownSchemes::Skip {
            return skip(Rejection::UnknownScheme);
        }
        let has_user = self.split_authority(authority, end).host.start > 0;
        if has_user && self.options.userinfo == Userinfo::Skip {
            return skip(Rejection::Userinfo);
        }
        let host_start = authority + self.split_authority(authority, end).host.start;
        let host_and_port = self.text.get(host_start..end).unwrap_or_default();
        let mut parts = self.part_ends(end);
        let mut trimmed = host_and_port;
        if parts.end == end {
            // Nothing follows, so dots and colons at the end belong to the sentence.
            trimmed = host_and_port.trim_end_matches(['.', ':']);
            parts = PartEnds::empty(host_start + trimmed.len());
        }
        // `file:///path` has no host, but if there is one, it must start like a host.
        let starts_host = |c: char| c.is_alphanumeric() || c == '[';
        if parts.end == host_start || !(trimmed.is_empty() || trimmed.starts_with(starts_host)) {
            return skip(Rejection::NoHost);
        }
        end = host_start + trimmed.len();
        let split = self.split_authority(authority, end);
        let host = authority + split.host.start..authority + split.host.end;
        Outcome::Link(self.link(start, Some(colon), host, end, parts))
    }

    /// Completes a URL whose host is known. If its port is invalid, no link starts before `skip_to`.
    pub(super) fn url(&self, front: Front, skip_to: usize) -> Outcome<'t> {
        match self.completed(front) {
            Ok(link) => Outcome::Link(link),
            Err(number_end) => {
                let end = terminate(self.text, number_end.max(skip_to));
                Outcome::Skip(end, Rejection::InvalidPort)
            }
        }
    }

    /// The whole URL, or the end of a number after the host that is not a port.
    fn completed(&self, front: Front) -> Result<Link<'t>, usize> {
        let is_address = self
            .text
            .get(..front.host_end)
            .is_some_and(|text| text.ends_with(']'));
        if !is_address && self.after(front.host_end).starts_with('.') {
            // A root dot belongs to the host only if a path, query or fragment follows: in
            // "example.com." it ends the sentence.
            let (link, tail_start) = self.completed_at(front, front.host_end + 1)?;
            if link.end() > tail_start {
                return Ok(link);
            }
        }
        Ok(self.completed_at(front, front.host_end)?.0)
    }

    /// The whole URL whose host ends at `host_end`, and where its path, query or fragment starts.
    fn completed_at(&self, front: Front, host_end: usize) -> Result<(Link<'t>, usize), usize> {
        let tail_start = match port(self.text, host_end) {
            Port::None => host_end,
            Port::Ends(end) => end,
            Port::Invalid(end) => return Err(end),
        };
        Ok((self.with_tail(front, host_end, tail_start), tail_start))
    }

    /// The whole URL whose host and port end at `tail_start`.
    #[inline(always)]
    fn with_tail(&self, front: Front, host_end: usize, tail_start: usize) -> Link<'t> {
        let host = front.host_start..host_end;
        let parts = self.part_ends(tail_start);
        self.link(front.start, front.scheme_end, host, tail_start, parts)
    }

    /// The URL with these spans.
    #[inline(always)]
    fn link(
        &self,
        start: usize,
        scheme_end: Option<usize>,
        host: core::ops::Range<usize>,
        port_end: usize,
        parts: PartEnds,
    ) -> Link<'t> {
        let spans = Spans::new(start, scheme_end, host, port_end, parts);
        let implied_scheme = self.options.implied_scheme;
        Link::new(self.text, start, LinkKind::Url, spans, implied_scheme)
    }

    /// The parts of a URL whose host and port end at `start`, by the options for its end.
    #[inline(always)]
    pub(super) fn part_ends(&self, start: usize) -> PartEnds {
        let options = self.options;
        let parts = match options.glued_tails {
            GluedTails::Keep => part_ends(self.text, start),
            GluedTails::Trim => part_ends_before_prose(self.text, start),
        };
        let tail = self.text.get(start..parts.end).unwrap_or_default();
        // The only Soft character that can end a link is a `?` that starts a query.
        let trims_question = options.trailing_question == TrailingQuestion::Trim;
        let trims_openers = options.unmatched_openers == UnmatchedOpeners::Trim;
        let is_trimmed_opener = |c| trims_openers && link_term(c) == LinkTerm::Open;
        if (trims_question && tail.ends_with('?')) || tail.ends_with(is_trimmed_opener) {
            // Soft characters that only what followed made part of the link are removed, too.
            let is_trimmed = |c| is_trimmed_opener(c) || link_term(c) == LinkTerm::Soft;
            let kept = tail.trim_end_matches(is_trimmed);
            return parts.truncated(start + kept.len());
        }
        parts
    }
}

/// The front of a URL, before its end is known.
#[derive(Clone, Copy)]
pub(super) struct Front {
    pub(super) start: usize,
    pub(super) scheme_end: Option<usize>,
    pub(super) host_start: usize,
    pub(super) host_end: usize,
}

/// The length of the IPv6 address in brackets that a text starts with.
fn ipv6_len(text: &str) -> Option<usize> {
    const MAX_LEN: usize = "[0000:0000:0000:0000:0000:0000:255.255.255.255]".len();
    let end = text.bytes().take(MAX_LEN).position(|b| b == b']')?;
    counter::add(end + 1);
    text.get(1..end)?.parse::<Ipv6Addr>().ok()?;
    Some(end + 1)
}
