//! Full disks, and few file descriptors.

use std::fs::{self, File};
use std::process::Command;

use super::{shell, temporary_files};
use crate::support::{Run, TempDir};

fn output(mut command: Command) -> Run {
    command.output().expect("a shell").into()
}

/// The limit on the size of files stands for a full disk. Its unit is 512 bytes.
#[test]
fn full_disk_leaves_files_backups_and_baselines_as_they_were() {
    let directory = TempDir::new("abuse-full");
    let page = "http://a.com:1 ".repeat(10_000);
    directory.write("a.md", &page);
    directory.write("a.md.bak", "old backup\n");
    directory.write("out.html", "old output\n");
    directory.write("baseline", "old baseline\n");
    for limit in [0, 8, 296] {
        // Without a handler for the signal, the system would end the program.
        for signal in ["trap '' XFSZ", "trap - XFSZ"] {
            // A baseline is short.
            let baseline: &[&str] = &["check", "--write-baseline", "baseline", "a.md"];
            for arguments in [
                &["linkify", "-i", "a.md"] as &[_],
                &["linkify", "-i", "--backup", "a.md"],
                &["linkify", "-o", "out.html", "a.md"],
            ]
            .into_iter()
            .chain((limit == 0).then_some(baseline))
            {
                let commands = format!("{signal}; ulimit -f {limit}");
                let run = output(shell(&commands, directory.path(), arguments));
                assert_eq!(run.status, 2, "{arguments:?} {limit}");
                assert!(
                    run.stderr.contains("linkspan: cannot write ")
                        && !run.stderr.contains(".linkspan-"),
                    "{}",
                    run.stderr
                );
                for (name, content) in [
                    ("a.md", page.as_str()),
                    ("a.md.bak", "old backup\n"),
                    ("out.html", "old output\n"),
                    ("baseline", "old baseline\n"),
                ] {
                    let found = fs::read_to_string(directory.path().join(name));
                    assert!(found.is_ok_and(|found| found == content), "{name}");
                }
                assert_eq!(temporary_files(directory.path()), [""; 0]);
            }
        }
    }
}

#[test]
fn full_device_is_an_error() {
    let directory = TempDir::new("abuse-device");
    directory.write("a.txt", "a.com\n");
    if !std::path::Path::new("/dev/full").exists() {
        crate::support::skip("there is no /dev/full");
        return;
    }
    for arguments in [
        &["find", "a.txt"] as &[_],
        &["find", "--json", "a.txt"],
        &["check", "--all", "a.txt"],
        &["linkify", "a.txt"],
        &["format", "a.com"],
        &["explain", "a.com"],
    ] {
        let run = output(shell("exec > /dev/full", directory.path(), arguments));
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(
            run.stderr
                .starts_with("linkspan: cannot write the output: "),
            "{}",
            run.stderr
        );
    }
    let run = output(shell(
        ":",
        directory.path(),
        &["linkify", "-o", "/dev/full", "a.txt"],
    ));
    assert_eq!(run.status, 2, "{}", run.stderr);
}

/// Documents of this size are opened before a thread is free to read them.
#[test]
fn large_documents_need_few_descriptors() {
    let directory = TempDir::new("abuse-documents");
    let names: Vec<String> = (0..60).map(|number| format!("{number}.html")).collect();
    for name in &names {
        directory.write(name, "<p>https://example.com/</p>\n");
        // A hole takes no space on the disk.
        File::options()
            .write(true)
            .open(directory.path().join(name))
            .and_then(|file| file.set_len(1024 * 1024))
            .expect("the file can grow");
    }
    let mut arguments = vec!["find", "-I", "-j", "4"];
    arguments.extend(names.iter().map(String::as_str));
    let run = output(shell("ulimit -n 24", directory.path(), &arguments));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(run.lines(), ["https://example.com/"; 60]);
}

#[test]
fn deep_directories_need_few_descriptors() {
    let directory = TempDir::new("abuse-deep");
    let deep = "d/".repeat(200);
    directory.write(&format!("{deep}a.md"), "https://example.com/\n");
    let run = output(shell(
        "ulimit -n 32",
        directory.path(),
        &["find", "-I", "."],
    ));
    assert_eq!(
        (run.status, run.text(), run.stderr.as_str()),
        (0, "https://example.com/\n", "")
    );
    let run = output(shell(
        "ulimit -n 32",
        directory.path(),
        &["linkify", "-i", "."],
    ));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
}
