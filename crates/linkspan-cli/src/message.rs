//! Messages to the user, on standard error.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use anyhow::Error;

use crate::terminal::escape_controls;

/// Prints an error with its causes.
pub(crate) fn error(error: &Error) {
    print(format_args!("{error:#}"));
}

/// Prints a hint if standard input is a terminal. Without it, the program would seem to hang.
pub(crate) fn note_terminal_input() {
    if io::stdin().is_terminal() {
        print("reading from the terminal; press Ctrl-D to end the input");
    }
}

/// Prints a message. Control characters are escaped, so that file names in it cannot affect the
/// terminal.
pub(crate) fn print(message: impl Display) {
    let message = escape_controls(message.to_string().as_bytes());
    // An error is ignored: if standard error is closed, there is no other place to report it.
    let _ = writeln!(io::stderr(), "linkspan: {message}");
}
