//! Text for terminals, converted part by part. Control sequences are not part of the text that is searched.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write};

use anyhow::Result;
use linkspan::render::{Ansi, Controls, Hyperlinks, TerminalRewriter};

use super::{Conversion, write_bytes};
use crate::read::{Buffers, Chunks, Stage};
use crate::text::preserve;

/// Writes the text with its links.
pub(super) fn convert(conversion: &Conversion<'_>, out: &mut dyn Write) -> Result<()> {
    let (finder, source) = (conversion.finder, &conversion.source);
    let (input, options) = conversion.open()?;
    let controls = conversion.arguments.appearance.controls();
    let mut rewriter = TerminalRewriter::new(finder, renderer(conversion, controls));
    let mut chunks = Chunks::new(input, options, Stage::None, Buffers::default());
    let mut converted = String::new();
    while let Some(chunk) = chunks
        .next(finder)
        .map_err(|error| source.read_error(error))?
    {
        let text = chunk.text().get(chunk.start()..).unwrap_or_default();
        rewriter.push(text, &mut converted)?;
        write(out, &mut converted, controls)?;
    }
    rewriter.finish(&mut converted)?;
    write(out, &mut converted, controls)?;
    conversion.warn_malformed(options, chunks.first_malformed());
    Ok(())
}

fn renderer(conversion: &Conversion<'_>, controls: Controls) -> Ansi {
    let appearance = &conversion.arguments.appearance;
    // Output to a file or pipe has hyperlinks, since the user asked for this format.
    let is_file = conversion.arguments.destination.file().is_some();
    let is_terminal = !is_file && io::stdout().is_terminal();
    let supported = !is_terminal || conversion.styling.has_hyperlinks();
    let enabled = supported && !conversion.styling.is_disabled();
    Ansi::new()
        .show(appearance.show())
        .controls(controls)
        .hyperlinks(if enabled {
            Hyperlinks::Osc8
        } else {
            Hyperlinks::None
        })
}

/// Writes text and clears it. Malformed bytes are kept, except for those that are control characters in encodings of
/// one byte.
fn write(out: &mut dyn Write, text: &mut String, controls: Controls) -> Result<()> {
    match preserve::restore(text.as_bytes()) {
        Cow::Owned(bytes) if controls != Controls::Keep => {
            write_bytes(out, &without_control_bytes(&bytes))?;
        }
        bytes => write_bytes(out, &bytes)?,
    }
    text.clear();
    Ok(())
}

/// The text with U+FFFD in the place of malformed bytes from 0x80 to 0x9F. Terminals that do not expect UTF-8 take them
/// for the start of control sequences.
fn without_control_bytes(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        out.extend_from_slice(chunk.valid().as_bytes());
        for byte in chunk.invalid() {
            match byte {
                0x80..=0x9F => out.extend_from_slice("\u{FFFD}".as_bytes()),
                _ => out.push(*byte),
            }
        }
    }
    out
}
