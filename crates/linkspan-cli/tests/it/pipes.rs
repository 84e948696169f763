//! Pipes: closed ones, and slow ones.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::support::{Folder, PROGRAM, program};

#[test]
fn a_closed_pipe_is_silent() {
    let folder = Folder::new("closed");
    for number in 0..100 {
        folder.write(
            &format!("{number}.txt"),
            "https://example.com/ ".repeat(2_000),
        );
    }
    folder.write("large/large.txt", "https://example.com/ ".repeat(500_000));
    let folder = folder.path().to_str().expect("the path is UTF-8");
    let one = format!("{folder}/1.txt");
    let large = format!("{folder}/large/large.txt");
    for arguments in [
        &["find", folder] as &[_],
        &["find", &one],
        &["find", "-j", "8", &large],
        &["find", "--json", folder],
        &["linkify", "--to", "html", &one],
        &["man"],
        &["--help"],
    ] {
        let mut child = program()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdout = child.stdout.take().expect("there is a pipe");
        let mut first = [0; 10];
        stdout.read_exact(&mut first).expect("there is output");
        drop(stdout);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn an_endless_input_ends_with_its_reader() {
    for arguments in [&["find", "-j", "1"] as &[_], &["find", "-j", "8"]] {
        let (mut child, writer) = endless(arguments);
        let mut stdout = BufReader::new(child.stdout.take().expect("there is a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("there is output");
        drop(stdout);
        assert_eq!(child.wait().expect("the program ends").code(), Some(0));
        writer.join().expect("the pipe was closed");
    }
}

#[test]
fn an_endless_input_ends_when_enough_is_known() {
    for threads in ["1", "8"] {
        let (mut child, writer) = endless(&["find", "--quiet", "-j", threads]);
        assert_eq!(child.wait().expect("the program ends").code(), Some(0));
        writer.join().expect("the pipe was closed");
    }
}

/// The program with input that ends only when nobody reads it.
fn endless(arguments: &[&str]) -> (Child, thread::JoinHandle<()>) {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("there is a pipe");
    let writer = thread::spawn(move || while stdin.write_all(b"see example.com\n").is_ok() {});
    (child, writer)
}

#[test]
fn results_come_as_the_input_does() {
    for (arguments, line, expected) in [
        (&["find"] as &[_], "see example.com now\n", "example.com\n"),
        (
            &["find", "-", "/dev/null"],
            "see example.com now\n",
            "<stdin>:1:5:example.com\n",
        ),
        (&["format"], "example.com/%41\n", "example.com/A\n"),
        (&["linkify", "--to", "markdown"], "no link\n", "no link\n"),
    ] {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("there is a pipe");
        let mut stdout = BufReader::new(child.stdout.take().expect("there is a pipe"));
        stdin.write_all(line.as_bytes()).expect("it is read");
        // The input is still open: waiting for its end here would wait forever.
        let mut found = String::new();
        stdout.read_line(&mut found).expect("there is output");
        assert_eq!(found, expected, "{arguments:?}");
        drop(stdin);
        child.wait().expect("the program ends");
    }
}

#[test]
fn a_full_disk_is_an_error() {
    if cfg!(target_os = "linux") {
        let command = format!("echo example.com | '{PROGRAM}' find > /dev/full");
        let output = Command::new("sh")
            .args(["-c", &command])
            .output()
            .expect("sh starts");
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            message.starts_with("linkspan: cannot write the output: "),
            "{message}"
        );
    }
}
