//! `--never`: a list of what is not linked, in every command that finds links.

use crate::support::{Run, TempDir, run_on};

fn run_with(list: &str, input: &str, arguments: &[&str]) -> Run {
    let directory = TempDir::new("never");
    directory.write("list", list);
    let path = directory.path().join("list");
    let path = path.to_str().expect("the path is UTF-8");
    run_on(input, &[arguments, &["--never", path]].concat())
}

const LIST: &str = "# projects\nasp.net\nhttps://example.com/a\n";

#[test]
fn find() {
    let text = "ASP.net/core https://example.com/a https://example.com/b";
    let run = run_with(LIST, text, &["find"]);
    assert_eq!(run.lines(), ["https://example.com/b"]);
}

#[test]
fn linkify() {
    for (format, output) in [
        ("text", "asp.net"),
        ("html", "<p>asp.net</p>"),
        ("markdown", "*asp.net*\n"),
    ] {
        let run = run_with(
            LIST,
            output,
            &[
                "linkify",
                "--in",
                format,
                "--to",
                match format {
                    "markdown" => "markdown",
                    _ => "html",
                },
            ],
        );
        assert_eq!(run.text(), output, "{format}");
    }
}

#[test]
fn explain() {
    let run = run_with(LIST, "asp.net", &["explain"]);
    assert!(
        run.text()
            .contains("it is in the list of what is never linked"),
        "{}",
        run.text()
    );
}

#[test]
fn errors_name_the_line() {
    let run = run_with("a.com\nnot a link\n", "a.com", &["find"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("line 2: expected a host or a link"),
        "{}",
        run.stderr
    );
}
