//! Where the published files are. Also compiled into `xtask`, which reads the same files.

use std::path::{Path, PathBuf};

/// The directory with the published files of a Unicode version, for example `18.0.0`, if it exists. Before the version
/// is released, it may be a draft: `18.0.0-draft`.
///
/// `LINKSPAN_UNICODE_DATA` is the directory that contains one directory per version, or the directory of one version.
/// Without it, `shared/unicode` next to the repository is used.
pub(crate) fn folder(version: &str) -> Option<PathBuf> {
    let data = match std::env::var_os("LINKSPAN_UNICODE_DATA") {
        Some(data) => PathBuf::from(data),
        None => Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .map(|directory| directory.join("shared/unicode"))
            .find(|data| data.is_dir())?,
    };
    [data.clone(), data.join("..")]
        .iter()
        .flat_map(|data| [data.join(version), data.join(format!("{version}-draft"))])
        .find(|folder| folder.is_dir())
}
