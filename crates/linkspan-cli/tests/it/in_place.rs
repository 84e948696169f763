//! `linkspan linkify --in-place` and `--output`.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use encoding_rs::{SHIFT_JIS, UTF_16LE};

use crate::support::{Run, TempDir, encode, run_in, run_on};

const MARKDOWN: &str = "# a.com\n\n`b.com` https://c.com\n";
const LINKED_MARKDOWN: &str = "# [a.com](<https://a.com>)\n\n`b.com` <https://c.com>\n";

fn linkify(directory: &TempDir, arguments: &[&str]) -> Run {
    run_in(directory.path(), &[&["linkify"], arguments].concat())
}

fn read(directory: &TempDir, name: &str) -> Vec<u8> {
    fs::read(directory.path().join(name)).expect("the file exists")
}

fn text(directory: &TempDir, name: &str) -> String {
    String::from_utf8(read(directory, name)).expect("UTF-8")
}

/// The names of all files in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("the directory exists");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> = entries
        .map(|entry| name(entry).into_string().expect("UTF-8"))
        .collect();
    names.sort();
    names
}

fn assert_silent(run: &Run) {
    assert_eq!((run.status, run.text(), run.stderr.as_str()), (0, "", ""));
}

#[test]
fn files_in_directories_get_links_by_their_names() {
    let directory = TempDir::new("in-place");
    let html = "<p>a.com</p>\n";
    for (name, content) in [
        ("docs/a.md", MARKDOWN),
        ("docs/sub/b.htm", html),
        ("docs/c.txt", "a.com\n"),
        ("docs/d.mdx", MARKDOWN),
        ("docs/e.xml", "<a>a.com</a>"),
        ("docs/.hidden.md", MARKDOWN),
        ("docs/ignored.md", MARKDOWN),
        ("docs/.ignore", "ignored.md\n"),
        ("docs/binary.md", "a.com\0"),
    ] {
        directory.write(name, content);
    }
    assert_silent(&linkify(&directory, &["-i", "--rel", "none", "docs"]));
    assert_eq!(text(&directory, "docs/a.md"), LINKED_MARKDOWN);
    assert_eq!(
        text(&directory, "docs/sub/b.htm"),
        "<p><a href=\"https://a.com\">a.com</a></p>\n"
    );
    assert_eq!(text(&directory, "docs/c.txt"), "a.com\n");
    assert_eq!(text(&directory, "docs/e.xml"), "<a>a.com</a>");
    for name in ["docs/d.mdx", "docs/.hidden.md", "docs/ignored.md"] {
        assert_eq!(text(&directory, name), MARKDOWN, "{name}");
    }
    assert_eq!(names(directory.path()), ["docs"]);
    assert_eq!(names(&directory.path().join("docs")).len(), 9);
    // The options that select files are those of `find`.
    assert_silent(&linkify(
        &directory,
        &["-i", "--hidden", "-g", "!i*", "docs"],
    ));
    assert_eq!(text(&directory, "docs/.hidden.md"), LINKED_MARKDOWN);
    assert_eq!(text(&directory, "docs/ignored.md"), MARKDOWN);
}

#[test]
fn second_run_leaves_the_file_untouched() {
    let directory = TempDir::new("untouched");
    directory.write("a.md", MARKDOWN);
    let path = directory.path().join("a.md");
    assert_silent(&linkify(&directory, &["-i", "--backup", "a.md"]));
    assert_eq!(text(&directory, "a.md"), LINKED_MARKDOWN);
    assert_eq!(text(&directory, "a.md.bak"), MARKDOWN);
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    let file = fs::File::options().write(true).open(&path).expect("a file");
    file.set_modified(old).expect("the time can be set");
    drop(file);
    assert_silent(&linkify(&directory, &["-i", "--backup", "a.md"]));
    let modified = path.metadata().and_then(|metadata| metadata.modified());
    assert_eq!(modified.expect("a time"), old);
    // The backup is still the original.
    assert_eq!(text(&directory, "a.md.bak"), MARKDOWN);
    assert_eq!(names(directory.path()), ["a.md", "a.md.bak"]);
}

#[test]
fn dry_run_prints_a_diff_and_changes_nothing() {
    let directory = TempDir::new("dry-run");
    directory.write("a.md", MARKDOWN);
    directory.write("b.md", "no links\n");
    let run = linkify(&directory, &["-i", "--dry-run", "a.md", "b.md"]);
    assert_eq!(
        (run.status, run.text()),
        (
            0,
            "--- a.md\n+++ a.md\n@@ -1,3 +1,3 @@\n-# a.com\n+# [a.com](<https://a.com>)\n \n\
             -`b.com` https://c.com\n+`b.com` <https://c.com>\n"
        )
    );
    assert_eq!(text(&directory, "a.md"), MARKDOWN);
    assert_eq!(names(directory.path()), ["a.md", "b.md"]);
}

/// Documents are prose: words directly after a link are not part of it.
#[test]
fn default_profile_is_prose() {
    let directory = TempDir::new("in-place-prose");
    directory.write("a.md", "详见https://a.com/docs了解更多\n");
    assert_silent(&linkify(&directory, &["-i", "a.md"]));
    assert_eq!(
        text(&directory, "a.md"),
        "详见<https://a.com/docs>了解更多\n"
    );
}

#[test]
fn encodings_are_kept() {
    let directory = TempDir::new("in-place-encodings");
    let (before, after) = ("日本 https://a.com 語\r\n", "日本 <https://a.com> 語\r\n");
    directory.write("sjis.md", encode(before, SHIFT_JIS));
    assert_silent(&linkify(&directory, &["-i", "-E", "shift_jis", "sjis.md"]));
    assert_eq!(read(&directory, "sjis.md"), encode(after, SHIFT_JIS));
    let marked = |text: &str| encode(&format!("\u{FEFF}{text}"), UTF_16LE);
    directory.write("utf16.md", marked(before));
    assert_silent(&linkify(&directory, &["-i", "utf16.md"]));
    assert_eq!(read(&directory, "utf16.md"), marked(after));
    // Bytes that are not UTF-8 stay.
    directory.write("raw.md", b"\xFF https://a.com \xE9\n");
    let run = linkify(&directory, &["-i", "raw.md"]);
    assert_eq!(run.status, 0);
    assert_eq!(read(&directory, "raw.md"), b"\xFF <https://a.com> \xE9\n");
    // Two forms of a character: nothing is written that would change the rest.
    let twice = b"\x87\x90 https://a.com \x81\xE0\n";
    directory.write("twice.md", twice);
    let run = linkify(&directory, &["-i", "-E", "shift_jis", "twice.md"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("Shift_JIS as it was"), "{}", run.stderr);
    assert_eq!(read(&directory, "twice.md"), twice);
}

#[test]
fn errors_leave_all_files_as_they_were() {
    let directory = TempDir::new("in-place-errors");
    directory.write("notes.txt", "a.com\n");
    directory.write("a.md", MARKDOWN);
    for (arguments, message) in [
        (&["-i", "notes.txt"] as &[_], "only Markdown and HTML"),
        (&["-i", "--in", "text", "a.md"], "must be html or markdown"),
        (&["-i", "--to", "html", "a.md"], "the format of the file"),
        (&["-i"], "needs files"),
        (&["-i", "-"], "standard input"),
        (&["-i", "no-such.md"], "no such file"),
        (&["--backup", "a.md"], "--in-place"),
        (&["--dry-run", "a.md"], "--in-place"),
        (&["-i", "-o", "x", "a.md"], "cannot be used with"),
        (&["-i", "--backup=a/b", "a.md"], "a suffix"),
        (&["-o", "a.md", "a.md"], "both an input and the output"),
        (&["-o", "a.md", "notes.txt", "./a.md"], "both an input"),
        (&["-o", "no/such/folder", "a.md"], "cannot write"),
        (&["--to", "html-doc", "a.md", "notes.txt"], "one file"),
        (&["-o", "out.html", "a.md", "no-such.md"], "no such file"),
        (&["."], "--in-place"),
    ] {
        let run = linkify(&directory, arguments);
        assert_eq!((run.status, run.text()), (2, ""), "{arguments:?}");
        assert!(
            run.stderr.contains(message),
            "{arguments:?}: {}",
            run.stderr
        );
        assert_eq!(
            names(directory.path()),
            ["a.md", "notes.txt"],
            "{arguments:?}"
        );
        assert_eq!(text(&directory, "a.md"), MARKDOWN);
    }
    // The others are still changed.
    let run = linkify(&directory, &["-i", "notes.txt", "a.md"]);
    assert_eq!(run.status, 2);
    assert_eq!(text(&directory, "a.md"), LINKED_MARKDOWN);
}

/// The backups of the first run are files of the directory, but not inputs of the second one.
#[test]
fn backups_in_a_directory_are_overwritten_by_the_next_run() {
    let directory = TempDir::new("in-place-backups");
    for run in 0..2 {
        let original = format!("{MARKDOWN}{run}\n");
        for name in ["a.md", "b/c.md"] {
            directory.write(name, &original);
        }
        assert_silent(&linkify(&directory, &["-i", "--backup", "."]));
        for name in ["a.md", "b/c.md"] {
            assert_eq!(text(&directory, name), format!("{LINKED_MARKDOWN}{run}\n"));
            assert_eq!(text(&directory, &format!("{name}.bak")), original);
        }
    }
}

#[test]
fn backup_does_not_overwrite_an_input() {
    let directory = TempDir::new("in-place-backup");
    directory.write("a.md", MARKDOWN);
    directory.write("a.md.md", "original\n");
    let run = linkify(&directory, &["-i", "--backup=.md", "a.md", "a.md.md"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("would overwrite 'a.md.md'"),
        "{}",
        run.stderr
    );
    assert_eq!(text(&directory, "a.md"), MARKDOWN);
    assert_eq!(text(&directory, "a.md.md"), "original\n");
}

#[cfg(unix)]
#[test]
fn permissions_and_symbolic_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let directory = TempDir::new("in-place-modes");
    directory.write("real/a.md", MARKDOWN);
    let real = directory.path().join("real/a.md");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("a mode");
    let link = directory.path().join("link.md");
    symlink("real/a.md", &link).expect("a symbolic link");
    // The same file twice is changed once.
    assert_silent(&linkify(&directory, &["-i", "link.md", "real/a.md"]));
    assert_eq!(text(&directory, "real/a.md"), LINKED_MARKDOWN);
    assert!(link.is_symlink());
    let mode = real.metadata().expect("metadata").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(names(&directory.path().join("real")), ["a.md"]);
}

/// A file that cannot be written: nothing is changed, and nothing left behind.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_leaves_the_file_as_it_was() {
    let directory = TempDir::new("in-place-full");
    let page = "a.com ".repeat(10_000);
    directory.write("a.md", &page);
    let path = directory.path().join("a.md");
    // The limit on the size of files stands for a full disk.
    let script = format!(
        "ulimit -f 8; trap '' XFSZ; exec '{}' linkify -i '{}'",
        crate::support::PROGRAM,
        path.display()
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cannot write"), "{message}");
    assert_eq!(text(&directory, "a.md"), page);
    assert_eq!(names(directory.path()), ["a.md"]);
}

#[test]
fn output_is_written_to_a_file() {
    let directory = TempDir::new("output-file");
    directory.write("a.txt", "a.com\n");
    directory.write("b.txt", "b.com\n");
    assert_silent(&linkify(
        &directory,
        &["-o", "out.md", "--to", "markdown", "a.txt", "b.txt"],
    ));
    assert_eq!(
        text(&directory, "out.md"),
        "[a.com](<https://a.com>)\n[b.com](<https://b.com>)\n"
    );
    assert_silent(&linkify(
        &directory,
        &["-o", "out.csv", "--to", "csv", "a.txt", "b.txt"],
    ));
    assert_eq!(text(&directory, "out.csv").lines().count(), 3);
    let output = directory.path().join("stdin.md");
    let output = output.to_str().expect("UTF-8");
    assert_silent(&run_on(
        "c.com",
        &["linkify", "--to", "markdown", "-o", output],
    ));
    assert_eq!(text(&directory, "stdin.md"), "[c.com](<https://c.com>)");
    assert_eq!(names(directory.path()).len(), 5);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = directory.path().join("out.md").metadata();
        let mode = metadata.expect("metadata").permissions().mode();
        assert_eq!(mode & 0o600, 0o600, "{mode:o}");
        assert_silent(&linkify(&directory, &["-o", "/dev/null", "a.txt"]));
    }
}

#[test]
fn dry_run_can_be_applied_by_patch() {
    let directory = TempDir::new("dry-run-patch");
    // A file without a line end at its end, and bytes that are not UTF-8.
    for (name, content) in [
        ("a.md", b"a.com\r\nb.com" as &[u8]),
        ("b.md", b"caf\xE9 a.com\n\xFF b.com\n"),
    ] {
        directory.write(name, content);
        let run = linkify(&directory, &["-i", "--dry-run", name]);
        let diff = run.stdout;
        let hunk: Vec<u8> = content
            .split_inclusive(|&byte| byte == b'\n')
            .flat_map(|line| [b"-", line].concat())
            .collect();
        assert!(
            diff.windows(hunk.len()).any(|window| window == hunk),
            "{}",
            String::from_utf8_lossy(&diff)
        );
    }
}

#[cfg(unix)]
#[test]
fn read_only_files_are_not_changed() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = TempDir::new("in-place-read-only");
    directory.write("a.md", MARKDOWN);
    directory.write("b.md", MARKDOWN);
    directory.write("no-links.md", "no links\n");
    let read_only = fs::Permissions::from_mode(0o444);
    for name in ["a.md", "no-links.md"] {
        fs::set_permissions(directory.path().join(name), read_only.clone()).expect("a mode");
    }
    for arguments in [
        &["-i", "--backup", "."] as &[_],
        &["-i", "--dry-run", "a.md"],
    ] {
        let run = linkify(&directory, arguments);
        assert_eq!(run.status, 2);
        assert!(
            run.stderr.ends_with("a.md': it is read-only\n"),
            "{}",
            run.stderr
        );
        assert_eq!(text(&directory, "a.md"), MARKDOWN);
    }
    // The others are changed.
    assert_eq!(text(&directory, "b.md"), LINKED_MARKDOWN);
    let all = ["a.md", "b.md", "b.md.bak", "no-links.md"];
    assert_eq!(names(directory.path()), all);
    let run = linkify(
        &directory,
        &["-o", "a.md", "no-links.md", "--in", "markdown"],
    );
    assert_eq!(
        run.stderr,
        "linkspan: cannot write 'a.md': it is read-only\n"
    );
}

#[test]
fn output_may_be_standard_output_and_errors_name_the_file() {
    let directory = TempDir::new("output-names");
    directory.write("a.txt", "a.com\n");
    let run = linkify(&directory, &["-o", "-", "--to", "markdown", "a.txt"]);
    assert_eq!((run.status, run.text()), (0, "[a.com](<https://a.com>)\n"));
    let run = linkify(&directory, &["-o", "missing/a.html", "a.txt"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .starts_with("linkspan: cannot write 'missing/a.html': ")
            && !run.stderr.contains(".linkspan-"),
        "{}",
        run.stderr
    );
    assert_eq!(names(directory.path()), ["a.txt"]);
}

/// Plain text is the default, whatever the name says: the markup of others must not pass.
#[test]
fn markup_that_is_read_as_text_gets_a_note() {
    let directory = TempDir::new("linkify-note");
    directory.write("a.html", "<b>\n");
    for (arguments, note) in [
        (
            &["a.html"] as &[_],
            "linkspan: 'a.html' is read as plain text, so its markup is shown (to keep it: --in html)\n",
        ),
        (&["--in", "text", "a.html"], ""),
    ] {
        let run = linkify(&directory, arguments);
        assert_eq!(
            (run.status, run.text(), run.stderr.as_str()),
            (0, "&lt;b&gt;\n", note)
        );
    }
}
