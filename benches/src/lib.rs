//! What the benchmarks share: how to measure, what to measure with, and who takes part.
//!
//! * [`measure`] runs contestants in turn and gives ratios of medians.
//! * [`corpora`] has the texts: the shared corpora where they lie beside the checkout, otherwise
//!   what [`generate`] makes.
//! * [`contestants`] are ours, the rivals, and the lower bounds.
//! * [`expected`] knows how many links each of them finds in each text, so that nobody wins by
//!   finding less.
//! * [`table`] writes Markdown.

pub mod contestants;
pub mod corpora;
pub mod expected;
pub mod generate;
pub mod measure;
pub mod table;

/// The examples of the page for users of `linkify`, which need both crates.
#[cfg(doctest)]
#[doc = include_str!("../../docs/migrate/linkify.md")]
struct FromLinkify;
