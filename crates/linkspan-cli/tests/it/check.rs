//! `linkspan check`, and the safe form of `linkspan format`.

use serde_json::{Value, json};

use crate::support::{Folder, Run, run, run_in, run_on, testdata};

fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    run_on(input, arguments)
}

/// Compares the output of a run over the risky texts with an expected file, or writes it anew.
fn golden(expected: &str, arguments: &[&str]) {
    let run = run_in(&testdata().join("risky"), arguments);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{arguments:?}");
    let path = testdata().join("expected").join(expected);
    if std::env::var_os("LINKSPAN_BLESS").is_some() {
        std::fs::write(&path, &run.stdout).expect("the expected file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("the expected file is there");
    assert_eq!(run.text(), expected, "{}", path.display());
}

#[test]
fn whole_outputs() {
    golden("check.txt", &["check", "."]);
    golden(
        "check-all.txt",
        &["check", "--all", "--level", "danger", "."],
    );
    golden("check.json", &["check", "--json", "."]);
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
fn the_exit_status_tells() {
    assert_eq!(run_with(&["check"], b"see https://example.com/").status, 0);
    let risky = run_with(&["check"], "see https://pаypal.com/".as_bytes());
    assert_eq!(risky.status, 1);
    assert!(
        risky
            .text()
            .starts_with("<stdin>:1:5: https://pаypal.com/\n    danger host-mixed-scripts: ")
    );
    assert_eq!(run(&["check", "/no/such/file"]).status, 2);
    let quiet = run_with(&["check", "--quiet"], "https://pаypal.com/".as_bytes());
    assert_eq!((quiet.status, quiet.text()), (1, ""));
    // Links that are only there to be complete are no findings.
    let all = run_with(&["check", "--all"], b"https://example.com/");
    assert_eq!((all.status, all.lines().len()), (0, 1));
    let light = b"http://example.com:1234/";
    assert_eq!(run_with(&["check"], light).status, 1);
    assert_eq!(run_with(&["check", "--level", "warn"], light).status, 0);
}

#[test]
fn json_has_the_fields_of_find_and_more() {
    let text = "a\nsee https://pаypal.com/x".as_bytes();
    let found = run_with(&["find", "--json"], text).objects();
    let checked = run_with(&["check", "--json"], text).objects();
    let (found, checked) = (
        found[0].as_object().expect("it is there"),
        checked[0].as_object().expect("it is there"),
    );
    for (field, value) in found {
        assert_eq!(&checked[field], value, "{field}");
    }
    assert_eq!(checked["linked"], json!(true));
    let finding = &checked["findings"][0];
    assert_eq!(finding["code"], "host-mixed-scripts");
    assert_eq!(finding["level"], "danger");
    assert_eq!(
        (&finding["start"], &finding["end"]),
        (&json!(14), &json!(21))
    );
    assert!(
        finding["message"]
            .as_str()
            .expect("it is there")
            .contains("Latin and Cyrillic")
    );
}

#[test]
fn what_was_refused_for_a_finding_appears() {
    for (text, code) in [
        ("http://bank.com@example.org/", "userinfo"),
        ("http://0x7f.1/", "odd-address"),
        ("http://xn--a.com/", "host-punycode"),
    ] {
        let objects = run_with(&["check", "--json"], text.as_bytes()).objects();
        assert_eq!(objects.len(), 1, "{text}");
        assert_eq!(objects[0]["linked"], json!(false), "{text}");
        assert_eq!(objects[0]["findings"][0]["code"], code, "{text}");
    }
    // What is no link for another reason does not.
    let none = run_with(
        &["check", "--json", "--all"],
        b"http://localhost:3000/ e.g. v1.2.3",
    );
    assert_eq!((none.status, none.text()), (0, ""));
    // What the user refuses, too.
    let refused = ["check", "--json", "--refuse", "odd-port"];
    let objects = run_with(&refused, b"http://example.com:1234/").objects();
    assert_eq!(objects[0]["linked"], json!(false));
    let found = run_with(
        &["find", "--refuse", "danger"],
        "https://pаypal.com/ example.org".as_bytes(),
    );
    assert_eq!(found.text(), "example.org\n");
    assert_eq!(run(&["find", "--refuse", "no-such-finding"]).status, 2);
}

#[test]
fn offsets_are_those_of_the_input_in_any_encoding() {
    let text = "😀 é https://pаypal.com/a\u{202E}b x\nhttps://bank.com\u{202E}https://example.com/";
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let objects = run_with(&["check", "--json", "-E", "utf-16le"], &utf16).objects();
    assert_eq!(objects.len(), 3);
    for object in &objects {
        for finding in object["findings"].as_array().expect("it is there") {
            let [start, end] = ["start", "end"].map(|key| {
                usize::try_from(finding[key].as_u64().expect("it is there")).expect("it is there")
            });
            let units: Vec<u16> = utf16[start..end]
                .chunks(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect();
            let about = String::from_utf16(&units).expect("it is there");
            assert!(about == "\u{202E}" || about == "pаypal", "{about:?}");
        }
    }
    let lines: Vec<_> = objects
        .iter()
        .map(|object| object["line"].as_u64())
        .collect();
    assert_eq!(lines, [Some(1), Some(2), Some(2)]);
}

#[test]
fn sarif_has_its_shape() {
    let run = run_in(&testdata().join("risky"), &["check", "--sarif", "."]);
    let log: Value = serde_json::from_slice(&run.stdout).expect("the log is JSON");
    assert_eq!(log["version"], "2.1.0");
    assert!(
        log["$schema"]
            .as_str()
            .expect("it is there")
            .contains("sarif-2.1.0")
    );
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"]
        .as_array()
        .expect("it is there");
    assert_eq!(rules.len(), linkspan::Code::all().len());
    for rule in rules {
        for field in ["shortDescription", "help"] {
            assert!(
                rule[field]["text"]
                    .as_str()
                    .is_some_and(|text| text.ends_with('.'))
            );
        }
    }
    let results = run["results"].as_array().expect("it is there");
    assert!(results.len() >= 8, "{results:?}");
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("it is there"))
            .expect("it is there");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(
            ["note", "warning", "error"].contains(&result["level"].as_str().expect("it is there"))
        );
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        // The region is where the program says: take it out of the file by line and column.
        let file = testdata().join("risky").join(
            place["artifactLocation"]["uri"]
                .as_str()
                .expect("it is there"),
        );
        let text = std::fs::read_to_string(file).expect("it is there");
        let region = |field: &str| {
            usize::try_from(place["region"][field].as_u64().expect("it is there"))
                .expect("it is there")
        };
        let line = text
            .lines()
            .nth(region("startLine") - 1)
            .expect("it is there");
        let columns = region("startColumn") - 1..region("endColumn") - 1;
        let by_columns: String = line
            .chars()
            .skip(columns.start)
            .take(columns.len())
            .collect();
        let bytes = region("byteOffset")..region("byteOffset") + region("byteLength");
        assert_eq!(by_columns, text[bytes]);
        assert!(!by_columns.is_empty());
    }
}

#[test]
fn sarif_of_nothing_is_a_log_too() {
    let run = run_with(&["check", "--sarif"], b"https://example.com/");
    assert_eq!(run.status, 0);
    let log: Value = serde_json::from_slice(&run.stdout).expect("the log is JSON");
    assert_eq!(log["runs"][0]["results"], json!([]));
}

#[test]
fn paths_in_sarif_are_references() {
    let folder = Folder::new("sarif");
    folder.write("a b/ü%.txt", "helpers.py");
    let run = run_in(folder.path(), &["check", "--sarif", "."]);
    assert!(
        run.text().contains("\"uri\":\"a%20b/%C3%BC%25.txt\""),
        "{}",
        run.text()
    );
}

#[test]
fn format_writes_the_safe_form() {
    let urls = [
        "https://bank.com@pаypal.com/a/\u{202E}b",
        "https://xn--bcher-kva.example/%C3%A4",
        "http://0x7f.1/",
    ];
    let safe = run(&[&["format", "--safe"], urls.as_slice()].concat());
    assert_eq!(
        safe.lines(),
        [
            "https://xn--pypal-4ve.com/a/%E2%80%AEb",
            "https://bücher.example/ä",
            "http://127.0.0.1/"
        ]
    );
    assert_eq!(
        run_with(&["check"], &safe.stdout).text(),
        "<stdin>:2:1: https://bücher.example/ä\n    info tld-unlisted: 'example' is no top-level domain that is listed\n"
    );
    let short = run(&[
        "format",
        "--safe",
        "--limit",
        "20",
        "https://www.example.com/a/long/path/to/a/page.html",
    ]);
    assert_eq!(short.text(), "….example.com/a/lon…\n");
    assert_eq!(
        run(&["format", "--limit", "20", "https://example.com"]).status,
        2
    );
    assert_eq!(
        run(&["format", "--safe", "--ascii", "https://example.com"]).status,
        2
    );
}

#[test]
fn the_safe_form_of_every_attack_has_no_finding_about_its_look() {
    let root = testdata().join("../assess/attacks.toml");
    let cases = std::fs::read_to_string(root).expect("the cases are there");
    let texts: Vec<String> = cases
        .lines()
        .filter_map(|line| line.strip_prefix("text = "))
        .map(unescaped)
        .collect();
    assert!(texts.len() > 120);
    let finder = linkspan::Finder::new();
    let mut input = String::new();
    for text in &texts {
        for found in finder.check(text) {
            let form = linkspan::SafeDisplay::new().of(&found.link, &found.report);
            input.push_str(&form);
            input.push('\n');
        }
    }
    let checked = run_with(&["check", "--json"], input.as_bytes()).objects();
    for object in checked {
        for finding in object["findings"].as_array().expect("it is there") {
            let code: linkspan::Code = finding["code"]
                .as_str()
                .expect("it is there")
                .parse()
                .expect("it is there");
            assert_eq!(code.concern(), linkspan::Concern::Target, "{object}");
        }
    }
}

/// A basic string of TOML, with the escapes that the cases use; the same as in JSON but for `\U`.
fn unescaped(literal: &str) -> String {
    let mut json = String::new();
    let mut rest = literal;
    while let Some((before, after)) = rest.split_once("\\U") {
        json.push_str(before);
        let (code, after) = after.split_at(8);
        let code = u32::from_str_radix(code, 16).expect("it is there");
        json.push(char::from_u32(code).expect("it is there"));
        rest = after;
    }
    json.push_str(rest);
    serde_json::from_str(&json).expect("it is there")
}
