//! Helpers for running the program.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use serde_json::Value;

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_linkspan");

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Run {
    /// The output as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("output is UTF-8")
    }

    /// The lines of the output.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.text().lines().collect()
    }

    /// The objects of JSON output.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).expect("each line is JSON");
        self.text().lines().map(parse).collect()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("no signal ended the program"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }
}

/// The program, without the environment variables that control colours.
pub(crate) fn program() -> Command {
    let mut command = Command::new(PROGRAM);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_HYPERLINK"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::null());
    command
}

/// Runs the program with arguments, without input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    let output = program().args(arguments).output();
    output.expect("the program starts").into()
}

/// Runs the program with arguments in a directory.
pub(crate) fn run_in(directory: &Path, arguments: &[&str]) -> Run {
    let output = program().args(arguments).current_dir(directory).output();
    output.expect("the program starts").into()
}

/// Runs the program with arguments and input.
pub(crate) fn run_on(input: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    let mut command = program();
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // Writing fails if the program ends before it has read everything, which is not an error here.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join();
    output.into()
}

/// An offset or number in a JSON object.
pub(crate) fn number(object: &Value, field: &str) -> usize {
    let number = object[field].as_u64().expect("a number");
    usize::try_from(number).expect("a number that fits into memory")
}

/// A string in a JSON object.
pub(crate) fn string<'v>(object: &'v Value, field: &str) -> &'v str {
    object[field].as_str().expect("a string")
}

/// The bytes of a text in an encoding. Unlike `Encoding::encode`, this supports UTF-16.
pub(crate) fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    if encoding == UTF_16LE {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else if encoding == UTF_16BE {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    } else {
        encoding.encode(text).0.into_owned()
    }
}

/// The directory with texts and golden files.
pub(crate) fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cli")
}

/// Runs the program in a directory of the test data and compares its output with a golden file. If
/// `LINKSPAN_BLESS` is set, writes the golden file first.
pub(crate) fn assert_golden(directory: &str, golden: &str, arguments: &[&str], status: i32) {
    let mut run = run_in(&testdata().join(directory), arguments);
    if Path::new(golden)
        .extension()
        .is_some_and(|extension| extension == "sarif")
    {
        run.stdout = portable_log(run.text()).into_bytes();
    }
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (status, ""),
        "{arguments:?}"
    );
    let path = testdata().join("expected").join(golden);
    if std::env::var_os("LINKSPAN_BLESS").is_some() {
        std::fs::write(&path, &run.stdout).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("the golden file exists");
    for (number, (found, expected)) in (1..).zip(run.text().lines().zip(expected.lines())) {
        assert_eq!(found, expected, "{}:{number}", path.display());
    }
    assert_eq!(run.text(), expected, "{}", path.display());
}

/// A SARIF log without the version of the program and the current directory.
fn portable_log(log: &str) -> String {
    let version = format!("ersion\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let log = log.replace(&version, "ersion\":\"0.0.0\"");
    let field = "\"SRCROOT\":{\"uri\":\"";
    let (before, after) = log.split_once(field).expect("the log has a base");
    let (folder, after) = after.split_once('"').expect("the base is a string");
    assert!(
        folder.starts_with("file:///") && folder.ends_with('/'),
        "{folder}"
    );
    [before, field, "file:///folder/\"", after].concat()
}

/// A temporary directory, which is removed when the value is dropped.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    /// Creates an empty directory. Each has another path, whatever its name, since tests run at the same time.
    pub(crate) fn new(name: &str) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("{name}-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the directory can be created");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and creates its parent directories.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        let parent = path.parent().expect("a file has a parent directory");
        std::fs::create_dir_all(parent).expect("the directory can be created");
        std::fs::write(path, content).expect("the file can be written");
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// All texts of the test data, concatenated.
pub(crate) fn all_texts() -> String {
    let directory = testdata().join("texts");
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("the test data exists")
        .map(|entry| entry.expect("a directory entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a UTF-8 text"))
        .collect()
}

/// Reports that the current test is skipped. `cargo xtask test` collects these lines.
///
/// Writes to standard error directly, since the test runner captures the output of `eprintln!`.
pub(crate) fn skip(reason: &str) {
    let thread = thread::current();
    // The test runner names each thread after its test.
    let test = thread.name().unwrap_or("unknown test");
    let line = format!("skipped: {test}: {reason}\n");
    let written = std::io::stderr().write_all(line.as_bytes());
    written.expect("standard error is open");
}
