//! The benchmarks: their tables, the records of them, and what the README shows of those.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::generated::{Mode, settle};
use crate::run::cargo;

/// What is measured, in the order of the record.
const BENCHES: [&str; 6] = [
    "find",
    "format",
    "terminate",
    "property",
    "render",
    "assess",
];

/// The latest record.
const RECORD: &str = "benches/record/latest.md";

/// What the README shows of the records: a file and a heading in it.
const SHOWN: [(&str, &str); 3] = [
    (RECORD, "Finding"),
    ("benches/record/rivals.md", "Throughput"),
    ("benches/record/rivals.md", "Growth"),
];

/// What follows a section in the README.
const END: &str = "<!-- end of the record -->\n";

/// Measures everything, prints the tables, and puts them on record and into the README.
///
/// With arguments, which go to the benchmark of the finder, only that one is run, and nothing is
/// written: a part is no record.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        print!("{}", tables(root, "find", arguments)?);
        return Ok(());
    }
    let mut record = format!("# Benchmarks\n\n{}", machine(root)?);
    print!("{record}");
    for bench in BENCHES {
        let tables = tables(root, bench, &[])?;
        print!("\n{tables}");
        record.push('\n');
        record.push_str(&tables);
    }
    std::fs::write(root.join(RECORD), &record).with_context(|| format!("cannot write {RECORD}"))?;
    println!("\n{RECORD}: written");
    show(root, Mode::Write)
}

/// Puts the sections that it shows into the README, or checks that they are there.
pub(crate) fn show(root: &Path, mode: Mode) -> Result<()> {
    let read = |file: &str| {
        std::fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"))
    };
    let mut readme = read("README.md")?;
    for (file, heading) in SHOWN {
        let record = read(file)?;
        let section = section(&record, heading)
            .with_context(|| format!("{file}: expected the heading '## {heading}'"))?;
        readme = with_section(&readme, file, heading, section)?;
    }
    settle(root, "README.md", &readme, mode, "tables of benchmarks")
}

/// Counts instructions, which are the same on a busy machine.
pub(crate) fn instructions(root: &Path, arguments: &[String]) -> Result<()> {
    let mut command = vec!["run", "--release", "--quiet", "--locked"];
    command.extend(["--manifest-path", "benches/Cargo.toml"]);
    command.extend(["--bin", "instructions", "--"]);
    command.extend(arguments.iter().map(String::as_str));
    let status = cargo(root, &command).status().context("cannot run cargo")?;
    ensure!(status.success(), "counting instructions failed ({status})");
    Ok(())
}

/// What a benchmark writes.
fn tables(root: &Path, bench: &str, arguments: &[String]) -> Result<String> {
    let mut command = vec!["bench", "--locked", "--manifest-path", "benches/Cargo.toml"];
    command.extend(["--bench", bench, "--"]);
    command.extend(arguments.iter().map(String::as_str));
    let output = cargo(root, &command)
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(
        output.status.success(),
        "the benchmark '{bench}' failed ({})",
        output.status
    );
    let tables = String::from_utf8(output.stdout).context("a table is not UTF-8")?;
    Ok(tables.trim_end().to_owned() + "\n")
}

/// What a ratio may depend on.
fn machine(root: &Path) -> Result<String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpu = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|info| {
            let line = info.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
    let said = |program: &str, arguments: &[&str]| -> Result<String> {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(root)
            .output()
            .with_context(|| format!("cannot run {program}"))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let changes = match said("git", &["status", "--porcelain"])?.as_str() {
        "" => "",
        _ => ", with changes",
    };
    Ok(format!(
        "- Processor: {}, {cores} cores ({}, {})\n- Compiler: {}\n- Commit: {}{changes}\n- Date: {}\n",
        cpu.as_deref().unwrap_or("unknown"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        said("rustc", &["--version"])?,
        said("git", &["rev-parse", "--short=10", "HEAD"])?,
        said("date", &["-u", "+%Y-%m-%d"])?,
    ))
}

/// The part of a record under a heading.
fn section<'a>(record: &'a str, heading: &str) -> Option<&'a str> {
    let (_, rest) = record.split_once(&format!("## {heading}\n"))?;
    let end = rest.find("\n## ").unwrap_or(rest.len());
    rest.get(..end).map(|section| section.trim_matches('\n'))
}

/// The README with another section.
fn with_section(readme: &str, file: &str, heading: &str, section: &str) -> Result<String> {
    let start = format!("<!-- {file}, {heading} -->\n");
    let (before, rest) = readme
        .split_once(&start)
        .with_context(|| format!("README.md: expected the line '{}'", start.trim()))?;
    let (_, after) = rest
        .split_once(END)
        .with_context(|| format!("README.md: expected the line '{}'", END.trim()))?;
    Ok(format!("{before}{start}{section}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_shows_the_records() {
        show(&crate::root().unwrap(), Mode::Check).unwrap();
    }

    #[test]
    fn a_section_goes_where_the_last_one_was() {
        let record = "# Benchmarks\n\n## Finding\n\n| new |\n\n## Links found\n";
        let readme = format!("one\n<!-- a.md, Finding -->\n| old |\n{END}two\n");
        let renewed = with_section(
            &readme,
            "a.md",
            "Finding",
            section(record, "Finding").unwrap(),
        );
        let expected = format!("one\n<!-- a.md, Finding -->\n| new |\n{END}two\n");
        assert_eq!(renewed.unwrap(), expected);
        assert!(with_section("one\n", "a.md", "Finding", "two").is_err());
        assert_eq!(section(record, "Growth"), None);
    }
}
