//! Kana and strokes of Chinese characters that look like other characters where they are used.

use unicode_script::Script;

use crate::unicode::script;

/// The first character of a label that readers take for another one because of its neighbours.
pub(super) fn misplaced_character(label: &str) -> Option<char> {
    if label.is_ascii() {
        return None;
    }
    let is_misplaced = |&(offset, c): &(usize, char)| {
        let before = label.get(..offset).unwrap_or_default();
        let after = label.get(offset + c.len_utf8()..).unwrap_or_default();
        is_misplaced_kana(c, before, after) || is_stroke(c) && is_misplaced_stroke(before, after)
    };
    let found = label.char_indices().find(is_misplaced);
    found.map(|(_, c)| c)
}

/// Whether a kana between these texts is not used as in Japanese.
fn is_misplaced_kana(c: char, before: &str, after: &str) -> bool {
    let (previous, next) = (before.chars().next_back(), after.chars().next());
    match c {
        // The long vowel mark, which looks like a dash.
        'ー' => !previous.is_some_and(|c| is_hiragana(c) || is_katakana(c)),
        // Iteration marks, which look like quotes and slashes.
        'ヽ' | 'ヾ' => !previous.is_some_and(is_katakana),
        // The middle dot, which looks like a dot.
        '・' => [previous, next].into_iter().flatten().any(is_ascii_letter),
        // These look the same in both scripts. The particle へ follows a word, and so is not followed by its rest.
        'へ' | 'べ' | 'ぺ' => is_alone_among(is_katakana, is_hiragana, before, after),
        'ヘ' | 'ベ' | 'ペ' => is_alone_among(is_hiragana, is_katakana, before, after),
        _ => false,
    }
}

/// Whether a kana is between kana of the other script, and the only one of its own.
fn is_alone_among(
    is_other: fn(char) -> bool,
    is_own: fn(char) -> bool,
    before: &str,
    after: &str,
) -> bool {
    // Both scripts use the long vowel mark.
    let is_own = |c: char| is_own(c) && c != 'ー';
    before.chars().next_back().is_some_and(is_other)
        && after.chars().next().is_some_and(is_other)
        && !before.contains(is_own)
        && !after.contains(is_own)
}

/// Whether the run of strokes that starts between these texts is next to ASCII letters, without a Chinese, Japanese or Korean word on its other
/// side. Other strokes are not a word.
fn is_misplaced_stroke(before: &str, after: &str) -> bool {
    let previous = before.chars().next_back();
    // The first stroke of a run decides about all of them, so that a long run takes linear time.
    if previous.is_some_and(is_stroke) {
        return false;
    }
    let next = after.trim_start_matches(is_stroke).chars().next();
    let neighbours = || [previous, next].into_iter().flatten();
    neighbours().any(is_ascii_letter) && !neighbours().any(is_cjk)
}

/// Whether a character consists of few strokes and looks like an ASCII letter, a digit or a punctuation mark.
fn is_stroke(c: char) -> bool {
    matches!(c,
        '〇' | '一' | '丁' | '七' | '丅' | '丆' | '丨' | '丩' | '丫' | '丶' | '丿' | '乀' | '乁' | '乂' | '乙' | '乚' | '乛'
        | '亅' | '十' | '工' | '讠'
        // Bopomofo. Most of its letters look like no other ones.
        | 'ㄇ' | 'ㄈ' | 'ㄋ' | 'ㄏ' | 'ㄐ' | 'ㄑ' | 'ㄒ' | 'ㄚ' | 'ㄟ' | 'ㄥ' | 'ㄧ' | 'ㄨ' | 'ㄩ'
        | '\u{31A0}'..='\u{31BF}' // Bopomofo of other Chinese languages
        | '\u{31C0}'..='\u{31E3}' // single strokes
    )
}

fn is_ascii_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

fn is_hiragana(c: char) -> bool {
    script(c) == Script::Hiragana || c == 'ー'
}

fn is_katakana(c: char) -> bool {
    script(c) == Script::Katakana || c == 'ー'
}

fn is_cjk(c: char) -> bool {
    matches!(
        script(c),
        Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul | Script::Bopomofo
    ) || c == 'ー'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_and_chinese_words_are_not_misplaced() {
        for label in [
            "コーヒー",
            "らーめん",
            "スヾキ",
            "ジョン・レノン",
            "ハワイへ",
            "ハワイへ行く",
            "すべて",
            "ヘルプ",
            "ヘアサロンへの道",
            "東京ペン",
            "第一tv",
            "tv第一",
            "一番",
            "乙女",
            "注音ㄅa",
            "abc",
            "日本一",
        ] {
            assert_eq!(misplaced_character(label), None, "{label}");
        }
    }

    #[test]
    fn misplaced_characters() {
        for (label, c) in [
            ("aーb", 'ー'),
            ("ーa", 'ー'),
            ("中ー国", 'ー'),
            ("あヽ", 'ヽ'),
            ("aヾ", 'ヾ'),
            ("a・b", '・'),
            ("ア・b", '・'),
            ("スぺイン", 'ぺ'),
            ("アルファべット", 'べ'),
            ("すヘて", 'ヘ'),
            ("a一b", '一'),
            ("googㄥe", 'ㄥ'),
            ("aㄧㄧb", 'ㄧ'),
            ("goog丨e", '丨'),
            ("一tv", '一'),
        ] {
            assert_eq!(misplaced_character(label), Some(c), "{label}");
        }
    }
}
