//! Replaces files atomically: other programs see the old content or the new one, never a part of it.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use tempfile::{Builder, NamedTempFile};

/// A file that gets new content when [`commit`](Self::commit) is called. Until then, and if anything fails, it stays as
/// it was, and nothing else is left in its directory.
///
/// The content is written to a temporary file in the same directory, which takes the place of the file. Permissions and
/// owner are kept. A symbolic link stays one: the file that it leads to is replaced. Other hard links to the file keep
/// the old content.
pub(crate) struct Replacement {
    path: PathBuf,
    /// The metadata of the file that is replaced.
    original: Option<Metadata>,
    temporary: NamedTempFile,
}

impl Replacement {
    /// Starts to replace a file, or to create it. A read-only file is an error: its directory would allow to replace
    /// it, but its owner said that it stays as it is.
    pub(crate) fn new(path: &Path) -> Result<Self> {
        let error = || format!("cannot write '{}'", path.display());
        let path = if path.is_symlink() {
            path.canonicalize().with_context(error)?
        } else {
            path.to_path_buf()
        };
        let original = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
            Err(cause) => return Err(cause).with_context(error),
        };
        if original
            .as_ref()
            .is_some_and(|file| file.permissions().readonly())
        {
            bail!("{}: it is read-only", error());
        }
        let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
        let mut builder = Builder::new();
        builder.prefix(".linkspan-");
        set_default_mode(&mut builder);
        let parent = parent.unwrap_or(Path::new("."));
        fs::metadata(parent).with_context(error)?;
        // The message would name the temporary file.
        let temporary = builder.tempfile_in(parent);
        let temporary = temporary.map_err(|cause| io::Error::from(cause.kind()));
        Ok(Self {
            temporary: temporary.with_context(error)?,
            path,
            original,
        })
    }

    /// Puts the content that was written in the place of the file.
    pub(crate) fn commit(self) -> Result<()> {
        let Self {
            path,
            original,
            temporary,
        } = self;
        let error = || format!("cannot write '{}'", path.display());
        if let Some(original) = &original {
            keep_owner(temporary.as_file(), original)
                .and_then(|()| temporary.as_file().set_permissions(original.permissions()))
                .with_context(error)?;
        }
        temporary.as_file().sync_all().with_context(error)?;
        temporary
            .persist(&path)
            .map_err(|failed| failed.error)
            .with_context(error)?;
        if let Some(parent) = path.parent()
            && let Ok(directory) = File::open(parent)
        {
            // The content is safe. Not every file system can do this for a directory.
            let _ = directory.sync_all();
        }
        Ok(())
    }
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

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
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
