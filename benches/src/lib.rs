//! Shared code of the benchmarks.
//!
//! * [`measure`] times functions in interleaved rounds and reports ratios of medians.
//! * [`corpora`] provides the input: the shared corpora if they are available, otherwise the output of [`generate`].
//! * [`implementations`] lists what is measured: linkspan, its rivals, and baselines.
//! * [`operations`] lists what users do with links, which is measured relative to finding them.
//! * [`expected`] checks how many links each implementation finds, so that none is fast because it finds fewer.
//! * [`table`] writes Markdown tables.

pub mod corpora;
pub mod expected;
pub mod generate;
pub mod implementations;
pub mod measure;
pub mod operations;
pub mod table;

/// Compiles the examples of the migration guide for users of `linkify`, which need both crates.
#[cfg(doctest)]
#[doc = include_str!("../../docs/migrate/linkify.md")]
struct MigrateFromLinkify;
