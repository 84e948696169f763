//! URLs with a scheme, and what follows a host.

use core::net::Ipv4Addr;

use super::around::{
    Port, ShortScheme, authority_bounds, ipv6_len, port, scheme_start, terminate_before_prose,
};
use super::ascii;
use super::link::{Link, LinkKind};
use super::links::{Links, Outcome};
use super::options::{
    GluedTails, IpHosts, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use super::verdict::NoLink;
use crate::examined;
use crate::host::TopLevel;
use crate::property::{HostClass, LinkTerm, host_class, link_term};
use crate::terminate::terminate;

impl<'t> Links<'_, 't> {
    /// At a colon: a URL, if a scheme stands before it and `//` after it.
    pub(super) fn scheme(&self, colon: usize) -> Outcome<'t> {
        if self.after(colon).starts_with("://") {
            self.url_at(colon)
        } else {
            Outcome::Nothing(colon + 1)
        }
    }

    /// The URL that most are: of a known scheme, with a host in ASCII and nothing else in its
    /// authority. Whether it is one, if it is none of those, takes a closer look.
    #[inline(always)]
    pub(super) fn plain_url(&self, colon: usize) -> Option<Link<'t>> {
        if !self.after(colon).starts_with("://") {
            return None;
        }
        let start = self.known_scheme(colon)?;
        let host_start = colon + "://".len();
        let host_end = self.plain_scheme_host(host_start)?;
        let url = UrlBounds {
            start,
            scheme_end: Some(colon),
            host_start,
            host_end,
        };
        Some(self.with_tail(url, host_end, host_end))
    }

    /// The URL with `://` at a colon.
    fn url_at(&self, colon: usize) -> Outcome<'t> {
        let authority = colon + "://".len();
        let Some(start) = scheme_start(self.text, self.floor, colon) else {
            return Outcome::GoOn(authority, NoLink::NoScheme);
        };
        let scheme = self.text.get(start..colon).unwrap_or_default();
        let mut known = self.options().schemes.iter();
        if !known.any(|known| scheme.eq_ignore_ascii_case(known)) {
            return self.unknown_scheme(start, colon, authority);
        }
        let (authority_end, user_end) = authority_bounds(self.text, authority);
        let skip = |why| Outcome::Skip(terminate(self.text, authority_end), why);
        let host_start = match user_end {
            // `//` at once: another URL may start there.
            None if authority_end == authority => return Outcome::GoOn(authority, NoLink::NoHost),
            None => authority,
            Some(_) if self.options().userinfo == Userinfo::Refuse => {
                return skip(NoLink::Userinfo);
            }
            Some(user_end) => user_end,
        };
        match self.scheme_host(host_start) {
            Ok(host_end) => {
                let url = UrlBounds {
                    start,
                    scheme_end: Some(colon),
                    host_start,
                    host_end,
                };
                self.url(url, authority_end)
            }
            Err(_) if self.is_scheme_next(host_start) => {
                Outcome::GoOn(host_start, NoLink::IsScheme)
            }
            Err(why) => skip(why),
        }
    }

    /// Where the scheme before a colon starts, if it is one of those that are linked, and short.
    #[inline]
    fn known_scheme(&self, colon: usize) -> Option<usize> {
        let scheme = ShortScheme::before(self.text, self.floor, colon)?;
        let mut known = self.options().schemes.iter();
        known
            .any(|known| scheme.is(known))
            .then(|| colon - scheme.len())
    }

    /// The end of the host of a URL with a scheme, if it is ASCII and the whole authority, and if
    /// there is nothing to say against it. It is the whole authority if what follows can be in none.
    #[inline(always)]
    fn plain_scheme_host(&self, start: usize) -> Option<usize> {
        let host = ascii::host_from(self.text, start)?;
        let ends_authority = match host.stop.byte() {
            None | Some(b'/' | b'?' | b'#') => true,
            Some(b'!' | b',' | b';' | b'.' | b':' | b'@' | b'[') => false,
            Some(byte) => link_term(char::from(byte)) != LinkTerm::Include,
        };
        if !ends_authority {
            return None;
        }
        let rules = self.scheme_rules().domain;
        let has_letters = host.ends_with_letters && host.name.len() - host.last > 1;
        let is_simple = has_letters && !host.has_odd_hyphens;
        let is_fine =
            is_simple && rules.top_level != TopLevel::Listed || rules.check(host.name).is_ok();
        is_fine.then(|| start + host.name.len())
    }

    /// Whether what looks like a host is the scheme of another URL.
    fn is_scheme_next(&self, host_start: usize) -> bool {
        let rest = self.after(host_start);
        let end = rest
            .find(|c| host_class(c) == HostClass::Outside)
            .unwrap_or(rest.len());
        examined::note(end);
        rest.get(end..)
            .is_some_and(|after| after.starts_with("://"))
    }

    /// The end of the host of a URL with a scheme, without a dot at its end.
    fn scheme_host(&self, start: usize) -> Result<usize, NoLink> {
        let options = self.options();
        let rest = self.after(start);
        if rest.starts_with('[') {
            let linked = options.ip_hosts == IpHosts::Link;
            let length = ipv6_len(rest).filter(|_| linked);
            return length
                .map(|length| start + length)
                .ok_or(NoLink::BadAddress);
        }
        let rules = self.scheme_rules();
        let end = rules.end_from(self.text, start).ok_or(NoLink::NoHost)?;
        if self.after(end).starts_with("://") {
            return Err(NoLink::IsScheme);
        }
        let host = self.text.get(start..end).unwrap_or_default();
        let last = host.rsplit('.').next().unwrap_or_default();
        if last.bytes().all(|b| b.is_ascii_digit()) {
            let linked = options.ip_hosts == IpHosts::Link && host.parse::<Ipv4Addr>().is_ok();
            return if linked {
                Ok(end)
            } else {
                Err(NoLink::BadAddress)
            };
        }
        match rules.domain.check(host) {
            Ok(()) => Ok(end),
            Err(bad) => Err(NoLink::BadDomain(bad)),
        }
    }

    fn unknown_scheme(&self, start: usize, colon: usize, authority: usize) -> Outcome<'t> {
        let (authority_end, user_end) = authority_bounds(self.text, authority);
        let skip = |why| Outcome::Skip(terminate(self.text, authority_end), why);
        if self.options().unknown_schemes == UnknownSchemes::Skip {
            return skip(NoLink::UnknownScheme);
        }
        if user_end.is_some() && self.options().userinfo == Userinfo::Refuse {
            return skip(NoLink::Userinfo);
        }
        let host_start = user_end.unwrap_or(authority);
        let mut end = self.tail_end(authority_end);
        let mut host = self.text.get(host_start..authority_end).unwrap_or_default();
        if end == authority_end {
            // Whatever follows was dropped, and so is what ends a sentence before it.
            host = host.trim_end_matches(['.', ':']);
            end = host_start + host.len();
        }
        let authority_end = host_start + host.len();
        // `file:///path` has no host, but what is there must be one.
        let starts_host = |c: char| c.is_alphanumeric() || c == '[';
        if end == host_start || !(host.is_empty() || host.starts_with(starts_host)) {
            return skip(NoLink::NoHost);
        }
        let host_len = match host.strip_prefix('[') {
            Some(_) => host.find(']').map(|bracket| bracket + 1),
            None => host.find(':'),
        };
        Outcome::Link(Link {
            text: self.text,
            start,
            end,
            kind: LinkKind::Url,
            scheme_end: Some(colon),
            local_start: host_start,
            host_start,
            host_end: host_start + host_len.unwrap_or(host.len()),
            tail_start: authority_end,
            implied: self.options().implied_scheme,
        })
    }

    // ----- What follows a host

    /// Closes a URL whose host is known. If its port is none, nothing up to `skip_to` is a link.
    pub(super) fn url(&self, url: UrlBounds, skip_to: usize) -> Outcome<'t> {
        match self.closed(url) {
            Ok(link) => Outcome::Link(link),
            Err(number_end) => {
                let end = terminate(self.text, number_end.max(skip_to));
                Outcome::Skip(end, NoLink::BadPort)
            }
        }
    }

    /// The whole URL, or the end of a number after the host that is no port.
    fn closed(&self, url: UrlBounds) -> Result<Link<'t>, usize> {
        let is_address = self
            .text
            .get(..url.host_end)
            .is_some_and(|text| text.ends_with(']'));
        if !is_address && self.after(url.host_end).starts_with('.') {
            // A root dot counts only if path, query or fragment follows: "example.com." may end a
            // sentence.
            let link = self.closed_at(url, url.host_end + 1)?;
            if link.end > link.tail_start {
                return Ok(link);
            }
        }
        self.closed_at(url, url.host_end)
    }

    fn closed_at(&self, url: UrlBounds, host_end: usize) -> Result<Link<'t>, usize> {
        let tail_start = match port(self.text, host_end) {
            Port::None => host_end,
            Port::Ends(end) => end,
            Port::TooBig(end) => return Err(end),
        };
        Ok(self.with_tail(url, host_end, tail_start))
    }

    /// The whole URL whose port ends at `tail_start`, or else its host.
    #[inline(always)]
    fn with_tail(&self, url: UrlBounds, host_end: usize, tail_start: usize) -> Link<'t> {
        Link {
            text: self.text,
            start: url.start,
            end: self.tail_end(tail_start),
            kind: LinkKind::Url,
            scheme_end: url.scheme_end,
            local_start: url.host_start,
            host_start: url.host_start,
            host_end,
            tail_start,
            implied: self.options().implied_scheme,
        }
    }

    /// The end of a link whose host and port end at `tail_start`.
    #[inline(always)]
    pub(super) fn tail_end(&self, tail_start: usize) -> usize {
        let options = self.options();
        let mut end = match options.glued_tails {
            GluedTails::Keep => terminate(self.text, tail_start),
            GluedTails::Cut => terminate_before_prose(self.text, tail_start),
        };
        let tail = self.text.get(tail_start..end).unwrap_or_default();
        // Of all Soft characters, only a `?` that starts a query can be the last one of a link.
        let drop_question = options.trailing_question == TrailingQuestion::Drop;
        let trim_openers = options.unmatched_openers == UnmatchedOpeners::Trim;
        let is_opener = |c| trim_openers && link_term(c) == LinkTerm::Open;
        if (drop_question && tail.ends_with('?')) || tail.ends_with(is_opener) {
            // What was safe only by what followed it goes as well.
            let kept = tail.trim_end_matches(|c| is_opener(c) || link_term(c) == LinkTerm::Soft);
            end = tail_start + kept.len();
        }
        end
    }
}

/// Where the parts of a URL are, before its end is known.
#[derive(Clone, Copy)]
pub(super) struct UrlBounds {
    pub(super) start: usize,
    pub(super) scheme_end: Option<usize>,
    pub(super) host_start: usize,
    pub(super) host_end: usize,
}
