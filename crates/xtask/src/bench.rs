//! `cargo xtask bench` and `cargo xtask instructions`: runs the benchmarks, and writes tables and charts to
//! `benches/record`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::chart::{Chart, Scale};
use crate::command::{self, capture, cargo};
use crate::generated::{Mode, write_or_check};

/// The benchmarks, in the order of the record.
const BENCHES: [&str; 6] = [
    "find",
    "end_to_end",
    "format",
    "terminate",
    "property",
    "assess",
];

/// The record of the last full run.
const RECORD: &str = "benches/record/latest.md";

/// A chart of a section of [`RECORD`].
struct ChartFile {
    file: &'static str,
    heading: &'static str,
    title: &'static str,
    axis: &'static str,
    scale: Scale,
    /// The columns of the table, and their names in the chart.
    columns: &'static [(&'static str, &'static str)],
}

/// The charts of the record.
const CHARTS: [ChartFile; 4] = [
    ChartFile {
        file: "benches/record/find.svg",
        heading: "Finding",
        title: "Time to find links, relative to linkspan",
        axis: "time as a multiple of linkspan's, logarithmic; right of 1× is slower than linkspan",
        scale: Scale::Logarithmic,
        columns: &[
            ("linkify-bare", "linkify, also without scheme"),
            ("linkify", "linkify"),
            ("urlocator", "urlocator"),
            ("gruber-regex", "regular expression"),
        ],
    },
    ChartFile {
        file: "benches/record/links.svg",
        heading: "Work with each link",
        title: "Time to find links and work with each, relative to finding them",
        axis: "time as a multiple of the time to find the links",
        scale: Scale::Linear,
        columns: &[
            ("href", "address (href)"),
            ("display", "display form"),
            ("check", "assessment"),
        ],
    },
    ChartFile {
        file: "benches/record/profiles.svg",
        heading: "Profiles",
        title: "Time to find links with each profile, relative to the default",
        axis: "time as a multiple of the time with the profile uts58",
        scale: Scale::Linear,
        columns: &[
            ("prose", "prose"),
            ("source", "source"),
            ("terminal", "terminal"),
            ("strict", "strict"),
        ],
    },
    ChartFile {
        file: "benches/record/render.svg",
        heading: "Rendering",
        title: "Time to render a text with its links, relative to finding them",
        axis: "time as a multiple of the time to find the links",
        scale: Scale::Linear,
        columns: &[
            ("HTML", "HTML"),
            ("Markdown", "Markdown"),
            ("terminal", "terminal"),
            ("notes", "notes"),
            ("JSON", "JSON"),
            ("CSV", "CSV"),
        ],
    },
];

/// Runs all benchmarks, prints the tables, and writes them to the record, with charts.
///
/// With arguments, which are passed to the `find` benchmark, only that one runs and nothing is written, because the
/// record is always of a full run.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        print!("{}", tables(root, "find", arguments)?);
        return Ok(());
    }
    let mut record = format!("# Benchmarks\n\n{}", environment(root)?);
    print!("{record}");
    for bench in BENCHES {
        let tables = tables(root, bench, &[])?;
        print!("\n{tables}");
        record.push('\n');
        record.push_str(&tables);
    }
    std::fs::write(root.join(RECORD), &record).with_context(|| format!("cannot write {RECORD}"))?;
    println!("\n{RECORD}: written");
    from_record(root, Mode::Write)
}

/// Writes the charts of the record, or checks them.
pub(crate) fn from_record(root: &Path, mode: Mode) -> Result<()> {
    let record = std::fs::read_to_string(root.join(RECORD));
    let record = record.with_context(|| format!("cannot read {RECORD}"))?;
    for chart in CHARTS {
        let ChartFile {
            file,
            heading,
            title,
            axis,
            scale,
            columns,
        } = chart;
        let section = section(&record, heading)
            .with_context(|| format!("{RECORD}: expected the heading '## {heading}'"))?;
        let chart = Chart::from_table(title, axis, scale, section, columns)
            .with_context(|| format!("{RECORD}: section '{heading}'"))?;
        write_or_check(root, file, &chart.to_svg(), mode, "chart")?;
    }
    Ok(())
}

/// Counts instructions, which does not depend on the load of the machine.
pub(crate) fn instructions(root: &Path, arguments: &[String]) -> Result<()> {
    let mut count = cargo(root, &["run", "--release", "--quiet", "--locked"]);
    count.args(["--manifest-path", "benches/Cargo.toml"]);
    count.args(["--bin", "instructions", "--"]);
    command::run(count.args(arguments))
}

/// Runs a benchmark and returns its output, which is Markdown.
fn tables(root: &Path, bench: &str, arguments: &[String]) -> Result<String> {
    let mut cargo = cargo(root, &["bench", "--locked"]);
    cargo.args(["--manifest-path", "benches/Cargo.toml"]);
    cargo.args(["--bench", bench, "--"]).args(arguments);
    let tables = capture(&mut cargo)?;
    Ok(tables.trim_end().to_owned() + "\n")
}

/// Describes what the results may depend on: processor, compiler, commit and date.
fn environment(root: &Path) -> Result<String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let processor = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|info| {
            let line = info.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
    let output = |program: &str, arguments: &[&str]| -> Result<String> {
        let mut command = Command::new(program);
        let output = capture(command.args(arguments).current_dir(root))?;
        Ok(output.trim().to_owned())
    };
    let changes = match output("git", &["status", "--porcelain"])?.as_str() {
        "" => "",
        _ => ", with uncommitted changes",
    };
    Ok(format!(
        "- Processor: {}, {cores} cores ({}, {})\n- Compiler: {}\n- Commit: {}{changes}\n- Date: {}\n",
        processor.as_deref().unwrap_or("unknown"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        output("rustc", &["--version"])?,
        output("git", &["rev-parse", "--short=10", "HEAD"])?,
        output("date", &["-u", "+%Y-%m-%d"])?,
    ))
}

/// The section of a record below a heading.
fn section<'a>(record: &'a str, heading: &str) -> Option<&'a str> {
    let (_, rest) = record.split_once(&format!("## {heading}\n"))?;
    let end = rest.find("\n## ").unwrap_or(rest.len());
    rest.get(..end).map(|section| section.trim_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_show_the_record() {
        from_record(&crate::root().unwrap(), Mode::Check).unwrap();
    }

    #[test]
    fn sections_are_found_by_heading() {
        let record = "# Benchmarks\n\n## Finding\n\n| new |\n\n## Links found\n";
        assert_eq!(section(record, "Finding"), Some("| new |"));
        assert_eq!(section(record, "Growth"), None);
    }
}
