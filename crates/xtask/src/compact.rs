//! The compact tables of the library (`crates/linkspan/src/unicode`): properties, normalization, UTS #46 and UTS #39 as
//! columns of small numbers, which compress well. `cargo xtask tables` writes them.
//!
//! A table is a sequence of columns. A column is its length and its numbers, in LEB128. The numbers of a column are of
//! one kind, such as the distances between code points, so that those next to each other are similar.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use icu_normalizer::properties::{
    CanonicalCombiningClassMap, CanonicalComposition, CanonicalDecomposition, Decomposed,
};
use icu_normalizer::uts46::Uts46Mapper;
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use icu_properties::props::{
    BidiClass, BidiControl, DefaultIgnorableCodePoint, Deprecated, EastAsianWidth,
    ExtendedPictographic, GeneralCategory, GeneralCategoryGroup, IndicSyllabicCategory,
    JoiningType, Script,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_script::{Script as ScriptName, ScriptExtension, UnicodeScript as _};
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{GeneralSecurityProfile as _, skeleton};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::generated::{Mode, write_or_check};
use crate::unicode::UnicodeVersion;

const TABLE: &str = "crates/linkspan/src/unicode/compact/table.rs";
const SECURITY_TABLE: &str = "crates/linkspan/src/unicode/compact/security_table.rs";

/// Writes the tables, or checks them.
pub(crate) fn run(root: &Path, version: UnicodeVersion, mode: Mode) -> Result<()> {
    let mut columns = Columns::default();
    columns.push_runs(record)?;
    push_decompositions(&mut columns)?;
    columns.push_strings(uts46_mapping)?;
    push_clusters(&mut columns)?;
    let contents = "Properties, canonical decompositions, the mapping of UTS #46 and classes of grapheme clusters";
    columns.write_with(root, TABLE, contents, "", version, mode)?;

    let mut columns = Columns::default();
    columns.push_runs(identifier)?;
    columns.push_strings(prototype)?;
    let scripts = push_scripts(&mut columns)?;
    let contents = "Types of identifiers, prototypes of confusables (UTS #39), and scripts";
    columns.write_with(root, SECURITY_TABLE, contents, &scripts, version, mode)
}

/// The properties of a code point as one number. `unicode/compact/record.rs` of the library documents the layout.
fn record(c: char) -> u32 {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let group = match category {
        GeneralCategory::DecimalNumber => 3,
        GeneralCategory::PrivateUse => 5,
        GeneralCategory::Unassigned => 6,
        _ if GeneralCategoryGroup::Letter.contains(category) => 1,
        _ if GeneralCategoryGroup::Mark.contains(category) => 2,
        _ if GeneralCategoryGroup::Separator.contains(category) => 4,
        _ => 0,
    };
    let width = CodePointMapData::<EastAsianWidth>::new().get(c);
    let is_wide = matches!(
        width,
        EastAsianWidth::Wide | EastAsianWidth::Fullwidth | EastAsianWidth::Halfwidth
    );
    let indic = CodePointMapData::<IndicSyllabicCategory>::new().get(c);
    let script = match CodePointMapData::<Script>::new().get(c) {
        Script::Han => 1,
        Script::Mongolian => 2,
        Script::Khmer => 3,
        _ => 0,
    };
    let mapped: String = Uts46Mapper::new()
        .map_normalize(std::iter::once(c))
        .collect();
    let status = match mapped.as_str() {
        "" => 1,
        "\u{FFFD}" => 2,
        _ => 0,
    };
    let bidi = match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::LeftToRight => 0,
        BidiClass::RightToLeft | BidiClass::ArabicLetter => 1,
        BidiClass::ArabicNumber => 2,
        BidiClass::EuropeanNumber => 3,
        BidiClass::NonspacingMark => 4,
        BidiClass::EuropeanSeparator
        | BidiClass::CommonSeparator
        | BidiClass::EuropeanTerminator
        | BidiClass::OtherNeutral
        | BidiClass::BoundaryNeutral => 5,
        BidiClass::ParagraphSeparator | BidiClass::SegmentSeparator | BidiClass::WhiteSpace => 7,
        _ => 6,
    };
    let joining = match CodePointMapData::<JoiningType>::new().get(c) {
        JoiningType::Transparent => 1,
        JoiningType::RightJoining => 2,
        JoiningType::LeftJoining => 3,
        JoiningType::DualJoining => 4,
        _ => 0,
    };
    group
        | bidi << 3
        | joining << 6
        | u32::from(CanonicalCombiningClassMap::new().get_u8(c)) << 9
        | status << 17
        | script << 19
        | u32::from(is_wide) << 21
        | u32::from(indic != IndicSyllabicCategory::Other) << 22
        | u32::from(CodePointSetData::new::<Deprecated>().contains(c)) << 23
        | u32::from(CodePointSetData::new::<ExtendedPictographic>().contains(c)) << 24
        | u32::from(CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)) << 25
        | u32::from(CodePointSetData::new::<BidiControl>().contains(c)) << 26
}

/// Four columns: the distances of the code points that decompose, the first character of each decomposition, its
/// second character or 0, and whether the two do not compose. Hangul syllables follow from their numbers.
fn push_decompositions(columns: &mut Columns) -> Result<()> {
    let (decompositions, compositions) =
        (CanonicalDecomposition::new(), CanonicalComposition::new());
    let (mut steps, mut firsts, mut seconds, mut excluded) = (vec![], vec![], vec![], vec![]);
    let (mut last, mut last_first) = (0, 0);
    for c in '\0'..=char::MAX {
        let (first, second) = match decompositions.decompose(c) {
            _ if ('가'..='힣').contains(&c) => continue,
            Decomposed::Default => continue,
            Decomposed::Singleton(first) => (first, None),
            Decomposed::Expansion(first, second) => (first, Some(second)),
        };
        steps.push(u32::from(c) - last);
        firsts.push(zigzag(last_first, u32::from(first))?);
        seconds.push(second.map_or(0, u32::from));
        let composes = second.is_some_and(|second| compositions.compose(first, second) == Some(c));
        excluded.push(u32::from(second.is_some() && !composes));
        (last, last_first) = (u32::from(c), u32::from(first));
    }
    for column in [steps, firsts, seconds, excluded] {
        columns.push(&column);
    }
    Ok(())
}

/// What UTS #46 maps a character to, unless normalization does the same.
fn uts46_mapping(c: char) -> Option<String> {
    let mapped: String = Uts46Mapper::new()
        .map_normalize(std::iter::once(c))
        .collect();
    let normalized = ComposingNormalizer::new_nfc()
        .normalize(c.encode_utf8(&mut [0; 4]))
        .into_owned();
    (!matches!(mapped.as_str(), "" | "\u{FFFD}") && mapped != normalized).then_some(mapped)
}

/// Characters of each class of `unicode/compact/grapheme.rs`, in the order of their numbers.
const CLUSTER_CLASSES: [char; 16] = [
    'a', '\r', '\n', '\u{1}', '\u{300}', '\u{200C}', '\u{200D}', '🇦', '\u{600}', '\u{903}',
    '\u{1100}', '\u{1160}', '\u{11A8}', '😀', 'क', '\u{94D}',
];

/// The class of each character in grapheme clusters. The crate does not say it, so it is derived from how the character
/// behaves next to those of each class.
fn push_clusters(columns: &mut Columns) -> Result<()> {
    // Each line is a context. The marks stand for the character.
    let pairs = CLUSTER_CLASSES
        .iter()
        .map(|class| format!("\n{class}*\n*{class}"));
    let contexts = pairs.collect::<String>()
        + "\n😀\u{200D}*\n😀*😀\n😀*\u{200D}😀\nक\u{94D}*\nक*क\nक\u{94D}*क";
    let contexts: Vec<&str> = contexts.split('*').collect();
    let behaviour = |c: char| {
        let text = contexts.join(c.encode_utf8(&mut [0; 4]));
        let clusters = text.graphemes(true);
        clusters
            .map(|cluster| cluster.chars().count())
            .collect::<Vec<_>>()
    };
    let classes = CLUSTER_CLASSES.map(behaviour);
    let mut error = Ok(());
    columns.push_runs(|c| {
        // Syllables follow from their numbers. Planes without characters, and those for private use, are skipped.
        let plane = u32::from(c) >> 16;
        if ('가'..='힣').contains(&c) || (plane > 3 && plane != 14) {
            return 0;
        }
        let behaviour = behaviour(c);
        let class = classes.iter().position(|class| *class == behaviour);
        let class = class.and_then(|class| u32::try_from(class).ok());
        class.unwrap_or_else(|| {
            error = Err(anyhow::anyhow!(
                "expected a class of grapheme clusters, found {c:?}"
            ));
            0
        })
    })?;
    error
}

/// The type of a character in identifiers, as a number; 0 if it is allowed.
fn identifier(c: char) -> u32 {
    if c.identifier_allowed() {
        return 0;
    }
    match c.identifier_type() {
        Some(IdentifierType::Limited_Use) => 2,
        Some(IdentifierType::Not_NFKC) => 3,
        Some(IdentifierType::Not_XID) => 4,
        Some(IdentifierType::Exclusion) => 5,
        _ => 1,
    }
}

/// The prototype of a confusable character. Characters that decompose have none, since confusables are looked up after
/// decomposition.
fn prototype(c: char) -> Option<String> {
    let text = String::from(c);
    let prototype: String = skeleton(&text).collect();
    let is_decomposed = DecomposingNormalizer::new_nfd().is_normalized(&text);
    (is_decomposed && prototype != text).then_some(prototype)
}

/// Scripts: the index of each character's script, plus 256 times the number of its set of scripts if it has one, as runs;
/// then the length of each set, and the scripts of all sets. Returns the list of scripts, as Rust code.
fn push_scripts(columns: &mut Columns) -> Result<String> {
    let (mut scripts, mut sets): (Vec<ScriptName>, Vec<ScriptExtension>) = (vec![], vec![]);
    let mut values = Vec::new();
    for c in '\0'..=char::MAX {
        let (script, set) = (c.script(), c.script_extension());
        for script in std::iter::once(script).chain(set.iter()) {
            if !scripts.contains(&script) {
                scripts.push(script);
            }
        }
        let of_set = if set == script.into() {
            0
        } else if let Some(known) = sets.iter().position(|&known| known == set) {
            known + 1
        } else {
            sets.push(set);
            sets.len()
        };
        let index = scripts.iter().position(|&known| known == script);
        let index = index.context("a script is not in the list of scripts")?;
        values.push((c, u32::try_from(index | of_set << 8)?));
    }
    let value_of = |c: char| {
        let found = values.binary_search_by_key(&c, |&(c, _)| c);
        found.map_or(0, |at| values[at].1)
    };
    columns.push_runs(value_of)?;
    let (mut lens, mut members) = (vec![], vec![]);
    for set in sets {
        lens.push(u32::try_from(set.iter().count())?);
        for script in set.iter() {
            let index = scripts.iter().position(|&known| known == script);
            members.push(u32::try_from(index.unwrap_or_default())?);
        }
    }
    columns.push(&lens);
    columns.push(&members);
    let names: Vec<_> = scripts
        .iter()
        .map(|script| format!("    Script::{script:?},\n"))
        .collect();
    Ok(format!(
        "use unicode_script::Script;\n\n\
         /// The scripts by their index in the columns.\n\
         pub(super) static SCRIPTS: [Script; {}] = [\n{}];\n\n",
        names.len(),
        names.concat(),
    ))
}

/// A difference as a number without a sign.
fn zigzag(from: u32, to: u32) -> Result<u32> {
    let difference = i32::try_from(to)? - i32::try_from(from)?;
    Ok((difference << 1 ^ difference >> 31).cast_unsigned())
}

/// A table.
#[derive(Default)]
struct Columns {
    bytes: Vec<u8>,
}

impl Columns {
    fn push(&mut self, numbers: &[u32]) {
        let len = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        for mut number in std::iter::once(len).chain(numbers.iter().copied()) {
            while number >= 0x80 {
                self.bytes.push(number.to_le_bytes()[0] | 0x80);
                number >>= 7;
            }
            self.bytes.push(number.to_le_bytes()[0]);
        }
    }

    /// Three columns for a property of all code points: its distinct values, the most frequent ones first, the lengths
    /// of the runs of equal values, and the index of each run's value. Surrogates continue the run before them.
    fn push_runs(&mut self, mut value_of: impl FnMut(char) -> u32) -> Result<()> {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for c in '\0'..=char::MAX {
            let value = value_of(c);
            match runs.last() {
                Some(&(_, last)) if last == value => {}
                _ => runs.push((u32::from(c), value)),
            }
        }
        let mut counts: Vec<(u32, usize)> = Vec::new();
        for &(_, value) in &runs {
            match counts.iter_mut().find(|(known, _)| *known == value) {
                Some((_, count)) => *count += 1,
                None => counts.push((value, 1)),
            }
        }
        counts.sort_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
        let values: Vec<_> = counts.iter().map(|&(value, _)| value).collect();
        let ends = runs
            .iter()
            .skip(1)
            .map(|&(start, _)| start)
            .chain([0x11_0000]);
        let lens: Vec<_> = runs
            .iter()
            .zip(ends)
            .map(|(&(start, _), end)| end - start)
            .collect();
        let index = |&(_, value): &(u32, u32)| values.iter().position(|&known| known == value);
        let indices: Option<Vec<_>> = runs.iter().map(index).collect();
        let indices = indices.context("a value is not in the list of values")?;
        let indices: Result<Vec<_>, _> = indices.into_iter().map(u32::try_from).collect();
        self.push(&values);
        self.push(&lens);
        self.push(&indices?);
        Ok(())
    }

    /// Three columns for a mapping of characters to texts: the distances of the characters, the lengths of the texts,
    /// and all their characters. A character is the difference to the expected one: as far from the last text of one
    /// character as the characters that are mapped are from each other, or the character before it in its text.
    fn push_strings(&mut self, text_of: impl Fn(char) -> Option<String>) -> Result<()> {
        let (mut steps, mut lens, mut differences) = (vec![], vec![], vec![]);
        let (mut last, mut expected) = (0, 0);
        for c in '\0'..=char::MAX {
            let Some(text) = text_of(c) else { continue };
            let step = u32::from(c) - last;
            steps.push(step);
            lens.push(u32::try_from(text.chars().count())?);
            last = u32::from(c);
            let mut from = expected + step;
            for (at, c) in text.chars().enumerate() {
                differences.push(zigzag(from, u32::from(c))?);
                from = u32::from(c);
                if at == 0 {
                    expected = u32::from(c);
                }
            }
        }
        for column in [steps, lens, differences] {
            self.push(&column);
        }
        Ok(())
    }

    fn write_with(
        &self,
        root: &Path,
        file: &str,
        contents: &str,
        other: &str,
        version: UnicodeVersion,
        mode: Mode,
    ) -> Result<()> {
        let mut text = format!(
            "// @generated by `cargo xtask tables --unicode {version}` from the Unicode Character Database {version}\n\
             // (by way of `icu_properties`, `icu_normalizer`, `unicode-script` and `unicode-security`). Do not edit.\n\
             // Derived from Unicode data: see LICENSE-UNICODE in `property`.\n\n\
             {other}\
             /// {contents}, as columns.\n#[rustfmt::skip]\n\
             pub(super) static TABLE: [u8; {}] = [\n",
            self.bytes.len(),
        );
        for row in self.bytes.chunks(32) {
            let row: Vec<_> = row.iter().map(u8::to_string).collect();
            writeln!(text, "    {},", row.join(","))?;
        }
        writeln!(text, "];")?;
        write_or_check(
            root,
            file,
            &text,
            mode,
            &format!("{} bytes", self.bytes.len()),
        )
    }
}
