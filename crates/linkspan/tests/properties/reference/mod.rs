//! Reference implementation of the finder, written from the tables in `CONFORMANCE.md`.
//!
//! It is slow and simple: it works on an array of code points, visits every character, and has no fast paths and no
//! prefilters. All positions are indices into that array. It shares no code with the library but the properties of
//! characters, [`terminate`](linkspan::uts58::terminate), the suffix list and the list of code words.
//!
//! This module has hosts and bare domains. [`scheme`] has URLs with a scheme, [`opaque`] those without `//`, [`email`] email addresses, [`label`]
//! the characters and boundaries of labels, [`names`] the names that are not domains, [`ending`] the ends of links,
//! and [`rules`] the options.

mod email;
mod ending;
mod label;
mod names;
mod opaque;
mod rules;
mod scheme;

use linkspan::options::{AttachedWords, BareDomains, ScriptBoundaries, TopLevel};
use linkspan::property::{HostClass, host_class};
use linkspan::uts58::{LinkTerm, is_link_email, link_term};

use self::label::{
    LabelEnd, is_dot, is_label_char, is_last_label, is_letter, is_syntactic, to_ascii_domain,
    unspaced_prefix_len,
};
pub(crate) use self::rules::Rules;

/// The links of a text as byte ranges.
pub(crate) fn find(rules: &Rules, text: &str) -> Vec<std::ops::Range<usize>> {
    let finder = ReferenceFinder {
        rules,
        text,
        chars: text.char_indices().collect(),
    };
    let mut found = Vec::new();
    let mut at = 0;
    let mut floors = Floors::default();
    while at < finder.chars.len() {
        let visible = finder.up_to_lookahead(at);
        let end_of_text = visible.chars.len();
        match visible.examine(at, &floors) {
            // The URL does not end within the lookahead.
            Outcome::Link(_, end) | Outcome::NoLinkBefore(end)
                if end == end_of_text && end < finder.chars.len() =>
            {
                let rest = finder.chars.iter().skip(end);
                let skipped = rest.take_while(|&&(_, c)| link_term(c) != LinkTerm::Hard);
                at = end + skipped.count();
                floors = Floors {
                    local_part: at,
                    url: at,
                    domain: at,
                };
            }
            Outcome::Link(start, end) => {
                (at, floors.url, floors.local_part) = (end, end, end);
                let link = finder.byte_offset(start)..finder.byte_offset(end);
                if link.len() <= rules.length_limit {
                    found.push(link);
                }
            }
            Outcome::NoLinkBefore(end) => (at, floors.url) = (end, end),
            Outcome::NoDomainBefore(end) => (at, floors.domain) = (end, end),
            Outcome::NoLink => at += 1,
            Outcome::SkipTo(next) => at = next,
        }
    }
    found
}

/// The indices before which no link may start.
#[derive(Default)]
struct Floors {
    /// Local parts: the end of the last link, which may have been too long.
    local_part: usize,
    /// Schemes: the end of the last link, or of the last URL that was rejected.
    url: usize,
    /// Bare domains: that, or the end of the last domain that was rejected.
    domain: usize,
}

/// The result of examining a candidate.
enum Outcome {
    /// A link from the first index to the second.
    Link(usize, usize),
    /// No link here, and no later URL may start before this index. A local part may.
    NoLinkBefore(usize),
    /// No link here, and no later domain may start before this index.
    NoDomainBefore(usize),
    /// No link here; the next character is examined.
    NoLink,
    /// No link here; the next candidate is at or after this index.
    SkipTo(usize),
}

#[derive(Clone)]
struct ReferenceFinder<'t> {
    rules: &'t Rules,
    text: &'t str,
    chars: Vec<(usize, char)>,
}

impl ReferenceFinder<'_> {
    /// The same text up to the lookahead after a candidate: twice the maximum length of a link.
    fn up_to_lookahead(&self, at: usize) -> std::borrow::Cow<'_, Self> {
        let lookahead = self.rules.length_limit.max(2048).saturating_mul(2);
        let is_candidate = self
            .char(at)
            .is_some_and(|c| c == ':' || c == '@' || is_dot(c));
        let end = self.byte_offset(at).saturating_add(lookahead);
        if !is_candidate || end >= self.text.len() {
            return std::borrow::Cow::Borrowed(self);
        }
        let count = self
            .chars
            .partition_point(|&(byte, c)| byte + c.len_utf8() <= end);
        std::borrow::Cow::Owned(ReferenceFinder {
            rules: self.rules,
            text: &self.text[..self.byte_offset(count)],
            chars: self.chars[..count].to_vec(),
        })
    }

    fn byte_offset(&self, at: usize) -> usize {
        self.chars
            .get(at)
            .map_or(self.text.len(), |&(byte, _)| byte)
    }

    fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).map(|&(_, c)| c)
    }

    fn char_before(&self, at: usize) -> Option<char> {
        self.char(at.checked_sub(1)?)
    }

    fn string(&self, from: usize, to: usize) -> String {
        self.chars[from..to].iter().map(|&(_, c)| c).collect()
    }

    fn starts_with(&self, at: usize, prefix: &str) -> bool {
        self.text[self.byte_offset(at)..].starts_with(prefix)
    }

    /// Examines a character that may be part of a link: a colon, an `@` or a dot.
    fn examine(&self, at: usize, floors: &Floors) -> Outcome {
        match self.char(at) {
            Some(':') if self.starts_with(at, "://") => self.url_with_scheme(at, floors.url),
            Some(':') => self.opaque_url(at, floors.url),
            Some('@') => self.email(at, floors.local_part),
            Some(c) if is_dot(c) => self.bare_domain(at, floors.url, floors.domain.max(floors.url)),
            _ => Outcome::NoLink,
        }
    }

    // Hosts

    fn is_listed(&self, label: &str) -> bool {
        self.rules.suffixes.is_top_level(label)
    }

    /// Whether a label meets a requirement on top-level domains.
    fn is_top_level(&self, requirement: TopLevel, label: &str) -> bool {
        match requirement {
            TopLevel::Listed => self.is_listed(label),
            TopLevel::Syntactic => is_syntactic(label),
            _ => to_ascii_domain(label, &self.rules.suffixes).is_some(),
        }
    }

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

    /// Where the last label ends, if earlier than its characters do.
    fn early_label_end(
        &self,
        label: &(usize, usize, Vec<char>),
        requirement: TopLevel,
    ) -> Option<usize> {
        let (start, end, dots) = label;
        let text = self.string(*start, *end);
        let label_end = LabelEnd {
            list: &self.rules.suffixes,
            is_top_level: &|label| self.is_top_level(requirement, label),
            split_scripts: self.rules.script_boundaries == ScriptBoundaries::Split,
        };
        // A suffix after a hyphen, as in `example.com-on`.
        if let Some((name, suffix)) = text.split_once('-')
            && self.rules.attached_words == AttachedWords::Trim
            && !self.is_top_level(requirement, &text)
            && self.is_listed(name)
            && !suffix.is_empty()
            && suffix.chars().all(is_letter)
            && is_last_label(dots)
            && !self.char(*end).is_some_and(|c| "/:@".contains(c))
        {
            return Some(start + name.chars().count());
        }
        label_end.early(&text, dots).map(|length| start + length)
    }

    /// Where the host ends that starts here. Its start is known, since it follows `://` or `@`.
    fn host_end(&self, start: usize, requirement: TopLevel) -> Option<usize> {
        let labels = self.labels(start);
        let mut has_ascii_dot = false;
        for (index, label) in labels.iter().enumerate() {
            let (label_start, label_end, dots) = label;
            let text = self.string(*label_start, *label_end);
            let top_level_follows = labels.get(index + 1).is_some_and(|(start, end, dots)| {
                !matches!(dots[..], ['.']) && self.is_listed(&self.string(*start, *end))
            });
            if index > 0
                && let Some(end) = self.early_label_end(label, requirement)
            {
                return Some(end);
            }
            match dots[..] {
                [] => return Some(*label_end),
                ['.'] => has_ascii_dot = true,
                [_] if index > 0
                    && self.is_listed(&text)
                    && (has_ascii_dot || !top_level_follows) =>
                {
                    return Some(*label_end);
                }
                [_] => {}
                _ if dots.iter().all(|&dot| dot == '.') => return None,
                _ => return Some(*label_end),
            }
        }
        None
    }

    /// Where the port after the host ends, if there is one. The error is the end of an invalid port.
    fn port_end(&self, at: usize) -> Result<usize, usize> {
        let mut end = at + 1;
        while self.char(end).is_some_and(|c| c.is_ascii_digit()) {
            end += 1;
        }
        let letter_follows = self.char(end).is_some_and(|c| {
            c.is_alphabetic() && matches!(host_class(c), HostClass::Latin | HostClass::Letter)
        });
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

    /// A URL whose host is valid. If its port is invalid, no URL may start before `authority_end`.
    fn url(&self, start: usize, host_end: usize, authority_end: usize) -> Outcome {
        let no_link =
            |end: usize| Outcome::NoLinkBefore(self.link_end(start, end.max(authority_end)));
        if self.char(host_end) == Some('.') && self.char(host_end - 1) != Some(']') {
            // The root dot is part of the host if a path, query or fragment follows.
            match self.port_end(host_end + 1) {
                Ok(port_end) if self.link_end(start, port_end) > port_end => {
                    return Outcome::Link(start, self.link_end(start, port_end));
                }
                Ok(_) => {}
                Err(end) => return no_link(end),
            }
        }
        match self.port_end(host_end) {
            Ok(port_end) => Outcome::Link(start, self.link_end(start, port_end)),
            Err(end) => no_link(end),
        }
    }

    // Bare domains

    fn bare_domain(&self, dot: usize, floor: usize, host_floor: usize) -> Outcome {
        let labels = self.labels(dot + 1);
        let Some((label_start, label_end, dots)) = labels.first() else {
            return Outcome::NoLink;
        };
        let label = self.string(*label_start, *label_end);
        let requirement = self.rules.bare_tld;
        let end = match self.early_label_end(&labels[0], requirement) {
            Some(end) => end,
            None if !self.is_top_level(requirement, &label) => return Outcome::NoLink,
            None => {
                let top_level_follows = labels.get(1).is_some_and(|(start, end, dots)| {
                    !matches!(dots[..], ['.']) && self.is_listed(&self.string(*start, *end))
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
        // The end of a control sequence is not a neighbour of the name.
        let before = match self.control_sequence_before(start, end, host_floor) {
            Some(sequence_end) if sequence_end == start => None,
            _ => self.char_before(start),
        };
        let directory_end = start.checked_sub(2).and_then(|at| self.char(at));
        let in_directory = directory_end.is_some_and(|c| c == '~' || is_label_char(c) || is_dot(c));
        let in_file_path = before == Some('\\') || (before == Some('/') && in_directory);
        if before == Some('@') || (in_file_path && start > floor) {
            return Outcome::NoDomainBefore(end);
        }
        if self.is_other_name(start, end) {
            return Outcome::NoDomainBefore(end);
        }
        // The domain, or a number after it, may be in the local part of an email address.
        match self.port_end(end) {
            Err(number_end) => {
                if let Some(at) = self.at_after_local_part(number_end, number_end) {
                    return Outcome::SkipTo(at);
                }
            }
            Ok(port_end) => {
                let has_tail = self.char(end).is_some_and(|c| "/?#".contains(c));
                if !has_tail && port_end == end {
                    if let Some(at) = self.at_after_local_part(start, end) {
                        return Outcome::SkipTo(at);
                    }
                    if self.char(end) == Some('@') {
                        return Outcome::NoDomainBefore(end);
                    }
                }
            }
        }
        match self.url(start, end, end) {
            Outcome::Link(_, end) if self.rules.bare_domains == BareDomains::Skip => {
                Outcome::NoLinkBefore(end)
            }
            outcome => outcome,
        }
    }

    /// The `@` before a valid domain whose local part contains the text from `start` to `end`.
    fn at_after_local_part(&self, start: usize, end: usize) -> Option<usize> {
        let mut at = end;
        while self
            .char(at)
            .is_some_and(|c| is_link_email(c) && !self.separates_local_part(c))
        {
            at += 1;
        }
        let is_near = self.byte_offset(at) - self.byte_offset(start) <= 128;
        let is_local_part =
            self.char(at) == Some('@') && is_near && self.domain_after(at).is_some();
        is_local_part.then_some(at)
    }

    /// Whether a name is a valid domain and more than a public suffix.
    fn is_registrable(&self, name: &str, requirement: TopLevel) -> bool {
        to_ascii_domain(name, &self.rules.suffixes).is_some_and(|name| {
            let suffix = self.rules.suffixes.public_suffix(&name);
            let is_more_than_suffix = name.split('.').count() > suffix.split('.').count();
            name.contains('.')
                && (is_more_than_suffix || requirement != TopLevel::Listed)
                && self.is_top_level(requirement, name.rsplit('.').next().unwrap())
        })
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
        let mut label_end = dot;
        let start = loop {
            let start = label_start(label_end);
            if start == label_end {
                return None;
            }
            let unspaced_prefix = self.unspaced_prefix_len(start, label_end);
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
        let is_valid =
            |start: usize| self.is_registrable(&self.string(start, end), self.rules.bare_tld);
        let host = self.string(start, end);
        let first_label = host.split(is_dot).next().unwrap();
        if !first_label.eq_ignore_ascii_case("www") && self.has_sentence_end(start, end) {
            return None;
        }
        if let Some(sequence_end) = self.control_sequence_before(start, end, floor) {
            // The final letter of a control sequence is not part of the name.
            let remains = sequence_end < dot;
            return remains.then(|| self.bare_domain_start(dot, end, sequence_end))?;
        }
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

    /// Whether an ideographic dot in a bare domain ends a sentence: between words and an ASCII top-level domain, or
    /// between two ASCII characters.
    fn has_sentence_end(&self, start: usize, end: usize) -> bool {
        let is_ascii = |at: usize| self.char(at).is_some_and(|c| c.is_ascii());
        let is_ideographic = |at: &usize| self.char(*at).is_some_and(|c| is_dot(c) && c != '.');
        (start..end).filter(is_ideographic).any(|at| {
            let after = self.string(at + 1, end);
            if is_ascii(at - 1) {
                self.char(at) != Some('．') && is_ascii(at + 1)
            } else {
                after.is_ascii() && !after.contains('.')
            }
        })
    }

    fn unspaced_prefix_len(&self, start: usize, end: usize) -> Option<usize> {
        let splits = self.rules.script_boundaries == ScriptBoundaries::Split;
        unspaced_prefix_len(&self.string(start, end)).filter(|_| splits)
    }
}
