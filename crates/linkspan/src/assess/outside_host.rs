//! The characters outside the host: user name, local part, path, query and fragment.

use alloc::format;
use core::ops::Range;

use super::characters::is_word_character;
use super::code::Code;
use super::level::Level;
use super::message::{described, quoted};
use super::report::Report;
use super::scripts::{ScriptMixture, script_mixture, script_names};
use super::{confusable, invisible, lookalike};
use crate::link::Link;

/// Reports deceptive characters in all parts of a link except the host.
pub(super) fn report_outside_host(link: &Link<'_>, report: &mut Report) {
    let after_host = Some(link.host_range().end..end_without_isolate(link));
    let parts = [link.userinfo_range(), link.local_part_range(), after_host];
    for range in parts.into_iter().flatten() {
        report_part(link.text(), range, report);
    }
}

/// Reports deceptive characters at a range of a text that is not a host.
pub(super) fn report_part(text: &str, range: Range<usize>, report: &mut Report) {
    let part = text.get(range.clone()).unwrap_or_default();
    if !part.is_ascii() {
        report_characters(part, range.start, report);
        report_mixed_words(part, range.start, report);
    }
}

/// The end of a link, without the character that closes an isolate around the link.
///
/// By the letter of UTS #58, that character is part of the link. But it was put there to keep the link in order.
fn end_without_isolate(link: &Link<'_>) -> usize {
    let before = link.text().get(..link.start()).unwrap_or_default();
    let is_isolated = before.ends_with(['\u{2066}', '\u{2067}', '\u{2068}']);
    match link.as_str().strip_suffix('\u{2069}') {
        Some(isolated) if is_isolated => link.start() + isolated.len(),
        _ => link.end(),
    }
}

/// Reports invisible characters and those that look like URL delimiters. `start` is the offset of `part` in the text.
fn report_characters(part: &str, start: usize, report: &mut Report) {
    let mut before = None;
    for (offset, c) in part.char_indices() {
        let range = start + offset..start + offset + c.len_utf8();
        if let Some((code, level)) = invisible::check_invisible(part, offset, c) {
            let what = match code {
                Code::BidiControl => "changes the order in which the link is shown",
                Code::Tag => "is an invisible tag character",
                Code::Unassigned => "is not assigned in this version of Unicode",
                _ => "is invisible and has no function here",
            };
            report.add(code, level, range, format!("{} {what}", described(c)));
        } else if !c.is_ascii() {
            let after = part
                .get(offset + c.len_utf8()..)
                .and_then(|rest| rest.chars().next());
            if let Some(delimiter) = lookalike::deceptive_lookalike(c, before, after) {
                let message = format!("{} looks like '{delimiter}'", described(c));
                report.add(Code::SyntaxLookalike, Level::Warn, range, message);
            }
        }
        before = Some(c);
    }
}

/// Reports words that mix scripts. A path such as `/wiki/Файл:Map.png` contains words of several languages, so the
/// scripts of different words are not compared.
fn report_mixed_words(part: &str, start: usize, report: &mut Report) {
    let mut next = 0;
    while let Some(range) = find_word(part, next) {
        next = range.end;
        let word = part.get(range.clone()).unwrap_or_default();
        // A word without ASCII letters does not pretend to be an ASCII word. Ossetic is often written with a Latin æ.
        let has_ascii_letter = word.bytes().any(|b| b.is_ascii_alphabetic());
        if word.is_ascii() || !has_ascii_letter || script_mixture(word) != ScriptMixture::Strong {
            continue;
        }
        let level = if confusable::resembles_ascii(word) {
            Level::Warn
        } else {
            Level::Info
        };
        let (first, second) = script_names(word);
        let message = format!("the word {} mixes {first} and {second}", quoted(word));
        let range = start + range.start..start + range.end;
        report.add(Code::MixedScripts, level, range, message);
    }
}

/// The range of the first word at or after an offset.
fn find_word(text: &str, offset: usize) -> Option<Range<usize>> {
    let start = offset + text.get(offset..)?.find(is_word_character)?;
    let rest = text.get(start..)?;
    let length = rest.find(|c| !is_word_character(c)).unwrap_or(rest.len());
    Some(start..start + length)
}
