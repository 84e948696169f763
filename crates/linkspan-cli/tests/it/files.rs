//! Files and folders.

use crate::support::{Folder, run, run_in};

#[test]
fn ten_thousand_files_in_order() {
    let folder = Folder::new("many");
    let mut expected = Vec::new();
    for number in 0..10_000 {
        let name = format!("{:02}/{:02}.txt", number / 100, number % 100);
        // Some files take longer than those after them.
        let padding = if number % 500 == 0 {
            "x ".repeat(100_000)
        } else {
            String::new()
        };
        folder.write(
            &name,
            format!("{padding}\nsee https://example.com/{number}.\n"),
        );
        expected.push(format!("./{name}:2:5:https://example.com/{number}"));
    }
    let run = run_in(folder.path(), &["find", "."]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let lines = run.lines();
    for (line, expected) in lines.iter().zip(&expected) {
        assert_eq!(line, expected);
    }
    assert_eq!(lines.len(), expected.len());
    // However many there are at a time.
    for threads in ["1", "7"] {
        let again = run_in(folder.path(), &["find", "-j", threads, "."]);
        assert!(
            again.stdout == run.stdout,
            "the order depends on {threads} threads"
        );
    }
}

#[test]
fn order_is_that_of_the_arguments() {
    let folder = Folder::new("arguments");
    folder.write("b.txt", "b.com");
    folder.write("a.txt", "a.com");
    let run = run_in(folder.path(), &["find", "b.txt", "a.txt", "b.txt"]);
    assert_eq!(
        run.lines(),
        ["b.txt:1:1:b.com", "a.txt:1:1:a.com", "b.txt:1:1:b.com"]
    );
}

#[test]
fn an_unreadable_file_does_not_stop_the_others() {
    let folder = Folder::new("unreadable");
    folder.write("a.txt", "a.com");
    folder.write("c.txt", "c.com");
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.path().join("b.txt")).expect("a link can be made");
    let run = run_in(folder.path(), &["find", "a.txt", "b.txt", "c.txt"]);
    assert_eq!(run.lines(), ["a.txt:1:1:a.com", "c.txt:1:1:c.com"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("'b.txt'"), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    // In folders, symbolic links are followed only if that is asked for.
    assert_eq!(run_in(folder.path(), &["find", "."]).status, 0);
    let run = run_in(folder.path(), &["find", "--follow", "."]);
    assert_eq!((run.status, run.lines().len()), (2, 2), "{}", run.stderr);
}

#[test]
fn a_file_that_fails_while_it_is_read() {
    // The memory of a process cannot be read from its start.
    if cfg!(target_os = "linux") {
        let folder = Folder::new("fails");
        folder.write("a.txt", "a.com");
        let run = run_in(folder.path(), &["find", "/proc/self/mem", "a.txt"]);
        assert_eq!((run.status, run.lines()), (2, vec!["a.txt:1:1:a.com"]));
        assert!(
            run.stderr.contains("cannot read '/proc/self/mem'"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn ignored_hidden_and_binary_files_are_skipped_in_folders() {
    let folder = Folder::new("skipped");
    folder.write(".ignore", "ignored.txt\n");
    folder.write("ignored.txt", "ignored.com");
    folder.write(".hidden.txt", "hidden.com");
    folder.write("binary.bin", "\0 binary.com");
    folder.write("plain.txt", "plain.com");
    let utf16: Vec<u8> = "\u{FEFF}utf16.com"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    folder.write("utf16.txt", utf16);
    let find = |arguments: &[&str]| {
        let run = run_in(
            folder.path(),
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
    // What is asked for by name is searched whatever it is.
    let run = run_in(
        folder.path(),
        &["find", "-I", "ignored.txt", ".hidden.txt", "binary.bin"],
    );
    assert_eq!(run.lines(), ["ignored.com", "hidden.com", "binary.com"]);
}

#[test]
fn counts_leave_out_files_without_links() {
    let folder = Folder::new("counts");
    folder.write("a.txt", "a.com b.com");
    folder.write("b.txt", "nothing");
    folder.write("c.txt", "a.com");
    assert_eq!(
        run_in(folder.path(), &["find", "-c", "."]).lines(),
        ["./a.txt:2", "./c.txt:1"]
    );
    // Each link counts where it is first.
    assert_eq!(
        run_in(folder.path(), &["find", "-cu", "."]).lines(),
        ["./a.txt:2"]
    );
}

#[test]
fn the_output_is_no_input() {
    let folder = Folder::new("output");
    folder.write("a.txt", "a.com");
    folder.write("z.txt", "");
    let output = std::fs::File::create(folder.path().join("z.txt")).expect("it can be written");
    let mut command = crate::support::program();
    command.args(["find", "."]).current_dir(folder.path());
    let status = command.stdout(output).status().expect("the program starts");
    assert_eq!(status.code(), Some(0));
    let written = std::fs::read_to_string(folder.path().join("z.txt")).expect("it is there");
    assert_eq!(written, "./a.txt:1:1:a.com\n");
}

#[test]
fn an_empty_folder_has_no_links() {
    let folder = Folder::new("empty");
    let path = folder.path().to_str().expect("the path is UTF-8");
    let run = run(&["find", path]);
    assert_eq!((run.status, run.text(), run.stderr.as_str()), (1, "", ""));
}

/// What a file is called is the choice of whoever made it, and a terminal does what it is told.
#[cfg(unix)]
#[test]
fn names_do_nothing_to_a_terminal() {
    let folder = Folder::new("names");
    let name = "a\x1b]0;x\x07\u{9b}31m\n.txt";
    folder.write(name, "a.com");
    let shown = r"a\u{1b}]0;x\u{7}\u{9b}31m\n.txt";
    for command in [
        &["find", "-H"] as &[_],
        &["find", "-c", "-H"],
        &["check", "--all"],
    ] {
        let arguments = [command, &["--color", "always", name]].concat();
        let run = run_in(folder.path(), &arguments);
        assert!(run.text().contains(shown), "{:?}", run.text());
        assert!(!run.text().contains(name));
    }
    // A program wants the name as it is.
    let run = run_in(folder.path(), &["find", "-H", name]);
    assert_eq!(run.text(), format!("{name}:1:1:a.com\n"));
    let run = run_in(folder.path(), &["find", &format!("no{name}")]);
    assert!(run.stderr.contains(shown), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1);
}
