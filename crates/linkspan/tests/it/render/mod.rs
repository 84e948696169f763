//! Rendering: what is written, and that no text breaks out of it.

mod data;
#[cfg(feature = "pulldown-cmark")]
mod documents;
mod dom;
mod hostile;
mod markdown;
mod records;
#[cfg(feature = "html-rewrite")]
mod rewrite;
mod terminal;
