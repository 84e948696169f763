//! Domains without a scheme.

use super::around::{Port, is_path, port};
use super::bounds::{self, Dot, HostRules};
use super::links::{Links, Outcome};
use super::options::BareDomains;
use super::urls::UrlBounds;
use super::verdict::NoLink;
use crate::email;
use crate::examined;
use crate::host::{BadDomain, SuffixList, TopLevel};
use crate::property::{HostClass, host_class};

impl<'t> Links<'_, 't> {
    /// Whether what follows a dot is no top-level domain, as can be seen at a glance of most of it.
    #[inline]
    pub(super) fn is_no_top_level(&self, after_dot: usize) -> bool {
        let options = self.options();
        examined::note(SuffixList::GLANCE);
        options.bare_tld == TopLevel::Listed && options.suffixes().refuses(self.after(after_dot))
    }

    /// At a label separator: a bare domain, if a top-level domain follows.
    pub(super) fn bare(&mut self, dot: usize, after_dot: usize) -> Outcome<'t> {
        let rules = self.bare_rules();
        let kind = match self.text.as_bytes().get(dot) {
            Some(b'.') => Dot::Ascii,
            _ => Dot::Ideographic,
        };
        let host_end = match rules.end_at(self.text, kind, after_dot) {
            Ok(host_end) => host_end,
            Err(why) => return Outcome::GoOn(after_dot, why),
        };
        if self.after(host_end).starts_with("://") {
            return Outcome::GoOn(host_end, NoLink::IsScheme);
        }
        let none = |why| Outcome::NoDomain(host_end, why);
        let floor = self.floor.max(self.host_floor);
        let Some(host_start) = rules.start_before(self.text, floor, dot, host_end) else {
            return none(NoLink::NoHostStart);
        };
        let host_start = match self.checked_start(&rules, host_start, host_end) {
            Ok(host_start) => host_start,
            Err(bad) => return none(NoLink::BadDomain(bad)),
        };
        let before = self.text.get(..host_start).unwrap_or_default();
        if before.ends_with('@') {
            return none(NoLink::BesideAt);
        }
        if host_start > self.floor && is_path(before) {
            return none(NoLink::InPath);
        }
        let tail_starts = self.after(host_end).starts_with(['/', '?', '#'])
            || matches!(port(self.text, host_end), Port::Ends(_) | Port::TooBig(_));
        if !tail_starts {
            if let Some(at) = self.in_local_part(host_start, host_end) {
                return Outcome::GoOn(at, NoLink::InLocalPart);
            }
            if self.after(host_end).starts_with('@') {
                return none(NoLink::BesideAt);
            }
        }
        if self.options().bare_domains == BareDomains::Skip {
            return Outcome::Skip(self.tail_end(host_end), NoLink::SwitchedOff);
        }
        let url = UrlBounds {
            start: host_start,
            scheme_end: None,
            host_start,
            host_end,
        };
        self.url(url, host_end)
    }

    /// Why the dot at `dot` ends no host, told apart more finely than finding needs; `None` if it does
    /// not stand between two labels, and is just a dot.
    pub(super) fn dot_verdict(&self, dot: usize, why: NoLink) -> Option<NoLink> {
        let mut after = self.after(dot).chars();
        let after_dot = dot + after.next().map_or(0, char::len_utf8);
        let is_label = |c| host_class(c).is_label();
        let before = self.text.get(self.floor..dot).unwrap_or_default();
        if !(before.ends_with(is_label) && after.as_str().starts_with(is_label)) {
            None
        } else if why == NoLink::NoTopLevel && bounds::is_followed_by_label(self.text, after_dot) {
            Some(NoLink::NotLastLabel)
        } else {
            Some(why)
        }
    }

    /// The start of a bare domain that is one: the given one, or after a prefix and a hyphen, as
    /// Hebrew writes before foreign words, or after underscores.
    fn checked_start(
        &self,
        rules: &HostRules<'_>,
        start: usize,
        end: usize,
    ) -> Result<usize, BadDomain> {
        let host = self.text.get(start..end).unwrap_or_default();
        let bad = match rules.domain.check(host) {
            Ok(()) => return Ok(start),
            Err(bad) => bad,
        };
        // Some markup puts underscores around what it stresses.
        let stressed = host.trim_start_matches('_');
        let word = host.trim_start_matches(|c| host_class(c) == HostClass::Letter);
        let name = match word.strip_prefix('-') {
            Some(name) if word.len() < host.len() => name,
            _ => stressed,
        };
        let starts_name = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if name.len() < host.len() && starts_name && rules.domain.check(name).is_ok() {
            return Ok(end - name.len());
        }
        Err(bad)
    }

    /// The `@` of an email address that this domain is in the local part of.
    fn in_local_part(&mut self, start: usize, end: usize) -> Option<usize> {
        let furthest = start + 2 * email::MOST_OCTETS;
        let at = self.triggers.at_between(self.text, end, furthest + 1)?;
        let between = self.text.get(end..at)?;
        examined::note(between.len());
        if !between.chars().all(crate::property::is_link_email) {
            return None;
        }
        self.domain_after(at).map(|_| at)
    }
}
