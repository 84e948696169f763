//! Contains only tests: those in `tests`, and the Rust examples of `docs/data.md`.

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/data.md")]
struct DataPage;
