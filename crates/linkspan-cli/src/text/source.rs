//! The inputs of a search: standard input and files.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, anyhow};
use linkspan::Finder;

use super::detect::{ReadOptions, is_utf16};
use crate::message;

/// The bytes of an input.
pub(crate) type Input = Box<dyn Read + Send>;

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

    /// Opens the input. Returns `None` for a binary file that was found in a directory.
    pub(crate) fn open(&self, options: ReadOptions) -> Result<Option<Input>, Error> {
        match self {
            Self::Stdin => {
                message::note_terminal_input();
                Ok(Some(Box::new(io::stdin())))
            }
            Self::Named(path) => {
                let file = File::open(path).map_err(|error| self.read_error(error))?;
                Ok(Some(Box::new(file)))
            }
            Self::InDirectory(path) => {
                let file = File::open(path).map_err(|error| self.read_error(error))?;
                skip_binary(file, options).map_err(|error| self.read_error(error))
            }
        }
    }

    /// The error to report if the input cannot be read, with a next step where there is one.
    pub(crate) fn read_error(&self, error: io::Error) -> Error {
        match (self.path(), error.kind()) {
            (Some(path), ErrorKind::NotFound) => no_such_file(path),
            _ => Error::new(error).context(format!("cannot read {}", self.name())),
        }
    }
}

/// Returns a reader of the file, or `None` if the file is binary.
///
/// A file is binary if it has a NUL byte near its start; `git` and `rg` use the same test. UTF-16 text
/// has NUL bytes, too, but a byte order mark or the user declares it.
fn skip_binary(mut file: File, options: ReadOptions) -> io::Result<Option<Input>> {
    let mut head = vec![0; 8 * 1024];
    // A single read fills the buffer for regular files. There may be many files.
    let length = file.read(&mut head)?;
    head.truncate(length);
    let utf16 = head.starts_with(b"\xFF\xFE")
        || head.starts_with(b"\xFE\xFF")
        || is_utf16(options.encoding);
    if !utf16 && memchr::memchr(0, &head).is_some() {
        return Ok(None);
    }
    Ok(Some(Box::new(io::Cursor::new(head).chain(file))))
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
