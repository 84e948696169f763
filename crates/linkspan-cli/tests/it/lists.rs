//! `--names` and `--idn-tables`: lists that the assessment of links uses.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Run, TempDir, run_on};

const COMMANDS: [&str; 5] = ["find", "linkify", "check", "explain", "format"];

/// A directory for one run of the program. The tests of this module run at the same time.
fn directory() -> TempDir {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    TempDir::new(&format!("lists-{}", NUMBER.fetch_add(1, Ordering::Relaxed)))
}

/// Runs a command on an input, with an option whose value is a path in a directory.
fn run_with(input: &str, arguments: &[&str], option: &str, directory: &TempDir, file: &str) -> Run {
    let path = directory.path().join(file);
    let path = path.to_str().expect("the path is UTF-8");
    run_on(input, &[arguments, &[option, path]].concat())
}

/// Runs a command with a list of names.
fn run_with_names(input: &str, arguments: &[&str], names: &str) -> Run {
    let directory = directory();
    directory.write("names.txt", names);
    run_with(input, arguments, "--names", &directory, "names.txt")
}

/// Runs a command with a directory of one table.
fn run_with_table(input: &str, arguments: &[&str], file: &str, table: impl AsRef<[u8]>) -> Run {
    let directory = directory();
    directory.write(&format!("tables/{file}"), table);
    run_with(input, arguments, "--idn-tables", &directory, "tables")
}

const NAMES: &str = "# ours\nPayPal.com\n\nbücher.example # and this\n";

#[test]
fn check_reports_imitations() {
    let input = "https://www.paypal.com https://paypa1.com https://paypal-login.net";
    let run = run_with_names(input, &["check"], NAMES);
    assert_eq!(run.status, 1);
    let lines = run.lines();
    assert_eq!(
        lines,
        [
            "<stdin>:1:24: https://paypa1.com",
            "    danger host-imitates: the domain 'paypa1.com' looks like the protected name 'paypal.com'",
            "<stdin>:1:43: https://paypal-login.net",
            "    warn host-imitates: the label 'paypal-login' contains that of the protected name 'paypal.com'",
        ]
    );
    assert_eq!(run_on(input, &["check"]).lines(), Vec::<&str>::new());
}

#[test]
fn strict_profile_refuses_imitations() {
    let input = "https://paypal.com https://paypa1.com";
    let strict = ["find", "--profile", "strict"];
    assert_eq!(
        run_with_names(input, &strict, NAMES).lines(),
        ["https://paypal.com"]
    );
    assert_eq!(run_on(input, &strict).lines().len(), 2);
    let linkify = ["linkify", "--to", "markdown", "--profile", "strict"];
    let run = run_with_names("https://paypa1.com", &linkify, NAMES);
    assert_eq!(run.text(), "https://paypa1.com");
    let explain = ["explain", "--profile", "strict"];
    let run = run_with_names("https://paypa1.com", &explain, NAMES);
    assert_eq!(run.status, 1);
    assert!(run.text().contains("host-imitates"), "{}", run.text());
}

/// The list of top-level domains decides which part of a host is compared.
#[test]
fn names_are_registered_below_the_suffixes_of_the_list() {
    let directory = directory();
    directory.write("tlds", "// test\nshops.example\nexample\n");
    directory.write("names", "paypal.shops.example\n");
    let [tlds, names] = ["tlds", "names"].map(|file| directory.path().join(file));
    let (tlds, names) = (tlds.to_str().unwrap(), names.to_str().unwrap());
    let run = run_on(
        "https://paypa1.shops.example",
        &["check", "--tlds", tlds, "--names", names],
    );
    assert!(run.text().contains("host-imitates"), "{}", run.text());
}

#[test]
fn safe_form_shows_imitations_in_punycode() {
    let url = "https://bùcher.example/";
    let run = run_with_names(url, &["format", "--safe"], NAMES);
    assert_eq!(run.text(), "https://xn--bcher-1ua.example/");
    assert_eq!(run_on(url, &["format", "--safe"]).text(), url);
}

#[test]
fn malformed_names_are_errors_in_every_command() {
    for command in COMMANDS {
        let run = run_with_names("a.com", &[command], "example.com\nhttps://example.org\n");
        assert_eq!(run.status, 2, "{command}");
        let expected = "names.txt: line 2: expected a domain such as example.com at byte 0, found \"https://example.org\"";
        assert!(run.stderr.contains(expected), "{command}: {}", run.stderr);
    }
    let run = run_with_names("a.com", &["find"], "# nothing\n");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("names.txt: expected a domain, found none")
    );
    let run = run_on("a.com", &["find", "--names", "no-such-file"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("cannot read 'no-such-file'"),
        "{}",
        run.stderr
    );
}

const GERMAN: &str = "# a to z, and the umlauts\nU+0061..U+007A\nU+00E4\nU+00F6\nU+00FC\n";

const XML: &str = r#"<?xml version="1.0"?>
<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0">
  <meta><scope type="domain">com</scope></meta>
  <data>
    <range first-cp="0061" last-cp="007A"/>
    <char cp="00FC"/>
  </data>
</lgr>
"#;

#[test]
fn check_reports_labels_outside_the_tables() {
    let input = "https://bücher.com https://bûcher.com https://bûcher.org";
    for (file, table) in [("com_de_1.0.txt", GERMAN), ("german.xml", XML)] {
        let run = run_with_table(input, &["check"], file, table);
        assert_eq!(
            (run.status, run.lines().len()),
            (1, 2),
            "{file}: {}",
            run.stderr
        );
        assert!(
            run.text().contains("host-not-in-table"),
            "{file}: {}",
            run.text()
        );
        assert!(
            run.text().contains("'û' (U+00FB)"),
            "{file}: {}",
            run.text()
        );
        let strict = ["find", "--profile", "strict"];
        let run = run_with_table(input, &strict, file, table);
        assert_eq!(
            run.lines(),
            ["https://bücher.com", "https://bûcher.org"],
            "{file}"
        );
    }
}

#[test]
fn safe_form_shows_labels_outside_the_tables_in_punycode() {
    let run = run_with_table(
        "https://bûcher.com/",
        &["format", "--safe"],
        "com.txt",
        GERMAN,
    );
    assert_eq!(run.text(), "https://xn--bcher-eva.com/");
}

#[test]
fn malformed_tables_are_errors_with_file_and_line() {
    let malformed = "U+0061\nU+D800\n";
    let not_xml = XML.replace("</data>", "</dat>");
    let entities = concat!(
        "<?xml version=\"1.0\"?>\n",
        "<!DOCTYPE lgr [\n",
        "<!ENTITY a \"aaaaaaaaaa\">\n",
        "<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\n",
        "]>\n",
        "<lgr xmlns=\"urn:ietf:params:xml:ns:lgr-1.0\"><data><char cp=\"&b;\"/></data></lgr>\n",
    );
    let unknown_entity = XML.replace("00FC", "&b;");
    for (file, table, line) in [
        ("com.txt", malformed, "line 2: expected"),
        (
            "com.xml",
            not_xml.as_str(),
            "line 7: expected well-formed XML",
        ),
        ("com.xml", entities, "line 2: expected"),
        ("com.xml", unknown_entity.as_str(), "line 6: expected"),
        (
            "com.txt",
            "# nothing\n",
            "expected a table with code points",
        ),
        ("_.txt", GERMAN, "expected the domain that the table is for"),
    ] {
        for command in COMMANDS {
            let run = run_with_table("a.com", &[command], file, table);
            assert_eq!(run.status, 2, "{command} {file}");
            let expected = format!("{file}: {line}");
            assert!(run.stderr.contains(&expected), "{command}: {}", run.stderr);
        }
    }
}

#[test]
fn unreadable_tables_are_errors_with_the_file() {
    let huge = "# huge\n".repeat(17 << 20 >> 2);
    let run = run_with_table("a.com", &["check"], "com.txt", huge);
    assert_eq!(run.status, 2);
    let expected = "com.txt: expected a table of at most 16777216 bytes, found more";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    let run = run_with_table("a.com", &["check"], "com.txt", b"# a\nU+0061 # \xE4\n");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("com.txt: line 2: expected UTF-8"),
        "{}",
        run.stderr
    );
    let run = run_on("a.com", &["check", "--idn-tables", "no-such-directory"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("'no-such-directory'"), "{}", run.stderr);
    let directory = directory();
    directory.write("tables/below/com.txt", GERMAN);
    let run = run_with("a.com", &["check"], "--idn-tables", &directory, "tables");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("expected IDN tables in"),
        "{}",
        run.stderr
    );
}
