//! The characters of a host, label by label.

use alloc::borrow::Cow;
use alloc::format;
use core::ops::Range;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::GeneralSecurityProfile as _;
use unicode_security::general_security_profile::IdentifierType;

use super::class::{digit_set, is_bidi_control, is_ignorable, is_tag, is_wide, is_word};
use super::code::Code;
use super::report::{Level, Quoted, Report};
use super::scripts::{Mixture, Scripts, names};
use super::{confusable, lookalike};
use crate::SuffixList;
use crate::property::{HostClass, host_class};
use crate::scan::Link;

/// Labels of more bytes than this are none, and Punycode takes quadratic time.
const MOST_READ: usize = 1024;

/// A label of a host.
#[derive(Clone, Debug)]
pub(super) struct Label<'t> {
    pub(super) written: &'t str,
    pub(super) range: Range<usize>,
}

/// The labels of the host at `host` in a text.
pub(super) fn labels(text: &str, host: Range<usize>) -> impl Iterator<Item = Label<'_>> {
    let mut start = host.start;
    let written = text.get(host).unwrap_or_default();
    written
        .split_inclusive(|c| host_class(c) == HostClass::Dot)
        .map(move |piece| {
            let label = piece.trim_end_matches(|c| host_class(c) == HostClass::Dot);
            let range = start..start + label.len();
            start += piece.len();
            Label {
                written: label,
                range,
            }
        })
}

impl<'t> Label<'t> {
    /// Whether it is in Punycode.
    pub(super) fn is_encoded(&self) -> bool {
        self.written
            .get(..4)
            .is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
    }

    /// The label as people read it, by UTS #46. `None` if that does not allow it.
    pub(super) fn shown(&self) -> Option<Cow<'t, str>> {
        if self.written.len() > MOST_READ {
            return None;
        }
        let (shown, valid) =
            Uts46::new().to_unicode(self.written.as_bytes(), AsciiDenyList::URL, Hyphens::Allow);
        valid.is_ok().then_some(shown)
    }

    /// The label in ASCII.
    pub(super) fn ascii(&self) -> Option<Cow<'t, str>> {
        to_ascii(self.written)
    }
}

fn to_ascii(label: &str) -> Option<Cow<'_, str>> {
    if label.len() > MOST_READ {
        return None;
    }
    Uts46::new()
        .to_ascii(
            label.as_bytes(),
            AsciiDenyList::URL,
            Hyphens::Allow,
            DnsLength::Ignore,
        )
        .ok()
}

/// Reports what is odd about the characters of a host.
pub(super) fn look(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let (text, host) = (link.text(), link.host());
    if text
        .get(host.clone())
        .is_none_or(|host| host.starts_with('['))
    {
        return;
    }
    let named = || labels(text, host.clone()).filter(|label| !label.written.is_empty());
    let top_level = named().last();
    let top_shown = top_level.as_ref().and_then(Label::shown);
    let top_shown = top_shown.as_deref().unwrap_or_default();
    for label in named() {
        if label.is_encoded() {
            encoded(&label, report);
            continue;
        }
        if label.written.is_ascii() {
            continue;
        }
        let is_top = top_level
            .as_ref()
            .is_some_and(|top| top.range == label.range);
        characters(&label, link, report);
        // What UTS #46 refuses is still read.
        let shown = if is_top && !top_shown.is_empty() {
            Cow::Borrowed(top_shown)
        } else {
            label.shown().unwrap_or(Cow::Borrowed(label.written))
        };
        meaning(&shown, &label.range, top_shown, report);
        if is_top {
            top(&shown, &label.range, suffixes, report);
        }
    }
    dots(link, report);
}

/// A label in Punycode shows itself for what it is, so that only broken ones are reported.
fn encoded(label: &Label<'_>, report: &mut Report) {
    if decoded(label).is_none() {
        let message = format!("{} is no Punycode of a name", Quoted(label.written));
        report.add(
            Code::HostPunycode,
            Level::Danger,
            label.range.clone(),
            message,
        );
    }
}

/// What a label in Punycode stands for, if that encodes to the same label again.
fn decoded<'t>(label: &Label<'t>) -> Option<Cow<'t, str>> {
    let shown = label.shown().filter(|shown| !shown.is_ascii())?;
    let again = to_ascii(&shown)?;
    let same = again.eq_ignore_ascii_case(label.written);
    same.then_some(shown)
}

/// Whether a label in Punycode would be reported if it were written out.
pub(super) fn would_deceive(label: &Label<'_>, top_level: &str) -> bool {
    let Some(shown) = decoded(label) else {
        return true;
    };
    let written = Label {
        written: &shown,
        range: 0..shown.len(),
    };
    let mut report = Report::new();
    single(&written, &mut report);
    meaning(&shown, &written.range, top_level, &mut report);
    !report.is_empty()
}

/// The characters of a label as it is written.
fn characters(label: &Label<'_>, link: &Link<'_>, report: &mut Report) {
    single(label, report);
    // Characters that look like syntax, with what stands beside them, other labels included.
    let text = link.text();
    for (at, c) in label.written.char_indices() {
        let at = label.range.start + at;
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text
            .get(at + c.len_utf8()..)
            .and_then(|text| text.chars().next());
        if let Some(like) = lookalike::deceives(c, before, after) {
            let message = format!("{} in the host looks like '{like}'", named(c));
            let range = at..at + c.len_utf8();
            report.add(Code::SyntaxLookalike, Level::Danger, range, message);
        }
    }
}

/// The characters of a label, one by one.
fn single(label: &Label<'_>, report: &mut Report) {
    for (at, c) in label.written.char_indices().filter(|(_, c)| !c.is_ascii()) {
        let range = label.range.start + at..label.range.start + at + c.len_utf8();
        if is_bidi_control(c) {
            let message = format!("{} changes the order in which the host is shown", named(c));
            report.add(Code::BidiControl, Level::Danger, range, message);
        } else if is_tag(c) {
            let message = format!("the host holds {}, an invisible tag", named(c));
            report.add(Code::Tag, Level::Danger, range, message);
        } else if is_ignorable(c) {
            // Joiners that UTS #46 leaves where they are have passed its rules for joiners.
            let needed = matches!(c, '\u{200C}' | '\u{200D}')
                && label.shown().is_some_and(|shown| shown.contains(c));
            if !needed {
                let message = format!("the host holds {}, which is invisible", named(c));
                report.add(Code::HostInvisible, Level::Danger, range, message);
            }
        }
    }
    restricted(label, report);
}

/// Characters that UTS #39 does not recommend for identifiers.
fn restricted(label: &Label<'_>, report: &mut Report) {
    let is_restricted = |c: char| !c.is_ascii() && !is_ignorable(c) && !c.identifier_allowed();
    if !label.written.chars().any(is_restricted) {
        return;
    }
    // Some are only restricted because they have another form, such as the parts of Hangul syllables.
    let Some(c) = label.written.nfc().find(|&c| is_restricted(c)) else {
        return;
    };
    let (level, why) = match c.identifier_type() {
        Some(IdentifierType::Limited_Use) => (Level::Info, "of a script in limited use"),
        Some(IdentifierType::Not_NFKC) => (Level::Warn, "another form of other characters"),
        Some(IdentifierType::Not_XID) => (Level::Warn, "no letter, mark or digit"),
        Some(IdentifierType::Exclusion) => (Level::Warn, "of a script that is hardly in use"),
        _ => (Level::Warn, "not in common use"),
    };
    let message = format!(
        "{} in the host is not recommended for names: it is {why}",
        named(c)
    );
    report.add(Code::HostRestricted, level, label.range.clone(), message);
}

/// What a label as people read it is taken for.
fn meaning(shown: &str, range: &Range<usize>, top_level: &str, report: &mut Report) {
    if shown.is_ascii() {
        return;
    }
    let quoted = Quoted(shown);
    match Scripts::of(shown).mixture() {
        Mixture::None => {
            if let Some(like) = confusable::reads_as(shown) {
                if !confusable::expects(top_level, shown) {
                    let (script, _) = names(shown);
                    let message =
                        format!("the label {quoted} is {script}, and looks like '{like}'");
                    report.add(Code::HostConfusable, Level::Danger, range.clone(), message);
                }
            }
        }
        mixture => {
            let level = match mixture {
                Mixture::Strong => Level::Danger,
                _ => Level::Warn,
            };
            let (one, other) = names(shown);
            let message = format!("the label {quoted} mixes {one} and {other}");
            report.add(Code::HostMixedScripts, level, range.clone(), message);
        }
    }
    let mut sets = shown.chars().filter_map(digit_set);
    let first = sets.next();
    if sets.any(|set| Some(set) != first) {
        let message = format!("the label {quoted} holds digits of different sets");
        report.add(Code::HostMixedDigits, Level::Warn, range.clone(), message);
    }
}

/// A top-level domain that is not listed and looks like one that is.
fn top(shown: &str, range: &Range<usize>, suffixes: &SuffixList, report: &mut Report) {
    if suffixes.is_top_level(shown) {
        return;
    }
    if let Some(like) = confusable::reads_as(shown).filter(|like| suffixes.is_top_level(like)) {
        let message = format!("the top-level domain {} looks like '{like}'", Quoted(shown));
        report.add(Code::HostConfusable, Level::Danger, range.clone(), message);
    }
}

/// Dots that are none of ASCII. Among ideographs they are what people type; beside ASCII they hide
/// where the host goes on.
fn dots(link: &Link<'_>, report: &mut Report) {
    let (text, host) = (link.text(), link.host());
    let written = text.get(host.clone()).unwrap_or_default();
    let has_ascii_dot = written.trim_end_matches('.').contains('.');
    for (at, c) in written.char_indices() {
        if c == '.' || host_class(c) != HostClass::Dot {
            continue;
        }
        let before = written.get(..at).and_then(|text| text.chars().next_back());
        let after = written
            .get(at + c.len_utf8()..)
            .and_then(|text| text.chars().next());
        let at_home = |near: Option<char>| near.is_some_and(|c| is_wide(c) && is_word(c));
        let level = if has_ascii_dot {
            Level::Danger
        } else if at_home(before) || at_home(after) {
            continue;
        } else {
            Level::Warn
        };
        let message = format!("{} separates labels of the host as '.' does", named(c));
        let at = host.start + at;
        report.add(Code::HostDot, level, at..at + c.len_utf8(), message);
    }
}

/// A character for a message: as it looks, if it does, and its code point.
pub(super) fn named(c: char) -> impl core::fmt::Display {
    struct Named(char);
    impl core::fmt::Display for Named {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            let Self(c) = *self;
            if !super::class::is_unseen(c) && !super::class::is_mark(c) {
                write!(f, "'{c}' (U+{:04X})", u32::from(c))
            } else {
                write!(f, "U+{:04X}", u32::from(c))
            }
        }
    }
    Named(c)
}
