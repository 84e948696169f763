//! Termination step by step: the slow path of [`terminate`](super::terminate()), and the explanation of
//! its result.

use super::part::Part;
use crate::bracket::{Bracket, OpenBrackets};
use crate::counter;
use crate::offset::floor_char_boundary;
use crate::property::{LinkTerm, link_term};

/// The steps of [`terminate`](super::terminate()), one per character: why a link ends where it does.
///
/// The last step is the one that ends the link, unless the text ends first. The link ends after the last
/// step that is [safe](Effect::is_safe).
///
/// ```
/// use linkspan::uts58::{Effect, Steps, StopReason};
///
/// let steps: Vec<_> = Steps::new("example.com/a.)", 11).collect();
/// assert_eq!(steps[2].character, '.');
/// assert_eq!(steps[2].effect, Effect::Waits);
/// assert_eq!(steps[3].effect, Effect::Stops(StopReason::Unmatched));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Steps<'t> {
    text: &'t str,
    rest: &'t str,
    part: Option<Part>,
    open: OpenBrackets,
    stopped: bool,
}

/// One step of [`Steps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Step {
    /// The byte offset of the character.
    pub offset: usize,
    /// The character. For `:~:`, this is the first one.
    pub character: char,
    /// The part that it is in or starts.
    pub part: Option<Part>,
    /// Its effect on the end of the link.
    pub effect: Effect,
}

/// The effect of a character on the end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// Starts a part.
    Starts,
    /// Is syntax inside a part. Brackets do not pair across it.
    Clears,
    /// Is part of the link, with everything before it.
    Includes,
    /// Is part of the link only if an included character follows.
    Waits,
    /// Opens a bracket.
    Opens,
    /// Closes the innermost open bracket.
    Closes,
    /// Is not part of the link and ends it.
    Stops(StopReason),
}

impl Effect {
    /// Whether the link may end after this step.
    ///
    /// ```
    /// use linkspan::uts58::Effect;
    ///
    /// assert!(Effect::Closes.is_safe());
    /// assert!(!Effect::Waits.is_safe());
    /// ```
    #[must_use]
    pub fn is_safe(self) -> bool {
        !matches!(self, Self::Waits | Self::Stops(_))
    }
}

/// The reason why a character ends a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// Its `Link_Term` is Hard: white space, a control, unassigned.
    Hard,
    /// It directly follows the host and starts neither path, query nor fragment.
    NoPart,
    /// It closes a bracket that is not the innermost open one.
    Unmatched,
    /// It opens one bracket more than the standard allows.
    TooDeep,
}

impl<'t> Steps<'t> {
    /// Starts at the end of host and port, as [`terminate`](super::terminate()) does.
    ///
    /// ```
    /// use linkspan::uts58::Steps;
    ///
    /// // "/", "a", and the space that ends the link.
    /// assert_eq!(Steps::new("example.com/a b", 11).count(), 3);
    /// ```
    pub fn new(text: &'t str, host_end: usize) -> Self {
        let start = floor_char_boundary(text, host_end);
        Self {
            text,
            rest: text.get(start..).unwrap_or_default(),
            part: None,
            open: OpenBrackets::new(),
            stopped: false,
        }
    }

    /// Starts inside a path, which directly follows the colon of a scheme in a URL without `//`.
    ///
    /// ```
    /// use linkspan::uts58::{Part, Steps};
    ///
    /// let parts: Vec<_> = Steps::in_path("sms:110?body=a", 4).filter_map(|step| step.part).collect();
    /// assert_eq!(parts[2..4], [Part::Path, Part::Query]);
    /// ```
    pub fn in_path(text: &'t str, start: usize) -> Self {
        Self {
            part: Some(Part::Path),
            ..Self::new(text, start)
        }
    }

    /// Continues at `offset`, a character boundary inside `part`, with no open bracket.
    pub(super) fn resume(&mut self, offset: usize, part: Part) {
        self.rest = self.text.get(offset..).unwrap_or_default();
        self.part = Some(part);
        self.open.clear();
    }

    /// The offset after the last step.
    pub(crate) fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// The current part, if the fast path can continue there: no bracket is open, and the part is not a
    /// directive.
    pub(super) fn resumable_part(&self) -> Option<Part> {
        self.part
            .filter(|&part| part != Part::Directive && self.open.is_empty())
    }

    /// The effect of the character at the start of `rest`, and the number of bytes that have it.
    fn effect(&mut self, c: char) -> (Effect, usize) {
        if let Some((next, len)) = Part::starting(self.part, self.rest) {
            self.part = Some(next);
            self.open.clear();
            return (Effect::Starts, len);
        }
        let Some(part) = self.part else {
            return (Effect::Stops(StopReason::NoPart), 0);
        };
        if let Some(len) = part.clearing(self.rest) {
            self.open.clear();
            return (Effect::Clears, len);
        }
        let effect = match link_term(c) {
            LinkTerm::Include => Effect::Includes,
            LinkTerm::Soft => Effect::Waits,
            LinkTerm::Hard => Effect::Stops(StopReason::Hard),
            LinkTerm::Open => match self.open.open(c) {
                Bracket::Paired => Effect::Opens,
                Bracket::Unpaired => Effect::Stops(StopReason::TooDeep),
            },
            LinkTerm::Close => match self.open.close(c) {
                Bracket::Paired => Effect::Closes,
                Bracket::Unpaired => Effect::Stops(StopReason::Unmatched),
            },
        };
        (effect, c.len_utf8())
    }
}

impl Iterator for Steps<'_> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        if self.stopped {
            return None;
        }
        let character = self.rest.chars().next()?;
        counter::add(character.len_utf8());
        let offset = self.offset();
        let (effect, len) = self.effect(character);
        if matches!(effect, Effect::Stops(_)) {
            self.stopped = true;
        } else {
            self.rest = self.rest.get(len..).unwrap_or_default();
        }
        Some(Step {
            offset,
            character,
            part: self.part,
            effect,
        })
    }
}

impl core::iter::FusedIterator for Steps<'_> {}

impl core::fmt::Debug for Steps<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Steps")
            .field("offset", &self.offset())
            .field("part", &self.part)
            .finish_non_exhaustive()
    }
}
