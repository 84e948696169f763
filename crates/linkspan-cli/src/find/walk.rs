//! From arguments to inputs: files as they are, folders as `rg` would walk them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, Result};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};

use super::feed;
use crate::args::FileArguments;
use crate::text::Source;

/// The inputs that were asked for.
pub(crate) struct Walk {
    paths: Vec<PathBuf>,
    options: Options,
}

struct Options {
    globs: Override,
    arguments: FileArguments,
}

impl Walk {
    /// The walk through some paths; none stand for standard input.
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
        let options = Options {
            globs: globs.build().context("cannot use these globs")?,
            arguments,
        };
        Ok(Self { paths, options })
    }

    /// Whether there may be more than one input.
    pub(crate) fn may_be_many(&self) -> bool {
        match self.paths.as_slice() {
            [path] => Source::from_argument(path) != Source::Stdin && path.is_dir(),
            _ => true,
        }
    }

    /// Whether there is but one input, which is not worth starting threads for.
    pub(crate) fn is_small(&self) -> bool {
        match self.paths.as_slice() {
            [path] => {
                feed::size(&Source::from_argument(path)).is_some_and(|size| size < feed::LARGE)
            }
            _ => false,
        }
    }

    /// The inputs in order, or why there is none.
    pub(crate) fn inputs(self) -> impl Iterator<Item = Result<Source>> + Send {
        let Self { paths, options } = self;
        paths
            .into_iter()
            .flat_map(move |path| options.inputs(&path))
    }
}

impl Options {
    fn inputs(&self, path: &Path) -> Box<dyn Iterator<Item = Result<Source>> + Send> {
        let source = Source::from_argument(path);
        let input = match path.metadata() {
            _ if source == Source::Stdin => Some(Ok(source)),
            Err(error) => Some(Err(source.failed(error))),
            Ok(metadata) if metadata.is_dir() => None,
            // Devices and pipes can be read, too.
            Ok(_) => Some(Ok(source)),
        };
        if let Some(input) = input {
            return Box::new(std::iter::once(input));
        }
        let use_ignore_files = !self.arguments.no_ignore;
        let walk = WalkBuilder::new(path)
            .hidden(!self.arguments.hidden)
            .parents(use_ignore_files)
            .ignore(use_ignore_files)
            .git_ignore(use_ignore_files)
            .git_global(use_ignore_files)
            .git_exclude(use_ignore_files)
            .follow_links(self.arguments.follow)
            .overrides(self.globs.clone())
            // By name, since folders have no order of their own that could be relied on.
            .sort_by_file_name(Ord::cmp)
            // Else `linkspan find . > links.txt` would find its own output.
            .skip_stdout(true)
            .build();
        let binary = self.arguments.text;
        Box::new(walk.filter_map(move |entry| match entry {
            Ok(entry) => is_file(&entry).then(|| {
                let path = entry.into_path();
                Ok(if binary {
                    Source::Named(path)
                } else {
                    Source::Found(path)
                })
            }),
            Err(error) => Some(Err(Error::new(error).context("cannot search a folder"))),
        }))
    }
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}
