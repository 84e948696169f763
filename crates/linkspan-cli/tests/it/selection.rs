//! Which files are searched, in which order, and lists of files.

use std::fs::{File, OpenOptions};
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use crate::support::{Run, TempDir, program, run, run_in, run_on};

/// A directory with files of several types, with and without links.
fn tree(name: &str) -> TempDir {
    let directory = TempDir::new(name);
    directory.write("a.md", "a.example.com b.example.com c.example.com\n");
    directory.write("b.rs", "// nothing here\n");
    directory.write("sub/c.rs", "// https://c.example.com/\n");
    directory.write("sub/deep/d.py", "# https://d.example.com/\n");
    directory.write("vendor/e.md", "e.example.com\n");
    directory
}

/// The paths of the files with links.
fn files(directory: &TempDir, arguments: &[&str]) -> Vec<String> {
    let run = run_in(directory.path(), &[&["find", "-l"], arguments].concat());
    assert_eq!(run.stderr, "", "{arguments:?}");
    run.lines().into_iter().map(String::from).collect()
}

#[test]
fn files_with_and_without_links_are_listed() {
    let directory = tree("listed");
    let find = |arguments: &[&str]| run_in(directory.path(), &[&["find"], arguments].concat());
    for threads in ["1", "8"] {
        let with = find(&["-l", "-j", threads, "."]);
        assert_eq!(
            with.lines(),
            ["./a.md", "./sub/c.rs", "./sub/deep/d.py", "./vendor/e.md"]
        );
        assert_eq!(with.status, 0);
        let without = find(&["--files-without-links", "-j", threads, "."]);
        assert_eq!((without.lines(), without.status), (vec!["./b.rs"], 0));
    }
    assert_eq!(find(&["-l", "-0", "a.md", "b.rs"]).stdout, b"a.md\0");
    // The exit status says whether a file was listed.
    assert_eq!(find(&["-l", "b.rs"]).status, 1);
    assert_eq!(find(&["--files-without-links", "a.md"]).status, 1);
    assert_eq!(run_on("a.com", &["find", "-l"]).lines(), ["<stdin>"]);
    // A filter decides which links count.
    assert_eq!(
        find(&["-l", "--host", "d.example.com", "."]).lines(),
        ["./sub/deep/d.py"]
    );
    // Binary files are not searched, so they are not files without links.
    directory.write("f.bin", "\0");
    assert_eq!(find(&["--files-without-links", "."]).lines(), ["./b.rs"]);
}

#[test]
fn listing_a_file_ends_at_its_first_link() {
    // The rest of the input never comes.
    let mut command = program();
    command
        .args(["find", "-l"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let line = b"see example.com\n";
    while std::io::Write::write_all(&mut stdin, line).is_ok() {}
    let run: Run = child.wait_with_output().expect("the program ends").into();
    assert_eq!((run.status, run.text()), (0, "<stdin>\n"));
}

#[test]
fn max_count_limits_the_links_of_each_file() {
    let directory = tree("max-count");
    let large = (0..100_000).fold(String::new(), |text, number| {
        text + &format!("see https://example.com/{number} or https://example.com/{number}.\n")
    });
    directory.write("sub/large.txt", &large);
    let find = |arguments: &[&str]| run_in(directory.path(), &[&["find"], arguments].concat());
    for threads in ["1", "2", "8"] {
        let limited = find(&["-m", "2", "-j", threads, "."]);
        assert_eq!(
            limited.lines(),
            [
                "./a.md:1:1:a.example.com",
                "./a.md:1:15:b.example.com",
                "./sub/c.rs:1:4:https://c.example.com/",
                "./sub/deep/d.py:1:3:https://d.example.com/",
                "./sub/large.txt:1:5:https://example.com/0",
                "./sub/large.txt:1:30:https://example.com/0",
                "./vendor/e.md:1:1:e.example.com",
            ],
            "{threads} threads"
        );
        // Of many links, the first ones of the file.
        let many = find(&["-m", "70001", "-j", threads, "sub/large.txt"]);
        let all = find(&["-j", threads, "sub/large.txt"]);
        assert_eq!(many.lines().len(), 70_001);
        assert!(all.text().starts_with(many.text()));
        // Links that are not printed do not count.
        let unique = find(&["-m", "3", "-u", "-j", threads, "sub/large.txt"]);
        assert_eq!(
            unique.lines(),
            [0, 1, 2].map(|number| format!("https://example.com/{number}"))
        );
        let count = find(&["-m", "5", "-c", "-j", threads, "a.md", "sub/large.txt"]);
        assert_eq!(count.lines(), ["a.md:3", "sub/large.txt:5"]);
        let json = find(&["-m", "1", "--json", "-j", threads, "a.md"]);
        assert_eq!(json.objects().len(), 1);
        let part = find(&[
            "-m",
            "2",
            "--only",
            "path",
            "-j",
            threads,
            "a.md",
            "sub/large.txt",
        ]);
        assert_eq!(part.lines().len(), 2, "{}", part.text());
    }
    // As with `rg` and `grep`, zero links are none.
    for (arguments, output) in [
        (&["-m", "0", "a.md"] as &[_], ""),
        (&["-m", "0", "-c", "a.md"], "0\n"),
        (&["-m", "0", "-l", "."], ""),
        (
            &["-m", "0", "-q", "--stats", "--top", "0", "a.md"],
            "0 links in 0 of 1 file: 0 URLs, 0 email addresses, 0 hosts\n",
        ),
    ] {
        let zero = find(arguments);
        assert_eq!(
            (zero.status, zero.text(), zero.stderr.as_str()),
            (1, output, ""),
            "{arguments:?}"
        );
    }
    // No number of threads is the default.
    assert_eq!(find(&["-j", "0", "a.md"]).lines().len(), 3);
}

#[test]
fn types_select_files_of_directories() {
    let directory = tree("types");
    assert_eq!(files(&directory, &["-t", "rust", "."]), ["./sub/c.rs"]);
    assert_eq!(
        files(&directory, &["-t", "rust", "-t", "py", "."]),
        ["./sub/c.rs", "./sub/deep/d.py"]
    );
    assert_eq!(
        files(&directory, &["-T", "md", "."]),
        ["./sub/c.rs", "./sub/deep/d.py"]
    );
    directory.write("g.eml", "From: ann@example.com\nTo: b@example.com\n\nhi\n");
    assert_eq!(files(&directory, &["-t", "mail", "."]), ["./g.eml"]);
    // Files named on the command line are searched, whatever their type.
    assert_eq!(files(&directory, &["-t", "rust", "a.md"]), ["a.md"]);
    let unknown = run_in(directory.path(), &["find", "-t", "rusty", "."]);
    assert_eq!(
        (unknown.status, unknown.stderr.as_str()),
        (
            2,
            "linkspan: no such type of files: 'rusty' (--type-list prints all types)\n"
        )
    );
    for command in ["find", "check"] {
        let list = run(&[command, "--type-list"]);
        assert_eq!(list.status, 0);
        assert!(list.lines().contains(&"rust: *.rs"));
        assert!(list.lines().contains(&"mail: *.eml, *.mbox"));
    }
}

#[test]
fn depth_is_limited() {
    let directory = tree("depth");
    assert!(files(&directory, &["-d", "0", "."]).is_empty());
    assert_eq!(files(&directory, &["--max-depth", "1", "."]), ["./a.md"]);
    assert_eq!(
        files(&directory, &["-d", "2", "."]),
        ["./a.md", "./sub/c.rs", "./vendor/e.md"]
    );
    assert_eq!(files(&directory, &["-d", "0", "a.md"]), ["a.md"]);
}

#[test]
fn paths_are_excluded() {
    let directory = tree("excluded [x]");
    directory.write("sub/vendor/f.md", "f.example.com");
    let absolute = directory.path().join("sub");
    let absolute = absolute.to_str().expect("the path is UTF-8");
    for (arguments, expected) in [
        // A name excludes everything with this name.
        (
            &["--exclude-path", "vendor", "."] as &[_],
            &["./a.md", "./sub/c.rs", "./sub/deep/d.py"] as &[_],
        ),
        // A path with a slash is a single one.
        (
            &["--exclude-path", "./vendor", "."],
            &[
                "./a.md",
                "./sub/c.rs",
                "./sub/deep/d.py",
                "./sub/vendor/f.md",
            ],
        ),
        (
            &["--exclude-path", "sub/", "."],
            &["./a.md", "./vendor/e.md"],
        ),
        (
            &["--exclude-path", absolute, "."],
            &["./a.md", "./vendor/e.md"],
        ),
        (
            &["--exclude-path", "sub/*/", "."],
            &["./a.md", "./sub/c.rs", "./vendor/e.md"],
        ),
        (
            &["--exclude-path", "*.md", "--exclude-path", "sub/deep", "."],
            &["./sub/c.rs"],
        ),
        // Unlike globs, it applies to paths that are named, however they are written.
        (
            &["--exclude-path", "a.md", "a.md", "sub/c.rs"],
            &["sub/c.rs"],
        ),
        (
            &["--exclude-path", "sub", "a.md", "sub/deep/d.py"],
            &["a.md"],
        ),
        (&["--exclude-path", "sub/deep", "sub/../sub/deep"], &[]),
        (&["-g", "!a.md", "a.md"], &["a.md"]),
    ] {
        assert_eq!(files(&directory, arguments), expected, "{arguments:?}");
    }
}

#[test]
fn files_are_read_from_a_list() {
    let directory = tree("files-from");
    directory.write("list", "a.md\n\nsub\nno-such-file\nb.rs");
    let run = run_in(directory.path(), &["find", "-l", "--files-from", "list"]);
    assert_eq!(run.lines(), ["a.md", "sub/c.rs", "sub/deep/d.py"]);
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (2, "linkspan: no such file: 'no-such-file'\n")
    );
    // Paths on the command line come first.
    directory.write("list", "a.md\n");
    let run = run_in(
        directory.path(),
        &["find", "-l", "--files-from", "list", "vendor"],
    );
    assert_eq!(run.lines(), ["vendor/e.md", "a.md"]);
    // With a list, each line starts with the path.
    let run = run_in(directory.path(), &["find", "-m1", "--files-from", "list"]);
    assert_eq!(run.lines(), ["a.md:1:1:a.example.com"]);
    // An empty list is not standard input.
    directory.write("list", "");
    let run = run_in(directory.path(), &["find", "--files-from", "list"]);
    assert_eq!((run.status, run.text(), run.stderr.as_str()), (1, "", ""));
    let run = run_in(directory.path(), &["find", "--files-from", "nowhere"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("no such file: 'nowhere'"),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr.matches("nowhere").count(), 1, "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_list_with_nul_has_paths_of_any_kind() {
    let directory = TempDir::new("files-from-nul");
    directory.write("a\nb.txt", "a.example.com");
    directory.write("-", "minus.example.com");
    let on = |list: &str, arguments: &[&str]| {
        let list = directory.path().join(list);
        let mut command = program();
        command
            .args(arguments)
            .current_dir(directory.path())
            .stdin(File::open(list).expect("the list"));
        Run::from(command.output().expect("the program starts"))
    };
    directory.write("list", "a\nb.txt\0-\0");
    let arguments = ["find", "-I", "--files-from", "-"];
    let run = on("list", &arguments);
    assert_eq!(run.lines(), ["a.example.com", "minus.example.com"]);
    let both = on("list", &["find", "--files-from", "-", "-"]);
    assert_eq!(both.status, 2);
    assert!(both.stderr.contains("standard input cannot be both"));
}

#[test]
fn files_are_sorted() {
    let directory = tree("sorted");
    let now = SystemTime::now();
    for (age, name) in [
        (4, "sub/deep/d.py"),
        (3, "vendor/e.md"),
        (2, "a.md"),
        (1, "sub/c.rs"),
    ] {
        let file = OpenOptions::new()
            .append(true)
            .open(directory.path().join(name));
        let time = now - Duration::from_secs(60 * age);
        let times = std::fs::FileTimes::new()
            .set_modified(time)
            .set_accessed(time);
        file.and_then(|file| file.set_times(times))
            .expect("the time can be set");
    }
    let by_time = ["sub/deep/d.py", "vendor/e.md", "a.md", "sub/c.rs"];
    // Reading a file may change the time of the last access.
    for key in ["accessed", "modified"] {
        assert_eq!(
            files(&directory, &["--sort", key, "sub", "vendor", "a.md"]),
            by_time
        );
    }
    let mut reversed = by_time;
    reversed.reverse();
    assert_eq!(
        files(
            &directory,
            &["--sortr", "modified", "sub", "vendor", "a.md"]
        ),
        reversed
    );
    assert_eq!(
        files(&directory, &["--sort", "path", "vendor", "sub", "a.md"]),
        ["a.md", "sub/c.rs", "sub/deep/d.py", "vendor/e.md"]
    );
    assert_eq!(
        files(&directory, &["--sort", "size", "."]),
        ["./vendor/e.md", "./sub/deep/d.py", "./sub/c.rs", "./a.md"]
    );
    // The last of the two wins.
    assert_eq!(
        files(&directory, &["--sort", "path", "--sortr", "path", "."])[0],
        "./vendor/e.md"
    );
    assert_eq!(
        files(&directory, &["--sortr", "path", "--sort", "path", "."])[0],
        "./a.md"
    );
    // Without it, the order is that of the command line.
    assert_eq!(
        files(&directory, &["vendor", "sub", "a.md"]),
        ["vendor/e.md", "sub/c.rs", "sub/deep/d.py", "a.md"]
    );
}

/// `find f >> f` would read what it writes, forever.
#[test]
fn input_that_is_also_the_output_is_refused() {
    let directory = TempDir::new("input-is-output");
    let appended = || {
        let file = OpenOptions::new()
            .append(true)
            .open(directory.path().join("f.txt"));
        file.expect("the file")
    };
    let run = |arguments: &[&str], stdin: Stdio| {
        directory.write("f.txt", "see example.com\n");
        directory.write("g.txt", "see example.org\n");
        let mut command = program();
        command
            .args(arguments)
            .current_dir(directory.path())
            .stdin(stdin)
            .stdout(appended())
            .stderr(Stdio::piped());
        let child = command.spawn().expect("the program starts");
        let run: Run = child.wait_with_output().expect("the program ends").into();
        let written = std::fs::read_to_string(directory.path().join("f.txt")).expect("UTF-8");
        (run.status, run.stderr, written)
    };
    for arguments in [
        &["find", "f.txt"] as &[_],
        &["find", "-j", "1", "./f.txt"],
        &["check", "f.txt"],
        &["linkify", "f.txt"],
    ] {
        let (status, stderr, written) = run(arguments, Stdio::null());
        assert_eq!(status, 2, "{arguments:?}");
        assert!(
            stderr.ends_with("f.txt': it is also the output\n"),
            "{stderr}"
        );
        assert_eq!(written, "see example.com\n");
    }
    // Other files are still searched.
    let (status, _, written) = run(&["find", "f.txt", "g.txt"], Stdio::null());
    assert_eq!(status, 2);
    assert_eq!(written, "see example.com\ng.txt:1:5:example.org\n");
    // Standard input.
    for command in ["find", "check", "linkify", "format", "explain"] {
        directory.write("f.txt", "");
        let stdin = File::open(directory.path().join("f.txt")).expect("the file");
        let (status, stderr, written) = run(&[command], stdin.into());
        assert_eq!(
            (status, stderr.as_str()),
            (
                2,
                "linkspan: cannot read standard input: it is also the output\n"
            )
        );
        assert_eq!(written, "see example.com\n", "{command}");
    }
    // In a directory, the file is skipped.
    let (status, stderr, written) = run(&["find", "."], Stdio::null());
    assert_eq!(
        (status, stderr.as_str()),
        (0, "linkspan: './f.txt' is skipped: it is also the output\n")
    );
    assert_eq!(written, "see example.com\n./g.txt:1:5:example.org\n");
}
