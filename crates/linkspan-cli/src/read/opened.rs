//! Opens an input, and chooses how it is read.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Error;
use encoding_rs::UTF_8;
use linkspan::Profile;

use super::compressed::{self, Compression};
use super::kind::{Format, Kind};
use super::line_ranges::LineRanges;
use super::stage::Stage;
use super::{csv, inspect, json};
use crate::path_patterns::PathPatterns;
use crate::text::{Head, Input, LargeFile, OpenedSource, ReadOptions, Source, Start};

/// What the user chose about reading inputs. The rest depends on each input.
#[derive(Debug, Default)]
pub(crate) struct ReadAs {
    pub(crate) format: Option<Format>,
    pub(crate) profile: Option<Profile>,
    /// Profiles for paths, if there is no profile for all inputs. The last one that matches decides.
    pub(crate) profiles: ProfileRules,
    /// Whether compressed inputs are decompressed.
    pub(crate) decompress: bool,
}

/// Profiles for paths.
#[derive(Debug, Default)]
pub(crate) struct ProfileRules(Vec<(Profile, Option<PathPatterns>)>);

impl ProfileRules {
    /// Rules that consist of a profile and a glob. The glob `*` also matches standard input.
    pub(crate) fn new(rules: &[(Profile, String)]) -> Result<Self, Error> {
        let rules = rules.iter().map(|(profile, glob)| {
            let is_for_all = glob == "*";
            let patterns = (!is_for_all).then(|| PathPatterns::new(std::slice::from_ref(glob)));
            Ok((*profile, patterns.transpose()?))
        });
        rules.collect::<Result<_, Error>>().map(Self)
    }

    /// The profile of a path, or of standard input.
    pub(crate) fn profile(&self, path: Option<&Path>) -> Option<Profile> {
        let matches = |patterns: &Option<PathPatterns>| match (patterns, path) {
            (None, _) => true,
            (Some(patterns), Some(path)) => patterns.contains(path),
            (Some(_), None) => false,
        };
        let last = self.0.iter().rev().find(|(_, patterns)| matches(patterns));
        last.map(|&(profile, _)| profile)
    }
}

/// The result of opening an input.
pub(crate) enum Opening {
    Ready(Opened),
    /// A binary file that was found in a directory.
    Binary,
    /// A compressed file, but compressed files are not decompressed.
    Compressed(Compression),
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
    /// The file with the same bytes, if it is large.
    pub(crate) large_file: Option<LargeFile>,
}

impl Opened {
    /// Chooses how an input is read.
    pub(crate) fn open(
        source: &Source,
        opened: OpenedSource,
        options: ReadOptions,
        read_as: &ReadAs,
    ) -> Result<Opening, Error> {
        let read_error = |error| source.read_error(error);
        let OpenedSource {
            bytes: mut input,
            mut large_file,
        } = opened;
        let mut start = Start::read(&mut input).map_err(read_error)?;
        let compression = Compression::detect(start.bytes());
        if let Some(compression) = compression {
            if !read_as.decompress {
                return Ok(Opening::Compressed(compression));
            }
            large_file = None;
            input = compression.decompress(start.chain(input));
            start = Start::read(&mut input).map_err(read_error)?;
        }
        if source.is_in_directory() && start.is_binary(options) {
            return Ok(Opening::Binary);
        }
        let path = source.path();
        let kind = match compression {
            Some(_) => path
                .map(compressed::without_extension)
                .as_deref()
                .and_then(Kind::of_path),
            None => path.and_then(Kind::of_path),
        };
        let opened = Self::with_kind(start.chain(input), path, kind, options, read_as);
        let opened = opened.map_err(read_error)?;
        Ok(Opening::Ready(Self {
            large_file,
            ..opened
        }))
    }

    /// Chooses how an input is read. `kind` is what its name says.
    fn with_kind(
        mut input: Input,
        path: Option<&Path>,
        mut kind: Option<Kind>,
        mut options: ReadOptions,
        read_as: &ReadAs,
    ) -> io::Result<Self> {
        let profile = read_as.profile.or_else(|| read_as.profiles.profile(path));
        let is_chosen = read_as.format.is_some() && profile.is_some();
        let inspect = kind.is_none() && !is_chosen;
        if inspect || options.detect_encoding {
            let head = Head::read(&mut input, path.is_some())?;
            if options.detect_encoding {
                options.encoding = Some(head.encoding());
            }
            if inspect {
                kind = Some(inspect::kind(&head.text(options.encoding)));
            }
            input = head.chain(input);
        }
        let kind = kind.unwrap_or(Kind::Text);
        Ok(Self {
            input,
            options,
            choice: Choice::of_kind(kind, read_as.format, profile),
            large_file: None,
        })
    }

    /// The ranges of the file, if it can be read in ranges: it is large, in UTF-8, and each line is read by itself.
    pub(crate) fn take_line_ranges(&mut self) -> Option<LineRanges<File>> {
        let is_by_line = !self.choice.is_document() && self.choice.stage().is_by_line();
        let is_utf8 = self
            .options
            .encoding
            .is_none_or(|encoding| encoding == UTF_8);
        let LargeFile { file, len } = self.large_file.take_if(|_| is_by_line && is_utf8)?;
        LineRanges::new(file, len, self.options.range_size())
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

    /// The choice for a kind of input.
    fn of_kind(kind: Kind, format: Option<Format>, profile: Option<Profile>) -> Self {
        let has_notes = kind == Kind::Notes && format.is_none();
        let format = format.unwrap_or(kind.format());
        Self {
            format,
            profile: profile.unwrap_or(kind.profile(format)),
            has_notes,
        }
    }

    /// The choice for a text in memory. `kind` is what its name or its user says that it is. If they
    /// say nothing, its start is inspected.
    pub(crate) fn of_text(kind: Option<Kind>, start: &str, profile: Option<Profile>) -> Self {
        let kind = kind.unwrap_or_else(|| inspect::kind(start));
        Self::of_kind(kind, None, profile)
    }

    /// Whether the text is searched as it is, unless it contains control sequences.
    pub(crate) fn is_plain_text(self) -> bool {
        self.format == Format::Text && !self.has_notes
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
