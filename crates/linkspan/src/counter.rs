//! Counts how many bytes of text are read, so that a test can assert that finding reads at most a
//! constant number of bytes per byte of text.
//!
//! The counter exists in the crate's own unit tests only. Elsewhere, [`add`] compiles to nothing.

#[cfg(test)]
std::thread_local! {
    static BYTES_READ: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// Adds to the number of bytes read. Reading a byte again counts again.
#[inline]
#[cfg_attr(
    not(test),
    expect(unused_variables, reason = "bytes are counted in unit tests only")
)]
pub(crate) fn add(bytes: usize) {
    #[cfg(test)]
    BYTES_READ.with(|read| read.set(read.get() + bytes));
}

/// The number of bytes read since the last call.
#[cfg(test)]
pub(crate) fn take() -> usize {
    BYTES_READ.with(core::cell::Cell::take)
}
