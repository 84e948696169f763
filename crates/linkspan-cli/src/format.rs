//! `linkspan format`: URLs as people best read them, or as machines do.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, BufRead as _, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context as _, Result};
use linkspan::{Link, SafeDisplay, UrlError, assess};

use crate::args::FormatArguments;
use crate::message;
use crate::outcome::Outcome;

/// Runs the command.
pub(crate) fn run(arguments: &FormatArguments) -> Result<Outcome> {
    let form = if arguments.safe {
        Form::Safe(SafeDisplay::new().limit(arguments.limit.unwrap_or(usize::MAX)))
    } else if arguments.ascii {
        Form::Ascii
    } else {
        Form::Readable
    };
    let mut formatter = Formatter {
        form,
        out: BufWriter::new(io::stdout().lock()),
        outcome: Outcome::Success,
    };
    let written = match arguments.urls.as_slice() {
        [] => formatter.lines(),
        urls => formatter.arguments(urls),
    };
    let flushed = formatter.out.flush();
    written?;
    flushed.context("cannot write the output")?;
    Ok(formatter.outcome)
}

/// The form in which URLs are written.
#[derive(Clone, Copy)]
enum Form {
    Readable,
    Ascii,
    Safe(SafeDisplay),
}

impl Form {
    fn write(self, url: &str) -> Result<Cow<'_, str>, UrlError> {
        match self {
            Self::Readable => linkspan::minimal(url),
            Self::Ascii => linkspan::wire(url),
            Self::Safe(display) => {
                let link = Link::parse(url)?;
                Ok(Cow::Owned(display.of(&link, &assess(&link))))
            }
        }
    }
}

struct Formatter<W: Write> {
    form: Form,
    out: W,
    outcome: Outcome,
}

impl<W: Write> Formatter<W> {
    fn arguments(&mut self, urls: &[impl AsRef<OsStr>]) -> Result<()> {
        for (number, url) in (1..).zip(urls) {
            let url = url.as_ref();
            let name = format!("argument {number}");
            if is_folder(url) {
                let folder = Path::new(url).display();
                self.line(url.as_encoded_bytes(), b"\n", |_| {
                    Err(format!(
                        "{name}: '{folder}' is a directory (format takes URLs; \
                         for the links in it: linkspan find '{folder}')"
                    ))
                })?;
                continue;
            }
            let form = self.form;
            self.line(url.as_encoded_bytes(), b"\n", |bytes| {
                formatted(form, bytes).map_err(|error| {
                    let hint = if Path::new(url).is_file() {
                        let file = Path::new(url).display();
                        format!(" (for the URLs in this file: linkspan format < '{file}')")
                    } else {
                        String::new()
                    };
                    format!("{name}: {error}{hint}")
                })
            })?;
        }
        Ok(())
    }

    fn lines(&mut self) -> Result<()> {
        message::note_terminal_input();
        let mut input = BufReader::new(io::stdin().lock());
        let mut line = Vec::new();
        for number in 1_u64.. {
            if input.buffer().is_empty() {
                // The next line may be long in coming.
                self.out.flush().context("cannot write the output")?;
            }
            line.clear();
            let read = input.read_until(b'\n', &mut line);
            if read.context("cannot read standard input")? == 0 {
                break;
            }
            // What ends the line stays as it is, even if it is missing at the end of the input.
            let url = line.strip_suffix(b"\n").unwrap_or(&line);
            let url = url.strip_suffix(b"\r").unwrap_or(url);
            let (url, end) = line.split_at(url.len());
            let form = self.form;
            self.line(url, end, |bytes| {
                formatted(form, bytes).map_err(|error| format!("line {number}: {error}"))
            })?;
        }
        Ok(())
    }

    /// Writes one line: the URL formatted, or as it is if it is none.
    fn line<'u>(
        &mut self,
        url: &'u [u8],
        end: &[u8],
        format: impl FnOnce(&'u [u8]) -> Result<Cow<'u, str>, String>,
    ) -> Result<()> {
        let formatted = format(url);
        let shown = match &formatted {
            Ok(formatted) => formatted.as_bytes(),
            Err(error) => {
                message::note(error);
                self.outcome = Outcome::Failed;
                url
            }
        };
        self.out
            .write_all(shown)
            .and_then(|()| self.out.write_all(end))
            .context("cannot write the output")
    }
}

/// Why there is no formatted URL.
#[derive(Debug)]
enum NoUrl {
    NoText,
    Refused(UrlError),
}

impl fmt::Display for NoUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoText => f.write_str("no URL: not UTF-8"),
            Self::Refused(error) => write!(f, "no URL: {error}"),
        }
    }
}

fn formatted(form: Form, url: &[u8]) -> Result<Cow<'_, str>, NoUrl> {
    let url = std::str::from_utf8(url).map_err(|_| NoUrl::NoText)?;
    form.write(url).map_err(NoUrl::Refused)
}

/// Whether an argument names a folder and is no link by itself. A folder may well be called
/// `example.com`.
fn is_folder(argument: &OsStr) -> bool {
    let is_link = argument.to_str().is_some_and(|text| {
        let first = linkspan::links(text).next();
        first.is_some_and(|link| link.as_str() == text)
    });
    !is_link && Path::new(argument).is_dir()
}
