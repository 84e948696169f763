//! The implementation for all processors.

mod run;
mod seek;

pub(crate) use run::{members, run, run_backward};
pub(crate) use seek::seek;
