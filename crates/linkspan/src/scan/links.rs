//! Going through a text from link to link.

use core::net::Ipv4Addr;

use super::around::{
    Port, ShortScheme, authority_bounds, ipv6_len, is_path, port, scheme_start,
    terminate_before_prose,
};
use super::ascii;
use super::bounds::{self, Dot, HostRules};
use super::finder::Finder;
use super::link::{Link, LinkKind};
use super::options::{
    BadDots, BareDomains, Emails, GluedTails, IpHosts, OneLabelHosts, Options, QuotedLocalParts,
    TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use super::trigger::{Trigger, Triggers};
use super::verdict::NoLink;
use crate::email::{self, NoLocalPart, local_part};
use crate::examined;
use crate::host::{BadDomain, DomainRules, TopLevel};
use crate::property::{HostClass, LinkTerm, host_class, link_term};
use crate::terminate::terminate;

/// The links of a text, in order; [`Finder::find_iter`] makes it.
#[derive(Clone, Debug)]
pub struct Links<'f, 't> {
    finder: &'f Finder,
    text: &'t str,
    triggers: Triggers,
    /// Where to look for the next trigger.
    cursor: usize,
    /// Nothing before this can be part of a link any more.
    floor: usize,
    /// The same for domains without a scheme: what was none once is not looked at again.
    host_floor: usize,
    /// The last `@` that was asked about, and the end of the domain after it.
    asked: Option<(usize, Option<usize>)>,
}

/// What became of a trigger.
pub(super) enum Outcome<'t> {
    Link(Link<'t>),
    /// No link, and none before this offset. It goes on here.
    Skip(usize, NoLink),
    /// No domain before this offset, but perhaps a local part. It goes on here.
    NoDomain(usize, NoLink),
    /// No link by this trigger, but what stands before it may be part of a later one.
    GoOn(usize, NoLink),
    /// Not even the look of a link.
    Nothing(usize),
}

impl<'f, 't> Links<'f, 't> {
    pub(super) fn new(finder: &'f Finder, text: &'t str) -> Self {
        Self {
            finder,
            text,
            triggers: Triggers::new(),
            cursor: 0,
            floor: 0,
            host_floor: 0,
            asked: None,
        }
    }
}

impl<'t> Iterator for Links<'_, 't> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        loop {
            let (at, trigger) = self.triggers.next(self.text, self.cursor)?;
            match trigger {
                Trigger::Dot(length) if self.is_no_top_level(at + length) => {
                    self.cursor = at + length;
                }
                _ => match self.outcome(at, trigger) {
                    Outcome::Link(link) if self.refusal(&link).is_none() => return Some(link),
                    _ => {}
                },
            }
        }
    }
}

impl core::iter::FusedIterator for Links<'_, '_> {}

impl<'f, 't> Links<'f, 't> {
    /// Looks at the next trigger: where it is, and what became of it. Links are not judged yet.
    pub(super) fn step(&mut self) -> Option<(usize, Outcome<'t>)> {
        let (at, trigger) = self.triggers.next(self.text, self.cursor)?;
        Some((at, self.outcome(at, trigger)))
    }

    /// What becomes of a trigger.
    #[inline]
    fn outcome(&mut self, at: usize, trigger: Trigger) -> Outcome<'t> {
        let outcome = match trigger {
            Trigger::Colon => self.scheme(at),
            Trigger::At => self.email(at),
            Trigger::Dot(length) => self.bare(at, at + length),
        };
        match outcome {
            Outcome::Link(Link { end, .. }) | Outcome::Skip(end, _) => {
                self.cursor = end;
                self.floor = end;
            }
            Outcome::NoDomain(to, _) => {
                self.cursor = to;
                self.host_floor = to;
            }
            Outcome::GoOn(to, _) | Outcome::Nothing(to) => self.cursor = to,
        }
        outcome
    }

    /// Why a link is not let pass, if it is not.
    #[inline]
    pub(super) fn refusal(&self, link: &Link<'_>) -> Option<NoLink> {
        self.finder.refusal(link)
    }

    fn options(&self) -> &'f Options {
        self.finder.options()
    }

    fn after(&self, offset: usize) -> &'t str {
        self.text.get(offset..).unwrap_or_default()
    }

    /// What a domain is held to that no scheme stands before.
    fn bare_rules(&self) -> HostRules<'f> {
        let options = self.options();
        HostRules {
            domain: DomainRules {
                top_level: options.bare_tld,
                registrable: options.bare_tld == TopLevel::Listed,
                labels: 2,
                suffixes: options.suffixes(),
            },
            boundaries: options.script_boundaries,
        }
    }

    /// What a domain is held to in a URL with a scheme.
    fn scheme_rules(&self) -> HostRules<'f> {
        let options = self.options();
        HostRules {
            domain: DomainRules {
                top_level: options.scheme_tld,
                registrable: false,
                labels: match options.one_label_hosts {
                    OneLabelHosts::Allow => 1,
                    OneLabelHosts::Refuse => 2,
                },
                suffixes: options.suffixes(),
            },
            boundaries: options.script_boundaries,
        }
    }

    // ----- URLs with a scheme

    /// At a colon: a URL, if a scheme stands before it and `//` after it.
    #[inline]
    fn scheme(&self, colon: usize) -> Outcome<'t> {
        if !self.after(colon).starts_with("://") {
            return Outcome::Nothing(colon + 1);
        }
        match self.plain_url(colon) {
            Some(link) => Outcome::Link(link),
            None => self.url_at(colon),
        }
    }

    /// The URL that most are: of a known scheme, with a host in ASCII and nothing else in its
    /// authority. Whether it is one, if it is none of those, takes a closer look.
    #[inline]
    fn plain_url(&self, colon: usize) -> Option<Link<'t>> {
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
        let is_simple =
            !host.has_odd_hyphens && host.ends_with_letters && host.last_label.len() > 1;
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
        let host = self.text.get(host_start..authority_end).unwrap_or_default();
        let end = self.tail_end(authority_end);
        // `file:///path` has no host, but what is there must be one.
        let starts_host = |c: char| c.is_alphanumeric() || c == '[';
        if end == authority || !(host.is_empty() || host.starts_with(starts_host)) {
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

    // ----- Domains without a scheme

    /// Whether what follows a dot is no top-level domain, as can be seen at a glance of most of it.
    #[inline]
    fn is_no_top_level(&self, after_dot: usize) -> bool {
        let options = self.options();
        options.bare_tld == TopLevel::Listed && options.suffixes().refuses(self.after(after_dot))
    }

    /// At a label separator: a bare domain, if a top-level domain follows.
    fn bare(&mut self, dot: usize, after_dot: usize) -> Outcome<'t> {
        let rules = self.bare_rules();
        let kind = match self.text.as_bytes().get(dot) {
            Some(b'.') => Dot::Ascii,
            _ => Dot::Ideographic,
        };
        let host_end = match rules.end_at(self.text, kind, after_dot) {
            Ok(host_end) => host_end,
            Err(why) => return Outcome::GoOn(after_dot, why),
        };
        if self.after(host_end).starts_with("://") {
            return Outcome::GoOn(host_end, NoLink::IsScheme);
        }
        let none = |why| Outcome::NoDomain(host_end, why);
        let floor = self.floor.max(self.host_floor);
        let Some(host_start) = rules.start_before(self.text, floor, dot, host_end) else {
            return none(NoLink::NoHostStart);
        };
        let host_start = match self.checked_start(&rules, host_start, host_end) {
            Ok(host_start) => host_start,
            Err(bad) => return none(NoLink::BadDomain(bad)),
        };
        let before = self.text.get(..host_start).unwrap_or_default();
        if before.ends_with('@') {
            return none(NoLink::BesideAt);
        }
        if host_start > self.floor && is_path(before) {
            return none(NoLink::InPath);
        }
        let tail_starts = self.after(host_end).starts_with(['/', '?', '#'])
            || matches!(port(self.text, host_end), Port::Ends(_) | Port::TooBig(_));
        if !tail_starts {
            if let Some(at) = self.in_local_part(host_start, host_end) {
                return Outcome::GoOn(at, NoLink::InLocalPart);
            }
            if self.after(host_end).starts_with('@') {
                return none(NoLink::BesideAt);
            }
        }
        if self.options().bare_domains == BareDomains::Skip {
            return Outcome::Skip(self.tail_end(host_end), NoLink::SwitchedOff);
        }
        let url = UrlBounds {
            start: host_start,
            scheme_end: None,
            host_start,
            host_end,
        };
        self.url(url, host_end)
    }

    /// Why the dot at `dot` ends no host, told apart more finely than finding needs; `None` if it does
    /// not stand between two labels, and is just a dot.
    pub(super) fn dot_verdict(&self, dot: usize, why: NoLink) -> Option<NoLink> {
        let mut after = self.after(dot).chars();
        let after_dot = dot + after.next().map_or(0, char::len_utf8);
        let is_label = |c| host_class(c).is_label();
        let before = self.text.get(self.floor..dot).unwrap_or_default();
        if !(before.ends_with(is_label) && after.as_str().starts_with(is_label)) {
            None
        } else if why == NoLink::NoTopLevel && bounds::is_followed_by_label(self.text, after_dot) {
            Some(NoLink::NotLastLabel)
        } else {
            Some(why)
        }
    }

    /// The start of a bare domain that is one: the given one, or after a prefix and a hyphen, as
    /// Hebrew writes before foreign words, or after underscores.
    fn checked_start(
        &self,
        rules: &HostRules<'_>,
        start: usize,
        end: usize,
    ) -> Result<usize, BadDomain> {
        let host = self.text.get(start..end).unwrap_or_default();
        let bad = match rules.domain.check(host) {
            Ok(()) => return Ok(start),
            Err(bad) => bad,
        };
        // Some markup puts underscores around what it stresses.
        let stressed = host.trim_start_matches('_');
        let word = host.trim_start_matches(|c| host_class(c) == HostClass::Letter);
        let name = match word.strip_prefix('-') {
            Some(name) if word.len() < host.len() => name,
            _ => stressed,
        };
        let starts_name = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if name.len() < host.len() && starts_name && rules.domain.check(name).is_ok() {
            return Ok(end - name.len());
        }
        Err(bad)
    }

    /// The `@` of an email address that this domain is in the local part of.
    fn in_local_part(&mut self, start: usize, end: usize) -> Option<usize> {
        let furthest = start + 2 * email::MOST_OCTETS;
        let at = self.triggers.at_between(self.text, end, furthest + 1)?;
        let between = self.text.get(end..at)?;
        examined::note(between.len());
        if !between.chars().all(crate::property::is_link_email) {
            return None;
        }
        self.domain_after(at).map(|_| at)
    }

    // ----- Email addresses

    /// At an `@`: an email address, if a domain follows and a local part stands before it.
    #[inline]
    fn email(&mut self, at: usize) -> Outcome<'t> {
        let Some(host_end) = self.domain_after(at) else {
            return Outcome::GoOn(at + 1, NoLink::NoDomainAfterAt);
        };
        if self.options().emails == Emails::Skip {
            return Outcome::Skip(host_end, NoLink::SwitchedOff);
        }
        let (start, local_start) = match self.local_start(at) {
            Ok(found) => found,
            Err(bad) => return Outcome::Skip(host_end, NoLink::BadLocalPart(bad)),
        };
        Outcome::Link(Link {
            text: self.text,
            start,
            end: host_end,
            kind: LinkKind::Email,
            scheme_end: (start < local_start).then(|| local_start - 1),
            local_start,
            host_start: at + 1,
            host_end,
            tail_start: host_end,
            implied: self.options().implied_scheme,
        })
    }

    /// The end of the domain that follows an `@`.
    fn domain_after(&mut self, at: usize) -> Option<usize> {
        if let Some((asked, answer)) = self.asked {
            if asked == at {
                return answer;
            }
        }
        let rules = self.bare_rules();
        let start = at + 1;
        let answer = match ascii::host_from(self.text, start) {
            Some(host) => host.passes(&rules.domain).then(|| start + host.name.len()),
            None => rules.end_from(self.text, start).filter(|&end| {
                let domain = self.text.get(start..end).unwrap_or_default();
                rules.domain.check(domain).is_ok()
            }),
        };
        self.asked = Some((at, answer));
        answer
    }

    /// Where the link and the local part before an `@` start.
    fn local_start(&self, at: usize) -> Result<(usize, usize), NoLocalPart> {
        let options = self.options();
        let before = self.after(self.floor);
        let at = at - self.floor;
        examined::note(at.min(email::MOST_OCTETS));
        let found = match local_part(before, at) {
            Ok(found) => Ok((found.link_start, found.start)),
            Err(bad) => {
                let recovered = match options.bad_dots {
                    BadDots::Recover => email::after_bad_dots(before, at),
                    BadDots::Refuse => None,
                };
                let quoted = || match options.quoted_local_parts {
                    QuotedLocalParts::Link => email::quoted_local_part(before, at),
                    QuotedLocalParts::Skip => None,
                };
                recovered.or_else(quoted).ok_or(bad)
            }
        };
        match found {
            Ok((start, local)) => Ok((self.floor + start, self.floor + local)),
            Err(bad) => Err(bad.moved(self.floor)),
        }
    }

    // ----- What follows a host

    /// Closes a URL whose host is known. If its port is none, nothing up to `skip_to` is a link.
    fn url(&self, url: UrlBounds, skip_to: usize) -> Outcome<'t> {
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
    #[inline]
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
    fn tail_end(&self, tail_start: usize) -> usize {
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
struct UrlBounds {
    start: usize,
    scheme_end: Option<usize>,
    host_start: usize,
    host_end: usize,
}
