//! Golden tests: whole outputs for texts in many scripts.

use crate::support::assert_golden;

fn golden(expected: &str, arguments: &[&str]) {
    assert_golden("texts", expected, arguments, 0);
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
    golden("find-emails.txt", &["find", "--kind", "email", "."]);
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
fn find_with_colours() {
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

#[test]
fn check() {
    let golden = |expected, arguments| assert_golden("risky", expected, arguments, 1);
    golden("check.txt", &["check", "."]);
    golden(
        "check-all.txt",
        &["check", "--all", "--level", "danger", "."],
    );
    golden(
        "check-info.txt",
        &["check", "--level", "info", "--summary", "."],
    );
    golden("check.json", &["check", "--json", "--level", "info", "."]);
    golden("check.sarif", &["check", "--sarif", "--level", "info", "."]);
    golden(
        "check-lines.json",
        &["check", "--json", "--lines", "--all", "chat.txt"],
    );
    golden(
        "check-strict.json",
        &["check", "--json", "--profile", "strict", "mail.txt"],
    );
}

#[test]
fn check_anchors() {
    let golden = |expected, arguments| assert_golden("anchors", expected, arguments, 1);
    golden("check-anchors.txt", &["check", "--summary", "."]);
    golden(
        "check-anchors.json",
        &["check", "--json", "--level", "info", "."],
    );
    golden("check-anchors.sarif", &["check", "--sarif", "."]);
    let none = ["check", "--sarif", "--allow", "other-host", "based.html"];
    assert_golden("anchors", "check-none.sarif", &none, 0);
}

#[test]
fn formats() {
    let golden = |expected, arguments| assert_golden("formats", expected, arguments, 0);
    golden("formats.txt", &["find", "."]);
    golden("formats.json", &["find", "--json", "."]);
}
