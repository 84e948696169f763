//! Unusual names of files.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use crate::support::{Run, TempDir, program, run_in, run_on};

/// Names in the order of their bytes.
fn names() -> Vec<Vec<u8>> {
    let mut names: Vec<Vec<u8>> = [
        b" .md" as &[u8],
        b"--help.md",
        b"-i.md",
        b"-.md",
        b"a\nb.md",
        b"a\\b.md",
        b"a'b\"$(c)`d`;*?.md",
        b"https:~x.md",
        b"\x1B[31m.md",
        b"\xC3\xA9\xCC\x81.md",
        b"\xFF\xFE.md",
        "\u{202E}dm.md".as_bytes(),
    ]
    .map(<[u8]>::to_vec)
    .into();
    names.push([vec![b'x'; 252], b".md".to_vec()].concat());
    names.sort();
    names
}

/// A directory with a file of each name. Some file systems do not accept all of them.
fn directory(name: &str) -> (TempDir, Vec<Vec<u8>>) {
    let directory = TempDir::new(name);
    let mut names = names();
    names.retain(|name| {
        let path = directory.path().join(OsStr::from_bytes(name));
        fs::write(path, "https://example.com/\n").is_ok()
    });
    assert!(names.len() >= 10);
    (directory, names)
}

fn run_with(directory: &TempDir, arguments: &[&str], names: &[Vec<u8>]) -> Run {
    let names = names.iter().map(|name| OsStr::from_bytes(name));
    program()
        .args(arguments)
        .arg("--")
        .args(names)
        .current_dir(directory.path())
        .output()
        .expect("the program starts")
        .into()
}

#[test]
fn files_with_unusual_names_are_searched_and_changed() {
    let (directory, names) = directory("abuse-names");
    let listed = |run: &Run, prefix: &[u8]| {
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        let expected = names.iter().map(|name| [prefix, name, b"\0"].concat());
        assert_eq!(run.stdout, expected.collect::<Vec<_>>().concat());
    };
    listed(&run_in(directory.path(), &["find", "-l0", "."]), b"./");
    listed(&run_with(&directory, &["find", "-l0"], &names), b"");
    // A list from a pipe, as `find -print0` writes it.
    let path = directory.path().as_os_str().as_bytes();
    let list = names
        .iter()
        .map(|name| [path, b"/", name.as_slice(), b"\0"].concat());
    let list = list.collect::<Vec<_>>().concat();
    let run = run_on(&list, &["find", "-l0", "--files-from", "-"]);
    assert_eq!(
        (run.status, run.stdout == list),
        (0, true),
        "{}",
        run.stderr
    );
    // JSON is one line per link, whatever the name.
    let run = run_in(directory.path(), &["find", "--json", "."]);
    assert_eq!(run.objects().len(), names.len());

    let run = run_with(&directory, &["linkify", "-i"], &names);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    for name in &names {
        let content = fs::read(directory.path().join(OsStr::from_bytes(name)));
        assert_eq!(content.expect("a file"), b"<https://example.com/>\n");
    }
    let entries = fs::read_dir(directory.path()).expect("a directory");
    assert_eq!(entries.count(), names.len());
}

/// There is no room for the suffix.
#[test]
fn file_whose_backup_has_no_valid_name_stays_as_it_was() {
    let directory = TempDir::new("abuse-long-name");
    let name = format!("{}.md", "x".repeat(252));
    directory.write(&name, "a.com\n");
    directory.write("b.md", "a.com\n");
    let run = run_in(directory.path(), &["linkify", "-i", "--backup", "."]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.starts_with("linkspan: cannot write "),
        "{}",
        run.stderr
    );
    assert_eq!(run.stderr.lines().count(), 1);
    let content = fs::read_to_string(directory.path().join(&name));
    assert_eq!(content.expect("a file"), "a.com\n");
    let entries = fs::read_dir(directory.path()).expect("a directory");
    assert_eq!(entries.count(), 3, "the other file has a backup");
}

/// A path that is longer than the system accepts. It has to be made step by step.
#[cfg(target_os = "linux")]
#[test]
fn path_that_is_too_long_is_an_error() {
    let directory = TempDir::new("abuse-long-path");
    directory.write("z.txt", "a.com\n");
    let script = format!(
        "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do mkdir {0} && cd -P {0} || exit 1; done",
        "d".repeat(250)
    );
    let status = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(directory.path())
        .status();
    assert!(status.expect("a shell").success());
    let run = run_in(directory.path(), &["find", "-I", "."]);
    assert_eq!((run.status, run.text()), (2, "a.com\n"));
    assert!(run.stderr.contains("File name too long"), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1);
}
