//! What the output may look like where it goes.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::args::When;
use crate::text::Source;

const PATH: Style = AnsiColor::Magenta.on_default();
const LINE: Style = AnsiColor::Green.on_default();
const FOUND: Style = AnsiColor::Green.on_default().bold();
const REFUSED: Style = AnsiColor::Red.on_default().bold();
const LINK: Style = AnsiColor::Cyan.on_default().underline();

/// How to write for a terminal, or for anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Styling {
    look: Look,
    plain: bool,
    /// Whether control characters would do something.
    terminal: bool,
}

/// What is put around text, the plainest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Bare,
    Colors,
    Hyperlinks,
}

impl Styling {
    /// For standard output.
    pub(crate) fn new(color: When) -> Self {
        let colors = match color {
            When::Always => true,
            When::Never => false,
            // Knows of NO_COLOR and the other conventions.
            When::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        };
        let look = match colors {
            false => Look::Bare,
            true if supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout) => {
                Look::Hyperlinks
            }
            true => Look::Colors,
        };
        Self {
            look,
            plain: color == When::Never,
            terminal: colors || io::stdout().is_terminal(),
        }
    }

    /// Whether links can be clicked.
    pub(crate) fn has_hyperlinks(self) -> bool {
        self.look == Look::Hyperlinks
    }

    /// Whether nothing but text is wanted, wherever it goes.
    pub(crate) fn is_plain(self) -> bool {
        self.plain
    }

    /// The name of an input. On a terminal, it can do nothing but show.
    pub(crate) fn name(self, out: &mut Vec<u8>, source: &Source) {
        let name = match source.path() {
            Some(path) => path.as_os_str().as_encoded_bytes(),
            None => b"<stdin>",
        };
        if self.terminal {
            self.styled(out, PATH, visible(name).as_bytes());
        } else {
            self.styled(out, PATH, name);
        }
    }

    pub(crate) fn line(self, out: &mut Vec<u8>, number: u64) {
        self.styled(out, LINE, number.to_string().as_bytes());
    }

    /// What was found.
    pub(crate) fn found(self, out: &mut Vec<u8>, text: &str) {
        self.styled(out, FOUND, text.as_bytes());
    }

    /// What was not.
    pub(crate) fn refused(self, out: &mut Vec<u8>, text: &str) {
        self.styled(out, REFUSED, text.as_bytes());
    }

    pub(crate) fn link(self, out: &mut Vec<u8>, text: &str) {
        self.styled(out, LINK, text.as_bytes());
    }

    fn styled(self, out: &mut Vec<u8>, style: Style, text: &[u8]) {
        if self.look >= Look::Colors {
            let _ = write!(out, "{style}");
        }
        out.extend_from_slice(text);
        if self.look >= Look::Colors {
            let _ = write!(out, "{style:#}");
        }
    }
}

/// Text with its control characters, and bytes that are no text, escaped.
pub(crate) fn visible(text: &[u8]) -> String {
    let mut visible = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() {
                visible.extend(c.escape_default());
            } else {
                visible.push(c);
            }
        }
        for byte in chunk.invalid() {
            // A string takes everything.
            let _ = write!(visible, "\\x{byte:02x}");
        }
    }
    visible
}

/// Writes a link that terminals understand (OSC 8).
///
/// `href` must be ASCII without control characters, as the wire form of every link is.
pub(crate) fn hyperlink(out: &mut Vec<u8>, href: &str, text: &str) {
    // A vector takes everything.
    let _ = write!(out, "\x1b]8;;{href}\x1b\\{text}\x1b]8;;\x1b\\");
}
