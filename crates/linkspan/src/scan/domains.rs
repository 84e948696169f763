//! Bare domains: hosts without a scheme.
//!
//! The top-level domain is tested first, since it rejects most dots. Only then is the start of the host
//! searched for.

use super::links::{Links, Outcome};
use super::port::{Port, port};
use super::rejection::Rejection;
use crate::control;
use crate::counter;
use crate::host::{AsciiHost, DomainError, Dot, HostBounds, host_from, label_follows};
use crate::link::Front;
use crate::options::{AttachedWords, BareDomains, TopLevel};
use crate::property::{HostClass, host_class, is_link_email};
use crate::scheme::SEPARATOR;
use crate::suffix::{AfterHyphen, SuffixList};
use crate::uts58::MAX_LOCAL_PART_LEN;

/// How far after the dot of an ASCII name the text can show that it is no domain: a label, a port, and what follows it. To
/// look where the lookahead ends would be a cache miss.
const NAME_LOOKAHEAD: usize = 256;

impl<'t> Links<'_, 't> {
    /// The prefilter at each dot: whether the first bytes after it show that no top-level domain follows.
    #[inline(always)]
    pub(super) fn excludes_top_level(&self, after_dot: usize) -> bool {
        let options = self.options;
        if options.bare_tld != TopLevel::Listed {
            return false;
        }
        counter::add(SuffixList::PREFILTER_LEN);
        let hyphen = match options.attached_words {
            AttachedWords::Keep => AfterHyphen::Label,
            AttachedWords::Trim => AfterHyphen::Word,
        };
        self.suffixes.excludes(self.whole, after_dot, hyphen)
    }

    /// The outcome of a label separator: a bare domain, if a top-level domain follows.
    pub(super) fn bare_domain(&mut self, dot: usize, after_dot: usize) -> Outcome<'t> {
        let bounds = self.bare_bounds();
        let kind = match self.whole.as_bytes().get(dot) {
            Some(b'.') => Dot::Ascii,
            _ => Dot::Ideographic,
        };
        // Most dots need no further lookahead.
        let end = match bounds.ascii_end_at(self.whole, after_dot) {
            Some(Err(error)) if !bounds.suffixes_after_hyphen => Err(error),
            Some(Ok(end)) if self.lookahead >= NAME_LOOKAHEAD => {
                self.text = self.whole;
                Ok(end)
            }
            Some(Ok(end)) => {
                self.look_ahead(dot);
                Ok(end)
            }
            _ => {
                self.look_ahead(dot);
                bounds.end_at(self.text, kind, after_dot)
            }
        };
        let host_end = match end {
            Ok(host_end) => host_end,
            Err(error) => return Outcome::Continue(after_dot, error.into()),
        };
        if self.after(host_end).starts_with(SEPARATOR) {
            return Outcome::Continue(host_end, Rejection::IsScheme);
        }
        let reject = |reason| Outcome::NoDomain(host_end, reason);
        let floor = self.floor.max(self.host_floor);
        let Some(host_start) = bounds.start_before(self.text, floor, dot, host_end) else {
            return reject(Rejection::NoHostStart);
        };
        if self.follows_folder(host_start) {
            return reject(Rejection::InPath);
        }
        // The final letter of a control sequence is not part of the name.
        let after_sequence = control::sequence_end_before(self.text, floor, host_start..host_end);
        let host_start = match after_sequence {
            Some(end) => bounds.start_before(self.text, end, dot, host_end),
            None => Some(host_start),
        };
        let Some(host_start) = host_start else {
            return reject(Rejection::NoHostStart);
        };
        // The end of a control sequence is not a neighbour of the name.
        let context_start = after_sequence.unwrap_or(0);
        let host_start = match self.bare_start(&bounds, context_start, host_start, host_end) {
            Ok(host_start) => host_start,
            Err(reason) => return reject(reason),
        };
        self.look_ahead(dot);
        let port = port(self.text, host_end);
        if let Port::Invalid(number_end) = port
            && let Some(at) = self.at_of_local_part(number_end, number_end)
        {
            return Outcome::Continue(at, Rejection::InvalidPort);
        }
        let has_tail = self.after(host_end).starts_with(['/', '?', '#'])
            || matches!(port, Port::Ends(_) | Port::Invalid(_));
        if !has_tail {
            if let Some(at) = self.at_of_local_part(host_start, host_end) {
                return Outcome::Continue(at, Rejection::InLocalPart);
            }
            if self.after(host_end).starts_with('@') {
                return reject(Rejection::NextToAt);
            }
        }
        let front = Front {
            start: host_start,
            scheme_end: None,
            host_start,
            host_end,
            port_end: host_end,
        };
        match self.url(front, host_end) {
            Outcome::Link(link) if self.options.bare_domains == BareDomains::Skip => {
                Outcome::Skip(link.end(), Rejection::Disabled)
            }
            outcome => outcome,
        }
    }

    /// A more precise reason why the dot at `dot` does not end a host. `None` if it is not between two
    /// labels and so not a candidate.
    pub(super) fn explain_dot(&mut self, dot: usize, reason: Rejection) -> Option<Rejection> {
        self.look_ahead(dot);
        let mut after = self.after(dot).chars();
        let after_dot = dot + after.next().map_or(0, char::len_utf8);
        let is_label = |c| host_class(c).is_label();
        let before = self.text.get(self.floor..dot).unwrap_or_default();
        if !(before.ends_with(is_label) && after.as_str().starts_with(is_label)) {
            None
        } else if reason == Rejection::NoTopLevel && label_follows(self.text, after_dot) {
            Some(Rejection::NotLastLabel)
        } else {
            Some(reason)
        }
    }

    /// The start of a bare domain: `start`, or a later one if the domain from there on is invalid. The text before
    /// `context_start` is no neighbour of the name.
    fn bare_start(
        &self,
        bounds: &HostBounds<'_>,
        context_start: usize,
        mut start: usize,
        end: usize,
    ) -> Result<usize, Rejection> {
        let mut later_start = self.later_start(start, end);
        loop {
            // Names of files are frequent, and to examine the labels takes longer than to recognise these.
            let other_name = self.not_a_domain(context_start, start, end);
            if let (Some(reason), None) = (other_name, later_start) {
                return Err(reason);
            }
            match (self.check_domain(bounds, start, end), later_start.take()) {
                (Ok(()), _) => return other_name.map_or(Ok(start), Err),
                (Err(_), Some(later)) => start = later,
                (Err(error), None) => return Err(Rejection::InvalidDomain(error)),
            }
        }
    }

    /// Whether the domain in this range of the text is valid.
    fn check_domain(
        &self,
        bounds: &HostBounds<'_>,
        start: usize,
        end: usize,
    ) -> Result<(), DomainError> {
        let is_valid =
            |host: AsciiHost| host.end() == end && host.is_valid(self.text, &bounds.domain);
        if !cfg!(feature = "compact-tables") && host_from(self.text, start).is_some_and(is_valid) {
            return Ok(());
        }
        bounds
            .domain
            .check(self.text.get(start..end).unwrap_or_default())
    }

    /// Where else a domain may start if the one from `start` on is invalid: after underscores, or after a word and a
    /// hyphen. Hebrew attaches prefixes to foreign words this way.
    fn later_start(&self, start: usize, end: usize) -> Option<usize> {
        let host = self.text.get(start..end)?;
        // Markup emphasises with underscores.
        let emphasised = host.trim_start_matches('_');
        let after_word = host.trim_start_matches(|c| host_class(c) == HostClass::Letter);
        let name = match after_word.strip_prefix('-') {
            Some(name) if after_word.len() < host.len() => name,
            _ => emphasised,
        };
        let starts_name = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        (name.len() < host.len() && starts_name).then_some(end - name.len())
    }

    /// The reason why a name is not a domain, from its letters and its neighbours.
    fn not_a_domain(&self, context_start: usize, start: usize, end: usize) -> Option<Rejection> {
        let before = self.text.get(context_start..start).unwrap_or_default();
        if before.ends_with('@') {
            return Some(Rejection::NextToAt);
        }
        if start > self.floor && ends_with_folder(before) {
            return Some(Rejection::InPath);
        }
        self.other_name(start, end)
    }

    /// The fast path for the most frequent names that are not domains: those of files in a folder. `false` is inconclusive.
    ///
    /// After a slash, no part of the name belongs to a control sequence, and a name that starts with an ASCII letter or digit
    /// contains no later start.
    #[inline(always)]
    fn follows_folder(&self, start: usize) -> bool {
        let Some((before, name)) = self.text.as_bytes().split_at_checked(start) else {
            return false;
        };
        start > self.floor
            && matches!(before, [.., last, b'/'] if last.is_ascii_alphanumeric())
            && name.first().is_some_and(u8::is_ascii_alphanumeric)
    }

    /// The `@` of the email address whose local part contains this domain, if there is one.
    fn at_of_local_part(&mut self, start: usize, end: usize) -> Option<usize> {
        let max_end = start + 2 * MAX_LOCAL_PART_LEN;
        let at = self.triggers.at_between(self.text, end, max_end + 1)?;
        let between = self.text.get(end..at)?;
        counter::add(between.len());
        let is_local = |c| is_link_email(c) && !self.separates_local_part(c);
        if !between.chars().all(is_local) {
            return None;
        }
        self.domain_after(at).map(|_| at)
    }
}

/// Whether the text before a name makes it part of a file path: "src/main.rs", "~/notes.md", "./x.sh".
/// "//example.com" and "](/example.com" are not file paths.
fn ends_with_folder(before: &str) -> bool {
    if before.ends_with('\\') {
        return true;
    }
    let folder = before.strip_suffix('/').unwrap_or_default();
    folder.ends_with(|c| c == '~' || host_class(c) != HostClass::Outside)
}
