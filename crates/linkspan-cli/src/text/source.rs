//! The inputs of a search: standard input and files.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context as _, Error, anyhow, bail};
use linkspan::Finder;
use same_file::Handle;

use super::detect::{ReadOptions, is_utf16};
use crate::message;

/// The bytes of an input.
pub(crate) type Input = Box<dyn Read + Send>;

/// Files of at least this size are searched by several threads.
pub(crate) const LARGE_FILE_SIZE: u64 = 1024 * 1024;

/// An input that has been opened.
pub(crate) struct OpenedSource {
    /// All its bytes.
    pub(crate) bytes: Input,
    /// The same file again, if it is a regular file and large.
    pub(crate) large_file: Option<LargeFile>,
}

/// A large regular file.
#[derive(Debug)]
pub(crate) struct LargeFile {
    pub(crate) file: File,
    /// Its size when it was opened.
    pub(crate) len: u64,
}

impl LargeFile {
    /// The file again, if it is large.
    fn new(file: &File) -> Option<Self> {
        let metadata = file.metadata().ok().filter(Metadata::is_file)?;
        let len = Some(metadata.len()).filter(|&len| len >= LARGE_FILE_SIZE)?;
        let file = file.try_clone().ok()?;
        Some(Self { file, len })
    }
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input.
    Stdin,
    /// A file that was named on the command line. It is searched even if it is binary.
    Named(PathBuf),
    /// A file that was found in a directory. It is skipped if it is binary.
    InDirectory(PathBuf),
}

impl Source {
    /// The input for a command-line argument; `-` is standard input.
    pub(crate) fn from_argument(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            Self::Stdin
        } else {
            Self::Named(path.to_path_buf())
        }
    }

    /// The path of the file, or `None` for standard input.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdin => None,
            Self::Named(path) | Self::InDirectory(path) => Some(path),
        }
    }

    /// The name of the input in error messages.
    pub(crate) fn name(&self) -> String {
        match self.path() {
            Some(path) => format!("'{}'", path.display()),
            None => String::from("standard input"),
        }
    }

    /// Opens the input. Returns `None` for a file that was found in a directory and is binary or the
    /// output.
    pub(crate) fn open(&self, options: ReadOptions) -> Result<Option<Input>, Error> {
        let Some(mut input) = self.bytes()? else {
            return Ok(None);
        };
        if !self.is_in_directory() {
            return Ok(Some(input));
        }
        let start = Start::read(&mut input).map_err(|error| self.read_error(error))?;
        Ok((!start.is_binary(options)).then(|| start.chain(input)))
    }

    /// Opens the input, whatever it contains.
    ///
    /// An input that is also the output is an error: what is written would be read again, forever.
    /// Returns `None` if it was found in a directory.
    pub(crate) fn bytes(&self) -> Result<Option<Input>, Error> {
        let opened = self.open_source()?;
        Ok(opened.map(|source| source.bytes))
    }

    /// The same, with the file if it is large.
    pub(crate) fn open_source(&self) -> Result<Option<OpenedSource>, Error> {
        let mut large_file = None;
        let (bytes, is_output): (Input, bool) = match self.path() {
            None => {
                let is_output = is_output(Handle::stdin);
                if !is_output {
                    message::note_terminal_input();
                }
                (Box::new(io::stdin()), is_output)
            }
            Some(path) => {
                let file = File::open(path).map_err(|error| self.read_error(error))?;
                let is_output = is_output(|| file.try_clone().and_then(Handle::from_file));
                large_file = LargeFile::new(&file);
                (Box::new(file), is_output)
            }
        };
        if !is_output {
            Ok(Some(OpenedSource { bytes, large_file }))
        } else if self.is_in_directory() {
            Ok(None)
        } else {
            bail!("cannot read {}: it is also the output", self.name())
        }
    }

    /// Whether the input was found in a directory.
    pub(crate) fn is_in_directory(&self) -> bool {
        matches!(self, Self::InDirectory(_))
    }

    /// The size of the input in bytes, if it is a regular file.
    pub(crate) fn size(&self) -> Option<u64> {
        let metadata = match self.path() {
            None => Handle::stdin().ok()?.as_file().metadata(),
            Some(path) => path.metadata(),
        };
        metadata
            .ok()
            .filter(Metadata::is_file)
            .map(|file| file.len())
    }

    /// The error to report if the input cannot be read, with a next step where there is one.
    pub(crate) fn read_error(&self, error: io::Error) -> Error {
        match (self.path(), error.kind()) {
            (Some(path), ErrorKind::NotFound) => no_such_file(path),
            _ => Error::new(error).context(format!("cannot read {}", self.name())),
        }
    }
}

/// The file that standard output is written to. `None` if it is a terminal, a pipe or a device.
static OUTPUT_FILE: LazyLock<Option<Handle>> = LazyLock::new(|| {
    let handle = Handle::stdout().ok()?;
    let is_file = handle.as_file().metadata().ok()?.is_file();
    is_file.then_some(handle)
});

/// Whether an input is the file that standard output is written to.
fn is_output(input: impl FnOnce() -> io::Result<Handle>) -> bool {
    let is_same = |output: &Handle| input().is_ok_and(|input| input == *output);
    OUTPUT_FILE.as_ref().is_some_and(is_same)
}

/// The first bytes of an input.
#[derive(Debug)]
pub(crate) struct Start(Vec<u8>);

impl Start {
    /// Reads the first bytes of an input: what a single read returns, since reading more could block.
    /// Of regular files, these are 8 KiB.
    pub(crate) fn read(input: &mut Input) -> io::Result<Self> {
        let mut bytes = vec![0; 8 * 1024];
        let len = loop {
            match input.read(&mut bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        bytes.truncate(len);
        Ok(Self(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether the input is not text.
    ///
    /// A file is binary if it has a NUL byte near its start; `git` and `rg` use the same test. UTF-16
    /// text has NUL bytes, too, but a byte order mark or the user declares it.
    pub(crate) fn is_binary(&self, options: ReadOptions) -> bool {
        let utf16 = self.0.starts_with(b"\xFF\xFE")
            || self.0.starts_with(b"\xFE\xFF")
            || is_utf16(options.encoding);
        !utf16 && memchr::memchr(0, &self.0).is_some()
    }

    /// The whole input again.
    pub(crate) fn chain(self, input: Input) -> Input {
        chain(self.0, input)
    }
}

/// An input again, of which some bytes have been read.
pub(super) fn chain(read: Vec<u8>, input: Input) -> Input {
    if read.is_empty() {
        input
    } else {
        Box::new(io::Cursor::new(read).chain(input))
    }
}

/// The error for a file that does not exist. If its name is a link, the user probably meant the
/// text or the page, so the message says how to search that.
fn no_such_file(path: &Path) -> Error {
    let name = path.display().to_string();
    let finder = Finder::new();
    let link = finder.find(&name).filter(|link| link.as_str() == name);
    match link {
        None if path.is_symlink() => {
            anyhow!("cannot read '{name}': the target of the symbolic link does not exist")
        }
        None => anyhow!("no such file: '{name}'"),
        Some(link) if link.scheme().is_some() => anyhow!(
            "no such file: '{name}' (linkspan does not download; \
             to search the page, pipe it: curl -sL '{name}' | linkspan find)"
        ),
        Some(_) => anyhow!(
            "no such file: '{name}' (to search this text, pipe it: echo '{name}' | linkspan find)"
        ),
    }
}

/// Reads a whole file as UTF-8, for small files that options name.
pub(crate) fn read_text_file(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read '{}'", path.display()))
}
