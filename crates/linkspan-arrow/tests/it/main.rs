//! Tests of the public API, in one binary.

mod data;
mod kernel;
mod properties;
mod reference;
