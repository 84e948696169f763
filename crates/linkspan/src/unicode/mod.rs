//! What Unicode says of characters: categories, Bidi classes, scripts, normalization, identifiers, confusables,
//! grapheme clusters.
//!
//! There are two sources of the same data: crates, whose tables are made for speed, and with the feature `compact-tables`
//! our own tables, which are made for programs that are downloaded. Tests compare them, code point by code point.

#[cfg(any(test, feature = "compact-tables"))]
pub(crate) mod compact;
#[cfg(any(test, not(feature = "compact-tables")))]
mod crates;

#[cfg(feature = "compact-tables")]
use compact as source;
#[cfg(not(feature = "compact-tables"))]
use crates as source;

pub(crate) use source::{
    bidi, category, grapheme_indices, is_bidi_control, is_default_ignorable, is_han, is_indic,
    is_khmer, is_mongolian, is_pictograph, joins,
};
#[cfg(feature = "assess")]
pub(crate) use source::{
    combining_class, identifier, is_deprecated, is_wide, nfc, nfd, script, script_extension,
    skeleton,
};

/// The general category of a character, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    Letter,
    Mark,
    DecimalNumber,
    Separator,
    PrivateUse,
    Unassigned,
    Other,
}

/// The Bidi class of a character, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bidi {
    LeftToRight,
    /// Also Arabic letters.
    RightToLeft,
    ArabicNumber,
    EuropeanNumber,
    NonspacingMark,
    /// Neutral characters, separators and terminators of numbers, which may be inside of a label.
    Neutral,
    /// A character that starts or ends an embedding, an override or an isolate.
    ExplicitFormatting,
    /// White space and separators of paragraphs.
    Space,
}

/// Why UTS #39 does not recommend a character for identifiers, as far as it matters here.
#[cfg(feature = "assess")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identifier {
    Allowed,
    LimitedUse,
    NotNfkc,
    NotXid,
    Exclusion,
    /// Any other reason.
    Restricted,
}

#[cfg(test)]
mod tests;
