//! Going through a text from link to link.

use super::bounds::HostRules;
use super::finder::Finder;
use super::link::Link;
use super::options::{OneLabelHosts, Options};
use super::trigger::{Trigger, Triggers};
use super::verdict::NoLink;
use crate::host::{DomainRules, TopLevel};

/// The links of a text, in order; [`Finder::find_iter`] makes it.
#[derive(Clone, Debug)]
pub struct Links<'f, 't> {
    pub(super) finder: &'f Finder,
    pub(super) text: &'t str,
    pub(super) triggers: Triggers,
    /// Where to look for the next trigger.
    pub(super) cursor: usize,
    /// Nothing before this can be part of a link any more.
    pub(super) floor: usize,
    /// The same for domains without a scheme: what was none once is not looked at again.
    pub(super) host_floor: usize,
    /// The last `@` that was asked about, and the end of the domain after it.
    pub(super) asked: Option<(usize, Option<usize>)>,
}

/// What became of a trigger.
pub(super) enum Outcome<'t> {
    Link(Link<'t>),
    /// No link, and none before this offset. It goes on here.
    Skip(usize, NoLink),
    /// No domain before this offset, but perhaps a local part. It goes on here.
    NoDomain(usize, NoLink),
    /// No link by this trigger, but what stands before it may be part of a later one.
    GoOn(usize, NoLink),
    /// Not even the look of a link.
    Nothing(usize),
}

impl<'f, 't> Links<'f, 't> {
    pub(super) fn new(finder: &'f Finder, text: &'t str) -> Self {
        Self {
            finder,
            text,
            triggers: Triggers::new(),
            cursor: 0,
            floor: 0,
            host_floor: 0,
            asked: None,
        }
    }
}

impl<'t> Iterator for Links<'_, 't> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        loop {
            let (at, trigger) = self.triggers.next(self.text, self.cursor)?;
            match trigger {
                Trigger::Dot(length) if self.is_no_top_level(at + length) => {
                    self.cursor = at + length;
                }
                // Most links are found here. As an outcome they would be written to memory and read again.
                _ => {
                    if let Some(link) = self.plain(at, trigger) {
                        self.cursor = link.end;
                        self.floor = link.end;
                        if self.refusal(&link).is_none() {
                            return Some(link);
                        }
                    } else if let Outcome::Link(link) = self.outcome(at, trigger) {
                        if self.refusal(&link).is_none() {
                            return Some(link);
                        }
                    }
                }
            }
        }
    }
}

impl core::iter::FusedIterator for Links<'_, '_> {}

impl<'f, 't> Links<'f, 't> {
    /// Looks at the next trigger: where it is, and what became of it. Links are not judged yet.
    pub(super) fn step(&mut self) -> Option<(usize, Outcome<'t>)> {
        let (at, trigger) = self.triggers.next(self.text, self.cursor)?;
        Some((at, self.outcome(at, trigger)))
    }

    /// The link at a trigger, if it is of a form that most links have.
    #[inline(always)]
    fn plain(&mut self, at: usize, trigger: Trigger) -> Option<Link<'t>> {
        match trigger {
            Trigger::Colon => self.plain_url(at),
            Trigger::At => self.plain_email(at),
            Trigger::Dot(_) => None,
        }
    }

    /// What becomes of a trigger.
    #[inline(always)]
    fn outcome(&mut self, at: usize, trigger: Trigger) -> Outcome<'t> {
        let outcome = match trigger {
            Trigger::Colon => self.scheme(at),
            Trigger::At => self.email(at),
            Trigger::Dot(length) => self.bare(at, at + length),
        };
        match outcome {
            Outcome::Link(Link { end, .. }) | Outcome::Skip(end, _) => {
                self.cursor = end;
                self.floor = end;
            }
            Outcome::NoDomain(to, _) => {
                self.cursor = to;
                self.host_floor = to;
            }
            Outcome::GoOn(to, _) | Outcome::Nothing(to) => self.cursor = to,
        }
        outcome
    }

    /// Why a link is not let pass, if it is not.
    #[inline(always)]
    pub(super) fn refusal(&self, link: &Link<'_>) -> Option<NoLink> {
        self.finder.refusal(link)
    }

    pub(super) fn options(&self) -> &'f Options {
        self.finder.options()
    }

    pub(super) fn after(&self, offset: usize) -> &'t str {
        self.text.get(offset..).unwrap_or_default()
    }

    /// What a domain is held to that no scheme stands before.
    pub(super) fn bare_rules(&self) -> HostRules<'f> {
        let options = self.options();
        HostRules {
            domain: DomainRules {
                top_level: options.bare_tld,
                registrable: options.bare_tld == TopLevel::Listed,
                labels: 2,
                suffixes: options.suffixes(),
            },
            boundaries: options.script_boundaries,
        }
    }

    /// What a domain is held to in a URL with a scheme.
    pub(super) fn scheme_rules(&self) -> HostRules<'f> {
        let options = self.options();
        HostRules {
            domain: DomainRules {
                top_level: options.scheme_tld,
                registrable: false,
                labels: match options.one_label_hosts {
                    OneLabelHosts::Allow => 1,
                    OneLabelHosts::Refuse => 2,
                },
                suffixes: options.suffixes(),
            },
            boundaries: options.script_boundaries,
        }
    }
}
