//! Thousands of symbolic links, some of which lead in circles.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::{TempDir, run_in};

const COUNT: usize = 2_000;

fn directory(name: &str) -> TempDir {
    let directory = TempDir::new(name);
    directory.write("files/real.md", "https://example.com/\n");
    directory.write("files/sub/other.md", "https://example.com/other\n");
    let link = |target: &str, name: &str| {
        symlink(target, directory.path().join(name)).expect("a symbolic link");
    };
    for number in 0..COUNT {
        link("real.md", &format!("files/{number}.md"));
    }
    link("itself.md", "files/itself.md");
    link("two.md", "files/one.md");
    link("one.md", "files/two.md");
    link("nowhere", "files/broken.md");
    link("..", "files/sub/up");
    link("../sub", "files/sub/again");
    directory
}

#[test]
fn symbolic_links_are_followed_only_on_request() {
    let directory = directory("abuse-links");
    let run = run_in(directory.path(), &["find", "-I", "."]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(run.lines().len(), 2);

    let run = run_in(directory.path(), &["find", "-I", "--follow", "."]);
    assert_eq!(run.status, 2);
    // Each circle is reported once, and not entered.
    assert_eq!(run.lines().len(), COUNT + 2);
    let mut messages: Vec<_> = run.stderr.lines().collect();
    messages.sort_unstable();
    let starts = [
        "linkspan: cannot read './files/broken.md': the target of the symbolic link does not exist",
        "linkspan: cannot read './files/itself.md': Too many levels of symbolic links",
        "linkspan: cannot read './files/one.md': Too many levels of symbolic links",
        "linkspan: cannot read './files/two.md': Too many levels of symbolic links",
        "linkspan: cannot search './files/sub/again': the symbolic link leads back to './files/sub'",
        "linkspan: cannot search './files/sub/up': the symbolic link leads back to './files'",
    ];
    assert_eq!(messages.len(), starts.len(), "{messages:#?}");
    for (message, start) in messages.iter().zip(starts) {
        assert!(message.starts_with(start), "{message}");
    }
}

/// A file that is found by two thousand names is changed once, and all names stay symbolic links.
#[test]
fn file_with_many_symbolic_links_is_changed_once() {
    let directory = directory("abuse-links-in-place");
    let run = run_in(directory.path(), &["linkify", "-i", "--follow", "."]);
    assert_eq!(run.status, 2);
    assert_eq!(run.stderr.lines().count(), 6);
    let read = |name: &str| fs::read_to_string(directory.path().join(name));
    assert_eq!(
        read("files/real.md").expect("a file"),
        "<https://example.com/>\n"
    );
    for number in 0..COUNT {
        let link = directory.path().join(format!("files/{number}.md"));
        assert!(link.is_symlink());
    }
    // Two files, the links to one of them, four links that lead nowhere, and a directory.
    let entries = fs::read_dir(directory.path().join("files")).expect("a directory");
    assert_eq!(entries.count(), 1 + COUNT + 4 + 1);
}
