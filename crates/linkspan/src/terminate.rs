//! Where a URL ends (UTS #58 C1).
//!
//! [`terminate()`] is §3.5.1 to the letter: from the end of the host and port it walks path, query,
//! fragment and directives, and says where the link ends. [`correct_span`] serves those who have a
//! detector already and want its spans put right.

use core::ops::Range;

use linkspan_vector::{AsciiSet, LONGEST_RUN};

use crate::boundary;
use crate::bracket::{Bracket, OpenBrackets};
use crate::examined;
use crate::host::split_scheme;
use crate::property::{HostClass, LinkTerm, host_class, link_term};

/// What a fragment directive starts with.
pub(crate) const DIRECTIVE: &str = ":~:";

/// The parts of a URL after its host and port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// After a `/`.
    Path,
    /// After a `?`.
    Query,
    /// After a `#`.
    Fragment,
    /// After a `:~:` in the fragment.
    Directive,
}

impl Part {
    /// The part that starts at the start of `rest`, if one may start there after `current`
    /// (`None`: right after the host), and the length of what starts it.
    ///
    /// A part ends only where another one starts, so the standard's terminators and initiators
    /// come to the same thing.
    pub(crate) fn starting(current: Option<Self>, rest: &str) -> Option<(Self, usize)> {
        let next = match (current, rest.as_bytes().first()?) {
            (None, b'/') => Self::Path,
            (None | Some(Self::Path), b'?') => Self::Query,
            (None | Some(Self::Path | Self::Query), b'#') => Self::Fragment,
            (Some(Self::Fragment), b':') if rest.starts_with(DIRECTIVE) => {
                return Some((Self::Directive, DIRECTIVE.len()));
            }
            _ => return None,
        };
        Some((next, 1))
    }

    /// The length of the syntax at the start of `rest` that closes all brackets of this part.
    pub(crate) fn clearing(self, rest: &str) -> Option<usize> {
        match (self, rest.as_bytes().first()?) {
            (Self::Path, b'/') | (Self::Query, b'=' | b'&') | (Self::Directive, b'&' | b',') => {
                Some(1)
            }
            (Self::Directive, b':') if rest.starts_with(DIRECTIVE) => Some(DIRECTIVE.len()),
            _ => None,
        }
    }
}

/// Finds the end of the link in `text` whose host and port end at the byte offset `host_end`.
///
/// The result is the byte offset after the last character of the link: at least `host_end`, always
/// on a character boundary. It is the letter of §3.5.1, so a `?` or `#` right after the host or
/// path is kept even if nothing follows it.
///
/// An offset that is past the end of the text or inside a character counts as the nearest boundary
/// before it.
///
/// # Complexity
///
/// One pass, which reads no further than the first character that cannot be part of the link.
/// Nothing is allocated.
///
/// # Examples
///
/// ```
/// use linkspan::terminate;
///
/// let text = "(see example.com/wiki/東京_(曖昧さ回避)).";
/// let host_end = "(see example.com".len();
/// let end = terminate(text, host_end);
/// // The inner brackets pair up; the outer one was opened before the link.
/// assert_eq!(&text[host_end..end], "/wiki/東京_(曖昧さ回避)");
/// ```
#[must_use]
pub fn terminate(text: &str, host_end: usize) -> usize {
    let start = boundary::floor(text, host_end);
    match glide(text, start) {
        Glide::Ends(end) => end,
        Glide::Meets(bend) => {
            examined::note(bend.at - start + 1);
            let mut end = bend.end;
            let mut walk = Walk::going_on(text, bend.at, bend.part);
            loop {
                if walk.skip_plain() {
                    end = walk.offset();
                }
                match walk.next() {
                    Some(step) if step.effect.is_safe() => end = walk.offset(),
                    Some(_) => {}
                    None => return end,
                }
            }
        }
    }
}

/// How far it goes without a bracket or a directive.
enum Glide {
    /// To the end of the link.
    Ends(usize),
    /// To something that needs a [`Walk`].
    Meets(Bend),
}

/// Where a link needs a closer look.
struct Bend {
    at: usize,
    part: Part,
    /// The end of the link if it ended here.
    end: usize,
}

/// What is included in any part of a link while no bracket is open, in ASCII.
const INCLUDED: AsciiSet = AsciiSet::new(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz$%&*+-/=@\\^_`|~",
);

/// What is Soft in any part.
const SOFT: AsciiSet = AsciiSet::new(b"!\"',.;");

const RUN: AsciiSet = INCLUDED.and(SOFT);

/// Takes the steps of a [`Walk`] as long as no bracket is open, in which case no characters but
/// those that start parts bear on what follows.
#[inline(always)]
fn glide(text: &str, start: usize) -> Glide {
    let bytes = text.as_bytes();
    let mut part = match bytes.get(start) {
        Some(b'/') => Part::Path,
        Some(b'?') => Part::Query,
        Some(b'#') => Part::Fragment,
        _ => return Glide::Ends(start),
    };
    let mut at = start + 1;
    let mut end = at;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let run = linkspan_vector::run(rest, &RUN, [&INCLUDED]);
        let [included] = run.marks;
        if let Some(last) = included.checked_ilog2() {
            end = at + last as usize + 1;
        }
        at += run.length;
        if run.length == LONGEST_RUN {
            continue;
        }
        let Some(&byte) = rest.get(run.length) else {
            break;
        };
        let (term, length) = match byte {
            b'?' if part == Part::Path => {
                part = Part::Query;
                (LinkTerm::Include, 1)
            }
            b'#' if part != Part::Fragment => {
                part = Part::Fragment;
                (LinkTerm::Include, 1)
            }
            b':' if part == Part::Fragment => return Glide::Meets(Bend { at, part, end }),
            0..0x80 => (link_term(char::from(byte)), 1),
            _ => match text.get(at..).and_then(|rest| rest.chars().next()) {
                Some(c) => (link_term(c), c.len_utf8()),
                None => break,
            },
        };
        match term {
            LinkTerm::Include => {
                at += length;
                end = at;
            }
            LinkTerm::Soft => at += length,
            LinkTerm::Hard | LinkTerm::Close => break,
            LinkTerm::Open => return Glide::Meets(Bend { at, part, end }),
        }
    }
    examined::note(at - start + 1);
    Glide::Ends(end)
}

/// The walk that [`terminate`] takes, step by step: why a link ends where it does.
///
/// The last step is the one that stops the walk, if it is not the end of the text. The link ends
/// after the last step that is [safe](Effect::is_safe).
///
/// ```
/// use linkspan::{Effect, Stop, Walk};
///
/// let steps: Vec<_> = Walk::new("example.com/a.)", 11).collect();
/// assert_eq!(steps[2].character, '.');
/// assert_eq!(steps[2].effect, Effect::Waits);
/// assert_eq!(steps[3].effect, Effect::Stops(Stop::Unmatched));
/// ```
pub struct Walk<'t> {
    text: &'t str,
    rest: &'t str,
    part: Option<Part>,
    open: OpenBrackets,
    stopped: bool,
}

/// A step of a [`Walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Step {
    /// The byte offset that the step is about.
    pub offset: usize,
    /// The character there; of `:~:`, the first one.
    pub character: char,
    /// The part that it is in or starts.
    pub part: Option<Part>,
    /// What it does.
    pub effect: Effect,
}

/// What a character does to the end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// Starts a part.
    Starts,
    /// Is syntax inside a part, over which no brackets pair.
    Clears,
    /// Is part of the link, with all before it.
    Includes,
    /// Is part of the link only if something follows that is.
    Waits,
    /// Opens a bracket.
    Opens,
    /// Closes the bracket that was opened last.
    Closes,
    /// Is not part of the link, and ends it.
    Stops(Stop),
}

impl Effect {
    /// Whether the link may end after this.
    ///
    /// ```
    /// assert!(linkspan::Effect::Closes.is_safe());
    /// assert!(!linkspan::Effect::Waits.is_safe());
    /// ```
    #[must_use]
    pub fn is_safe(self) -> bool {
        !matches!(self, Self::Waits | Self::Stops(_))
    }
}

/// Why a character ends a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// It is Hard: white space, a control, unassigned.
    Hard,
    /// It follows the host directly and starts neither path, query nor fragment.
    NoPart,
    /// It closes a bracket that was not opened, or not last.
    Unmatched,
    /// It opens one bracket more than can be kept in mind.
    TooDeep,
}

impl<'t> Walk<'t> {
    /// Starts a walk at the end of the host and port, as [`terminate`] does.
    ///
    /// ```
    /// let walk = linkspan::Walk::new("example.com/a b", 11);
    /// assert_eq!(walk.count(), 3); // "/", "a", and the space that ends the link.
    /// ```
    #[must_use]
    pub fn new(text: &'t str, host_end: usize) -> Self {
        Self {
            text,
            rest: after(text, host_end),
            part: None,
            open: OpenBrackets::new(),
            stopped: false,
        }
    }

    /// A walk that has come to `offset`, which is in `part`, without an open bracket.
    fn going_on(text: &'t str, offset: usize, part: Part) -> Self {
        Self {
            part: Some(part),
            ..Self::new(text, offset)
        }
    }

    /// How far the walk has come.
    pub(crate) fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Goes over characters that are included in whatever part they stand, and says whether there
    /// were any. They are most of what links hold, and need no closer look. The walk is in a part.
    fn skip_plain(&mut self) -> bool {
        if self.stopped {
            return false;
        }
        let plain = self.rest.bytes().take_while(|&b| is_plain(b)).count();
        examined::note(plain);
        self.rest = self.rest.get(plain..).unwrap_or_default();
        plain > 0
    }

    /// What the character at the start of `rest` does, and how many bytes it does it with.
    fn effect(&mut self, c: char) -> (Effect, usize) {
        if let Some((next, length)) = Part::starting(self.part, self.rest) {
            self.part = Some(next);
            self.open.clear();
            return (Effect::Starts, length);
        }
        let Some(part) = self.part else {
            return (Effect::Stops(Stop::NoPart), 0);
        };
        if let Some(length) = part.clearing(self.rest) {
            self.open.clear();
            return (Effect::Clears, length);
        }
        let effect = match link_term(c) {
            LinkTerm::Include => Effect::Includes,
            LinkTerm::Soft => Effect::Waits,
            LinkTerm::Hard => Effect::Stops(Stop::Hard),
            LinkTerm::Open => match self.open.open(c) {
                Bracket::Fits => Effect::Opens,
                Bracket::Stray => Effect::Stops(Stop::TooDeep),
            },
            LinkTerm::Close => match self.open.close(c) {
                Bracket::Fits => Effect::Closes,
                Bracket::Stray => Effect::Stops(Stop::Unmatched),
            },
        };
        (effect, c.len_utf8())
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        if self.stopped {
            return None;
        }
        let character = self.rest.chars().next()?;
        examined::note(character.len_utf8());
        let offset = self.offset();
        let (effect, length) = self.effect(character);
        if matches!(effect, Effect::Stops(_)) {
            self.stopped = true;
        } else {
            self.rest = self.rest.get(length..).unwrap_or_default();
        }
        Some(Step {
            offset,
            character,
            part: self.part,
            effect,
        })
    }
}

/// Whether a byte is a character that is included in every part, and syntax in none.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'%' | b'+' | b'@')
}

/// Puts right the end of a link that some other detector found in `text` (§10.1).
///
/// Most detectors are good at the start and the host of a link, and cut it short at the first
/// character above ASCII or swallow the punctuation after it. Give this function what such a
/// detector returned, and it returns the span with the same start and the end that UTS #58 asks
/// for, be it earlier or later.
///
/// The host is the given detector's: it is never made longer. Inside the span it ends, with its
/// port, before the first character that no host holds, and a root dot is kept only if a path,
/// query or fragment follows. A span without a host, and the span of an email address, come back
/// as they are.
///
/// # Examples
///
/// ```
/// use linkspan::correct_span;
///
/// let text = "Siehe https://de.wikipedia.org/wiki/Größe_(Mathematik), dort.";
/// let cut_at_first_umlaut = 6..38;
/// assert_eq!(&text[cut_at_first_umlaut.clone()], "https://de.wikipedia.org/wiki/Gr");
/// let corrected = correct_span(text, cut_at_first_umlaut);
/// assert_eq!(&text[corrected], "https://de.wikipedia.org/wiki/Größe_(Mathematik)");
/// ```
#[must_use]
pub fn correct_span(text: &str, span: Range<usize>) -> Range<usize> {
    let Some(link) = text.get(span.clone()) else {
        return span;
    };
    let (scheme, rest) = split_scheme(link);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.rsplit_once('@') {
        Some(_) if scheme.is_none() => return span, // An email address.
        Some((_, host)) => host,
        None => authority,
    };
    // Everything up to the host is the detector's.
    let host_start = span.start + (link.len() - rest.len()) + (authority.len() - host.len());
    match host_and_port_len(host, after(text, host_start)) {
        0 => span,
        length => span.start..terminate(text, host_start + length),
    }
}

/// How much of `host`, which is where `text` starts, can be a host and its port.
fn host_and_port_len(host: &str, text: &str) -> usize {
    let host_len = if host.starts_with('[') {
        host.find(']').map_or(0, |end| end + 1)
    } else {
        host.find(|c| host_class(c) == HostClass::Outside)
            .unwrap_or(host.len())
    };
    let port = host.get(host_len..).unwrap_or_default();
    let port_len = match port.strip_prefix(':') {
        Some(digits) => match digits.bytes().take_while(u8::is_ascii_digit).count() {
            0 => 0,
            count => 1 + count,
        },
        None => 0,
    };
    let length = host_len + port_len;
    if after(text, length).starts_with(['/', '?', '#']) || port_len > 0 {
        return length;
    }
    let labels = host.get(..host_len).unwrap_or_default();
    labels
        .trim_end_matches(|c| host_class(c) == HostClass::Dot)
        .len()
}

/// The text from an offset on; an offset that is no boundary counts as the nearest one before it.
fn after(text: &str, offset: usize) -> &str {
    text.get(boundary::floor(text, offset)..)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_the_property() {
        for byte in 0..=u8::MAX {
            let c = char::from(byte);
            let is_ascii = byte.is_ascii() && !matches!(c, '?' | '#' | ':');
            let is = |term| is_ascii && link_term(c) == term;
            assert_eq!(INCLUDED.holds(byte), is(LinkTerm::Include), "{c:?}");
            assert_eq!(SOFT.holds(byte), is(LinkTerm::Soft), "{c:?}");
        }
    }

    #[test]
    fn plain_bytes_are_included_everywhere() {
        for byte in (0..=u8::MAX).filter(|&byte| is_plain(byte)) {
            assert!(byte.is_ascii());
            let c = char::from(byte);
            assert_eq!(link_term(c), LinkTerm::Include, "{c:?}");
            let mut bytes = [0; 4];
            let text = c.encode_utf8(&mut bytes);
            for part in [Part::Path, Part::Query, Part::Fragment, Part::Directive] {
                assert!(Part::starting(Some(part), text).is_none(), "{c:?}");
                assert!(part.clearing(text).is_none(), "{c:?}");
            }
        }
    }
}
