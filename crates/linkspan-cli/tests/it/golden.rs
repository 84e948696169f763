//! Whole outputs over a folder of texts in many scripts, compared with what they should be.

use crate::support::{run_in, testdata};

/// Compares the output of a run over the texts with an expected file, or writes it anew.
fn golden(expected: &str, arguments: &[&str]) {
    let run = run_in(&testdata().join("texts"), arguments);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    let path = testdata().join("expected").join(expected);
    if std::env::var_os("LINKSPAN_BLESS").is_some() {
        std::fs::write(&path, &run.stdout).expect("the expected file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("the expected file is there");
    for (number, (found, expected)) in (1..).zip(run.text().lines().zip(expected.lines())) {
        assert_eq!(found, expected, "{}:{number}", path.display());
    }
    assert_eq!(run.text(), expected, "{}", path.display());
}

#[test]
fn find() {
    golden("find.txt", &["find", "."]);
    golden("find.json", &["find", "--json", "."]);
    golden("find-href.txt", &["find", "--href", "--no-filename", "."]);
    golden(
        "find-display.txt",
        &["find", "--display", "--no-filename", "."],
    );
    golden("find-emails.txt", &["find", "--only", "emails", "."]);
    golden(
        "find-unique.txt",
        &["find", "--unique", "--no-filename", "."],
    );
    golden("find-literal.txt", &["find", "--literal", "latin.txt"]);
    golden(
        "find-lines.json",
        &["find", "--lines", "--json", "latin.txt"],
    );
    golden("count.txt", &["find", "--count", "."]);
}

#[test]
fn colours() {
    golden(
        "find-colour.txt",
        &["find", "--color", "always", "greek.txt", "thai.txt"],
    );
}

#[test]
fn linkify() {
    for (to, expected) in [
        ("html", "linkify.html"),
        ("html-doc", "linkify-doc.html"),
        ("markdown", "linkify.md"),
        ("ansi", "linkify.ansi"),
        ("json", "linkify.json"),
        ("csv", "linkify.csv"),
        ("notes", "linkify.notes.txt"),
    ] {
        golden(expected, &["linkify", "--to", to, "hebrew.txt"]);
    }
}
