//! Email addresses: the outcome of an `@`.

use linkspan_vector::AsciiSet;

use super::links::{Links, Miss, Outcome};
use super::rejection::Rejection;
use crate::control;
use crate::counter;
use crate::email::{local_part_after_bad_dots, quoted_local_part};
use crate::host::{HostBounds, UrlMasks, host_from, is_single_label};
use crate::link::{Link, LinkKind, Plain};
use crate::offset::{floor_char_boundary, prefix};
use crate::options::{
    BadDots, Delimiters, Emails, LocalPartStart, MailtoQuery, QuotedLocalParts, RemotePaths,
    TopLevel,
};
use crate::property::{HostClass, LinkTerm, host_class, link_term};
use crate::url::Spans;
use crate::uts58::{
    LocalPart, LocalPartError, MAX_LOCAL_PART_LEN, PartEnds, Window, ascii_local_part,
    ascii_run_start, local_part_from,
};

/// Characters that a local part may contain, but that more often separate it from what precedes it.
const SEPARATORS: AsciiSet = AsciiSet::new(b"'{}=/?|&#*!$^~");

/// How far after an `@` the text can affect the domain that follows it. A domain and one more label are shorter.
const MAX_DOMAIN_LOOKAHEAD: usize = 1536;

impl<'t> Links<'_, 't> {
    /// The outcome of an `@`: an email address, if a domain follows and a local part precedes it.
    pub(super) fn email(&mut self, at: usize) -> Outcome<'t> {
        let Some(host_end) = self.domain_after(at).or_else(|| self.bracketed_domain(at)) else {
            return Outcome::Continue(at + 1, Rejection::NoDomainAfterAt);
        };
        if self.options.emails == Emails::Skip {
            return Outcome::Skip(host_end, Rejection::Disabled);
        }
        if let Some(end) = self.remote_path_end(host_end) {
            return Outcome::Skip(end, Rejection::RemotePath);
        }
        match self.local_part(at) {
            Ok(local) => {
                let has_scheme = local.link_start < local.start;
                let has_query = has_scheme && self.after(host_end).starts_with('?');
                let parts = match self.options.mailto_query {
                    MailtoQuery::Keep if has_query => {
                        self.part_ends(local.link_start, host_end, Window::EMPTY)
                    }
                    _ => PartEnds::path(host_end),
                };
                Outcome::Link(self.email_link(local, at, host_end, parts))
            }
            Err(error) => Outcome::Skip(host_end, Rejection::InvalidLocalPart(error)),
        }
    }

    /// The fast path: an email address with a valid ASCII local part, and without a query.
    ///
    /// It looks at the whole text, as [`plain_url`](Self::plain_url) does, but not further than domains may be long.
    #[inline(always)]
    pub(super) fn plain_email(&mut self, at: usize) -> Result<Link<'t>, Miss> {
        let (host_end, plain) = self.plain_domain_after(at)?;
        self.plain_email_before(at, host_end, plain)
            .ok_or(Miss::Other)
    }

    /// The same if the domain is known.
    #[inline(always)]
    fn plain_email_before(&self, at: usize, host_end: usize, plain: Plain) -> Option<Link<'t>> {
        let local = match self.plain_local_part(at) {
            Some(local) => local,
            None => self.other_local_part(at)?,
        };
        // A remote path or a query may follow.
        let next = self.whole.as_bytes().get(host_end);
        let has_query = next == Some(&b'?') && self.options.mailto_query == MailtoQuery::Keep;
        if next == Some(&b':') || has_query {
            return None;
        }
        // Nothing separates an ordinary name.
        let has_separator = self.options.local_part_start == LocalPartStart::AfterSeparator
            && has_separator(self.whole.get(local.start..at)?);
        if has_separator || self.options.emails != Emails::Link {
            return None;
        }
        let link = self.email_link(local, at, host_end, PartEnds::path(host_end));
        // Nothing follows the host.
        Some(link.with_plain(plain))
    }

    /// The local part before an `@`, if it is ASCII and the character before it cannot make a difference: it is ASCII, too,
    /// and ends neither `mailto:` nor a control sequence.
    #[inline(always)]
    fn plain_local_part(&self, at: usize) -> Option<LocalPart> {
        const ENDS_SCHEME_OR_SEQUENCE: AsciiSet = AsciiSet::new(b":[();");
        const BEFORE: AsciiSet =
            AsciiSet::from_members(&[true; 128]).difference(ENDS_SCHEME_OR_SEQUENCE);
        if cfg!(feature = "compact-tables") {
            return None;
        }
        let before = self.whole.as_bytes().get(..at)?;
        let start = ascii_run_start(before, self.link_end)?;
        let byte_before = start.checked_sub(1).and_then(|last| before.get(last));
        byte_before
            .is_none_or(|&byte| BEFORE.contains(byte))
            .then_some(LocalPart::new(start, start))
    }

    /// The ASCII local part before an `@` with the `mailto:` before it, if no control sequence may precede it.
    #[cfg_attr(not(feature = "compact-tables"), inline(never))]
    fn other_local_part(&self, at: usize) -> Option<LocalPart> {
        let before = self.whole.get(..at)?;
        let local = ascii_local_part(before, self.link_end)?;
        let byte_before = local
            .start
            .checked_sub(1)
            .and_then(|last| before.as_bytes().get(last));
        let follows_sequence = matches!(byte_before, Some(b'[' | b'(' | b')' | b';'));
        (!follows_sequence).then_some(local)
    }

    /// The address with this local part and domain, and what follows it.
    #[inline(always)]
    fn email_link(
        &self,
        local: LocalPart,
        at: usize,
        host_end: usize,
        parts: PartEnds,
    ) -> Link<'t> {
        let start = local.link_start;
        let scheme_end = (start < local.start).then(|| local.start - 1);
        let spans = Spans::new(start, scheme_end, at + 1..host_end, host_end, parts);
        let implied_scheme = self.options.implied_scheme;
        Link::new(self.whole, start, LinkKind::Email, spans, implied_scheme)
    }

    /// Whether a character ends the search for the start of a local part, by the options.
    pub(super) fn separates_local_part(&self, c: char) -> bool {
        let is_separator = || u8::try_from(c).is_ok_and(|byte| SEPARATORS.contains(byte));
        self.options.local_part_start == LocalPartStart::AfterSeparator && is_separator()
    }

    /// The offset after the last separator before an `@`, and after words of a script without spaces if the
    /// rest is ASCII. A local part does not start before it.
    fn separator_end(&self, at: usize) -> usize {
        let from = at.saturating_sub(MAX_LOCAL_PART_LEN + 1);
        let from = floor_char_boundary(self.text, from).max(self.link_end);
        let nearby = self.text.get(from..at).unwrap_or_default();
        counter::add(nearby.len());
        let separated = nearby.rfind(|c| self.separates_local_part(c));
        let words = nearby.trim_end_matches(|c: char| c.is_ascii());
        let name = nearby.get(words.len()..).unwrap_or_default();
        let are_attached = words.ends_with(|c| host_class(c) == HostClass::Unspaced)
            && name.starts_with(|c: char| c.is_ascii_alphanumeric());
        let words = are_attached.then_some(words.len());
        let len = separated.map(|offset| offset + 1).max(words);
        len.map_or(self.link_end, |len| from + len)
    }

    /// The end of the domain after the `@` of an address in angle brackets or, in source code, in quotation
    /// marks, whose top-level domain need not be listed.
    fn bracketed_domain(&self, at: usize) -> Option<usize> {
        // Most names after an `@` are those of people, annotations or packages.
        if is_single_label(self.text, at + 1) {
            return None;
        }
        let mut bounds = self.bare_bounds();
        bounds.domain.top_level = self.options.bracketed_tld;
        bounds.domain.registrable = self.options.bracketed_tld == TopLevel::Listed;
        let end = bounds.end_from(self.text, at + 1)?;
        let opener = match self.after(end).chars().next()? {
            '>' => '<',
            quote @ ('"' | '\'' | '`') if self.options.delimiters == Delimiters::Code => quote,
            _ => return None,
        };
        let local = self.local_part(at).ok()?;
        let domain = self.text.get(at + 1..end)?;
        (self.is_after(&local, opener) && bounds.domain.check(domain).is_ok()).then_some(end)
    }

    /// The end of the remote path whose host ends at `host_end`, as in `git@example.com:user/project`. `None`
    /// if the host is that of an email address.
    fn remote_path_end(&self, host_end: usize) -> Option<usize> {
        let path = self.after(host_end).strip_prefix(':')?;
        let starts_path = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '~' | '_');
        let name = path.trim_start_matches('.');
        let is_path = name.starts_with(starts_path) && !path.starts_with("//");
        if self.options.remote_paths == RemotePaths::Link || !is_path {
            return None;
        }
        let is_end = |c: char| link_term(c) == LinkTerm::Hard || matches!(c, '"' | '\'' | '`');
        let len = path.find(is_end).unwrap_or(path.len());
        counter::add(len);
        Some(host_end + 1 + len)
    }

    /// The end of the valid domain that follows an `@`.
    pub(super) fn domain_after(&mut self, at: usize) -> Option<usize> {
        self.plain_domain_after(at).ok().map(|(end, _)| end)
    }

    /// The same, and how much of it is plain.
    #[inline(always)]
    fn plain_domain_after(&mut self, at: usize) -> Result<(usize, Plain), Miss> {
        let Some(masks) = UrlMasks::of_host(self.whole, at + 1) else {
            return self.other_domain_after(at).ok_or(Miss::Other);
        };
        if let Some(domain) = self.plain_domain_from(at + 1, masks) {
            return Ok(domain);
        }
        if masks.is_single_label(self.whole, at + 1) {
            return Err(Miss::Nothing);
        }
        self.other_domain_after(at).ok_or(Miss::Other)
    }

    /// The fast path: the end of a plain host below a top-level domain without further rules.
    #[inline(always)]
    fn plain_domain_from(&self, start: usize, masks: UrlMasks) -> Option<(usize, Plain)> {
        let text = self.whole;
        let host = masks.plain_host()?;
        let end = start + host.len;
        let continues = |&byte: &u8| byte == b'_' || !byte.is_ascii();
        let last_label = start + host.last_label()..end;
        if text.as_bytes().get(end).is_some_and(continues)
            || self.options.bare_tld != TopLevel::Listed
        {
            return None;
        }
        let suffixes = self.suffixes;
        suffixes
            .is_flat_top_level_at(text, last_label)?
            .then(|| (end, Plain::new(u64::MAX, host.dots)))
    }

    /// The same for domains for which the fast path has no answer. The last result is cached, since the search for bare
    /// domains needs it for the same `@`.
    #[inline(never)]
    fn other_domain_after(&mut self, at: usize) -> Option<(usize, Plain)> {
        if let Some((last, end)) = self.domain_after_at
            && last == at
        {
            return end.map(|end| (end, Plain::UNKNOWN));
        }
        let bounds = self.bare_bounds();
        let start = at + 1;
        let (end, plain) = match host_from(self.whole, start) {
            Some(host) if host.is_valid(self.whole, &bounds.domain) => {
                (Some(host.end()), Plain::of_host(&host))
            }
            Some(_) if !bounds.suffixes_after_hyphen => (None, Plain::UNKNOWN),
            None if is_single_label(self.whole, start) => (None, Plain::UNKNOWN),
            _ => (self.domain_end(&bounds, start), Plain::UNKNOWN),
        };
        self.domain_after_at = Some((at, end));
        end.map(|end| (end, plain))
    }

    /// The end of the valid domain that starts at `start`, by the rules alone.
    #[inline(never)]
    fn domain_end(&self, bounds: &HostBounds<'_>, start: usize) -> Option<usize> {
        // The same text for each trigger that asks, so that the cache does not change the result.
        let text = match start.checked_add(MAX_DOMAIN_LOOKAHEAD) {
            Some(end) if end < self.whole.len() => prefix(self.whole, end),
            _ => self.whole,
        };
        let end = bounds.end_from(text, start)?;
        let domain = text.get(start..end)?;
        bounds.domain.check(domain).is_ok().then_some(end)
    }

    /// The local part before an `@`, in one of the forms that the options allow.
    fn local_part(&self, at: usize) -> Result<LocalPart, LocalPartError> {
        let options = self.options;
        let before = self.text.get(..at).unwrap_or_default();
        let mut floor = self.link_end;
        let mut found = local_part_from(before, floor);
        if let Ok(local) = &found
            && let Some(end) = control::sequence_end_before(self.text, floor, local.start..at)
        {
            // The end of a control sequence is not part of the name.
            floor = end;
            found = local_part_from(before, floor);
        }
        let is_delimited = found
            .as_ref()
            .is_ok_and(|found| found.link_start < found.start || self.is_after(found, '<'));
        if options.local_part_start == LocalPartStart::AfterSeparator && !is_delimited {
            floor = self.separator_end(at).max(floor);
            found = local_part_from(before, floor);
        }
        found.or_else(|error| {
            let recovered = match options.bad_dots {
                BadDots::Recover => local_part_after_bad_dots(before, floor),
                BadDots::Skip => None,
            };
            let quoted = || match options.quoted_local_parts {
                QuotedLocalParts::Link => quoted_local_part(before, self.link_end),
                QuotedLocalParts::Skip => None,
            };
            recovered.or_else(quoted).ok_or(error)
        })
    }

    /// Whether a character directly precedes an address with this local part.
    fn is_after(&self, local: &LocalPart, c: char) -> bool {
        let before = self.text.get(..local.link_start).unwrap_or_default();
        before.ends_with(c)
    }
}

fn has_separator(local: &str) -> bool {
    local.bytes().any(|byte| SEPARATORS.contains(byte))
}
