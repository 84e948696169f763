//! Counts how much text is read, so that a test can show that it is never more than a constant
//! times the length of the text.
//!
//! Counting is built into the crate's own tests only; elsewhere it is nothing at all.

#[cfg(test)]
std::thread_local! {
    static EXAMINED: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// Notes that this many bytes of text have been looked at.
#[inline]
#[cfg_attr(
    not(test),
    expect(unused_variables, reason = "counting is built into tests only")
)]
pub(crate) fn note(bytes: usize) {
    #[cfg(test)]
    EXAMINED.with(|examined| examined.set(examined.get() + bytes));
}

/// How many bytes have been looked at since the last call.
#[cfg(test)]
pub(crate) fn take() -> usize {
    EXAMINED.with(core::cell::Cell::take)
}
