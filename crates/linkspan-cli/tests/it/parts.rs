//! Filters of links, and output other than the whole link.

use serde_json::Value;

use crate::support::{TempDir, number, run_in, run_on, string, testdata};

const TEXT: &str = "see https://www.Bücher.example.co.uk:8080/größe?a=1#f, example.com \
    mailto:ann@例え.jp?subject=x or http://192.0.2.1/x\n";

#[test]
fn hosts_are_matched_in_both_forms_and_by_domain() {
    let text = "https://www.example.com example.com notexample.com bücher.example.org \
        xn--bcher-kva.example.net аррӏе.com ann@mail.example.com http://[2001:db8::1]/ a.gov.uk \
        http://localhost:80";
    let find = |patterns: &[&str]| {
        let mut arguments = vec!["find"];
        arguments.extend(patterns.iter().flat_map(|pattern| ["--host", pattern]));
        let run = run_on(text, &arguments);
        assert_eq!(run.stderr, "", "{patterns:?}");
        run.lines().join(" ")
    };
    for (pattern, expected) in [
        // The registrable domain, so subdomains, too.
        (
            "example.com",
            "https://www.example.com example.com ann@mail.example.com",
        ),
        ("www.example.com", "https://www.example.com"),
        (
            "EXAMPLE.COM",
            "https://www.example.com example.com ann@mail.example.com",
        ),
        (
            "*.example.com",
            "https://www.example.com ann@mail.example.com",
        ),
        (
            "*example.com",
            "https://www.example.com example.com notexample.com ann@mail.example.com",
        ),
        ("bücher.*", "bücher.example.org xn--bcher-kva.example.net"),
        ("BÜCHER.example.net", "xn--bcher-kva.example.net"),
        (
            "xn--bcher-kva.*",
            "bücher.example.org xn--bcher-kva.example.net",
        ),
        ("аррӏе.com", "аррӏе.com"),
        ("ар*", "аррӏе.com"),
        ("xn--80ak6aa92e.com", "аррӏе.com"),
        ("[2001:db8::1]", "http://[2001:db8::1]/"),
        ("2001:DB8:0::1", "http://[2001:db8::1]/"),
        ("*.gov.uk", "a.gov.uk"),
        ("localhost", "http://localhost:80"),
        ("nowhere.example", ""),
    ] {
        assert_eq!(find(&[pattern]), expected, "{pattern}");
    }
    assert_eq!(
        find(&["localhost", "*.gov.uk"]),
        "a.gov.uk http://localhost:80"
    );
    for (pattern, message) in [
        ("https://example.com", "expected a host"),
        ("a[b", "cannot use 'a[b' as a pattern for hosts"),
        (
            "example.com:80",
            "cannot use 'example.com:80' as a pattern for hosts",
        ),
    ] {
        let run = run_on(text, &["find", "--host", pattern]);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert_eq!(run.stderr.matches(pattern).count(), 1, "{}", run.stderr);
    }
    let run = run_on(text, &["find", "--host", ""]);
    assert!(
        run.status == 2 && run.stderr.contains("expected a host"),
        "{}",
        run.stderr
    );
}

#[test]
fn expressions_are_matched_with_the_text_and_the_address() {
    let text = "example.com/a bücher.example.org/b http://example.org/a ann@example.com";
    let find = |arguments: &[&str]| {
        let run = run_on(text, &[&["find"], arguments].concat());
        run.lines().join(" ")
    };
    assert_eq!(
        find(&["--include", "/a$"]),
        "example.com/a http://example.org/a"
    );
    // The address that the link leads to has a scheme.
    assert_eq!(
        find(&["--include", "^https:"]),
        "example.com/a bücher.example.org/b"
    );
    assert_eq!(find(&["--include", "^mailto:"]), "ann@example.com");
    assert_eq!(find(&["--include", "(?i)BÜCHER"]), "bücher.example.org/b");
    assert_eq!(find(&["--include", "xn--"]), "bücher.example.org/b");
    assert_eq!(
        find(&[
            "--include",
            "/a$",
            "--include",
            "/b$",
            "--exclude",
            "//example.org"
        ]),
        "example.com/a bücher.example.org/b"
    );
    assert_eq!(
        find(&["--exclude", "example\\.com", "--kind", "url"]),
        "bücher.example.org/b http://example.org/a"
    );
    let run = run_on(text, &["find", "--exclude", "a(b"]);
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (
            2,
            "linkspan: cannot use 'a(b' as a regular expression: unclosed group\n"
        )
    );
    // The exit status and all other output depend on the filter.
    assert_eq!(run_on(text, &["find", "-q", "--include", "z"]).status, 1);
    assert_eq!(
        run_on(text, &["find", "-c", "--kind", "email"]).lines(),
        ["1"]
    );
    let check = run_on(text, &["check", "--all", "--include", "^http:"]);
    assert_eq!(check.lines(), ["<stdin>:1:37: http://example.org/a"]);
}

#[test]
fn parts_are_printed_in_readable_or_ascii_form() {
    for (part, readable, ascii) in [
        (
            "host",
            "www.bücher.example.co.uk example.com 例え.jp 192.0.2.1",
            "www.xn--bcher-kva.example.co.uk example.com xn--r8jz45g.jp 192.0.2.1",
        ),
        (
            "domain",
            "example.co.uk example.com 例え.jp",
            "example.co.uk example.com xn--r8jz45g.jp",
        ),
        ("email", "ann@例え.jp", "ann@xn--r8jz45g.jp"),
        (
            "scheme",
            "https https mailto http",
            "https https mailto http",
        ),
        ("path", "/größe /x", "/gr%C3%B6%C3%9Fe /x"),
        ("port", "8080", "8080"),
        ("query", "a=1", "a=1"),
        ("fragment", "f", "f"),
    ] {
        let find = |form: &[&str]| {
            let arguments = [&["find", "--only", part], form].concat();
            run_on(TEXT, &arguments).lines().join(" ")
        };
        assert_eq!(find(&[]), readable, "{part}");
        assert_eq!(find(&["--display"]), readable, "{part}");
        assert_eq!(find(&["--href"]), ascii, "{part}");
    }
    let run = run_on("A.com a.com b.a.com", &["find", "--only", "domain", "-u"]);
    assert_eq!(run.lines(), ["a.com"]);
    let run = run_on(TEXT, &["find", "--only", "path", "-n"]);
    assert_eq!(run.lines(), ["1:5:/größe", "1:105:/x"]);
    let run = run_on("a.com/?ü#ö", &["find", "--only", "query", "--href"]);
    assert_eq!(run.lines(), ["%C3%BC"]);
    // No link has the part.
    assert_eq!(run_on("a.com", &["find", "--only", "email"]).status, 1);
    // A host that could deceive stays in ASCII.
    let run = run_on("https://аррӏе.com/", &["find", "--only", "host"]);
    assert_eq!(run.lines(), ["xn--80ak6aa92e.com"]);
}

#[test]
fn templates_print_fields() {
    let run = run_on(
        TEXT,
        &[
            "find",
            "--template",
            "{{{host}}}\\t{port}\\\\{query}{fragment}|{domain_ascii}",
        ],
    );
    assert_eq!(
        run.lines(),
        [
            "{www.bücher.example.co.uk}\t8080\\a=1f|example.co.uk",
            "{example.com}\t\\|example.com",
            "{例え.jp}\t\\|xn--r8jz45g.jp",
            "{192.0.2.1}\t\\|"
        ]
    );
    let run = run_on(
        "a.com b.com",
        &["find", "-0", "--template", "{line}:{column} {text}"],
    );
    assert_eq!(run.stdout, b"1:1 a.com\x001:7 b.com\0");
    let run = run_on(
        "a.com a.com b.com",
        &["find", "-u", "--template", "{host}\\n"],
    );
    assert_eq!(run.text(), "a.com\n\nb.com\n\n");
    let run = run_on("a.com", &["find", "--template", "{hots}"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("no such field: 'hots'; the fields are path, line, start, end, kind"),
        "{}",
        run.stderr
    );
}

/// Paths can be any bytes, and a terminal executes control sequences in them.
#[cfg(unix)]
#[test]
fn paths_in_templates_are_raw_but_not_on_terminals() {
    use std::os::unix::ffi::OsStrExt as _;

    let directory = TempDir::new("template-path");
    let name = std::ffi::OsStr::from_bytes(b"a\xFF\x1b[1m.txt");
    std::fs::write(directory.path().join(name), "a.com").expect("a file");
    let find = |color: &str| {
        let mut command = crate::support::program();
        command
            .args(["find", "--template", "{path}", "--color", color])
            .arg(name);
        let output = command.current_dir(directory.path()).output();
        output.expect("the program starts").stdout
    };
    assert_eq!(find("never"), b"a\xFF\x1b[1m.txt\n");
    assert_eq!(find("always"), b"a\\xff\\u{1b}[1m.txt\n");
}

#[test]
fn records_have_the_same_values_in_every_format() {
    let directory = TempDir::new("records");
    let name = "a, \"b\"\t.txt";
    directory.write(name, TEXT);
    let find =
        |arguments: &[&str]| run_in(directory.path(), &[&["find"], arguments, &[name]].concat());
    for full in [&[] as &[&str], &["--full"]] {
        let objects = find(&[&["--json"], full].concat()).objects();
        assert_eq!(objects.len(), 4);
        for (option, separator) in [("--csv", ','), ("--tsv", '\t')] {
            let run = find(&[&[option], full].concat());
            let rows = parse_rows(run.text(), separator);
            assert_eq!(rows.len(), 5, "{}", run.text());
            for (row, object) in rows[1..].iter().zip(&objects) {
                let fields = object.as_object().expect("an object");
                assert_eq!(row.len(), fields.len());
                for (name, value) in rows[0].iter().zip(row) {
                    let expected = match &fields[name] {
                        Value::Null => String::new(),
                        Value::String(text) => text.clone(),
                        other => other.to_string(),
                    };
                    assert_eq!(*value, expected, "{option} {name}");
                }
            }
        }
        // A template has the same values.
        for (name, value) in objects[0].as_object().expect("an object") {
            let run = find(&["-m1", "--template", &format!("{{{name}}}")]);
            let expected = match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(run.text(), expected + "\n", "{name}");
        }
    }
    let short = find(&["--json", "-m1"]);
    let full = find(&["--json", "--full", "-m1"]);
    // The fields of the contract come first, unchanged.
    let contract = short.text().trim_end().trim_end_matches('}');
    assert!(full.text().starts_with(contract), "{}", full.text());
    assert_eq!(
        full.text().strip_prefix(contract),
        Some(
            ",\"column\":5,\"start_utf16\":4,\"end_utf16\":53,\"start_chars\":4,\"end_chars\":53,\
             \"display\":\"https://www.bücher.example.co.uk:8080/größe?a=1#f\",\
             \"scheme\":\"https\",\"host\":\"www.bücher.example.co.uk\",\
             \"host_ascii\":\"www.xn--bcher-kva.example.co.uk\",\"domain\":\"example.co.uk\",\
             \"domain_ascii\":\"example.co.uk\",\"port\":\"8080\",\"url_path\":\"/größe\",\
             \"query\":\"a=1\",\"fragment\":\"f\",\"email\":null}\n"
        )
    );
}

/// A reader of separated values, as RFC 4180 describes them.
fn parse_rows(text: &str, separator: char) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let row = rows.last_mut().expect("a row");
        let field = row.last_mut().expect("a field");
        match c {
            '"' if quoted && rest.peek() == Some(&'"') => {
                rest.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            c if c == separator && !quoted => row.push(String::new()),
            '\n' if !quoted => rows.push(vec![String::new()]),
            c => field.push(c),
        }
    }
    assert_eq!(rows.pop(), Some(vec![String::new()]), "the last line ends");
    rows
}

#[test]
fn separated_values_have_a_header_even_without_links() {
    let run = run_on("nothing", &["find", "--csv"]);
    assert_eq!(
        (run.status, run.text()),
        (1, "path,line,start,end,kind,text,href\n")
    );
    let run = run_on("a.com", &["find", "--tsv"]);
    assert_eq!(
        run.text(),
        "path\tline\tstart\tend\tkind\ttext\thref\n\t1\t0\t5\turl\ta.com\thttps://a.com\n"
    );
}

/// Offsets in other units are those of the same place in the input.
#[test]
fn offsets_in_characters_agree_with_those_in_bytes() {
    let texts = testdata().join("texts");
    let formats = testdata().join("formats");
    let mut checked = 0;
    for directory in [texts, formats] {
        for (threads, block) in [("1", "64"), ("4", "4096")] {
            for lines in [&[] as &[&str], &["--lines"]] {
                let arguments = [
                    "find",
                    "--json",
                    "--full",
                    "-j",
                    threads,
                    "--block-size",
                    block,
                ];
                let run = run_in(&directory, &[&arguments, lines, &["."]].concat());
                for object in run.objects() {
                    let input = std::fs::read_to_string(directory.join(string(&object, "path")))
                        .expect("a text in UTF-8");
                    assert!(!input.starts_with('\u{FEFF}'), "no byte order mark");
                    let line = input.split('\n').nth(number(&object, "line") - 1);
                    let input = if lines.is_empty() {
                        &input
                    } else {
                        line.expect("the line")
                    };
                    for edge in ["start", "end"] {
                        let before = &input[..number(&object, edge)];
                        assert_eq!(
                            (
                                number(&object, &format!("{edge}_chars")),
                                number(&object, &format!("{edge}_utf16")),
                            ),
                            (before.chars().count(), before.encode_utf16().count()),
                            "{edge} of {object}"
                        );
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 1_000, "{checked}");
}

#[test]
fn offsets_in_characters_count_escapes_and_control_sequences() {
    for (input, format) in [
        (
            "𝄞 {\"𝄞\\u00e9\":\"see https:\\/\\/example.com\\/\\u00fc\\/ \"}",
            "json",
        ),
        (
            "a\u{1b}[1mb\u{1b}[0m https://\u{1b}[31mexample\u{1b}[0m.com/𝄞\u{1b}[0m x",
            "text",
        ),
        ("a,\"𝄞\"\"\",\"https://example.com/\"\"𝄞\",b", "csv"),
        ("<p>𝄞 &amp; <a href='https://example.com/?a&amp;b'>", "html"),
    ] {
        let run = run_on(input, &["find", "--json", "--full", "--in", format]);
        let objects = run.objects();
        assert_eq!(objects.len(), 1, "{format}: {}", run.text());
        for edge in ["start", "end"] {
            let before = &input[..number(&objects[0], edge)];
            assert_eq!(
                (
                    number(&objects[0], &format!("{edge}_chars")),
                    number(&objects[0], &format!("{edge}_utf16")),
                ),
                (before.chars().count(), before.encode_utf16().count()),
                "{format}, {edge}: {}",
                run.text()
            );
        }
    }
    // A byte order mark is not a character of the text.
    let run = run_on("\u{FEFF}é a.com", &["find", "--json", "--full"]);
    let object = &run.objects()[0];
    assert_eq!(
        (number(object, "start"), number(object, "start_chars")),
        (6, 2)
    );
    // In UTF-16, UTF-16 units are half of the bytes.
    let utf16: Vec<u8> = "𝄞 a.com"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let run = run_on(utf16, &["find", "--json", "--full", "-E", "utf-16le"]);
    let object = &run.objects()[0];
    assert_eq!(
        (number(object, "start"), number(object, "start_utf16")),
        (6, 3)
    );
    assert_eq!(number(object, "start_chars"), 2);
}

#[test]
fn conflicts_are_errors() {
    for arguments in [
        &["--json", "--count"] as &[_],
        &["--json", "-l"],
        &["--csv", "--tsv"],
        &["--csv", "--json"],
        &["-l", "--files-without-links"],
        &["-l", "-u"],
        &["-c", "--only", "host"],
        &["--template", "x", "--href"],
        &["--template", "x", "-n"],
        &["--json", "--display"],
        &["--json", "-0"],
        &["-c", "-0"],
        &["-q", "--only", "host"],
        &["-q", "--files-without-links"],
    ] {
        let run = run_on("a.com", &[&["find"], arguments].concat());
        assert_eq!((run.status, run.text()), (2, ""), "{arguments:?}");
        assert!(
            run.stderr.contains("cannot be used with"),
            "{arguments:?}: {}",
            run.stderr
        );
    }
    for arguments in [&["--full"] as &[_], &["--top", "3"]] {
        let run = run_on("a.com", &[&["find"], arguments].concat());
        assert!(
            run.status == 2 && run.stderr.contains("required"),
            "{}",
            run.stderr
        );
    }
    // These go together.
    for arguments in [
        &["-l", "-0"] as &[_],
        &["-c", "-m", "1"],
        &["-c", "-u"],
        &["--only", "host", "--href", "-u", "-n"],
        &["--stats", "-q"],
        &["--stats", "-c"],
        &["--json", "--lines", "-u", "-m", "1"],
        &["--json", "-n", "-H"],
        &["-c", "-n"],
        &["-l", "-n", "-H"],
        &["-o", "-n"],
        &["-o", "-o"],
    ] {
        let run = run_on("a.com", &[&["find"], arguments].concat());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    }
}

/// An alias may set options that have no effect beside `-q`.
#[test]
fn quiet_overrides_other_output() {
    for arguments in [
        &["--json"] as &[_],
        &["--csv", "--full"],
        &["-c"],
        &["-l"],
        &["-u", "-m", "1"],
        &["--template", "{host}"],
        &["-n", "-H"],
    ] {
        let arguments = [&["find", "-q"], arguments].concat();
        let found = run_on("a.com", &arguments);
        let (text, stderr) = (found.text(), found.stderr.as_str());
        assert_eq!((found.status, text, stderr), (0, "", ""), "{arguments:?}");
        let none = run_on("a", &arguments);
        assert_eq!((none.status, none.text()), (1, ""), "{arguments:?}");
    }
}
