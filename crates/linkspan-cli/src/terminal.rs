//! What the output may look like where it goes.

use std::io::{self, Write as _};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::args::When;

const PATH: Style = AnsiColor::Magenta.on_default();
const LINE: Style = AnsiColor::Green.on_default();
const FOUND: Style = AnsiColor::Green.on_default().bold();
const REFUSED: Style = AnsiColor::Red.on_default().bold();
const LINK: Style = AnsiColor::Cyan.on_default().underline();

/// How to write for a terminal, or for anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Styling {
    colors: bool,
    hyperlinks: bool,
    plain: bool,
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
        let hyperlinks = colors && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout);
        Self {
            colors,
            hyperlinks,
            plain: color == When::Never,
        }
    }

    /// Whether links can be clicked.
    pub(crate) fn has_hyperlinks(self) -> bool {
        self.hyperlinks
    }

    /// Whether nothing but text is wanted, wherever it goes.
    pub(crate) fn is_plain(self) -> bool {
        self.plain
    }

    pub(crate) fn path(self, out: &mut Vec<u8>, path: &[u8]) {
        self.styled(out, PATH, path);
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
        if self.colors {
            let _ = write!(out, "{style}");
        }
        out.extend_from_slice(text);
        if self.colors {
            let _ = write!(out, "{style:#}");
        }
    }
}

/// Writes a link that terminals understand (OSC 8).
///
/// `href` must be ASCII without control characters, as the wire form of every link is.
pub(crate) fn hyperlink(out: &mut Vec<u8>, href: &str, text: &str) {
    // A vector takes everything.
    let _ = write!(out, "\x1b]8;;{href}\x1b\\{text}\x1b]8;;\x1b\\");
}
