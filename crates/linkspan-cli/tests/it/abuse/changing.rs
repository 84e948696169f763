//! Files that shrink, grow or vanish while they are searched.
//!
//! The program waits as soon as the pipe for its output is full, so the file can be changed while it is read.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;

use crate::support::{Run, TempDir, program};

/// A text with so many links that they fill the pipe long before the text has been read.
fn long_text() -> String {
    let line = |number| format!("https://example.com/{number}\n");
    (0..400_000).map(line).collect::<Vec<_>>().concat()
}

/// Runs the program, and calls a function while it waits for somebody to read its output.
fn run_while(directory: &Path, arguments: &[&str], action: impl FnOnce()) -> Run {
    let mut child = program()
        .args(arguments)
        .current_dir(directory)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut output = vec![0; 10];
    stdout.read_exact(&mut output).expect("there is output");
    action();
    stdout.read_to_end(&mut output).expect("a pipe");
    let mut run = Run::from(child.wait_with_output().expect("the program ends"));
    run.stdout = output;
    run
}

#[test]
fn file_that_shrinks_ends_where_it_ends() {
    let directory = TempDir::new("abuse-shrinks");
    let path = directory.path().join("a.txt");
    let text = long_text();
    for threads in ["1", "4"] {
        directory.write("a.txt", &text);
        let run = run_while(directory.path(), &["find", "-j", threads, "a.txt"], || {
            File::options()
                .write(true)
                .open(&path)
                .and_then(|file| file.set_len(1000))
                .expect("the file can be truncated");
        });
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        // What was read before is found. The last line may have lost its end.
        let found = run.text();
        let found = found.trim_end().rsplit_once('\n').map(|(lines, _)| lines);
        let found = found.expect("many lines");
        assert!(text.starts_with(found), "{threads} threads");
        assert!(
            found.len() + 100 < text.len(),
            "the file was read as a whole"
        );
    }
}

#[test]
fn file_that_grows_is_read_to_its_end() {
    let directory = TempDir::new("abuse-grows");
    let path = directory.path().join("a.txt");
    let text = long_text();
    for threads in ["1", "4"] {
        directory.write("a.txt", &text);
        let run = run_while(directory.path(), &["find", "-j", threads, "a.txt"], || {
            let mut file = File::options().append(true).open(&path).expect("a file");
            file.write_all(b"https://example.com/end\n").expect("room");
        });
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert!(run.text() == format!("{text}https://example.com/end\n"));
    }
}

#[test]
fn files_that_vanish_are_reported_and_the_others_searched() {
    let directory = TempDir::new("abuse-vanishes");
    for threads in ["1", "4"] {
        directory.write("a/0.txt", long_text());
        for number in 1..=300 {
            directory.write(&format!("a/{number}.txt"), format!("a.com/{number}"));
        }
        let run = run_while(
            directory.path(),
            &["find", "-I", "-j", threads, "a"],
            || {
                for name in ["0.txt", "299.txt", "97.txt"] {
                    fs::remove_file(directory.path().join("a").join(name)).expect("a file");
                }
            },
        );
        // The first file is open already.
        assert_eq!((run.status, run.lines().len()), (2, 400_298));
        let messages: Vec<_> = run.stderr.lines().collect();
        assert_eq!(
            messages,
            [
                "linkspan: no such file: 'a/299.txt'",
                "linkspan: no such file: 'a/97.txt'"
            ]
        );
    }
}
