//! `--tlds`: every command that depends on the list of top-level domains can use another one.

use crate::support::{Run, TempDir, run_on};

/// A Public Suffix List in which `corp` is a top-level domain, names are registered below `co.corp`, and `com` does not
/// exist.
const PSL: &str = "// test\ncorp\nco.corp\n";

/// Runs a command on an input with the list in `--tlds`, and without it.
fn run_with_and_without(list: &str, input: &str, arguments: &[&str]) -> (Run, Run) {
    let directory = TempDir::new("suffix-list");
    directory.write("list", list);
    let path = directory.path().join("list");
    let path = path.to_str().expect("the path is UTF-8");
    let with = run_on(input, &[arguments, &["--tlds", path]].concat());
    (with, run_on(input, arguments))
}

#[test]
fn find() {
    let (with, without) = run_with_and_without(PSL, "a.corp a.com", &["find"]);
    assert_eq!(with.lines(), ["a.corp"]);
    assert_eq!(without.lines(), ["a.com"]);
}

#[test]
fn linkify() {
    let (with, without) =
        run_with_and_without(PSL, "a.corp a.com", &["linkify", "--to", "markdown"]);
    assert_eq!(with.text(), "[a.corp](<https://a.corp>) a.com");
    assert_eq!(without.text(), "a.corp [a.com](<https://a.com>)");
}

#[test]
fn check() {
    let arguments = ["check", "--level", "info"];
    let (with, without) = run_with_and_without(PSL, "http://a.corp/", &arguments);
    assert_eq!((with.status, with.text()), (0, ""));
    assert!(
        without.text().contains("tld-unlisted"),
        "{}",
        without.text()
    );
}

#[test]
fn explain() {
    let text = "http://www.a.co.corp/";
    let (with, without) = run_with_and_without(PSL, text, &["explain"]);
    assert!(
        with.text()
            .contains("under the public suffix 'co.corp' (listed)"),
        "{}",
        with.text()
    );
    assert!(
        without
            .text()
            .contains("under the public suffix 'corp' (not listed, but syntactically valid)"),
        "{}",
        without.text()
    );
    let (with, without) = run_with_and_without(PSL, text, &["explain", "--json"]);
    assert!(with.text().contains("'co.corp' (listed)"));
    assert!(without.text().contains("'corp' (not listed"));
}

/// The safe form never shortens the registrable domain, and the list says what it is.
#[test]
fn format_safe() {
    let url = "https://a-very-long-label.bank.co.corp/";
    let (with, without) = run_with_and_without(PSL, url, &["format", "--safe", "--limit", "12"]);
    assert!(with.text().contains("bank.co.corp"), "{}", with.text());
    assert!(!without.text().contains("bank"), "{}", without.text());
}

#[test]
fn format_accepts_a_list_with_every_form() {
    for form in [&["format"] as &[_], &["format", "--ascii"]] {
        let (with, without) = run_with_and_without(PSL, "https://a.corp/", form);
        assert_eq!(with.status, 0, "{}", with.stderr);
        assert_eq!(with.stdout, without.stdout);
    }
}

#[test]
fn list_without_domains_is_an_error_in_every_command() {
    for command in ["find", "linkify", "check", "explain", "format"] {
        let (with, _) = run_with_and_without("# nothing\n", "a.com", &[command]);
        assert_eq!(with.status, 2, "{command}");
        assert!(
            with.stderr.contains("as a list of top-level domains"),
            "{command}: {}",
            with.stderr
        );
    }
}
