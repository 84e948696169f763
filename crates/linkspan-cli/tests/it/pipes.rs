//! Closed pipes and slow pipes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;

use crate::support::{PROGRAM, TempDir, program};

#[test]
fn closed_output_pipe_is_not_an_error() {
    let directory = TempDir::new("closed");
    for number in 0..100 {
        directory.write(
            &format!("{number}.txt"),
            "https://example.com/ ".repeat(2_000),
        );
    }
    directory.write("large/large.txt", "https://example.com/ ".repeat(500_000));
    let directory = directory.path().to_str().expect("the path is UTF-8");
    let one = format!("{directory}/1.txt");
    let large = format!("{directory}/large/large.txt");
    for arguments in [
        &["find", directory] as &[_],
        &["find", &one],
        &["find", "-j", "8", &large],
        &["find", "--json", directory],
        &["linkify", "--to", "html", &one],
        &["man"],
        &["--help"],
    ] {
        let (mut child, _) = spawn(arguments);
        let mut stdout = child.stdout.take().expect("a pipe");
        let mut first = [0; 10];
        stdout.read_exact(&mut first).expect("there is output");
        drop(stdout);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn endless_input_stops_when_the_output_pipe_is_closed() {
    for arguments in [&["find", "-j", "1"] as &[_], &["find", "-j", "8"]] {
        let (mut child, writer) = spawn_with_endless_input(arguments);
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("there is output");
        drop(stdout);
        assert_eq!(child.wait().expect("the program ends").code(), Some(0));
        writer.join().expect("the pipe was closed");
    }
}

#[test]
fn endless_input_stops_with_quiet_after_the_first_link() {
    for threads in ["1", "8"] {
        let (mut child, writer) = spawn_with_endless_input(&["find", "--quiet", "-j", threads]);
        assert_eq!(child.wait().expect("the program ends").code(), Some(0));
        writer.join().expect("the pipe was closed");
    }
}

/// Starts the program with pipes for input, output and messages.
fn spawn(arguments: &[&str]) -> (Child, ChildStdin) {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = child.stdin.take().expect("a pipe");
    (child, stdin)
}

/// Starts the program with input that ends only when the program stops reading it.
fn spawn_with_endless_input(arguments: &[&str]) -> (Child, thread::JoinHandle<()>) {
    let (child, mut stdin) = spawn(arguments);
    let writer = thread::spawn(move || while stdin.write_all(b"see example.com\n").is_ok() {});
    (child, writer)
}

#[test]
fn results_are_written_while_input_is_still_open() {
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
        let (mut child, mut stdin) = spawn(arguments);
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        stdin
            .write_all(line.as_bytes())
            .expect("the program reads its input");
        // The input is still open. If the program waited for its end, this would block forever.
        let mut found = String::new();
        stdout.read_line(&mut found).expect("there is output");
        assert_eq!(found, expected, "{arguments:?}");
        drop(stdin);
        child.wait().expect("the program ends");
    }
}

#[test]
fn full_disk_is_an_error() {
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
