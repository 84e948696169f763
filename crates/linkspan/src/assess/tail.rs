//! What stands outside of the host: user names, local parts, path, query and fragment.

use alloc::format;
use core::ops::Range;

use super::class::is_word;
use super::code::Code;
use super::host::named;
use super::report::{Level, Quoted, Report};
use super::scripts::{Mixture, Scripts, names};
use super::{confusable, invisible, lookalike};
use crate::scan::Link;

/// Reports what is odd about the characters outside of the host.
pub(super) fn look(link: &Link<'_>, report: &mut Report) {
    let text = link.text();
    let tail = Some(link.host().end..end(link));
    for range in [link.userinfo(), link.local_part(), tail]
        .into_iter()
        .flatten()
    {
        piece(text, range, report);
    }
}

/// The end of a link, without the character that closes an isolate around it.
///
/// To the letter of UTS #58 that is part of the link, but it was put there to keep it in order.
fn end(link: &Link<'_>) -> usize {
    let before = link.text().get(..link.start()).unwrap_or_default();
    let is_isolated = before.ends_with(['\u{2066}', '\u{2067}', '\u{2068}']);
    match link.as_str().strip_suffix('\u{2069}') {
        Some(link_text) if is_isolated => link.start() + link_text.len(),
        _ => link.end(),
    }
}

/// Reports what is odd about the characters of a part of a text that is not the host.
pub(super) fn piece(text: &str, range: Range<usize>, report: &mut Report) {
    let part = text.get(range.clone()).unwrap_or_default();
    if !part.is_ascii() {
        plain(part, range.start, report);
        words(part, range.start, report);
    }
}

/// Characters that are written as themselves.
fn plain(part: &str, start: usize, report: &mut Report) {
    let mut before = None;
    for (at, c) in part.char_indices() {
        let range = start + at..start + at + c.len_utf8();
        if let Some((code, level)) = invisible::misplaced(part, at, c) {
            let what = match code {
                Code::BidiControl => "changes the order in which the link is shown",
                Code::Tag => "is an invisible tag",
                Code::Unassigned => "has no character in this version of Unicode",
                _ => "is invisible, and has no use where it stands",
            };
            report.add(code, level, range, format!("{} {what}", named(c)));
        } else if !c.is_ascii() {
            let after = part
                .get(at + c.len_utf8()..)
                .and_then(|rest| rest.chars().next());
            if let Some(like) = lookalike::deceives(c, before, after) {
                let message = format!("{} looks like '{like}'", named(c));
                report.add(Code::SyntaxLookalike, Level::Warn, range, message);
            }
        }
        before = Some(c);
    }
}

/// Words that mix scripts. Only words: `/wiki/Файл:Map.png` holds three of them, and each is of one
/// script.
fn words(part: &str, start: usize, report: &mut Report) {
    let mut from = 0;
    let word_at = |from: usize| {
        let rest = part.get(from..)?;
        let begin = from + rest.find(is_word)?;
        let rest = part.get(begin..)?;
        let end = begin + rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        Some(begin..end)
    };
    while let Some(range) = word_at(from) {
        from = range.end;
        let word = part.get(range.clone()).unwrap_or_default();
        // Without ASCII letters it is no ASCII word in disguise: Ossetic is often written with a Latin æ.
        let has_ascii = word.bytes().any(|b| b.is_ascii_alphabetic());
        if word.is_ascii() || !has_ascii || Scripts::of(word).mixture() < Mixture::Strong {
            continue;
        }
        let level = if confusable::passes_for_ascii(word) {
            Level::Warn
        } else {
            Level::Info
        };
        let (one, other) = names(word);
        let message = format!("the word {} mixes {one} and {other}", Quoted(word));
        let range = start + range.start..start + range.end;
        report.add(Code::MixedScripts, level, range, message);
    }
}
