//! The fold: labels that readers take for one another have the same one.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use unicode_script::Script;

use crate::deception::characters::{is_invisible, is_mark};
use crate::unicode::{nfc, nfd, script, skeleton};

/// The maximum number of passes. A letter may become one that has another prototype in its small form.
const MAX_PASSES: usize = 4;

/// Folds a label in Unicode form, or as it is written.
///
/// In this order: marks and strokes are removed, characters become their prototypes of UTS #39, those letters that UTS #39
/// has no ASCII prototype for become the ASCII letters that they are variants of, capital letters become small, digits
/// become the letters that they are read as in a word, and pairs of letters become the letter that they look like.
///
/// The fold of a fold is the same.
pub(super) fn fold(label: &str) -> String {
    fold_simplified(&simplify(label))
}

fn fold_simplified(simplified: &str) -> String {
    let mut folded = String::with_capacity(simplified.len());
    for part in simplified.split_inclusive('-') {
        fold_digits(part, &mut folded);
    }
    merge_pairs(&folded, PAIRS)
}

/// Folds what looks alike only at a glance: `i` and `l`, `cl` and `d`, `nn` and `m`. The argument is a [fold](fold()).
pub(super) fn fold_further(folded: &str) -> String {
    let merged = merge_pairs(folded, LOOSE_PAIRS);
    merged.replace('i', "l")
}

/// The label with `ss` for `ß`, which is how readers spell it. The [fold](fold()) has `b`, which it looks like.
pub(super) fn without_sharp_s(label: &str) -> Option<String> {
    label.contains('ß').then(|| label.replace('ß', "ss"))
}

/// The label in small letters without marks and strokes, with prototypes for its characters.
fn simplify(label: &str) -> Cow<'_, str> {
    // The other ASCII characters of labels that have a prototype are `0` and `1`, which are folded with the digits, and
    // `m`. Its prototype is `rn`, which is merged again.
    if label.is_ascii() {
        let prototype = |c: char| match c {
            'I' => 'l',
            _ => c.to_ascii_lowercase(),
        };
        let is_unchanged = |b: u8| !b.is_ascii_uppercase();
        return if label.bytes().all(is_unchanged) {
            Cow::Borrowed(label)
        } else {
            Cow::Owned(label.chars().map(prototype).collect())
        };
    }
    let mut current = simplify_once(label);
    for _ in 1..MAX_PASSES {
        let next = simplify_once(&current);
        if next == current {
            break;
        }
        current = next;
    }
    Cow::Owned(current)
}

fn simplify_once(label: &str) -> String {
    let mut simplified = String::with_capacity(label.len());
    let mut buffer = [0; 4];
    for c in nfc(label.chars()) {
        if is_indivisible(c) {
            simplified.push(c);
            continue;
        }
        let c: &str = c.encode_utf8(&mut buffer);
        let is_kept = |c: &char| !is_removed(*c);
        let without_marks: String = nfd(c.chars()).filter(is_kept).collect();
        let prototypes = skeleton(&without_marks).filter(is_kept);
        simplified.extend(prototypes.map(variant_of).flat_map(char::to_lowercase));
    }
    nfc(simplified.chars()).collect()
}

/// Whether a character is folded to itself, although it has a prototype or a decomposition: Hangul syllables, kana with a
/// voicing mark, and marks of a single script, such as vowel signs. They distinguish words, and the prototypes of some
/// are marks that are removed.
fn is_indivisible(c: char) -> bool {
    let is_voicing_mark = |c| matches!(c, '\u{3099}' | '\u{309A}');
    let is_voiced = || nfd([c].into_iter()).any(is_voicing_mark);
    matches!(c, '가'..='힣')
        || matches!(c, 'ぁ'..='ヿ') && is_voiced()
        || is_mark(c) && !is_removed(c)
}

/// Whether a character only modifies others: an invisible character, or a mark that scripts share.
fn is_removed(c: char) -> bool {
    let is_shared_mark = is_mark(c) && matches!(script(c), Script::Inherited | Script::Common);
    is_shared_mark || is_invisible(c)
}

/// The ASCII letter that a letter is a variant of, or looks like. UTS #39 has no ASCII prototype for these.
fn variant_of(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    let ascii = VARIANTS
        .iter()
        .find(|(_, variants)| variants.contains(c))
        .map(|&(ascii, _)| ascii);
    ascii.unwrap_or(c)
}

/// Small capitals, letters with strokes, hooks, tails and curls, and letters of other scripts whose prototypes are such
/// letters.
#[rustfmt::skip]
const VARIANTS: &[(char, &str)] = &[
    ('a', "ᴀⱥꬰᶏ𝽩"), ('b', "ʙƅßᴃᶀᵬꞗ"), ('c', "ƈɕꞔʗ"), ('d', "ᴅᶁᶑᵭȡ∂ꝺ"), ('e', "ꞓᴇǝɘⱸᶒᶓꬳꬴ"), ('f', "ꜰᶂꝼẜ"),
    ('g', "ɢꞡʛꬶᵹ"), ('h', "ʜⱨɧꜧ"), ('i', "ᶖ"), ('j', "ʝᴊ"), ('k', "ĸⱪꝁꝃꝅᶄꞣ"), ('l', "ʟⱡɬꝉꝇᶅꬷꬸꬹȴᴌꞎ"), ('m', "ʍᶆꬺ"),
    ('n', "ɴꞑꞥȵᶇꬻꬼ"), ('o', "ⱺꝍ"), ('p', "ᴘꝑꝓꝕᵱᶈ"), ('q', "ɋꝗꝙ"), ('r', "ʀɾꝛꞃꞧᶉꭅ"), ('s', "ꜱꞩȿƨᶊꞅꟊ"), ('t', "ᴛʈⱦȶꞇ"),
    ('u', "ʉʊ𝽻"), ('v', "ⱱⱴꝟ"), ('w', "ⱳω"), ('x', "ᶍχ"), ('y', "ỿ"), ('z', "ɀᶎꝣʑ"),
];

/// Appends a part of a label with its digits folded.
///
/// In a number, only `0` and `1` become letters, so that `l63` is like `163` and `1688` is not like any word. In a word,
/// every digit except `6` becomes the letter that it is read as; no two digits become the same letter.
fn fold_digits(part: &str, folded: &mut String) {
    let number_char = |c: char| match c {
        '0' => Some('o'),
        '1' => Some('l'),
        'ɜ' | 'ȝ' => Some('3'),
        'o' | 'l' | '-' | '2'..='9' => Some(c),
        _ => None,
    };
    let number: Option<String> = part.chars().map(number_char).collect();
    if let Some(number) = number {
        folded.push_str(&number);
        return;
    }
    folded.extend(part.chars().map(|c| match c {
        '0' => 'o',
        '1' => 'l',
        '2' => 'z',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        _ => c,
    }));
}

/// Pairs of letters that look like one.
const PAIRS: &[(&str, char)] = &[("rn", 'm'), ("vv", 'w')];

/// Pairs of letters that look like one at a glance. They are common in words, as in `clock` and `dock`.
const LOOSE_PAIRS: &[(&str, char)] = &[("cl", 'd'), ("nn", 'm')];

fn merge_pairs(text: &str, pairs: &[(&str, char)]) -> String {
    let mut merged = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let pair = pairs
            .iter()
            .find_map(|&(pair, letter)| Some((rest.strip_prefix(pair)?, letter)));
        let (after, letter) = pair.unwrap_or_else(|| (rest.get(c.len_utf8()..).unwrap_or(""), c));
        merged.push(letter);
        rest = after;
    }
    merged
}

/// Calls a function with the text without each of its characters. Of equal neighbours, only the first one is removed,
/// since removing another one gives the same text.
pub(super) fn for_each_deletion(text: &str, function: &mut dyn FnMut(&str)) {
    let mut shorter = String::with_capacity(text.len());
    let mut before = None;
    for (offset, c) in text.char_indices() {
        if before.replace(c) == Some(c) {
            continue;
        }
        shorter.clear();
        shorter.push_str(text.get(..offset).unwrap_or_default());
        shorter.push_str(text.get(offset + c.len_utf8()..).unwrap_or_default());
        function(&shorter);
    }
}

/// Calls a function with the text with each two neighbours exchanged.
pub(super) fn for_each_transposition(text: &str, function: &mut dyn FnMut(&str)) {
    let chars: Vec<char> = text.chars().collect();
    for index in 1..chars.len() {
        let mut swapped = chars.clone();
        swapped.swap(index - 1, index);
        if swapped != chars {
            function(&swapped.into_iter().collect::<String>());
        }
    }
}

/// Whether the first text is the second one without one character, or the second one with another character in one place.
pub(super) fn is_one_edit_away(text: &str, longer: &str) -> bool {
    let equal = |(a, b): &(char, char)| a == b;
    let same_start = text.chars().zip(longer.chars()).take_while(equal).count();
    let mut text_rest = text.chars().skip(same_start);
    let mut longer_rest = longer.chars().skip(same_start);
    // The character of `longer` that was removed or replaced.
    if longer_rest.next().is_none() {
        return false;
    }
    let is_deletion = text_rest.clone().eq(longer_rest.clone());
    is_deletion || text_rest.next().is_some() && text_rest.eq(longer_rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn labels_that_look_alike_have_the_same_fold() {
        #[rustfmt::skip]
        let cases: &[(&str, &[&str])] = &[
            ("paypal", &["pаypal", "раураӏ", "paypa1", "paypaI", "páypal", "ṗaypal", "ᴘaypal", "pаypаl", "PAYPAL", "pay\u{200D}pal"]),
            ("google", &["g00gle", "goo9le", "göögle", "ɡoogle", "gооgle", "goog1e", "gσσgle", "ġøøgłę"]),
            ("microsoft", &["rnicrosoft", "micr0s0ft", "mìcrosoft", "mıcrosoft", "ʍicrosoft", "microsofţ", "microsoƒt", "micro5oft"]),
            ("twitter", &["tvvitter", "twi77er", "ŧwitter", "tԝitter", "twıtter", "tẅitter"]),
            ("booking", &["ßooking", "βooking", "bооκing", "ьooking", "8ooking", "ʙooking"]),
            ("facebook", &["fаcеbооk", "ƒacebook", "faceboоk", "faceb00ĸ"]),
            ("hdl", &["ħđł", "ḥḍḷ", "һԁӏ"]),
            ("163", &["l63", "Ӏ63", "1бȝ"]),
            ("365", &["зб5", "Зб5"]),
            ("apple", &["аррӏе", "ａpple", "appӏe", "app1e", "Ꭺpple", "ꓮpple", "ɑpplе", "4pple"]),
            ("nova", &["ոova", "ոօva", "ηova"]),
            ("мой", &["мои"]),
            ("ガス", &["ガス"]),
        ];
        for (label, lookalikes) in cases {
            for lookalike in *lookalikes {
                assert_eq!(fold(lookalike), fold(label), "{lookalike} {label}");
            }
        }
    }

    #[test]
    fn other_labels_have_other_folds() {
        #[rustfmt::skip]
        let labels = [
            "paypal", "paypai", "google", "goodle", "1688", "1668", "8848", "6688", "か", "が", "ハ", "パ", "日本", "日夲", "कमल", "कमाल", "कम्ल",
            "ไทย", "ใทย", "한국", "한극", "שלום", "שלומ", "بنك", "بنت", "пример", "примерь", "straße", "strasse", "ab", "a-b", "o6", "b8",
        ];
        for (index, one) in labels.iter().enumerate() {
            for other in labels.iter().skip(index + 1) {
                assert_ne!(fold(one), fold(other), "{one} {other}");
            }
        }
    }

    #[test]
    fn names_of_many_scripts_are_kept() {
        for label in ["paypal", "t-online", "日本語", "ひらがな", "ガス", "한국"] {
            assert_eq!(fold(label), label);
        }
        // Some of their letters have prototypes in other scripts, but none is lost.
        for label in ["ไทย", "हिन्दी", "தமிழ்", "ភាសាខ្មែរ", "ქართული"]
        {
            assert!(
                fold(label).chars().count() >= label.chars().count(),
                "{label}"
            );
        }
        // The long vowel mark and some kana look like ideographs.
        assert_eq!(fold("カー").chars().count(), 2);
    }

    #[test]
    fn sharp_s_looks_like_b_and_reads_as_ss() {
        assert_eq!(fold("ßank"), "bank");
        assert_eq!(without_sharp_s("straße").as_deref(), Some("strasse"));
        assert_eq!(without_sharp_s("strasse"), None);
    }

    #[test]
    fn folding_further_merges_what_looks_alike_at_a_glance() {
        let further = |label| fold_further(&fold(label));
        assert_eq!(further("paypai"), further("paypal"));
        assert_eq!(further("clropbox"), further("dropbox"));
        assert_eq!(further("annazon"), further("amazon"));
        assert_ne!(further("apple"), further("apply"));
    }

    #[test]
    fn one_edit() {
        for (text, longer, expected) in [
            ("paypl", "paypal", true),
            ("aypal", "paypal", true),
            ("paypa", "paypal", true),
            ("paypol", "paypal", true),
            ("раypal", "paypal", false),
            ("paypal", "paypal", false),
            ("paypals", "paypal", false),
            ("papyal", "paypal", false),
            ("жа", "жук", false),
            ("жк", "жук", true),
            ("жак", "жук", true),
            ("", "a", true),
            ("", "", false),
        ] {
            assert_eq!(is_one_edit_away(text, longer), expected, "{text} {longer}");
        }
    }

    #[test]
    fn fold_is_idempotent_for_every_character() {
        for c in '\0'..=char::MAX {
            let label: String = ['r', c, 'n', '0'].iter().collect();
            let folded = fold(&label);
            assert_eq!(fold(&folded), folded, "{label:?} U+{:04X}", u32::from(c));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn fold_is_idempotent(label in "[a-z0-9rnv\\-éłøıßаеорӏзбέβაばパー한국م\u{301}\u{308}\u{3099}]{0,12}") {
            let folded = fold(&label);
            prop_assert_eq!(fold(&folded), folded);
        }

        /// The general path is the reference implementation of the path for ASCII.
        #[test]
        fn ascii_is_folded_like_other_labels(label in "[a-zA-Z0-9\\-]{0,12}|[rnvmw01I]{0,12}") {
            prop_assert_eq!(fold(&label), fold_simplified(&simplify_once(&label)));
        }
    }
}
