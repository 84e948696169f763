//! Colours, hyperlinks and escaping for terminals.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::args::When;
use crate::text::Source;

const PATH: Style = AnsiColor::Magenta.on_default();
const LINE: Style = AnsiColor::Green.on_default();
const POSITIVE: Style = AnsiColor::Green.on_default().bold();
const NEGATIVE: Style = AnsiColor::Red.on_default().bold();
const LINK: Style = AnsiColor::Cyan.on_default().underline();

/// How output is styled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Styling {
    decoration: Decoration,
    /// Whether the user disabled colours and hyperlinks.
    disabled: bool,
    /// Whether control characters in the output would reach a terminal.
    to_terminal: bool,
}

/// What is added to text. Each level includes the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Decoration {
    None,
    Colors,
    Hyperlinks,
}

impl Styling {
    /// The styling of standard output.
    pub(crate) fn new(color: When) -> Self {
        let colors = match color {
            When::Always => true,
            When::Never => false,
            // Respects NO_COLOR and similar conventions.
            When::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        };
        let decoration = match colors {
            false => Decoration::None,
            true if supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout) => {
                Decoration::Hyperlinks
            }
            true => Decoration::Colors,
        };
        Self {
            decoration,
            disabled: color == When::Never,
            to_terminal: colors || io::stdout().is_terminal(),
        }
    }

    /// Whether links are clickable.
    pub(crate) fn has_hyperlinks(self) -> bool {
        self.decoration == Decoration::Hyperlinks
    }

    /// Whether the user disabled colours and hyperlinks.
    pub(crate) fn is_disabled(self) -> bool {
        self.disabled
    }

    /// Writes the name of an input. For a terminal, control characters in it are escaped.
    pub(crate) fn name(self, out: &mut Vec<u8>, source: &Source) {
        let name = match source.path() {
            Some(path) => path.as_os_str().as_encoded_bytes(),
            None => b"<stdin>",
        };
        if self.to_terminal {
            self.styled(out, PATH, escape_controls(name).as_bytes());
        } else {
            self.styled(out, PATH, name);
        }
    }

    /// Writes the name of an input without colours. For a terminal, control characters in it are
    /// escaped.
    pub(crate) fn plain_name(self, out: &mut Vec<u8>, source: &Source) {
        let plain = Self {
            decoration: Decoration::None,
            ..self
        };
        plain.name(out, source);
    }

    /// Whether the output is for a terminal.
    pub(crate) fn is_for_terminal(self) -> bool {
        self.to_terminal
    }

    /// Writes a line number.
    pub(crate) fn line(self, out: &mut Vec<u8>, number: u64) {
        self.styled(out, LINE, number.to_string().as_bytes());
    }

    /// Writes the label of a positive result.
    pub(crate) fn positive(self, out: &mut Vec<u8>, text: &str) {
        self.styled(out, POSITIVE, text.as_bytes());
    }

    /// Writes the label of a negative result.
    pub(crate) fn negative(self, out: &mut Vec<u8>, text: &str) {
        self.styled(out, NEGATIVE, text.as_bytes());
    }

    /// Writes a link.
    pub(crate) fn link(self, out: &mut Vec<u8>, text: &str) {
        self.styled(out, LINK, text.as_bytes());
    }

    fn styled(self, out: &mut Vec<u8>, style: Style, text: &[u8]) {
        if self.decoration >= Decoration::Colors {
            let _ = write!(out, "{style}");
        }
        out.extend_from_slice(text);
        if self.decoration >= Decoration::Colors {
            let _ = write!(out, "{style:#}");
        }
    }
}

/// The text with control characters and invalid UTF-8 escaped.
pub(crate) fn escape_controls(text: &[u8]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() {
                escaped.extend(c.escape_default());
            } else {
                escaped.push(c);
            }
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "\\x{byte:02x}");
        }
    }
    escaped
}

/// Writes a terminal hyperlink (OSC 8).
///
/// `href` must be ASCII without control characters, as the href of every link is.
pub(crate) fn hyperlink(out: &mut Vec<u8>, href: &str, text: &str) {
    // Writing to a vector cannot fail.
    let _ = write!(out, "\x1b]8;;{href}\x1b\\{text}\x1b]8;;\x1b\\");
}
