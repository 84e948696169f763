//! The benchmarks: their tables, the record of them, and the copy of one in the README.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::run::cargo;

/// What is measured, in the order of the record.
const BENCHES: [&str; 4] = ["find", "format", "terminate", "property"];

/// The latest record.
const RECORD: &str = "benches/record/latest.md";

/// The section of the record that the README shows, and where it shows it.
const SECTION: &str = "## Finding\n";
const START: &str = "<!-- from benches/record/latest.md, by `cargo xtask bench` -->\n";
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
    let readme = root.join("README.md");
    let text = std::fs::read_to_string(&readme).context("cannot read README.md")?;
    let text = with_section(&text, section(&record)?)?;
    std::fs::write(root.join(RECORD), &record).with_context(|| format!("cannot write {RECORD}"))?;
    std::fs::write(readme, text).context("cannot write README.md")?;
    println!("\n{RECORD} and README.md: written");
    Ok(())
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

/// The part of a record that the README shows.
fn section(record: &str) -> Result<&str> {
    let (_, rest) = record
        .split_once(SECTION)
        .with_context(|| format!("{RECORD}: expected the heading '{}'", SECTION.trim()))?;
    let end = rest.find("\n## ").unwrap_or(rest.len());
    Ok(rest[..end].trim_matches('\n'))
}

/// The README with another section.
fn with_section(readme: &str, section: &str) -> Result<String> {
    let (before, after) = surroundings(readme)?;
    Ok(format!("{before}{START}{section}\n{END}{after}"))
}

fn surroundings(readme: &str) -> Result<(&str, &str)> {
    let (before, rest) = readme
        .split_once(START)
        .with_context(|| format!("README.md: expected the line '{}'", START.trim()))?;
    let (_, after) = rest
        .split_once(END)
        .with_context(|| format!("README.md: expected the line '{}'", END.trim()))?;
    Ok((before, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_shows_the_record() {
        let root = crate::root().unwrap();
        let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
        let record = std::fs::read_to_string(root.join(RECORD)).unwrap();
        let renewed = with_section(&readme, section(&record).unwrap()).unwrap();
        assert!(
            readme == renewed,
            "README.md shows another table than {RECORD}: `cargo xtask bench` writes both"
        );
    }

    #[test]
    fn a_section_goes_where_the_last_one_was() {
        let record = format!("# Benchmarks\n\n{SECTION}\n| new |\n\n## Links found\n");
        let readme = format!("one\n{START}| old |\n{END}two\n");
        let renewed = with_section(&readme, section(&record).unwrap()).unwrap();
        assert_eq!(renewed, format!("one\n{START}| new |\n{END}two\n"));
        assert!(with_section("one\n", "two").is_err());
    }
}
