//! `linkspan man`: everything on one page.

use std::io::{self, Write};

use anyhow::{Context as _, Result};
use clap::Command;
use clap_mangen::Man;

/// What no single option can explain.
const BACKGROUND: &str = include_str!("man.roff");

/// Writes the man page of the program and all its commands.
pub(crate) fn write(mut program: Command) -> Result<()> {
    program.build();
    let mut page = Vec::new();
    render(&program, &mut page).context("cannot make the man page")?;
    let mut out = io::stdout().lock();
    out.write_all(&page)
        .and_then(|()| out.flush())
        .context("cannot write the output")
}

fn render(program: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let whole = Man::new(program.clone()).manual("User Commands");
    whole.render_title(page)?;
    whole.render_name_section(page)?;
    writeln!(page, ".SH SYNOPSIS")?;
    for command in commands(program) {
        writeln!(page, "{}", synopsis(command))?;
        writeln!(page, ".br")?;
    }
    whole.render_description_section(page)?;
    whole.render_options_section(page)?;
    for command in commands(program) {
        let name = command.get_name().to_uppercase();
        writeln!(page, ".SH {name}")?;
        writeln!(page, "{}", synopsis(command))?;
        writeln!(page, ".PP")?;
        let command = command
            .clone()
            // The page explains these once.
            .mut_arg("color", |argument| argument.hide(true))
            .mut_arg("help", |argument| argument.hide(true))
            // The page is long help throughout.
            .mut_args(|argument| argument.hide_short_help(false));
        let part = Man::new(command.clone());
        let mut sections = Vec::new();
        part.render_description_section(&mut sections)?;
        part.render_options_section(&mut sections)?;
        page.extend_from_slice(subsections(&sections).as_bytes());
        if let Some(examples) = command.get_after_long_help().or(command.get_after_help()) {
            let examples = examples.to_string();
            writeln!(page, ".SS EXAMPLES\n.nf")?;
            for line in examples.lines().skip(1) {
                writeln!(page, "{}", escaped(line))?;
            }
            writeln!(page, ".fi")?;
        }
    }
    page.write_all(BACKGROUND.as_bytes())?;
    whole.render_version_section(page)
}

/// The commands, without those that are hidden.
fn commands(program: &Command) -> impl Iterator<Item = &Command> {
    program
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
}

fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").trim();
    escaped(usage)
}

/// Makes the sections of a command subsections of the page; the description needs no heading.
fn subsections(sections: &[u8]) -> String {
    let sections = String::from_utf8_lossy(sections);
    let sections = sections.replace(".SH DESCRIPTION\n", "");
    sections.replace(".SH ", ".SS ")
}

/// A line of text as roff has to have it.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\\\").replace('-', "\\-");
    // A dot or an apostrophe at the start of a line is a request.
    if line.starts_with(['.', '\'']) {
        format!("\\&{line}")
    } else {
        line
    }
}
