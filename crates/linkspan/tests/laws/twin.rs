//! The finder once more, plain and slow: code points in an array, every question asked anew at every
//! place, nothing bounded, nothing remembered.

use linkspan::property::{HostClass, host_class};
use linkspan::{LinkTerm, SuffixList, is_link_email, link_term, terminate};

/// The links of a text by the default options, as byte ranges.
pub(crate) fn find(text: &str) -> Vec<std::ops::Range<usize>> {
    let twin = Twin {
        text,
        chars: text.char_indices().collect(),
    };
    let mut found = Vec::new();
    let (mut at, mut floor, mut host_floor) = (0, 0, 0);
    while at < twin.chars.len() {
        match twin.look(at, floor, host_floor.max(floor)) {
            Seen::Link(start, end) => {
                if twin.byte(end) - twin.byte(start) <= 8192 {
                    found.push(twin.byte(start)..twin.byte(end));
                }
                (at, floor) = (end, end);
            }
            Seen::NothingUpTo(end) => (at, floor) = (end, end),
            Seen::NoDomainUpTo(end) => (at, host_floor) = (end, end),
            Seen::Nothing => at += 1,
            Seen::NothingHere(next) => at = next,
        }
    }
    found
}

enum Seen {
    Link(usize, usize),
    /// No link, and what is before this place belongs to none.
    NothingUpTo(usize),
    /// No link, and what is before this place belongs to no domain.
    NoDomainUpTo(usize),
    Nothing,
    /// No link, and nothing to look at before this place.
    NothingHere(usize),
}

struct Twin<'t> {
    text: &'t str,
    chars: Vec<(usize, char)>,
}

impl Twin<'_> {
    fn byte(&self, at: usize) -> usize {
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

    fn starts_with(&self, at: usize, what: &str) -> bool {
        self.text[self.byte(at)..].starts_with(what)
    }

    fn terminate(&self, at: usize) -> usize {
        let end = terminate(self.text, self.byte(at));
        (at..=self.chars.len())
            .find(|&at| self.byte(at) == end)
            .unwrap()
    }

    fn look(&self, at: usize, floor: usize, host_floor: usize) -> Seen {
        match self.char(at) {
            Some(':') if self.starts_with(at, "://") => self.scheme(at, floor),
            Some('@') => self.email(at, floor),
            Some(c) if is_dot(c) => self.bare(at, floor, host_floor),
            _ => Seen::Nothing,
        }
    }

    // ----- hosts

    /// The labels of the run of host characters from here on: their bounds, and the dots after them.
    fn labels(&self, start: usize) -> Vec<(usize, usize, Vec<char>)> {
        let mut labels = Vec::new();
        let mut at = start;
        while self.char(at).is_some_and(is_label) {
            let label_start = at;
            while self.char(at).is_some_and(is_label) {
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
        // Dots at the very end separate nothing.
        if let Some((_, _, dots)) = labels.last_mut() {
            dots.clear();
        }
        labels
    }

    /// Where the host ends that starts here, and whether it is an anchored one's business at all.
    fn host_end(&self, start: usize, is_top_level: impl Fn(&str) -> bool) -> Option<usize> {
        let labels = self.labels(start);
        let mut ascii_dot = false;
        for (index, (label_start, label_end, dots)) in labels.iter().enumerate() {
            let label = self.string(*label_start, *label_end);
            let next_alone = labels.get(index + 1).is_some_and(|(start, end, dots)| {
                !matches!(dots[..], ['.']) && is_listed(&self.string(*start, *end))
            });
            if index > 0 {
                if let Some(cut) = cut(&label, dots, &is_top_level) {
                    return Some(label_start + cut);
                }
            }
            match dots[..] {
                [] => return Some(*label_end),
                ['.'] => ascii_dot = true,
                [_] if index > 0 && is_listed(&label) && (ascii_dot || !next_alone) => {
                    return Some(*label_end);
                }
                [_] => {}
                _ if dots.iter().all(|&dot| dot == '.') => return None,
                _ => return Some(*label_end),
            }
        }
        None
    }

    // ----- URLs with a scheme

    fn scheme(&self, colon: usize, floor: usize) -> Seen {
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
            return Seen::NothingHere(authority);
        }
        let (end, user) = self.authority(authority);
        let scheme = self.string(start, colon).to_ascii_lowercase();
        if !["http", "https", "ftp", "ws", "wss"].contains(&&*scheme) {
            return Seen::NothingUpTo(self.terminate(end));
        }
        if user {
            return Seen::NothingUpTo(self.terminate(end));
        }
        if end == authority {
            return Seen::NothingHere(authority);
        }
        match self.scheme_host(authority) {
            Some(host_end) => self.url(start, host_end, end),
            None => {
                let mut run = authority;
                while self.char(run).is_some_and(|c| is_label(c) || is_dot(c)) {
                    run += 1;
                }
                if self.starts_with(run, "://") {
                    Seen::NothingHere(authority)
                } else {
                    Seen::NothingUpTo(self.terminate(end))
                }
            }
        }
    }

    /// Where the authority ends that starts here, and whether a user name is in it.
    fn authority(&self, start: usize) -> (usize, bool) {
        // All that could be in an authority with a user name.
        let mut limit = start;
        while self.char(limit).is_some_and(|c| {
            !"/?#".contains(c) && (link_term(c) == LinkTerm::Include || ".:@[]!,;".contains(c))
        }) {
            // A bracket that was not opened in the authority is not in it.
            if self.char(limit) == Some(']') {
                let before = self.string(start, limit);
                if !before.contains('[') || before.rfind(']') > before.rfind('[') {
                    break;
                }
            }
            limit += 1;
        }
        let at = (start..limit).rev().find(|&at| self.char(at) == Some('@'));
        let from = at.map_or(start, |at| at + 1);
        let is_mark = |at: &usize| "!,;".contains(self.char(*at).unwrap());
        let mut end = (from..limit).find(is_mark).unwrap_or(limit);
        if !self.char(end).is_some_and(|c| "/?#".contains(c)) {
            while end > start && ".:".contains(self.char(end - 1).unwrap()) {
                end -= 1;
            }
        }
        (end, at.is_some())
    }

    fn scheme_host(&self, start: usize) -> Option<usize> {
        if self.char(start) == Some('[') {
            let end = (start..self.chars.len()).find(|&at| self.char(at) == Some(']'))?;
            let address = self.string(start + 1, end);
            return address.parse::<std::net::Ipv6Addr>().ok().map(|_| end + 1);
        }
        let end = self.host_end(start, is_syntactic)?;
        let host = self.string(start, end);
        let last = host.rsplit('.').next().unwrap();
        let accepted = if last.chars().all(|c| c.is_ascii_digit()) {
            host.parse::<std::net::Ipv4Addr>().is_ok()
        } else {
            domain(&host).is_some_and(|name| is_syntactic(name.rsplit('.').next().unwrap()))
        };
        (accepted && !self.starts_with(end, "://")).then_some(end)
    }

    fn url(&self, start: usize, host_end: usize, skip_to: usize) -> Seen {
        if self.char(host_end) == Some('.') && self.char(host_end - 1) != Some(']') {
            // The root dot is part of the host if path, query or fragment follows.
            match self.tail_end(host_end + 1) {
                Ok(end) if Ok(end) > self.port(host_end + 1) => return Seen::Link(start, end),
                Ok(_) => {}
                Err(end) => return Seen::NothingUpTo(self.terminate(end.max(skip_to))),
            }
        }
        match self.tail_end(host_end) {
            Ok(end) => Seen::Link(start, end),
            Err(end) => Seen::NothingUpTo(self.terminate(end.max(skip_to))),
        }
    }

    /// Where a link ends whose host ends here, or where a number ends that is no port.
    fn tail_end(&self, host_end: usize) -> Result<usize, usize> {
        let port_end = self.port(host_end)?;
        let mut end = self.terminate(port_end);
        if end > port_end && self.char(end - 1) == Some('?') {
            end -= 1;
            while end > port_end && link_term(self.char(end - 1).unwrap()) == LinkTerm::Soft {
                end -= 1;
            }
        }
        Ok(end)
    }

    /// Where the port ends, if there is one, or where a number ends that is none.
    fn port(&self, at: usize) -> Result<usize, usize> {
        let mut end = at + 1;
        while self.char(end).is_some_and(|c| c.is_ascii_digit()) {
            end += 1;
        }
        let letter = self.char(end).is_some_and(|c| c.is_ascii_alphabetic());
        if self.char(at) != Some(':') || end == at + 1 || letter {
            return Ok(at);
        }
        let digits = self.string(at + 1, end);
        if digits.len() <= 5 && digits.parse::<u16>().is_ok() {
            Ok(end)
        } else {
            Err(end)
        }
    }

    // ----- bare domains

    fn bare(&self, dot: usize, floor: usize, host_floor: usize) -> Seen {
        let labels = self.labels(dot + 1);
        let Some((label_start, label_end, dots)) = labels.first() else {
            return Seen::Nothing;
        };
        let label = self.string(*label_start, *label_end);
        let end = match cut(&label, dots, &is_listed) {
            Some(cut) => label_start + cut,
            None if !is_listed(&label) => return Seen::Nothing,
            None => {
                let next_alone = labels.get(1).is_some_and(|(start, end, dots)| {
                    !matches!(dots[..], ['.']) && is_listed(&self.string(*start, *end))
                });
                match dots[..] {
                    ['.'] => return Seen::Nothing,
                    [_] if next_alone && self.char(dot) != Some('.') => return Seen::Nothing,
                    [] | [_] => *label_end,
                    _ if dots.iter().all(|&dot| dot == '.') => return Seen::Nothing,
                    _ => *label_end,
                }
            }
        };
        if self.starts_with(end, "://") {
            return Seen::NothingHere(end);
        }
        let Some(start) = self.bare_start(dot, end, host_floor) else {
            return Seen::NoDomainUpTo(end);
        };
        let before = start.checked_sub(1).and_then(|before| self.char(before));
        let folder = start.checked_sub(2).and_then(|folder| self.char(folder));
        let in_folder = folder.is_some_and(|c| c == '~' || is_label(c) || is_dot(c));
        let path = before == Some('\\') || (before == Some('/') && in_folder);
        if before == Some('@') || (path && start > floor) {
            return Seen::NoDomainUpTo(end);
        }
        let tail = self.char(end).is_some_and(|c| "/?#".contains(c));
        if !tail && self.port(end) == Ok(end) {
            // The email address wins, and if it is none there is no link at all.
            let mut at = end;
            while self.char(at).is_some_and(is_link_email) {
                at += 1;
            }
            let near = self.byte(at) - self.byte(start) <= 128;
            if self.char(at) == Some('@') && near && self.domain_after(at).is_some() {
                return Seen::NothingHere(at);
            }
            if self.char(end) == Some('@') {
                return Seen::NoDomainUpTo(end);
            }
        }
        self.url(start, end, end)
    }

    /// Where the domain starts whose last label is between `dot` and `end`.
    fn bare_start(&self, dot: usize, end: usize, floor: usize) -> Option<usize> {
        // The label that ends here, from its first character or from where it is glued on.
        let label_start = |label_end: usize| {
            let mut start = label_end;
            while start > floor && self.char(start - 1).is_some_and(is_label) {
                start -= 1;
            }
            start
        };
        let mut ascii_dot = self.char(dot) == Some('.');
        let words_before = dot > floor && !self.char(dot - 1).unwrap().is_ascii();
        if !ascii_dot && words_before && self.string(dot + 1, end).is_ascii() {
            return None;
        }
        let mut label_end = dot;
        let start = loop {
            let start = label_start(label_end);
            if start == label_end {
                return None;
            }
            let glued = glued(&self.string(start, label_end));
            let separator = (start > floor)
                .then(|| self.char(start - 1).unwrap())
                .filter(|&c| is_dot(c));
            match separator {
                None => break start + glued.unwrap_or(0),
                Some('.') => {
                    let nothing_before = label_start(start - 1) == start - 1
                        && !(start - 1 > floor && self.char(start - 2).is_some_and(is_dot));
                    if nothing_before {
                        return None;
                    }
                    ascii_dot = true;
                }
                Some(_) => {
                    let nothing_before = label_start(start - 1) == start - 1;
                    if ascii_dot
                        || glued.is_some()
                        || (nothing_before
                            && !(start - 1 > floor && self.char(start - 2).is_some_and(is_dot)))
                    {
                        break start + glued.unwrap_or(0);
                    }
                }
            }
            label_end = start - 1;
        };
        let accept = |start: usize| {
            domain(&self.string(start, end)).is_some_and(|name| {
                let labels = name.split('.').count();
                labels
                    > SuffixList::embedded()
                        .public_suffix(&name)
                        .split('.')
                        .count()
                    && is_listed(name.rsplit('.').next().unwrap())
            })
        };
        if accept(start) {
            return Some(start);
        }
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
        (name > start && name < end && starts_name && accept(name)).then_some(name)
    }

    // ----- email addresses

    fn domain_after(&self, at: usize) -> Option<usize> {
        let end = self.host_end(at + 1, is_listed)?;
        let name = domain(&self.string(at + 1, end))?;
        let suffix = SuffixList::embedded().public_suffix(&name);
        let registrable = name.split('.').count() > suffix.split('.').count();
        (registrable && is_listed(name.rsplit('.').next().unwrap())).then_some(end)
    }

    fn email(&self, at: usize, floor: usize) -> Seen {
        let Some(end) = self.domain_after(at) else {
            return Seen::Nothing;
        };
        let mut start = at;
        while start > floor && self.char(start - 1).is_some_and(is_link_email) {
            start -= 1;
        }
        let local = self.string(start, at);
        let bad = local.is_empty()
            || local.starts_with('.')
            || local.ends_with('.')
            || local.contains("..")
            || local.len() > 64;
        if bad {
            return Seen::NothingUpTo(end);
        }
        let mailto = start >= floor + 7
            && self
                .string(start - 7, start)
                .eq_ignore_ascii_case("mailto:");
        Seen::Link(if mailto { start - 7 } else { start }, end)
    }
}

fn is_dot(c: char) -> bool {
    host_class(c) == HostClass::Dot
}

fn is_label(c: char) -> bool {
    !matches!(host_class(c), HostClass::Dot | HostClass::Outside)
}

fn is_listed(label: &str) -> bool {
    SuffixList::embedded().is_top_level(label)
}

/// A domain in ASCII form, if it is one at all: labels, lengths, hyphens, underscores.
fn domain(host: &str) -> Option<String> {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
    let allowed = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "-_.".contains(c);
    // More characters than a domain has octets are not believed, even if UTS #46 drops some.
    if !host.chars().all(allowed) || host.chars().count() > 253 {
        return None;
    }
    let name = Uts46::new()
        .to_ascii(
            host.as_bytes(),
            AsciiDenyList::URL,
            Hyphens::CheckFirstLast,
            DnsLength::Verify,
        )
        .ok()?
        .into_owned();
    let labels: Vec<_> = name.split('.').collect();
    let hyphens = labels
        .iter()
        .any(|label| label.starts_with('-') || label.ends_with('-'));
    let suffix = SuffixList::embedded()
        .public_suffix(&name)
        .split('.')
        .count();
    let underscore = labels
        .iter()
        .rev()
        .take(suffix + 1)
        .any(|label| label.contains('_'));
    let number = labels.last()?.chars().all(|c| c.is_ascii_digit());
    (labels.len() >= 2 && !hyphens && !underscore && !number && name.chars().all(allowed))
        .then_some(name)
}

/// Whether a label has the form of a top-level domain.
fn is_syntactic(label: &str) -> bool {
    let (unicode, valid) = idna::domain_to_unicode(label);
    if unicode.is_ascii() {
        return unicode.len() >= 2 && unicode.chars().all(|c| c.is_ascii_alphabetic());
    }
    valid.is_ok() && unicode.chars().all(is_letter)
}

fn is_letter(c: char) -> bool {
    matches!(
        host_class(c),
        HostClass::Latin | HostClass::Letter | HostClass::Unspaced
    )
}

/// How many characters of a label are words that an ASCII name is glued to.
fn glued(label: &str) -> Option<usize> {
    let words = label
        .chars()
        .take_while(|&c| {
            !c.is_ascii() && matches!(host_class(c), HostClass::Unspaced | HostClass::Other)
        })
        .count();
    let name: String = label.chars().skip(words).collect();
    let first = name.chars().next()?;
    (words > 0 && name.is_ascii() && (first.is_ascii_alphanumeric() || first == '_'))
        .then_some(words)
}

/// After how many characters a label ends although it goes on; `dots` stand after it.
fn cut(label: &str, dots: &[char], is_top_level: &impl Fn(&str) -> bool) -> Option<usize> {
    let letters: String = label.chars().take_while(|&c| is_letter(c)).collect();
    let count = letters.chars().count();
    let after: String = label.chars().skip(count).collect();
    if !after.is_empty() && after.chars().all(|c| c == '_') {
        let is_end = dots.is_empty() || (dots.len() > 1 && dots.iter().any(|&dot| dot != '.'));
        let whole = || is_top_level(&letters).then_some(count);
        return if is_end {
            cut(&letters, &[], is_top_level).or_else(whole)
        } else {
            None
        };
    }
    if label.is_ascii() {
        return None;
    }
    if is_listed(label) {
        let is_ignored = |c: char| !c.is_ascii() && host_class(c) == HostClass::Other;
        let seen = label.trim_end_matches(is_ignored);
        return (seen != label).then(|| seen.chars().count());
    }
    let ascii: String = letters.chars().take_while(char::is_ascii).collect();
    let rest: String = label.chars().skip(ascii.len()).collect();
    let other_script =
        rest.starts_with(|c| matches!(host_class(c), HostClass::Letter | HostClass::Unspaced));
    if !ascii.is_empty() && other_script {
        let ends = if matches!(dots, ['.']) {
            is_listed(&ascii) && glued(&rest).is_some()
        } else {
            is_top_level(&ascii)
        };
        return ends.then_some(ascii.len());
    }
    let symbol = after.chars().next()?;
    let ends = if matches!(dots, ['.']) {
        is_listed(&letters)
    } else {
        is_top_level(&letters)
    };
    (!symbol.is_ascii() && ends).then_some(count)
}
