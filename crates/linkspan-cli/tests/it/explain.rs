//! `linkspan explain`.

use crate::support::{number, run, run_on, string};

/// The first line of the report that starts with `label`.
fn line(text: &str, label: &str) -> String {
    let report = run(&["explain", text]);
    let found = report
        .lines()
        .into_iter()
        .find(|line| line.trim_start().starts_with(label));
    found
        .unwrap_or_else(|| panic!("no '{label}' for {text:?}:\n{}", report.text()))
        .trim()
        .to_owned()
}

#[test]
fn link_is_explained_with_its_parts_steps_and_end() {
    let report = run(&["explain", "(https://example.com:80/a_(b)?c#d)."]);
    assert_eq!(report.status, 0);
    assert_eq!(
        report.lines(),
        [
            "url 1..33  https://example.com:80/a_(b)?c#d",
            "  scheme     1..6  https  in the list of schemes",
            "  host       9..20  example.com  a valid domain (UTS #46) under the public suffix 'com' (listed)",
            "  port       21..23  80  a number up to 65535",
            "  path       23..29  /a_(b)  by UTS #58 §3.5.1",
            "  query      30..31  c  by UTS #58 §3.5.1",
            "  fragment   32..33  d  by UTS #58 §3.5.1",
            "  steps      23..24  /  starts the path",
            "             24..26  a_  is included",
            "             26..27  (  opens a bracket",
            "             27..28  b  is included",
            "             28..29  )  closes the innermost open bracket",
            "             29..30  ?  starts the query",
            "             30..31  c  is included",
            "             31..32  #  starts the fragment",
            "             32..33  d  is included",
            "  end        before ')' at byte 33: it closes a bracket that is not the innermost open one of the link (UTS #58 §3.5.1)",
            "  href       https://example.com:80/a_(b)?c#d",
        ]
    );
}

#[test]
fn every_kind_of_end_has_its_reason() {
    for (text, end) in [
        (
            "example.com/a",
            "end        at the end of the text (no text follows)",
        ),
        (
            "example.com/a b",
            "end        before ' ' at byte 13: it is white space and always ends a link (UTS #58 §3.5.1)",
        ),
        (
            "example.com/a. B",
            "end        before '.' at byte 13: only Soft characters follow, up to ' ' at byte 14, which is white space and always ends a link (UTS #58 §3.5.1)",
        ),
        (
            "example.com/a...",
            "end        before '.' at byte 13: only Soft characters follow, up to the end of the text (UTS #58 §3.5.1)",
        ),
        (
            "example.com/a? B",
            "end        before '?' at byte 13: a '?' without a query after it ends a question (option `trailing_question`)",
        ),
        (
            "example.com!",
            "end        before '!' at byte 11: it does not start a path, query or fragment (UTS #58 §3.5.1)",
        ),
        (
            "example.comです",
            "end        before 'で' at byte 11: no top-level domain continues with it (option `script_boundaries`)",
        ),
        (
            "ann@example.com/a",
            "end        before '/' at byte 15: an email address ends with its domain (UTS #58 §5.2)",
        ),
    ] {
        assert_eq!(line(text, "end"), end, "{text}");
    }
    for (text, end) in [
        (
            "example.com/docs了解",
            "before '了' at byte 16: it starts a word that is not part of the link (option `attached_words`)",
        ),
        (
            "\"example.com/a.\",\"b\"",
            "before '.' at byte 14: only Soft characters follow, up to '\"' at byte 15: it is a quotation mark, an angle bracket or a backtick (option `delimiters`)",
        ),
    ] {
        let prose = run(&["explain", "--profile", "prose", text]);
        assert!(prose.text().contains(end), "{}", prose.text());
    }
}

#[test]
fn rejected_candidate_has_its_reason_and_rule() {
    let report = run(&["explain", "Not co.uk, nor http://ann@example.com."]);
    assert_eq!(report.status, 1);
    assert_eq!(
        report.lines(),
        [
            "rejected 6  co.uk,",
            "  reason     the domain is a public suffix, not a registrable domain",
            "  rule       without a scheme, a domain is one that can be registered (options `bare_tld`, `suffixes`)",
            "rejected 19  http://ann@example.com.",
            "  reason     it has a user name",
            "  rule       user names serve to deceive (option `userinfo`)",
        ]
    );
    let nothing = run(&["explain", "just", "words."]);
    assert_eq!(
        (nothing.status, nothing.text()),
        (1, "nothing here looks like a link\n")
    );
}

#[test]
fn offsets_in_reasons_count_from_the_start_of_the_text() {
    let reason = line("example.com a..b@example.org", "reason");
    assert_eq!(
        reason,
        "reason     expected single dots in a local part at byte 13, found '..'"
    );
}

#[test]
fn json_has_one_object_per_candidate() {
    let text = "請看example.com/路。 co.uk";
    let report = run_on(text, &["explain", "--json"]);
    let objects = report.objects();
    assert_eq!(objects.len(), 2);
    let slice = &text[number(&objects[0], "start")..number(&objects[0], "end")];
    assert_eq!(objects[0]["text"], slice);
    assert_eq!(slice, "example.com/路");
    assert_eq!(objects[0]["linked"], true);
    assert_eq!(objects[0]["kind"], "url");
    assert_eq!(objects[0]["href"], "https://example.com/%E8%B7%AF");
    assert_eq!(objects[0]["parts"][0]["name"], "host");
    assert_eq!(objects[0]["steps"][0]["does"], "starts the path");
    assert_eq!(objects[1]["linked"], false);
    assert!(string(&objects[1], "reason").contains("public suffix"));
}

#[test]
fn colours_are_used_only_if_enabled() {
    let text = "example.com co.uk";
    assert!(!run(&["explain", text]).text().contains('\u{1b}'));
    assert!(
        run(&["explain", "--color", "always", text])
            .text()
            .contains('\u{1b}')
    );
}

#[test]
fn input_that_is_not_utf_8_is_an_error() {
    let report = run_on(b"\xFF", &["explain"]);
    assert_eq!(report.status, 2);
    assert!(report.stderr.contains("expected UTF-8") && report.stderr.contains("linkspan find"));
}
