//! The progress line, on a pseudo-terminal.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::support::{TempDir, program};

/// A terminal. What is written to it is collected.
struct Terminal {
    master: File,
    slave: File,
    shown: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    fn new() -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).expect("access to the terminal");
        unlockpt(&master).expect("the terminal is usable");
        let name = ptsname(&master, Vec::new()).expect("the terminal has a name");
        let name = name.to_str().expect("the name is ASCII");
        let size = Winsize {
            ws_row: 24,
            ws_col: 120,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&master, size).expect("the terminal has a size");
        let slave = OpenOptions::new().read(true).write(true).open(name);
        let master = File::from(master);
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut reader, sink) = (
            master.try_clone().expect("another handle"),
            Arc::clone(&shown),
        );
        thread::spawn(move || {
            let mut block = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut block) {
                sink.lock().expect("no panic").extend(&block[..count]);
            }
        });
        Self {
            master,
            slave: slave.expect("the terminal can be opened"),
            shown,
        }
    }

    fn stdio(&self) -> Stdio {
        Stdio::from(self.slave.try_clone().expect("another handle"))
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().expect("no panic")).into_owned()
    }

    /// Waits until the terminal shows what is expected.
    fn wait_for(&self, what: &str, is_expected: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let shown = self.shown();
            if is_expected(&shown) {
                return shown;
            }
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "{what}: {shown:?}"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The first characters of all progress lines that contain `text`.
fn spinners(shown: &str, text: &str) -> BTreeSet<char> {
    let lines = shown.split(['\r', '\n']).filter(|line| line.contains(text));
    let visible = lines.map(|line| line.trim_start_matches(|c: char| c.is_ascii()));
    visible.filter_map(|line| line.chars().next()).collect()
}

/// Runs until its output is read.
fn blocked(command: &mut Command) -> Child {
    let command = command.stdout(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Reads the output, so that the program ends.
fn unblock(mut child: Child) {
    let mut stdout = child.stdout.take().expect("a pipe");
    std::io::copy(&mut stdout, &mut std::io::sink()).expect("output");
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn spinner_moves_and_shows_a_percentage_if_the_size_is_known() {
    let directory = TempDir::new("progress");
    directory.write("a.txt", "https://example.com/ ".repeat(20_000));
    directory.write("b.txt", "https://example.com/ ".repeat(20_000));
    let terminal = Terminal::new();
    let mut command = program();
    command
        .args(["find", "a.txt", "b.txt"])
        .current_dir(directory.path())
        .stderr(terminal.stdio());
    let child = blocked(&mut command);
    let shown = terminal.wait_for("a moving spinner", |shown| {
        spinners(shown, " %, ").len() >= 3
    });
    assert!(shown.contains(" of 820.31 KiB, "), "{shown:?}");
    assert!(shown.contains("/s"), "{shown:?}");
    unblock(child);
    // The line is removed at the end.
    terminal.wait_for("an empty line", |shown| shown.ends_with("\r\u{1b}[2K"));
}

#[test]
fn directories_and_pipes_have_no_percentage() {
    let directory = TempDir::new("progress-directory");
    directory.write("a.txt", "https://example.com/ ".repeat(20_000));
    let terminal = Terminal::new();
    let mut command = program();
    command
        .args(["find", "."])
        .current_dir(directory.path())
        .stderr(terminal.stdio());
    let child = blocked(&mut command);
    let shown = terminal.wait_for("a moving spinner", |shown| {
        spinners(shown, " links, ").len() >= 3
    });
    assert!(!shown.contains('%'), "{shown:?}");
    unblock(child);

    // A pipe that is still open.
    let terminal = Terminal::new();
    let mut command = program();
    command
        .arg("find")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(terminal.stdio());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"see a.com\n").expect("the program reads");
    let shown = terminal.wait_for("a count", |shown| shown.contains("1 link,"));
    assert!(shown.contains("10 B, 0 files, 1 link, "), "{shown:?}");
    drop(stdin);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn no_progress_is_shown_while_a_person_types() {
    let mut terminal = Terminal::new();
    let mut command = program();
    command
        .arg("find")
        .stdin(terminal.stdio())
        .stdout(terminal.stdio())
        .stderr(terminal.stdio());
    let mut child = command.spawn().expect("the program starts");
    terminal.wait_for("a hint", |shown| shown.contains("press Ctrl-D"));
    // Longer than the delay of the progress line.
    thread::sleep(Duration::from_millis(1_500));
    terminal
        .master
        .write_all(b"see example.com\n\x04")
        .expect("the terminal reads");
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    let shown = terminal.wait_for("the link", |shown| shown.contains("\nexample.com\r\n"));
    assert!(
        !shown.contains("/s") && !shown.contains("files"),
        "{shown:?}"
    );
}

#[test]
fn no_progress_is_shown_in_a_pipe() {
    let directory = TempDir::new("progress-pipe");
    directory.write("a.txt", "https://example.com/ ".repeat(20_000));
    let mut command = program();
    command
        .args(["find", "a.txt"])
        .current_dir(directory.path())
        .stderr(Stdio::piped());
    let mut child = blocked(&mut command);
    let mut stderr = child.stderr.take().expect("a pipe");
    thread::sleep(Duration::from_millis(1_300));
    unblock(child);
    let mut messages = String::new();
    stderr.read_to_string(&mut messages).expect("UTF-8");
    assert_eq!(messages, "");
}
