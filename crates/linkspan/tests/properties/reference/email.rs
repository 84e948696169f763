//! Email addresses in the reference implementation.

use linkspan::options::{
    BadDots, Delimiters, Emails, LocalPartStart, MailtoQuery, QuotedLocalParts, RemotePaths,
};
use linkspan::property::{HostClass, host_class};
use linkspan::uts58::{LinkTerm, is_link_email};

use super::{Outcome, ReferenceFinder};

impl ReferenceFinder<'_> {
    pub(super) fn email(&self, at: usize, floor: usize) -> Outcome {
        let link_start = self.link_start(at, floor);
        let Some(end) = self
            .domain_after(at)
            .or_else(|| self.bracketed_domain(at, link_start))
        else {
            return Outcome::NoLink;
        };
        if self.rules.emails == Emails::Skip {
            return Outcome::NoLinkBefore(end);
        }
        if let Some(path_end) = self.remote_path_end(end) {
            return Outcome::NoLinkBefore(path_end);
        }
        let Some(start) = link_start else {
            return Outcome::NoLinkBefore(end);
        };
        let has_mailto = self
            .string(start, at)
            .to_ascii_lowercase()
            .starts_with("mailto:");
        let keeps_query = has_mailto && self.rules.mailto_query == MailtoQuery::Keep;
        if keeps_query && self.char(end) == Some('?') {
            return Outcome::Link(start, self.link_end(start, end));
        }
        Outcome::Link(start, end)
    }

    /// Where the domain after an `@` ends, if it is valid.
    pub(super) fn domain_after(&self, at: usize) -> Option<usize> {
        let end = self.host_end(at + 1, self.rules.bare_tld)?;
        self.is_registrable(&self.string(at + 1, end), self.rules.bare_tld)
            .then_some(end)
    }

    /// Where the domain after an `@` ends if brackets or quotation marks directly around the address show what it is.
    fn bracketed_domain(&self, at: usize, start: Option<usize>) -> Option<usize> {
        let requirement = self.rules.bracketed_tld;
        let end = self.host_end(at + 1, requirement)?;
        let is_code = self.rules.delimiters == Delimiters::Code;
        let is_bracketed = match (self.char_before(start?)?, self.char(end)?) {
            ('<', '>') => true,
            (open @ ('"' | '\'' | '`'), close) => is_code && open == close,
            _ => false,
        };
        (is_bracketed && self.is_registrable(&self.string(at + 1, end), requirement)).then_some(end)
    }

    /// Where the remote path ends whose host ends here, as in `git@example.com:user/project`.
    fn remote_path_end(&self, host_end: usize) -> Option<usize> {
        let mut first = host_end + 1;
        while self.char(first) == Some('.') {
            first += 1;
        }
        let first = self.char(first)?;
        let is_path = self.rules.remote_paths == RemotePaths::Skip
            && self.char(host_end) == Some(':')
            && (first.is_ascii_alphabetic() || "/~_".contains(first))
            && !self.starts_with(host_end, "://");
        let mut end = host_end;
        while self.char(end).is_some_and(|c| !"\"'`".contains(c))
            && !self.has_term(end, LinkTerm::Hard)
        {
            end += 1;
        }
        is_path.then_some(end)
    }

    /// Where the link to an email address starts: at a valid local part, or a `mailto:` before it.
    fn link_start(&self, at: usize, floor: usize) -> Option<usize> {
        let start = self
            .local_part(at, floor)
            .or_else(|| self.quoted_local_part(at, floor))?;
        Some(if self.has_mailto(start, floor) {
            start - 7
        } else {
            start
        })
    }

    fn has_mailto(&self, start: usize, floor: usize) -> bool {
        start >= floor + 7
            && self
                .string(start - 7, start)
                .eq_ignore_ascii_case("mailto:")
    }

    /// Where the local part before an `@` starts, if it is valid.
    fn local_part(&self, at: usize, floor: usize) -> Option<usize> {
        let mut start = at;
        while start > floor && self.char(start - 1).is_some_and(is_link_email) {
            start -= 1;
        }
        let sequence = self.control_sequence_before(start, at, floor);
        if let Some(end) = sequence.filter(|_| is_local_part(&self.string(start, at))) {
            start = end;
        }
        let is_delimited = self.char_before(start) == Some('<') || self.has_mailto(start, floor);
        if !(is_delimited && is_local_part(&self.string(start, at))) {
            start = self.after_separators(start, at);
        }
        if self.rules.bad_dots == BadDots::Recover {
            let local = self.string(start, at);
            let good = local.rsplit("..").next().unwrap().trim_start_matches('.');
            start = at - good.chars().count();
        }
        is_local_part(&self.string(start, at)).then_some(start)
    }

    /// Whether a character separates a local part from what precedes it, by the options.
    pub(super) fn separates_local_part(&self, c: char) -> bool {
        self.rules.local_part_start == LocalPartStart::AfterSeparator
            && "'{}=/?|&#*!$^~".contains(c)
    }

    /// Where a local part starts after separators and words of a script without spaces.
    fn after_separators(&self, start: usize, at: usize) -> usize {
        if self.rules.local_part_start == LocalPartStart::Standard {
            return start;
        }
        let is_separator = |at: &usize| self.separates_local_part(self.char(*at).unwrap());
        let start = (start..at).rfind(is_separator).map_or(start, |at| at + 1);
        let is_unspaced = |at: &usize| host_class(self.char(*at).unwrap()) == HostClass::Unspaced;
        if let Some(word) = (start..at).rfind(is_unspaced) {
            let name = self.string(word + 1, at);
            if name.is_ascii() && name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
                return word + 1;
            }
        }
        start
    }

    /// Where the local part in quotation marks starts that ends here.
    fn quoted_local_part(&self, at: usize, floor: usize) -> Option<usize> {
        if self.rules.quoted_local_parts == QuotedLocalParts::Skip {
            return None;
        }
        // The opening quotation mark is the last one that starts a quoted string up to the `@`.
        let is_open = |open: &usize| {
            let is_escaped = *open > floor && self.char(*open - 1) == Some('\\');
            let is_near = self.byte_offset(at) - self.byte_offset(*open) <= 66;
            !is_escaped && is_near && self.quoted_end(*open) == Some(at)
        };
        (floor..at).rev().find(is_open)
    }

    /// Where the quoted string ends that starts here, if it has no control characters.
    fn quoted_end(&self, open: usize) -> Option<usize> {
        if self.char(open) != Some('"') {
            return None;
        }
        let mut at = open + 1;
        loop {
            match self.char(at)? {
                '"' => return Some(at + 1),
                '\\' if self.char(at + 1)?.is_control() => return None,
                '\\' => at += 2,
                c if c.is_control() => return None,
                _ => at += 1,
            }
        }
    }
}

/// Whether a run of `Link_Email` characters is a local part.
fn is_local_part(local: &str) -> bool {
    !local.is_empty()
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && local.len() <= 64
}
