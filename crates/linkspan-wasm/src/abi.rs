//! The functions that JavaScript calls.
//!
//! Numbers are `usize`, which on WebAssembly is an unsigned number of 32 bits. JavaScript calls one function at a time:
//! no function calls back, and the module has one thread.

use core::cell::UnsafeCell;

use linkspan::Finder;

use crate::search;
use crate::state::{DEFAULT_FINDER, State};

struct Global(UnsafeCell<State>);

// SAFETY: the module has one thread.
unsafe impl Sync for Global {}

static STATE: Global = Global(UnsafeCell::new(State::new()));

/// Where the results of the last call are: the address and length of the numbers, and of the text.
static HEADER: Header = Header(UnsafeCell::new([0; 4]));

struct Header(UnsafeCell<[usize; 4]>);

// SAFETY: the module has one thread.
unsafe impl Sync for Header {}

/// Calls a function with the state, and publishes its output.
fn with<R>(call: impl FnOnce(&mut State) -> R) -> R {
    // SAFETY: the module has one thread, and no function in this crate calls JavaScript or `with` inside `with`, so
    // there is no other reference to the state.
    let (state, header) = unsafe { (&mut *STATE.0.get(), &mut *HEADER.0.get()) };
    let result = call(state);
    let out = &state.output;
    *header = [
        out.numbers.as_ptr().addr(),
        out.numbers.len(),
        out.text.as_ptr().addr(),
        out.text.len(),
    ];
    result
}

/// Calls a function with a finder, the first `len` bytes of the input as text, and the rest of the state.
fn with_text<R>(finder: usize, len: usize, call: impl FnOnce(&Finder, &str, Rest<'_>) -> R) -> R {
    with(|state| {
        let text = state.input.get(..len).unwrap_or_default();
        // SAFETY: the loader writes the output of a `TextEncoder`, or bytes below 0x80, and passes their number.
        let text = unsafe { core::str::from_utf8_unchecked(text) };
        let finder = state.finders.get(finder).unwrap_or(&DEFAULT_FINDER);
        call(finder, text, &mut state.output)
    })
}

type Rest<'s> = &'s mut crate::output::Output;

/// The address of the header.
#[unsafe(no_mangle)]
extern "C" fn header() -> usize {
    HEADER.0.get().addr()
}

/// Makes room for a text, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn input(capacity: usize) -> usize {
    with(|state| buffer(&mut state.input, capacity))
}

/// Makes room for other arguments, and returns their address.
#[unsafe(no_mangle)]
extern "C" fn arguments(len: usize) -> usize {
    with(|state| {
        state.arguments.clear();
        buffer(&mut state.arguments, len)
    })
}

fn buffer(bytes: &mut alloc::vec::Vec<u8>, len: usize) -> usize {
    bytes.resize(len, 0);
    bytes.shrink_to(len);
    bytes.as_mut_ptr().addr()
}

/// Creates a finder from the arguments, and returns its number. 0 is an error; the output is its message.
#[unsafe(no_mangle)]
extern "C" fn create_finder() -> usize {
    with(State::create_finder)
}

#[unsafe(no_mangle)]
extern "C" fn free_finder(finder: usize) {
    with(|state| state.finders.remove(finder));
}

/// The number of links of a text, at most `limit`. The output contains them.
#[unsafe(no_mangle)]
extern "C" fn find(finder: usize, len: usize, is_ascii: usize, limit: usize) -> usize {
    with_text(finder, len, |finder, text, out| {
        search::find(finder, text, is_ascii != 0, limit, out)
    })
}

/// Whether a text contains a link.
#[unsafe(no_mangle)]
extern "C" fn is_match(finder: usize, len: usize) -> usize {
    with_text(finder, len, |finder, text, _| {
        usize::from(finder.is_match(text))
    })
}

/// 1 if there is a link at an offset in UTF-16 code units. The output contains it.
#[unsafe(no_mangle)]
extern "C" fn link_at(finder: usize, len: usize, is_ascii: usize, offset: usize) -> usize {
    with_text(finder, len, |finder, text, out| {
        search::link_at(finder, text, is_ascii != 0, offset, out)
    })
}
