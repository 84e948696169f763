//! `linkify --in-place` that is interrupted, or whose files are changed by another program at the same time.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::Signal;

use super::{send, shell, temporary_files};
use crate::support::{Run, TempDir, program};

const COUNT: usize = 6;

fn old_text() -> String {
    "https://example.com/ text \n".repeat(2_000)
}

fn new_text() -> String {
    "<https://example.com/> text \n".repeat(2_000)
}

fn write_files(directory: &TempDir) {
    for number in 0..COUNT {
        directory.write(&format!("{number}.md"), old_text());
    }
}

fn start(directory: &Path, arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .current_dir(directory)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Asserts that each file has its old content or the new one. Returns how many have the new one.
fn assert_whole(directory: &Path) -> usize {
    let (old, new) = (old_text(), new_text());
    let contents = (0..COUNT).map(|number| {
        let path = directory.join(format!("{number}.md"));
        fs::read_to_string(path).expect("the file exists")
    });
    contents
        .filter(|content| {
            let is_new = *content == new;
            assert!(is_new || *content == old, "a file is damaged");
            is_new
        })
        .count()
}

/// Interrupts runs at several moments: at once, after some time, and when a temporary file has been created.
fn interrupt(directory: &TempDir, signal: Signal, check: impl Fn(ExitStatus)) {
    for moment in 0..8 {
        write_files(directory);
        let mut child = start(directory.path(), &["linkify", "-i", "--backup", "."]);
        if moment % 2 == 0 {
            sleep(Duration::from_millis(4 * moment));
        } else {
            while temporary_files(directory.path()).is_empty()
                && child.try_wait().expect("a process").is_none()
            {
                sleep(Duration::from_micros(100));
            }
        }
        send(&child, signal);
        let output = child.wait_with_output().expect("the program ends");
        let status = output.status;
        assert!(
            status.code() == Some(0) || status.signal() == Some(signal.as_raw()),
            "{status}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let changed = assert_whole(directory.path());
        if status.success() {
            assert_eq!(changed, COUNT);
        }
        for backup in 0..COUNT {
            let backup = directory.path().join(format!("{backup}.md.bak"));
            if let Ok(content) = fs::read_to_string(backup) {
                assert!(content == old_text(), "a backup is damaged");
            }
        }
        check(status);
    }
}

#[test]
fn interrupted_run_leaves_whole_files_and_nothing_else() {
    let directory = TempDir::new("abuse-interrupted");
    // Whether `SIGHUP` is ignored can be found out only on Linux.
    let hangup = cfg!(target_os = "linux").then_some(Signal::HUP);
    for signal in [Signal::TERM, Signal::INT].into_iter().chain(hangup) {
        interrupt(&directory, signal, |_| {
            assert_eq!(temporary_files(directory.path()), [""; 0]);
        });
    }
}

#[test]
fn killed_run_leaves_whole_files() {
    let directory = TempDir::new("abuse-killed");
    interrupt(&directory, Signal::KILL, |_| {
        // The program cannot remove them any more: one of the file, one of its backup.
        let left = temporary_files(directory.path());
        assert!(left.len() <= 2, "{left:?}");
        for name in left {
            fs::remove_file(directory.path().join(name)).expect("a file");
        }
    });
}

/// `nohup` and shells start programs in the background with signals ignored.
#[cfg(target_os = "linux")]
#[test]
fn ignored_signals_stay_ignored() {
    let directory = TempDir::new("abuse-ignored");
    write_files(&directory);
    let arguments = ["linkify", "-i", "."];
    let mut child = shell("trap '' INT HUP", directory.path(), &arguments)
        .spawn()
        .expect("a shell");
    // A signal before the shell has executed `trap` would end it. The first file that changes shows that it has.
    while fs::read_to_string(directory.path().join("0.md")).ok() == Some(old_text())
        && child.try_wait().expect("a process").is_none()
    {
        sleep(Duration::from_micros(100));
    }
    send(&child, Signal::INT);
    send(&child, Signal::HUP);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    assert_eq!(assert_whole(directory.path()), COUNT);
}

/// Stops a run before it has replaced `a.md`, calls a function, and continues the run. Returns `None` if the program was
/// too fast.
#[cfg(target_os = "linux")]
fn stop_before_replacement(directory: &TempDir, action: impl FnOnce()) -> Option<Run> {
    let mut child = start(directory.path(), &["linkify", "-i", "--backup", "a.md"]);
    while temporary_files(directory.path()).is_empty() {
        if child.try_wait().expect("a process").is_some() {
            return None;
        }
    }
    send(&child, Signal::STOP);
    // The signal takes effect when the state is `T`, stopped. A process that has ended is in the state `Z`.
    let state = format!("/proc/{}/stat", child.id());
    while !fs::read_to_string(&state)
        .is_ok_and(|state| state.contains(") T ") || state.contains(") Z "))
    {
        sleep(Duration::from_micros(100));
    }
    // The backup is complete before the program looks for changes the last time.
    let is_early = !directory.path().join("a.md.bak").exists();
    if is_early {
        action();
    }
    send(&child, Signal::CONT);
    let output = child.wait_with_output().expect("the program ends");
    is_early.then(|| output.into())
}

/// Without this, what another program has written since the file was read would be lost.
#[cfg(target_os = "linux")]
#[test]
fn file_that_another_program_changes_is_not_replaced() {
    let directory = TempDir::new("abuse-changes");
    let path = directory.path().join("a.md");
    let text = "https://example.com/ text \n".repeat(50_000);
    let appended = format!("{text}more\n");
    let changed = "linkspan: cannot change 'a.md': another program changed it at the same time\n";
    for (content, message) in [
        (Some(appended.as_str()), changed),
        (Some(&text[27..]), changed),
        (Some(""), changed),
        (
            None,
            "linkspan: cannot change 'a.md': No such file or directory",
        ),
    ] {
        let run = (0..20).find_map(|_| {
            let _ = fs::remove_file(directory.path().join("a.md.bak"));
            directory.write("a.md", &text);
            stop_before_replacement(&directory, || {
                match content {
                    Some(content) => fs::write(&path, content),
                    None => fs::remove_file(&path),
                }
                .expect("the file can be changed");
            })
        });
        let Some(run) = run else {
            crate::support::skip("the program always wrote its file before it was stopped");
            return;
        };
        assert_eq!(run.status, 2);
        assert!(run.stderr.starts_with(message), "{}", run.stderr);
        let found = fs::read_to_string(&path).ok();
        assert!(found.as_deref() == content, "the change was lost");
        assert_eq!(temporary_files(directory.path()), [""; 0]);
    }
}
