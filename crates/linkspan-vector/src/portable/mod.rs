//! The implementation for all processors.

mod run;
// The search for triggers is the only one that SSE2 has instructions for.
#[cfg(any(
    test,
    not(all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2"
    ))
))]
mod seek;

pub(crate) use run::{members, run, run_backward};
#[cfg(any(
    test,
    not(all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2"
    ))
))]
pub(crate) use seek::seek;
