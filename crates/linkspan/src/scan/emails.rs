//! Email addresses: the outcome of an `@`.

use super::links::{Links, Outcome};
use super::rejection::Rejection;
use crate::email::{local_part_after_bad_dots, quoted_local_part};
use crate::host::host_from;
use crate::link::{Link, LinkKind};
use crate::options::{BadDots, Emails, QuotedLocalParts};
use crate::url::Spans;
use crate::uts58::{LocalPart, LocalPartError, PartEnds, ascii_local_part, local_part_from};

impl<'t> Links<'_, 't> {
    /// The outcome of an `@`: an email address, if a domain follows and a local part precedes it.
    pub(super) fn email(&mut self, at: usize) -> Outcome<'t> {
        let Some(host_end) = self.domain_after(at) else {
            return Outcome::Continue(at + 1, Rejection::NoDomainAfterAt);
        };
        if self.options.emails == Emails::Skip {
            return Outcome::Skip(host_end, Rejection::Disabled);
        }
        match self.local_part(at) {
            Ok(local) => Outcome::Link(self.email_link(local, at, host_end)),
            Err(error) => Outcome::Skip(host_end, Rejection::InvalidLocalPart(error)),
        }
    }

    /// The fast path: an email address with a valid ASCII local part. `None` if the slow path must decide.
    #[inline(always)]
    pub(super) fn ascii_email(&mut self, at: usize) -> Option<Link<'t>> {
        let host_end = self.domain_after(at)?;
        let before = self.text.get(..at)?;
        let local = ascii_local_part(before, self.floor)?;
        let is_enabled = self.options.emails == Emails::Link;
        is_enabled.then(|| self.email_link(local, at, host_end))
    }

    #[inline(always)]
    fn email_link(&self, local: LocalPart, at: usize, host_end: usize) -> Link<'t> {
        let start = local.link_start;
        let scheme_end = (start < local.start).then(|| local.start - 1);
        let parts = PartEnds::empty(host_end);
        let spans = Spans::new(start, scheme_end, at + 1..host_end, host_end, parts);
        let implied_scheme = self.options.implied_scheme;
        Link::new(self.text, start, LinkKind::Email, spans, implied_scheme)
    }

    /// The end of the valid domain that follows an `@`. The last result is cached, since the search for bare
    /// domains needs it for the same `@`.
    #[inline(always)]
    pub(super) fn domain_after(&mut self, at: usize) -> Option<usize> {
        if let Some((last, end)) = self.domain_after_at
            && last == at
        {
            return end;
        }
        let bounds = self.bare_bounds();
        let start = at + 1;
        let end = match host_from(self.text, start) {
            Some(host) => host
                .is_valid(&bounds.domain)
                .then(|| start + host.name.len()),
            None => bounds.end_from(self.text, start).filter(|&end| {
                let domain = self.text.get(start..end).unwrap_or_default();
                bounds.domain.check(domain).is_ok()
            }),
        };
        self.domain_after_at = Some((at, end));
        end
    }

    /// The local part before an `@`, in one of the forms that the options allow.
    fn local_part(&self, at: usize) -> Result<LocalPart, LocalPartError> {
        let options = self.options;
        let before = self.text.get(..at).unwrap_or_default();
        local_part_from(before, self.floor).or_else(|error| {
            let (text, at) = (self.after(self.floor), at - self.floor);
            let recovered = match options.bad_dots {
                BadDots::Recover => local_part_after_bad_dots(text, at),
                BadDots::Skip => None,
            };
            let quoted = || match options.quoted_local_parts {
                QuotedLocalParts::Link => quoted_local_part(text, at),
                QuotedLocalParts::Skip => None,
            };
            let found = recovered.or_else(quoted).ok_or(error)?;
            Ok(LocalPart::new(
                self.floor + found.link_start,
                self.floor + found.start,
            ))
        })
    }
}
