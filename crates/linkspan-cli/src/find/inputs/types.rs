//! The types of files, for `--type`, `--type-not` and `--type-list`.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use ignore::types::{Types, TypesBuilder};

use crate::args::FileArguments;
use crate::stdout;

/// A builder with all types: those of `rg`, and mail.
fn builder() -> Result<TypesBuilder> {
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    for glob in ["*.eml", "*.mbox"] {
        builder.add("mail", glob)?;
    }
    Ok(builder)
}

/// The types that the arguments select.
pub(super) fn build(arguments: &FileArguments) -> Result<Types> {
    if arguments.types.is_empty() && arguments.types_not.is_empty() {
        return Ok(Types::empty());
    }
    let mut builder = builder()?;
    let known = builder.definitions();
    for name in arguments.types.iter().chain(&arguments.types_not) {
        if name != "all" && !known.iter().any(|definition| definition.name() == name) {
            bail!("no such type of files: '{name}' (--type-list prints all types)");
        }
    }
    for name in &arguments.types {
        builder.select(name);
    }
    for name in &arguments.types_not {
        builder.negate(name);
    }
    builder.build().context("cannot use these types of files")
}

/// Prints all types with their globs.
pub(crate) fn print() -> Result<()> {
    let mut text = String::new();
    for definition in builder()?.definitions() {
        let globs = definition.globs().join(", ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}: {globs}", definition.name());
    }
    stdout::write(text.as_bytes())
}
