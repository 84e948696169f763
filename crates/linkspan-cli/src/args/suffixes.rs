//! The list of top-level domains, for all commands that depend on it.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use linkspan::suffix::SuffixList;

use crate::text::read_text_file;

#[derive(Args, Debug)]
pub(crate) struct SuffixArguments {
    /// A list of top-level domains that replaces the built-in list
    #[arg(
        long,
        value_name = "FILE",
        long_help = "A list of top-level domains that replaces the built-in list: IANA's \
            tlds-alpha-by-domain.txt or the Public Suffix List (public_suffix_list.dat)."
    )]
    tlds: Option<PathBuf>,
}

impl SuffixArguments {
    /// Reads the list, if one is given.
    pub(crate) fn read(&self) -> Result<Option<SuffixList>> {
        let Some(path) = &self.tlds else {
            return Ok(None);
        };
        let list = read_text_file(path)?.parse::<SuffixList>();
        let list = list.with_context(|| {
            format!(
                "cannot use '{}' as a list of top-level domains",
                path.display()
            )
        })?;
        Ok(Some(list))
    }
}
