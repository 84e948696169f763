//! URLs with a scheme in the reference implementation.

use linkspan::options::{Delimiters, IpHosts, OneLabelHosts, UnknownSchemes, Userinfo};
use linkspan::uts58::{LinkTerm, link_term};

use super::ending::is_scheme_char;
use super::label::{is_dot, is_label_char, to_ascii_domain};
use super::{Outcome, ReferenceFinder};

impl ReferenceFinder<'_> {
    pub(super) fn url_with_scheme(&self, colon: usize, floor: usize) -> Outcome {
        let authority = colon + 3;
        let Some((start, scheme)) = self.scheme(colon, floor) else {
            return Outcome::SkipTo(authority);
        };
        let (end, at) = self.authority(authority);
        let no_link = || Outcome::NoLinkBefore(self.link_end(start, end));
        if !self.rules.schemes.contains(&scheme) {
            return self.url_with_unknown_scheme(start, &scheme, authority);
        }
        let needs_server = ["http", "https", "ws", "wss", "ftp"].contains(&&*scheme);
        if end == authority && needs_server {
            return Outcome::SkipTo(authority);
        }
        if self.refuses_userinfo(&scheme, authority, at) {
            return no_link();
        }
        let host = at.map_or(authority, |at| at + 1);
        let is_host_char = |at: &usize| {
            self.char(*at)
                .is_some_and(|c| is_label_char(c) || is_dot(c))
        };
        let host_chars = (host..self.chars.len()).take_while(is_host_char).count();
        let is_scheme = self.starts_with(host + host_chars, "://");
        match self.host_after_scheme(host) {
            Some(host_end) if self.has_placeholder(host_end) || self.is_defanged(host_end) => {
                no_link()
            }
            Some(host_end) => self.url(start, host_end, end),
            None if is_scheme => Outcome::SkipTo(host),
            // In other schemes, the host may be a single label or empty.
            None if !needs_server
                && self.char(host) != Some('[')
                && !self.string(host, end).contains(is_dot) =>
            {
                self.url_with_any_host(start, &scheme, authority)
            }
            None => no_link(),
        }
    }

    /// Whether a URL is not linked because of its user name.
    fn refuses_userinfo(&self, scheme: &str, authority: usize, at: Option<usize>) -> bool {
        let is_special = ["http", "https", "ws", "wss", "ftp", "file"].contains(&scheme);
        at.is_some_and(|at| {
            self.rules.userinfo == Userinfo::Skip
                || is_special && self.string(authority, at).contains('\\')
        })
    }

    /// Whether a dot or colon that no program should link is here.
    fn is_defanged(&self, at: usize) -> bool {
        let next = self
            .string(at, self.chars.len().min(at + 5))
            .to_ascii_lowercase();
        let defanged = ["[.]", "(.)", "{.}", "[dot]", "(dot)", "[:]"];
        defanged.iter().any(|dot| next.starts_with(dot))
    }

    /// The start of the scheme before a colon, and the scheme in lower case.
    pub(super) fn scheme(&self, colon: usize, floor: usize) -> Option<(usize, String)> {
        let mut run = colon;
        while run > floor && self.char(run - 1).is_some_and(is_scheme_char) {
            run -= 1;
        }
        let from = |start: usize| (start, self.string(start, colon).to_ascii_lowercase());
        let is_listed = |start: &usize| self.rules.schemes.contains(&from(*start).1);
        let first_letter =
            |run: usize| (run..colon).find(|&at| self.char(at).unwrap().is_ascii_alphabetic());
        let mut sequence_end = None;
        if !first_letter(run).is_some_and(|start| is_listed(&start)) {
            // The end of a control sequence is not part of the scheme.
            let start = first_letter(run)?;
            sequence_end = self.control_sequence_before(start, colon, floor);
            run = sequence_end.unwrap_or(run);
        }
        let start = first_letter(run)?;
        // A scheme may follow an escape sequence of a string literal.
        let escape_len = match self.char(run)? {
            'a' | 'b' | 'e' | 'f' | 'n' | 'r' | 't' | 'v' => 1,
            'x' => 3,
            'u' => 5,
            'U' => 9,
            _ => 0,
        };
        let escape_end = (run + escape_len).min(colon);
        let is_escape = self.char_before(run) == Some('\\')
            && sequence_end.is_none()
            && escape_len > 0
            && (run + 1..escape_end).all(|at| self.char(at).unwrap().is_ascii_hexdigit());
        // Or a separator.
        let is_separator = |c: char| match self.rules.unknown_schemes {
            UnknownSchemes::Link => "-.".contains(c),
            _ => "+-.".contains(c),
        };
        let separator = (start..colon).rfind(|&at| self.char(at).is_some_and(is_separator));
        let candidates = [
            Some(start),
            Some(escape_end).filter(|_| is_escape),
            separator.map(|at| at + 1),
        ];
        let listed = candidates.into_iter().flatten().find(is_listed);
        Some(from(listed.unwrap_or(start)))
    }

    /// Where the control sequence ends that starts before `start` and ends inside the name.
    pub(super) fn control_sequence_before(
        &self,
        start: usize,
        end: usize,
        floor: usize,
    ) -> Option<usize> {
        let has_parameters = |escape: &usize| {
            let parameters = self.string((escape + 2).min(start), start);
            parameters
                .chars()
                .all(|c| c.is_ascii_digit() || ";?".contains(c))
        };
        let sequence_ends = (floor..start)
            .filter(has_parameters)
            .filter_map(|escape| self.control_sequence_end(escape));
        let mut inside = sequence_ends.filter(|at| (start..=end).contains(at));
        inside.next_back()
    }

    /// Where the terminal control sequence (ECMA-48) without spaces ends that starts here, if there is one. Strings are
    /// not considered, nor are sequences of two characters, except for the one that ends strings.
    fn control_sequence_end(&self, escape: usize) -> Option<usize> {
        if self.char(escape) != Some('\u{1B}') {
            return None;
        }
        let skip = |mut at: usize, range: std::ops::RangeInclusive<char>| {
            while self.char(at).is_some_and(|c| range.contains(&c)) {
                at += 1;
            }
            at
        };
        let end = match self.char(escape + 1)? {
            '[' => skip(skip(escape + 2, '0'..='?'), '!'..='/'),
            '(' | ')' => skip(escape + 1, '!'..='/'),
            '\\' => escape + 1,
            _ => return None,
        };
        let is_final = self.char(end).is_some_and(|c| ('0'..='~').contains(&c));
        is_final.then_some(end + 1)
    }

    /// Where the authority ends that starts here, and the `@` after its user name.
    fn authority(&self, start: usize) -> (usize, Option<usize>) {
        // An authority with a user name may contain these characters.
        let mut limit = start;
        while self.char(limit).is_some_and(|c| {
            !"/?#".contains(c) && (link_term(c) == LinkTerm::Include || ".:@[]!,;".contains(c))
        }) {
            // A closing bracket without an opening one ends the authority.
            if self.char(limit) == Some(']') {
                let before = self.string(start, limit);
                if !before.contains('[') || before.rfind(']') > before.rfind('[') {
                    break;
                }
            }
            limit += 1;
        }
        let at = (start..limit).rev().find(|&at| self.char(at) == Some('@'));
        let host_start = at.map_or(start, |at| at + 1);
        let is_punctuation = |at: &usize| "!,;".contains(self.char(*at).unwrap());
        let mut end = (host_start..limit).find(is_punctuation).unwrap_or(limit);
        if !self.char(end).is_some_and(|c| "/?#".contains(c)) {
            while end > start && ".:".contains(self.char(end - 1).unwrap()) {
                end -= 1;
            }
        }
        (end, at)
    }

    /// Where the host of a URL with a scheme ends, if it is valid.
    fn host_after_scheme(&self, start: usize) -> Option<usize> {
        let allows_ip = self.rules.ip_hosts == IpHosts::Link;
        if self.char(start) == Some('[') {
            let end = (start..self.chars.len()).find(|&at| self.char(at) == Some(']'))?;
            let address = self.string(start + 1, end);
            let is_valid = allows_ip && address.parse::<std::net::Ipv6Addr>().is_ok();
            return is_valid.then_some(end + 1);
        }
        let end = self.host_end(start, self.rules.scheme_tld)?;
        let host = self.string(start, end);
        let is_scheme =
            !host.contains(is_dot) || self.rules.schemes.contains(&host.to_ascii_lowercase());
        if is_scheme && self.starts_with(end, "://") {
            return None;
        }
        let last = host.rsplit('.').next().unwrap();
        let is_valid = if last.chars().all(|c| c.is_ascii_digit()) {
            allows_ip && host.parse::<std::net::Ipv4Addr>().is_ok()
        } else {
            let name = to_ascii_domain(&host, &self.rules.suffixes)?;
            match name.rsplit_once('.') {
                Some((_, last)) => self.is_top_level(self.rules.scheme_tld, last),
                None => self.rules.one_label_hosts == OneLabelHosts::Link,
            }
        };
        is_valid.then_some(end)
    }

    /// A URL whose scheme is not in the list.
    fn url_with_unknown_scheme(&self, start: usize, scheme: &str, authority: usize) -> Outcome {
        let is_refused = self.rules.unknown_schemes == UnknownSchemes::Skip
            || scheme.len() == 1
            || ["hxxp", "hxxps", "hxtp", "hxtps", "fxp"].contains(&scheme);
        if is_refused {
            let end = self.any_authority_end(authority);
            return Outcome::NoLinkBefore(self.link_end(start, end));
        }
        self.url_with_any_host(start, scheme, authority)
    }

    fn any_authority_end(&self, authority: usize) -> usize {
        let (mut end, _) = self.authority(authority);
        if self.rules.delimiters == Delimiters::Code {
            let is_end = |at: &usize| "|\\$%".contains(self.char(*at).unwrap());
            end = (authority..end).find(is_end).unwrap_or(end);
        }
        end
    }

    /// A URL whose host is not checked, but it starts like a host.
    fn url_with_any_host(&self, start: usize, scheme: &str, authority: usize) -> Outcome {
        let end = self.any_authority_end(authority);
        let at = (authority..end).rfind(|&at| self.char(at) == Some('@'));
        let host = at.map_or(authority, |at| at + 1);
        let is_refused = self.refuses_userinfo(scheme, authority, at)
            || (host..=end).any(|at| self.is_defanged(at))
            || end > host && self.has_placeholder(end);
        let link_end = self.link_end(start, end);
        if is_refused {
            return Outcome::NoLinkBefore(link_end);
        }
        let mut host_end = end;
        if link_end == end {
            // Nothing follows, so dots and colons at the end belong to the sentence.
            while host_end > host && ".:".contains(self.char(host_end - 1).unwrap()) {
                host_end -= 1;
            }
        }
        let starts_host = self
            .char(host)
            .is_some_and(|c| c.is_alphanumeric() || c == '[');
        let is_empty = host_end == host;
        if is_empty && link_end == end || !is_empty && !starts_host {
            return Outcome::NoLinkBefore(link_end);
        }
        Outcome::Link(start, if link_end == end { host_end } else { link_end })
    }

    /// Whether a placeholder or an operator of a regular expression directly follows the host.
    pub(super) fn has_placeholder(&self, host_end: usize) -> bool {
        let next_is_one_of = |at: usize, set: &str| self.char(at).is_some_and(|c| set.contains(c));
        let mut backslashes = 0;
        while self.char(host_end + backslashes) == Some('\\') {
            backslashes += 1;
        }
        self.rules.delimiters != Delimiters::Standard
            && match self.char(host_end) {
                Some('{' | '$' | '%') => true,
                Some(':') => next_is_one_of(host_end + 1, "{$%<"),
                Some('.' | '-') => next_is_one_of(host_end + 1, "{$%*<["),
                Some('\\') => {
                    backslashes <= 4 && next_is_one_of(host_end + backslashes, "./?*+-()")
                }
                _ => false,
            }
    }
}
