//! Running the program.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_linkspan");

/// What a run of the program did.
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
    pub(crate) fn objects(&self) -> Vec<serde_json::Value> {
        let parse = |line| serde_json::from_str(line).expect("each line is JSON");
        self.text().lines().map(parse).collect()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("no signal ended it"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }
}

/// The program, without the environment's wishes about colours.
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

/// Runs the program with arguments in a folder.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let output = program().args(arguments).current_dir(folder).output();
    output.expect("the program starts").into()
}

/// Runs the program with arguments and gives it input.
pub(crate) fn run_on(input: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    let mut command = program();
    command.args(arguments);
    feed(command, input.as_ref().to_vec())
}

/// Runs a command and gives it input.
pub(crate) fn feed(mut command: Command, input: Vec<u8>) -> Run {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("there is a pipe");
    // The program may end before it has read everything.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join();
    output.into()
}

/// The folder with texts and expected outputs.
pub(crate) fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cli")
}

/// A folder that is removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An empty folder; the name tells it from those of other tests.
    pub(crate) fn new(name: &str) -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and the folders that it is in.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        let parent = path.parent().expect("a file is in a folder");
        std::fs::create_dir_all(parent).expect("a folder can be made");
        std::fs::write(path, content).expect("a file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// All texts of the test data, one after the other.
pub(crate) fn all_texts() -> String {
    let folder = testdata().join("texts");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the test data is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("it is UTF-8"))
        .collect()
}
