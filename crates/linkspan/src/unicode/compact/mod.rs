//! Our own tables, as columns of small numbers, which compress well. They are read when they are first needed.

mod columns;
mod grapheme;
mod normalize;
#[cfg(feature = "assess")]
mod security;
#[cfg(feature = "assess")]
mod security_table;
mod table;

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::{Bidi, Category};
use columns::{Columns, Runs, Texts};

pub(crate) use grapheme::grapheme_indices;
pub(crate) use normalize::nfc_of;
#[cfg(feature = "assess")]
pub(crate) use normalize::{nfc, nfd};
#[cfg(feature = "assess")]
pub(crate) use security::{identifier, script, script_extension, skeleton};

/// What `table.rs` contains.
struct Tables {
    /// The record of each character.
    records: Runs,
    /// The characters that decompose, in order, each with its two parts. The second one is `\0` if there is none.
    decompositions: Vec<(char, char, char)>,
    /// The indices of the decompositions that can be reversed, ordered by their parts.
    compositions: Vec<u16>,
    /// What UTS #46 maps characters to, unless normalization does the same.
    uts46: Texts,
    /// The class of each character in grapheme clusters.
    clusters: Runs,
}

fn tables() -> &'static Tables {
    static TABLES: OnceBox<Tables> = OnceBox::new();
    TABLES.get_or_init(|| Box::new(Tables::read()))
}

impl Tables {
    fn read() -> Self {
        let mut columns = Columns::new(&table::TABLE);
        let records = columns.runs();
        let (decompositions, compositions) = normalize::read(&mut columns);
        Self {
            records,
            decompositions,
            compositions,
            uts46: columns.texts(),
            clusters: columns.runs(),
        }
    }
}

/// The properties of a character, as `xtask` encodes them.
///
/// | bits | property |
/// |---|---|
/// | 0–2 | category |
/// | 3–5 | Bidi class |
/// | 6–8 | joining type: 0 none, 1 transparent, 2 right, 3 left, 4 dual |
/// | 9–16 | combining class |
/// | 17, 18 | UTS #46: 0 valid or mapped, 1 ignored, 2 disallowed |
/// | 19, 20 | script: 1 Han, 2 Mongolian, 3 Khmer |
/// | 21–26 | one bit each: wide, Indic, deprecated, pictograph, default ignorable, Bidi control |
#[derive(Clone, Copy)]
struct Record(u32);

fn record(c: char) -> Record {
    Record(tables().records.get(c))
}

impl Record {
    fn bits(self, first: u32, count: u32) -> u32 {
        self.0 >> first & ((1 << count) - 1)
    }
}

pub(crate) fn category(c: char) -> Category {
    match record(c).bits(0, 3) {
        1 => Category::Letter,
        2 => Category::Mark,
        3 => Category::DecimalNumber,
        4 => Category::Separator,
        5 => Category::PrivateUse,
        6 => Category::Unassigned,
        _ => Category::Other,
    }
}

pub(crate) fn bidi(c: char) -> Bidi {
    match record(c).bits(3, 3) {
        0 => Bidi::LeftToRight,
        1 => Bidi::RightToLeft,
        2 => Bidi::ArabicNumber,
        3 => Bidi::EuropeanNumber,
        4 => Bidi::NonspacingMark,
        5 => Bidi::Neutral,
        6 => Bidi::ExplicitFormatting,
        _ => Bidi::Space,
    }
}

/// Whether a letter joins its neighbours.
pub(crate) fn joins(c: char) -> bool {
    record(c).bits(6, 3) >= 2
}

/// Whether a letter joins the one after it.
pub(crate) fn joins_next(c: char) -> bool {
    record(c).bits(6, 3) >= 3
}

/// Whether a letter joins the one before it.
pub(crate) fn joins_previous(c: char) -> bool {
    matches!(record(c).bits(6, 3), 2 | 4)
}

/// Whether a character does not prevent its neighbours from joining each other.
pub(crate) fn is_transparent(c: char) -> bool {
    record(c).bits(6, 3) == 1
}

/// `Canonical_Combining_Class`
pub(crate) fn combining_class(c: char) -> u8 {
    record(c).bits(9, 8).to_le_bytes()[0]
}

pub(crate) fn is_han(c: char) -> bool {
    record(c).bits(19, 2) == 1
}

pub(crate) fn is_mongolian(c: char) -> bool {
    record(c).bits(19, 2) == 2
}

pub(crate) fn is_khmer(c: char) -> bool {
    record(c).bits(19, 2) == 3
}

/// Whether the width of a character is that of East Asian typography: wide, full or half.
#[cfg(any(test, feature = "assess"))]
pub(crate) fn is_wide(c: char) -> bool {
    record(c).bits(21, 1) == 1
}

/// Whether a character is part of syllables of an Indic script.
pub(crate) fn is_indic(c: char) -> bool {
    record(c).bits(22, 1) == 1
}

/// `Deprecated`
#[cfg(any(test, feature = "assess"))]
pub(crate) fn is_deprecated(c: char) -> bool {
    record(c).bits(23, 1) == 1
}

/// `Extended_Pictographic`
pub(crate) fn is_pictograph(c: char) -> bool {
    record(c).bits(24, 1) == 1
}

/// `Default_Ignorable_Code_Point`
pub(crate) fn is_default_ignorable(c: char) -> bool {
    record(c).bits(25, 1) == 1
}

/// `Bidi_Control`
pub(crate) fn is_bidi_control(c: char) -> bool {
    record(c).bits(26, 1) == 1
}

/// Appends what UTS #46 maps a character to, up to normalization. Returns whether the character is allowed.
pub(crate) fn push_uts46_mapping(c: char, to: &mut Vec<char>) -> bool {
    match (record(c).bits(17, 2), tables().uts46.get(c)) {
        (0, Some(text)) => to.extend_from_slice(text),
        (0, None) => to.push(c),
        (1, _) => {}
        _ => return false,
    }
    true
}

/// Whether UTS #46 allows a character without mapping it, up to normalization.
pub(crate) fn is_valid_in_uts46(c: char) -> bool {
    record(c).bits(17, 2) == 0 && tables().uts46.get(c).is_none()
}
