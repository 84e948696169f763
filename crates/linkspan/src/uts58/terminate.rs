//! Where a URL ends (C1, §3.5.1): a vectorised fast path in front of [`Steps`].

use linkspan_vector::{AsciiSet, MAX_RUN_LEN};

use super::part::{DIRECTIVE, Part};
use super::steps::{Effect, Steps};
use crate::counter;
use crate::offset::floor_char_boundary;
use crate::property::{LinkTerm, ascii, link_term};

/// Finds the end of the link in `text` whose host and port end at the byte offset `host_end`.
///
/// The result is the byte offset after the last character of the link: at least `host_end`, always on a
/// character boundary. The function follows §3.5.1 to the letter, so a `?` or `#` directly after the host or
/// path is kept even if nothing follows it.
///
/// An offset past the end of the text or inside a character counts as the nearest boundary before it.
///
/// # Complexity
///
/// One pass, which reads no further than the first character that cannot be part of the link. Nothing
/// is allocated.
///
/// # Examples
///
/// ```
/// use linkspan::uts58::terminate;
///
/// let text = "(see example.com/wiki/東京_(曖昧さ回避)).";
/// let host_end = "(see example.com".len();
/// let end = terminate(text, host_end);
/// // The inner brackets pair. The outer one was opened before the link.
/// assert_eq!(&text[host_end..end], "/wiki/東京_(曖昧さ回避)");
/// ```
#[must_use]
pub fn terminate(text: &str, host_end: usize) -> usize {
    part_ends(text, floor_char_boundary(text, host_end)).end
}

/// Where the parts of a URL after host and port end, as ascending offsets into the text. A part that is
/// absent ends where the part before it ends. A part that is present starts with its initiator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PartEnds {
    pub(crate) path_end: usize,
    pub(crate) query_end: usize,
    pub(crate) fragment_end: usize,
    /// The end of the directives, and so of the URL.
    pub(crate) end: usize,
}

impl PartEnds {
    /// A path that ends at `end` and may be empty, and nothing after it.
    #[inline(always)]
    pub(crate) const fn path(end: usize) -> Self {
        Self {
            path_end: end,
            query_end: end,
            fragment_end: end,
            end,
        }
    }

    /// The same parts with everything from `end` on removed.
    pub(crate) fn truncated(self, end: usize) -> Self {
        // What remains of a `:~:` belongs to the fragment.
        let has_directive = self.fragment_end + DIRECTIVE.len() <= end;
        Self {
            path_end: self.path_end.min(end),
            query_end: self.query_end.min(end),
            fragment_end: if has_directive {
                self.fragment_end
            } else {
                end
            },
            end: self.end.min(end),
        }
    }
}

impl PartEnds {
    /// The same parts, the last of which ends at `end`.
    pub(crate) fn extended(self, end: usize) -> Self {
        let extend = |part_end| if part_end == self.end { end } else { part_end };
        Self {
            path_end: extend(self.path_end),
            query_end: extend(self.query_end),
            fragment_end: extend(self.fragment_end),
            end,
        }
    }
}

/// The offsets at which parts start, and the end of the link so far.
pub(crate) struct PartStarts {
    query: usize,
    fragment: usize,
    directive: usize,
    /// The end of the link if it ended here: `last_safe` of the standard.
    pub(crate) end: usize,
}

impl PartStarts {
    pub(crate) fn new(start: usize) -> Self {
        Self {
            query: usize::MAX,
            fragment: usize::MAX,
            directive: usize::MAX,
            end: start,
        }
    }

    #[inline(always)]
    fn start(&mut self, part: Part, offset: usize) {
        match part {
            Part::Path => {}
            Part::Query => self.query = offset,
            Part::Fragment => self.fragment = offset,
            Part::Directive => self.directive = offset,
        }
    }

    /// Records the step that `steps` just returned.
    pub(crate) fn record(&mut self, steps: &Steps<'_>, step: &super::Step) {
        if let (Effect::Starts, Some(part)) = (step.effect, step.part) {
            self.start(part, step.offset);
        }
        if step.effect.is_safe() {
            self.end = steps.offset();
        }
    }

    #[inline(always)]
    pub(crate) fn ends(&self) -> PartEnds {
        let query_end = self.fragment.min(self.end);
        PartEnds {
            path_end: self.query.min(query_end),
            query_end,
            fragment_end: self.directive.min(self.end),
            end: self.end,
        }
    }
}

/// Characters that end a link in addition to those of the standard.
pub(crate) trait Stops {
    /// The ASCII characters among them. All characters above ASCII may be among them.
    const ASCII: AsciiSet;

    /// Characters that belong to the link in every part and start no part.
    const INCLUDED: AsciiSet = ascii::INCLUDE.difference(SYNTAX).difference(Self::ASCII);

    /// Characters that the fast path passes without a look at each.
    const RUN: AsciiSet = ascii::SOFT
        .difference(SYNTAX)
        .difference(Self::ASCII)
        .union(Self::INCLUDED);

    /// The sets of a [`Window`].
    const WINDOW: [AsciiSet; 2] = [Self::RUN, Self::INCLUDED];

    /// Whether the link ends before the character at `offset`. Called with ascending offsets, for each
    /// character of the link that is above ASCII or in [`ASCII`](Self::ASCII).
    fn ends_at(&mut self, text: &str, offset: usize) -> bool;
}

/// The letter of the standard: no other characters.
pub(crate) struct NoStops;

impl Stops for NoStops {
    const ASCII: AsciiSet = AsciiSet::new(b"");

    fn ends_at(&mut self, _: &str, _: usize) -> bool {
        false
    }
}

/// What is known about the bytes of a text from an offset on, so that no byte is examined twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The offset of the first byte.
    start: usize,
    /// The number of bytes.
    len: usize,
    /// Which bytes are members of [`Stops::RUN`]. The first byte is bit 0.
    run: u64,
    /// Which bytes are members of [`Stops::INCLUDED`].
    included: u64,
}

impl Window {
    /// Nothing is known.
    pub(crate) const EMPTY: Self = Self {
        start: 0,
        len: 0,
        run: 0,
        included: 0,
    };

    /// The bytes of a text from `start` on, at most [`MAX_RUN_LEN`]. The masks are those of [`Stops::RUN`] and
    /// [`Stops::INCLUDED`].
    #[inline(always)]
    pub(crate) fn new(text: &str, start: usize, [run, included]: [u64; 2]) -> Self {
        let len = text.len().saturating_sub(start).min(MAX_RUN_LEN);
        Self {
            start,
            len,
            run,
            included,
        }
    }

    /// The offset after the last byte.
    pub(crate) fn end(&self) -> usize {
        self.start + self.len
    }

    /// The end of a link after whose host nothing but a path follows, or nothing at all, and the offset of the character that
    /// ends it. `None` if this cannot be told from the window, or if that character is not a member of `ends`.
    ///
    /// The window must contain the host, which ends with a letter at `host_end`. The members of `ends` must end every path.
    #[inline(always)]
    pub(crate) fn path_end(
        &self,
        text: &str,
        host_end: usize,
        ends: &AsciiSet,
    ) -> Option<(usize, usize)> {
        if self.len == 0 {
            return None;
        }
        let host_len = host_end - self.start;
        let run = self.run >> (host_len % MAX_RUN_LEN);
        let len = host_len + run.trailing_ones() as usize;
        let stop = self.start + len;
        let starts_path = stop == host_end || text.as_bytes().get(host_end) == Some(&b'/');
        let is_end = match text.as_bytes().get(stop) {
            Some(&byte) => ends.contains(byte),
            None => true,
        };
        if !(starts_path && is_end && len < MAX_RUN_LEN) {
            return None;
        }
        let included = self.included & ((1 << len) - 1);
        let end = self.start + included.checked_ilog2()? as usize + 1;
        Some((end, stop))
    }

    /// Examines the bytes of a text from `start` on. A function of its own, so that a window stays in registers.
    #[inline(never)]
    fn examine<S: Stops>(text: &str, start: usize) -> Self {
        let rest = text.as_bytes().get(start..).unwrap_or_default();
        match linkspan_vector::masks(rest, &S::WINDOW) {
            Some(masks) => Self::new(text, start, masks),
            None => Self::of_run::<S>(rest, start),
        }
    }

    /// The run at the start of `rest`, and the byte after it, for processors that cannot examine more at once.
    fn of_run<S: Stops>(rest: &[u8], start: usize) -> Self {
        let run = linkspan_vector::run(rest, &S::RUN, [&S::INCLUDED]);
        let [included] = run.masks;
        Self {
            start,
            len: rest.len().min(MAX_RUN_LEN).min(run.len + 1),
            run: match run.len {
                MAX_RUN_LEN.. => u64::MAX,
                len => (1 << len) - 1,
            },
            included,
        }
    }
}

/// The parts of the link whose host and port end at `start`, a character boundary, by the letter of
/// §3.5.1.
#[inline(always)]
pub(crate) fn part_ends(text: &str, start: usize) -> PartEnds {
    part_ends_before(text, start, Window::EMPTY, &mut NoStops)
}

/// The same, with further characters that end the link, and with what is known about the text.
#[inline(always)]
pub(crate) fn part_ends_before<S: Stops>(
    text: &str,
    start: usize,
    window: Window,
    further: &mut S,
) -> PartEnds {
    let mut starts = PartStarts::new(start);
    let part = match text.as_bytes().get(start) {
        Some(b'/') => Part::Path,
        Some(b'?') => Part::Query,
        Some(b'#') => Part::Fragment,
        _ => return PartEnds::path(start),
    };
    starts.start(part, start);
    starts.end = start + 1;
    if let FastPath::NeedsSlowPath { offset, part } =
        fast_path(text, start + 1, part, window, &mut starts, further)
    {
        slow_path(text, offset, part, &mut starts, further);
    }
    starts.ends()
}

/// The parts of a URL without authority, whose path starts directly after the colon of the scheme, at `start`.
pub(crate) fn opaque_part_ends<S: Stops>(text: &str, start: usize, further: &mut S) -> PartEnds {
    let mut starts = PartStarts::new(start);
    if let FastPath::NeedsSlowPath { offset, part } =
        fast_path(text, start, Part::Path, Window::EMPTY, &mut starts, further)
    {
        slow_path(text, offset, part, &mut starts, further);
    }
    starts.ends()
}

/// The fast path of [`part_ends_before`] for the letter of the standard, and the offset of the character that ends the
/// link. `None` if the slow path must decide.
#[inline(always)]
pub(crate) fn plain_part_ends(
    text: &str,
    start: usize,
    window: Window,
) -> Option<(PartEnds, usize)> {
    let mut starts = PartStarts::new(start);
    let part = match text.as_bytes().get(start) {
        Some(b'/') => Part::Path,
        Some(b'?') => Part::Query,
        Some(b'#') => Part::Fragment,
        _ => return Some((PartEnds::path(start), start)),
    };
    starts.start(part, start);
    starts.end = start + 1;
    match fast_path(text, start + 1, part, window, &mut starts, &mut NoStops) {
        FastPath::Finished { offset } => Some((starts.ends(), offset)),
        FastPath::NeedsSlowPath { .. } => None,
    }
}

/// The result of the fast path.
enum FastPath {
    /// It found the end of the link: the character at this offset, or the end of the text.
    Finished { offset: usize },
    /// It stopped at a character whose effect depends on open brackets or directives.
    NeedsSlowPath { offset: usize, part: Part },
}

/// Characters that may start a part inside another part.
const SYNTAX: AsciiSet = AsciiSet::new(b"?#:");

/// Takes the steps of [`Steps`] from `offset` on as long as no bracket is open. In that state, only the
/// characters that start a part affect later characters, so runs of other characters are skipped at once.
#[inline(always)]
fn fast_path<S: Stops>(
    text: &str,
    offset: usize,
    part: Part,
    window: Window,
    starts: &mut PartStarts,
    further: &mut S,
) -> FastPath {
    let bytes = text.as_bytes();
    let mut part = part;
    let mut window = window;
    let mut at = offset;
    loop {
        if at.wrapping_sub(window.start) >= window.len {
            window = Window::examine::<S>(text, at);
        }
        let skipped = at - window.start;
        let run = window.run >> (skipped % MAX_RUN_LEN);
        // The bits below the first byte that is not in the run.
        let in_run = run & !run.wrapping_add(1);
        let included = (window.included >> (skipped % MAX_RUN_LEN)) & in_run;
        if let Some(last) = included.checked_ilog2() {
            starts.end = at + last as usize + 1;
        }
        at += run.trailing_ones() as usize;
        let Some(&byte) = bytes.get(at) else {
            break;
        };
        if at - window.start >= window.len {
            continue;
        }
        if (S::ASCII.contains(byte) || !byte.is_ascii()) && further.ends_at(text, at) {
            break;
        }
        let (term, len) = match byte {
            b'?' if part == Part::Path => {
                part = Part::Query;
                starts.query = at;
                (LinkTerm::Include, 1)
            }
            b'#' if part != Part::Fragment => {
                part = Part::Fragment;
                starts.fragment = at;
                (LinkTerm::Include, 1)
            }
            b':' if part == Part::Fragment => {
                counter::add(at - offset + 1);
                return FastPath::NeedsSlowPath { offset: at, part };
            }
            0..0x80 => (link_term(char::from(byte)), 1),
            _ => match text.get(at..).and_then(|rest| rest.chars().next()) {
                Some(c) => (link_term(c), c.len_utf8()),
                None => break,
            },
        };
        match term {
            LinkTerm::Include => {
                at += len;
                starts.end = at;
            }
            LinkTerm::Soft => at += len,
            LinkTerm::Hard | LinkTerm::Close => break,
            LinkTerm::Open => {
                counter::add(at - offset + 1);
                return FastPath::NeedsSlowPath { offset: at, part };
            }
        }
    }
    counter::add(at - offset + 1);
    FastPath::Finished { offset: at }
}

/// Takes steps one by one from `offset` on, and returns to the fast path whenever no bracket is open.
#[inline(never)]
fn slow_path<S: Stops>(
    text: &str,
    offset: usize,
    part: Part,
    starts: &mut PartStarts,
    further: &mut S,
) {
    let mut steps = Steps::new(text, offset);
    steps.resume(offset, part);
    loop {
        let byte = text.as_bytes().get(steps.offset());
        let may_stop = |&byte: &u8| S::ASCII.contains(byte) || !byte.is_ascii();
        if byte.is_some_and(may_stop) && further.ends_at(text, steps.offset()) {
            return;
        }
        let Some(step) = steps.next() else {
            return;
        };
        starts.record(&steps, &step);
        if matches!(step.effect, Effect::Stops(_)) {
            return;
        }
        let Some(part) = steps.resumable_part() else {
            continue;
        };
        match fast_path(text, steps.offset(), part, Window::EMPTY, starts, further) {
            FastPath::Finished { .. } => return,
            FastPath::NeedsSlowPath { offset, part } => steps.resume(offset, part),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn window_of_a_run_agrees_with_the_masks(text in "[a-z/.,]{0,70}[?#: (é]?[a-z.]{0,3}") {
            let window = Window::of_run::<NoStops>(text.as_bytes(), 5);
            let is_in_run = |byte: &u8| NoStops::RUN.contains(*byte);
            let run_len = text.bytes().take_while(|byte| is_in_run(byte)).count();
            prop_assert_eq!(window.start, 5);
            prop_assert_eq!(window.len, text.len().min(run_len + 1).min(MAX_RUN_LEN));
            for (offset, byte) in text.bytes().enumerate().take(window.len) {
                prop_assert_eq!(window.run >> offset & 1 == 1, is_in_run(&byte));
                let is_included = is_in_run(&byte) && NoStops::INCLUDED.contains(byte);
                prop_assert_eq!(window.included >> offset & 1 == 1, is_included);
            }
        }
    }

    /// The parts of `/a?b#c:~:text=d`, counted from offset 10.
    const ENDS: PartEnds = PartEnds {
        path_end: 12,
        query_end: 14,
        fragment_end: 16,
        end: 25,
    };

    #[test]
    fn truncated_parts_end_at_the_new_end() {
        let ends = |path_end, query_end, fragment_end, end| PartEnds {
            path_end,
            query_end,
            fragment_end,
            end,
        };
        for (end, expected) in [
            (30, ENDS),
            (25, ENDS),
            (20, ends(12, 14, 16, 20)),
            // `:~:` and nothing else.
            (19, ends(12, 14, 16, 19)),
            // `:~` starts no directive.
            (18, ends(12, 14, 18, 18)),
            (15, ends(12, 14, 15, 15)),
            (13, ends(12, 13, 13, 13)),
            (11, ends(11, 11, 11, 11)),
        ] {
            assert_eq!(ENDS.truncated(end), expected, "{end}");
        }
    }

    #[test]
    fn only_the_last_part_is_extended() {
        let extended = ENDS.extended(40);
        assert_eq!((extended.fragment_end, extended.end), (16, 40));
        // `/a?b`: the fragment is absent, so it ends where the query ends.
        let query = PartEnds {
            path_end: 12,
            ..PartEnds::path(14)
        };
        let expected = PartEnds {
            path_end: 12,
            ..PartEnds::path(20)
        };
        assert_eq!(query.extended(20), expected);
        assert_eq!(PartEnds::path(5).extended(9), PartEnds::path(9));
    }
}
