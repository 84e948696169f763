//! Exit statuses, and error messages with a next step.

use crate::support::{TempDir, run, run_in, run_on};

#[test]
fn exit_status_is_0_if_found_1_if_not_2_for_errors() {
    assert_eq!(run_on("example.com", &["find"]).status, 0);
    assert_eq!(run_on("nothing here", &["find"]).status, 1);
    assert_eq!(run_on("", &["find"]).status, 1);
    assert_eq!(run(&["find", "no-such-file"]).status, 2);
    assert_eq!(run(&["find", "--no-such-option"]).status, 2);
    assert_eq!(run(&[]).status, 2);
}

#[test]
fn quiet_prints_nothing() {
    let found = run_on("example.com", &["find", "-q"]);
    assert_eq!((found.status, found.text()), (0, ""));
    assert_eq!(run_on("nothing", &["find", "-q"]).status, 1);
}

#[test]
fn missing_file_named_like_a_link_gets_a_hint() {
    let run = run(&["find", "example.com"]);
    assert_eq!(
        run.stderr,
        "linkspan: no such file: 'example.com' \
         (to search this text, pipe it: echo 'example.com' | linkspan find)\n"
    );
    let run = crate::support::run(&["find", "https://example.com/a"]);
    assert!(
        run.stderr
            .contains("curl -sL 'https://example.com/a' | linkspan find")
    );
    let run = crate::support::run(&["find", "no-such-file"]);
    assert_eq!(run.stderr, "linkspan: no such file: 'no-such-file'\n");
}

#[test]
fn directory_instead_of_a_url_or_file_is_an_error() {
    let directory = TempDir::new("directory-argument");
    directory.write("sub/file", "");
    directory.write("example.com/file", "");
    let run = run_in(directory.path(), &["format", "sub"]);
    assert_eq!((run.status, run.text()), (2, "sub\n"));
    assert!(
        run.stderr.contains("'sub' is a directory"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("linkspan find 'sub'"), "{}", run.stderr);
    // A URL is a URL even if a directory has the same name.
    assert_eq!(
        run_in(directory.path(), &["format", "example.com"]).status,
        0
    );
    let run = run_in(directory.path(), &["linkify", "--to", "html", "sub"]);
    assert!(
        run.status == 2 && run.stderr.contains("is a directory"),
        "{}",
        run.stderr
    );
}

#[test]
fn unknown_value_lists_the_known_ones() {
    let run = run(&["find", "--profile", "terminator"]);
    assert_eq!(run.status, 2);
    for name in ["uts58", "prose", "terminal", "strict"] {
        assert!(run.stderr.contains(name), "{}", run.stderr);
    }
    let run = crate::support::run(&["find", "--encoding", "utf-9"]);
    assert!(
        run.status == 2 && run.stderr.contains("shift_jis"),
        "{}",
        run.stderr
    );
}

#[test]
fn invalid_option_values_are_explained() {
    let cases: [(&[&str], &str); 5] = [
        (&["--scheme", "a b"], "expected a scheme of ASCII letters"),
        (&["--length-limit", "0"], "expected at least 1 byte"),
        (&["--tlds", "no-such-file"], "cannot read 'no-such-file'"),
        (&["--tlds", "/dev/null"], "expected a list of domains"),
        (&["--glob", "a[b"], "cannot use 'a[b' as a glob"),
    ];
    for (arguments, message) in cases {
        let run = run_on("a.com", &[&["find"], arguments].concat());
        assert!(
            run.status == 2 && run.stderr.contains(message),
            "{}",
            run.stderr
        );
    }
}
