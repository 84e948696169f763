//! Statistics: `find --stats`.

use crate::support::{TempDir, program, run_in, run_on};

/// A directory with links to a few hosts.
fn tree(name: &str) -> TempDir {
    let directory = TempDir::new(name);
    directory.write(
        "a.txt",
        "https://example.com/1 EXAMPLE.com/2 https://example.com/3 example.com/4 example.org/1 \
         ann@example.com xn--r8jz45g.jp 例え.jp https://аррӏе.com/ https://קום.co.il/",
    );
    directory.write("b.txt", "nothing");
    directory
}

const SUMMARY: &str = "10 links in 1 of 2 files: 9 URLs, 1 email address, 5 hosts";

#[test]
fn statistics_follow_the_links() {
    let directory = tree("stats");
    for threads in ["1", "8"] {
        let run = run_in(directory.path(), &["find", "--stats", "-j", threads, "."]);
        let lines = run.lines();
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert_eq!(lines[0], "./a.txt:1:1:https://example.com/1");
        assert_eq!(
            lines[10..],
            [
                "",
                SUMMARY,
                "5  example.com",
                "2  例え.jp",
                "1  example.org",
                "1  xn--80ak6aa92e.com",
                "1  קום.co.il"
            ]
        );
    }
}

#[test]
fn statistics_can_replace_the_links() {
    let directory = tree("stats-quiet");
    let find = |arguments: &[&str]| {
        let arguments = [&["find", "--stats"], arguments, &["."]].concat();
        run_in(directory.path(), &arguments)
    };
    let quiet = find(&["-q"]);
    assert_eq!((quiet.status, quiet.lines()[0]), (0, SUMMARY));
    assert_eq!(quiet.lines().len(), 6);
    assert_eq!(
        find(&["-q", "--top", "2"]).lines()[1..],
        ["5  example.com", "2  例え.jp", "   3 other hosts: 3 links"]
    );
    assert_eq!(find(&["-c"]).lines()[..3], ["./a.txt:10", "", SUMMARY]);
    assert_eq!(find(&["-l"]).lines()[..3], ["./a.txt", "", SUMMARY]);
    // What is not printed is not counted.
    let filtered = find(&["-q", "--kind", "email"]);
    assert_eq!(
        filtered.lines(),
        [
            "1 link in 1 of 2 files: 0 URLs, 1 email address, 1 host",
            "1  example.com"
        ]
    );
    let unique = find(&["-u", "--only", "host"]);
    assert_eq!(
        unique.lines()[6],
        "5 links in 1 of 2 files: 5 URLs, 0 email addresses, 5 hosts"
    );
    let limited = find(&["-m", "2"]);
    assert_eq!(
        limited.lines()[3],
        "2 links in 1 of 2 files: 2 URLs, 0 email addresses, 1 host"
    );
    let none = run_on("nothing", &["find", "--stats"]);
    assert_eq!(
        (none.status, none.text()),
        (
            1,
            "0 links in 0 of 1 file: 0 URLs, 0 email addresses, 0 hosts\n"
        )
    );
}

#[test]
fn terminals_show_a_chart() {
    let directory = tree("stats-chart");
    let mut command = program();
    command
        .args(["find", "--stats", "-q", "--color", "always", "."])
        .current_dir(directory.path());
    let output = command.output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], format!("5  {}  example.com", "█".repeat(30)));
    assert_eq!(
        lines[2],
        format!("2  {}{}  例え.jp", "█".repeat(12), " ".repeat(18))
    );
    assert_eq!(
        lines[5],
        format!(
            "\u{200E}1  {}{}  \u{2068}קום.co.il\u{2069}",
            "█".repeat(6),
            " ".repeat(24)
        )
    );
}

/// The output for programs has nothing else in it.
#[test]
fn statistics_of_records_go_to_standard_error() {
    for (format, entries) in [("--json", 1), ("--csv", 2), ("--tsv", 2), ("-0", 1)] {
        let run = run_on("a.com", &["find", "--stats", format]);
        assert_eq!(
            (run.status, run.stderr.as_str()),
            (
                0,
                "linkspan: 1 link in 1 of 1 file: 1 URL, 0 email addresses, 1 host\n\
                 linkspan: 1  a.com\n"
            ),
            "{format}"
        );
        let ends = run.text().split(['\n', '\0']).count();
        assert_eq!(ends, entries + 1, "{format}");
    }
}
