//! The links of a text with their reports, and what was rejected because of what is reported.

use core::fmt;
use core::iter::FusedIterator;

use super::code::Code;
use super::level::Level;
use super::policy::Policy;
use super::report::Report;
use super::rules::is_found_ordinary;
use super::{AssessLists, AssessRules};
use crate::host::DomainError;
use crate::idna::MAX_DOMAIN_LEN;
use crate::link::{Front, Link};
use crate::property::{HostClass, host_class};
use crate::scan::{Links, Options, Outcome, Rejection, authority_end};
use crate::scheme::{self, SEPARATOR};
use crate::url::Authority;
use crate::uts58::{PartEnds, part_ends};

/// A link, or what would have been one, with its report.
///
/// [`Finder::assess_iter`](crate::Finder::assess_iter) iterates over them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AssessedLink<'t> {
    /// The link. If it was rejected, its host may be invalid.
    pub link: Link<'t>,
    /// The findings about it.
    pub report: Report,
    /// The reason why it is not a link, if it is not.
    pub rejection: Option<Rejection>,
}

/// The links of a text with their reports; [`Finder::assess_iter`](crate::Finder::assess_iter) returns it.
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct AssessedLinks<'f, 't> {
    options: &'f Options,
    policy: &'f Policy,
    lists: &'f AssessLists,
    links: Links<'f, 't>,
    text: &'t str,
    /// The end of the last link or rejected candidate.
    floor: usize,
    /// A rejected candidate. A link that follows may lie inside it, since the end of a bare domain is a guess
    /// and a local part may start anywhere, and then takes precedence.
    uncertain: Option<AssessedLink<'t>>,
    /// The link after it.
    next: Option<AssessedLink<'t>>,
}

impl<'t> Iterator for AssessedLinks<'_, 't> {
    type Item = AssessedLink<'t>;

    fn next(&mut self) -> Option<AssessedLink<'t>> {
        if self.next.is_some() {
            return self.next.take();
        }
        loop {
            let Some((offset, outcome)) = self.links.fast_step() else {
                return self.uncertain.take();
            };
            let is_link = matches!(outcome, Outcome::Link(_));
            let assessed = match outcome {
                Outcome::Link(link) if self.uncertain.is_none() => {
                    self.floor = self.floor.max(link.end());
                    return Some(self.found(link));
                }
                Outcome::Link(link) => Some(self.found(link)),
                Outcome::Skip(_, reason)
                | Outcome::NoDomain(_, reason)
                | Outcome::Continue(_, reason) => self.rejected(offset, reason),
                Outcome::Nothing(_) => None,
            };
            let Some(assessed) = assessed else {
                continue;
            };
            self.floor = self.floor.max(assessed.link.end());
            if !is_link {
                if let Some(before) = self.uncertain.replace(assessed) {
                    return Some(before);
                }
                continue;
            }
            match self.uncertain.take() {
                Some(before) if before.link.end() <= assessed.link.start() => {
                    self.next = Some(assessed);
                    return Some(before);
                }
                _ => return Some(assessed),
            }
        }
    }
}

impl FusedIterator for AssessedLinks<'_, '_> {}

impl fmt::Debug for AssessedLinks<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AssessedLinks")
            .field("offset", &self.floor)
            .finish_non_exhaustive()
    }
}

impl<'f, 't> AssessedLinks<'f, 't> {
    pub(crate) fn new(
        options: &'f Options,
        policy: &'f Policy,
        lists: &'f AssessLists,
        text: &'t str,
    ) -> Self {
        Self {
            options,
            policy,
            lists,
            links: Links::new(options, text),
            text,
            floor: 0,
            uncertain: None,
            next: None,
        }
    }

    /// The same with the links of a search that was resumed at `floor`.
    pub(crate) fn resumed(self, links: Links<'f, 't>, floor: usize) -> Self {
        Self {
            links,
            floor,
            ..self
        }
    }

    #[inline(never)]
    fn assess(&self, link: &Link<'t>) -> Report {
        AssessRules::of(self.options, self.lists).assess(link)
    }

    fn found(&self, link: Link<'t>) -> AssessedLink<'t> {
        let report = if is_found_ordinary(&link, self.options, self.lists) {
            Report::new()
        } else {
            self.assess(&link)
        };
        let rejection = if link.end() - link.start() > self.options.length_limit {
            Some(Rejection::TooLong)
        } else if self.options.never_links(&link) {
            Some(Rejection::NeverLinked)
        } else {
            let refused = self.policy.check(&link, &report).err();
            refused.map(|refused| Rejection::Refused(refused.0))
        };
        AssessedLink {
            link,
            report,
            rejection,
        }
    }

    /// A rejected candidate as a link, if it was rejected because of something that is reported.
    fn rejected(&self, offset: usize, reason: Rejection) -> Option<AssessedLink<'t>> {
        if !matches!(
            reason,
            Rejection::Userinfo
                | Rejection::InvalidAddress
                | Rejection::NoHost
                | Rejection::InvalidDomain(_)
        ) {
            return None;
        }
        let link = match reason {
            Rejection::InvalidDomain(DomainError::NotAllowed) if !self.is_separator(offset) => {
                self.bare_candidate(offset)?
            }
            _ => self.candidate_with_scheme(offset)?,
        };
        let report = self.assess(&link);
        let is_unlisted = reason == Rejection::InvalidDomain(DomainError::TopLevel);
        let is_reported = report.level() >= Some(Level::Warn)
            || is_unlisted && (report.has(Code::TldUnlisted) || report.has(Code::TldInvalid));
        is_reported.then_some(AssessedLink {
            link,
            report,
            rejection: Some(reason),
        })
    }

    fn is_separator(&self, offset: usize) -> bool {
        let rest = self.text.get(offset..).unwrap_or_default();
        rest.starts_with(SEPARATOR)
    }

    /// The domain around a dot that UTS #46 does not allow: all adjacent characters of hosts.
    fn bare_candidate(&self, dot: usize) -> Option<Link<'t>> {
        let is_host = |c: char| host_class(c) != HostClass::Outside;
        let before = self.text.get(self.floor..dot)?;
        let after = self.text.get(dot..)?;
        let before = before
            .chars()
            .rev()
            .take(MAX_DOMAIN_LEN)
            .take_while(|&c| is_host(c));
        let after = after
            .chars()
            .take(MAX_DOMAIN_LEN)
            .take_while(|&c| is_host(c));
        let start = dot - before.map(char::len_utf8).sum::<usize>();
        let end = dot + after.map(char::len_utf8).sum::<usize>();
        let host = self.text.get(start..end)?;
        let end = start + host.trim_end_matches('.').len();
        let front = Front {
            start,
            scheme_end: None,
            host_start: start,
            host_end: end,
            port_end: end,
        };
        let implied_scheme = self.options.implied_scheme;
        Some(Link::url(
            self.text,
            front,
            PartEnds::path(end),
            implied_scheme,
        ))
    }

    /// The URL whose scheme ends at a colon, whatever its host is.
    fn candidate_with_scheme(&self, colon: usize) -> Option<Link<'t>> {
        if !self.is_separator(colon) {
            return None;
        }
        let start = scheme::start_before(self.text, self.floor, colon)?;
        let authority_start = colon + SEPARATOR.len();
        let authority_end = authority_end(self.text, authority_start);
        let authority = self.text.get(authority_start..authority_end)?;
        let host = Authority::split(authority).host;
        let front = Front {
            start,
            scheme_end: Some(colon),
            host_start: authority_start + host.start,
            host_end: authority_start + host.end,
            port_end: authority_end,
        };
        let parts = part_ends(self.text, authority_end);
        let implied_scheme = self.options.implied_scheme;
        let has_host = front.host_start < authority_end;
        has_host.then(|| Link::url(self.text, front, parts, implied_scheme))
    }
}
