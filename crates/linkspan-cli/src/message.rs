//! Messages to the user.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use anyhow::Error;

use crate::terminal::visible;

/// Reports an error with its causes.
pub(crate) fn error(error: &Error) {
    note(format_args!("{error:#}"));
}

/// Says that the program waits for the user, if it does: else it would seem to hang.
pub(crate) fn note_terminal_input() {
    if io::stdin().is_terminal() {
        note("reading from the terminal; Ctrl-D ends the text");
    }
}

/// Says something. Names of files in it can do nothing to the terminal but show.
pub(crate) fn note(message: impl Display) {
    let message = visible(message.to_string().as_bytes());
    // If standard error is closed, there is no one to tell.
    let _ = writeln!(io::stderr(), "linkspan: {message}");
}
