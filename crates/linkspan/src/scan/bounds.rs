//! Where a host starts and ends in running text.
//!
//! Hosts stand in text without quotes around them, next to words and punctuation of any script. The
//! functions here propose their ends; whether what lies between them is a domain is judged
//! elsewhere.

use crate::examined;
use crate::host::{DomainRules, MOST_BYTES, MOST_LABEL_BYTES, TopLevel};
use crate::property::{HostClass, host_class};

use super::ascii;
use super::options::ScriptBoundaries;
use super::verdict::NoLink;

/// What a host in a text is held to.
#[derive(Clone, Copy)]
pub(super) struct HostRules<'a> {
    pub(super) domain: DomainRules<'a>,
    pub(super) boundaries: ScriptBoundaries,
}

/// The two kinds of label separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dot {
    Ascii,
    /// U+3002 and its like, which also end sentences.
    Ideographic,
}

/// What comes after a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Nothing that could belong to the same host: the host may end here.
    End,
    /// An empty label: whatever this is, it is no host.
    Broken,
    /// An ASCII dot, and another label at this offset.
    Label(usize),
    /// An ideographic dot, which may end a sentence, and another label at this offset.
    Sentence(usize),
}

impl HostRules<'_> {
    /// The end of the host that starts at `start`, without a dot at its end.
    pub(super) fn end_from(&self, text: &str, start: usize) -> Option<usize> {
        let mut label_start = start;
        let mut has_ascii_dot = false;
        for labels in 1.. {
            let label = match start_at(text, label_start) {
                Start::Label(label) => label,
                // A sentence may be glued to the end of the host.
                Start::TooLong(front) if labels > 1 => return self.cut(text, label_start, front),
                Start::TooLong(_) | Start::Nothing => return None,
            };
            let label_end = label_start + label.len();
            if labels > 1 {
                if let Some(end) = self.cut(text, label_start, label) {
                    return Some(end);
                }
            }
            label_start = match next(text, label_end) {
                Next::End => return Some(label_end),
                Next::Broken => return None,
                Next::Label(next) => {
                    has_ascii_dot = true;
                    next
                }
                Next::Sentence(next) => {
                    let goes_on = !has_ascii_dot && self.is_top_level_alone(text, next);
                    if labels > 1 && self.is_listed(label) && !goes_on {
                        return Some(label_end);
                    }
                    next
                }
            };
            if label_start - start > MOST_BYTES {
                return None;
            }
        }
        None
    }

    /// The end of the host whose last label follows the dot before `label_start`, if there is one.
    ///
    /// This is the first question asked at each dot, and in prose nearly always the last one.
    pub(super) fn end_at(&self, text: &str, dot: Dot, label_start: usize) -> Result<usize, NoLink> {
        if let Some((label, stop)) = ascii::label_at(text, label_start) {
            if !self.domain.is_top_level(label) {
                return Err(NoLink::NoTopLevel);
            }
            let end = label_start + label.len();
            match ascii::is_last(text, end, stop) {
                Some(true) => return Ok(end),
                Some(false) => return Err(NoLink::NotLastLabel),
                None => {}
            }
        }
        let label = match start_at(text, label_start) {
            Start::Label(label) => label,
            // A sentence may be glued to the end of the host.
            Start::TooLong(front) => {
                let end = self.cut(text, label_start, front);
                return end.ok_or(NoLink::NoTopLevel);
            }
            Start::Nothing => return Err(NoLink::NoTopLevel),
        };
        if let Some(end) = self.cut(text, label_start, label) {
            return Ok(end);
        }
        if !self.domain.is_top_level(label) {
            return Err(NoLink::NoTopLevel);
        }
        let end = label_start + label.len();
        match next(text, end) {
            Next::Sentence(next)
                if dot == Dot::Ideographic && self.is_top_level_alone(text, next) =>
            {
                Err(NoLink::NotLastLabel)
            }
            Next::End | Next::Sentence(_) => Ok(end),
            Next::Label(_) => Err(NoLink::NotLastLabel),
            Next::Broken => Err(NoLink::EmptyLabel),
        }
    }

    /// Where a label must end although it goes on, since no top-level domain does: before a symbol,
    /// or where ASCII turns into another script.
    fn cut(&self, text: &str, start: usize, label: &str) -> Option<usize> {
        let letters = prefix(label, |c| host_class(c).is_letter());
        // Markup puts underscores around what it stresses, and no top-level domain has one.
        let stress = label.get(letters.len()..).unwrap_or_default();
        if !stress.is_empty() && stress.bytes().all(|b| b == b'_') {
            if next(text, start + label.len()) != Next::End {
                return None;
            }
            let whole = || {
                self.domain
                    .is_top_level(letters)
                    .then_some(start + letters.len())
            };
            return self.cut(text, start, letters).or_else(whole);
        }
        if self.boundaries == ScriptBoundaries::Ignore || label.is_ascii() {
            return None;
        }
        if self.is_listed(label) {
            // UTS #46 drops some characters that cannot be seen; at the end they part words.
            let is_ignored = |c: char| !c.is_ascii() && host_class(c) == HostClass::Other;
            let seen = label.trim_end_matches(is_ignored);
            return (seen.len() < label.len()).then_some(start + seen.len());
        }
        let ascii = prefix(letters, |c| c.is_ascii());
        let after_ascii = label.get(ascii.len()..).unwrap_or_default();
        let is_other_script = |c| matches!(host_class(c), HostClass::Letter | HostClass::Unspaced);
        if !ascii.is_empty() && after_ascii.starts_with(is_other_script) {
            let end = start + ascii.len();
            // In the middle of a host it takes more to believe that another one starts here.
            return match next(text, start + label.len()) {
                Next::Label(_) => {
                    (self.is_listed(ascii) && glued(after_ascii).is_some()).then_some(end)
                }
                _ => self.domain.is_top_level(ascii).then_some(end),
            };
        }
        let symbol = label
            .get(letters.len()..)
            .and_then(|rest| rest.chars().next())?;
        if symbol.is_ascii() {
            return None;
        }
        // As above: `www.col·legi.cat` does not end after `col`.
        let ends = match next(text, start + label.len()) {
            Next::Label(_) => self.is_listed(letters),
            _ => self.domain.is_top_level(letters),
        };
        ends.then_some(start + letters.len())
    }

    /// The start of the host whose last label follows the dot at `dot`. Nothing before `floor` is
    /// looked at.
    pub(super) fn start_before(
        &self,
        text: &str,
        floor: usize,
        dot: usize,
        host_end: usize,
    ) -> Option<usize> {
        let is_ascii_dot = text.as_bytes().get(dot) == Some(&b'.');
        if let Some(start) = ascii::start_before(text, floor, dot).filter(|_| is_ascii_dot) {
            return Some(start);
        }
        self.start_before_by_chars(text, floor, dot, host_end)
    }

    /// The same for hosts of all scripts.
    pub(super) fn start_before_by_chars(
        &self,
        text: &str,
        floor: usize,
        dot: usize,
        host_end: usize,
    ) -> Option<usize> {
        let mut has_ascii_dot = text.as_bytes().get(dot) == Some(&b'.');
        let mut end = dot;
        loop {
            let (start, complete) = label_before(text, floor, end);
            let label = text.get(start..end)?;
            if label.is_empty() {
                return None;
            }
            // After words and the dot that ends their sentence, a word like "Info" starts another.
            if end == dot && !has_ascii_dot && !label.ends_with(|c: char| c.is_ascii()) {
                let after = text.get(dot..host_end)?;
                let top_level = after.trim_start_matches(|c| host_class(c) == HostClass::Dot);
                if top_level.is_ascii() {
                    return None;
                }
            }
            if !complete {
                // Too long for a label, unless most of it is the sentence before.
                return self.first_label(start, label);
            }
            let before = text.get(floor..start)?.chars().next_back();
            let Some(separator) = before.filter(|&c| host_class(c) == HostClass::Dot) else {
                return self.first_label(start, label).or(Some(start));
            };
            // An ideographic dot ends a sentence if the host has dots of the other kind, or if the
            // label after it starts one.
            if separator != '.' {
                let first = self.first_label(start, label);
                if has_ascii_dot || first.is_some() {
                    return first.or(Some(start));
                }
            }
            has_ascii_dot |= separator == '.';
            end = start - separator.len_utf8();
            if dot - end > MOST_BYTES {
                return None;
            }
            if end == floor || text.get(floor..end)?.ends_with(is_no_host) {
                // Nothing stands before the dot. If it ends a sentence, the host starts after it.
                return (separator != '.').then(|| self.first_label(start, label).unwrap_or(start));
            }
        }
    }

    /// Where a first label really starts that is glued to words of a script without spaces.
    fn first_label(&self, start: usize, label: &str) -> Option<usize> {
        match self.boundaries {
            ScriptBoundaries::Split => glued(label).map(|words| start + words),
            ScriptBoundaries::Ignore => None,
        }
    }

    fn is_listed(&self, label: &str) -> bool {
        let listed = DomainRules {
            top_level: TopLevel::Listed,
            ..self.domain
        };
        listed.is_top_level(label)
    }

    /// Whether a label that follows an ideographic dot is a top-level domain, and the last label.
    fn is_top_level_alone(&self, text: &str, start: usize) -> bool {
        label_at(text, start).is_some_and(|label| {
            let alone = !matches!(next(text, start + label.len()), Next::Label(_));
            alone && self.is_listed(label)
        })
    }
}

fn is_no_host(c: char) -> bool {
    host_class(c) == HostClass::Outside
}

/// The longest prefix of characters that pass a test.
fn prefix(text: &str, passes: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !passes(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// How much of a label is words, or pictures, that an ASCII name is glued to: all before it.
fn glued(label: &str) -> Option<usize> {
    let words = prefix(label, |c| {
        !c.is_ascii() && matches!(host_class(c), HostClass::Unspaced | HostClass::Other)
    });
    let name = label.get(words.len()..)?;
    let starts_name = name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    (!words.is_empty() && starts_name && name.is_ascii()).then_some(words.len())
}

/// What stands where a label may start.
enum Start<'t> {
    Label(&'t str),
    /// More than a label can hold: the first part of it.
    TooLong(&'t str),
    Nothing,
}

/// What starts at `start`.
fn start_at(text: &str, start: usize) -> Start<'_> {
    let rest = text.get(start..).unwrap_or_default();
    let end = rest
        .char_indices()
        .find(|&(offset, c)| !host_class(c).is_label() || offset > MOST_LABEL_BYTES)
        .map_or(rest.len(), |(offset, _)| offset);
    examined::note(end + 1);
    match rest.get(..end) {
        None | Some("") => Start::Nothing,
        Some(label) if end <= MOST_LABEL_BYTES => Start::Label(label),
        Some(front) => Start::TooLong(front),
    }
}

/// The label that starts at `start`.
fn label_at(text: &str, start: usize) -> Option<&str> {
    match start_at(text, start) {
        Start::Label(label) => Some(label),
        Start::TooLong(_) | Start::Nothing => None,
    }
}

/// The start of the label that ends at `end`, and whether all of it was seen.
fn label_before(text: &str, floor: usize, end: usize) -> (usize, bool) {
    let before = text.get(floor..end).unwrap_or_default();
    let mut start = end;
    for (offset, c) in before.char_indices().rev() {
        examined::note(c.len_utf8());
        if !host_class(c).is_label() {
            break;
        }
        start = floor + offset;
        if end - start > MOST_LABEL_BYTES {
            return (start, false);
        }
    }
    (start, true)
}

/// Whether another label follows the one that starts at `start`.
pub(super) fn is_followed_by_label(text: &str, start: usize) -> bool {
    label_at(text, start).is_some_and(|label| {
        matches!(
            next(text, start + label.len()),
            Next::Label(_) | Next::Sentence(_)
        )
    })
}

/// What follows the label that ends at `end`.
fn next(text: &str, end: usize) -> Next {
    let rest = text.get(end..).unwrap_or_default();
    let mut dots = 0;
    let mut ideographic = false;
    for (offset, c) in rest.char_indices() {
        examined::note(c.len_utf8());
        match host_class(c) {
            HostClass::Dot => {
                dots += 1;
                ideographic |= c != '.';
            }
            HostClass::Outside => return Next::End,
            _ => {
                return match (dots, ideographic) {
                    (0, _) => Next::End,
                    (1, false) => Next::Label(end + offset),
                    (1, true) => Next::Sentence(end + offset),
                    (_, false) => Next::Broken,
                    (_, true) => Next::End,
                };
            }
        }
    }
    Next::End
}
