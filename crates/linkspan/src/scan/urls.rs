//! URLs with a scheme, and the parts that follow the host of any URL.

use core::net::{Ipv4Addr, Ipv6Addr};

use linkspan_vector::AsciiSet;

use super::authority::authority_end;
use super::ending::Ending;
use super::links::{Links, Miss, Outcome};
use super::port::{Port, port};
use super::rejection::Rejection;
use crate::control;
use crate::counter;
use crate::host::{AsciiHost, UrlMasks, UrlSets, ends_with_digits, host_from};
use crate::link::{Front, Link, Plain};
use crate::options::{
    Delimiters, IpHosts, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use crate::property::{HostClass, LinkTerm, ascii, host_class, link_term};
use crate::scheme::{self, SEPARATOR};
use crate::url::{Authority, PLAIN_TAIL};
use crate::uts58::{NoStops, PartEnds, Stops, Window, part_ends_before, plain_part_ends};

/// The rest of a URL, after its scheme.
struct PlainRest {
    host_end: usize,
    parts: PartEnds,
    plain: Plain,
}

impl<'t> Links<'_, 't> {
    /// The outcome of a colon: a URL, if a scheme precedes it and `//` follows, or what the scheme requires.
    pub(super) fn url_at_colon(&self, colon: usize) -> Outcome<'t> {
        if self.after(colon).starts_with(SEPARATOR) {
            self.url_with_scheme(colon)
        } else if self.options.schemes.has_opaque() {
            self.opaque_url(colon)
        } else {
            Outcome::Nothing(colon + 1)
        }
    }

    /// The fast path for most URLs: an ASCII URL with a known scheme.
    ///
    /// It looks at the whole text, not only at the lookahead. Where the lookahead ends is far ahead, so to look there would
    /// be a cache miss. The result is used only if it does not depend on the text after the lookahead.
    #[inline(always)]
    pub(super) fn plain_url<const STANDARD: bool>(&self, colon: usize) -> Result<Link<'t>, Miss> {
        let scheme = self.scheme_before(self.whole, colon);
        let (start, host_start) = scheme.ok_or(Miss::Scheme)?;
        let rest = self.plain_rest::<STANDARD>(start, colon, self.options.scheme_tld);
        let rest = rest.ok_or(Miss::Other)?;
        let front = Front {
            start,
            scheme_end: Some(colon),
            host_start,
            host_end: rest.host_end,
            port_end: rest.host_end,
        };
        let link = Link::url(self.whole, front, rest.parts, self.options.implied_scheme);
        Ok(link.with_plain(rest.plain))
    }

    /// The outcome of the colon of a URL like those, but with a scheme that is not one of the known ones. The search then
    /// continues after it. `None` if the slow path must decide.
    #[inline(never)]
    pub(super) fn plain_url_with_unknown_scheme(&mut self, colon: usize) -> Option<Outcome<'t>> {
        let after = self.whole.as_bytes().get(colon..)?;
        if !after.starts_with(SEPARATOR.as_bytes()) {
            return None;
        }
        let scheme = scheme::plain_before(self.whole, self.floor, colon)?;
        if self.is_known_scheme(scheme) {
            return None;
        }
        let rejection = self.scheme_rejection(scheme);
        let start = colon - scheme.len();
        // Its host is not checked.
        let rest = self.plain_rest::<false>(start, colon, TopLevel::Syntactic)?;
        // It ends before the end of the lookahead.
        let end = rest.parts.end;
        self.cursor = end;
        self.floor = end;
        if let Some(reason) = rejection {
            return Some(Outcome::Skip(end, reason));
        }
        self.link_end = end;
        let front = Front {
            start,
            scheme_end: Some(colon),
            host_start: colon + SEPARATOR.len(),
            host_end: rest.host_end,
            port_end: rest.host_end,
        };
        let implied_scheme = self.options.implied_scheme;
        Some(Outcome::Link(Link::url(
            self.whole,
            front,
            rest.parts,
            implied_scheme,
        )))
    }

    /// What follows the colon of the URL that starts at `start`, if it is `//`, an ASCII host and nothing that needs the slow
    /// path.
    #[inline(always)]
    fn plain_rest<const STANDARD: bool>(
        &self,
        start: usize,
        colon: usize,
        top_level: TopLevel,
    ) -> Option<PlainRest> {
        let text = self.whole;
        let is_standard = self.is_standard::<STANDARD>();
        let (sets, ends) = if is_standard {
            (&STANDARD_SETS, &ascii::HARD_OR_CLOSE)
        } else if self.options.delimiters == Delimiters::Standard {
            (&EARLY_SETS, &ascii::HARD_OR_CLOSE)
        } else {
            (&EARLY_SETS, &Ending::ENDS)
        };
        let host_start = colon + SEPARATOR.len();
        let (host_end, window, plain) = match UrlMasks::of(text, host_start, sets) {
            Some(masks) => {
                let host = masks.plain_host()?;
                let host_end = host_start + host.len;
                if top_level == TopLevel::Listed {
                    let last_label = host_start + host.last_label()..host_end;
                    let suffixes = self.suffixes;
                    suffixes
                        .is_short_top_level_at(text, last_label)
                        .then_some(())?;
                }
                let [plain, run, included] = masks.further;
                let window = Window::new(text, host_start, [run, included]);
                (host_end, window, Plain::new(plain, host.dots))
            }
            None if is_standard => {
                let host_end = self.scheme_host_from(text, host_start)?;
                (host_end, Window::EMPTY, Plain::UNKNOWN)
            }
            None => return None,
        };
        // If options end links early, punctuation before the end may belong to the link, and a character that ends a path may
        // continue an authority.
        let is_end =
            |end, stop| end == stop && (stop > host_end || !continues_authority(text, host_end));
        let parts = match window.path_end(text, host_end, ends) {
            Some((end, stop)) if is_standard || is_end(end, stop) => self
                .is_within_lookahead(colon, stop)
                .then_some(PartEnds::path(end))?,
            _ if is_standard => self.plain_parts(colon, host_end, window)?,
            // Where code is small, there is one such path: `early_url`.
            _ if !cfg!(feature = "compact-tables") => {
                self.early_parts(start, colon, host_end, window)?
            }
            _ => return None,
        };
        Some(PlainRest {
            host_end,
            parts,
            plain,
        })
    }

    /// Whether the lookahead contains the character at `stop`, at which a link ends.
    #[inline(always)]
    fn is_within_lookahead(&self, colon: usize, stop: usize) -> bool {
        const MAX_CHAR_LEN: usize = 4;
        stop - colon + MAX_CHAR_LEN <= self.lookahead
    }

    /// The parts of a URL by the letter of the standard after an ASCII host. `None` if the slow path must decide, or if they
    /// depend on the text after the lookahead.
    #[inline(never)]
    fn plain_parts(&self, colon: usize, host_end: usize, window: Window) -> Option<PartEnds> {
        if continues_authority(self.whole, host_end) {
            return None;
        }
        let (parts, stop) = plain_part_ends(self.whole, host_end, window)?;
        let parts = self.trimmed(parts, host_end);
        self.is_within_lookahead(colon, stop).then_some(parts)
    }

    /// The same if options end links before the standard does, which may depend on much of what follows. So this looks only at
    /// the lookahead.
    #[inline(never)]
    fn early_parts(
        &self,
        start: usize,
        colon: usize,
        host_end: usize,
        window: Window,
    ) -> Option<PartEnds> {
        let text = self.text_ahead(colon);
        if window.end() > text.len() || continues_authority(text, host_end) {
            return None;
        }
        let mut ending = Ending::new(self.options, text, start, host_end);
        let parts = part_ends_before(text, host_end, window, &mut ending);
        let parts = self.delimited_or_trimmed(text, parts, host_end, &ending);
        (parts.end < text.len() || text.len() == self.whole.len()).then_some(parts)
    }

    /// The fast path for other URLs, which looks at the lookahead: URLs with brackets, and those with other hosts if options
    /// end links before the standard does. `None` if the slow path must decide.
    #[inline(always)]
    pub(super) fn ascii_url<const STANDARD: bool>(&self, colon: usize) -> Option<Link<'t>> {
        if self.is_standard::<STANDARD>() {
            self.url_with_brackets(colon)
        } else {
            self.early_url(colon)
        }
    }

    /// The fast path if options end links before the standard does.
    #[inline(always)]
    fn early_url(&self, colon: usize) -> Option<Link<'t>> {
        let (start, host_start) = self.scheme_before(self.text, colon)?;
        let masks = UrlMasks::of(self.text, host_start, &EARLY_SETS);
        let (front, window, plain) = self.ascii_front(self.text, start, host_start, masks)?;
        let parts = self.early_part_ends(self.text, front.start, front.host_end, window);
        let implied_scheme = self.options.implied_scheme;
        let link = Link::url(self.whole, front, parts, implied_scheme);
        Some(link.with_plain(plain))
    }

    /// The fast path for URLs that are not [plain](Self::plain_url), but by the letter of the standard: those with brackets.
    #[inline(never)]
    fn url_with_brackets(&self, colon: usize) -> Option<Link<'t>> {
        let (start, host_start) = self.scheme_before(self.text, colon)?;
        let masks = UrlMasks::of(self.text, host_start, &STANDARD_SETS);
        let (front, window, _) = self.ascii_front(self.text, start, host_start, masks)?;
        let parts = self.part_ends(front.start, front.host_end, window);
        let implied_scheme = self.options.implied_scheme;
        Some(Link::url(self.whole, front, parts, implied_scheme))
    }

    /// The start of the known scheme before a colon, and of the authority after it.
    #[inline(always)]
    fn scheme_before(&self, text: &str, colon: usize) -> Option<(usize, usize)> {
        let bytes = text.as_bytes();
        if !bytes.get(colon..)?.starts_with(SEPARATOR.as_bytes()) {
            return None;
        }
        let schemes = &self.options.schemes;
        let scheme_len = schemes.len_before(bytes, self.floor, colon)?;
        Some((colon - scheme_len, colon + SEPARATOR.len()))
    }

    /// The front of a URL with a known scheme and an authority that is an ASCII host, and what is known about the text
    /// after it and about the characters of both.
    #[inline(always)]
    fn ascii_front(
        &self,
        text: &str,
        start: usize,
        host_start: usize,
        masks: Option<UrlMasks>,
    ) -> Option<(Front, Window, Plain)> {
        // What follows the host is examined together with it.
        let (host_end, window, plain) = match masks {
            Some(masks) => {
                let host = masks.host(text, host_start)?;
                let [plain, run, included] = masks.further;
                let plain = Plain::of_masks(&host, plain);
                let window = Window::new(text, host_start, [run, included]);
                (self.ascii_scheme_host(text, host)?, window, plain)
            }
            None => {
                let host_end = self.scheme_host_from(text, host_start)?;
                (host_end, Window::EMPTY, Plain::UNKNOWN)
            }
        };
        let front = Front {
            start,
            scheme_end: Some(host_start - SEPARATOR.len()),
            host_start,
            host_end,
            port_end: host_end,
        };
        Some((front, window, plain))
    }

    /// The end of the ASCII host that starts at `start`, for processors that cannot examine what follows it at once.
    #[inline(never)]
    fn scheme_host_from(&self, text: &str, start: usize) -> Option<usize> {
        self.ascii_scheme_host(text, host_from(text, start)?)
    }

    /// The URL whose scheme ends at the colon of `://`.
    fn url_with_scheme(&self, colon: usize) -> Outcome<'t> {
        let authority = colon + SEPARATOR.len();
        let Some(start) = self.scheme_start(colon) else {
            return Outcome::Continue(authority, Rejection::NoScheme);
        };
        let scheme = self.slice(start, colon);
        if !self.is_known_scheme(scheme) {
            return self.url_with_unknown_scheme(start, colon);
        }
        let end = authority_end(self.text, authority);
        let skip = |reason| Outcome::Skip(self.skipped_end(start, end), reason);
        let needs_server = scheme::needs_server(scheme);
        if end == authority && needs_server {
            // The authority is empty. Another URL may start there.
            return Outcome::Continue(authority, Rejection::NoHost);
        }
        let split = self.split_authority(authority, end);
        if self.refuses_userinfo(scheme, split.userinfo(self.slice(authority, end))) {
            return skip(Rejection::Userinfo);
        }
        let host_start = authority + split.host.start;
        match self.scheme_host(host_start) {
            Ok(host_end) if self.is_template(host_end) => skip(Rejection::Template),
            Ok(host_end) if is_defanged(self.after(host_end)) => skip(Rejection::Defanged),
            Ok(host_end) => {
                let front = Front {
                    start,
                    scheme_end: Some(colon),
                    host_start,
                    host_end,
                    port_end: host_end,
                };
                self.url(front, end)
            }
            Err(_) if self.is_followed_by_separator(host_start) => {
                Outcome::Continue(host_start, Rejection::IsScheme)
            }
            Err(_) if !needs_server && !names_server(self.slice(host_start, end)) => {
                self.url_with_any_host(start, colon)
            }
            Err(reason) => skip(reason),
        }
    }

    pub(super) fn is_known_scheme(&self, scheme: &str) -> bool {
        self.options.schemes.contains(scheme)
    }

    /// The start of the scheme that ends at the colon: that of the run of scheme characters before it, or
    /// that of a known scheme inside the run after an escape sequence, a `+`, a `-` or a dot.
    pub(super) fn scheme_start(&self, colon: usize) -> Option<usize> {
        // A link with a longer scheme is too long.
        let floor = colon.saturating_sub(self.options.lookbehind());
        let mut start = scheme::start_before(self.text, self.floor.max(floor), colon)?;
        if self.is_known_scheme(self.slice(start, colon)) {
            return Some(start);
        }
        let after_sequence = control::sequence_end_before(self.text, self.floor, start..colon);
        if let Some(end) = after_sequence {
            start = scheme::start_before(self.text, end, colon)?;
        }
        let scheme = self.slice(start, colon);
        let is_known = |offset: &usize| self.is_known_scheme(self.slice(start + offset, colon));
        let before = self.slice(after_sequence.unwrap_or(self.floor), start);
        if before.ends_with('\\')
            && let Some(len) = escape_len(scheme).filter(is_known)
        {
            return Some(start + len);
        }
        let links_unknown = self.options.unknown_schemes == UnknownSchemes::Link;
        let separates = |c| matches!(c, '-' | '.') || (c == '+' && !links_unknown);
        let inner = scheme.rfind(separates).map(|offset| offset + 1);
        Some(start + inner.filter(is_known).unwrap_or(0))
    }

    fn split_authority(&self, start: usize, end: usize) -> Authority {
        Authority::split(self.slice(start, end))
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Whether a URL is not linked because of its user name: by the option, or because browsers end the
    /// authority at a `\` and read another host than the one after the `@`.
    fn refuses_userinfo(&self, scheme: &str, userinfo: Option<&str>) -> bool {
        userinfo.is_some_and(|userinfo| {
            self.options.userinfo == Userinfo::Skip
                || (userinfo.contains('\\') && scheme::is_special(scheme))
        })
    }

    /// The end of an ASCII host after a scheme, if it is valid and the whole authority: the byte after it cannot be part
    /// of an authority.
    #[inline(always)]
    fn ascii_scheme_host(&self, text: &str, host: AsciiHost) -> Option<usize> {
        if continues_authority(text, host.end()) {
            return None;
        }
        let is_valid = match self.options.scheme_tld {
            TopLevel::Listed => host.has_listed_top_level(text, self.suffixes),
            _ => host.is_plain_with_letters().then_some(true),
        };
        is_valid
            .unwrap_or_else(|| host.is_valid(text, &self.scheme_bounds().domain))
            .then(|| host.end())
    }

    /// Whether a placeholder or a regular expression follows a host, as in `http://server:{port}`.
    fn is_template(&self, host_end: usize) -> bool {
        self.options.delimiters != Delimiters::Standard && starts_template(self.after(host_end))
    }

    /// Whether the text that looks like a host is the scheme of another URL.
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
        let host = self.text.get(start..end).unwrap_or_default();
        let has_dot = host.contains(|c| host_class(c) == HostClass::Dot);
        let is_scheme = !has_dot || self.is_known_scheme(host);
        if is_scheme && self.after(end).starts_with(SEPARATOR) {
            return Err(Rejection::IsScheme);
        }
        if ends_with_digits(host) {
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

    fn url_with_unknown_scheme(&self, start: usize, colon: usize) -> Outcome<'t> {
        let Some(reason) = self.scheme_rejection(self.slice(start, colon)) else {
            return self.url_with_any_host(start, colon);
        };
        let end = self.any_authority_end(colon + SEPARATOR.len());
        Outcome::Skip(self.skipped_end(start, end), reason)
    }

    /// The reason why a URL with a scheme that is not one of the known ones is not linked.
    fn scheme_rejection(&self, scheme: &str) -> Option<Rejection> {
        let is_defanged = || { DEFANGED_SCHEMES.iter() }.any(|it| scheme.eq_ignore_ascii_case(it));
        if self.options.unknown_schemes == UnknownSchemes::Skip {
            Some(Rejection::UnknownScheme)
        } else if scheme.len() == 1 {
            // A drive of Windows.
            Some(Rejection::InPath)
        } else {
            is_defanged().then_some(Rejection::Defanged)
        }
    }

    /// The end of an authority whose host is not checked.
    fn any_authority_end(&self, authority: usize) -> usize {
        let end = authority_end(self.text, authority);
        if self.options.delimiters != Delimiters::Code {
            return end;
        }
        let written = self.slice(authority, end);
        authority + written.find(['|', '\\', '$', '%']).unwrap_or(written.len())
    }

    /// The URL whose scheme ends at the colon, whatever its host is. It may be empty if a path follows.
    fn url_with_any_host(&self, start: usize, colon: usize) -> Outcome<'t> {
        let authority = colon + SEPARATOR.len();
        let end = self.any_authority_end(authority);
        let skip = |reason| Outcome::Skip(self.skipped_end(start, end), reason);
        let split = self.split_authority(authority, end);
        let scheme = self.slice(start, colon);
        if self.refuses_userinfo(scheme, split.userinfo(self.slice(authority, end))) {
            return skip(Rejection::Userinfo);
        }
        let host_start = authority + split.host.start;
        let mut brackets = self.slice(host_start, end).match_indices('[');
        if brackets.any(|(offset, _)| is_defanged(self.after(host_start + offset)))
            || is_defanged(self.after(end))
        {
            return skip(Rejection::Defanged);
        }
        let host_and_port = self.text.get(host_start..end).unwrap_or_default();
        if end > host_start && self.is_template(end) {
            return skip(Rejection::Template);
        }
        let mut parts = self.part_ends(start, end, Window::EMPTY);
        let mut trimmed = host_and_port;
        if parts.end == end {
            // Nothing follows, so dots and colons at the end belong to the sentence.
            trimmed = host_and_port.trim_end_matches(['.', ':']);
            parts = PartEnds::path(host_start + trimmed.len());
        }
        // `file:///path` has no host, but if there is one, it must start like a host.
        let starts_host = |c: char| c.is_alphanumeric() || c == '[';
        if parts.end == host_start || !(trimmed.is_empty() || trimmed.starts_with(starts_host)) {
            return skip(Rejection::NoHost);
        }
        let port_end = host_start + trimmed.len();
        let split = self.split_authority(authority, port_end);
        let front = Front {
            start,
            scheme_end: Some(colon),
            host_start: authority + split.host.start,
            host_end: authority + split.host.end,
            port_end,
        };
        let implied_scheme = self.options.implied_scheme;
        Outcome::Link(Link::url(self.text, front, parts, implied_scheme))
    }

    /// Completes a URL whose host is known. If its port is invalid, no link starts before `skip_to`.
    pub(super) fn url(&self, front: Front, skip_to: usize) -> Outcome<'t> {
        match self.completed(front) {
            Ok(link) => Outcome::Link(link),
            Err(number_end) => {
                let from = number_end.max(skip_to);
                Outcome::Skip(self.skipped_end(front.start, from), Rejection::InvalidPort)
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
            let with_root_dot = Front {
                host_end: front.host_end + 1,
                ..front
            };
            let link = self.with_port(with_root_dot)?;
            if !link.is_only_host_and_port() {
                return Ok(link);
            }
        }
        self.with_port(front)
    }

    /// The whole URL with the port that follows the host, or the end of a number that is not a port.
    fn with_port(&self, front: Front) -> Result<Link<'t>, usize> {
        let port_end = match port(self.text, front.host_end) {
            Port::None => front.host_end,
            Port::Ends(end) => end,
            Port::Invalid(end) => return Err(end),
        };
        Ok(self.with_parts(Front { port_end, ..front }))
    }

    /// The whole URL with the path, query and fragment that follow host and port.
    fn with_parts(&self, front: Front) -> Link<'t> {
        let parts = self.part_ends(front.start, front.port_end, Window::EMPTY);
        Link::url(self.text, front, parts, self.options.implied_scheme)
    }

    /// The parts of a link that starts at `link_start` and whose host and port end at `start`. The options for
    /// the end of links apply. The window has what is known about the text.
    #[inline(always)]
    pub(super) fn part_ends(&self, link_start: usize, start: usize, window: Window) -> PartEnds {
        if Ending::is_standard(self.options) {
            let parts = part_ends_before(self.text, start, window, &mut NoStops);
            self.trimmed(parts, start)
        } else {
            self.early_part_ends(self.text, link_start, start, window)
        }
    }

    /// The same if options end links before the standard does. A function of its own, so that the loop for the standard
    /// has all registers.
    #[inline(never)]
    fn early_part_ends(
        &self,
        text: &str,
        link_start: usize,
        start: usize,
        window: Window,
    ) -> PartEnds {
        let mut ending = Ending::new(self.options, text, link_start, start);
        let parts = part_ends_before(text, start, window, &mut ending);
        self.delimited_or_trimmed(text, parts, start, &ending)
    }

    /// The end of a link that is not linked, and whose host and port end at `start`.
    #[inline(never)]
    fn skipped_end(&self, link_start: usize, start: usize) -> usize {
        self.part_ends(link_start, start, Window::EMPTY).end
    }

    /// The parts after `start`, extended to what delimits the link exactly, or without what the options trim from
    /// the end.
    #[inline(always)]
    pub(super) fn delimited_or_trimmed(
        &self,
        text: &str,
        parts: PartEnds,
        start: usize,
        ending: &Ending<'_>,
    ) -> PartEnds {
        let end = ending.delimited_end(text, parts.end);
        if end > parts.end {
            return parts.extended(end);
        }
        self.trimmed(parts, start)
    }

    /// The parts after `start`, without what the options trim from the end.
    #[inline(always)]
    fn trimmed(&self, parts: PartEnds, start: usize) -> PartEnds {
        let options = self.options;
        let last = parts.end.wrapping_sub(1);
        let may_be_trimmed = match self.whole.as_bytes().get(last) {
            // The only Soft character that can end a link is a `?` that starts a query.
            Some(b'?') => options.trailing_question == TrailingQuestion::Trim,
            Some(&byte) if byte.is_ascii_alphanumeric() || byte == b'/' => false,
            _ => options.unmatched_openers == UnmatchedOpeners::Trim,
        };
        if may_be_trimmed && parts.end > start {
            return parts.truncated(self.trimmed_end(start, parts.end));
        }
        parts
    }

    /// The end of a link without what the options trim, from `start` on, the end of host and port. Offsets in and out
    /// stay in registers; parts would be written to memory and read again.
    #[inline(never)]
    fn trimmed_end(&self, start: usize, end: usize) -> usize {
        let options = self.options;
        let tail = self.whole.get(start..end).unwrap_or_default();
        let trims_question = options.trailing_question == TrailingQuestion::Trim;
        let trims_openers = options.unmatched_openers == UnmatchedOpeners::Trim;
        let is_trimmed_opener = |c| trims_openers && link_term(c) == LinkTerm::Open;
        if (trims_question && tail.ends_with('?')) || tail.ends_with(is_trimmed_opener) {
            // Soft characters before the removed ones are removed, too: no included character follows them.
            let is_trimmed = |c| is_trimmed_opener(c) || link_term(c) == LinkTerm::Soft;
            return start + tail.trim_end_matches(is_trimmed).len();
        }
        end
    }
}

/// The sets for which the text after a scheme is examined, by the letter of the standard.
static STANDARD_SETS: UrlSets = url_sets(NoStops::WINDOW);

/// The same if options end links before the standard does.
static EARLY_SETS: UrlSets = url_sets(Ending::WINDOW);

const fn url_sets([run, included]: [AsciiSet; 2]) -> UrlSets {
    UrlSets::new(PLAIN_TAIL, run, included)
}

/// Whether an authority names a server: its host has several labels, or is an IPv6 address.
fn names_server(authority: &str) -> bool {
    authority.starts_with('[') || authority.contains(|c| host_class(c) == HostClass::Dot)
}

/// Schemes that stand for `http` and `https` in links that must not be followed.
const DEFANGED_SCHEMES: &[&str] = &["hxxp", "hxxps", "hxtp", "hxtps", "fxp"];

/// Whether a text starts with a dot that is written so that no program links what it separates.
fn is_defanged(text: &str) -> bool {
    let is_dot = |dot: &&str| {
        text.get(..dot.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(dot))
    };
    ["[.]", "(.)", "{.}", "[dot]", "(dot)", "[:]"]
        .iter()
        .any(is_dot)
}

/// The ASCII characters after a host at which the slow path must decide: those that may be part of the authority, and
/// those that may start a placeholder, a regular expression or a defanged dot.
const MAY_CONTINUE_AUTHORITY: AsciiSet = ascii::INCLUDE
    .difference(AsciiSet::new(b"/?#"))
    .union(AsciiSet::new(b"!,;.:@[({$%\\"));

/// Whether the character at `end`, after an ASCII host, may be part of its authority.
#[inline(always)]
fn continues_authority(text: &str, end: usize) -> bool {
    let next = text.as_bytes().get(end);
    // A path follows most hosts.
    next.is_some_and(|&byte| {
        byte != b'/' && (!byte.is_ascii() || MAY_CONTINUE_AUTHORITY.contains(byte))
    })
}

/// Whether a text starts with a placeholder or with an operator of a regular expression.
fn starts_template(text: &str) -> bool {
    const MAX_BACKSLASHES: usize = 4;
    let placeholder = ['{', '$', '%'];
    let mut chars = text.chars();
    match chars.next() {
        Some('{' | '$' | '%') => true,
        Some(':') => chars.as_str().starts_with(['{', '$', '%', '<']),
        Some('.' | '-') => {
            chars.as_str().starts_with(placeholder) || chars.as_str().starts_with(['*', '<', '['])
        }
        Some('\\') => {
            let escaped = chars.take(MAX_BACKSLASHES).find(|&c| c != '\\');
            escaped.is_some_and(|c| matches!(c, '.' | '/' | '?' | '*' | '+' | '-' | '(' | ')'))
        }
        _ => false,
    }
}

/// The length of the escape sequence of a string literal that a text starts with, without its backslash.
fn escape_len(text: &str) -> Option<usize> {
    let is_hex = |digits: &str| digits.bytes().all(|b| b.is_ascii_hexdigit());
    let hex = |len: usize| {
        text.get(1..=len)
            .filter(|digits| is_hex(digits))
            .map(|_| len + 1)
    };
    match text.as_bytes().first()? {
        b'a' | b'b' | b'e' | b'f' | b'n' | b'r' | b't' | b'v' => Some(1),
        b'x' => hex(2),
        b'u' => hex(4),
        b'U' => hex(8),
        _ => None,
    }
}

/// The length of the IPv6 address in brackets that a text starts with.
fn ipv6_len(text: &str) -> Option<usize> {
    const MAX_LEN: usize = "[0000:0000:0000:0000:0000:0000:255.255.255.255]".len();
    let end = text.bytes().take(MAX_LEN).position(|b| b == b']')?;
    counter::add(end + 1);
    text.get(1..end)?.parse::<Ipv6Addr>().ok()?;
    Some(end + 1)
}
