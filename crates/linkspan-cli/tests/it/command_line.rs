//! The command line: repeated options, missing commands, messages.

use crate::support::{TempDir, run, run_in, run_on};

/// An alias can set a default, which the user overrides.
#[test]
fn last_of_repeated_options_wins() {
    let text = "见https://a.com/docs了解 example.org";
    let prose = ["https://a.com/docs", "example.org"];
    let letter = ["https://a.com/docs了解", "example.org"];
    let find = |arguments: &[&str]| run_on(text, &[&["find"], arguments].concat());
    assert_eq!(
        find(&["--profile", "uts58", "--profile", "prose"]).lines(),
        prose
    );
    assert_eq!(
        find(&["--profile", "prose", "--profile", "uts58"]).lines(),
        letter
    );
    assert_eq!(find(&["--kind", "email", "--kind=url"]).lines().len(), 2);
    assert_eq!(find(&["-m1", "-m2"]).lines().len(), 2);
    assert_eq!(
        find(&["--only", "host", "--only", "scheme"]).lines(),
        ["https"; 2]
    );
    assert_eq!(find(&["-E", "utf-16le", "-E", "utf-8"]).lines().len(), 2);
    assert_eq!(find(&["-H", "-I", "-j", "1", "-j", "2"]).lines(), prose);
    // Flags can be repeated, too.
    assert_eq!(find(&["-u", "-u", "--json", "--json"]).objects().len(), 2);
    assert_eq!(
        find(&["--color", "always", "--color", "never"]).lines(),
        prose
    );
    // Options with several values still have all of them.
    assert_eq!(
        find(&["--host", "a.com", "--host", "example.org"]).lines(),
        prose
    );
    let run = run_on("a.com", &["linkify", "--to", "html", "--to", "markdown"]);
    assert_eq!(run.text(), "[a.com](<https://a.com>)", "{}", run.stderr);
    let run = run_on("a.com", &["check", "--level", "info", "--level", "danger"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
}

#[test]
fn help_is_a_command() {
    let long = run(&["--help"]);
    let help = run(&["help"]);
    assert_eq!((help.status, help.text()), (0, long.text()));
    for command in ["find", "check", "linkify", "format", "explain"] {
        let help = run(&["help", command]);
        let long = run(&[command, "--help"]);
        assert_eq!((help.status, help.text()), (0, long.text()), "{command}");
    }
    assert_eq!(run(&["help", "no-such-command"]).status, 2);
}

#[test]
fn missing_command_is_suggested() {
    let directory = TempDir::new("suggested");
    directory.write("notes", "a.com");
    directory.write("my notes.txt", "a.com");
    let tip = |arguments: &[&str]| {
        let run = run_in(directory.path(), arguments);
        assert_eq!((run.status, run.text()), (2, ""), "{arguments:?}");
        let tip = run
            .stderr
            .lines()
            .find_map(|line| line.trim().strip_prefix("tip: "));
        tip.unwrap_or_default().to_owned()
    };
    for (arguments, expected) in [
        (&["notes"] as &[_], "linkspan find notes"),
        (&["my notes.txt"], "linkspan find 'my notes.txt'"),
        (&["other.txt"], "linkspan find other.txt"),
        (&["docs/other"], "linkspan find docs/other"),
        (&["-u", "notes"], "linkspan find -u notes"),
        (
            &["--json", "notes", "x.txt"],
            "linkspan find --json notes x.txt",
        ),
        (&["https://a.com/?b"], "linkspan format 'https://a.com/?b'"),
        // Standard input is not a terminal.
        (&[], "linkspan find"),
    ] {
        assert_eq!(
            tip(arguments),
            format!("did you mean this? {expected}"),
            "{arguments:?}"
        );
    }
    assert_eq!(
        tip(&["fnd", "notes"]),
        "a similar subcommand exists: 'find'"
    );
    assert_eq!(tip(&["nonsense"]), "");
    assert_eq!(tip(&["--nonsense", "notes"]), "");
    // The argument of a known command is not a suggestion.
    assert!(!tip(&["find", "--zzz", "notes"]).contains("did you mean"));
}

/// Each message says what is wrong once.
#[test]
fn messages_name_a_path_once() {
    let directory = TempDir::new("once");
    directory.write("a.txt", "a.com");
    directory.write("empty", "");
    let cases: &[(&[&str], &str)] = &[
        (&["find", "nowhere"], "nowhere"),
        (&["find", "-l", "nowhere", "a.txt"], "nowhere"),
        (&["find", "--files-from", "nowhere"], "nowhere"),
        (&["find", "--tlds", "nowhere", "a.txt"], "nowhere"),
        (&["find", "--tlds", "empty", "a.txt"], "empty"),
        (&["find", "--glob", "a[b", "."], "a[b"),
        (&["find", "--host", "a[b", "a.txt"], "a[b"),
        (&["find", "--include", "a(b", "a.txt"], "a(b"),
        (&["find", "--type", "nothing", "."], "nothing"),
        (&["linkify", "nowhere"], "nowhere"),
        (&["check", "nowhere"], "nowhere"),
    ];
    for (arguments, name) in cases {
        let run = run_in(directory.path(), arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert_eq!(run.stderr.matches(name).count(), 1, "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn messages_about_directories_name_a_path_once() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let directory = TempDir::new("walk-once");
    directory.write("a.txt", "a.com");
    directory.write("sub/b.txt", "b.com");
    symlink("nowhere", directory.path().join("broken")).expect("a symbolic link");
    symlink("..", directory.path().join("sub/loop")).expect("a symbolic link");
    let run = run_in(directory.path(), &["find", "-I", "--follow", "."]);
    assert_eq!((run.status, run.lines()), (2, vec!["a.com", "b.com"]));
    let messages: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(
        messages,
        [
            "linkspan: cannot read './broken': the target of the symbolic link does not exist",
            "linkspan: cannot search './sub/loop': the symbolic link leads back to '.'",
        ]
    );
    // The superuser can read everything.
    let closed = directory.path().join("closed");
    std::fs::create_dir(&closed).expect("a directory");
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o000)).expect("permissions");
    if std::fs::read_dir(&closed).is_err() {
        let run = run_in(directory.path(), &["find", "-I", "."]);
        assert_eq!(
            (run.status, run.stderr.as_str()),
            (
                2,
                "linkspan: cannot read './closed': Permission denied (os error 13)\n"
            )
        );
    }
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o755)).expect("permissions");
}
