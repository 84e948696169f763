//! Help, man page and completions describe every flag.

use std::collections::BTreeSet;

use crate::support::run;

const COMMANDS: [&str; 9] = [
    "find",
    "check",
    "linkify",
    "format",
    "explain",
    "config",
    "lsp",
    "man",
    "completions",
];

/// All long flags in the long help of the commands.
fn flags() -> BTreeSet<String> {
    let mut flags = BTreeSet::new();
    for command in COMMANDS {
        let help = run(&[command, "--help"]);
        assert_eq!((help.status, help.stderr.as_str()), (0, ""));
        let listed = help.text().lines().map(str::trim_start).filter_map(|line| {
            let line = line.split(", ").find(|part| part.starts_with("--"))?;
            let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            Some(line[..end.unwrap_or(line.len())].to_owned())
        });
        flags.extend(listed);
    }
    flags
}

#[test]
fn help_lists_the_public_flags() {
    let flags = flags();
    assert!(flags.len() > 35, "{flags:?}");
    for flag in [
        "--json",
        "--lines",
        "--literal",
        "--tlds",
        "--names",
        "--idn-tables",
        "--encoding",
        "--to",
        "--ascii",
        "--safe",
        "--sarif",
        "--level",
        "--refuse",
        "--color",
    ] {
        assert!(flags.contains(flag), "{flags:?}");
    }
    assert!(!flags.contains("--block-size"), "this flag is for tests");
}

#[test]
fn short_help_is_short_and_has_examples() {
    for arguments in [
        &["-h"] as &[_],
        &["find", "-h"],
        &["check", "-h"],
        &["linkify", "-h"],
        &["format", "-h"],
        &["explain", "-h"],
    ] {
        let help = run(arguments);
        assert_eq!(help.status, 0);
        assert!(help.text().contains("Examples:"), "{arguments:?}");
        assert!(help.lines().len() <= 60, "{arguments:?}");
    }
    let long = run(&["find", "--help"]);
    assert!(long.lines().len() > 100 && long.text().contains("Examples:"));
}

#[test]
fn help_names_every_command() {
    let help = run(&["--help"]);
    for command in COMMANDS {
        assert!(help.text().contains(command));
    }
}

#[test]
fn man_page_describes_every_flag() {
    let man = run(&["man"]);
    assert_eq!((man.status, man.stderr.as_str()), (0, ""));
    assert!(man.text().contains(".TH linkspan"));
    let text = man.text().replace("\\-", "-");
    for flag in flags() {
        assert!(text.contains(&flag), "{flag}");
    }
    for section in [
        "JSON",
        "EXIT STATUS",
        "ENVIRONMENT",
        "READING",
        "FIND",
        "CHECK",
        "LINKIFY",
        "FORMAT",
    ] {
        assert!(text.contains(&format!(".SH {section}")), "{section}");
    }
    // Each option has a description.
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == ".TP" {
            lines.next();
            let description = lines.next().unwrap_or_default();
            assert!(
                !description.is_empty() && !description.starts_with('.'),
                "{line:?}: {description:?}"
            );
        }
    }
}

#[test]
fn completions_include_every_flag() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert_eq!((script.status, script.stderr.as_str()), (0, ""), "{shell}");
        for flag in flags() {
            let name = flag.trim_start_matches('-');
            assert!(script.text().contains(name), "{shell}: {flag}");
        }
    }
    assert_eq!(run(&["completions", "no-such-shell"]).status, 2);
}

#[test]
fn version_includes_the_versions_of_the_data() {
    let (major, minor, update) = linkspan::uts58::UNICODE_VERSION;
    let date = linkspan::suffix::SuffixList::embedded_date();
    let line = format!(
        "linkspan {} (Unicode {major}.{minor}.{update}, top-level domains of {date})\n",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(run(&["-V"]).text(), line);
    let long = run(&["--version"]);
    assert!(long.text().starts_with(&line), "{}", long.text());
    let lines: Vec<Vec<&str>> = long
        .lines()
        .iter()
        .map(|line| line.split("  ").map(str::trim).collect())
        .collect();
    for data in linkspan::data::unicode_data() {
        let (major, minor, update) = data.version;
        let version = format!("{major}.{minor}.{update}");
        let is_listed = lines.iter().any(|columns| {
            columns.contains(&data.package)
                && columns.contains(&version.as_str())
                && columns.contains(&data.contents)
        });
        assert!(is_listed, "{data:?}:\n{}", long.text());
    }
    let suffixes = lines
        .iter()
        .find(|columns| columns.contains(&"suffix list"));
    assert!(suffixes.is_some_and(|columns| columns.contains(&date)));
}
