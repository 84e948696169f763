//! The search: an iterator over the triggers of a text, which returns the links among their outcomes.
//!
//! Each trigger has one [`Outcome`], which also says where the search continues. The search takes linear
//! time: it only moves forward, and `floor`, `host_floor` and length limits bound the searches for the start
//! of a link.

use super::options::Options;
use super::rejection::Rejection;
use super::trigger::{Trigger, Triggers};
use crate::host::{DomainRules, HostBounds};
use crate::link::Link;
use crate::options::{AttachedWords, OneLabelHosts, TopLevel};

/// The links of a text, in order; [`Finder::find_iter`](crate::Finder::find_iter) returns it.
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Links<'f, 't> {
    pub(super) options: &'f Options,
    pub(super) text: &'t str,
    pub(super) triggers: Triggers,
    /// The offset from which the next trigger is searched for.
    pub(super) cursor: usize,
    /// Invariant: the next URL does not start before this offset.
    pub(super) floor: usize,
    /// The end of the last link. A local part may start before `floor`, but not before this offset.
    pub(super) link_end: usize,
    /// Invariant: the next bare domain does not start before this offset, so a rejected host is never scanned
    /// again.
    pub(super) host_floor: usize,
    /// The last `@` after which a domain was searched for, and the end of that domain.
    pub(super) domain_after_at: Option<(usize, Option<usize>)>,
}

/// The outcome of a trigger. Offsets say where the search continues.
pub(crate) enum Outcome<'t> {
    Link(Link<'t>),
    /// No link. No later URL starts before the offset.
    Skip(usize, Rejection),
    /// No link. No bare domain starts before the offset, but the local part of an email address may.
    NoDomain(usize, Rejection),
    /// No link at this trigger. The text before the offset may be part of a later link.
    Continue(usize, Rejection),
    /// Nothing that resembles a link.
    Nothing(usize),
}

impl<'f, 't> Links<'f, 't> {
    pub(crate) fn new(options: &'f Options, text: &'t str) -> Self {
        Self {
            options,
            text,
            triggers: Triggers::new(options.has_opaque_schemes),
            cursor: 0,
            floor: 0,
            link_end: 0,
            host_floor: 0,
            domain_after_at: None,
        }
    }
}

impl<'t> Iterator for Links<'_, 't> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        loop {
            let (at, trigger) = self.triggers.next(self.text, self.cursor)?;
            match trigger {
                Trigger::Dot(len) if self.excludes_top_level(at + len) => {
                    self.cursor = at + len;
                }
                // The fast path returns most links. As an `Outcome` they would be written to memory and
                // read again.
                _ => {
                    if let Some(link) = self.fast_path(at, trigger) {
                        let end = link.end();
                        self.cursor = end;
                        self.floor = end;
                        self.link_end = end;
                        if self.refusal(&link).is_none() {
                            return Some(link);
                        }
                    } else if let Outcome::Link(link) = self.outcome(at, trigger)
                        && self.refusal(&link).is_none()
                    {
                        return Some(link);
                    }
                }
            }
        }
    }
}

impl core::iter::FusedIterator for Links<'_, '_> {}

impl core::fmt::Debug for Links<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Links")
            .field("offset", &self.cursor)
            .finish_non_exhaustive()
    }
}

impl<'f, 't> Links<'f, 't> {
    /// Processes the next trigger: its offset and outcome. Links are not filtered yet.
    pub(crate) fn step(&mut self) -> Option<(usize, Outcome<'t>)> {
        let (at, trigger) = self.triggers.next(self.text, self.cursor)?;
        Some((at, self.outcome(at, trigger)))
    }

    /// The link at a trigger, if it has a common form: an ASCII URL with a known scheme, or an ASCII
    /// email address.
    #[inline(always)]
    fn fast_path(&mut self, at: usize, trigger: Trigger) -> Option<Link<'t>> {
        match trigger {
            Trigger::Colon => self.ascii_url(at),
            Trigger::At => self.ascii_email(at),
            Trigger::Dot(_) => None,
        }
    }

    /// The outcome of a trigger.
    #[inline(always)]
    fn outcome(&mut self, at: usize, trigger: Trigger) -> Outcome<'t> {
        let outcome = match trigger {
            Trigger::Colon => self.url_at_colon(at),
            Trigger::At => self.email(at),
            Trigger::Dot(len) => self.bare_domain(at, at + len),
        };
        match &outcome {
            Outcome::Link(link) => {
                self.cursor = link.end();
                self.floor = link.end();
                self.link_end = link.end();
            }
            &Outcome::Skip(end, _) => {
                self.cursor = end;
                self.floor = end;
            }
            &Outcome::NoDomain(to, _) => {
                self.cursor = to;
                self.host_floor = to;
            }
            &(Outcome::Continue(to, _) | Outcome::Nothing(to)) => self.cursor = to,
        }
        outcome
    }

    /// The reason why a link is refused after it was found: it is too long, or the filter refuses it.
    #[inline(always)]
    pub(crate) fn refusal(&self, link: &Link<'t>) -> Option<Rejection> {
        if link.end() - link.start() > self.options.length_limit {
            return Some(Rejection::TooLong);
        }
        if self.options.filter.is_some() {
            return self.filtered(*link);
        }
        None
    }

    /// Applies the filter. It takes the link by value, so that links can stay in registers if there is no
    /// filter.
    #[inline(never)]
    fn filtered(&self, link: Link<'_>) -> Option<Rejection> {
        let filter = self.options.filter.as_ref()?;
        let refused = filter.check(&link, self.options).err()?;
        Some(Rejection::Refused(refused.0))
    }

    pub(super) fn after(&self, offset: usize) -> &'t str {
        self.text.get(offset..).unwrap_or_default()
    }

    /// The rules for a host without a scheme before it.
    pub(super) fn bare_bounds(&self) -> HostBounds<'f> {
        let options = self.options;
        HostBounds {
            domain: DomainRules {
                top_level: options.bare_tld,
                registrable: options.bare_tld == TopLevel::Listed,
                min_labels: 2,
                suffixes: options.suffixes(),
            },
            boundaries: options.script_boundaries,
            suffixes_after_hyphen: options.attached_words == AttachedWords::Trim,
        }
    }

    /// The rules for a host after a scheme.
    pub(super) fn scheme_bounds(&self) -> HostBounds<'f> {
        let options = self.options;
        HostBounds {
            domain: DomainRules {
                top_level: options.scheme_tld,
                registrable: false,
                min_labels: match options.one_label_hosts {
                    OneLabelHosts::Link => 1,
                    OneLabelHosts::Skip => 2,
                },
                suffixes: options.suffixes(),
            },
            boundaries: options.script_boundaries,
            suffixes_after_hyphen: options.attached_words == AttachedWords::Trim,
        }
    }
}
