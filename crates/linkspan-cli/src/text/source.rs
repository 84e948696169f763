//! Where input comes from.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, anyhow};
use encoding_rs::{UTF_16BE, UTF_16LE};
use linkspan::Finder;

use super::pieces::Reading;
use crate::message;

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input.
    Stdin,
    /// A file that was asked for by name.
    Named(PathBuf),
    /// A file that was found in a folder. Skipped if it is no text.
    Found(PathBuf),
}

impl Source {
    /// The input that an argument stands for.
    pub(crate) fn from_argument(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            Self::Stdin
        } else {
            Self::Named(path.to_path_buf())
        }
    }

    /// The path of a file; standard input has none.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdin => None,
            Self::Named(path) | Self::Found(path) => Some(path),
        }
    }

    /// The input's name in messages.
    fn name(&self) -> String {
        match self.path() {
            Some(path) => format!("'{}'", path.display()),
            None => String::from("standard input"),
        }
    }

    /// Opens the input. `None` if it was found in a folder and is no text.
    pub(crate) fn open(&self, reading: Reading) -> Result<Option<Box<dyn Read>>, Error> {
        match self {
            Self::Stdin => {
                message::note_terminal_input();
                Ok(Some(Box::new(io::stdin().lock())))
            }
            Self::Named(path) => {
                let file = File::open(path).map_err(|error| self.failed(error))?;
                Ok(Some(Box::new(file)))
            }
            Self::Found(path) => {
                let file = File::open(path).map_err(|error| self.failed(error))?;
                text_file(file, reading).map_err(|error| self.failed(error))
            }
        }
    }

    /// Says what went wrong with this input, and what to do about it.
    pub(crate) fn failed(&self, error: io::Error) -> Error {
        match (self.path(), error.kind()) {
            (Some(path), ErrorKind::NotFound) => no_such_file(path),
            _ => Error::new(error).context(format!("cannot read {}", self.name())),
        }
    }
}

/// Unwraps a file that looks like text.
///
/// As in `git` and `rg`, a NUL byte near the start is what text does not have; text in UTF-16 has,
/// but then the byte order mark or the user says so.
fn text_file(mut file: File, reading: Reading) -> io::Result<Option<Box<dyn Read>>> {
    let mut head = vec![0; 8 * 1024];
    // One read is enough for a regular file, and there may be many of them.
    let length = file.read(&mut head)?;
    head.truncate(length);
    let utf16 = head.starts_with(b"\xFF\xFE")
        || head.starts_with(b"\xFE\xFF")
        || reading.encoding == Some(UTF_16LE)
        || reading.encoding == Some(UTF_16BE);
    if !utf16 && memchr::memchr(0, &head).is_some() {
        return Ok(None);
    }
    Ok(Some(Box::new(io::Cursor::new(head).chain(file))))
}

/// The error for a file that is not there. If its name is a link, its text was probably meant.
fn no_such_file(path: &Path) -> Error {
    let name = path.display().to_string();
    let links = Finder::new();
    let link = links.first(&name).filter(|link| link.as_str() == name);
    match link {
        None if path.is_symlink() => {
            anyhow!("cannot read '{name}': the symbolic link leads nowhere")
        }
        None => anyhow!("no such file: '{name}'"),
        Some(link) if link.scheme().is_some() => anyhow!(
            "no such file: '{name}' (linkspan fetches nothing; \
             pipe the page: curl -sL '{name}' | linkspan find)"
        ),
        Some(_) => anyhow!(
            "no such file: '{name}' (to search this text, pipe it: echo '{name}' | linkspan find)"
        ),
    }
}

/// Reads a whole file as text, for the small files that options name.
pub(crate) fn read_small(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read '{}'", path.display()))
}
