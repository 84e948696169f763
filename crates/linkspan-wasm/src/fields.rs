//! Arguments that are not numbers: a sequence of fields, each with a tag, a length and its bytes.

/// Iterates over fields. What is cut off is ignored: the loader writes whole fields.
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

/// One argument.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) tag: u8,
    bytes: &'a [u8],
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let (&[tag, a, b, c, d], rest) = self.0.split_first_chunk()?;
        let len = u32::from_le_bytes([a, b, c, d]) as usize;
        let (bytes, rest) = rest.split_at_checked(len)?;
        self.0 = rest;
        Some(Field { tag, bytes })
    }
}

impl<'a> Field<'a> {
    /// The field as text.
    pub(crate) fn text(self) -> &'a str {
        core::str::from_utf8(self.bytes).unwrap_or_default()
    }

    /// The field as a number: the loader writes the index of a value in a list, or a length.
    pub(crate) fn number(self) -> u32 {
        let bytes = self.bytes.first_chunk().copied();
        bytes.map_or(0, u32::from_le_bytes)
    }

    /// The field as fields.
    pub(crate) fn fields(self) -> Fields<'a> {
        Fields(self.bytes)
    }
}
