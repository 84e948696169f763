//! The functions that JavaScript calls.
//!
//! Numbers are `usize`, which on WebAssembly is an unsigned number of 32 bits. JavaScript calls one function at a time:
//! no function calls back, and the module has one thread. Functions that can fail return 0, and the output is a message.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::UnsafeCell;

use linkspan::{Finder, Link};

use crate::output::{MAX_KEPT, Output, message};
use crate::state::{DEFAULT_FINDER, State};
use crate::{render, search};

/// A value that only the thread of the module uses.
struct Single<T>(UnsafeCell<T>);

// SAFETY: the module has one thread.
unsafe impl<T> Sync for Single<T> {}

static STATE: Single<State> = Single(UnsafeCell::new(State::new()));

/// Where the results of the last call are: the address and length of the numbers, of the text, and of the JSON.
static HEADER: Single<[usize; 6]> = Single(UnsafeCell::new([0; 6]));

/// Calls a function with the state, and publishes its output.
fn with<R>(call: impl FnOnce(&mut State) -> R) -> R {
    // SAFETY: the module has one thread, and no function in this crate calls JavaScript or `with` inside `with`, so
    // there is no other reference to the state.
    let (state, header) = unsafe { (&mut *STATE.0.get(), &mut *HEADER.0.get()) };
    let result = call(state);
    let Output {
        numbers,
        text,
        json,
    } = &state.output;
    *header = [
        numbers.as_ptr().addr(),
        numbers.len(),
        text.as_ptr().addr(),
        text.len(),
        json.as_ptr().addr(),
        json.len(),
    ];
    result
}

/// What a call with a text needs.
struct Call<'s> {
    finder: &'s Finder,
    text: &'s str,
    arguments: &'s [u8],
    out: &'s mut Output,
}

/// Calls a function with a finder and with the first `len` bytes of the input as text.
fn with_text<R>(finder: usize, len: usize, call: impl FnOnce(Call<'_>) -> R) -> R {
    with(|state| {
        call(Call {
            finder: state.finders.get(finder).unwrap_or(&DEFAULT_FINDER),
            text: text(&state.input, len),
            arguments: &state.arguments,
            out: &mut state.output,
        })
    })
}

fn text(input: &[u8], len: usize) -> &str {
    let text = input.get(..len).unwrap_or_default();
    // SAFETY: the loader writes the output of a `TextEncoder`, or bytes below 0x80, and passes their number.
    unsafe { core::str::from_utf8_unchecked(text) }
}

/// Publishes a text or the message of an error.
fn publish(out: &mut Output, result: Result<String, String>) -> usize {
    out.clear();
    let is_ok = result.is_ok();
    out.json = result.unwrap_or_else(|message| message);
    usize::from(is_ok)
}

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
    with(|state| buffer(&mut state.arguments, len))
}

fn buffer(bytes: &mut Vec<u8>, len: usize) -> usize {
    if bytes.capacity() > MAX_KEPT.max(len) {
        *bytes = Vec::new();
    }
    bytes.clear();
    bytes.resize(len, 0);
    bytes.as_mut_ptr().addr()
}

/// Creates a finder from the arguments, and returns its number.
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
    with_text(finder, len, |call| {
        search::find(call.finder, call.text, is_ascii != 0, limit, call.out)
    })
}

/// Whether a text contains a link.
#[unsafe(no_mangle)]
extern "C" fn is_match(finder: usize, len: usize) -> usize {
    with_text(finder, len, |call| {
        usize::from(call.finder.is_match(call.text))
    })
}

/// 1 if there is a link at an offset in UTF-16 code units. The output contains it.
#[unsafe(no_mangle)]
extern "C" fn link_at(finder: usize, len: usize, is_ascii: usize, offset: usize) -> usize {
    with_text(finder, len, |call| {
        search::link_at(call.finder, call.text, is_ascii != 0, offset, call.out)
    })
}

/// HTML, with the settings in the arguments.
#[unsafe(no_mangle)]
extern "C" fn to_html(finder: usize, len: usize) -> usize {
    with_text(finder, len, |call| {
        publish(
            call.out,
            render::html(call.finder, call.text, call.arguments),
        )
    })
}

/// Markdown, with the settings in the arguments.
#[unsafe(no_mangle)]
extern "C" fn to_markdown(finder: usize, len: usize) -> usize {
    with_text(finder, len, |call| {
        publish(
            call.out,
            Ok(render::markdown(call.finder, call.text, call.arguments)),
        )
    })
}

/// The readable form of a URL.
#[unsafe(no_mangle)]
extern "C" fn to_readable(len: usize) -> usize {
    with_text(0, len, |call| {
        let readable = linkspan::url::to_readable(call.text);
        publish(call.out, readable.map(Into::into).map_err(message))
    })
}

/// The ASCII form of a URL.
#[unsafe(no_mangle)]
extern "C" fn to_ascii(len: usize) -> usize {
    with_text(0, len, |call| {
        let ascii = linkspan::url::to_ascii(call.text);
        publish(call.out, ascii.map(Into::into).map_err(message))
    })
}

/// The public suffix of a host, or its registrable domain. 0 if there is none.
#[unsafe(no_mangle)]
extern "C" fn last_labels(finder: usize, len: usize, registrable: usize) -> usize {
    with_text(finder, len, |call| {
        let list = call.finder.suffixes();
        let link = Link::parse(call.text).ok();
        let labels = link.and_then(|link| match registrable {
            0 => link.public_suffix(list),
            _ => link.registrable_domain(list),
        });
        publish(call.out, labels.map(String::from).ok_or_else(String::new))
    })
}

#[cfg(feature = "live")]
mod live {
    use core::ops::Range;

    use super::{text, with, with_text};
    use crate::explain;
    use crate::live::LiveText;
    use crate::output::Output;
    use crate::state::DEFAULT_FINDER;

    /// Calls a function with a text that changes.
    fn with_live(live: usize, call: impl FnOnce(&mut LiveText, &mut Output) -> usize) -> usize {
        with(|state| match state.lives.get_mut(live) {
            Some(live) => call(live, &mut state.output),
            None => 0,
        })
    }

    /// The candidates of a text, as JSON and links.
    #[unsafe(no_mangle)]
    extern "C" fn explain(finder: usize, len: usize, is_ascii: usize) {
        with_text(finder, len, |call| {
            explain::explain(call.finder, call.text, is_ascii != 0, call.out);
        });
    }

    /// Starts to follow a text, and returns its number.
    #[unsafe(no_mangle)]
    extern "C" fn create_live(finder: usize, len: usize) -> usize {
        with(|state| {
            let finder = state.finders.get(finder).unwrap_or(&DEFAULT_FINDER);
            let live = LiveText::new(finder, text(&state.input, len));
            state.lives.insert(live)
        })
    }

    #[unsafe(no_mangle)]
    extern "C" fn free_live(live: usize) {
        with(|state| state.lives.remove(live));
    }

    /// Replaces a range of code units by the input. The output contains the changes.
    #[unsafe(no_mangle)]
    extern "C" fn live_edit(live: usize, start: usize, end: usize, len: usize) {
        with(|state| {
            if let Some(live) = state.lives.get_mut(live) {
                live.edit(&(start..end), text(&state.input, len), &mut state.output);
            }
        });
    }

    /// The links that overlap a range of code units.
    #[unsafe(no_mangle)]
    extern "C" fn live_links(live: usize, start: usize, end: usize) -> usize {
        with_live(live, |live, out| live.links(&(start..end), out))
    }

    /// The link at the caret that may still change.
    #[unsafe(no_mangle)]
    extern "C" fn live_growing(live: usize, caret: usize) -> usize {
        with_live(live, |live, out| live.growing(caret, out))
    }

    /// Unlinks, or with `relink` links again.
    #[unsafe(no_mangle)]
    extern "C" fn live_unlink(live: usize, start: usize, end: usize, relink: usize) {
        let range: Range<usize> = start..end;
        with_live(live, |live, out| {
            match relink {
                0 => live.unlink(&range, out),
                _ => live.relink(&range, out),
            }
            1
        });
    }

    /// The decisions of users, as JSON.
    #[unsafe(no_mangle)]
    extern "C" fn live_unlinked(live: usize) {
        with_live(live, |live, out| {
            live.unlinked(out);
            1
        });
    }

    /// Applies the decisions in the arguments.
    #[unsafe(no_mangle)]
    extern "C" fn live_restore(live: usize) {
        with(|state| {
            if let Some(live) = state.lives.get_mut(live) {
                live.restore(&state.arguments, &mut state.output);
            }
        });
    }

    /// Turns links on or off.
    #[unsafe(no_mangle)]
    extern "C" fn live_set_linking(live: usize, is_on: usize) {
        with_live(live, |live, out| {
            live.set_linking(is_on != 0, out);
            1
        });
    }

    /// Searches with another finder.
    #[unsafe(no_mangle)]
    extern "C" fn live_set_finder(live: usize, finder: usize) {
        with(|state| {
            let finder = state.finders.get(finder).unwrap_or(&DEFAULT_FINDER);
            if let Some(live) = state.lives.get_mut(live) {
                live.set_finder(finder, &mut state.output);
            }
        });
    }
}

#[cfg(feature = "assess")]
mod assess {
    use super::{String, publish, with_text};
    use crate::assess;

    /// The links of a text with their reports, as JSON and links.
    #[unsafe(no_mangle)]
    extern "C" fn assess(finder: usize, len: usize, is_ascii: usize) {
        with_text(finder, len, |call| {
            assess::assess(call.finder, call.text, is_ascii != 0, call.out);
        });
    }

    /// The report of a URL, as JSON.
    #[unsafe(no_mangle)]
    extern "C" fn assess_url(finder: usize, len: usize) -> usize {
        with_text(finder, len, |call| {
            match assess::assess_url(call.finder, call.text, call.out) {
                Ok(()) => 1,
                Err(message) => publish(call.out, Err(message)),
            }
        })
    }

    /// The report of an existing link, whose target is the argument.
    #[unsafe(no_mangle)]
    extern "C" fn assess_anchor(finder: usize, len: usize) {
        with_text(finder, len, |call| {
            assess::assess_anchor(call.finder, call.text, call.arguments, call.out);
        });
    }

    /// The safe form of a URL, with the settings in the arguments.
    #[unsafe(no_mangle)]
    extern "C" fn safe_display(finder: usize, len: usize) -> usize {
        with_text(finder, len, |call| {
            publish(
                call.out,
                assess::safe_display(call.finder, call.text, call.arguments),
            )
        })
    }

    /// A link that no program follows, or with `refang` the link again.
    #[unsafe(no_mangle)]
    extern "C" fn defang(len: usize, refang: usize) {
        with_text(0, len, |call| {
            let result = match refang {
                0 => linkspan::assess::defang(call.text),
                _ => String::from(linkspan::assess::refang(call.text)),
            };
            publish(call.out, Ok(result));
        });
    }
}
