//! `cargo xtask languages`: writes the library's table of the Latin letters that languages use.
//!
//! The letters are the main exemplar characters of the CLDR, and further letters that honest names need: those that the
//! orthography has although the CLDR calls them auxiliary, and those of common loanwords and names. A language whose
//! letters another language has, too, decides nothing and is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use icu_locale::Locale;
use icu_locale::exemplar_chars::ExemplarCharacters;
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};

use crate::generated::{Mode, write_or_check};

const TABLE: &str = "crates/linkspan/src/deception/languages/table.rs";

/// Languages of the CLDR that are written with letters beyond ASCII, and letters that are added to their main exemplar
/// characters.
const CLDR_LANGUAGES: &[(&str, &str)] = &[
    // The orthography has accents and diaereses, which the CLDR calls auxiliary.
    ("af", "áâäéèêëíîïóôöúûüý"),
    ("ak", ""),
    ("ast", ""),
    ("az", "â"),
    // Breton names in French ones.
    ("br", "àâæçèéëîïôùûüÿœ"),
    // Names from Spain.
    ("ca", "áñ"),
    // German family names.
    ("cs", "äöü"),
    ("cy", ""),
    // The accent of allé, and German and Swedish family names.
    ("da", "éäöü"),
    // Straßencafé, Crème, Façade, à la carte.
    ("de", "àâçèéêîô"),
    ("dsb", ""),
    ("ee", ""),
    ("eo", ""),
    ("es", ""),
    ("et", "é"),
    ("eu", "áéíóúü"),
    ("fi", "é"),
    ("fo", "é"),
    ("fr", ""),
    ("fy", ""),
    ("ga", ""),
    ("gl", ""),
    ("ha", ""),
    ("hr", "é"),
    ("hsb", ""),
    ("hu", "ä"),
    ("ig", "áàéèíìóòúùńǹ"),
    ("is", "ü"),
    // Accents that dictionaries have.
    ("it", "íîóú"),
    ("ki", ""),
    ("ku", "ł"),
    // French and German loanwords.
    ("lb", "àâçèêïîôöûüß"),
    ("lt", "é"),
    // Letters of older spelling and of Latgalian.
    ("lv", "ōŗ"),
    ("mi", ""),
    ("mt", "é"),
    ("nb", "äöü"),
    // French loanwords.
    ("nl", "àâçèêîôûñ"),
    ("nn", ""),
    ("oc", ""),
    ("pl", "éöü"),
    ("pt", "ü"),
    // The letters with a cedilla, which were used before those with a comma.
    ("ro", "şţé"),
    ("scn", ""),
    ("sk", "öü"),
    ("sq", "é"),
    ("sv", "èëüç"),
    ("szl", ""),
    ("tk", ""),
    ("tn", ""),
    ("to", ""),
    // The circumflex, which is part of the orthography.
    ("tr", "âîûé"),
    ("vi", ""),
    ("wo", ""),
    ("yo", ""),
];

/// Languages that the data crate does not have.
const OTHER_LANGUAGES: &[(&str, &str)] = &[
    ("Bambara", "ɛɔŋɲ"),
    ("Belarusian", "ćčĺłńśšŭźž"),
    ("Chamorro", "áåñ"),
    ("Crimean Tatar", "âçğıñöşü"),
    ("Friulian", "àâçèéêìîòôùû"),
    ("Fula", "ɓɗŋɲƴñ"),
    ("Gagauz", "äçêıöşţü"),
    ("Guarani", "áãéẽíĩñóõúũýỹg̃"),
    ("Kabyle", "čḍɛǧɣḥṛṣṭţẓ"),
    ("Kashubian", "ąãéëłńòóôùż"),
    ("Lakota", "áéíóúčǧȟŋšž"),
    ("Lingala", "áâǎéêɛíîǐóôǒɔúûɛ́ɛ̂ɛ̌ɔ́ɔ̂ɔ̌"),
    ("Malagasy", "àâéèêëìîïñôò"),
    ("Montenegrin", "ćčđśšźž"),
    ("Navajo", "áąéęíįóǫłńą́ę́į́ǫ́"),
    ("Northern Sami", "áčđŋšŧžåäöæø"),
    ("Swiss German", "àâäéèêëïôöûü"),
    ("Veps", "äöüčšž"),
    ("Walloon", "åâçéèêëîôû"),
    ("Zaza", "çğêîışûü"),
];

/// The letters of a language that are not ASCII, each with its combining marks.
type Letters = BTreeSet<String>;

/// Writes the table, or checks it.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<()> {
    let mut languages = Vec::new();
    for (tag, more) in CLDR_LANGUAGES {
        languages.push(cldr_letters(tag, more)?);
    }
    languages.extend(OTHER_LANGUAGES.iter().map(|(_, text)| letters(text)));
    let count = languages.len();
    let languages = maximal(languages);
    ensure!(languages.len() <= 64, "a set of languages has 64 bits");
    let sets = language_sets(&languages);
    let summary = format!(
        "{} letters of {count} languages, {} of them decisive",
        sets.len(),
        languages.len()
    );
    write_or_check(root, TABLE, &render(&sets)?, mode, &summary)
}

/// The main exemplar characters of a language in the CLDR, and more letters.
fn cldr_letters(tag: &str, more: &str) -> Result<Letters> {
    let locale: Locale = tag.parse().with_context(|| format!("language {tag}"))?;
    let main = ExemplarCharacters::try_new_main(&locale.into())
        .with_context(|| format!("exemplar characters of {tag}"))?;
    // A language without data has the exemplar characters of the root locale, which are none.
    ensure!(main.contains('a'), "no exemplar characters of {tag}");
    let mut all = letters(more);
    for c in main.code_points().iter_chars() {
        all.extend(letters(&c.to_string()));
    }
    for sequence in main.strings().iter() {
        all.extend(letters(sequence));
    }
    Ok(all)
}

/// The letters of a text that are Latin and not ASCII, or have combining marks. Capital letters are left out.
fn letters(text: &str) -> Letters {
    let category = |c| CodePointMapData::<GeneralCategory>::new().get(c);
    let is_mark = |c| GeneralCategoryGroup::Mark.contains(category(c));
    let is_latin = |c| CodePointMapData::<Script>::new().get(c) == Script::Latin;
    let mut all = Letters::new();
    let mut chars = text.chars().peekable();
    while let Some(base) = chars.next() {
        let mut letter = String::from(base);
        while let Some(mark) = chars.next_if(|&c| is_mark(c)) {
            letter.push(mark);
        }
        let is_small_latin = is_latin(base) && category(base) == GeneralCategory::LowercaseLetter;
        if is_small_latin && !letter.is_ascii() {
            all.insert(letter);
        }
    }
    all
}

/// The languages whose letters no other language has all of.
fn maximal(languages: Vec<Letters>) -> Vec<Letters> {
    let mut kept: Vec<Letters> = Vec::new();
    for letters in languages {
        if kept.iter().any(|other| letters.is_subset(other)) {
            continue;
        }
        kept.retain(|other| !other.is_subset(&letters));
        kept.push(letters);
    }
    kept
}

/// For each letter, the set of languages that use it.
fn language_sets(languages: &[Letters]) -> BTreeMap<&str, u64> {
    let mut sets = BTreeMap::new();
    for (number, letters) in languages.iter().enumerate() {
        for letter in letters {
            *sets.entry(letter.as_str()).or_default() |= 1 << number;
        }
    }
    sets
}

fn render(sets: &BTreeMap<&str, u64>) -> Result<String> {
    let (chars, sequences): (Vec<_>, Vec<_>) = sets
        .iter()
        .partition(|(letter, _)| letter.chars().count() == 1);
    let mut out = String::from(
        "// @generated by `cargo xtask languages` from the main exemplar characters of the CLDR (by way of the\n\
         // `icu_locale` crate), with the additions of that command. Do not edit.\n\
         // Derived from Unicode data: see property/LICENSE-UNICODE.\n\n\
         /// Latin letters, and for each the set of languages that use it, one bit per language.\n",
    );
    writeln!(out, "pub(super) static LETTERS: &[(char, u64)] = &[")?;
    for (letter, set) in chars {
        let c = letter.chars().next().context("a letter")?;
        writeln!(out, "    ('\\u{{{:X}}}', {}),", u32::from(c), hex(*set))?;
    }
    out.push_str("];\n\n/// Letters with combining marks that have no composed form.\n");
    writeln!(out, "pub(super) static SEQUENCES: &[(&str, u64)] = &[")?;
    for (letter, set) in sequences {
        writeln!(out, "    (\"{}\", {}),", letter.escape_unicode(), hex(*set))?;
    }
    out.push_str("];\n");
    Ok(out)
}

/// A number in hexadecimal, in groups of four digits.
fn hex(number: u64) -> String {
    let group = |shift: u32| format!("{:04X}", number >> shift & 0xFFFF);
    format!("0x{}", [48, 32, 16, 0].map(group).join("_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_marks() {
        let expected = ["g\u{303}", "é", "ɔ\u{300}"].map(String::from);
        assert_eq!(letters("aÉéɔ\u{300}g\u{303}ʻя"), Letters::from(expected));
    }

    #[test]
    fn languages_with_fewer_letters_are_left_out() {
        let languages = ["ab", "ä", "äö", "ßü"].map(letters).to_vec();
        assert_eq!(maximal(languages), ["äö", "ßü"].map(letters));
    }
}
