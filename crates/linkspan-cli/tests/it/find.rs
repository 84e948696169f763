//! The output of `linkspan find`.

use crate::support::{TempDir, number, program, run, run_on, string, testdata};

#[test]
fn links_are_printed_one_per_line() {
    let run = run_on("(see example.com/α), ann@example.org.\n", &["find"]);
    assert_eq!(run.lines(), ["example.com/α", "ann@example.org"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
}

#[test]
fn prefix_of_path_line_and_column_can_be_chosen() {
    let text = "a\nsee example.com\n";
    assert_eq!(run_on(text, &["find", "-n"]).lines(), ["2:5:example.com"]);
    assert_eq!(
        run_on(text, &["find", "-H"]).lines(),
        ["<stdin>:2:5:example.com"]
    );
    assert_eq!(
        run_on(text, &["find", "-", "-"]).lines(),
        ["<stdin>:2:5:example.com"]
    );
    assert_eq!(
        run_on(text, &["find", "-I", "-", "-"]).lines(),
        ["example.com"]
    );
}

#[test]
fn columns_count_bytes_from_1() {
    let run = run_on("\nпривет пример.рф\n", &["find", "-n"]);
    assert_eq!(run.lines(), ["2:14:пример.рф"]);
}

#[test]
fn href_and_display_choose_the_form() {
    let text = "https://xn--r8jz45g.jp/%E3%81%A8 例え.jp/と ann@例え.jp";
    assert_eq!(
        run_on(text, &["find", "--href"]).lines(),
        [
            "https://xn--r8jz45g.jp/%E3%81%A8",
            "https://xn--r8jz45g.jp/%E3%81%A8",
            "mailto:ann@xn--r8jz45g.jp"
        ]
    );
    assert_eq!(
        run_on(text, &["find", "--display"]).lines(),
        ["https://例え.jp/と", "例え.jp/と", "ann@例え.jp"]
    );
    // The first two links have the same href.
    assert_eq!(
        run_on(text, &["find", "--href", "--unique"]).lines().len(),
        2
    );
    assert_eq!(run_on(text, &["find", "--unique"]).lines().len(), 3);
}

#[test]
fn kind_selects_a_kind_of_links() {
    let text = "example.com ann@example.org";
    assert_eq!(
        run_on(text, &["find", "--kind", "url"]).lines(),
        ["example.com"]
    );
    assert_eq!(
        run_on(text, &["find", "--kind", "email"]).lines(),
        ["ann@example.org"]
    );
}

#[test]
fn null_terminates_links() {
    let run = run_on("example.com example.org", &["find", "-0"]);
    assert_eq!(run.stdout, b"example.com\0example.org\0");
}

#[test]
fn count_prints_the_number_of_links() {
    let text = "a.com a.com b.com";
    assert_eq!(run_on(text, &["find", "-c"]).lines(), ["3"]);
    assert_eq!(run_on(text, &["find", "-cu"]).lines(), ["2"]);
    assert_eq!(run_on(text, &["find", "-cH"]).lines(), ["<stdin>:3"]);
    let none = run_on("nothing", &["find", "-c"]);
    assert_eq!((none.lines(), none.status), (vec!["0"], 1));
}

#[test]
fn finder_options_change_which_links_are_found() {
    let cases: [(&str, &[&str], &[&str]); 20] = [
        (
            "gemini://a.com http://b.com",
            &["--scheme", "gemini"],
            &["gemini://a.com"],
        ),
        (
            "gemini://a.com http://b.com",
            &["--scheme", "gemini", "--scheme", "http://"],
            &["gemini://a.com", "http://b.com"],
        ),
        (
            "http://localhost:3000/a",
            &["--profile", "terminal"],
            &["http://localhost:3000/a"],
        ),
        (
            "见https://a.com/docs了解",
            &["--profile", "prose"],
            &["https://a.com/docs"],
        ),
        (
            "见https://a.com/docs了解",
            &["--profile", "prose", "--attached-words", "keep"],
            &["https://a.com/docs了解"],
        ),
        (
            "见https://a.com/docs了解",
            &["--profile", "prose", "--literal"],
            &["https://a.com/docs了解"],
        ),
        ("seen a.com/?", &["--literal"], &["a.com/?"]),
        (
            "a.com http://b.com",
            &["--bare-domains", "skip"],
            &["http://b.com"],
        ),
        ("a.com/b a.com/bc", &["--length-limit", "7"], &["a.com/b"]),
        (
            "foo://bar/baz",
            &["--unknown-schemes", "link"],
            &["foo://bar/baz"],
        ),
        (
            r#"to "ann lee"@example.com"#,
            &["--quoted-local-parts", "link"],
            &[r#""ann lee"@example.com"#],
        ),
        (
            "http://ann@a.com/ http://1.2.3.4/",
            &["--userinfo", "link", "--ip-hosts", "skip"],
            &["http://ann@a.com/"],
        ),
        (
            "http://ann@a.com/ b.com",
            &["--userinfo", "skip"],
            &["b.com"],
        ),
        (
            "http://localhost:3000/a",
            &["--one-label-hosts", "link"],
            &["http://localhost:3000/a"],
        ),
        (
            "http://localhost:3000/a b.com",
            &["--profile", "terminal", "--one-label-hosts", "skip"],
            &["b.com"],
        ),
        (
            "a..b@example.com c@example.org",
            &["--bad-dots", "skip"],
            &["c@example.org"],
        ),
        (
            "a..b@example.com",
            &["--bad-dots", "recover"],
            &["b@example.com"],
        ),
        (
            "seen a.com/?",
            &["--trailing-question", "trim"],
            &["a.com/"],
        ),
        (
            "seen a.com/?",
            &["--trailing-question", "keep"],
            &["a.com/?"],
        ),
        (
            "见https://a.com/docs了解",
            &["--attached-words", "trim"],
            &["https://a.com/docs"],
        ),
    ];
    for (text, arguments, expected) in cases {
        let run = run_on(text, &[&["find"], arguments].concat());
        assert_eq!(run.lines(), expected, "{arguments:?} on {text:?}");
    }
}

#[test]
fn implied_scheme_and_list_of_domains_can_be_set() {
    let run = run_on("a.com", &["find", "--href", "--implied-scheme", "http"]);
    assert_eq!(run.lines(), ["http://a.com"]);
    let directory = TempDir::new("tlds");
    directory.write("iana.txt", "# Version 1\nEXAMPLE\n");
    let list = directory.path().join("iana.txt");
    let list = list.to_str().expect("the path is UTF-8");
    let run = run_on("a.com www.example", &["find", "--tlds", list]);
    assert_eq!(run.lines(), ["www.example"]);
}

#[test]
fn json_has_the_documented_fields_in_order() {
    let run = run_on("\nsee 例え.jp, ann@a.com\n", &["find", "--json"]);
    assert_eq!(
        run.text(),
        "{\"path\":null,\"line\":2,\"start\":5,\"end\":14,\"kind\":\"url\",\
         \"text\":\"例え.jp\",\"href\":\"https://xn--r8jz45g.jp\"}\n\
         {\"path\":null,\"line\":2,\"start\":16,\"end\":25,\"kind\":\"email\",\
         \"text\":\"ann@a.com\",\"href\":\"mailto:ann@a.com\"}\n"
    );
}

#[test]
fn json_offsets_select_the_links_in_the_input() {
    let directory = testdata().join("texts");
    let directory = directory.to_str().expect("the path is UTF-8");
    for arguments in [
        &["find", "--json", directory] as &[_],
        &["find", "--json", "--lines", directory],
    ] {
        let objects = run(arguments).objects();
        assert!(objects.len() > 20);
        for object in objects {
            let bytes = std::fs::read(string(&object, "path")).expect("the file");
            let line = bytes
                .split(|&byte| byte == b'\n')
                .nth(number(&object, "line") - 1)
                .expect("the line");
            let text = if arguments.contains(&"--lines") {
                line
            } else {
                &bytes
            };
            let found = &text[number(&object, "start")..number(&object, "end")];
            let expected = string(&object, "text");
            assert_eq!(found, expected.as_bytes());
            assert!(String::from_utf8_lossy(line).contains(expected));
        }
    }
}

#[test]
fn links_are_clickable_if_the_terminal_supports_it() {
    let file = testdata().join("texts/greek.txt");
    let mut command = program();
    command.arg("find").arg(&file).args(["--color", "always"]);
    command.env("FORCE_HYPERLINK", "1");
    let output = command.output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert!(
        text.starts_with("\x1b]8;;https://el.wikipedia.org/wiki/%CE%91"),
        "{text:?}"
    );

    // In a pipe, or if disabled, there are neither colours nor clickable links.
    for color in ["auto", "never"] {
        let mut command = program();
        command.arg("find").arg(&file).args(["--color", color]);
        command.env("FORCE_HYPERLINK", "1");
        let output = command.output().expect("the program starts");
        assert!(!output.stdout.contains(&0x1b));
    }
}

#[test]
fn schemes_restrict_the_profile() {
    let text = "https://a.com ftp://b.com foo://c.com\n";
    let run = run_on(
        text,
        &["find", "--profile", "terminal", "--scheme", "https"],
    );
    assert_eq!(run.lines(), ["https://a.com"]);
    let arguments = ["find", "--profile", "terminal", "--scheme", "https"];
    let all = run_on(
        text,
        &[&arguments[..], &["--unknown-schemes", "link"]].concat(),
    );
    assert_eq!(all.lines().len(), 3);
    let list = run_on(text, &["find", "--scheme", "foo,https"]);
    assert_eq!(list.lines(), ["https://a.com", "foo://c.com"]);
}

#[test]
fn schemes_without_authority_are_found_or_rejected() {
    let text =
        "tel:+1-201-555, file:///etc/hosts (magnet:?xt=urn:btih:a) geo:1,2; urn:isbn:1 a@b.com\n";
    let schemes = ["tel", "file:", "magnet", "GEO", "urn"];
    let options: Vec<&str> = schemes
        .iter()
        .flat_map(|scheme| ["--scheme", scheme])
        .collect();
    let run = run_on(text, &[&["find"], &options[..]].concat());
    assert_eq!(
        run.lines(),
        [
            "tel:+1-201-555",
            "file:///etc/hosts",
            "magnet:?xt=urn:btih:a",
            "geo:1,2",
            "urn:isbn:1",
            "a@b.com"
        ]
    );
    let run = run_on("x", &["find", "--scheme", "javascript"]);
    assert_eq!((run.status, run.text()), (2, ""));
    assert_eq!(
        run.stderr,
        "error: invalid value 'javascript' for '--scheme <SCHEME>': expected a scheme with '//', or \
         one of bitcoin, doi, ethereum, geo, lightning, magnet, matrix, news, sip, sips, sms, tel, \
         urn, xmpp\n\nFor more information, try '--help'.\n"
    );
    // The help has the same list.
    let help = run_on("", &["find", "--help"]);
    let list = "bitcoin, doi, ethereum, geo, lightning, magnet, matrix, news, sip, sips, sms, tel, urn and xmpp";
    let words = help.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(list), "{words}");
}
