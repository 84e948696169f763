//! `linkspan format`: converts URLs to the readable, the literal, the ASCII or the safe form.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, BufRead as _, BufReader, BufWriter, Write};
use std::path::Path;
use std::str::Utf8Error;

use anyhow::{Context as _, Result};
use linkspan::assess::SafeDisplay;
use linkspan::url::{UrlError, UrlParts};
use linkspan::{Finder, Link};

use crate::args::FormatArguments;
use crate::message;
use crate::outcome::Outcome;
use crate::stdout;
use crate::text::Source;

/// Runs the command.
pub(crate) fn run(arguments: &FormatArguments) -> Result<Outcome> {
    let set_lists = arguments.lists.read()?;
    let finder = set_lists(Finder::builder()).build();
    let finder = finder.context("cannot use these options")?;
    let form = if arguments.safe {
        let limit = arguments.limit.unwrap_or(usize::MAX);
        UrlForm::Safe(&finder, finder.safe_display().limit(limit))
    } else if arguments.ascii {
        UrlForm::Ascii
    } else if arguments.literal {
        UrlForm::Literal
    } else {
        UrlForm::Readable
    };
    let mut formatter = Formatter {
        form,
        finder: &finder,
        out: BufWriter::new(io::stdout().lock()),
        outcome: Outcome::Success,
    };
    let written = match arguments.urls.as_slice() {
        [] => formatter.format_stdin(),
        urls => formatter.format_arguments(urls),
    };
    let flushed = formatter.out.flush();
    written?;
    flushed.context(stdout::WRITE_ERROR)?;
    Ok(formatter.outcome)
}

/// The form that URLs are converted to.
#[derive(Clone, Copy)]
enum UrlForm<'f> {
    Readable,
    Literal,
    Ascii,
    Safe(&'f Finder, SafeDisplay<'f>),
}

impl UrlForm<'_> {
    fn convert(self, url: &str) -> Result<Cow<'_, str>, UrlError> {
        match self {
            Self::Readable => linkspan::url::to_readable(url),
            Self::Literal => Ok(Cow::Owned(UrlParts::parse(url)?.to_literal())),
            Self::Ascii => linkspan::url::to_ascii(url),
            Self::Safe(finder, display) => {
                let link = Link::parse(url)?;
                Ok(Cow::Owned(display.format(&link, &finder.assess(&link))))
            }
        }
    }
}

struct Formatter<'f, W: Write> {
    form: UrlForm<'f>,
    finder: &'f Finder,
    out: W,
    outcome: Outcome,
}

impl<W: Write> Formatter<'_, W> {
    fn format_arguments(&mut self, urls: &[impl AsRef<OsStr>]) -> Result<()> {
        for (number, url) in (1..).zip(urls) {
            let url = url.as_ref();
            let name = format!("argument {number}");
            if is_directory(self.finder, url) {
                let directory = Path::new(url).display();
                self.write_line(url.as_encoded_bytes(), b"\n", |_| {
                    Err(format!(
                        "{name}: expected a URL, but '{directory}' is a directory \
                         (to list the links in it: linkspan find '{directory}')"
                    ))
                })?;
                continue;
            }
            let form = self.form;
            self.write_line(url.as_encoded_bytes(), b"\n", |bytes| {
                formatted(form, bytes).map_err(|error| {
                    let hint = if Path::new(url).is_file() {
                        let file = Path::new(url).display();
                        format!(" (to format the URLs in this file: linkspan format < '{file}')")
                    } else {
                        String::new()
                    };
                    format!("{name}: {error}{hint}")
                })
            })?;
        }
        Ok(())
    }

    fn format_stdin(&mut self) -> Result<()> {
        // Standard input is never found in a directory, so there is an input.
        let Some(input) = Source::Stdin.bytes()? else {
            return Ok(());
        };
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        for number in 1_u64.. {
            if input.buffer().is_empty() {
                // Reading the next line may block.
                self.out.flush().context(stdout::WRITE_ERROR)?;
            }
            line.clear();
            let read = input.read_until(b'\n', &mut line);
            if read.context("cannot read standard input")? == 0 {
                break;
            }
            // The line ending is copied; the last line may have none.
            let url = line.strip_suffix(b"\n").unwrap_or(&line);
            let url = url.strip_suffix(b"\r").unwrap_or(url);
            let (url, end) = line.split_at(url.len());
            let form = self.form;
            self.write_line(url, end, |bytes| {
                if bytes.is_empty() {
                    // An empty line separates URLs.
                    return Ok(Cow::Borrowed(""));
                }
                formatted(form, bytes).map_err(|error| format!("line {number}: {error}"))
            })?;
        }
        Ok(())
    }

    /// Writes one line: the formatted URL, or the input unchanged if it is not a URL.
    fn write_line<'u>(
        &mut self,
        url: &'u [u8],
        end: &[u8],
        format: impl FnOnce(&'u [u8]) -> Result<Cow<'u, str>, String>,
    ) -> Result<()> {
        let formatted = format(url);
        let line = match &formatted {
            Ok(formatted) => formatted.as_bytes(),
            Err(error) => {
                message::print(error);
                self.outcome = Outcome::Failed;
                url
            }
        };
        self.out
            .write_all(line)
            .and_then(|()| self.out.write_all(end))
            .context(stdout::WRITE_ERROR)
    }
}

/// Why an input cannot be formatted.
#[derive(Debug)]
enum FormatError {
    NotUtf8(Utf8Error),
    NotUrl(UrlError),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8(error) => {
                let offset = error.valid_up_to();
                write!(
                    f,
                    "not a URL: expected UTF-8, found an invalid sequence at byte {offset}"
                )
            }
            Self::NotUrl(error) => write!(f, "not a URL: {error}"),
        }
    }
}

fn formatted<'u>(form: UrlForm<'_>, url: &'u [u8]) -> Result<Cow<'u, str>, FormatError> {
    let url = std::str::from_utf8(url).map_err(FormatError::NotUtf8)?;
    form.convert(url).map_err(FormatError::NotUrl)
}

/// Whether an argument names a directory. An argument that is a link does not, even if there is a
/// directory called `example.com`.
fn is_directory(finder: &Finder, argument: &OsStr) -> bool {
    let is_link = argument.to_str().is_some_and(|text| {
        let first = finder.find(text);
        first.is_some_and(|link| link.as_str() == text)
    });
    !is_link && Path::new(argument).is_dir()
}
