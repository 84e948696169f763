//! The tables of registries: the cases of `testdata/assess/tables.toml`, limits, and what uses the tables.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use linkspan::assess::{Code, Concern, IdnTables, Level, Policy, punycode};
use linkspan::explain::Rejection;
use linkspan::{Finder, Profile};
#[cfg(feature = "idn-tables")]
use proptest::prelude::*;
use serde::Deserialize;

use crate::data::{check_cases, expect_equal, read_data};

#[derive(Deserialize)]
struct Cases {
    table: Vec<TableFile>,
    case: Vec<Case>,
    malformed: Vec<Malformed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    file: String,
    domain: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    message: Option<String>,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Malformed {
    name: String,
    table: String,
    domain: Option<String>,
    error: String,
    why: String,
}

/// The tables of `testdata/assess/tables`. Without the feature that reads XML, those in text form.
fn tables(files: &[TableFile]) -> IdnTables {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/assess/tables");
    let mut tables = IdnTables::new();
    for TableFile { file, domain } in files {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let added = tables.add(&text, domain.as_deref());
        if cfg!(feature = "idn-tables") || !text.starts_with('<') {
            added.unwrap_or_else(|error| panic!("{file}: {error}"));
        } else {
            assert!(added.unwrap_err().to_string().contains("`idn-tables`"));
        }
    }
    tables
}

#[test]
fn labels_are_compared_with_the_tables() {
    let cases: Cases = read_data("assess/tables.toml");
    let finder = Finder::builder().idn_tables(tables(&cases.table)).build();
    let finder = finder.unwrap();
    let needs_xml = |case: &Case| case.name.starts_with("catalan");
    check_cases(
        &cases.case,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            if needs_xml(case) && !cfg!(feature = "idn-tables") {
                return Ok(());
            }
            let found: Vec<_> = finder.assess_iter(&case.text).collect();
            expect_equal(found.is_empty(), false)?;
            let findings = found.iter().flat_map(|found| found.report.findings());
            let findings: Vec<_> = findings
                .filter(|finding| finding.code() == Code::HostNotInTable)
                .map(|finding| (finding.level(), finding.message()))
                .collect();
            let expected = case.message.as_deref();
            let expected: Vec<_> = expected.map(|it| (Level::Warn, it)).into_iter().collect();
            expect_equal(findings, expected)
        },
    );
}

#[test]
fn malformed_tables_are_errors() {
    let cases: Cases = read_data("assess/tables.toml");
    check_cases(
        &cases.malformed,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            if case.table.starts_with('<') && !cfg!(feature = "idn-tables") {
                return Ok(());
            }
            let mut tables = IdnTables::new();
            let error = tables.add(&case.table, case.domain.as_deref()).err();
            expect_equal(tables.is_empty(), true)?;
            let error = error.ok_or("expected an error, found none")?;
            let line = error.line().map(|line| format!("line {line}:"));
            expect_equal(
                error
                    .to_string()
                    .starts_with(line.as_deref().unwrap_or("expected")),
                true,
            )?;
            expect_equal(error.to_string(), case.error.clone())
        },
    );
}

/// A finder whose tables allow `bücher.com`, but not `bûcher.com`.
fn finder(policy: Policy) -> Finder {
    let mut tables = IdnTables::new();
    tables.add_text("0061-007A\n00FC", Some("com")).unwrap();
    let builder = Finder::builder().idn_tables(Arc::new(tables));
    builder.policy(policy).build().unwrap()
}

#[test]
fn strict_policy_refuses_labels_outside_the_tables() {
    let finder = finder(Policy::strict());
    let text = "https://bücher.com https://bûcher.com https://xn--bcher-1ua.com";
    let found: Vec<_> = finder.find_iter(text).map(|link| link.as_str()).collect();
    assert_eq!(found, ["https://bücher.com"]);
    let rejections: Vec<_> = finder
        .assess_iter(text)
        .map(|found| found.rejection)
        .collect();
    let refused = Some(Rejection::Refused(Some("host-not-in-table")));
    assert_eq!(rejections, [None, refused, refused]);
}

#[test]
fn profiles_keep_the_tables() {
    let mut tables = IdnTables::new();
    tables.add_text("0061-007A", Some("com")).unwrap();
    let builder = Finder::builder().idn_tables(tables);
    let strict = builder.profile(Profile::Strict).build().unwrap();
    assert!(!strict.is_match("https://bücher.com") && strict.is_match("https://bücher.org"));
}

#[test]
fn labels_outside_the_tables_are_displayed_in_punycode() {
    let finder = finder(Policy::report());
    let displayed = |text: &str| {
        let link = finder.find(text).unwrap();
        finder.safe_display().format(&link, &finder.assess(&link))
    };
    assert_eq!(
        displayed("https://xn--bcher-kva.com/"),
        "https://bücher.com/"
    );
    assert_eq!(displayed("https://bücher.com/é"), "https://bücher.com/é");
    assert_eq!(
        displayed("https://bûcher.com/é"),
        "https://xn--bcher-eva.com/é"
    );
    assert_eq!(
        displayed("https://xn--bcher-eva.com/"),
        "https://xn--bcher-eva.com/"
    );
    let link = finder.find("https://bûcher.com/").unwrap();
    let report = finder.assess(&link);
    assert_eq!(punycode(&link, &report), "https://xn--bcher-eva.com/");
    // The name cannot be registered, however it is written.
    assert_eq!(Code::HostNotInTable.concern(), Concern::Target);
}

#[test]
fn a_table_may_have_a_hundred_thousand_ranges() {
    let mut text = String::new();
    let code_points = ('\u{100}'..=char::MAX).step_by(2).take(100_000);
    for c in code_points.clone() {
        writeln!(text, "U+{:04X}", u32::from(c)).unwrap();
    }
    let mut tables = IdnTables::new();
    tables.add(&text, Some("com")).unwrap();
    let finder = Finder::builder().idn_tables(tables).build().unwrap();
    let labels = ["āă", "ă", "一丂", "一丁", "\u{101}", "\u{103}a"];
    let mut allowed = 0;
    for label in labels {
        let text = format!("https://{label}.com");
        let report = finder.assess(&finder.find(&text).unwrap());
        let is_allowed = label.chars().all(|c| code_points.clone().any(|it| it == c));
        assert_eq!(report.has(Code::HostNotInTable), !is_allowed, "{label}");
        allowed += usize::from(is_allowed);
    }
    assert!(allowed > 0 && allowed < labels.len());
}

#[test]
fn huge_tables_are_refused() {
    let mut tables = IdnTables::new();
    let long = " ".repeat(IdnTables::MAX_FILE_LEN + 1);
    for text in [format!("0061{long}"), format!("<{long}")] {
        let error = tables.add(&text, Some("com")).unwrap_err().to_string();
        let is_refused = error.starts_with("expected a table of at most 16777216 bytes, found");
        assert!(is_refused || error.contains("`idn-tables`"), "{error}");
    }
    let many = "0061\n".repeat(IdnTables::MAX_ENTRIES);
    tables.add(&many, Some("com")).unwrap();
    let error = tables.add(&(many + "0062"), Some("com")).unwrap_err();
    assert_eq!(error.line(), Some(IdnTables::MAX_ENTRIES + 1));
    assert!(
        error
            .to_string()
            .ends_with("expected at most 262144 entries, found more")
    );
}

#[cfg(feature = "idn-tables")]
proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..crate::strategies::config() })]

    /// Any text is a table or an error, and no text makes the reader panic.
    #[test]
    fn any_markup_is_a_table_or_an_error(pieces in prop::collection::vec(prop::sample::select(MARKUP), 0..16)) {
        let text = [ROOT, &pieces.concat()].concat();
        if let Err(error) = IdnTables::new().add(&text, Some("com")) {
            let lines = text.lines().count().max(1);
            prop_assert!(error.line().is_none_or(|line| line <= lines + 1), "{error}: {text:?}");
        }
    }

    /// A repertoire gives the same results in both formats, which are those of the definition.
    #[test]
    fn formats_are_equivalent(
        code_points in prop::collection::btree_set(prop::char::range('а', 'и'), 1..6),
        sequence in prop::collection::vec(prop::char::range('а', 'и'), 2..4),
        label in prop::collection::vec(prop::char::range('а', 'и'), 1..6),
    ) {
        let (mut text, mut xml) = (String::new(), format!("{ROOT}<data>"));
        for &c in &code_points {
            writeln!(text, "U+{:04X}", u32::from(c)).unwrap();
            write!(xml, "<char cp='{:04X}'/>", u32::from(c)).unwrap();
        }
        let code_points_of = |prefix: &str| {
            let words: Vec<_> = sequence.iter().map(|&c| format!("{prefix}{:04X}", u32::from(c))).collect();
            words.join(" ")
        };
        writeln!(text, "{}", code_points_of("U+")).unwrap();
        write!(xml, "<char cp='{}'/></data></lgr>", code_points_of("")).unwrap();
        let label: String = label.into_iter().collect();
        let sequence: String = sequence.into_iter().collect();
        let url = format!("https://{label}.com");
        let is_allowed = is_divisible(&label, &code_points, &sequence);
        for table in [text, xml] {
            let mut tables = IdnTables::new();
            tables.add(&table, Some("com")).unwrap();
            let finder = Finder::builder().idn_tables(tables).build().unwrap();
            let link = finder.find(&url).unwrap();
            prop_assert_eq!(finder.assess(&link).has(Code::HostNotInTable), !is_allowed);
        }
    }
}

/// The definition of a label that a table with one sequence allows.
#[cfg(feature = "idn-tables")]
fn is_divisible(
    label: &str,
    code_points: &std::collections::BTreeSet<char>,
    sequence: &str,
) -> bool {
    let mut chars = label.chars();
    let Some(first) = chars.next() else {
        return true;
    };
    let after_sequence = label.strip_prefix(sequence);
    code_points.contains(&first) && is_divisible(chars.as_str(), code_points, sequence)
        || after_sequence.is_some_and(|rest| is_divisible(rest, code_points, sequence))
}

#[cfg(feature = "idn-tables")]
const ROOT: &str = r#"<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0">"#;

/// Pieces of tables in XML.
#[cfg(feature = "idn-tables")]
#[rustfmt::skip]
const MARKUP: &[&str] = &[
    "<data>", "</data>", "<meta>", "</meta>", "</lgr>", "<char cp=\"0061\"/>", "<char cp=\"0061\">", "</char>", "<var cp=\"",
    "0061\"/>", "<range first-cp='0061' last-cp='007A'/>", "<scope type=\"domain\">", "</scope>", "a", "é", "\n", " ", "<", ">", "\"",
    "&", ";", "&amp;", "&#x61;", "&a;", "<!--", "-->", "<![CDATA[", "]]>", "<?a", "?>", "<!DOCTYPE a>", "<a:b", "='", "'", "/>",
];

/// Files that are as long as possible and as hostile, which must be read in linear time.
#[cfg(feature = "idn-tables")]
#[test]
fn hostile_xml_is_harmless() {
    let fill = |start: &str, piece: &str, end: &str| {
        let count = (IdnTables::MAX_FILE_LEN - start.len() - end.len()) / piece.len();
        format!("{start}{}{end}", piece.repeat(count))
    };
    let entries = fill(
        &format!("{ROOT}\n<data>\n"),
        "<char cp=\"0061\"/>\n",
        "</data></lgr>",
    );
    let nested = fill(&format!("{ROOT}<data>"), "<a>", "");
    let mut attributes = format!("{ROOT}<data><char ");
    for number in 0.. {
        if attributes.len() > IdnTables::MAX_FILE_LEN - 100 {
            break;
        }
        write!(attributes, "a{number}=\"\" ").unwrap();
    }
    attributes.push_str("cp=\"0061\"/></data></lgr>");
    let sequence = fill(
        &format!("{ROOT}<data><char cp=\""),
        "0061 ",
        "\"/></data></lgr>",
    );
    let scope = fill(
        &format!("{ROOT}<meta><scope type=\"domain\">"),
        "&amp;",
        "</scope></meta></lgr>",
    );
    let comment = fill(&format!("{ROOT}<!--"), "-", "");
    let cases = [
        (entries, "entries, found more"),
        (nested, "the end tags of all elements"),
        (attributes, ""),
        (sequence, "one to 63 code points"),
        (scope, "the scope to be a domain"),
        (comment, "well-formed XML"),
    ];
    for (text, expected) in cases {
        assert!(text.len() <= IdnTables::MAX_FILE_LEN);
        match IdnTables::new().add_xml(&text, Some("com")) {
            Ok(()) => assert_eq!(expected, ""),
            Err(error) => {
                let error = error.to_string();
                assert!(!expected.is_empty() && error.contains(expected), "{error}");
                assert!(error.len() < 300, "{} bytes", error.len());
            }
        }
    }
}
