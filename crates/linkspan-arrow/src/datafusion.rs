//! The function `find_links` for `DataFusion`.
//!
//! ```
//! use datafusion_expr::ScalarUDF;
//! use linkspan::Finder;
//! use linkspan_arrow::{ColumnFinder, Field};
//! use linkspan_arrow::datafusion::find_links;
//!
//! let finder = ColumnFinder::new(Finder::new()).fields([Field::Text, Field::Host])?;
//! let function: ScalarUDF = find_links(finder);
//! assert_eq!(function.name(), "find_links");
//! // let context = SessionContext::new();
//! // context.register_udf(function);
//! // context.sql("SELECT unnest(find_links(body)) FROM messages").await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::hash::{Hash, Hasher};
use std::num::NonZero;
use std::sync::Arc;

use arrow_schema::DataType;
use datafusion_common::{Result, ScalarValue, exec_err, plan_err};
use datafusion_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

use crate::ColumnFinder;

/// The function `find_links` of SQL: `find_links(text)` returns a list of structs.
///
/// `DataFusion` searches partitions at the same time, so the function itself uses one thread.
///
/// ```
/// use linkspan::Finder;
/// use linkspan_arrow::ColumnFinder;
///
/// let function = linkspan_arrow::datafusion::find_links(ColumnFinder::new(Finder::new()));
/// assert_eq!(function.name(), "find_links");
/// ```
#[must_use]
pub fn find_links(finder: ColumnFinder) -> ScalarUDF {
    let finder = finder.threads(NonZero::<usize>::MIN);
    ScalarUDF::from(FindLinks {
        finder: Arc::new(finder),
        signature: Signature::user_defined(Volatility::Immutable),
    })
}

#[derive(Debug)]
struct FindLinks {
    finder: Arc<ColumnFinder>,
    signature: Signature,
}

/// Two functions are equal if they share a finder. Others may have other options.
impl PartialEq for FindLinks {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.finder, &other.finder)
    }
}

impl Eq for FindLinks {}

impl Hash for FindLinks {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.finder).hash(state);
    }
}

impl ScalarUDFImpl for FindLinks {
    fn name(&self) -> &'static str {
        "find_links"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _arguments: &[DataType]) -> Result<DataType> {
        Ok(self.finder.data_type())
    }

    /// Columns of text are taken as they are, without a conversion.
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let [found] = types else {
            return plan_err!("find_links: expected one argument, found {}", types.len());
        };
        let value = match found {
            DataType::Dictionary(_, value) => value,
            found => found,
        };
        match value {
            DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::Null => Ok(vec![found.clone()]),
            _ => plan_err!("find_links: expected a column of text, found {found}"),
        }
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let [texts] = arguments.args.as_slice() else {
            let found = arguments.args.len();
            return exec_err!("find_links: expected one argument, found {found}");
        };
        Ok(match texts {
            ColumnarValue::Array(texts) => ColumnarValue::Array(Arc::new(self.finder.find(texts)?)),
            ColumnarValue::Scalar(text) => {
                let links = self.finder.find(&text.to_array()?)?;
                ColumnarValue::Scalar(ScalarValue::try_from_array(&links, 0)?)
            }
        })
    }
}
