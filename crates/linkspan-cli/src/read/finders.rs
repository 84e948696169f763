//! The finders of a search: one for each profile that an input may need.

use anyhow::Result;
use linkspan::{Finder, Profile};

use crate::args::FinderArguments;

/// The finders for the parts of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finders<'f> {
    /// For ordinary text.
    pub(crate) text: &'f Finder,
    /// For code and data.
    pub(crate) code: &'f Finder,
    /// For texts that are a URL as a whole.
    pub(crate) target: &'f Finder,
    /// The finder that reads plain text.
    pub(crate) plain: &'f Finder,
    /// For labels of links, which may be a link as a whole.
    pub(crate) label: &'f Finder,
}

/// The finders for all profiles that are chosen by the kind of input.
#[derive(Debug)]
pub(crate) struct FinderSet {
    prose: Finder,
    source: Finder,
    terminal: Finder,
    uts58: Finder,
    strict: Finder,
    /// The finder for everything, if the user chose a profile.
    chosen: Option<Finder>,
}

impl FinderSet {
    pub(crate) fn new(arguments: &FinderArguments) -> Result<Self> {
        let [prose, source, terminal, uts58, strict] = arguments.finders([
            Profile::Prose,
            Profile::Source,
            Profile::Terminal,
            Profile::Uts58,
            Profile::Strict,
        ])?;
        Ok(Self {
            // A profile that the user chose replaces the others.
            chosen: arguments.profile().map(|_| prose.clone()),
            prose,
            source,
            terminal,
            uts58,
            strict,
        })
    }

    /// The same finder for everything.
    pub(crate) fn single(finder: &Finder) -> Self {
        Self {
            prose: finder.clone(),
            source: finder.clone(),
            terminal: finder.clone(),
            uts58: finder.clone(),
            strict: finder.clone(),
            chosen: Some(finder.clone()),
        }
    }

    /// The finders for an input with this profile for its text.
    pub(crate) fn finders(&self, profile: Profile) -> Finders<'_> {
        // These are never chosen by the kind of input, so the user wants them for all parts.
        let chosen = match profile {
            Profile::Uts58 => Some(&self.uts58),
            Profile::Strict => Some(&self.strict),
            _ => None,
        };
        let chosen = self.chosen.as_ref().or(chosen);
        let text = match (chosen, profile) {
            (Some(finder), _) => finder,
            (None, Profile::Source) => &self.source,
            (None, Profile::Terminal) => &self.terminal,
            (None, _) => &self.prose,
        };
        let code = chosen.unwrap_or(&self.source);
        Finders {
            text,
            code,
            target: code,
            plain: chosen.unwrap_or(&self.prose),
            label: chosen.unwrap_or(&self.uts58),
        }
    }
}
