//! The search: an iterator over the triggers of a text, which returns the links among their outcomes.
//!
//! Each trigger has one [`Outcome`], which also says where the search continues. The search takes linear
//! time: it only moves forward, and `floor`, `host_floor` and length limits bound the searches for the start
//! of a link.

use super::ending::Ending;
use super::options::Options;
use super::position::Position;
use super::rejection::Rejection;
use super::trigger::{Trigger, Triggers};
use crate::counter;
use crate::host::{DomainRules, HostBounds};
use crate::link::Link;
use crate::offset::{floor_char_boundary, prefix};
use crate::options::{AttachedWords, Linking, OneLabelHosts, TopLevel};
use crate::property::{LinkTerm, link_term};
use crate::suffix::SuffixList;

/// The links of a text, in order; [`Finder::find_iter`](crate::Finder::find_iter) returns it.
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Links<'f, 't> {
    pub(super) options: &'f Options,
    /// The list of the options.
    pub(super) suffixes: &'f SuffixList,
    /// The whole text.
    pub(super) whole: &'t str,
    /// The text that decides about the current trigger: the whole text up to the maximum lookahead.
    pub(super) text: &'t str,
    /// How far after a trigger the text can affect its outcome.
    pub(super) lookahead: usize,
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
    /// The last `@` after which the slow path searched for a domain, and the end of that domain.
    pub(super) domain_after_at: Option<(usize, Option<usize>)>,
    /// Whether the rest of a URL that is too long continues at the end of the text.
    in_rest: bool,
    /// Triggers at this offset and later are not processed.
    stop: usize,
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

/// The reason why the fast path has no link.
#[derive(Clone, Copy)]
pub(super) enum Miss {
    /// There is none, and the search continues with the next character.
    Nothing,
    /// There is none, because no scheme that the fast path knows precedes.
    Scheme,
    /// Another path must decide.
    Other,
}

impl<'f, 't> Links<'f, 't> {
    // Inlined, so that the iterator is built where it is used. Most texts of one line have no trigger, and copying the
    // iterator would take longer than searching them.
    #[inline]
    pub(crate) fn new(options: &'f Options, text: &'t str) -> Self {
        let cursor = match options.linking {
            Linking::On => 0,
            Linking::Off => text.len(),
        };
        Self {
            options,
            suffixes: options.suffixes(),
            whole: text,
            text,
            lookahead: options.lookahead(),
            triggers: Triggers::new(options.schemes.has_opaque()),
            cursor,
            floor: 0,
            link_end: 0,
            host_floor: 0,
            domain_after_at: None,
            in_rest: false,
            stop: usize::MAX,
        }
    }

    /// The links after a position that an earlier search reached. The text may lack what precedes the position by
    /// more than the [lookbehind](Options::lookbehind).
    pub(crate) fn resumed(options: &'f Options, text: &'t str, position: Position) -> Self {
        let mut links = Self::new(options, text);
        links.cursor = links.cursor.max(position.cursor.min(text.len()));
        links.floor = floor_char_boundary(text, position.floor);
        links.link_end = floor_char_boundary(text, position.link_end);
        links.host_floor = floor_char_boundary(text, position.host_floor);
        if position.in_rest {
            links.skip_rest(links.cursor);
        }
        links
    }

    /// The same search up to the first trigger at or after `stop`.
    pub(crate) fn until(self, stop: usize) -> Self {
        Self { stop, ..self }
    }

    /// Where the search is: it has processed all triggers before the cursor.
    pub(crate) fn position(&self) -> Position {
        Position {
            cursor: self.cursor,
            floor: self.floor,
            link_end: self.link_end,
            host_floor: self.host_floor,
            in_rest: self.in_rest,
        }
    }
}

impl<'t> Iterator for Links<'_, 't> {
    type Item = Link<'t>;

    #[inline(always)]
    fn next(&mut self) -> Option<Link<'t>> {
        self.next_before(self.stop)
    }
}

impl<'t> Links<'_, 't> {
    /// The next link whose trigger is before `stop`.
    #[inline(always)]
    pub(crate) fn next_before(&mut self, stop: usize) -> Option<Link<'t>> {
        // Inlined: a text without triggers needs nothing else.
        let first = self.triggers.next(self.whole, self.cursor)?;
        // Where code is small, there is one search.
        if !cfg!(feature = "compact-tables")
            && self.is_standard::<false>()
            && !self.options.refuses_links()
        {
            self.next_from::<true>(first, stop)
        } else {
            self.next_from::<false>(first, stop)
        }
    }

    /// The next link whose trigger is `first` or a later one before `stop`.
    ///
    /// `STANDARD` says that no option ends links before the standard does, and that none refuses links that were found. A
    /// function of its own for this case has more registers. Otherwise, each option is looked at.
    #[inline(never)]
    fn next_from<const STANDARD: bool>(&mut self, first: usize, stop: usize) -> Option<Link<'t>> {
        let mut at = first;
        loop {
            if at >= stop {
                return None;
            }
            let trigger = Trigger::at(self.whole, at);
            match trigger {
                Trigger::Dot(len) if self.excludes_top_level(at + len) => {
                    self.cursor = at + len;
                }
                // Where code is small, there is one call of the rules for dots.
                Trigger::Dot(len) if !cfg!(feature = "compact-tables") => {
                    if let Some(link) = self.bare_domain_link(at, at + len) {
                        return Some(link);
                    }
                }
                // The fast path returns most links. As an `Outcome` they would be written to memory and
                // read again.
                _ => match self.plain_link::<STANDARD>(at, trigger) {
                    Ok(link) => {
                        if self.passes::<STANDARD>(&link) {
                            return Some(link);
                        }
                    }
                    Err(Miss::Nothing) => self.cursor = at + 1,
                    Err(miss) => {
                        if let Outcome::Link(link) = self.outcome::<STANDARD>(at, trigger, miss)
                            && self.passes::<STANDARD>(&link)
                        {
                            return Some(link);
                        }
                    }
                },
            }
            at = self.triggers.next(self.whole, self.cursor)?;
        }
    }

    /// The bare domain at a dot. A function of its own, so that the loop over triggers has more registers.
    #[inline(never)]
    fn bare_domain_link(&mut self, dot: usize, after_dot: usize) -> Option<Link<'t>> {
        let outcome = self.bare_domain(dot, after_dot);
        match self.settled(outcome) {
            Outcome::Link(link) if self.passes::<false>(&link) => Some(link),
            _ => None,
        }
    }

    /// Limits the text that the rules see to the maximum lookahead after the trigger at `at`.
    #[cfg_attr(not(feature = "compact-tables"), inline(always))]
    pub(super) fn look_ahead(&mut self, at: usize) {
        self.text = self.text_ahead(at);
    }

    /// The text up to the maximum lookahead after the trigger at `at`.
    #[inline(always)]
    pub(super) fn text_ahead(&self, at: usize) -> &'t str {
        let end = at.saturating_add(self.lookahead);
        if end >= self.whole.len() {
            self.whole
        } else if let Some(text) = self.whole.get(..end) {
            text
        } else {
            prefix(self.whole, end)
        }
    }

    /// Continues the search after a link.
    #[inline(always)]
    fn skip_link(&mut self, link: &Link<'t>) {
        let end = link.end();
        self.link_end = end;
        self.skip_to(end);
    }

    /// Continues the search at `end`, the end of a link or of what is skipped.
    #[inline(always)]
    fn skip_to(&mut self, end: usize) {
        self.cursor = end;
        self.floor = end;
        if end == self.text.len() && end < self.whole.len() {
            self.skip_rest(end);
        }
    }

    /// Skips the rest of a URL that is longer than the lookahead, from `from` on. Wherever it ends, it is too long to
    /// be linked, and a link to a part of it would lead elsewhere, so everything up to the next Hard character is
    /// skipped.
    #[cold]
    fn skip_rest(&mut self, from: usize) {
        let rest = self.whole.get(from..).unwrap_or_default();
        let len = rest.find(|c| link_term(c) == LinkTerm::Hard);
        let end = from + len.unwrap_or(rest.len());
        counter::add(end - from);
        self.in_rest = len.is_none();
        self.cursor = end;
        self.floor = end;
        self.link_end = end;
        self.host_floor = end;
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
        let at = self.triggers.next(self.whole, self.cursor)?;
        if at >= self.stop {
            return None;
        }
        Some((at, self.slow_outcome(at, Trigger::at(self.whole, at))))
    }

    /// The same for callers that need no reason why a dot is not in a domain: dots that the prefilter rejects are
    /// skipped, and links of a common form take the fast path.
    #[cfg(feature = "assess")]
    #[inline(always)]
    pub(crate) fn fast_step(&mut self) -> Option<(usize, Outcome<'t>)> {
        loop {
            let at = self.triggers.next(self.whole, self.cursor)?;
            if at >= self.stop {
                return None;
            }
            let trigger = Trigger::at(self.whole, at);
            match trigger {
                Trigger::Dot(len) if self.excludes_top_level(at + len) => {
                    self.cursor = at + len;
                    continue;
                }
                _ => {}
            }
            let outcome = match self.plain_link::<false>(at, trigger) {
                Ok(link) => Outcome::Link(link),
                Err(miss) => self.outcome::<false>(at, trigger, miss),
            };
            return Some((at, outcome));
        }
    }

    /// The link at a trigger, if it has a common form: an ASCII URL with a known scheme, or an ASCII email address. The
    /// search then continues after it.
    #[inline(always)]
    fn plain_link<const STANDARD: bool>(
        &mut self,
        at: usize,
        trigger: Trigger,
    ) -> Result<Link<'t>, Miss> {
        let link = match trigger {
            Trigger::Colon => self.plain_url::<STANDARD>(at),
            Trigger::At => self.plain_email(at),
            Trigger::Dot(_) => Err(Miss::Other),
        }?;
        // It ends before the end of the lookahead.
        let end = link.end();
        self.link_end = end;
        self.cursor = end;
        self.floor = end;
        Ok(link)
    }

    /// The outcome of a trigger at which there is no link of a common form.
    #[inline(always)]
    fn outcome<const STANDARD: bool>(
        &mut self,
        at: usize,
        trigger: Trigger,
        miss: Miss,
    ) -> Outcome<'t> {
        match miss {
            Miss::Scheme if !cfg!(feature = "compact-tables") => {
                if let Some(outcome) = self.plain_url_with_unknown_scheme(at) {
                    return outcome;
                }
            }
            _ if trigger == Trigger::Colon => {
                self.look_ahead(at);
                if let Some(link) = self.ascii_url::<STANDARD>(at) {
                    self.skip_link(&link);
                    return Outcome::Link(link);
                }
            }
            _ => {}
        }
        self.slow_outcome(at, trigger)
    }

    /// The outcome of a trigger by the rules alone, without the fast paths for common links.
    #[inline(always)]
    fn slow_outcome(&mut self, at: usize, trigger: Trigger) -> Outcome<'t> {
        let outcome = match trigger {
            Trigger::Colon => {
                self.look_ahead(at);
                self.url_at_colon(at)
            }
            Trigger::At => {
                self.look_ahead(at);
                self.email(at)
            }
            Trigger::Dot(len) => self.bare_domain(at, at + len),
        };
        self.settled(outcome)
    }

    /// Continues the search after an outcome.
    #[cfg_attr(not(feature = "compact-tables"), inline(always))]
    fn settled(&mut self, mut outcome: Outcome<'t>) -> Outcome<'t> {
        match &mut outcome {
            Outcome::Link(link) => {
                *link = link.moved_into(self.whole, 0);
                self.skip_link(link);
            }
            &mut Outcome::Skip(end, _) => self.skip_to(end),
            &mut Outcome::NoDomain(to, _) => {
                self.cursor = to;
                self.host_floor = to;
            }
            &mut (Outcome::Continue(to, _) | Outcome::Nothing(to)) => self.cursor = to,
        }
        outcome
    }

    /// Whether no option ends a link before the standard does.
    #[inline(always)]
    pub(super) fn is_standard<const STANDARD: bool>(&self) -> bool {
        STANDARD || Ending::is_standard(self.options)
    }

    /// Whether a link is not refused after it was found.
    #[inline(always)]
    fn passes<const STANDARD: bool>(&self, link: &Link<'t>) -> bool {
        !self.is_too_long(link)
            && (STANDARD || self.passes_unexamined(link) || self.filtered(*link).is_none())
    }

    /// Whether neither the list of what is never linked nor the filter needs to examine a link.
    #[inline(always)]
    fn passes_unexamined(&self, link: &Link<'t>) -> bool {
        let options = self.options;
        options.never.is_none()
            && match &options.filter {
                Some(filter) => filter.passes(link, options),
                None => true,
            }
    }

    fn is_too_long(&self, link: &Link<'t>) -> bool {
        link.end() - link.start() > self.options.length_limit
    }

    /// The reason why a link is refused after it was found: it is too long, or the list or the filter refuses it.
    pub(crate) fn refusal(&self, link: &Link<'t>) -> Option<Rejection> {
        if self.is_too_long(link) {
            return Some(Rejection::TooLong);
        }
        self.filtered(*link)
    }

    /// Applies the list of what is never linked, and the filter. It takes the link by value, so that links can
    /// stay in registers if there is neither.
    #[inline(never)]
    fn filtered(&self, link: Link<'_>) -> Option<Rejection> {
        if self.options.never_links(&link) {
            return Some(Rejection::NeverLinked);
        }
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
                suffixes: self.suffixes,
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
                suffixes: self.suffixes,
            },
            boundaries: options.script_boundaries,
            suffixes_after_hyphen: options.attached_words == AttachedWords::Trim,
        }
    }
}

#[cfg(test)]
#[cfg(feature = "assess")]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use std::string::String;

    use super::*;
    use crate::property::ascii::DOT;
    use crate::{Finder, Profile};

    #[rustfmt::skip]
    const FRAGMENTS: &[&str] = &[
        "https://", "foo://", "hxxp://", "c://", "ann", "@", "@", "example", ".com", ".com", ".org", ".py", ".invalid", ".", "。", "a", "1",
        "127.0.0.1", "[::1]", ":80", ":", "/", "?", "#", "-on", "é", "аррӏе", " ", "\n", "_", "ann:b@", "(", ")", "中国",
        "`", "\"", "<", "/a", "/a",
    ];

    /// Pieces of a long path.
    const PATH: &[&str] = &[
        "a", "bc", "1", ".", ",", "!", "(", ")", "/", "?", "é", "谢", "\"", "://", "\u{2003}",
        " b.com ",
    ];

    fn finder(profile: Profile) -> Finder {
        let builder = Finder::builder().profile(profile);
        builder.build().expect("a profile is valid")
    }

    fn profiles() -> impl Strategy<Value = Profile> {
        select(&[
            Profile::Uts58,
            Profile::Prose,
            Profile::Source,
            Profile::Strict,
        ])
    }

    /// The steps without fast paths are the reference implementation.
    fn check_fast_steps(
        mut steps: Links<'_, '_>,
        mut fast_steps: Links<'_, '_>,
    ) -> Result<(), TestCaseError> {
        let text = steps.whole;
        loop {
            let fast_step = fast_steps.fast_step();
            let mut step = steps.step();
            while let Some((at, Outcome::Continue(_, reason))) = &step
                && fast_step.as_ref().is_none_or(|fast| fast.0 != *at)
            {
                let is_skipped = matches!(
                    reason,
                    Rejection::NoTopLevel | Rejection::NotLastLabel | Rejection::EmptyLabel
                );
                prop_assert!(is_skipped, "{:?} at {} of {:?}", reason, at, text);
                step = steps.step();
            }
            let (Some((at, outcome)), Some((fast_at, fast_outcome))) = (&step, &fast_step) else {
                prop_assert!(step.is_none() && fast_step.is_none(), "{:?}", text);
                return Ok(());
            };
            prop_assert_eq!(at, fast_at);
            prop_assert_eq!(steps.position(), fast_steps.position(), "{:?}", text);
            let [link, fast_link] = [outcome, fast_outcome].map(|outcome| match outcome {
                Outcome::Link(link) => Some(*link),
                _ => None,
            });
            prop_assert_eq!(link, fast_link, "{:?}", text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8192, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn fast_steps_skip_only_dots_without_a_top_level_domain(
            fragments in prop::collection::vec(select(FRAGMENTS), 1..16),
            profile in profiles(),
        ) {
            let text: String = fragments.concat();
            let finder = finder(profile);
            check_fast_steps(finder.find_iter(&text), finder.find_iter(&text))?;
        }

        /// No option makes the lookahead so short that small texts reach its end.
        #[test]
        fn fast_steps_agree_with_the_slow_path_where_the_lookahead_ends(
            path in prop::collection::vec(select(PATH), 1..32),
            profile in profiles(),
            lookahead in 16_usize..48,
        ) {
            let text = std::format!("https://a.com/{}", path.concat());
            let finder = finder(profile);
            let links = || Links { lookahead, ..finder.find_iter(&text) };
            check_fast_steps(links(), links())?;
        }
    }

    #[test]
    fn fast_steps_agree_with_the_slow_path_about_each_character_after_a_host_and_in_a_path() {
        for &profile in Profile::ALL {
            let finder = finder(profile);
            for c in (0..0x80).map(char::from).chain(['é', '。', '“']) {
                for (before, after) in [
                    ("https://example.com", "ann@example.org/ b"),
                    ("https://example.com", "/a b"),
                    ("https://example.com", ""),
                    ("https://example.com/a", "b@example.org c"),
                    ("\"https://example.com/a", "\", b"),
                    ("[a](https://example.com/a", ".) b"),
                    ("https://example.com/a.", ", b"),
                    ("ann@example.com", ".b@c/"),
                    ("@example", ".com> b@"),
                ] {
                    let text = std::format!("{before}{c}{after}");
                    let result = check_fast_steps(finder.find_iter(&text), finder.find_iter(&text));
                    let name = profile.as_str();
                    assert!(result.is_ok(), "{text:?} with {name}: {result:?}");
                }
            }
        }
    }

    /// The link of a common form at the first colon or `@`.
    fn plain_link<'t>(mut links: Links<'_, 't>) -> Option<Link<'t>> {
        let at = links.whole.find([':', '@'])?;
        links
            .plain_link::<false>(at, Trigger::at(links.whole, at))
            .ok()
    }

    #[test]
    fn ordinary_links_take_the_fast_path() {
        for &profile in Profile::ALL {
            let finder = finder(profile);
            for (text, expected) in [
                ("https://example.com", "https://example.com"),
                ("<https://example.com/a>", "https://example.com/a"),
                (
                    "see http://www.example.org/a/b?c=d#e now",
                    "http://www.example.org/a/b?c=d#e",
                ),
                ("ann@example.com", "ann@example.com"),
                ("write to ann.b@example.co.uk.", "ann.b@example.co.uk"),
            ] {
                let mut links = finder.find_iter(text);
                // Only some processors can examine a URL at once. Others need another fast path if options end links early,
                // and so do queries where code is small.
                let examines_at_once = linkspan_vector::masks(b"", &[DOT]).is_some();
                let is_small = cfg!(feature = "compact-tables");
                let is_plain = profile == Profile::Uts58
                    || examines_at_once && !(is_small && text.contains('?'));
                let link = match text.find("://") {
                    Some(colon) if !is_plain => {
                        links.look_ahead(colon);
                        links.ascii_url::<false>(colon)
                    }
                    _ => plain_link(links),
                };
                let link = link.map(|link| link.as_str());
                assert_eq!(link, Some(expected), "{}", profile.as_str());
            }
        }
    }

    #[test]
    fn urls_with_brackets_take_the_second_fast_path() {
        let text = "https://example.com/a_(b)";
        let finder = finder(Profile::Uts58);
        let mut links = finder.find_iter(text);
        assert!(plain_link(links.clone()).is_none());
        links.look_ahead(5);
        assert_eq!(
            links.ascii_url::<false>(5).map(|link| link.as_str()),
            Some(text)
        );
    }

    #[test]
    fn the_fast_path_needs_the_end_of_the_url_in_the_lookahead() {
        let text = "see https://example.com/a b";
        let finder = finder(Profile::Uts58);
        // After the colon, up to the space, which may be a character of four bytes.
        let needed = "://example.com/a".len() + 4;
        for lookahead in 0..64 {
            let links = Links {
                lookahead,
                ..finder.find_iter(text)
            };
            let is_plain = plain_link(links).is_some();
            assert_eq!(is_plain, lookahead >= needed, "{lookahead}");
        }
    }

    #[test]
    fn the_prefilter_rejects_most_dots() {
        let excludes = |profile, after_dot| {
            let finder = finder(profile);
            finder.find_iter(after_dot).excludes_top_level(0)
        };
        for after_dot in ["Nevertheless", "txt file", "foo_bar_", "谢谢你们", "“然后”"] {
            for profile in [Profile::Uts58, Profile::Prose, Profile::Source] {
                assert!(excludes(profile, after_dot), "{after_dot}");
            }
        }
        assert!(!excludes(Profile::Uts58, "com and more"));
        // A word may follow a top-level domain after a hyphen.
        assert!(excludes(Profile::Uts58, "comm-ahoz"));
        assert!(!excludes(Profile::Prose, "comm-ahoz"));
    }

    #[test]
    fn nothing_is_read_at_a_dot_that_the_prefilter_rejects() {
        let text = "One.Nevertheless two.Nevertheless three.Nevertheless";
        let dots = text.matches('.').count();
        let finder = Finder::new();
        counter::take();
        assert_eq!(finder.find_iter(text).count(), 0);
        let read = counter::take();
        assert_eq!(read, text.len() + dots * SuffixList::PREFILTER_LEN);
        assert!(finder.find_iter(text).fast_step().is_none());
        assert_eq!(counter::take(), read);
    }

    #[test]
    fn a_url_longer_than_the_lookahead_is_skipped_up_to_a_space() {
        let text = std::format!("(https://a.com/{})b.com c.com", "x".repeat(80));
        for profile in [Profile::Uts58, Profile::Prose] {
            let builder = Finder::builder().profile(profile).length_limit(40);
            let finder = builder.build().unwrap();
            for (lookahead, expected) in [(80, &["c.com"][..]), (120, &["b.com", "c.com"])] {
                let links = Links {
                    lookahead,
                    ..finder.find_iter(&text)
                };
                let found: std::vec::Vec<_> = links.map(|link| link.as_str()).collect();
                assert_eq!(found, expected, "{lookahead}");
            }
        }
    }

    #[test]
    fn a_link_at_the_end_of_the_text_is_not_too_long() {
        let finder = Finder::new();
        for text in ["https://example.com", "example.com", "ann@example.com"] {
            let mut links = finder.find_iter(text);
            assert!(links.step().is_some());
            assert!(!links.position().in_rest(), "{text}");
            assert_eq!(links.position().host_floor, 0, "{text}");
        }
    }

    #[test]
    fn a_search_ends_before_the_first_trigger_after_its_stop() {
        let finder = Finder::new();
        let text = "a.com b.com";
        for (stop, expected) in [(0, 0), (1, 0), (2, 1), (7, 1), (8, 2), (99, 2)] {
            let links = finder.find_iter(text).until(stop);
            let (mut steps, mut fast_steps) = (links.clone(), links.clone());
            assert_eq!(links.count(), expected, "{stop}");
            let steps = std::iter::from_fn(|| steps.step());
            assert_eq!(steps.count(), expected, "{stop}");
            let fast_steps = std::iter::from_fn(|| fast_steps.fast_step());
            assert_eq!(fast_steps.count(), expected, "{stop}");
        }
    }

    #[test]
    fn debug_output_has_the_offset() {
        let finder = Finder::new();
        let mut links = finder.find_iter("a.com b");
        links.next();
        assert_eq!(std::format!("{links:?}"), "Links { offset: 5, .. }");
    }
}
