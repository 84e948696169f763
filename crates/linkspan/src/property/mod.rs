//! Character properties: `Link_Term`, `Link_Bracket` and `Link_Email` of UTS #58, and the class of a
//! character in host names.
//!
//! One generated two-stage table holds all four properties of a character in one byte. A lookup is a direct
//! index in ASCII and two loads elsewhere. It cannot fail and does not allocate.
//!
//! The properties of UTS #58 are public in [`uts58`](crate::uts58). This module is public because of
//! [`HostClass`].

use linkspan_vector::AsciiSet;

mod table;

/// The version of the Unicode Character Database that the tables were derived from.
///
/// ```
/// assert_eq!(linkspan::uts58::UNICODE_VERSION, (18, 0, 0));
/// ```
pub const UNICODE_VERSION: (u8, u8, u8) = table::UNICODE_VERSION;

/// `Link_Term`: the effect of a character on where a link ends.
///
/// ```
/// use linkspan::uts58::{LinkTerm, link_term};
///
/// assert_eq!(link_term('α'), LinkTerm::Include);
/// assert_eq!(link_term('。'), LinkTerm::Soft);
/// assert_eq!(link_term('「'), LinkTerm::Open);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkTerm {
    /// Always part of the link.
    Include,
    /// Never part of a link: white space, controls, unassigned code points.
    Hard,
    /// Part of the link only if an included character follows: sentence punctuation, quotation marks.
    Soft,
    /// Part of the link only if it closes a bracket that was opened inside the link.
    Close,
    /// Part of the link. Opens a bracket.
    Open,
}

/// The class of a character in host names in running text, derived from UTS #46 non-transitional
/// processing with ASCII limited to letters, digits, `-` and `_`. Quotation marks, brackets and sentence
/// punctuation are [`Outside`](Self::Outside), although UTS #46 allows some of them: in text they
/// surround hosts.
///
/// This is a property of single characters. UTS #46 has further rules for whole labels.
///
/// ```
/// use linkspan::property::{HostClass, host_class};
///
/// assert_eq!(host_class('é'), HostClass::Latin);
/// assert_eq!(host_class('я'), HostClass::Letter);
/// assert_eq!(host_class('ท'), HostClass::Unspaced);
/// assert_eq!(host_class('。'), HostClass::Dot);
/// assert_eq!(host_class('/'), HostClass::Outside);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HostClass {
    /// Not part of a host name.
    Outside,
    /// Separates labels: `.` and what UTS #46 maps to it.
    Dot,
    /// A letter or mark of the Latin script, or one that all scripts share.
    Latin,
    /// A letter or mark of another script that puts spaces between words.
    Letter,
    /// A letter or mark of a script without spaces between words: Han, Kana, Thai, Khmer and similar.
    Unspaced,
    /// Anything else that a label may contain: digits, the hyphen, joiners, emoji.
    Other,
}

impl HostClass {
    /// Whether a label may contain such a character.
    pub(crate) const fn is_label(self) -> bool {
        !matches!(self, Self::Outside | Self::Dot)
    }

    /// Whether a top-level domain may contain such a character.
    pub(crate) const fn is_letter(self) -> bool {
        matches!(self, Self::Latin | Self::Letter | Self::Unspaced)
    }
}

// A record holds, from the lowest bit: three bits for `Link_Term`, one bit for `Link_Email`, and three bits
// for the host class. The `Link_Term` values from `CLOSE` on also encode the distance to the paired bracket.
// The default record is 0: Hard, not in email addresses, outside of hosts.
const TERM_MASK: u8 = 0b111;
const CLOSE: u8 = 4;
const EMAIL_BIT: u8 = 0b1000;
const HOST_SHIFT: u32 = 4;

/// The `Link_Term` of a character.
///
/// # Examples
///
/// ```
/// use linkspan::uts58::{LinkTerm, link_term};
///
/// assert_eq!(link_term('/'), LinkTerm::Include);
/// assert_eq!(link_term(' '), LinkTerm::Hard);
/// assert_eq!(link_term('؟'), LinkTerm::Soft);
/// assert_eq!(link_term('('), LinkTerm::Open);
/// assert_eq!(link_term('）'), LinkTerm::Close);
/// ```
#[inline]
#[must_use]
pub fn link_term(c: char) -> LinkTerm {
    term_of(record(c))
}

const fn term_of(record: u8) -> LinkTerm {
    match record & TERM_MASK {
        0 => LinkTerm::Hard,
        1 => LinkTerm::Include,
        2 => LinkTerm::Soft,
        3 => LinkTerm::Open,
        _ => LinkTerm::Close,
    }
}

/// The `Link_Bracket` of a character: for each [`LinkTerm::Close`], the character that opens its
/// pair; for all others, `None`.
///
/// ```
/// use linkspan::uts58::link_bracket;
///
/// assert_eq!(link_bracket(')'), Some('('));
/// assert_eq!(link_bracket('」'), Some('「'));
/// assert_eq!(link_bracket('('), None);
/// ```
#[inline]
#[must_use]
pub fn link_bracket(c: char) -> Option<char> {
    let step = (record(c) & TERM_MASK).checked_sub(CLOSE)?;
    let step = *table::BRACKET_STEPS.get(usize::from(step))?;
    char::from_u32(u32::from(c).checked_add_signed(step)?)
}

/// Whether a character has `Link_Email`: whether the unquoted local part of an email address may
/// contain it.
///
/// ```
/// use linkspan::uts58::is_link_email;
///
/// assert!(is_link_email('ア') && is_link_email('+') && is_link_email('.'));
/// assert!(!is_link_email('@') && !is_link_email('"') && !is_link_email('…'));
/// ```
#[inline]
#[must_use]
pub fn is_link_email(c: char) -> bool {
    has_email(record(c))
}

const fn has_email(record: u8) -> bool {
    record & EMAIL_BIT != 0
}

/// The class of a character in host names.
///
/// ```
/// use linkspan::property::{HostClass, host_class};
///
/// assert_eq!(host_class('ß'), HostClass::Latin);
/// assert_eq!(host_class('-'), HostClass::Other);
/// ```
#[inline]
#[must_use]
pub fn host_class(c: char) -> HostClass {
    class_of(record(c))
}

const fn class_of(record: u8) -> HostClass {
    match record >> HOST_SHIFT {
        0 => HostClass::Outside,
        1 => HostClass::Dot,
        2 => HostClass::Latin,
        3 => HostClass::Letter,
        4 => HostClass::Unspaced,
        _ => HostClass::Other,
    }
}

/// Sets of ASCII characters by property, for vectorised search. They are computed from the generated
/// table when the crate is compiled, so they cannot disagree with it.
pub(crate) mod ascii {
    use super::{AsciiSet, HostClass, LinkTerm, class_of, has_email, table, term_of};

    /// The set of ASCII characters whose record passes a test.
    macro_rules! ascii_set {
        (|$record:ident| $test:expr) => {{
            let mut members = [false; 128];
            let mut records: &[u8] = &table::ASCII;
            let mut rest: &mut [bool] = &mut members;
            while let ([$record, later @ ..], [member, others @ ..]) = (records, rest) {
                let $record = *$record;
                *member = $test;
                records = later;
                rest = others;
            }
            AsciiSet::from_members(&members)
        }};
    }

    /// `Link_Term` Include.
    pub(crate) const INCLUDE: AsciiSet =
        ascii_set!(|record| matches!(term_of(record), LinkTerm::Include));

    /// `Link_Term` Soft.
    pub(crate) const SOFT: AsciiSet =
        ascii_set!(|record| matches!(term_of(record), LinkTerm::Soft));

    /// `Link_Term` Hard or Close, which end a part while no bracket is open.
    pub(crate) const HARD_OR_CLOSE: AsciiSet =
        ascii_set!(|record| matches!(term_of(record), LinkTerm::Hard | LinkTerm::Close));

    /// `Link_Email`.
    pub(crate) const EMAIL: AsciiSet = ascii_set!(|record| has_email(record));

    /// What labels contain, including `_`.
    pub(crate) const LABEL: AsciiSet = ascii_set!(|record| class_of(record).is_label());

    /// The label separator.
    pub(crate) const DOT: AsciiSet =
        ascii_set!(|record| matches!(class_of(record), HostClass::Dot));
}

#[inline]
fn record(c: char) -> u8 {
    let c = c as usize;
    if let Some(&record) = table::ASCII.get(c) {
        return record;
    }
    table::BLOCKS
        .get(c >> table::BLOCK_SHIFT)
        .and_then(|&block| table::LEAVES.get(usize::from(block)))
        .and_then(|leaves| leaves.get(c & table::BLOCK_MASK))
        .copied()
        .unwrap_or(0)
}
