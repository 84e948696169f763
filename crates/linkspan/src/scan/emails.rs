//! Email addresses.

use super::ascii;
use super::link::{Link, LinkKind};
use super::links::{Links, Outcome};
use super::options::{BadDots, Emails, QuotedLocalParts};
use super::verdict::NoLink;
use crate::email::{self, LocalPart, NoLocalPart};

impl<'t> Links<'_, 't> {
    /// At an `@`: an email address, if a domain follows and a local part stands before it.
    pub(super) fn email(&mut self, at: usize) -> Outcome<'t> {
        let Some(host_end) = self.domain_after(at) else {
            return Outcome::GoOn(at + 1, NoLink::NoDomainAfterAt);
        };
        if self.options().emails == Emails::Skip {
            return Outcome::Skip(host_end, NoLink::SwitchedOff);
        }
        match self.local_part(at) {
            Ok(local) => Outcome::Link(self.email_link(local, at, host_end)),
            Err(bad) => Outcome::Skip(host_end, NoLink::BadLocalPart(bad)),
        }
    }

    /// The email address around an `@` that most are: with nothing out of the ordinary before it. Whether
    /// there is one, if it is none of those, takes a closer look.
    #[inline(always)]
    pub(super) fn plain_email(&mut self, at: usize) -> Option<Link<'t>> {
        let host_end = self.domain_after(at)?;
        let before = self.text.get(..at)?;
        let local = email::plain_local_part(before, self.floor)?;
        let is_wanted = self.options().emails == Emails::Link;
        is_wanted.then(|| self.email_link(local, at, host_end))
    }

    #[inline(always)]
    fn email_link(&self, local: LocalPart, at: usize, host_end: usize) -> Link<'t> {
        Link {
            text: self.text,
            start: local.link_start,
            end: host_end,
            kind: LinkKind::Email,
            scheme_end: (local.link_start < local.start).then(|| local.start - 1),
            local_start: local.start,
            host_start: at + 1,
            host_end,
            tail_start: host_end,
            implied: self.options().implied_scheme,
        }
    }

    /// The end of the domain that follows an `@`.
    #[inline(always)]
    pub(super) fn domain_after(&mut self, at: usize) -> Option<usize> {
        if let Some((asked, answer)) = self.asked {
            if asked == at {
                return answer;
            }
        }
        let rules = self.bare_rules();
        let start = at + 1;
        let answer = match ascii::host_from(self.text, start) {
            Some(host) => host.passes(&rules.domain).then(|| start + host.name.len()),
            None => rules.end_from(self.text, start).filter(|&end| {
                let domain = self.text.get(start..end).unwrap_or_default();
                rules.domain.check(domain).is_ok()
            }),
        };
        self.asked = Some((at, answer));
        answer
    }

    /// The local part before an `@`.
    fn local_part(&self, at: usize) -> Result<LocalPart, NoLocalPart> {
        let options = self.options();
        let before = self.text.get(..at).unwrap_or_default();
        email::local_part_from(before, self.floor).or_else(|bad| {
            let (text, at) = (self.after(self.floor), at - self.floor);
            let recovered = match options.bad_dots {
                BadDots::Recover => email::after_bad_dots(text, at),
                BadDots::Refuse => None,
            };
            let quoted = || match options.quoted_local_parts {
                QuotedLocalParts::Link => email::quoted_local_part(text, at),
                QuotedLocalParts::Skip => None,
            };
            let (link_start, start) = recovered.or_else(quoted).ok_or(bad)?;
            Ok(LocalPart {
                start: self.floor + start,
                link_start: self.floor + link_start,
            })
        })
    }
}
