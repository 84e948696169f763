//! The characters of a host, label by label.

use alloc::borrow::Cow;
use alloc::format;
use core::ops::Range;

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::GeneralSecurityProfile as _;
use unicode_security::general_security_profile::IdentifierType;

use super::characters::{decimal_zero, is_bidi_control, is_default_ignorable, is_tag};
use super::code::Code;
use super::level::Level;
use super::message::{described, quoted};
use super::report::Report;
use super::scripts::{ScriptMixture, script_mixture, script_names};
use super::{confusable, lookalike};
use crate::host::{Label, nonempty_labels};
use crate::link::Link;
use crate::suffix::SuffixList;

/// Reports labels with deceptive characters, and invalid Punycode.
pub(super) fn report_host_labels(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let (text, host) = (link.text(), link.host_range());
    let is_ipv6 = |host: &str| host.starts_with('[');
    if text.get(host.clone()).is_none_or(is_ipv6) {
        return;
    }
    let top_level = nonempty_labels(text, host.clone()).last();
    let top_level_unicode = top_level.as_ref().and_then(Label::to_unicode);
    let top_level_unicode = top_level_unicode.as_deref().unwrap_or_default();
    for label in nonempty_labels(text, host) {
        if label.is_punycode() {
            report_punycode(&label, report);
            continue;
        }
        if label.text.is_ascii() {
            continue;
        }
        let is_top_level = top_level
            .as_ref()
            .is_some_and(|top_level| top_level.range == label.range);
        report_special_characters(&label, report);
        report_lookalikes(&label, text, report);
        // A reader sees the label even if UTS #46 does not allow it.
        let unicode = if is_top_level && !top_level_unicode.is_empty() {
            Cow::Borrowed(top_level_unicode)
        } else {
            label.to_unicode().unwrap_or(Cow::Borrowed(label.text))
        };
        report_appearance(&unicode, &label.range, top_level_unicode, report);
        if is_top_level {
            report_confusable_top_level(&unicode, &label.range, suffixes, report);
        }
    }
}

/// Whether a Punycode label would have findings if it were decoded. `top_level` is the Unicode form of the top-level
/// domain.
pub(super) fn deceives_when_decoded(label: &Label<'_>, top_level: &str) -> bool {
    let Some(unicode) = label.decode_punycode() else {
        return true;
    };
    let decoded = Label {
        text: &unicode,
        range: 0..unicode.len(),
    };
    let mut report = Report::new();
    report_special_characters(&decoded, &mut report);
    report_appearance(&unicode, &decoded.range, top_level, &mut report);
    !report.is_empty()
}

/// Reports an invalid Punycode label. A valid one is visibly encoded and deceives nobody.
fn report_punycode(label: &Label<'_>, report: &mut Report) {
    if label.decode_punycode().is_none() {
        let message = format!("the label {} is not valid Punycode", quoted(label.text));
        let range = label.range.clone();
        report.add(Code::HostPunycode, Level::Danger, range, message);
    }
}

/// Reports characters that are invisible, change the display order or are not recommended in identifiers.
fn report_special_characters(label: &Label<'_>, report: &mut Report) {
    for (offset, c) in label.text.char_indices().filter(|(_, c)| !c.is_ascii()) {
        let start = label.range.start + offset;
        let range = start..start + c.len_utf8();
        if is_bidi_control(c) {
            let message = format!(
                "{} changes the order in which the host is shown",
                described(c)
            );
            report.add(Code::BidiControl, Level::Danger, range, message);
        } else if is_tag(c) {
            let message = format!(
                "the host contains {}, an invisible tag character",
                described(c)
            );
            report.add(Code::Tag, Level::Danger, range, message);
        } else if is_default_ignorable(c) {
            // UTS #46 removes invisible characters, except joiners that satisfy its rules for joiners.
            let is_valid_joiner = matches!(c, '\u{200C}' | '\u{200D}')
                && label
                    .to_unicode()
                    .is_some_and(|unicode| unicode.contains(c));
            if !is_valid_joiner {
                let message = format!("the host contains {}, which is invisible", described(c));
                report.add(Code::HostInvisible, Level::Danger, range, message);
            }
        }
    }
    report_restricted_character(label, report);
}

/// Reports a character that UTS #39 does not recommend for identifiers.
fn report_restricted_character(label: &Label<'_>, report: &mut Report) {
    let is_restricted =
        |c: char| !c.is_ascii() && !is_default_ignorable(c) && !c.identifier_allowed();
    if !label.text.chars().any(is_restricted) {
        return;
    }
    // Some characters are restricted only because they are not normalized, such as the parts of Hangul syllables.
    let Some(c) = label.text.nfc().find(|&c| is_restricted(c)) else {
        return;
    };
    let (level, why) = match c.identifier_type() {
        Some(IdentifierType::Limited_Use) => (Level::Info, "its script is in limited use"),
        Some(IdentifierType::Not_NFKC) => (
            Level::Warn,
            "it is a compatibility form of other characters",
        ),
        Some(IdentifierType::Not_XID) => (Level::Warn, "it is not a letter, mark or digit"),
        Some(IdentifierType::Exclusion) => (Level::Warn, "its script is not in modern use"),
        _ => (Level::Warn, "it is not in common use"),
    };
    let message = format!(
        "{} in the host is not recommended for identifiers: {why}",
        described(c)
    );
    report.add(Code::HostRestricted, level, label.range.clone(), message);
}

/// Reports characters that look like URL delimiters. The neighbours that decide about it may belong to other labels.
fn report_lookalikes(label: &Label<'_>, text: &str, report: &mut Report) {
    for (offset, c) in label.text.char_indices() {
        let range = label.range.start + offset..label.range.start + offset + c.len_utf8();
        let before = text
            .get(..range.start)
            .and_then(|text| text.chars().next_back());
        let after = text.get(range.end..).and_then(|text| text.chars().next());
        if let Some(delimiter) = lookalike::deceptive_lookalike(c, before, after) {
            let message = format!("{} in the host looks like '{delimiter}'", described(c));
            report.add(Code::SyntaxLookalike, Level::Danger, range, message);
        }
    }
}

/// Reports a label whose Unicode form a reader can mistake for another one: mixed scripts, letters that look like ASCII
/// ones, mixed digits.
fn report_appearance(unicode: &str, range: &Range<usize>, top_level: &str, report: &mut Report) {
    if unicode.is_ascii() {
        return;
    }
    match script_mixture(unicode) {
        ScriptMixture::None => report_confusable(unicode, range, top_level, report),
        ScriptMixture::Moderate => report_mixed_scripts(unicode, Level::Warn, range, report),
        ScriptMixture::Strong => report_mixed_scripts(unicode, Level::Danger, range, report),
    }
    let mut zeros = unicode.chars().filter_map(decimal_zero);
    let first = zeros.next();
    if zeros.any(|zero| Some(zero) != first) {
        let message = format!(
            "the label {} mixes digits from different number systems",
            quoted(unicode)
        );
        report.add(Code::HostMixedDigits, Level::Warn, range.clone(), message);
    }
}

fn report_confusable(unicode: &str, range: &Range<usize>, top_level: &str, report: &mut Report) {
    let Some(ascii) = confusable::ascii_lookalike(unicode) else {
        return;
    };
    if confusable::is_script_expected(top_level, unicode) {
        return;
    }
    let (script, _) = script_names(unicode);
    let message = format!(
        "the label {} is written in {script} but looks like '{ascii}'",
        quoted(unicode)
    );
    report.add(Code::HostConfusable, Level::Danger, range.clone(), message);
}

fn report_mixed_scripts(unicode: &str, level: Level, range: &Range<usize>, report: &mut Report) {
    let (first, second) = script_names(unicode);
    let message = format!("the label {} mixes {first} and {second}", quoted(unicode));
    report.add(Code::HostMixedScripts, level, range.clone(), message);
}

/// Reports a top-level domain that is not listed and looks like a listed one.
fn report_confusable_top_level(
    unicode: &str,
    range: &Range<usize>,
    suffixes: &SuffixList,
    report: &mut Report,
) {
    if suffixes.is_top_level(unicode) {
        return;
    }
    let lookalike = confusable::ascii_lookalike(unicode);
    if let Some(ascii) = lookalike.filter(|ascii| suffixes.is_top_level(ascii)) {
        let message = format!(
            "the top-level domain {} looks like '{ascii}'",
            quoted(unicode)
        );
        report.add(Code::HostConfusable, Level::Danger, range.clone(), message);
    }
}
