//! Links in HTML documents, as a stream.
//!
//! The parser, [`lol_html`], reports the source of each text node in chunks. Everything else, such as
//! tags, attributes and comments, passes through unchanged and is never seen here.
//!
//! - `rewriter` connects the parser, the finder and the output, for documents that arrive in chunks.
//! - `document` does so for documents of which all is known, with the help of `open_elements`.
//! - `text_node` collects the chunks of a text node and searches it block by block.
//! - `character_reference` decodes character references and maps decoded offsets back to the source. Links
//!   are found in the decoded text, and tags are inserted around the source that it was decoded from.
//! - `line_counter` converts offsets to line numbers.
//! - `settings` and `error` are the public types for settings and errors.

mod character_reference;
mod document;
mod error;
mod joined_texts;
mod line_counter;
mod open_elements;
mod rewriter;
mod settings;
mod text_node;

#[doc(hidden)]
pub use self::character_reference::DecodedText;
pub use self::document::rewrite_html;
pub use self::error::HtmlError;
pub use self::rewriter::{HtmlRewriter, SourceSpan};
pub use self::settings::HtmlSettings;
