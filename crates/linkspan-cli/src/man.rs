//! `linkspan man`: prints one man page for the program and all its commands.

use std::io::{self, Write};

use anyhow::{Context as _, Result};
use clap::Command;
use clap_mangen::Man;

use crate::stdout;

/// The sections that do not belong to a single option.
const COMMON_SECTIONS: &str = include_str!("man.roff");

/// Prints the man page.
pub(crate) fn print(mut program: Command) -> Result<()> {
    program.build();
    let mut page = Vec::new();
    render(&program, &mut page).context("cannot generate the man page")?;
    stdout::write(&page)
}

fn render(program: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(program.clone()).manual("User Commands");
    man.render_title(page)?;
    man.render_name_section(page)?;
    writeln!(page, ".SH SYNOPSIS")?;
    for command in commands(program) {
        writeln!(page, "{}", synopsis(command))?;
        writeln!(page, ".br")?;
    }
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    for command in commands(program) {
        let name = command.get_name().to_uppercase();
        writeln!(page, ".SH {name}")?;
        writeln!(page, "{}", synopsis(command))?;
        writeln!(page, ".PP")?;
        let command = command
            .clone()
            // These are described once, for the program.
            .mut_arg("color", |argument| argument.hide(true))
            .mut_arg("no_config", |argument| argument.hide(true))
            .mut_arg("help", |argument| argument.hide(true))
            // The page includes the options that the short help omits.
            .mut_args(|argument| argument.hide_short_help(false));
        let command_man = Man::new(command.clone());
        let mut sections = Vec::new();
        command_man.render_description_section(&mut sections)?;
        command_man.render_options_section(&mut sections)?;
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
    page.write_all(COMMON_SECTIONS.as_bytes())?;
    man.render_version_section(page)
}

/// The commands that are not hidden.
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

/// Turns the sections of a command into subsections, and removes the heading of its description.
fn subsections(sections: &[u8]) -> String {
    let sections = String::from_utf8_lossy(sections);
    let sections = sections.replace(".SH DESCRIPTION\n", "");
    sections.replace(".SH ", ".SS ")
}

/// A line of text, escaped for roff.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\\\").replace('-', "\\-");
    // A dot or an apostrophe at the start of a line would start a request.
    if line.starts_with(['.', '\'']) {
        format!("\\&{line}")
    } else {
        line
    }
}
