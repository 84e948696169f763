//! Renderers: expected output, and the safety of the output for hostile text.

mod data;
#[cfg(feature = "pulldown-cmark")]
mod documents;
mod hostile;
mod markdown;
mod output;
#[cfg(feature = "html-rewrite")]
mod rewrite;
mod short;
mod terminal;
