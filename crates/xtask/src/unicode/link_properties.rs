//! The formulas of §6.1 of UTS #58.
//!
//! This file is compiled twice: here with the data of the current Unicode version, and in `crates/xtask/unicode-17`
//! with that of 17.0.

use icu_properties::props::{
    BidiMirroringGlyph, BidiPairedBracketType, Deprecated, GeneralCategory, LineBreak,
    NoncharacterCodePoint, TerminalPunctuation, WhiteSpace, XidContinue,
};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed,
};

use super::LinkTerm;

/// Computes the properties of a character.
pub(crate) struct LinkProperties {
    white_space: CodePointSetDataBorrowed<'static>,
    noncharacter: CodePointSetDataBorrowed<'static>,
    deprecated: CodePointSetDataBorrowed<'static>,
    terminal: CodePointSetDataBorrowed<'static>,
    xid_continue: CodePointSetDataBorrowed<'static>,
    category: CodePointMapDataBorrowed<'static, GeneralCategory>,
    line_break: CodePointMapDataBorrowed<'static, LineBreak>,
    bidi: CodePointMapDataBorrowed<'static, BidiMirroringGlyph>,
}

impl LinkProperties {
    pub(crate) fn new() -> Self {
        Self {
            white_space: CodePointSetData::new::<WhiteSpace>(),
            noncharacter: CodePointSetData::new::<NoncharacterCodePoint>(),
            deprecated: CodePointSetData::new::<Deprecated>(),
            terminal: CodePointSetData::new::<TerminalPunctuation>(),
            xid_continue: CodePointSetData::new::<XidContinue>(),
            category: CodePointMapData::<GeneralCategory>::new(),
            line_break: CodePointMapData::<LineBreak>::new(),
            bidi: CodePointMapData::<BidiMirroringGlyph>::new(),
        }
    }

    pub(crate) fn category(&self, c: char) -> GeneralCategory {
        self.category.get(c)
    }

    pub(crate) fn link_term(&self, c: char) -> LinkTerm {
        use GeneralCategory::{Control, PrivateUse, Surrogate, Unassigned};
        let category = self.category(c);
        if self.white_space.contains(c)
            || self.noncharacter.contains(c)
            || self.deprecated.contains(c)
            || matches!(category, Control | PrivateUse | Surrogate | Unassigned)
        {
            return LinkTerm::Hard;
        }
        match (c, self.bidi.get(c).paired_bracket_type) {
            ('<', _) | (_, BidiPairedBracketType::Open) => LinkTerm::Open,
            ('>', _) | (_, BidiPairedBracketType::Close) => LinkTerm::Close,
            _ if self.terminal.contains(c) || self.line_break.get(c) == LineBreak::Quotation => {
                LinkTerm::Soft
            }
            _ => LinkTerm::Include,
        }
    }

    pub(crate) fn link_bracket(&self, c: char) -> Option<char> {
        match c {
            '>' => Some('<'),
            _ if self.link_term(c) == LinkTerm::Close => self.bidi.get(c).mirroring_glyph,
            _ => None,
        }
    }

    pub(crate) fn is_link_email(&self, c: char) -> bool {
        if c.is_ascii() {
            // `atext` of RFC 5322, and the dot, which separates atoms.
            c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c)
        } else {
            self.xid_continue.contains(c)
        }
    }
}
