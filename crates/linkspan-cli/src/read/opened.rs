//! Opens an input, and chooses how it is read.

use anyhow::Error;
use linkspan::Profile;

use super::kind::{Format, Kind};
use super::stage::Stage;
use super::{csv, inspect, json};
use crate::text::{Head, Input, ReadOptions, Source};

/// What the user chose about reading inputs. The rest depends on each input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadAs {
    pub(crate) format: Option<Format>,
    pub(crate) profile: Option<Profile>,
}

/// How an input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) format: Format,
    pub(crate) profile: Profile,
    /// Whether the text has numbered notes.
    has_notes: bool,
}

/// An input, and how it is read.
pub(crate) struct Opened {
    pub(crate) input: Input,
    /// The options with the encoding that was detected, if it was to be.
    pub(crate) options: ReadOptions,
    pub(crate) choice: Choice,
}

impl Opened {
    /// Opens an input. Returns `None` for a binary file that was found in a directory.
    pub(crate) fn new(
        source: &Source,
        mut options: ReadOptions,
        read_as: ReadAs,
    ) -> Result<Option<Self>, Error> {
        let Some(mut input) = source.open(options)? else {
            return Ok(None);
        };
        let mut kind = source.path().and_then(Kind::of_path);
        let is_chosen = read_as.format.is_some() && read_as.profile.is_some();
        let inspect = kind.is_none() && !is_chosen;
        if inspect || options.detect_encoding {
            let head = Head::read(&mut input, source.path().is_some());
            let head = head.map_err(|error| source.read_error(error))?;
            if options.detect_encoding {
                options.encoding = Some(head.encoding());
            }
            if inspect {
                kind = Some(inspect::kind(&head.text(options.encoding)));
            }
            input = head.chain(input);
        }
        let kind = kind.unwrap_or(Kind::Text);
        let format = read_as.format.unwrap_or(kind.format());
        let profile = read_as.profile.unwrap_or(kind.profile(format));
        let choice = Choice {
            format,
            profile,
            has_notes: kind == Kind::Notes && read_as.format.is_none(),
        };
        Ok(Some(Self {
            input,
            options,
            choice,
        }))
    }
}

impl Choice {
    /// A choice that does not depend on the input.
    pub(crate) fn new(format: Format, profile: Profile) -> Self {
        Self {
            format,
            profile,
            has_notes: false,
        }
    }

    /// The choice for a document that is too large to be read as a whole.
    pub(crate) fn for_large_document() -> Self {
        Self::new(Format::Text, Profile::Source)
    }

    /// Whether the input is read as a whole.
    pub(crate) fn is_document(self) -> bool {
        matches!(self.format, Format::Html | Format::Markdown | Format::Mail)
    }

    /// What happens to the text of an input that is read as a stream.
    pub(crate) fn stage(self) -> Stage {
        match self.format {
            Format::Json => Stage::Json(json::JsonStage::default()),
            Format::Csv => Stage::Csv(csv::CsvStage::default()),
            _ if self.has_notes => Stage::Notes,
            _ => Stage::ControlSequences,
        }
    }
}
