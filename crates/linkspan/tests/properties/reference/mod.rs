//! Reference implementation of the finder with its default options.
//!
//! It is slow and simple: it works on an array of code points, visits every character, and has no fast paths and no
//! prefilters. All positions are indices into that array. The rules for labels are in [`label`].

mod label;

use linkspan::property::{HostClass, host_class};
use linkspan::suffix::SuffixList;
use linkspan::uts58::{LinkTerm, is_link_email, link_term, terminate};

use self::label::{
    early_label_end, is_dot, is_label_char, is_listed, is_syntactic, to_ascii_domain,
    unspaced_prefix_len,
};

/// The default limit on the length of a link, in bytes.
const MAX_LINK_LEN: usize = 8192;

/// The links of a text as byte ranges.
pub(crate) fn find(text: &str) -> Vec<std::ops::Range<usize>> {
    let finder = ReferenceFinder {
        text,
        chars: text.char_indices().collect(),
    };
    let mut found = Vec::new();
    let (mut at, mut floor, mut host_floor) = (0, 0, 0);
    while at < finder.chars.len() {
        match finder.examine(at, floor, host_floor.max(floor)) {
            Outcome::Link(start, end) => {
                if finder.byte_offset(end) - finder.byte_offset(start) <= MAX_LINK_LEN {
                    found.push(finder.byte_offset(start)..finder.byte_offset(end));
                }
                (at, floor) = (end, end);
            }
            Outcome::NoLinkBefore(end) => (at, floor) = (end, end),
            Outcome::NoDomainBefore(end) => (at, host_floor) = (end, end),
            Outcome::NoLink => at += 1,
            Outcome::SkipTo(next) => at = next,
        }
    }
    found
}

/// The result of examining a candidate.
enum Outcome {
    /// A link from the first index to the second.
    Link(usize, usize),
    /// No link here, and no later link may start before this index.
    NoLinkBefore(usize),
    /// No link here, and no later domain may start before this index. A local part may.
    NoDomainBefore(usize),
    /// No link here; the next character is examined.
    NoLink,
    /// No link here; the next candidate is at or after this index.
    SkipTo(usize),
}

struct ReferenceFinder<'t> {
    text: &'t str,
    chars: Vec<(usize, char)>,
}

impl ReferenceFinder<'_> {
    fn byte_offset(&self, at: usize) -> usize {
        self.chars
            .get(at)
            .map_or(self.text.len(), |&(byte, _)| byte)
    }

    fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).map(|&(_, c)| c)
    }

    fn string(&self, from: usize, to: usize) -> String {
        self.chars[from..to].iter().map(|&(_, c)| c).collect()
    }

    fn starts_with(&self, at: usize, prefix: &str) -> bool {
        self.text[self.byte_offset(at)..].starts_with(prefix)
    }

    /// Where the link ends whose host and port end here, by [`terminate()`].
    fn terminate(&self, at: usize) -> usize {
        let end = terminate(self.text, self.byte_offset(at));
        (at..=self.chars.len())
            .find(|&at| self.byte_offset(at) == end)
            .unwrap()
    }

    /// Examines a character that may be part of a link: `://`, `@` or a dot.
    ///
    /// No link may start before `floor`, and no bare domain before `host_floor`.
    fn examine(&self, at: usize, floor: usize, host_floor: usize) -> Outcome {
        match self.char(at) {
            Some(':') if self.starts_with(at, "://") => self.url_with_scheme(at, floor),
            Some('@') => self.email(at, floor),
            Some(c) if is_dot(c) => self.bare_domain(at, floor, host_floor),
            _ => Outcome::NoLink,
        }
    }

    // Hosts

    /// The labels of the host characters from here on: start, end, and the dots that follow.
    fn labels(&self, start: usize) -> Vec<(usize, usize, Vec<char>)> {
        let mut labels = Vec::new();
        let mut at = start;
        while self.char(at).is_some_and(is_label_char) {
            let label_start = at;
            while self.char(at).is_some_and(is_label_char) {
                at += 1;
            }
            let label_end = at;
            let mut dots = Vec::new();
            while let Some(dot) = self.char(at).filter(|&c| is_dot(c)) {
                dots.push(dot);
                at += 1;
            }
            labels.push((label_start, label_end, dots));
        }
        // Dots after the last label do not separate labels.
        if let Some((_, _, dots)) = labels.last_mut() {
            dots.clear();
        }
        labels
    }

    /// Where the host ends that starts here. Its start is known, since it follows `://` or `@`.
    fn host_end(&self, start: usize, is_top_level: impl Fn(&str) -> bool) -> Option<usize> {
        let labels = self.labels(start);
        let mut has_ascii_dot = false;
        for (index, (label_start, label_end, dots)) in labels.iter().enumerate() {
            let label = self.string(*label_start, *label_end);
            let top_level_follows = labels.get(index + 1).is_some_and(|(start, end, dots)| {
                !matches!(dots[..], ['.']) && is_listed(&self.string(*start, *end))
            });
            if index > 0
                && let Some(length) = early_label_end(&label, dots, &is_top_level)
            {
                return Some(label_start + length);
            }
            match dots[..] {
                [] => return Some(*label_end),
                ['.'] => has_ascii_dot = true,
                [_] if index > 0 && is_listed(&label) && (has_ascii_dot || !top_level_follows) => {
                    return Some(*label_end);
                }
                [_] => {}
                _ if dots.iter().all(|&dot| dot == '.') => return None,
                _ => return Some(*label_end),
            }
        }
        None
    }

    // URLs with a scheme

    fn url_with_scheme(&self, colon: usize, floor: usize) -> Outcome {
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let mut start = colon;
        while start > floor && self.char(start - 1).is_some_and(is_scheme) {
            start -= 1;
        }
        while start < colon && !self.char(start).unwrap().is_ascii_alphabetic() {
            start += 1;
        }
        let authority = colon + 3;
        if start == colon {
            return Outcome::SkipTo(authority);
        }
        let (end, has_userinfo) = self.authority(authority);
        let scheme = self.string(start, colon).to_ascii_lowercase();
        if !["http", "https", "ftp", "ws", "wss"].contains(&&*scheme) {
            return Outcome::NoLinkBefore(self.terminate(end));
        }
        if has_userinfo {
            return Outcome::NoLinkBefore(self.terminate(end));
        }
        if end == authority {
            return Outcome::SkipTo(authority);
        }
        match self.host_after_scheme(authority) {
            Some(host_end) => self.url(start, host_end, end),
            None => {
                let mut host_chars_end = authority;
                while self
                    .char(host_chars_end)
                    .is_some_and(|c| is_label_char(c) || is_dot(c))
                {
                    host_chars_end += 1;
                }
                if self.starts_with(host_chars_end, "://") {
                    Outcome::SkipTo(authority)
                } else {
                    Outcome::NoLinkBefore(self.terminate(end))
                }
            }
        }
    }

    /// Where the authority ends that starts here, and whether it has a user name.
    fn authority(&self, start: usize) -> (usize, bool) {
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
        (end, at.is_some())
    }

    /// Where the host of a URL with a scheme ends, if it is valid.
    fn host_after_scheme(&self, start: usize) -> Option<usize> {
        if self.char(start) == Some('[') {
            let end = (start..self.chars.len()).find(|&at| self.char(at) == Some(']'))?;
            let address = self.string(start + 1, end);
            return address.parse::<std::net::Ipv6Addr>().ok().map(|_| end + 1);
        }
        let end = self.host_end(start, is_syntactic)?;
        let host = self.string(start, end);
        let last = host.rsplit('.').next().unwrap();
        let is_valid = if last.chars().all(|c| c.is_ascii_digit()) {
            host.parse::<std::net::Ipv4Addr>().is_ok()
        } else {
            to_ascii_domain(&host)
                .is_some_and(|name| is_syntactic(name.rsplit('.').next().unwrap()))
        };
        (is_valid && !self.starts_with(end, "://")).then_some(end)
    }

    /// A URL whose host is valid. If its port is invalid, no link may start before `authority_end`.
    fn url(&self, start: usize, host_end: usize, authority_end: usize) -> Outcome {
        if self.char(host_end) == Some('.') && self.char(host_end - 1) != Some(']') {
            // The root dot is part of the host if a path, query or fragment follows.
            match self.link_end(host_end + 1) {
                Ok(end) if Ok(end) > self.port_end(host_end + 1) => {
                    return Outcome::Link(start, end);
                }
                Ok(_) => {}
                Err(end) => return Outcome::NoLinkBefore(self.terminate(end.max(authority_end))),
            }
        }
        match self.link_end(host_end) {
            Ok(end) => Outcome::Link(start, end),
            Err(end) => Outcome::NoLinkBefore(self.terminate(end.max(authority_end))),
        }
    }

    /// Where the link ends whose host ends here. The error is the end of an invalid port.
    fn link_end(&self, host_end: usize) -> Result<usize, usize> {
        let port_end = self.port_end(host_end)?;
        let mut end = self.terminate(port_end);
        if end > port_end && self.char(end - 1) == Some('?') {
            end -= 1;
            while end > port_end && link_term(self.char(end - 1).unwrap()) == LinkTerm::Soft {
                end -= 1;
            }
        }
        Ok(end)
    }

    /// Where the port after the host ends, if there is one. The error is the end of an invalid port.
    fn port_end(&self, at: usize) -> Result<usize, usize> {
        let mut end = at + 1;
        while self.char(end).is_some_and(|c| c.is_ascii_digit()) {
            end += 1;
        }
        let letter_follows = self.char(end).is_some_and(|c| c.is_ascii_alphabetic());
        if self.char(at) != Some(':') || end == at + 1 || letter_follows {
            return Ok(at);
        }
        let digits = self.string(at + 1, end);
        if digits.len() <= 5 && digits.parse::<u16>().is_ok() {
            Ok(end)
        } else {
            Err(end)
        }
    }

    // Bare domains

    fn bare_domain(&self, dot: usize, floor: usize, host_floor: usize) -> Outcome {
        let labels = self.labels(dot + 1);
        let Some((label_start, label_end, dots)) = labels.first() else {
            return Outcome::NoLink;
        };
        let label = self.string(*label_start, *label_end);
        let end = match early_label_end(&label, dots, &is_listed) {
            Some(length) => label_start + length,
            None if !is_listed(&label) => return Outcome::NoLink,
            None => {
                let top_level_follows = labels.get(1).is_some_and(|(start, end, dots)| {
                    !matches!(dots[..], ['.']) && is_listed(&self.string(*start, *end))
                });
                match dots[..] {
                    ['.'] => return Outcome::NoLink,
                    [_] if top_level_follows && self.char(dot) != Some('.') => {
                        return Outcome::NoLink;
                    }
                    [] | [_] => *label_end,
                    _ if dots.iter().all(|&dot| dot == '.') => return Outcome::NoLink,
                    _ => *label_end,
                }
            }
        };
        if self.starts_with(end, "://") {
            return Outcome::SkipTo(end);
        }
        let Some(start) = self.bare_domain_start(dot, end, host_floor) else {
            return Outcome::NoDomainBefore(end);
        };
        let before = start.checked_sub(1).and_then(|before| self.char(before));
        let directory_end = start.checked_sub(2).and_then(|at| self.char(at));
        let in_directory = directory_end.is_some_and(|c| c == '~' || is_label_char(c) || is_dot(c));
        let in_file_path = before == Some('\\') || (before == Some('/') && in_directory);
        if before == Some('@') || (in_file_path && start > floor) {
            return Outcome::NoDomainBefore(end);
        }
        let has_tail = self.char(end).is_some_and(|c| "/?#".contains(c));
        if !has_tail && self.port_end(end) == Ok(end) {
            // The domain may be in the local part of an email address. If that is invalid, there is no link.
            let mut at = end;
            while self.char(at).is_some_and(is_link_email) {
                at += 1;
            }
            let is_near = self.byte_offset(at) - self.byte_offset(start) <= 128;
            if self.char(at) == Some('@') && is_near && self.domain_after(at).is_some() {
                return Outcome::SkipTo(at);
            }
            if self.char(end) == Some('@') {
                return Outcome::NoDomainBefore(end);
            }
        }
        self.url(start, end, end)
    }

    /// Where the domain starts whose last label is between `dot` and `end`, if it is valid.
    fn bare_domain_start(&self, dot: usize, end: usize, floor: usize) -> Option<usize> {
        // Where the label starts that ends here.
        let label_start = |label_end: usize| {
            let mut start = label_end;
            while start > floor && self.char(start - 1).is_some_and(is_label_char) {
                start -= 1;
            }
            start
        };
        let mut has_ascii_dot = self.char(dot) == Some('.');
        let non_ascii_before = dot > floor && !self.char(dot - 1).unwrap().is_ascii();
        if !has_ascii_dot && non_ascii_before && self.string(dot + 1, end).is_ascii() {
            return None;
        }
        let mut label_end = dot;
        let start = loop {
            let start = label_start(label_end);
            if start == label_end {
                return None;
            }
            let unspaced_prefix = unspaced_prefix_len(&self.string(start, label_end));
            let separator = (start > floor)
                .then(|| self.char(start - 1).unwrap())
                .filter(|&c| is_dot(c));
            match separator {
                None => break start + unspaced_prefix.unwrap_or(0),
                Some('.') => {
                    let nothing_before = label_start(start - 1) == start - 1
                        && !(start - 1 > floor && self.char(start - 2).is_some_and(is_dot));
                    if nothing_before {
                        return None;
                    }
                    has_ascii_dot = true;
                }
                Some(_) => {
                    let nothing_before = label_start(start - 1) == start - 1;
                    if has_ascii_dot
                        || unspaced_prefix.is_some()
                        || (nothing_before
                            && !(start - 1 > floor && self.char(start - 2).is_some_and(is_dot)))
                    {
                        break start + unspaced_prefix.unwrap_or(0);
                    }
                }
            }
            label_end = start - 1;
        };
        let is_valid = |start: usize| {
            to_ascii_domain(&self.string(start, end)).is_some_and(|name| {
                let labels = name.split('.').count();
                labels
                    > SuffixList::embedded()
                        .public_suffix(&name)
                        .split('.')
                        .count()
                    && is_listed(name.rsplit('.').next().unwrap())
            })
        };
        if is_valid(start) {
            return Some(start);
        }
        // A prefix of letters with a hyphen, as in Hebrew, or underscores as markup may precede the name.
        let mut hyphen = start;
        while self
            .char(hyphen)
            .is_some_and(|c| host_class(c) == HostClass::Letter)
        {
            hyphen += 1;
        }
        let name = if hyphen > start && hyphen < end && self.char(hyphen) == Some('-') {
            hyphen + 1
        } else {
            (start..end)
                .find(|&at| self.char(at) != Some('_'))
                .unwrap_or(end)
        };
        let starts_name = self.char(name).is_some_and(|c| c.is_ascii_alphanumeric());
        (name > start && name < end && starts_name && is_valid(name)).then_some(name)
    }

    // Email addresses

    /// Where the domain after an `@` ends, if it is valid.
    fn domain_after(&self, at: usize) -> Option<usize> {
        let end = self.host_end(at + 1, is_listed)?;
        let name = to_ascii_domain(&self.string(at + 1, end))?;
        let suffix = SuffixList::embedded().public_suffix(&name);
        let is_registrable = name.split('.').count() > suffix.split('.').count();
        (is_registrable && is_listed(name.rsplit('.').next().unwrap())).then_some(end)
    }

    fn email(&self, at: usize, floor: usize) -> Outcome {
        let Some(end) = self.domain_after(at) else {
            return Outcome::NoLink;
        };
        let mut start = at;
        while start > floor && self.char(start - 1).is_some_and(is_link_email) {
            start -= 1;
        }
        let local = self.string(start, at);
        let is_invalid = local.is_empty()
            || local.starts_with('.')
            || local.ends_with('.')
            || local.contains("..")
            || local.len() > 64;
        if is_invalid {
            return Outcome::NoLinkBefore(end);
        }
        let has_mailto = start >= floor + 7
            && self
                .string(start - 7, start)
                .eq_ignore_ascii_case("mailto:");
        Outcome::Link(if has_mailto { start - 7 } else { start }, end)
    }
}
