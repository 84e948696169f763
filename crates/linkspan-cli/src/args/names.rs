//! The list of protected names.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use linkspan::assess::ProtectedNames;
use linkspan::suffix::SuffixList;

use crate::text::read_text_file;

#[derive(Args, Debug)]
pub(crate) struct NamesArguments {
    /// A list of domains that other hosts may imitate
    #[arg(
        long,
        value_name = "FILE",
        long_help = "A list of domains, one per line; '#' starts a comment. Hosts that imitate one \
            of them have the finding host-imitates: of level danger if the registrable domain looks \
            the same, else of level warn. 'linkspan check' reports it, and the profile strict does \
            not link such hosts."
    )]
    names: Option<PathBuf>,
}

impl NamesArguments {
    /// Reads the list, if one is given.
    pub(crate) fn read(&self, suffixes: &SuffixList) -> Result<Option<ProtectedNames>> {
        let Some(path) = &self.names else {
            return Ok(None);
        };
        let names = ProtectedNames::from_text(&read_text_file(path)?, suffixes);
        let names = names.with_context(|| path.display().to_string())?;
        if names.is_empty() {
            bail!("{}: expected a domain, found none", path.display());
        }
        Ok(Some(names))
    }
}
