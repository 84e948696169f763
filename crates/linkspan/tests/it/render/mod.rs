//! Rendering: what is written, and that no text breaks out of it.

mod data;
#[cfg(feature = "pulldown-cmark")]
mod documents;
mod hostile;
mod markdown;
#[cfg(feature = "html-rewrite")]
mod rewrite;
mod terminal;
