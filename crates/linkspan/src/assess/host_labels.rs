//! The characters of a host, label by label.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::ops::Range;

use unicode_script::Script;

use super::code::Code;
use super::level::Level;
use super::message::{described, quoted};
use super::protected_names;
use super::report::Report;
use crate::deception::characters::{is_emoji_modifier, is_pictograph};
use crate::deception::label::{
    CharacterFault, LabelFault, for_each_character_fault, for_each_label_fault,
    restricted_characters, top_level_lookalike,
};
use crate::deception::marks::MarkFault;
use crate::deception::ordinary::MAX_MARKS;
use crate::deception::scripts::{ScriptMixture, script, script_names};
use crate::deception::{label_deceives, lookalike};
use crate::host::{Label, nonempty_labels};
use crate::link::Link;
use crate::suffix::SuffixList;
use crate::unicode::{Identifier, identifier};

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
        let is_top_level = top_level
            .as_ref()
            .is_some_and(|top_level| top_level.range == label.range);
        let context = LabelContext {
            text,
            top_level: top_level_unicode,
            listed: is_top_level.then_some(suffixes),
        };
        if label.is_punycode() {
            report_punycode(&label, &context, report);
        } else if !label.text.is_ascii() {
            report_label(&label, &context, report);
        }
    }
}

/// What the findings about a label depend on besides the label.
struct LabelContext<'a> {
    /// The text that contains the label.
    text: &'a str,
    /// The Unicode form of the top-level domain.
    top_level: &'a str,
    /// The top-level domains that exist, if the label is a top-level domain.
    listed: Option<&'a SuffixList>,
}

/// Reports a label that is written in Unicode.
fn report_label(label: &Label<'_>, context: &LabelContext<'_>, report: &mut Report) {
    report_special_characters(label, context.top_level, report);
    report_lookalikes(label, context.text, report);
    // A reader sees the label even if UTS #46 does not allow it.
    let unicode = label.to_unicode().unwrap_or(Cow::Borrowed(label.text));
    let is_confusable = report_appearance(&unicode, &label.range, context.top_level, report);
    if label.text != unicode && !is_confusable {
        report_written_form(label, context.top_level, report);
    }
    if let Some(suffixes) = context.listed {
        report_confusable_top_level(&unicode, &label.range, suffixes, report);
    }
}

/// Whether a Punycode label would have findings if it were decoded. `top_level` is the Unicode form of the top-level
/// domain.
pub(super) fn deceives_when_decoded(label: &Label<'_>, top_level: &str) -> bool {
    let unicode = label.decode_punycode();
    unicode.is_none_or(|unicode| label_deceives(&unicode, top_level))
}

/// Reports an invalid Punycode label, and the findings that the decoded form of a valid one would have.
///
/// The label is visibly encoded, so the findings are one level lower. They are about the target: other programs may show
/// the decoded form.
fn report_punycode(label: &Label<'_>, context: &LabelContext<'_>, report: &mut Report) {
    let range = &label.range;
    let encoded = quoted(label.text);
    let Some(unicode) = label.decode_punycode() else {
        let message = format!("the label {encoded} is not valid Punycode");
        report.add(Code::HostPunycode, Level::Danger, range.clone(), message);
        // Punycode is ASCII. Other characters are read as they are written.
        if !label.text.is_ascii() {
            report_label(label, context, report);
        }
        return;
    };
    let decoded = Label {
        text: &unicode,
        range: 0..unicode.len(),
    };
    let context = LabelContext {
        text: &unicode,
        ..*context
    };
    let mut about_decoded = Report::new();
    report_label(&decoded, &context, &mut about_decoded);
    for finding in about_decoded.findings() {
        if let Some(level) = finding.level().lowered() {
            let message = format!(
                "{encoded} is Punycode for {}: {}",
                quoted(&unicode),
                finding.message()
            );
            report.add_decoded(finding.code(), level, range.clone(), message);
        }
    }
}

/// Reports characters that are invisible, change the display order or are not recommended in identifiers.
fn report_special_characters(label: &Label<'_>, top_level: &str, report: &mut Report) {
    let start = label.range.start;
    for_each_character_fault(label.text, &mut |range, c, fault| {
        let c = described(c);
        let (code, message) = match fault {
            CharacterFault::BidiControl => (
                Code::BidiControl,
                format!("{c} changes the order in which the host is shown"),
            ),
            CharacterFault::Tag => (
                Code::Tag,
                format!("the host contains {c}, an invisible tag character"),
            ),
            CharacterFault::Invisible => (
                Code::HostInvisible,
                format!("the host contains {c}, which is invisible"),
            ),
        };
        let range = start + range.start..start + range.end;
        report.add(code, Level::Danger, range, message);
    });
    report_restricted_character(label, top_level, report);
}

/// Reports the character with the highest level that UTS #39 does not recommend for identifiers.
fn report_restricted_character(label: &Label<'_>, top_level: &str, report: &mut Report) {
    let mut worst: Option<(char, Level, &str)> = None;
    let imitates_nothing = is_single_letter(label.text);
    for c in restricted_characters(label.text) {
        let (level, why) = describe_restricted(c, top_level);
        let level = if imitates_nothing { Level::Info } else { level };
        if worst.is_none_or(|(_, worst, _)| level > worst) {
            worst = Some((c, level, why));
        }
    }
    if let Some((c, level, why)) = worst {
        let message = format!(
            "{} in the host is not recommended for identifiers: {why}",
            described(c)
        );
        report.add(Code::HostRestricted, level, label.range.clone(), message);
    }
}

/// Whether a label is a single letter that looks like no ASCII character. Nobody takes it for another name, unlike a
/// single emoji or ideograph: many of these look alike.
fn is_single_letter(label: &str) -> bool {
    let mut chars = label.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else {
        return false;
    };
    c.is_alphabetic()
        && script(c) != Some(Script::Han)
        && identifier(c) != Identifier::NotNfkc
        && !protected_names::resembles_ascii(label)
}

/// Top-level domains that sell labels of emoji.
const EMOJI_DOMAINS: &[&str] = &["cf", "fm", "ga", "gq", "kz", "ml", "tk", "to", "ws"];

/// Top-level domains that sell labels with ideographs that are not in common use.
const RARE_HAN_DOMAINS: &[&str] = &["cn", "com", "hk", "jp", "net", "tw"];

/// How severe a restricted character is under a top-level domain, and why it is restricted.
fn describe_restricted(c: char, top_level: &str) -> (Level, &'static str) {
    let is_emoji = is_pictograph(c) || is_emoji_modifier(c);
    match identifier(c) {
        _ if is_emoji && EMOJI_DOMAINS.contains(&top_level) => (Level::Info, "it is an emoji"),
        _ if script(c) == Some(Script::Han) && RARE_HAN_DOMAINS.contains(&top_level) => {
            (Level::Info, "it is a rare ideograph")
        }
        Identifier::LimitedUse => (Level::Info, "its script is in limited use"),
        Identifier::NotNfkc => (
            Level::Warn,
            "it is a compatibility form of other characters",
        ),
        Identifier::NotXid => (Level::Warn, "it is not a letter, mark or digit"),
        Identifier::Exclusion => (Level::Warn, "its script is not in modern use"),
        _ => (Level::Warn, "it is not in common use"),
    }
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

/// Reports a label whose Unicode form a reader can mistake for another one. Returns whether it looks like ASCII.
fn report_appearance(
    unicode: &str,
    range: &Range<usize>,
    top_level: &str,
    report: &mut Report,
) -> bool {
    let mut is_confusable = false;
    for_each_label_fault(unicode, top_level, &mut |fault| {
        let (code, level, message) = finding(unicode, fault);
        is_confusable |= code == Code::HostConfusable;
        report.add(code, level, range.clone(), message);
    });
    is_confusable
}

/// Reports a label that looks like an ASCII one only as it is written. More capital letters than small letters look like
/// those of other scripts.
fn report_written_form(label: &Label<'_>, top_level: &str, report: &mut Report) {
    for_each_label_fault(label.text, top_level, &mut |fault| {
        if matches!(fault, LabelFault::Confusable(_) | LabelFault::Number(_)) {
            let (code, level, message) = finding(label.text, fault);
            report.add(code, level, label.range.clone(), message);
        }
    });
}

/// The code, the level and the message about a label that deceives.
fn finding(text: &str, fault: LabelFault) -> (Code, Level, String) {
    let label = quoted(text);
    let (first, second) = script_names(text);
    match fault {
        LabelFault::MixedScripts(mixture) => {
            let level = match mixture {
                ScriptMixture::Strong => Level::Danger,
                ScriptMixture::Moderate | ScriptMixture::None => Level::Warn,
            };
            let message = format!("the label {label} mixes {first} and {second}");
            (Code::HostMixedScripts, level, message)
        }
        LabelFault::MixedLanguages => {
            let message = format!("no language uses all letters of the label {label} together");
            (Code::HostMixedLanguages, Level::Warn, message)
        }
        LabelFault::Confusable(ascii) => {
            let message =
                format!("the label {label} is written in {first} but looks like '{ascii}'");
            (Code::HostConfusable, Level::Danger, message)
        }
        LabelFault::MixedDigits => {
            let message = format!("the label {label} mixes digits from different number systems");
            (Code::HostMixedDigits, Level::Warn, message)
        }
        LabelFault::Marks(fault) => {
            let (level, what) = describe_marks(fault);
            let message = format!("the label {label} has {what}");
            (Code::HostMarks, level, message)
        }
        LabelFault::Number(number) => {
            let message = format!("the label {label} has letters but looks like '{number}'");
            (Code::HostConfusable, Level::Danger, message)
        }
        LabelFault::Lookalike(c) => {
            let message = format!(
                "{} in the label {label} looks like another character",
                described(c)
            );
            (Code::HostLookalike, Level::Warn, message)
        }
    }
}

/// The level of a fault of marks, and a description of the marks.
fn describe_marks(fault: MarkFault) -> (Level, String) {
    match fault {
        MarkFault::Repeated(mark) => (
            Level::Danger,
            format!("{} twice on a letter", described(mark)),
        ),
        MarkFault::Stack => (
            Level::Warn,
            format!("a letter with more than {MAX_MARKS} marks"),
        ),
        MarkFault::Dot => (
            Level::Danger,
            format!(
                "{}, a dot that cannot be seen on its letter",
                described('\u{307}')
            ),
        ),
        MarkFault::Foreign { mark, base } => (
            Level::Warn,
            format!(
                "{} on {}, where it is not used",
                described(mark),
                described(base)
            ),
        ),
        MarkFault::Overlay(mark) => (
            Level::Danger,
            format!("{}, which strikes out a letter", described(mark)),
        ),
    }
}

/// Reports a top-level domain that is not listed and looks like a listed one.
fn report_confusable_top_level(
    unicode: &str,
    range: &Range<usize>,
    suffixes: &SuffixList,
    report: &mut Report,
) {
    if let Some(ascii) = top_level_lookalike(unicode, suffixes) {
        let message = format!(
            "the top-level domain {} looks like '{ascii}'",
            quoted(unicode)
        );
        report.add(Code::HostConfusable, Level::Danger, range.clone(), message);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::assess::code::Concern;

    /// The codes of the findings about the link in a text, with their levels.
    fn findings(text: &str) -> BTreeSet<(Code, Level)> {
        let link = crate::links(text).next();
        let report = link.map(|link| crate::assess::assess(&link));
        let report = report.unwrap_or_default();
        let findings = report.findings().iter();
        findings
            .map(|finding| (finding.code(), finding.level()))
            .collect()
    }

    #[rustfmt::skip]
    const LETTERS: &[&str] = &[
        "a", "p", "l", "1", "-", "é", "ş", "þ", "ı", "а", "р", "ӏ", "ж", "з", "ο", "א", "ก", "ー", "カ", "へ", "ノ", "一", "中",
        "한", "💩", "\u{301}", "\u{307}", "\u{338}", "०", "٣", "·", "ƀ", "ᏸ", "्\u{200D}", "क",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

        /// The label in Unicode is the reference for the label in Punycode.
        #[test]
        fn punycode_has_the_findings_of_its_decoded_form_one_level_lower(letters in prop::collection::vec(select(LETTERS), 1..6)) {
            let text: String = letters.concat();
            let label = Label { text: &text, range: 0..text.len() };
            let Some(ascii) = label.to_ascii().filter(|_| label.to_unicode().as_deref() == Some(&text)) else {
                return Ok(());
            };
            prop_assume!(ascii.starts_with("xn--"));
            let literal = findings(&format!("https://{text}.com/"));
            let lowered = literal.iter().filter_map(|&(code, level)| Some((code, level.lowered()?)));
            let expected: BTreeSet<(Code, Level)> = lowered.collect();
            prop_assert_eq!(findings(&format!("https://{ascii}.com/")), expected, "{}", text);
        }
    }

    #[test]
    fn findings_about_punycode_are_about_the_target() {
        let text = "https://XN--80ak6aa92e.com/";
        let link = crate::links(text).next().unwrap();
        let report = crate::assess::assess(&link);
        let finding = report.most_severe().unwrap();
        assert_eq!(
            finding.message(),
            "'XN--80ak6aa92e' is Punycode for 'аррӏе': the label 'аррӏе' is written in Cyrillic but looks like 'apple'"
        );
        assert_eq!(text.get(finding.range()), Some("XN--80ak6aa92e"));
        assert_eq!(finding.concern(), Concern::Target);
        let display = crate::assess::SafeDisplay::new();
        assert_eq!(
            display.format(&link, &report),
            "https://xn--80ak6aa92e.com/"
        );
        // The rules for single characters do not apply to a label in Punycode.
        let link = crate::links("https://google.xn--comevil-v04f.jp/")
            .next()
            .unwrap();
        let report = crate::assess::assess(&link);
        assert!(report.has(Code::SyntaxLookalike));
        assert_eq!(
            crate::assess::escape_lookalikes(&link, &report),
            link.as_str()
        );
    }

    #[test]
    fn single_letters_that_look_like_no_other_are_ordinary() {
        let level = |host: &str| {
            let url = format!("https://{host}/");
            let findings = findings(&url);
            findings.iter().map(|&(_, level)| level).max()
        };
        for host in ["ѫ.com", "ʤ.com", "ཬ.com"] {
            assert_eq!(level(host), Some(Level::Info), "{host}");
        }
        for host in [
            "ɡ.com", "ᴛ.co", "ǟ.com", "ｘ.com", "ʤa.com", "ⅹ.com", "℡.com",
        ] {
            assert!(level(host) >= Some(Level::Warn), "{host}");
        }
    }

    #[test]
    fn emoji_and_rare_ideographs_are_ordinary_where_they_are_sold() {
        let level = |text: &str| {
            let link = crate::links(text).next();
            link.and_then(|link| crate::assess::assess(&link).level())
        };
        assert_eq!(level("https://💩.la/"), Some(Level::Warn));
        assert_eq!(level("https://i❤.ws/"), Some(Level::Info));
        assert_eq!(level("https://i❤\u{FE0F}.ws/"), Some(Level::Info));
        assert_eq!(level("https://💩.to/"), Some(Level::Info));
        assert_eq!(level("https://💩ｇ.to/"), Some(Level::Warn));
        assert_eq!(level("https://㐂.com/"), Some(Level::Info));
        assert_eq!(level("https://㐂.org/"), Some(Level::Warn));
        for domain in EMOJI_DOMAINS.iter().chain(RARE_HAN_DOMAINS) {
            assert!(SuffixList::embedded().is_top_level(domain), "{domain}");
        }
    }
}
