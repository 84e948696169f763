//! `linkspan linkify`: converts text to a format with clickable links.

mod document;
mod html;
mod in_place;
mod markdown;
mod records;
mod terminal;
mod text;

use std::fs::OpenOptions;
use std::io::{self, Cursor, Read as _, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use encoding_rs::{Encoding, UTF_8};
use linkspan::{Finder, Profile};

use crate::args::{InputFormat, LinkifyArguments, OutputFormat};
use crate::find;
use crate::message;
use crate::outcome::Outcome;
use crate::read::{Compression, FinderSet, ProfileRules};
use crate::replace::{Replacement, is_same_file};
use crate::stdout::WRITE_ERROR;
use crate::terminal::Styling;
use crate::text::{Head, Input, Malformed, ReadOptions, Source, Start, find_malformed, preserve};

/// What the conversions of all formats need.
struct Conversion<'a> {
    arguments: &'a LinkifyArguments,
    finder: &'a Finder,
    from: InputFormat,
    to: OutputFormat,
    /// Malformed bytes are preserved, except in lists.
    read_options: ReadOptions,
    source: Source,
    content: Content,
    /// Whether a list starts with a row of field names.
    has_header: bool,
    styling: Styling,
}

/// Where the content of the input is.
enum Content {
    /// It is read from the source.
    Source,
    /// It was read already.
    Memory(Arc<[u8]>),
}

/// The finders for files, whose profile may depend on their paths.
struct FilesFinder {
    finders: FinderSet,
    rules: ProfileRules,
    /// The profile of files without a rule.
    default: Profile,
}

impl FilesFinder {
    fn new(arguments: &LinkifyArguments, default: Profile) -> Result<Self> {
        Ok(Self {
            finders: FinderSet::new(&arguments.finder)?,
            rules: ProfileRules::new(&arguments.profile_rules.profile_for)?,
            default,
        })
    }

    fn finder(&self, source: &Source) -> &Finder {
        let profile = self.rules.profile(source.path()).unwrap_or(self.default);
        self.finders.finders(profile).text
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &LinkifyArguments, styling: Styling) -> Result<Outcome> {
    if arguments.destination.in_place {
        // Documents are text for people, whose words directly after a link must not become part of it.
        let finders = FilesFinder::new(arguments, Profile::Prose)?;
        return in_place::run(arguments, &finders, styling);
    }
    let finders = FilesFinder::new(arguments, Profile::Uts58)?;
    let sources = sources(arguments)?;
    match arguments.destination.file() {
        None => convert_all(
            arguments,
            &finders,
            styling,
            sources,
            &mut io::stdout().lock(),
        )?,
        Some(path) if path.metadata().is_ok_and(|metadata| !metadata.is_file()) => {
            // A device or pipe cannot be replaced.
            let file = OpenOptions::new().write(true).open(path);
            let mut file = file.with_context(|| format!("cannot write '{}'", path.display()))?;
            convert_all(arguments, &finders, styling, sources, &mut file)?;
        }
        Some(path) => {
            let mut inputs = sources.iter().filter_map(Source::path);
            if inputs.any(|input| is_same_file(input, path)) {
                bail!(
                    "'{}' is both an input and the output (to change a file: --in-place)",
                    path.display()
                );
            }
            let mut replacement = Replacement::new(path)?;
            convert_all(arguments, &finders, styling, sources, &mut replacement)?;
            replacement.commit()?;
        }
    }
    Ok(Outcome::Success)
}

/// The inputs of a conversion to one output.
fn sources(arguments: &LinkifyArguments) -> Result<Vec<Source>> {
    if let Some(path) = arguments.paths.iter().find(|path| path.is_dir()) {
        let path = path.display();
        bail!(
            "expected a file, but '{path}' is a directory (to list the links in it: linkspan find \
             '{path}'; to add links to the files in it: linkspan linkify --in-place '{path}')"
        );
    }
    let sources: Vec<Source> = match arguments.paths.as_slice() {
        [] => vec![Source::Stdin],
        paths => paths
            .iter()
            .map(|path| Source::from_argument(path))
            .collect(),
    };
    if sources.len() > 1 && arguments.to == Some(OutputFormat::HtmlDoc) {
        bail!("--to html-doc writes one page, so it needs one file");
    }
    Ok(sources)
}

/// Converts the inputs in order, and writes the results one after the other.
fn convert_all(
    arguments: &LinkifyArguments,
    finders: &FilesFinder,
    styling: Styling,
    sources: Vec<Source>,
    out: &mut dyn Write,
) -> Result<()> {
    let to = arguments.to.unwrap_or(OutputFormat::Html);
    let is_list = matches!(to, OutputFormat::Json | OutputFormat::Csv);
    let mut read_options = arguments.input.read_options();
    if !is_list {
        read_options.malformed = Malformed::Preserve;
    }
    for (index, source) in sources.into_iter().enumerate() {
        let markup = source.path().and_then(in_place::format_of);
        if let (None, Some(markup)) = (arguments.from, markup) {
            message::print(format_args!(
                "{} is read as plain text, so its markup is shown (to keep it: --in {markup})",
                source.name()
            ));
        }
        let conversion = Conversion {
            arguments,
            finder: finders.finder(&source),
            from: arguments.from.unwrap_or(InputFormat::Text),
            to,
            read_options,
            source,
            content: Content::Source,
            has_header: index == 0,
            styling,
        };
        convert(&conversion, out)?;
    }
    Ok(())
}

/// Converts one input.
fn convert(conversion: &Conversion<'_>, out: &mut dyn Write) -> Result<()> {
    match (conversion.from, conversion.to) {
        (InputFormat::Text, OutputFormat::Json | OutputFormat::Csv) => {
            let csv = (conversion.to == OutputFormat::Csv).then_some(conversion.has_header);
            let options = conversion.read_options;
            let decompress = conversion.arguments.search_zip;
            let (finder, source) = (conversion.finder, &conversion.source);
            find::list(finder, options, source, decompress, csv, out)
        }
        (InputFormat::Text, OutputFormat::Ansi) => terminal::convert(conversion, out),
        (InputFormat::Text, _) => text::convert(conversion, out),
        (InputFormat::Html, OutputFormat::Html) => html::rewrite(conversion, out),
        (InputFormat::Html, OutputFormat::Json | OutputFormat::Csv) => html::list(conversion, out),
        (InputFormat::Html, _) => bail!("with --in html, --to must be html, json or csv"),
        (InputFormat::Markdown, OutputFormat::Html) => markdown::to_html(conversion, out),
        (InputFormat::Markdown, OutputFormat::Markdown) => markdown::rewrite(conversion, out),
        (InputFormat::Markdown, OutputFormat::Json | OutputFormat::Csv) => {
            markdown::list(conversion, out)
        }
        (InputFormat::Markdown, _) => {
            bail!("with --in markdown, --to must be markdown, html, json or csv")
        }
    }
}

/// Writes text and clears it. It is written at once, since reading the next part of the input may block.
fn write(out: &mut dyn Write, text: &mut String) -> Result<()> {
    write_bytes(out, &preserve::restore(text.as_bytes()))?;
    text.clear();
    Ok(())
}

fn write_bytes(out: &mut dyn Write, bytes: &[u8]) -> Result<()> {
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .context(WRITE_ERROR)
}

impl Conversion<'_> {
    /// Opens the input, and determines its encoding.
    ///
    /// The output is UTF-8. Malformed bytes of UTF-8 are preserved in it, but those of another
    /// encoding have no place there. To fail before anything is written, such an input is read twice,
    /// or kept in memory if it is not a file.
    fn open(&self) -> Result<(Input, ReadOptions)> {
        let mut options = self.read_options;
        let source = &self.source;
        let read_error = |error| source.read_error(error);
        let open = || self.open_source();
        let mut input = open()?;
        let is_file = source.path().is_some_and(Path::is_file);
        let head = Head::read(&mut input, is_file).map_err(read_error)?;
        if options.detect_encoding {
            options.encoding = Some(head.encoding());
        }
        let encoding = head.declared_encoding(options);
        input = head.chain(input);
        if encoding == UTF_8 || options.malformed == Malformed::Nul {
            return Ok((input, options));
        }
        let malformed = if is_file {
            let malformed = find_malformed(&mut *input, encoding).map_err(read_error)?;
            input = open()?;
            malformed
        } else {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes).map_err(read_error)?;
            let malformed = find_malformed(&mut bytes.as_slice(), encoding).map_err(read_error)?;
            input = Box::new(Cursor::new(bytes));
            malformed
        };
        if let Some(offset) = malformed {
            options.encoding = Some(encoding);
            bail!(
                "{}; nothing was written, because these bytes cannot be converted to UTF-8",
                find::malformed_note(source, options, offset)
            );
        }
        Ok((input, options))
    }

    /// Opens the input at its start.
    fn open_source(&self) -> Result<Input> {
        if let Content::Memory(bytes) = &self.content {
            return Ok(Box::new(Cursor::new(Arc::clone(bytes))));
        }
        let Some(mut input) = self.source.open(self.read_options)? else {
            return Ok(Box::new(io::empty()));
        };
        let start = Start::read(&mut input).map_err(|error| self.source.read_error(error))?;
        let compression = Compression::detect(start.bytes());
        let input = start.chain(input);
        match compression {
            None => Ok(input),
            Some(compression) if self.arguments.search_zip => Ok(compression.decompress(input)),
            Some(compression) => bail!(
                "cannot convert {}: it is compressed with {compression} (-z reads compressed files)",
                self.source.name()
            ),
        }
    }

    /// The encoding of the input.
    fn encoding(&self) -> Result<&'static Encoding> {
        let mut input = self.open_source()?;
        let head = Head::read(&mut input, true).map_err(|error| self.source.read_error(error))?;
        Ok(if self.read_options.detect_encoding {
            head.encoding()
        } else {
            head.declared_encoding(self.read_options)
        })
    }

    /// Warns about malformed bytes.
    fn warn_malformed(&self, options: ReadOptions, offset: Option<u64>) {
        if let Some(offset) = offset {
            message::print(find::malformed_note(&self.source, options, offset));
        }
    }
}
