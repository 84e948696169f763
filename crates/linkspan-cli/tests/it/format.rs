//! `linkspan format`.

use crate::support::{TempDir, run, run_in, run_on};

#[test]
fn readable_and_ascii_forms_are_converted() {
    let ascii = "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe";
    let readable = "https://bücher.example/größe";
    assert_eq!(run(&["format", ascii]).lines(), [readable]);
    assert_eq!(
        run(&["format", "--ascii", readable, ascii]).lines(),
        [ascii, ascii]
    );
}

#[test]
fn literal_form_has_the_escapes_of_the_standard_only() {
    let url = "https://xn--bcher-kva.example/(>b)/100%25/%E2%80%AE";
    let literal = run(&["format", "--literal", url]);
    assert_eq!(
        literal.lines(),
        ["https://bücher.example/(%3Eb%29/100%/\u{202E}"]
    );
    let readable = run(&["format", url]);
    assert_eq!(
        readable.lines(),
        ["https://bücher.example/(%3Eb%29/100%25/%E2%80%AE"]
    );
    assert_eq!(run(&["format", "--literal", "--ascii", url]).status, 2);
}

#[test]
fn each_input_line_gives_one_output_line() {
    let input = "https://example.com/%CE%B1\r\nexample.com/%C3%A4\nexample.com/%41";
    let run = run_on(input, &["format"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(
        run.text(),
        "https://example.com/α\r\nexample.com/ä\nexample.com/A"
    );
}

#[test]
fn invalid_url_is_reported_and_printed_unchanged() {
    let run = run_on(b"a.com\n\nnot a URL\n\xFF\nb.com/%41\n", &["format"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.stdout, b"a.com\n\nnot a URL\n\xFF\nb.com/A\n");
    let lines: Vec<_> = run.stderr.lines().collect();
    // The empty line is kept.
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, number) in lines.iter().zip(3..) {
        let start = format!("linkspan: line {number}: not a URL: ");
        assert!(line.starts_with(&start), "{line}");
    }
    let run = crate::support::run(&["format", "a.com", "b c"]);
    assert_eq!((run.status, run.text()), (2, "a.com\nb c\n"));
    assert!(
        run.stderr.starts_with("linkspan: argument 2: not a URL: "),
        "{}",
        run.stderr
    );
}

#[test]
fn file_instead_of_a_url_gets_a_hint() {
    let directory = TempDir::new("format");
    directory.write("my urls", "a.com\n");
    let run = run_in(directory.path(), &["format", "my urls"]);
    assert!(
        run.stderr.contains("linkspan format < 'my urls'"),
        "{}",
        run.stderr
    );
}
