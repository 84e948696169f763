//! Expands the paths on the command line to inputs: directories are searched as `rg` does.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, Result};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};

use super::dispatch::{LARGE_FILE_SIZE, file_size};
use crate::args::FileArguments;
use crate::text::Source;

/// The inputs of a search.
pub(crate) struct Inputs {
    paths: Vec<PathBuf>,
    filter: FileFilter,
}

/// Which files of a directory are searched.
struct FileFilter {
    globs: Override,
    arguments: FileArguments,
}

impl Inputs {
    /// The inputs that some paths stand for. No path stands for standard input.
    pub(crate) fn new(paths: Vec<PathBuf>, arguments: FileArguments) -> Result<Self> {
        let mut globs = OverrideBuilder::new(".");
        for glob in &arguments.glob {
            let added = globs.add(glob);
            added.with_context(|| format!("cannot use '{glob}' as a glob"))?;
        }
        let paths = if paths.is_empty() {
            vec![PathBuf::from("-")]
        } else {
            paths
        };
        let filter = FileFilter {
            globs: globs.build().context("cannot use these globs")?,
            arguments,
        };
        Ok(Self { paths, filter })
    }

    /// Whether there may be more than one input.
    pub(super) fn may_be_many(&self) -> bool {
        match self.paths.as_slice() {
            [path] => Source::from_argument(path) != Source::Stdin && path.is_dir(),
            _ => true,
        }
    }

    /// Whether the only input is a file too small to start threads for.
    pub(super) fn is_single_small_file(&self) -> bool {
        match self.paths.as_slice() {
            [path] => {
                file_size(&Source::from_argument(path)).is_some_and(|size| size < LARGE_FILE_SIZE)
            }
            _ => false,
        }
    }

    /// The inputs in order. A path that cannot be read yields an error.
    pub(crate) fn sources(self) -> impl Iterator<Item = Result<Source>> + Send {
        let Self { paths, filter } = self;
        paths
            .into_iter()
            .flat_map(move |path| filter.sources(&path))
    }
}

impl FileFilter {
    fn sources(&self, path: &Path) -> Box<dyn Iterator<Item = Result<Source>> + Send> {
        let source = Source::from_argument(path);
        let single = match path.metadata() {
            _ if source == Source::Stdin => Some(Ok(source)),
            Err(error) => Some(Err(source.read_error(error))),
            Ok(metadata) if metadata.is_dir() => None,
            // Devices and pipes can be read, too.
            Ok(_) => Some(Ok(source)),
        };
        if let Some(single) = single {
            return Box::new(std::iter::once(single));
        }
        let use_ignore_files = !self.arguments.no_ignore;
        let entries = WalkBuilder::new(path)
            .hidden(!self.arguments.hidden)
            .parents(use_ignore_files)
            .ignore(use_ignore_files)
            .git_ignore(use_ignore_files)
            .git_global(use_ignore_files)
            .git_exclude(use_ignore_files)
            .follow_links(self.arguments.follow)
            .overrides(self.globs.clone())
            // The order of directory entries is unspecified, so they are sorted by name.
            .sort_by_file_name(Ord::cmp)
            // Otherwise `linkspan find . > links.txt` would search its own output.
            .skip_stdout(true)
            .build();
        let search_binary = self.arguments.text;
        Box::new(entries.filter_map(move |entry| match entry {
            Ok(entry) => is_file(&entry).then(|| {
                let path = entry.into_path();
                Ok(if search_binary {
                    Source::Named(path)
                } else {
                    Source::InDirectory(path)
                })
            }),
            Err(error) => Some(Err(Error::new(error).context("cannot search a directory"))),
        }))
    }
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}
