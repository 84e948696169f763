//! Findings that `linkspan check` does not report: `--allow`, comments and baselines, and the summary.

use crate::support::{TempDir, run_in, run_on};

const ATTACK: &str = "https://аррӏе.com/";
const PORT: &str = "http://example.com:25/";

#[test]
fn allowed_codes_are_not_reported() {
    let text = format!("{ATTACK} {PORT}");
    let codes = |arguments: &[&str]| {
        let run = run_on(&text, &[&["check", "--json"], arguments].concat());
        let codes: Vec<String> = run
            .objects()
            .iter()
            .flat_map(|object| object["findings"].as_array().cloned().unwrap_or_default())
            .map(|finding| finding["code"].as_str().unwrap_or_default().to_owned())
            .collect();
        (run.status, codes.join(" "))
    };
    assert_eq!(codes(&[]), (1, "host-confusable odd-port".into()));
    assert_eq!(
        codes(&["--allow", "odd-port"]),
        (1, "host-confusable".into())
    );
    let both = (0, String::new());
    assert_eq!(codes(&["--allow", "odd-port,host-confusable"]), both);
    assert_eq!(
        codes(&["--allow", "odd-port", "--allow", "host-confusable"]),
        both
    );
    // With --all, the links remain.
    let all = run_on(
        &text,
        &[
            "check",
            "--json",
            "--all",
            "--allow",
            "odd-port,host-confusable",
        ],
    );
    assert_eq!((all.status, all.objects().len()), (0, 2));
    let unknown = run_on("", &["check", "--allow", "odd-prot"]);
    assert_eq!(unknown.status, 2);
    assert!(
        unknown.stderr.contains("host-confusable"),
        "{}",
        unknown.stderr
    );
    assert!(unknown.stderr.contains("'odd-port'"), "{}", unknown.stderr);
}

#[test]
fn comments_allow_findings() {
    for (text, reported) in [
        (format!("{PORT} # linkspan: allow odd-port\n{PORT}\n"), 1),
        (
            format!("// linkspan: allow odd-port (why)\n{PORT}\n{PORT}\n"),
            1,
        ),
        (format!("-- linkspan: allow odd-port\n\n{PORT}\n"), 1),
        (
            format!("# linkspan: allow host-confusable\n{PORT} {ATTACK}\n"),
            1,
        ),
        (
            format!("; linkspan: allow host-confusable, odd-port\r\n{PORT} {ATTACK}\r\n"),
            0,
        ),
    ] {
        let run = run_on(&text, &["check", "--json"]);
        assert_eq!(
            (run.objects().len(), run.stderr.as_str()),
            (reported, ""),
            "{text}"
        );
        assert_eq!(run.status, i32::from(reported > 0), "{text}");
    }
    let page =
        format!("<!-- linkspan: allow odd-port -->\n<a href={PORT}>a</a>\n<a href={PORT}>b</a>");
    assert_eq!(
        run_on(page, &["check", "--json", "--in", "html"])
            .objects()
            .len(),
        1
    );
    let typo = run_on(
        format!("# linkspan: allow odd-prot\n{PORT}\n{PORT}"),
        &["check", "--json"],
    );
    assert_eq!(typo.objects().len(), 2);
    assert_eq!(
        typo.stderr,
        "linkspan: a comment for line 2 of standard input allows 'odd-prot', which is not the code of a finding\n"
    );
}

/// Comments work in large inputs, which are searched in chunks by several threads.
#[test]
fn comments_work_in_large_inputs() {
    let directory = TempDir::new("comments");
    let mut text = String::new();
    let mut lines = 0;
    let mut reported = Vec::new();
    let block = format!("{PORT}\n{PORT}\n{PORT} # linkspan: allow odd-port\n");
    while text.len() < 3 << 20 {
        text.push_str(&"filler text \n".repeat(lines % 701));
        lines += lines % 701;
        text.push_str("# linkspan: allow odd-port\n");
        text.push_str(&block);
        lines += 4;
        reported.push(lines - 1);
    }
    directory.write("a.txt", &text);
    for threads in ["1", "3"] {
        let run = run_in(
            directory.path(),
            &["check", "--json", "-j", threads, "a.txt"],
        );
        let found: Vec<_> = run
            .objects()
            .iter()
            .map(|object| usize::try_from(object["line"].as_u64().unwrap_or(0)).unwrap_or(0))
            .collect();
        assert!(found == reported, "{threads} threads");
    }
    let piped = run_on(&text, &["check", "--json"]);
    assert_eq!(piped.objects().len(), reported.len());
}

#[test]
fn baselines_accept_findings_wherever_they_move() {
    let directory = TempDir::new("baseline");
    directory.write("docs/a.txt", format!("{PORT} {PORT}\n{ATTACK}\n"));
    directory.write("docs/b.txt", ATTACK);
    let check = |arguments: &[&str]| run_in(directory.path(), &[&["check"], arguments].concat());
    let written = check(&["--write-baseline", "docs/links.jsonl", "."]);
    assert_eq!((written.status, written.text()), (0, ""));
    assert_eq!(
        written.stderr,
        "linkspan: 4 findings written to 'docs/links.jsonl'\n"
    );
    let file = directory.path().join("docs/links.jsonl");
    let baseline = std::fs::read_to_string(&file).expect("the baseline exists");
    assert_eq!(
        baseline,
        concat!(
            r#"{"path":"a.txt","code":"host-confusable","link":"https://\u0430\u0440\u0440\u04cf\u0435.com/"}"#,
            "\n",
            r#"{"path":"a.txt","code":"odd-port","link":"http://example.com:25/","count":2}"#,
            "\n",
            r#"{"path":"b.txt","code":"host-confusable","link":"https://\u0430\u0440\u0440\u04cf\u0435.com/"}"#,
            "\n",
        )
    );
    // Everything is accepted, from every folder. The links of the baseline itself are not reported.
    let accepted = check(&["--baseline", "docs/links.jsonl", "."]);
    assert_eq!(
        (accepted.status, accepted.text(), accepted.stderr.as_str()),
        (0, "", "")
    );
    let docs = directory.path().join("docs");
    assert_eq!(
        run_in(&docs, &["check", "--baseline", "links.jsonl", "."]).status,
        0
    );
    // Lines move, and one more finding is reported: the third one.
    directory.write(
        "docs/a.txt",
        format!("\n\n{PORT}\n{ATTACK}\n{PORT}\n{PORT}\n"),
    );
    let moved = check(&["--baseline", "docs/links.jsonl", "--json", "docs"]);
    assert_eq!((moved.status, moved.objects().len()), (1, 1));
    assert_eq!(moved.objects()[0]["line"], 6);
    // Only inputs that were searched, or that do not exist, are said to lack a finding.
    directory.write("docs/a.txt", PORT);
    let stale = check(&["--baseline", "docs/links.jsonl", "docs/b.txt"]);
    assert_eq!((stale.status, stale.stderr.as_str()), (0, ""));
    let stale = check(&["--baseline", "docs/links.jsonl", "docs/a.txt"]);
    assert_eq!(stale.status, 0);
    assert_eq!(
        stale.stderr,
        "linkspan: the baseline has host-confusable for 'https://\\u0430\\u0440\\u0440\\u04cf\\u0435.com/' in \
         'a.txt', which is not found\n\
         linkspan: the baseline has odd-port for 'http://example.com:25/' in 'a.txt', which is not found\n"
    );
}

#[test]
fn malformed_baselines_are_errors() {
    let directory = TempDir::new("malformed-baseline");
    for (line, message) in [
        ("{", "line 2"),
        (
            r#"{"path":"a","code":"odd-prot","link":"b"}"#,
            "'odd-prot' is not the code of a finding",
        ),
        (r#"{"path":"a","code":"odd-port"}"#, "link"),
        (
            r#"{"path":"a","code":"odd-port","link":"b","lines":1}"#,
            "lines",
        ),
    ] {
        directory.write("baseline", format!("\n{line}\n"));
        let run = run_in(directory.path(), &["check", "--baseline", "baseline", "."]);
        assert_eq!(run.status, 2, "{line}");
        let place = "the baseline 'baseline' is malformed in line 2";
        assert!(
            run.stderr.contains(place) && run.stderr.contains(message),
            "{}",
            run.stderr
        );
    }
    let missing = run_in(directory.path(), &["check", "--baseline", "missing", "."]);
    assert_eq!(missing.status, 2);
    assert!(
        missing
            .stderr
            .contains("cannot read the baseline 'missing'"),
        "{}",
        missing.stderr
    );
    let folder = run_in(
        directory.path(),
        &["check", "--write-baseline", "no/such/file", "."],
    );
    assert_eq!(folder.status, 2);
    // A baseline of a part of the inputs would be wrong.
    let partial = run_in(
        directory.path(),
        &["check", "--write-baseline", "new", "baseline", "missing"],
    );
    assert_eq!(partial.status, 2);
    assert!(!directory.path().join("new").exists());
}

#[test]
fn summary_counts_findings_by_code() {
    let text = format!("{ATTACK} {PORT}\n{PORT}\n{PORT} # linkspan: allow odd-port\n");
    let expected = "3 findings in 1 input\n  1  danger  host-confusable\n  2  warn    odd-port\n\
                    1 finding allowed by comments\n";
    let quiet = run_on(&text, &["check", "--quiet", "--summary"]);
    assert_eq!((quiet.status, quiet.text()), (1, expected));
    let plain = run_on(&text, &["check", "--summary"]);
    assert!(plain.text().starts_with("<stdin>:1:1: ") && plain.text().ends_with(expected));
    // The output for programs stays as it is.
    let json = run_on(&text, &["check", "--json", "--summary"]);
    assert_eq!(json.objects().len(), 3);
    assert!(
        json.stderr.starts_with("linkspan: 3 findings in 1 input\n"),
        "{}",
        json.stderr
    );
    let none = run_on("example.com", &["check", "--summary"]);
    assert_eq!((none.status, none.text()), (0, "no findings\n"));
    let allowed = run_on(
        &text,
        &[
            "check",
            "-q",
            "--summary",
            "--allow",
            "odd-port",
            "--level",
            "danger",
        ],
    );
    assert_eq!(
        allowed.lines(),
        ["1 finding in 1 input", "  1  danger  host-confusable"]
    );
}
