//! `linkspan check`, and the safe form of `linkspan format`. Golden outputs are in `golden`.

use encoding_rs::UTF_16LE;
use serde_json::{Value, json};

use crate::support::{TempDir, encode, number, run, run_in, run_on, string, testdata};

/// The findings of a JSON object.
fn findings(object: &Value) -> &[Value] {
    object["findings"].as_array().expect("a list of findings")
}

#[test]
fn exit_status_says_whether_there_are_findings() {
    assert_eq!(run_on(b"see https://example.com/", &["check"]).status, 0);
    let suspicious = run_on("see https://pаypal.com/", &["check"]);
    assert_eq!(suspicious.status, 1);
    assert!(
        suspicious
            .text()
            .starts_with("<stdin>:1:5: https://pаypal.com/\n    danger host-mixed-scripts: ")
    );
    assert_eq!(run(&["check", "/no/such/file"]).status, 2);
    let quiet = run_on("https://pаypal.com/", &["check", "--quiet"]);
    assert_eq!((quiet.status, quiet.text()), (1, ""));
    // Links that --all adds do not change the exit status.
    let all = run_on(b"https://example.com/", &["check", "--all"]);
    assert_eq!((all.status, all.lines().len()), (0, 1));
    // Findings of level info are reported only if they are asked for, and never change it.
    let info_only = b"http://example.com:1234/";
    let default = run_on(info_only, &["check"]);
    assert_eq!((default.status, default.text()), (0, ""));
    let info = run_on(info_only, &["check", "--level", "info"]);
    assert_eq!((info.status, info.lines().len()), (0, 2));
    assert_eq!(
        run_on(info_only, &["check", "--level", "info", "-q"]).status,
        0
    );
    let warn_only = b"http://example.com:25/";
    assert_eq!(run_on(warn_only, &["check"]).status, 1);
    assert_eq!(run_on(warn_only, &["check", "--level", "danger"]).status, 0);
}

#[test]
fn json_extends_the_fields_of_find() {
    let text = "a\nsee https://pаypal.com/x".as_bytes();
    let found = run_on(text, &["find", "--json"]).objects();
    let checked = run_on(text, &["check", "--json"]).objects();
    let (found, checked) = (
        found[0].as_object().expect("an object"),
        checked[0].as_object().expect("an object"),
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
    assert!(string(finding, "message").contains("Latin and Cyrillic"));
}

#[test]
fn links_rejected_because_of_a_finding_are_reported() {
    for (text, code) in [
        ("http://bank.com@example.org/", "userinfo"),
        ("http://0x7f.1/", "odd-address"),
        ("http://xn--a.com/", "host-punycode"),
    ] {
        let objects = run_on(text.as_bytes(), &["check", "--json"]).objects();
        assert_eq!(objects.len(), 1, "{text}");
        assert_eq!(objects[0]["linked"], json!(false), "{text}");
        assert_eq!(objects[0]["findings"][0]["code"], code, "{text}");
    }
    // Links rejected for other reasons are not reported.
    let none = run_on(
        b"http://localhost:3000/ e.g. v1.2.3",
        &["check", "--json", "--all", "--profile", "uts58"],
    );
    assert_eq!((none.status, none.text()), (0, ""));
    // Links rejected by --refuse are reported, too.
    let refused = ["check", "--json", "--refuse", "odd-port"];
    let refused = [&refused[..], &["--level", "info"]].concat();
    let objects = run_on(b"http://example.com:1234/", &refused).objects();
    assert_eq!(objects[0]["linked"], json!(false));
    let found = run_on(
        "https://pаypal.com/ example.org",
        &["find", "--refuse", "danger"],
    );
    assert_eq!(found.text(), "example.org\n");
    assert_eq!(run(&["find", "--refuse", "no-such-finding"]).status, 2);
}

#[test]
fn finding_offsets_are_input_offsets_in_any_encoding() {
    let text = "😀 é https://pаypal.com/a\u{202E}b x\nhttps://bank.com\u{202E}https://example.com/";
    let utf16 = encode(text, UTF_16LE);
    let objects = run_on(&utf16, &["check", "--json", "-E", "utf-16le"]).objects();
    assert_eq!(objects.len(), 3);
    for object in &objects {
        for finding in findings(object) {
            let bytes = &utf16[number(finding, "start")..number(finding, "end")];
            let (text, malformed) = UTF_16LE.decode_without_bom_handling(bytes);
            assert!(!malformed, "{bytes:?}");
            assert!(text == "\u{202E}" || text == "pаypal", "{text:?}");
        }
    }
    let lines: Vec<_> = objects
        .iter()
        .map(|object| object["line"].as_u64())
        .collect();
    assert_eq!(lines, [Some(1), Some(2), Some(2)]);
}

#[test]
fn sarif_log_has_rules_and_results_with_correct_regions() {
    let arguments = ["check", "--sarif", "--level", "info", "."];
    let run = run_in(&testdata().join("risky"), &arguments);
    let log: Value = serde_json::from_slice(&run.stdout).expect("the log is JSON");
    assert_eq!(log["version"], "2.1.0");
    assert!(string(&log, "$schema").contains("sarif-2.1.0"));
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"]
        .as_array()
        .expect("a list of rules");
    assert_eq!(
        rules.len(),
        linkspan::assess::Code::ALL.iter().copied().len()
    );
    for rule in rules {
        for field in ["shortDescription", "help"] {
            assert!(string(&rule[field], "text").ends_with('.'));
        }
    }
    let results = run["results"].as_array().expect("a list of results");
    assert!(results.len() >= 8, "{results:?}");
    for result in results {
        assert_eq!(rules[number(result, "ruleIndex")]["id"], result["ruleId"]);
        assert!(["note", "warning", "error"].contains(&string(result, "level")));
        assert!(result["message"]["text"].is_string());
        // Line and column select the same text of the file as the byte offsets.
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uriBaseId"], "SRCROOT");
        let uri = string(&location["artifactLocation"], "uri");
        let file = testdata().join("risky").join(uri);
        let text = std::fs::read_to_string(file).expect("a UTF-8 text");
        let region = |field: &str| number(&location["region"], field);
        let line = text.lines().nth(region("startLine") - 1).expect("the line");
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
fn sarif_log_without_results_is_valid() {
    let run = run_on(b"https://example.com/", &["check", "--sarif"]);
    assert_eq!(run.status, 0);
    let log: Value = serde_json::from_slice(&run.stdout).expect("the log is JSON");
    assert_eq!(log["runs"][0]["results"], json!([]));
}

#[test]
fn paths_in_sarif_are_percent_encoded() {
    let directory = TempDir::new("sarif");
    directory.write("a b/ü%.txt", "https://аррӏе.com/");
    let run = run_in(directory.path(), &["check", "--sarif", "."]);
    assert!(
        run.text().contains("\"uri\":\"a%20b/%C3%BC%25.txt\""),
        "{}",
        run.text()
    );
}

#[test]
fn locations_in_sarif_are_relative_to_a_base_or_absolute() {
    let directory = TempDir::new("sarif-locations");
    directory.write("a/b.txt", "https://аррӏе.com/");
    directory.write("c/d.txt", "");
    let location = |folder: &str, path: &str| {
        let run = run_in(&directory.path().join(folder), &["check", "--sarif", path]);
        let log: Value = serde_json::from_slice(&run.stdout).expect("the log is JSON");
        let base = log["runs"][0]["originalUriBaseIds"]["SRCROOT"]["uri"].clone();
        assert!(
            base.as_str()
                .is_some_and(|base| base.ends_with(&format!("/{folder}/")))
        );
        let results = log["runs"][0]["results"].clone();
        results[0]["locations"][0]["physicalLocation"]["artifactLocation"].clone()
    };
    let relative = json!({ "uri": "b.txt", "uriBaseId": "SRCROOT" });
    assert_eq!(location("a", "b.txt"), relative);
    assert_eq!(location("a", "./b.txt"), relative);
    let absolute = directory.path().join("a/b.txt").canonicalize();
    let absolute = absolute.expect("the file exists");
    for path in ["../a/b.txt", absolute.to_str().expect("a UTF-8 path")] {
        let location = location("c", path);
        assert_eq!(location.get("uriBaseId"), None);
        let uri = string(&location, "uri");
        assert!(uri.starts_with("file:///") && uri.ends_with("/a/b.txt") && !uri.contains(".."));
    }
    let stdin = run_on("https://аррӏе.com/", &["check", "--sarif"]);
    assert!(stdin.text().contains("\"uri\":\"stdin\""));
}

#[test]
fn anchors_are_reported_at_their_text_in_any_encoding() {
    let page = "<p>ü 😀 <a href='https://evil.org'>ex&#97;m<b>ple</b>.com</a>\n<a href=//evil.org>https://пример.рф</a>";
    for encoding in [UTF_16LE, encoding_rs::GB18030] {
        let bytes = encode(page, encoding);
        let arguments = ["check", "--json", "--in", "html", "-E", encoding.name()];
        let objects = run_on(&bytes, &arguments).objects();
        let texts: Vec<_> = objects
            .iter()
            .map(|object| string(object, "text"))
            .collect();
        assert_eq!(texts, ["example.com", "https://пример.рф"]);
        let places = objects.iter().flat_map(findings).map(|finding| {
            assert_eq!(finding["code"], "other-host");
            let bytes = &bytes[number(finding, "start")..number(finding, "end")];
            encoding.decode_without_bom_handling(bytes).0.into_owned()
        });
        let places: Vec<_> = places.collect();
        assert_eq!(places, ["ex&#97;m<b>ple</b>.com", "пример.рф"]);
    }
}

#[test]
fn an_anchor_that_is_a_link_is_reported_once() {
    let page = "[https://bank.com:25/](https://evil.org) [https://bank.com/](https://bank.com/a)";
    let arguments = ["check", "--json", "--all", "--in", "markdown"];
    let objects = run_on(page, &arguments).objects();
    let found: Vec<_> = objects
        .iter()
        .map(|object| {
            let codes = findings(object)
                .iter()
                .map(|finding| string(finding, "code"));
            (string(object, "text"), codes.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        found,
        [
            ("https://bank.com:25/", vec!["odd-port", "other-host"]),
            ("https://evil.org", vec![]),
            ("https://bank.com/", vec![]),
            ("https://bank.com/a", vec![]),
        ]
    );
}

#[test]
fn regions_of_anchors_in_sarif_may_have_several_lines() {
    let page = "<p>\n  <a href=//evil.org>exa<b\n>mple</b>.com</a>";
    let run = run_on(page, &["check", "--sarif", "--in", "html"]);
    let log: Value = serde_json::from_slice(&run.stdout).expect("the log is JSON");
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let region = |field: &str| number(&location["region"], field);
    assert_eq!((region("startLine"), region("startColumn")), (2, 22));
    assert_eq!((region("endLine"), region("endColumn")), (3, 14));
}

#[test]
fn format_safe_prints_the_safe_form() {
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
        run_on(&safe.stdout, &["check", "--level", "info"]).text(),
        "<stdin>:1:1: https://xn--pypal-4ve.com/a/%E2%80%AEb\n    warn host-mixed-scripts: 'xn--pypal-4ve' is Punycode for 'pаypal': the label 'pаypal' mixes Latin and Cyrillic\n\
         <stdin>:2:1: https://bücher.example/ä\n    info tld-unlisted: 'example' is not in the list of top-level domains\n"
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
fn safe_form_of_every_attack_has_no_finding_about_its_appearance() {
    let path = testdata().join("../assess/attacks.toml");
    let cases = std::fs::read_to_string(path).expect("a UTF-8 text");
    let texts: Vec<String> = cases
        .lines()
        .filter_map(|line| line.strip_prefix("text = "))
        .map(unescaped)
        .collect();
    assert!(texts.len() > 120);
    let finder = linkspan::Finder::new();
    let mut input = String::new();
    for text in &texts {
        for found in finder.assess_iter(text) {
            let form = linkspan::assess::SafeDisplay::new().format(&found.link, &found.report);
            input.push_str(&form);
            input.push('\n');
        }
    }
    let checked = run_on(input.as_bytes(), &["check", "--json"]).objects();
    for object in checked {
        for finding in findings(&object) {
            let code: linkspan::assess::Code =
                string(finding, "code").parse().expect("a known code");
            // A label in Punycode has the findings of its decoded form.
            let is_decoded = string(finding, "message").contains("is Punycode for");
            let is_about_target = code.concern() == linkspan::assess::Concern::Target;
            assert!(is_about_target || is_decoded, "{object}");
        }
    }
}

/// Parses a basic string of TOML. The escapes used in the test data are those of JSON, and `\U`.
fn unescaped(literal: &str) -> String {
    let mut json = String::new();
    let mut rest = literal;
    while let Some((before, after)) = rest.split_once("\\U") {
        json.push_str(before);
        let (code, after) = after.split_at(8);
        let code = u32::from_str_radix(code, 16).expect("eight hex digits");
        json.push(char::from_u32(code).expect("a code point"));
        rest = after;
    }
    json.push_str(rest);
    serde_json::from_str(&json).expect("a string literal")
}
