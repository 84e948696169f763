//! The corpora: texts of about 1 MB each, of seven kinds.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::generate;

/// The names of the corpora, one for each kind of text.
pub const NAMES: [&str; 7] = [
    "a_prose_en",
    "b_links_en",
    "c_cjk",
    "d_multilingual",
    "e_email_log",
    "f_code_json",
    "g_chat",
];

/// The size of a generated corpus, which is about that of a shared one.
pub const GENERATED_BYTES: usize = 1_000_000;

/// The two sources of corpora.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corpora {
    /// Real texts in `../shared/corpora` beside the checkout. Their licences do not allow us to publish them here.
    Shared,
    /// Generated texts with similar densities of links and scripts, the same on every machine.
    Generated,
}

impl Corpora {
    /// The shared corpora if all of them are available, otherwise the generated ones.
    #[must_use]
    pub fn available() -> Self {
        let all = NAMES.iter().all(|name| shared_path(name).is_file());
        if all { Self::Shared } else { Self::Generated }
    }

    /// The name in reports and in `expected.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Shared => "shared",
            Self::Generated => "generated",
        }
    }

    /// Returns the text of a corpus.
    ///
    /// # Errors
    ///
    /// If a shared corpus cannot be read.
    pub fn text(self, name: &str) -> Result<String> {
        match self {
            Self::Shared => {
                let path = shared_path(name);
                std::fs::read_to_string(&path)
                    .with_context(|| format!("cannot read the corpus {}", path.display()))
            }
            Self::Generated => Ok(generate::text(name, GENERATED_BYTES)),
        }
    }
}

fn shared_path(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join("../shared/corpora").join(format!("{name}.txt"))
}
