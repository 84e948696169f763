//! Links with what was found about them, and what would have been links but for that.

use super::around::{authority_bounds, scheme_start};
use super::finder::Finder;
use super::link::{Link, LinkKind};
use super::links::{Links, Outcome};
use super::verdict::NoLink;
use crate::assess::{Code, Level, Report};
use crate::host::{BadDomain, MOST_OCTETS};
use crate::property::{HostClass, host_class};
use crate::terminate::terminate;

/// A link, or what would have been one, and what was found about it.
///
/// [`Finder::check`] goes through them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<'t> {
    /// The link. If it was refused, its host need not be one.
    pub link: Link<'t>,
    /// What was found about it.
    pub report: Report,
    /// Why it is no link, if it is none.
    pub refused: Option<NoLink>,
}

impl Finder {
    /// All links of a text with their reports, and what was refused as a link because of something
    /// that is reported: by the [policy](crate::Policy) of the finder, or by its other rules, as
    /// user names and broken addresses are.
    ///
    /// ```
    /// use linkspan::{Code, Finder};
    ///
    /// let text = "https://example.com http://bank.com@evil.example.org/ http://0x7f.1/";
    /// let checked: Vec<_> = Finder::new()
    ///     .check(text)
    ///     .map(|found| (found.link.as_str(), found.refused.is_none(), found.report.findings().len()))
    ///     .collect();
    /// assert_eq!(
    ///     checked,
    ///     [
    ///         ("https://example.com", true, 0),
    ///         ("http://bank.com@evil.example.org/", false, 1),
    ///         ("http://0x7f.1/", false, 1),
    ///     ]
    /// );
    /// ```
    #[must_use]
    pub fn check<'t>(&self, text: &'t str) -> Checks<'_, 't> {
        Checks {
            finder: self,
            links: self.find_iter(text),
            text,
            floor: 0,
            doubtful: None,
            next: None,
        }
    }
}

/// The links of a text with their reports; [`Finder::check`] makes it.
#[derive(Clone, Debug)]
pub struct Checks<'f, 't> {
    finder: &'f Finder,
    links: Links<'f, 't>,
    text: &'t str,
    /// The end of what was seen last.
    floor: usize,
    /// What was refused without a scheme, and ends who knows where: a link that comes next may lie in it,
    /// and is favoured.
    doubtful: Option<Checked<'t>>,
    /// What comes after it.
    next: Option<Checked<'t>>,
}

impl<'t> Iterator for Checks<'_, 't> {
    type Item = Checked<'t>;

    fn next(&mut self) -> Option<Checked<'t>> {
        if self.next.is_some() {
            return self.next.take();
        }
        loop {
            let Some((offset, outcome)) = self.links.step() else {
                return self.doubtful.take();
            };
            let checked = match outcome {
                Outcome::Link(link) => Some(self.found(link)),
                Outcome::Skip(_, why) | Outcome::NoDomain(_, why) | Outcome::GoOn(_, why) => {
                    self.refused(offset, why)
                }
                Outcome::Nothing(_) => None,
            };
            let Some(checked) = checked else {
                continue;
            };
            self.floor = self.floor.max(checked.link.end);
            let refused = Some(NoLink::BadDomain(BadDomain::NotAllowed));
            if checked.refused == refused && checked.link.scheme_end.is_none() {
                if let Some(before) = self.doubtful.replace(checked) {
                    return Some(before);
                }
                continue;
            }
            match self.doubtful.take() {
                Some(before) if before.link.end <= checked.link.start => {
                    self.next = Some(checked);
                    return Some(before);
                }
                _ => return Some(checked),
            }
        }
    }
}

impl core::iter::FusedIterator for Checks<'_, '_> {}

impl<'t> Checks<'_, 't> {
    fn found(&self, link: Link<'t>) -> Checked<'t> {
        let report = self.finder.assess(&link);
        let refused = if link.end - link.start > self.finder.options().length_limit {
            Some(NoLink::TooLong)
        } else {
            self.finder.refused(&link, &report)
        };
        Checked {
            link,
            report,
            refused,
        }
    }

    /// What a refused candidate would have been, if it was refused for something that is reported.
    fn refused(&self, offset: usize, why: NoLink) -> Option<Checked<'t>> {
        if !matches!(
            why,
            NoLink::Userinfo | NoLink::BadAddress | NoLink::NoHost | NoLink::BadDomain(_)
        ) {
            return None;
        }
        let link = match why {
            NoLink::BadDomain(BadDomain::NotAllowed) if !self.is_scheme(offset) => {
                self.bare_candidate(offset)?
            }
            _ => self.candidate(offset)?,
        };
        let report = self.finder.assess(&link);
        let unlisted = why == NoLink::BadDomain(BadDomain::TopLevel);
        let is_reason = report.level() >= Some(Level::Warn)
            || unlisted && (report.has(Code::TldUnlisted) || report.has(Code::TldInvalid));
        is_reason.then_some(Checked {
            link,
            report,
            refused: Some(why),
        })
    }

    fn is_scheme(&self, offset: usize) -> bool {
        let rest = self.text.get(offset..).unwrap_or_default();
        rest.starts_with("://")
    }

    /// The domain around this dot, which UTS #46 does not allow: all characters around it that hosts are
    /// made of.
    fn bare_candidate(&self, dot: usize) -> Option<Link<'t>> {
        let is_host = |c: char| host_class(c) != HostClass::Outside;
        let before = self.text.get(self.floor..dot)?;
        let after = self.text.get(dot..)?;
        let before = before
            .chars()
            .rev()
            .take(MOST_OCTETS)
            .take_while(|&c| is_host(c));
        let after = after.chars().take(MOST_OCTETS).take_while(|&c| is_host(c));
        let start = dot - before.map(char::len_utf8).sum::<usize>();
        let end = dot + after.map(char::len_utf8).sum::<usize>();
        let host = self.text.get(start..end)?;
        let end = start + host.trim_end_matches('.').len();
        Some(Link {
            text: self.text,
            start,
            end,
            kind: LinkKind::Url,
            scheme_end: None,
            local_start: start,
            host_start: start,
            host_end: end,
            tail_start: end,
            implied: self.finder.options().implied_scheme,
        })
    }

    /// The URL with this colon after its scheme, whatever its host is.
    fn candidate(&self, colon: usize) -> Option<Link<'t>> {
        if !self.is_scheme(colon) {
            return None;
        }
        let start = scheme_start(self.text, self.floor, colon)?;
        let authority = colon + "://".len();
        let (authority_end, user_end) = authority_bounds(self.text, authority);
        let host_start = user_end.unwrap_or(authority);
        let host = self.text.get(host_start..authority_end)?;
        let host_len = match host.strip_prefix('[') {
            Some(_) => host.find(']').map(|bracket| bracket + 1),
            None => host.find(':'),
        };
        if host.is_empty() {
            return None;
        }
        Some(Link {
            text: self.text,
            start,
            end: terminate(self.text, authority_end),
            kind: LinkKind::Url,
            scheme_end: Some(colon),
            local_start: host_start,
            host_start,
            host_end: host_start + host_len.unwrap_or(host.len()),
            tail_start: authority_end,
            implied: self.finder.options().implied_scheme,
        })
    }
}
