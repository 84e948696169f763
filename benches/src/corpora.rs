//! The texts to measure with.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::generate;

/// The kinds of text, by the names of the shared corpora.
pub const NAMES: [&str; 7] = [
    "a_prose_en",
    "b_links_en",
    "c_cjk",
    "d_multilingual",
    "e_email_log",
    "f_code_json",
    "g_chat",
];

/// How large a generated text is: like the shared ones.
pub const GENERATED_BYTES: usize = 1_000_000;

/// Where texts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// Real texts, from `../shared/corpora` beside the checkout. They are not ours to give away.
    Shared,
    /// Texts of similar densities that are generated, the same ones everywhere.
    Generated,
}

impl Set {
    /// The shared set if it is at hand.
    #[must_use]
    pub fn at_hand() -> Self {
        let all = NAMES.iter().all(|name| shared(name).is_file());
        if all { Self::Shared } else { Self::Generated }
    }

    /// The name in reports and in the table of expected counts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Shared => "shared",
            Self::Generated => "generated",
        }
    }

    /// The text of that name.
    ///
    /// # Errors
    ///
    /// If a shared text cannot be read.
    pub fn text(self, name: &str) -> Result<String> {
        match self {
            Self::Shared => {
                let path = shared(name);
                std::fs::read_to_string(&path)
                    .with_context(|| format!("cannot read the corpus {}", path.display()))
            }
            Self::Generated => Ok(generate::text(name, GENERATED_BYTES)),
        }
    }
}

fn shared(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join("../shared/corpora").join(format!("{name}.txt"))
}
