//! Files and directories.

use encoding_rs::UTF_16LE;

use crate::support::{TempDir, encode, run, run_in};

#[test]
fn links_of_ten_thousand_files_are_in_order() {
    let directory = TempDir::new("many");
    let mut expected = Vec::new();
    for number in 0..10_000 {
        let name = format!("{:02}/{:02}.txt", number / 100, number % 100);
        // Searching some files takes longer than searching the files after them.
        let padding = if number % 500 == 0 {
            "x ".repeat(100_000)
        } else {
            String::new()
        };
        directory.write(
            &name,
            format!("{padding}\nsee https://example.com/{number}.\n"),
        );
        expected.push(format!("./{name}:2:5:https://example.com/{number}"));
    }
    let run = run_in(directory.path(), &["find", "."]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let lines = run.lines();
    for (line, expected) in lines.iter().zip(&expected) {
        assert_eq!(line, expected);
    }
    assert_eq!(lines.len(), expected.len());
    // The order does not depend on the number of threads.
    for threads in ["1", "7"] {
        let again = run_in(directory.path(), &["find", "-j", threads, "."]);
        assert!(
            again.stdout == run.stdout,
            "the order depends on {threads} threads"
        );
    }
    #[cfg(unix)]
    {
        // Few descriptors are enough, whatever the number of threads.
        let script = "ulimit -n 64; exec \"$0\" find -j 40 .";
        let few = std::process::Command::new("sh")
            .args(["-c", script, crate::support::PROGRAM])
            .current_dir(directory.path())
            .output()
            .expect("a shell");
        assert_eq!(String::from_utf8_lossy(&few.stderr), "");
        assert!(few.stdout == run.stdout, "the output depends on the limit");
    }
}

#[test]
fn files_are_searched_in_argument_order() {
    let directory = TempDir::new("arguments");
    directory.write("b.txt", "b.com");
    directory.write("a.txt", "a.com");
    let run = run_in(directory.path(), &["find", "b.txt", "a.txt", "b.txt"]);
    assert_eq!(
        run.lines(),
        ["b.txt:1:1:b.com", "a.txt:1:1:a.com", "b.txt:1:1:b.com"]
    );
}

#[test]
fn unreadable_file_does_not_stop_the_search() {
    let directory = TempDir::new("unreadable");
    directory.write("a.txt", "a.com");
    directory.write("c.txt", "c.com");
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", directory.path().join("b.txt"))
        .expect("a symbolic link can be created");
    let run = run_in(directory.path(), &["find", "a.txt", "b.txt", "c.txt"]);
    assert_eq!(run.lines(), ["a.txt:1:1:a.com", "c.txt:1:1:c.com"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("'b.txt'"), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    // In directories, symbolic links are followed only with --follow.
    assert_eq!(run_in(directory.path(), &["find", "."]).status, 0);
    let run = run_in(directory.path(), &["find", "--follow", "."]);
    assert_eq!((run.status, run.lines().len()), (2, 2), "{}", run.stderr);
}

#[test]
fn read_error_does_not_stop_the_search() {
    // Opening this file succeeds, but reading it from its start fails.
    if cfg!(target_os = "linux") {
        let directory = TempDir::new("fails");
        directory.write("a.txt", "a.com");
        let run = run_in(directory.path(), &["find", "/proc/self/mem", "a.txt"]);
        assert_eq!((run.status, run.lines()), (2, vec!["a.txt:1:1:a.com"]));
        assert!(
            run.stderr.contains("cannot read '/proc/self/mem'"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn ignored_hidden_and_binary_files_are_skipped_in_directories() {
    let directory = TempDir::new("skipped");
    directory.write(".ignore", "ignored.txt\n");
    directory.write("ignored.txt", "ignored.com");
    directory.write(".hidden.txt", "hidden.com");
    directory.write("binary.bin", "\0 binary.com");
    directory.write("plain.txt", "plain.com");
    directory.write("utf16.txt", encode("\u{FEFF}utf16.com", UTF_16LE));
    let find = |arguments: &[&str]| {
        let run = run_in(
            directory.path(),
            &[&["find", "-I"], arguments, &["."]].concat(),
        );
        run.text().to_owned()
    };
    assert_eq!(find(&[]), "plain.com\nutf16.com\n");
    assert_eq!(
        find(&["--no-ignore"]),
        "ignored.com\nplain.com\nutf16.com\n"
    );
    assert_eq!(find(&["--hidden"]), "hidden.com\nplain.com\nutf16.com\n");
    assert_eq!(find(&["--text"]), "binary.com\nplain.com\nutf16.com\n");
    assert_eq!(find(&["-g", "plain.*"]), "plain.com\n");
    assert_eq!(find(&["-g", "!plain.*"]), "utf16.com\n");
    // Files named on the command line are always searched.
    let run = run_in(
        directory.path(),
        &["find", "-I", "ignored.txt", ".hidden.txt", "binary.bin"],
    );
    assert_eq!(run.lines(), ["ignored.com", "hidden.com", "binary.com"]);
}

#[test]
fn counts_omit_files_without_links() {
    let directory = TempDir::new("counts");
    directory.write("a.txt", "a.com b.com");
    directory.write("b.txt", "nothing");
    directory.write("c.txt", "a.com");
    assert_eq!(
        run_in(directory.path(), &["find", "-c", "."]).lines(),
        ["./a.txt:2", "./c.txt:1"]
    );
    // With --unique, each link counts in the file where it first occurs.
    assert_eq!(
        run_in(directory.path(), &["find", "-cu", "."]).lines(),
        ["./a.txt:2"]
    );
}

#[test]
fn output_file_is_not_searched() {
    let directory = TempDir::new("output");
    directory.write("a.txt", "a.com");
    directory.write("z.txt", "");
    let output =
        std::fs::File::create(directory.path().join("z.txt")).expect("the file can be created");
    let mut command = crate::support::program();
    command.args(["find", "."]).current_dir(directory.path());
    let status = command.stdout(output).status().expect("the program starts");
    assert_eq!(status.code(), Some(0));
    let written =
        std::fs::read_to_string(directory.path().join("z.txt")).expect("the output is UTF-8");
    assert_eq!(written, "./a.txt:1:1:a.com\n");
}

#[test]
fn empty_directory_has_no_links() {
    let directory = TempDir::new("empty");
    let path = directory.path().to_str().expect("the path is UTF-8");
    let run = run(&["find", path]);
    assert_eq!((run.status, run.text(), run.stderr.as_str()), (1, "", ""));
}

/// File names are untrusted input, and a terminal executes control sequences in them.
#[cfg(unix)]
#[test]
fn control_characters_in_file_names_are_escaped_on_terminals() {
    let directory = TempDir::new("names");
    let name = "a\x1b]0;x\x07\u{9b}31m\n.txt";
    directory.write(name, "a.com");
    let escaped = r"a\u{1b}]0;x\u{7}\u{9b}31m\n.txt";
    for command in [
        &["find", "-H"] as &[_],
        &["find", "-c", "-H"],
        &["check", "--all"],
    ] {
        let arguments = [command, &["--color", "always", name]].concat();
        let run = run_in(directory.path(), &arguments);
        assert!(run.text().contains(escaped), "{:?}", run.text());
        assert!(!run.text().contains(name));
    }
    // Other programs get the name unchanged.
    let run = run_in(directory.path(), &["find", "-H", name]);
    assert_eq!(run.text(), format!("{name}:1:1:a.com\n"));
    let run = run_in(directory.path(), &["find", &format!("no{name}")]);
    assert!(run.stderr.contains(escaped), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1);
}
