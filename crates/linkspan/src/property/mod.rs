//! What UTS #58 says about single characters, and what a host name may hold.
//!
//! One generated two-stage table answers every question: the record of a character is found by
//! direct index in ASCII and by two loads elsewhere. Looking a character up never fails, allocates
//! or searches.

mod table;

/// The version of the Unicode Character Database that the tables were derived from.
///
/// ```
/// assert_eq!(linkspan::UNICODE_VERSION, (17, 0, 0));
/// ```
pub const UNICODE_VERSION: (u8, u8, u8) = table::UNICODE_VERSION;

/// `Link_Term`: how a character bears on the end of a link.
///
/// ```
/// use linkspan::{LinkTerm, link_term};
///
/// assert_eq!(link_term('α'), LinkTerm::Include);
/// assert_eq!(link_term('。'), LinkTerm::Soft);
/// assert_eq!(link_term('「'), LinkTerm::Open);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkTerm {
    /// Part of the link wherever it stands.
    Include,
    /// Never part of a link: white space, controls, unassigned code points.
    Hard,
    /// Part of the link only if something that is part of it follows: sentence punctuation, quotes.
    Soft,
    /// Part of the link only if it closes a bracket that was opened inside the link.
    Close,
    /// Opens a bracket.
    Open,
}

/// What a character can be in a host name that stands in running text, judged by UTS #46
/// non-transitional processing with the ASCII characters limited to letters, digits, `-` and `_`.
/// Quotes, brackets and sentence punctuation are outside, though UTS #46 lets some of them pass.
///
/// This is a property of single characters. Whether a whole label is valid depends on more than
/// the characters it holds.
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
    /// Cannot stand in a host name.
    Outside,
    /// Separates labels: `.` and what UTS #46 maps to it.
    Dot,
    /// A letter or mark of the Latin script, or one that all scripts share.
    Latin,
    /// A letter or mark of another script that puts spaces between words.
    Letter,
    /// A letter or mark of a script that does not: Han, Kana, Thai, Khmer and their like.
    Unspaced,
    /// Anything else that a label may hold: digits, the hyphen, joiners, emoji.
    Other,
}

impl HostClass {
    /// Whether a label may hold such a character.
    pub(crate) fn is_label(self) -> bool {
        !matches!(self, Self::Outside | Self::Dot)
    }

    /// Whether a top-level domain may.
    pub(crate) fn is_letter(self) -> bool {
        matches!(self, Self::Latin | Self::Letter | Self::Unspaced)
    }
}

// A record holds, from its low end: three bits for `Link_Term`, in which the four values from
// `CLOSE` up also tell the way to the paired bracket; one bit for `Link_Email`; three bits for the
// host class. The default record is 0: Hard, no email, outside of hosts.
const TERM_MASK: u8 = 0b111;
const CLOSE: u8 = 4;
const EMAIL_BIT: u8 = 0b1000;
const HOST_SHIFT: u32 = 4;

/// The `Link_Term` of a character.
///
/// # Examples
///
/// ```
/// use linkspan::{LinkTerm, link_term};
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
    match record(c) & TERM_MASK {
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
/// use linkspan::link_bracket;
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

/// Whether a character has `Link_Email`: whether it may stand in the local part of an email
/// address that is not in quotes.
///
/// ```
/// use linkspan::is_link_email;
///
/// assert!(is_link_email('ア') && is_link_email('+') && is_link_email('.'));
/// assert!(!is_link_email('@') && !is_link_email('"') && !is_link_email('…'));
/// ```
#[inline]
#[must_use]
pub fn is_link_email(c: char) -> bool {
    record(c) & EMAIL_BIT != 0
}

/// What a character can be in a host name.
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
    match record(c) >> HOST_SHIFT {
        0 => HostClass::Outside,
        1 => HostClass::Dot,
        2 => HostClass::Latin,
        3 => HostClass::Letter,
        4 => HostClass::Unspaced,
        _ => HostClass::Other,
    }
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
