//! The search for links in a column.

use std::num::NonZero;
use std::ops::Range;
use std::sync::Arc;
use std::thread;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ListArray, StructArray, new_null_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field as ArrowField, FieldRef};
use arrow_select::concat::concat;
use arrow_select::take::{TakeOptions, take};
use linkspan::Finder;

use crate::block::{Block, BlockBuilder, list_offsets};
use crate::error::{FieldsError, not_text, too_large};
use crate::field::{Field, link_fields};
use crate::offset::Offsets;
use crate::split;
use crate::texts::Texts;

/// How much text a thread takes at a time: much more than it costs to start the thread, and little enough that all
/// threads end at about the same time.
const BLOCK_LEN: usize = 256 * 1024;

/// Finds links in columns of text.
///
/// ```
/// use arrow_array::{Array, StringArray};
/// use linkspan::{Finder, Profile};
/// use linkspan_arrow::{ColumnFinder, Field};
///
/// let finder = Finder::builder().profile(Profile::Prose).build()?;
/// let finder = ColumnFinder::new(finder).fields([Field::Href])?;
/// let links = finder.find(&StringArray::from(vec!["see example.com", "or example.org."]))?;
/// assert_eq!(links.value_offsets(), [0, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ColumnFinder {
    finder: Finder,
    fields: Vec<Field>,
    offsets: Offsets,
    threads: Option<NonZero<usize>>,
    block_len: usize,
}

impl ColumnFinder {
    /// Finds links with a finder. The result has all fields.
    ///
    /// ```
    /// use arrow_array::cast::AsArray;
    /// use linkspan::Finder;
    /// use linkspan_arrow::ColumnFinder;
    ///
    /// let links = ColumnFinder::new(Finder::new()).find(&arrow_array::StringArray::from(vec!["example.com"]))?;
    /// assert_eq!(links.values().as_struct().num_columns(), 8);
    /// # Ok::<(), arrow_schema::ArrowError>(())
    /// ```
    #[must_use]
    pub fn new(finder: Finder) -> Self {
        Self {
            finder,
            fields: Field::ALL.to_vec(),
            offsets: Offsets::default(),
            threads: None,
            block_len: BLOCK_LEN,
        }
    }

    /// Sets the fields of a link, in this order. Only these are computed. Default: all.
    ///
    /// # Errors
    ///
    /// If there is no field, or a field occurs twice.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan_arrow::{ColumnFinder, Field};
    ///
    /// let finder = ColumnFinder::new(Finder::new());
    /// let error = finder.fields([Field::Text, Field::Text]).unwrap_err();
    /// assert_eq!(error.to_string(), "expected each field once, found \"text\" twice");
    /// ```
    pub fn fields(mut self, fields: impl IntoIterator<Item = Field>) -> Result<Self, FieldsError> {
        self.fields.clear();
        for field in fields {
            if self.fields.contains(&field) {
                return Err(FieldsError::duplicate(field));
            }
            self.fields.push(field);
        }
        if self.fields.is_empty() {
            return Err(FieldsError::none());
        }
        Ok(self)
    }

    /// Sets what offsets count. Default: bytes.
    ///
    /// ```
    /// use arrow_array::cast::AsArray;
    /// use arrow_array::types::Int64Type;
    /// use linkspan::Finder;
    /// use linkspan_arrow::{ColumnFinder, Field, Offsets};
    ///
    /// let finder = ColumnFinder::new(Finder::new()).fields([Field::Start])?.offsets(Offsets::CodePoints);
    /// let links = finder.find(&arrow_array::StringArray::from(vec!["见 example.com"]))?;
    /// assert_eq!(links.values().as_struct().column(0).as_primitive::<Int64Type>().value(0), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn offsets(mut self, offsets: Offsets) -> Self {
        self.offsets = offsets;
        self
    }

    /// Sets the number of threads. Default: as many as the machine has cores, or fewer for little text.
    ///
    /// Engines that search several columns at the same time should use one.
    ///
    /// ```
    /// use std::num::NonZero;
    ///
    /// let finder = linkspan_arrow::ColumnFinder::new(linkspan::Finder::new()).threads(NonZero::<usize>::MIN);
    /// assert!(finder.find(&arrow_array::StringArray::from(vec!["example.com"])).is_ok());
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Sets how much text a thread takes at a time, in bytes. Default: 256 KiB. The result does not depend on it.
    ///
    /// ```
    /// let finder = linkspan_arrow::ColumnFinder::new(linkspan::Finder::new()).block_len(64 * 1024);
    /// assert!(finder.find(&arrow_array::StringArray::from(vec!["example.com"])).is_ok());
    /// ```
    #[must_use]
    pub fn block_len(mut self, bytes: usize) -> Self {
        self.block_len = bytes;
        self
    }

    /// The type of the result: a list of structs.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan_arrow::{ColumnFinder, Field};
    ///
    /// let finder = ColumnFinder::new(Finder::new()).fields([Field::Start, Field::Kind])?;
    /// assert_eq!(finder.data_type().to_string(), r#"List(Struct("start": Int64, "kind": Utf8))"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn data_type(&self) -> DataType {
        DataType::List(self.item())
    }

    /// Finds the links of each text of an array.
    ///
    /// The links of a value of a dictionary are computed once, unless the dictionary has more values than rows.
    ///
    /// # Errors
    ///
    /// If the array does not contain texts, or if its links have 2 GiB of text or more.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the texts.
    ///
    /// ```
    /// use arrow_array::{Array, Int32Array, StringArray};
    /// use linkspan::Finder;
    /// use linkspan_arrow::ColumnFinder;
    ///
    /// let finder = ColumnFinder::new(Finder::new());
    /// let links = finder.find(&StringArray::from(vec![Some("a.com b.org"), None]))?;
    /// assert_eq!((links.value_length(0), links.null_count()), (2, 1));
    /// let error = finder.find(&Int32Array::from(vec![1])).unwrap_err();
    /// assert!(error.to_string().ends_with("found Int32"));
    /// # Ok::<(), arrow_schema::ArrowError>(())
    /// ```
    pub fn find(&self, texts: &dyn Array) -> Result<ListArray, ArrowError> {
        match texts.data_type() {
            DataType::Null => {
                let array = new_null_array(&self.data_type(), texts.len());
                Ok(array.as_list().clone())
            }
            DataType::Dictionary(_, _) => self.find_dictionary(texts),
            _ => self.find_plain(texts),
        }
    }

    fn item(&self) -> FieldRef {
        let link = DataType::Struct(link_fields(&self.fields));
        Arc::new(ArrowField::new_list_field(link, true))
    }

    fn find_dictionary(&self, texts: &dyn Array) -> Result<ListArray, ArrowError> {
        let dictionary = texts.as_any_dictionary();
        let (keys, values) = (dictionary.keys(), dictionary.values());
        if Texts::of(values).is_none() {
            return Err(not_text(texts.data_type()));
        }
        // Keys of other implementations are checked: a key without a value would be a panic.
        let checked = Some(TakeOptions { check_bounds: true });
        if values.len() > texts.len() {
            return self.find_plain(&take(values, keys, checked)?);
        }
        let links = self.find_plain(values)?;
        let longest = (0..links.len()).map(|row| links.value_length(row)).max();
        let longest = usize::try_from(longest.unwrap_or(0)).unwrap_or(usize::MAX);
        if i32::try_from(longest.saturating_mul(keys.len())).is_err() {
            // There may be more links than offsets can count, which `take` does not expect.
            return self.find_plain(&take(values, keys, checked)?);
        }
        let links = take(&links, keys, checked)?;
        Ok(links.as_list().clone())
    }

    fn find_plain(&self, array: &dyn Array) -> Result<ListArray, ArrowError> {
        let texts = Texts::of(array).ok_or_else(|| not_text(array.data_type()))?;
        let nulls = array.nulls();
        let blocks = split::blocks(array.len(), self.block_len, |row| texts.text_len(row));
        let threads = self.threads.unwrap_or_else(available_threads);
        let blocks = split::map(&blocks, threads, |rows| {
            self.find_block(texts, nulls, rows.clone())
        });
        let blocks = blocks.into_iter().collect::<Result<Vec<_>, _>>()?;
        self.join(&blocks, nulls, threads)
    }

    fn find_block(
        &self,
        texts: Texts<'_>,
        nulls: Option<&NullBuffer>,
        rows: Range<usize>,
    ) -> Result<Block, ArrowError> {
        let mut block = BlockBuilder::new(&self.finder, self.offsets, &self.fields, rows.len());
        for row in rows {
            if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                block.add_null();
            } else {
                block.add(texts.get(row))?;
            }
        }
        block.finish()
    }

    /// Joins the links of all blocks. Copying them takes a part of the time of finding them, so the threads share it by
    /// columns.
    fn join(
        &self,
        blocks: &[Block],
        nulls: Option<&NullBuffer>,
        threads: NonZero<usize>,
    ) -> Result<ListArray, ArrowError> {
        let counts = blocks.iter().flat_map(|block| block.counts.iter().copied());
        let offsets = list_offsets(counts)?;
        let empty;
        let blocks = if blocks.is_empty() {
            let builder = BlockBuilder::new(&self.finder, self.offsets, &self.fields, 0);
            empty = [builder.finish()?];
            &empty
        } else {
            blocks
        };
        let columns: Vec<usize> = (0..self.fields.len()).collect();
        // A single block is not copied.
        let threads = threads.min(NonZero::new(blocks.len()).unwrap_or(NonZero::<usize>::MIN));
        let columns = split::map(&columns, threads, |&column| {
            let parts: Vec<&dyn Array> = { blocks.iter() }
                .map(|block| &**block.links.column(column))
                .collect();
            concat(&parts)
        });
        let columns = columns.into_iter().collect::<Result<Vec<_>, _>>();
        let columns = columns.map_err(|error| match error {
            ArrowError::OffsetOverflowError(_) => too_large(),
            error => error,
        })?;
        let len = blocks.iter().map(|block| block.links.len()).sum();
        let links =
            StructArray::try_new_with_length(link_fields(&self.fields), columns, None, len)?;
        ListArray::try_new(self.item(), offsets, Arc::new(links), nulls.cloned())
    }
}

fn available_threads() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
