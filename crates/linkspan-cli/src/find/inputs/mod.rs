//! Expands the paths on the command line to inputs: directories are searched as `rg` does.

mod list;
mod order;
mod types;
mod walk_error;

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::Types;
use ignore::{DirEntry, WalkBuilder};

use crate::args::FileArguments;
use crate::path_patterns::{PathPatterns, glob_error};
use crate::progress::Expected;
use crate::text::{LARGE_FILE_SIZE, Source};
use order::Order;
pub(crate) use types::print as print_types;

/// The inputs of a search.
pub(crate) struct Inputs {
    /// Standard input, files and directories, in order.
    roots: Vec<Source>,
    /// Whether there is a list of files, which may be of any length.
    has_list: bool,
    filter: FileFilter,
    order: Option<Order>,
}

/// Which files of a directory are searched.
struct FileFilter {
    globs: Override,
    types: Types,
    excluded: Arc<PathPatterns>,
    arguments: FileArguments,
}

impl Inputs {
    /// The inputs that some paths stand for. No path stands for standard input.
    pub(crate) fn new(paths: &[PathBuf], arguments: FileArguments) -> Result<Self> {
        let mut globs = OverrideBuilder::new(".");
        for glob in &arguments.glob {
            let added = globs.add(glob);
            added.map_err(|error| glob_error("glob", glob, error))?;
        }
        let mut roots: Vec<Source> = paths
            .iter()
            .map(|path| Source::from_argument(path))
            .collect();
        if let Some(list) = &arguments.files_from {
            let list = Source::from_argument(list);
            if list == Source::Stdin && roots.contains(&Source::Stdin) {
                bail!("standard input cannot be both an input and the list of --files-from");
            }
            roots.extend(list::read(&list)?);
        } else if roots.is_empty() {
            roots.push(Source::Stdin);
        }
        Ok(Self {
            roots,
            has_list: arguments.files_from.is_some(),
            order: Order::new(&arguments),
            filter: FileFilter {
                globs: globs.build().context("cannot use these globs")?,
                types: types::build(&arguments)?,
                excluded: Arc::new(PathPatterns::new(&arguments.exclude_path)?),
                arguments,
            },
        })
    }

    /// Whether there may be more than one input.
    pub(super) fn may_be_many(&self) -> bool {
        match self.roots.as_slice() {
            [root] => self.has_list || root.path().is_some_and(Path::is_dir),
            _ => true,
        }
    }

    /// Whether the only input is a file too small to start threads for.
    pub(super) fn is_single_small_file(&self) -> bool {
        match self.roots.as_slice() {
            [root] => {
                root.path().is_some() && root.size().is_some_and(|size| size < LARGE_FILE_SIZE)
            }
            _ => false,
        }
    }

    /// What is known about the amount of input.
    pub(super) fn expected(&self) -> Expected {
        if self.roots.contains(&Source::Stdin) && io::stdin().is_terminal() {
            return Expected::Typing;
        }
        let total = self.roots.iter().map(Source::size).sum();
        Option::<u64>::map_or(total, Expected::Unknown, Expected::Bytes)
    }

    /// The inputs in order. A path that cannot be read yields an error.
    pub(crate) fn sources(self) -> Box<dyn Iterator<Item = Result<Source>> + Send> {
        let Self {
            roots,
            filter,
            order,
            ..
        } = self;
        let sources = roots.into_iter().flat_map(move |root| filter.sources(root));
        match order {
            Some(order) => Box::new(order.sorted(sources)),
            None => Box::new(sources),
        }
    }
}

impl FileFilter {
    fn sources(&self, root: Source) -> Box<dyn Iterator<Item = Result<Source>> + Send> {
        let Some(path) = root.path() else {
            return Box::new(std::iter::once(Ok(root)));
        };
        if self.excluded.contains(path) {
            return Box::new(std::iter::empty());
        }
        let single = match path.metadata() {
            Err(error) => Err(root.read_error(error)),
            Ok(metadata) if metadata.is_dir() => return Box::new(self.walk(path)),
            // Devices and pipes can be read, too.
            Ok(_) => Ok(root),
        };
        Box::new(std::iter::once(single))
    }

    /// The files of a directory.
    fn walk(&self, directory: &Path) -> impl Iterator<Item = Result<Source>> + Send + use<> {
        let use_ignore_files = !self.arguments.no_ignore;
        let excluded = Arc::clone(&self.excluded);
        let entries = WalkBuilder::new(directory)
            .hidden(!self.arguments.hidden)
            .parents(use_ignore_files)
            .ignore(use_ignore_files)
            .git_ignore(use_ignore_files)
            .git_global(use_ignore_files)
            .git_exclude(use_ignore_files)
            .follow_links(self.arguments.follow)
            .max_depth(self.arguments.max_depth)
            .overrides(self.globs.clone())
            .types(self.types.clone())
            .filter_entry(move |entry| !excluded.contains_itself(entry.path()))
            // The order of directory entries is unspecified, so they are sorted by name.
            .sort_by_file_name(Ord::cmp)
            .build();
        let search_binary = self.arguments.text;
        entries.filter_map(move |entry| match entry {
            Ok(entry) => is_file(&entry).then(|| {
                let path = entry.into_path();
                Ok(if search_binary {
                    Source::Named(path)
                } else {
                    Source::InDirectory(path)
                })
            }),
            Err(error) => Some(Err(walk_error::walk_error(error))),
        })
    }
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}
