//! The texts of a column.

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, BinaryViewArray, GenericBinaryArray, GenericStringArray, OffsetSizeTrait,
    StringViewArray,
};
use arrow_schema::DataType;

/// A text of a column.
#[derive(Clone, Copy)]
pub(crate) enum Text<'a> {
    Utf8(&'a str),
    /// Bytes that are not UTF-8.
    Invalid(&'a [u8]),
}

impl<'a> Text<'a> {
    fn from_bytes(bytes: &'a [u8]) -> Self {
        simdutf8::basic::from_utf8(bytes).map_or(Self::Invalid(bytes), Self::Utf8)
    }

    pub(crate) fn as_bytes(self) -> &'a [u8] {
        match self {
            Self::Utf8(text) => text.as_bytes(),
            Self::Invalid(bytes) => bytes,
        }
    }
}

/// An array of texts, without dictionaries.
#[derive(Clone, Copy)]
pub(crate) enum Texts<'a> {
    Utf8(&'a GenericStringArray<i32>),
    LargeUtf8(&'a GenericStringArray<i64>),
    Utf8View(&'a StringViewArray),
    Binary(&'a GenericBinaryArray<i32>),
    LargeBinary(&'a GenericBinaryArray<i64>),
    BinaryView(&'a BinaryViewArray),
}

impl<'a> Texts<'a> {
    /// The texts of an array. `None` if its type is another one.
    pub(crate) fn of(array: &'a dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => Self::Utf8(array.as_string()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view()),
            DataType::Binary => Self::Binary(array.as_binary()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view()),
            _ => return None,
        })
    }

    /// The text of a row that is not null.
    pub(crate) fn get(self, row: usize) -> Text<'a> {
        match self {
            Self::Utf8(array) => Text::Utf8(array.value(row)),
            Self::LargeUtf8(array) => Text::Utf8(array.value(row)),
            Self::Utf8View(array) => Text::Utf8(array.value(row)),
            Self::Binary(array) => Text::from_bytes(array.value(row)),
            Self::LargeBinary(array) => Text::from_bytes(array.value(row)),
            Self::BinaryView(array) => Text::from_bytes(array.value(row)),
        }
    }

    /// The length of the text of a row, in bytes.
    pub(crate) fn text_len(self, row: usize) -> usize {
        fn difference<O: OffsetSizeTrait>(length: O) -> usize {
            length.as_usize()
        }
        /// The length is in the lowest 32 bits of a view.
        fn view_len(view: u128) -> usize {
            (view & u128::from(u32::MAX)) as usize
        }
        match self {
            Self::Utf8(array) => difference(array.value_length(row)),
            Self::LargeUtf8(array) => difference(array.value_length(row)),
            Self::Utf8View(array) => array.views().get(row).copied().map_or(0, view_len),
            Self::Binary(array) => difference(array.value_length(row)),
            Self::LargeBinary(array) => difference(array.value_length(row)),
            Self::BinaryView(array) => array.views().get(row).copied().map_or(0, view_len),
        }
    }
}
