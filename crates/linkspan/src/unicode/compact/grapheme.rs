//! Grapheme clusters: the rules GB3 to GB999 of UAX #29.

use core::iter;

use super::tables;

/// The classes of characters, as `crates/xtask/src/compact.rs` numbers them. Hangul syllables follow from their numbers.
mod class {
    pub(super) const CR: u32 = 1;
    pub(super) const LF: u32 = 2;
    pub(super) const CONTROL: u32 = 3;
    pub(super) const EXTEND: u32 = 4;
    /// Extends a cluster, but not a conjunct.
    pub(super) const EXTEND_ONLY: u32 = 5;
    pub(super) const ZWJ: u32 = 6;
    pub(super) const REGIONAL: u32 = 7;
    pub(super) const PREPEND: u32 = 8;
    pub(super) const SPACING: u32 = 9;
    pub(super) const L: u32 = 10;
    pub(super) const V: u32 = 11;
    pub(super) const T: u32 = 12;
    pub(super) const PICTOGRAPH: u32 = 13;
    pub(super) const CONSONANT: u32 = 14;
    /// Extends a cluster, and links the consonants of a conjunct.
    pub(super) const LINKER: u32 = 15;
    pub(super) const LV: u32 = 16;
    pub(super) const LVT: u32 = 17;
}

fn class_of(c: char) -> u32 {
    match c {
        '가'..='힣' if (u32::from(c) - u32::from('가')) % 28 == 0 => class::LV,
        '가'..='힣' => class::LVT,
        _ => tables().clusters.get(c),
    }
}

/// What precedes a character, as far as it matters.
#[derive(Default)]
struct State {
    last: u32,
    /// An odd number of regional indicators precede.
    is_half_flag: bool,
    /// A pictograph and what extends it: 1, and a joiner after that: 2.
    pictograph: u8,
    /// A consonant and what extends it: 1, with a linker: 2.
    conjunct: u8,
}

impl State {
    /// Adds a character. Returns whether a cluster starts with it.
    fn starts_cluster(&mut self, c: char) -> bool {
        use class::{
            CONSONANT, CONTROL, CR, EXTEND, EXTEND_ONLY, L, LF, LINKER, LV, LVT, PICTOGRAPH,
            PREPEND, REGIONAL, SPACING, T, V, ZWJ,
        };

        let class = class_of(c);
        let is_joined = match (self.last, class) {
            (CR, LF) => true,
            (CR | LF | CONTROL, _) | (_, CR | LF | CONTROL) => false,
            (L, L | V | LV | LVT)
            | (LV | V, V | T)
            | (LVT | T, T)
            | (_, EXTEND | EXTEND_ONLY | LINKER | ZWJ | SPACING)
            | (PREPEND, _) => true,
            (_, CONSONANT) => self.conjunct == 2,
            (_, PICTOGRAPH) => self.pictograph == 2,
            (REGIONAL, REGIONAL) => self.is_half_flag,
            _ => false,
        };
        self.pictograph = match (class, self.pictograph) {
            (PICTOGRAPH, _) | (EXTEND | EXTEND_ONLY | LINKER, 1) => 1,
            (ZWJ, 1) => 2,
            _ => 0,
        };
        self.conjunct = match (class, self.conjunct) {
            (CONSONANT, _) => 1,
            (LINKER, 1 | 2) => 2,
            (EXTEND | ZWJ, state) => state,
            _ => 0,
        };
        self.is_half_flag = class == REGIONAL && !self.is_half_flag;
        self.last = class;
        !is_joined
    }
}

/// The grapheme clusters of a text (UAX #29), with their offsets.
pub(crate) fn grapheme_indices(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut chars = text.char_indices();
    let mut state = State::default();
    let mut start = 0;
    iter::from_fn(move || {
        let next = chars.find(|&(at, c)| state.starts_cluster(c) && at > start);
        let end = next.map_or(text.len(), |(at, _)| at);
        let cluster = text.get(start..end).filter(|cluster| !cluster.is_empty())?;
        let found = (start, cluster);
        start = end;
        Some(found)
    })
}
