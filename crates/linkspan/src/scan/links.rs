//! Going through a text from link to link.

use core::net::{Ipv4Addr, Ipv6Addr};

use super::bounds::HostRules;
use super::finder::Finder;
use super::link::{Link, LinkKind};
use super::options::{
    BadDots, BareDomains, Emails, GluedTails, IpHosts, OneLabelHosts, Options, QuotedLocalParts,
    TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use super::trigger::{Trigger, Triggers};
use crate::email::{self, local_part};
use crate::examined;
use crate::host::{DomainRules, TopLevel};
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
}

/// What became of a trigger.
enum Outcome<'t> {
    Link(Link<'t>),
    /// No link, and none before this offset. It goes on here.
    Skip(usize),
    /// No domain before this offset, but perhaps a local part. It goes on here.
    NoDomain(usize),
    /// No link by this trigger, but what stands before it may be part of a later one.
    GoOn(usize),
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
        }
    }
}

impl<'t> Iterator for Links<'_, 't> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        loop {
            let (at, trigger) = self.triggers.next(self.text, self.cursor)?;
            let outcome = match trigger {
                Trigger::Colon => self.scheme(at),
                Trigger::At => self.email(at),
                Trigger::Dot(length) => self.bare(at, at + length),
            };
            match outcome {
                Outcome::Link(link) => {
                    self.cursor = link.end;
                    self.floor = link.end;
                    if link.end - link.start <= self.options().length_limit {
                        return Some(link);
                    }
                }
                Outcome::Skip(to) => {
                    self.cursor = to;
                    self.floor = to;
                }
                Outcome::NoDomain(to) => {
                    self.cursor = to;
                    self.host_floor = to;
                }
                Outcome::GoOn(from) => self.cursor = from,
            }
        }
    }
}

impl core::iter::FusedIterator for Links<'_, '_> {}

impl<'f, 't> Links<'f, 't> {
    fn options(&self) -> &'f Options {
        self.finder.options()
    }

    fn after(&self, offset: usize) -> &'t str {
        self.text.get(offset..).unwrap_or_default()
    }

    fn rules(&self, top_level: TopLevel, registrable: bool, labels: usize) -> HostRules<'f> {
        let options = self.options();
        HostRules {
            domain: DomainRules {
                top_level,
                registrable: registrable && top_level == TopLevel::Listed,
                labels,
                suffixes: options.suffixes(),
            },
            boundaries: options.script_boundaries,
        }
    }

    /// What a domain is held to that no scheme stands before.
    fn bare_rules(&self) -> HostRules<'f> {
        self.rules(self.options().bare_tld, true, 2)
    }

    // ----- URLs with a scheme

    /// At a colon: a URL, if a scheme stands before it and `//` after it.
    fn scheme(&self, colon: usize) -> Outcome<'t> {
        if !self.after(colon).starts_with("://") {
            return Outcome::GoOn(colon + 1);
        }
        let authority = colon + "://".len();
        let Some(start) = scheme_start(self.text, self.floor, colon) else {
            return Outcome::GoOn(authority);
        };
        let scheme = self.text.get(start..colon).unwrap_or_default();
        let known = self
            .options()
            .schemes
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known));
        if !known {
            return self.unknown_scheme(start, colon, authority);
        }
        let (authority_end, user_end) = authority_bounds(self.text, authority);
        let host_start = match user_end {
            // `//` at once: another URL may start there.
            None if authority_end == authority => return Outcome::GoOn(authority),
            None => authority,
            Some(_) if self.options().userinfo == Userinfo::Refuse => {
                return Outcome::Skip(terminate(self.text, authority_end));
            }
            Some(user_end) => user_end,
        };
        match self.scheme_host(host_start) {
            Some(host_end) => {
                let url = UrlBounds {
                    start,
                    scheme_end: Some(colon),
                    host_start,
                    host_end,
                };
                self.url(url, authority_end)
            }
            None if self.is_scheme_next(host_start) => Outcome::GoOn(host_start),
            None => Outcome::Skip(terminate(self.text, authority_end)),
        }
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
    fn scheme_host(&self, start: usize) -> Option<usize> {
        let options = self.options();
        let rest = self.after(start);
        if rest.starts_with('[') {
            let linked = options.ip_hosts == IpHosts::Link;
            return ipv6_len(rest)
                .filter(|_| linked)
                .map(|length| start + length);
        }
        let labels = match options.one_label_hosts {
            OneLabelHosts::Allow => 1,
            OneLabelHosts::Refuse => 2,
        };
        let rules = self.rules(options.scheme_tld, false, labels);
        let end = rules.end_from(self.text, start)?;
        if self.after(end).starts_with("://") {
            return None;
        }
        let host = self.text.get(start..end)?;
        let last = host.rsplit('.').next().unwrap_or_default();
        let accepted = if last.bytes().all(|b| b.is_ascii_digit()) {
            options.ip_hosts == IpHosts::Link && host.parse::<Ipv4Addr>().is_ok()
        } else {
            rules.domain.accept(host)
        };
        accepted.then_some(end)
    }

    fn unknown_scheme(&self, start: usize, colon: usize, authority: usize) -> Outcome<'t> {
        let (authority_end, user_end) = authority_bounds(self.text, authority);
        let end = self.tail_end(authority_end);
        if self.options().unknown_schemes == UnknownSchemes::Skip || end == authority {
            return Outcome::Skip(terminate(self.text, authority_end));
        }
        let host_start = user_end.unwrap_or(authority);
        let host = self.text.get(host_start..authority_end).unwrap_or_default();
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

    /// At a label separator: a bare domain, if a top-level domain follows.
    fn bare(&mut self, dot: usize, after_dot: usize) -> Outcome<'t> {
        let rules = self.bare_rules();
        let Some(host_end) = rules.end_at(self.text, after_dot) else {
            return Outcome::GoOn(after_dot);
        };
        let none = Outcome::NoDomain(host_end);
        if self.after(host_end).starts_with("://") {
            return Outcome::GoOn(host_end);
        }
        let floor = self.floor.max(self.host_floor);
        let Some(host_start) = rules.start_before(self.text, floor, dot) else {
            return none;
        };
        let Some(host_start) = self.accepted_start(&rules, host_start, host_end) else {
            return none;
        };
        let before = self.text.get(self.floor..host_start).unwrap_or_default();
        let glued_before = self.text.get(..host_start).unwrap_or_default();
        if before.ends_with('\\') || glued_before.ends_with('@') {
            return none; // A file's path, or the domain of no email address.
        }
        let tail_starts = self.after(host_end).starts_with(['/', '?', '#'])
            || matches!(port(self.text, host_end), Port::Ends(_) | Port::TooBig(_));
        if !tail_starts {
            if let Some(at) = self.in_local_part(host_start, host_end) {
                return Outcome::GoOn(at);
            }
            if self.after(host_end).starts_with('@') {
                return none;
            }
        }
        if self.options().bare_domains == BareDomains::Skip {
            return Outcome::Skip(self.tail_end(host_end));
        }
        let url = UrlBounds {
            start: host_start,
            scheme_end: None,
            host_start,
            host_end,
        };
        self.url(url, host_end)
    }

    /// The start of a bare domain that is one: the given one, or after a prefix and a hyphen, as
    /// Hebrew writes before foreign words.
    fn accepted_start(&self, rules: &HostRules<'_>, start: usize, end: usize) -> Option<usize> {
        let host = self.text.get(start..end)?;
        if rules.domain.accept(host) {
            return Some(start);
        }
        let letters = host.find(|c| host_class(c) != HostClass::Letter)?;
        let rest = host.get(letters..)?.strip_prefix('-')?;
        let prefixed = letters > 0 && rest.starts_with(|c: char| c.is_ascii_alphanumeric());
        (prefixed && rules.domain.accept(rest)).then(|| end - rest.len())
    }

    /// The `@` of an email address that this domain is in the local part of.
    fn in_local_part(&mut self, start: usize, end: usize) -> Option<usize> {
        let at = self.triggers.next_at(self.text, end)?;
        if at - start > 2 * email::MOST_OCTETS {
            return None;
        }
        let between = self.text.get(end..at)?;
        examined::note(between.len());
        if !between.chars().all(crate::property::is_link_email) {
            return None;
        }
        self.domain_after(at).map(|_| at)
    }

    // ----- Email addresses

    /// At an `@`: an email address, if a domain follows and a local part stands before it.
    fn email(&self, at: usize) -> Outcome<'t> {
        let Some(host_end) = self.domain_after(at) else {
            return Outcome::GoOn(at + 1);
        };
        let none = Outcome::Skip(host_end);
        if self.options().emails == Emails::Skip {
            return none;
        }
        let Some((start, local_start)) = self.local_start(at) else {
            return none;
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
    fn domain_after(&self, at: usize) -> Option<usize> {
        let rules = self.bare_rules();
        let start = at + 1;
        let end = rules.end_from(self.text, start)?;
        rules
            .domain
            .accept(self.text.get(start..end)?)
            .then_some(end)
    }

    /// Where the link and the local part before an `@` start.
    fn local_start(&self, at: usize) -> Option<(usize, usize)> {
        let options = self.options();
        let before = self.text.get(self.floor..)?;
        let at = at - self.floor;
        examined::note(at.min(email::MOST_OCTETS));
        let found = match local_part(before, at) {
            Ok(found) => Some((found.link_start, found.start)),
            Err(_) if options.bad_dots == BadDots::Recover => email::after_bad_dots(before, at),
            Err(_) => None,
        };
        let found = match found {
            None if options.quoted_local_parts == QuotedLocalParts::Link => {
                email::quoted_local_part(before, at)
            }
            found => found,
        };
        found.map(|(start, local)| (self.floor + start, self.floor + local))
    }

    // ----- What follows a host

    /// Closes a URL whose host is known. If its port is none, nothing up to `skip_to` is a link.
    fn url(&self, url: UrlBounds, skip_to: usize) -> Outcome<'t> {
        // A root dot counts only if something follows it: "example.com." may end a sentence.
        let is_address = self
            .text
            .get(..url.host_end)
            .is_some_and(|text| text.ends_with(']'));
        let has_root = !is_address && self.after(url.host_end).starts_with('.');
        let with_root = has_root.then_some(url.host_end + 1);
        let candidates = [with_root, Some(url.host_end)];
        for host_end in candidates.into_iter().flatten() {
            let tail_start = match port(self.text, host_end) {
                Port::None => host_end,
                Port::Ends(end) => end,
                Port::TooBig(end) => return Outcome::Skip(terminate(self.text, end.max(skip_to))),
            };
            let end = self.tail_end(tail_start);
            if end > host_end || host_end == url.host_end {
                return Outcome::Link(Link {
                    text: self.text,
                    start: url.start,
                    end,
                    kind: LinkKind::Url,
                    scheme_end: url.scheme_end,
                    local_start: url.host_start,
                    host_start: url.host_start,
                    host_end,
                    tail_start,
                    implied: self.options().implied_scheme,
                });
            }
        }
        Outcome::Skip(url.host_end)
    }

    /// The end of a link whose host and port end at `tail_start`.
    fn tail_end(&self, tail_start: usize) -> usize {
        let options = self.options();
        let mut end = terminate(self.text, tail_start);
        if options.glued_tails == GluedTails::Cut {
            let tail = self.text.get(tail_start..end).unwrap_or_default();
            if let Some(cut) = glued_tail(tail) {
                let text = self.text.get(..tail_start + cut).unwrap_or_default();
                end = terminate(text, tail_start);
            }
        }
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

/// Where the scheme starts that ends before the colon: the run of characters that schemes hold,
/// without those at its front that none starts with.
fn scheme_start(text: &str, floor: usize, colon: usize) -> Option<usize> {
    let before = text.get(floor..colon)?;
    let run = before
        .bytes()
        .rev()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        .count();
    examined::note(run + 1);
    let run = before.get(before.len() - run..)?;
    let start = run.find(|c: char| c.is_ascii_alphabetic())?;
    Some(colon - (run.len() - start))
}

/// Where the authority of a URL ends, and where its user name does, after the `@`.
fn authority_bounds(text: &str, start: usize) -> (usize, Option<usize>) {
    let rest = text.get(start..).unwrap_or_default();
    let mut end = rest.len();
    let mut user_end = None;
    let mut in_brackets = false;
    for (offset, c) in rest.char_indices() {
        examined::note(c.len_utf8());
        match c {
            '@' => user_end = Some(start + offset + 1),
            '.' | ':' => {}
            '[' => in_brackets = true,
            ']' if in_brackets => in_brackets = false,
            '/' | '?' | '#' => {
                end = offset;
                break;
            }
            // Words and marks around a URL are not in its authority.
            c if link_term(c) != LinkTerm::Include => {
                end = offset;
                break;
            }
            _ => {}
        }
    }
    let authority = rest.get(..end).unwrap_or_default();
    let kept = authority.trim_end_matches(['.', ':']);
    let followed = rest
        .get(end..)
        .is_some_and(|tail| tail.starts_with(['/', '?', '#']));
    let end = if followed { end } else { kept.len() };
    (start + end, user_end)
}

/// The length of the IPv6 address in brackets that a text starts with.
fn ipv6_len(text: &str) -> Option<usize> {
    const LONGEST: usize = "[0000:0000:0000:0000:0000:0000:255.255.255.255]".len();
    let end = text.bytes().take(LONGEST).position(|b| b == b']')?;
    examined::note(end + 1);
    text.get(1..end)?.parse::<Ipv6Addr>().ok()?;
    Some(end + 1)
}

/// What stands after a host.
enum Port {
    None,
    /// A port, and where it ends.
    Ends(usize),
    /// A number that is no port, and where it ends.
    TooBig(usize),
}

fn port(text: &str, host_end: usize) -> Port {
    let rest = text.get(host_end..).unwrap_or_default();
    let Some(rest) = rest.strip_prefix(':') else {
        return Port::None;
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    examined::note(digits + 1);
    let end = host_end + 1 + digits;
    let number = rest.get(..digits).unwrap_or_default();
    let followed = rest
        .as_bytes()
        .get(digits)
        .is_some_and(u8::is_ascii_alphabetic);
    if digits == 0 || followed {
        Port::None
    } else if digits <= 5 && number.parse::<u16>().is_ok() {
        Port::Ends(end)
    } else {
        Port::TooBig(end)
    }
}

/// Where prose goes on in what seems to be the tail of a link: see [`GluedTails::Cut`].
fn glued_tail(tail: &str) -> Option<usize> {
    examined::note(tail.len());
    let ascii = tail.bytes().position(|b| !b.is_ascii())?;
    let (before, after) = tail.split_at_checked(ascii)?;
    let first = after.chars().next()?;
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let cut = is_full_width_punctuation(first)
        || link_term(first) == LinkTerm::Open
        || (before.ends_with(is_word) && host_class(first) == HostClass::Unspaced);
    cut.then_some(ascii)
}

/// Punctuation of the width of an ideograph, as CJK text sets it.
fn is_full_width_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}'
        | '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE6B}'
        | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF65}'
        | '“' | '”' | '‘' | '’' | '…' | '—')
}
