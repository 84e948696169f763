//! The order of `--sort` and `--sortr`.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Result;

use crate::args::{FileArguments, SortKey};
use crate::text::Source;

/// An order of files.
pub(super) struct Order {
    key: SortKey,
    reverse: bool,
}

/// What a file is sorted by. Standard input has none of these and comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Path(Option<PathBuf>),
    Time(Option<SystemTime>),
    Size(Option<u64>),
}

impl Order {
    /// The order that the arguments ask for.
    pub(super) fn new(arguments: &FileArguments) -> Option<Self> {
        let ascending = arguments.sort.map(|key| (key, false));
        let descending = arguments.sortr.map(|key| (key, true));
        let (key, reverse) = descending.or(ascending)?;
        Some(Self { key, reverse })
    }

    /// All inputs in order. Equal ones stay in their order, and errors come first.
    pub(super) fn sorted(
        self,
        sources: impl Iterator<Item = Result<Source>>,
    ) -> impl Iterator<Item = Result<Source>> {
        let mut sources: Vec<_> = sources.collect();
        let key = |source: &Result<Source>| source.as_ref().ok().map(|source| self.key(source));
        if self.reverse {
            sources.sort_by_cached_key(|source| (source.is_ok(), Reverse(key(source))));
        } else {
            sources.sort_by_cached_key(key);
        }
        sources.into_iter()
    }

    fn key(&self, source: &Source) -> Key {
        let metadata = || source.path().map(Path::metadata)?.ok();
        match self.key {
            SortKey::Path => Key::Path(source.path().map(Path::to_path_buf)),
            SortKey::Modified => Key::Time(metadata().and_then(|file| file.modified().ok())),
            SortKey::Accessed => Key::Time(metadata().and_then(|file| file.accessed().ok())),
            SortKey::Created => Key::Time(metadata().and_then(|file| file.created().ok())),
            SortKey::Size => Key::Size(source.size()),
        }
    }
}
