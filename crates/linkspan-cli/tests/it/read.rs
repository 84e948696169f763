//! How inputs are read: formats, profiles, control sequences.

use crate::properties::formats;
use crate::support::{TempDir, number, run, run_in, run_on, string, testdata};

/// The input has the text of each link at its offsets, except where it is written in another way.
#[test]
fn offsets_are_those_of_the_file_in_every_format() {
    let directory = testdata().join("formats");
    let found = run_in(&directory, &["find", "--json", "."]);
    let mut verbatim = 0;
    let objects = found.objects();
    for object in &objects {
        let path = directory.join(string(object, "path"));
        let file = std::fs::read(&path).expect("the file exists");
        let [start, end] = ["start", "end"].map(|field| number(object, field));
        let written = String::from_utf8_lossy(&file[start..end]).into_owned();
        let line = file[..start].split(|&byte| byte == b'\n').count();
        assert_eq!(number(object, "line"), line, "{object}");
        let text = string(object, "text");
        if written == text {
            verbatim += 1;
            continue;
        }
        let is_encoded = [
            "\\/", "\\u", "&amp;", "&#64;", "\"\"", "\x1b[", "=3D", "=\n", "\\_", "\\*",
        ]
        .iter()
        .any(|syntax| written.contains(syntax));
        let is_base64 = string(object, "path").contains("mail") && text.contains("größe");
        let has_space = written.contains(' ') && text.contains("%20");
        assert!(is_encoded || is_base64 || has_space, "{written} {object}");
    }
    assert!(verbatim > 60 && objects.len() > verbatim + 12, "{verbatim}");
}

#[test]
fn results_do_not_depend_on_block_size_or_threads() {
    let directory = testdata().join("formats");
    let expected = run_in(&directory, &["find", "--json", "."]);
    for arguments in [
        &["-j", "1"] as &[_],
        &["--block-size", "1"],
        &["--block-size", "13"],
    ] {
        let arguments = [&["find", "--json", "."], arguments].concat();
        let found = run_in(&directory, &arguments);
        assert_eq!(found.text(), expected.text(), "{arguments:?}");
    }
}

#[test]
fn standard_input_is_recognised_by_its_start() {
    for name in [
        "build.log",
        "data.json",
        "feed.xml",
        "lines.jsonl",
        "list.mbox",
        "mail.eml",
        "notes.md",
        "page.html",
        "table.csv",
        "table.tsv",
    ] {
        let path = testdata().join("formats").join(name);
        let by_name = run(&[
            "find",
            "--no-filename",
            path.to_str().expect("a UTF-8 path"),
        ]);
        let content = std::fs::read(&path).expect("the file exists");
        let found = run_on(&content, &["find"]);
        assert_eq!(found.text(), by_name.text(), "{name}");
    }
}

#[test]
fn verbose_says_how_each_input_is_read() {
    let directory = TempDir::new("verbose");
    directory.write("a.md", "x");
    directory.write("b.rs", "x");
    let found = run_in(directory.path(), &["find", "-v", "."]);
    assert_eq!(
        found.stderr,
        "linkspan: './a.md': read as markdown, profile prose\n\
         linkspan: './b.rs': read as text, profile source\n"
    );
    let found = run_in(
        directory.path(),
        &[
            "check",
            "--verbose",
            "--in",
            "text",
            "--profile",
            "strict",
            "a.md",
        ],
    );
    assert_eq!(
        found.stderr,
        "linkspan: 'a.md': read as text, profile strict\n"
    );
    let found = run_on("{\"a\": 1}", &["find", "-v"]);
    assert_eq!(
        found.stderr,
        "linkspan: standard input: read as json, profile source\n"
    );
}

#[test]
fn format_and_profile_can_be_chosen() {
    let text = "[a](https://example.com/docs了解)";
    let found = |arguments: &[&str]| {
        let run = run_on(text, &[&["find"], arguments].concat());
        run.text().to_owned()
    };
    assert_eq!(
        found(&["--in", "text", "--profile", "uts58"]),
        "https://example.com/docs了解\n"
    );
    assert_eq!(
        found(&["--in", "text", "--profile", "prose"]),
        "https://example.com/docs\n"
    );
    let target = "https://example.com/docs%E4%BA%86%E8%A7%A3\n";
    assert_eq!(found(&["--in", "markdown"]), target);
    assert_eq!(found(&[]), target);
}

/// Every line is a text of its own, whatever it looks like.
#[test]
fn with_lines_every_line_is_plain_text() {
    let text = "{\"a\\u002ecom\":1}\n\
        <a href=\"https://example.com/?a&amp;b\">x</a>\n\
        [a](https://example.com/c)\n\
        \x1b[31mhttps://\x1b[1mexample.com/d\x1b[0m\n";
    let found = run_on(text, &["find", "--json", "--lines", "--profile", "uts58"]);
    let found: Vec<_> = found
        .objects()
        .iter()
        .map(|link| {
            (
                number(link, "line"),
                number(link, "start"),
                string(link, "text").to_owned(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (2, 9, String::from("https://example.com/?a&amp;b")),
            (3, 4, String::from("https://example.com/c")),
            (4, 5, String::from("https://example.com/d")),
        ]
    );
}

#[test]
fn control_sequences_have_no_width() {
    let text = "\x1b[35mREADME\x1b[m: see https://\x1b[01;31m\x1b[Kexample\x1b[m\x1b[K.com/a\x1b[0m.\n\
        \x1b[32mhttps://example.org\x1b[39m and \x1b]8;;https://example.net/b.\x1b\\label\x1b]8;;\x1b\\\n";
    for profile in ["uts58", "prose", "source", "terminal", "strict"] {
        for block in ["1", "5", "4096"] {
            let arguments = [
                "find",
                "--json",
                "--profile",
                profile,
                "--block-size",
                block,
            ];
            let found = run_on(text, &arguments).objects();
            let found: Vec<_> = found
                .iter()
                .map(|link| {
                    let range = number(link, "start")..number(link, "end");
                    (string(link, "text"), &text[range])
                })
                .collect();
            assert_eq!(
                found,
                [
                    (
                        "https://example.com/a",
                        "https://\x1b[01;31m\x1b[Kexample\x1b[m\x1b[K.com/a"
                    ),
                    ("https://example.org", "https://example.org"),
                    ("https://example.net/b.", "https://example.net/b."),
                ],
                "{profile} {block}"
            );
        }
    }
}

#[test]
fn columns_count_the_characters_of_the_input() {
    let text = "é \x1b[31mx\x1b[0m https://pаypal.com/\n";
    let found = run_on(text, &["check", "--sarif"]);
    let log: serde_json::Value = serde_json::from_str(found.text()).expect("a SARIF log");
    let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    // The finding is about the label, after "https://".
    let column = text[..text.find("pа").expect("the label")].chars().count() + 1;
    assert_eq!(number(region, "startColumn"), column, "{region}");
}

/// A string that is longer than what is kept in memory is searched in parts.
#[test]
fn long_json_strings_are_searched() {
    let content = "see https:\\/\\/example.com\\/\\u00fc ".repeat(20_000);
    let text = format!("{{\"a\":\"{content}\",\"b\":\"https:\\/\\/example.org\"}}");
    for block in ["1000", "262144"] {
        let found = run_on(&text, &["find", "--block-size", block]);
        let lines = found.lines();
        assert_eq!(lines.len(), 20_001);
        assert!(
            lines[..20_000]
                .iter()
                .all(|line| *line == "https://example.com/ü")
        );
        assert_eq!(lines[20_000], "https://example.org");
    }
}

/// Nothing that looks like another format makes the program fail.
#[test]
fn broken_documents_lose_no_links() {
    for (format, text) in [
        ("html", "<a href=\"https://example.com/a"),
        ("html", "<p>https://example.com/a<"),
        ("html", "<!-- https://example.com/a"),
        ("html", "<script>'https://example.com/a'"),
        ("markdown", "[x](https://example.com/a"),
        ("markdown", "<https://example.com/a"),
        ("json", "{\"a\":\"https:\\/\\/example.com\\/a"),
        ("json", "]]}}\"x\"\"https:\\/\\/example.com\\/a\""),
        ("csv", "a,\"https://example.com/a"),
        ("csv", "https://example.com/a"),
        ("mail", "https://example.com/a"),
        ("mail", "Subject: x\n\nhttps://example.com/a"),
        (
            "mail",
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttps://example.com/a",
        ),
        (
            "mail",
            "Content-Transfer-Encoding: quoted-printable\n\nhttps://example.com/a=",
        ),
    ] {
        let found = run_on(text, &["find", "--in", format]);
        assert_eq!(found.lines(), ["https://example.com/a"], "{format}: {text}");
    }
}

/// Texts made of the syntax of all formats, in random order.
#[test]
fn random_documents_have_properties() {
    const PIECES: &[&str] = &[
        "https://example.com/a",
        "https:\\/\\/example.com",
        "example.org",
        "ann@example.com",
        "mailto:",
        "\"",
        "\"\"",
        "'",
        "\\",
        "\\u00fc",
        "\\ud83d",
        "\\ude00",
        "\\u",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        ";",
        "\t",
        " ",
        "\n",
        "\r\n",
        "<a href=",
        "<a href=\"",
        ">",
        "<",
        "</a>",
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "&amp;",
        "&",
        "&#64;",
        "](",
        "](<",
        ")",
        "[r]: ",
        "`",
        "```\n",
        "# ",
        "*",
        "_",
        "\\_",
        "\u{1b}[31m",
        "\u{1b}]8;;",
        "\u{1b}\\",
        "\u{7}",
        "\u{1b}",
        "From ",
        "From: ",
        "Subject: ",
        "\n\n",
        "=?utf-8?Q?",
        "=?utf-8?B?",
        "?=",
        "=3D",
        "=\n",
        "=C3=BC",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\n",
        "Content-Type: text/html; charset=shift_jis\n",
        "Content-Type: multipart/mixed; boundary=b\n",
        "--b\n",
        "--b--",
        "aHR0cHM6Ly9leGFtcGxlLmNvbS8=",
        "é",
        "漢字",
        "😀",
        "\u{0}",
    ];
    let mut state = 1_u64;
    let mut random = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).expect("31 bits") % limit
    };
    for _ in 0..3000 {
        let count = random(24);
        let pieces = (0..count).map(|_| PIECES[random(PIECES.len())].as_bytes());
        let mut input = pieces.collect::<Vec<_>>().concat();
        if random(8) == 0 {
            let at = random(input.len() + 1);
            input.insert(at, 0xFF);
        }
        let text = String::from_utf8_lossy(&input).into_owned();
        let block = 1 + random(12);
        let checked = std::panic::catch_unwind(|| formats(&input, block));
        assert!(checked.is_ok(), "formats({text:?}, {block})");
    }
}

#[test]
fn large_documents_are_read_as_text() {
    let mut page = String::from("<p>See https://example.com/a </p>\n");
    page.push_str(&"<p>Nothing to see here.</p>\n".repeat(64 * 1024 * 1024 / 28 + 1));
    page.push_str("<a href=\"https://example.com/b\">");
    let run = run_on(&page, &["find", "-v", "--unique", "--in", "html"]);
    assert_eq!(
        run.lines(),
        ["https://example.com/a", "https://example.com/b"]
    );
    assert_eq!(
        run.stderr,
        "linkspan: standard input: read as text, profile source\n"
    );
}

/// A list of top-level domains can be a pipe, although there is a finder for each profile.
#[cfg(unix)]
#[test]
fn list_of_top_level_domains_is_read_once() {
    let arguments = ["find", "--tlds", "/dev/stdin", "/dev/null"];
    let run = run_on("COM\n", &arguments);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
}

/// Found by fuzzing: a block that ended after the second surrogate of an escaped character separated the two.
#[test]
fn escaped_surrogates_are_not_separated_where_blocks_end() {
    let text = r#"x"y"z": "https://example.com/\ud83d\ude00?q=\u0061\ud83d\ude00","#;
    for block in 1..text.len() {
        formats(text.as_bytes(), block);
    }
}
