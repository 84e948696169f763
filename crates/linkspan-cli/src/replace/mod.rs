//! Replaces files atomically: other programs see the old content or the new one, never a part of it.

mod temporary;

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use tempfile::Builder;

use temporary::TemporaryFile;

/// A file that gets new content when [`commit`](Self::commit) is called. Until then, and if anything fails, it stays as
/// it was, and nothing else is left in its directory, also if a signal ends the program.
///
/// The content is written to a temporary file in the same directory, which takes the place of the file. Permissions and
/// owner are kept. A symbolic link stays one: the file that it leads to is replaced. Other hard links to the file keep
/// the old content.
pub(crate) struct Replacement {
    /// The path as the user knows it.
    name: PathBuf,
    /// The file itself, if the path is a symbolic link.
    path: PathBuf,
    temporary: TemporaryFile,
}

impl Replacement {
    /// Starts to replace a file, or to create it. A read-only file is an error: its directory would allow to replace
    /// it, but its owner said that it stays as it is.
    pub(crate) fn new(name: &Path) -> Result<Self> {
        Self::start(name, None).with_context(|| write_error(name))
    }

    /// Starts to replace or create a file that gets the permissions and the owner of another one, since it gets its
    /// content.
    pub(crate) fn with_permissions_of(original: &Metadata, name: &Path) -> Result<Self> {
        Self::start(name, Some(original)).with_context(|| write_error(name))
    }

    fn start(name: &Path, like: Option<&Metadata>) -> Result<Self> {
        let path = if name.is_symlink() {
            name.canonicalize()?
        } else {
            name.to_path_buf()
        };
        let original = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        fs::metadata(parent)?;
        if let Some(original) = &original {
            if !original.is_file() {
                bail!("it is not a regular file");
            }
            if original.permissions().readonly() {
                bail!("it is read-only");
            }
        }
        let like = like.or(original.as_ref());
        let mut builder = Builder::new();
        builder.prefix(".linkspan-");
        if like.is_none() {
            set_default_mode(&mut builder);
        }
        let temporary = TemporaryFile::new(&builder, parent);
        // The message would name the temporary file.
        let temporary = temporary.map_err(|error| io::Error::from(error.kind()))?;
        if let Some(like) = like {
            // Before the content is written: nobody may read it who could not read the file.
            #[cfg(unix)]
            keep_owner(temporary.as_file(), like)?;
            temporary.as_file().set_permissions(like.permissions())?;
        }
        Ok(Self {
            name: name.to_path_buf(),
            path,
            temporary,
        })
    }

    /// Puts the content that was written in the place of the file.
    pub(crate) fn commit(self) -> Result<()> {
        self.commit_if(|| Ok(()))
    }

    /// Puts the content that was written in the place of the file, unless `check` fails. It is called when only the
    /// renaming is left to do.
    pub(crate) fn commit_if(self, check: impl FnOnce() -> Result<()>) -> Result<()> {
        let Self {
            name,
            path,
            temporary,
        } = self;
        let error = || write_error(&name);
        temporary.as_file().sync_all().with_context(error)?;
        check()?;
        temporary.persist(&path).with_context(error)?;
        if let Some(parent) = path.parent()
            && let Ok(directory) = File::open(parent)
        {
            // The content is safe. Not every file system can do this for a directory.
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

fn write_error(path: &Path) -> String {
    format!("cannot write '{}'", path.display())
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

/// A new file has the permissions that the user's mask allows, as if it were created directly.
#[cfg(unix)]
fn set_default_mode(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn set_default_mode(_: &mut Builder<'_, '_>) {}

#[cfg(unix)]
fn keep_owner(file: &File, original: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let created = file.metadata()?;
    let is_same = (created.uid(), created.gid()) == (original.uid(), original.gid());
    if is_same {
        return Ok(());
    }
    fchown(file, Some(original.uid()), Some(original.gid()))
}

/// Whether two paths lead to the same file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other || is_same_inode(&one, &other),
        _ => false,
    }
}

#[cfg(unix)]
fn is_same_inode(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (one.metadata(), other.metadata()) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_inode(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn failed_check_leaves_the_file_as_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        fs::write(&path, "old").unwrap();
        let mut replacement = Replacement::new(&path).unwrap();
        replacement.write_all(b"new").unwrap();
        let temporary = replacement.temporary.path().to_path_buf();
        let failed = replacement.commit_if(|| {
            // All of the content has been written.
            assert_eq!(fs::read_to_string(&temporary).unwrap(), "new");
            bail!("changed")
        });
        assert_eq!(failed.unwrap_err().to_string(), "changed");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(directory.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn only_regular_files_are_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let error = Replacement::new(directory.path()).err().unwrap();
        assert!(format!("{error:#}").ends_with("it is not a regular file"));
        assert!(Replacement::new(Path::new("/dev/null")).is_err());
    }

    /// Nobody may read the new content who could not read the file, not even while it is written.
    #[test]
    fn content_is_as_private_as_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        fs::write(&path, "old").unwrap();
        for mode in [0o600, 0o640, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let mut replacement = Replacement::new(&path).unwrap();
            let file = replacement.temporary.as_file().metadata().unwrap();
            assert_eq!(file.permissions().mode() & 0o777, mode);
            replacement.write_all(b"new").unwrap();
            replacement.commit().unwrap();
            let file = path.metadata().unwrap();
            assert_eq!(file.permissions().mode() & 0o777, mode);
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }
}
