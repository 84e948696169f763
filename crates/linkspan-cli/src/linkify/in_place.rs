//! `linkify --in-place`: adds links to Markdown and HTML files.
//!
//! A file is read and converted in memory, and written only if it changes.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use linkspan::Finder;
use similar::{DiffableStr, TextDiff};

use super::{Content, Conversion, FilesFinder, convert};
use crate::args::{InputFormat, LinkifyArguments, OutputFormat};
use crate::find::Inputs;
use crate::message;
use crate::outcome::{Outcome, is_closed_pipe};
use crate::read::Kind;
use crate::replace::Replacement;
use crate::stdout;
use crate::terminal::{Styling, escape_controls};
use crate::text::Source;

/// Converts all files. An error in one of them does not affect the others.
pub(super) fn run(
    arguments: &LinkifyArguments,
    finders: &FilesFinder,
    styling: Styling,
) -> Result<Outcome> {
    if arguments.paths.is_empty() || arguments.paths.iter().any(|path| path.as_os_str() == "-") {
        bail!("--in-place needs files or directories, and cannot change standard input");
    }
    let inputs = Inputs::new(&arguments.paths, arguments.files.clone())?;
    let mut outcome = Outcome::Success;
    let mut report = |error: &anyhow::Error| {
        message::error(error);
        outcome = Outcome::Failed;
    };
    let mut sources = Vec::new();
    for source in inputs.sources() {
        match source {
            Ok(source) => sources.push(source),
            Err(error) => report(&error),
        }
    }
    let backup = arguments
        .destination
        .backup
        .as_deref()
        .map(|suffix| Backup {
            suffix,
            inputs: inputs_to_change(arguments, &sources),
        });
    let mut done = HashSet::new();
    for source in &sources {
        let Some(path) = source.path() else {
            continue;
        };
        let changed = path
            .canonicalize()
            .map_err(|error| source.read_error(error))
            .and_then(|target| {
                // The same file may be found twice, by its name and by a symbolic link.
                if !done.insert(target.clone()) {
                    return Ok(());
                }
                let finder = finders.finder(source);
                let Some(edit) = edit(arguments, finder, styling, source, &target)? else {
                    return Ok(());
                };
                if arguments.destination.dry_run {
                    return edit.print_diff();
                }
                // If the new content cannot be written, there is no backup.
                let replacement = edit.write()?;
                if let Some(backup) = &backup {
                    edit.back_up(backup)?;
                }
                replacement.commit_if(|| edit.check_unchanged())
            });
        match changed {
            Ok(()) => {}
            Err(error) if is_closed_pipe(&error) => return Err(error),
            Err(error) => report(&error),
        }
    }
    Ok(outcome)
}

/// How files are backed up.
struct Backup<'s> {
    suffix: &'s str,
    /// The inputs that no backup may overwrite: each file, and its path as the user knows it.
    inputs: HashMap<PathBuf, &'s Path>,
}

/// The inputs that this run may change. Other files in the directories are not among them, such as the backups of an
/// earlier run.
fn inputs_to_change<'s>(
    arguments: &LinkifyArguments,
    sources: &'s [Source],
) -> HashMap<PathBuf, &'s Path> {
    sources
        .iter()
        .filter_map(|source| {
            let path = source.path()?;
            if matches!(formats(arguments, source, path), Ok(None)) {
                return None;
            }
            Some((path.canonicalize().ok()?, path))
        })
        .collect()
}

/// A change of a file.
struct Edit<'s> {
    /// The path as the user knows it.
    path: &'s Path,
    /// The file itself, if the path is a symbolic link.
    target: PathBuf,
    before: Arc<[u8]>,
    after: Vec<u8>,
    encoding: &'static Encoding,
}

/// The change of a file, or `None` if there is nothing to change, or if a file in a directory is neither Markdown nor
/// HTML.
fn edit<'s>(
    arguments: &LinkifyArguments,
    finder: &Finder,
    styling: Styling,
    source: &'s Source,
    target: &Path,
) -> Result<Option<Edit<'s>>> {
    let Some(path) = source.path() else {
        return Ok(None);
    };
    let Some((from, to)) = formats(arguments, source, path)? else {
        return Ok(None);
    };
    if !target.is_file() {
        bail!(
            "cannot change '{}': it is not a regular file",
            path.display()
        );
    }
    let mut options = arguments.input.read_options();
    options.malformed = crate::text::Malformed::Preserve;
    if source.open(options)?.is_none() {
        return Ok(None);
    }
    let before: Arc<[u8]> = fs::read(target)
        .map_err(|error| source.read_error(error))?
        .into();
    let conversion = Conversion {
        arguments,
        finder,
        from,
        to,
        read_options: options,
        source: source.clone(),
        content: Content::Memory(Arc::clone(&before)),
        has_header: true,
        styling,
    };
    let encoding = conversion.encoding()?;
    let mut after = Vec::new();
    convert(&conversion, &mut after)?;
    if encoding != UTF_8 {
        after = encode_like(&before, &after, encoding)
            .with_context(|| format!("cannot change '{}'", path.display()))?;
    }
    if after == *before {
        return Ok(None);
    }
    let metadata = target.metadata();
    if metadata.is_ok_and(|file| file.permissions().readonly()) {
        bail!("cannot change '{}': it is read-only", path.display());
    }
    Ok(Some(Edit {
        path,
        target: target.to_path_buf(),
        before,
        after,
        encoding,
    }))
}

/// The format of a file and of the result: they are the same, since otherwise the next run would change the result
/// again.
fn formats(
    arguments: &LinkifyArguments,
    source: &Source,
    path: &Path,
) -> Result<Option<(InputFormat, OutputFormat)>> {
    let from = arguments.from.or_else(|| format_of(path));
    let to = match from {
        Some(InputFormat::Html) => OutputFormat::Html,
        Some(InputFormat::Markdown) => OutputFormat::Markdown,
        Some(InputFormat::Text) => {
            bail!("with --in-place, --in must be html or markdown: plain text has no links")
        }
        None if matches!(source, Source::InDirectory(_)) => return Ok(None),
        None => bail!(
            "cannot change '{0}': only Markdown and HTML files can have links \
             (to convert it: linkspan linkify '{0}')",
            path.display()
        ),
    };
    if arguments.to.is_some_and(|given| given != to) {
        if matches!(source, Source::InDirectory(_)) && arguments.from.is_none() {
            return Ok(None);
        }
        bail!(
            "cannot change '{}': with --in-place, --to must be the format of the file",
            path.display()
        );
    }
    Ok(from.map(|from| (from, to)))
}

/// The format of a document, by its name. XML and MDX have the syntax, but not the meaning of HTML and Markdown.
pub(super) fn format_of(path: &Path) -> Option<InputFormat> {
    let extension = path.extension()?.to_ascii_lowercase();
    match extension.to_str()? {
        "html" | "htm" | "xhtml" => Some(InputFormat::Html),
        "mdx" => None,
        _ => (Kind::of_path(path) == Some(Kind::Markdown)).then_some(InputFormat::Markdown),
    }
}

/// Encodes a UTF-8 text in the encoding of `before`.
fn encode_like(before: &[u8], text: &[u8], encoding: &'static Encoding) -> Result<Vec<u8>> {
    let text = std::str::from_utf8(text).context("expected UTF-8")?;
    let decoded = encoding.decode_without_bom_handling(before).0;
    // Some encodings have two forms of a character. All bytes that are not part of a new link must stay.
    match (encode(&decoded, encoding), encode(text, encoding)) {
        (Some(again), Some(encoded)) if again == before => Ok(encoded),
        _ => bail!(
            "some of its text cannot be written in {} as it was",
            encoding.name()
        ),
    }
}

fn encode(text: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    let (bytes, _, has_unmappable) = encoding.encode(text);
    (!has_unmappable).then(|| bytes.into_owned())
}

impl Edit<'_> {
    /// Prints the change as a unified diff.
    fn print_diff(&self) -> Result<()> {
        if self.encoding == UTF_8 {
            // Malformed bytes are those of the file, so that `patch` can apply the diff.
            return self.print_diff_of(&*self.before, &*self.after);
        }
        let before = self.encoding.decode_without_bom_handling(&self.before).0;
        let after = self.encoding.decode_without_bom_handling(&self.after).0;
        self.print_diff_of(&*before, &*after)
    }

    fn print_diff_of<T: DiffableStr + ?Sized>(&self, before: &T, after: &T) -> Result<()> {
        let name = escape_controls(self.path.as_os_str().as_encoded_bytes());
        let mut text = format!("--- {name}\n+++ {name}\n").into_bytes();
        for hunk in TextDiff::from_lines(before, after)
            .unified_diff()
            .iter_hunks()
        {
            let written = hunk.to_writer(&mut text);
            written.context("cannot write the changes")?;
        }
        stdout::write(&text)
    }

    /// Copies the file to a name with a suffix.
    fn back_up(&self, Backup { suffix, inputs }: &Backup<'_>) -> Result<()> {
        let mut name = self.target.clone().into_os_string();
        name.push(suffix);
        let backup = PathBuf::from(name);
        let overwritten = backup.canonicalize().ok();
        if let Some(input) = overwritten.and_then(|file| inputs.get(&file)) {
            bail!(
                "the backup of '{}' would overwrite '{}', which is an input, too",
                self.path.display(),
                input.display()
            );
        }
        let original = self.target.metadata();
        let original = original.with_context(|| self.change_error())?;
        let mut copy = Replacement::with_permissions_of(&original, &backup)?;
        copy.write_all(&self.before)
            .with_context(|| format!("cannot write '{}'", backup.display()))?;
        copy.commit_if(|| self.check_unchanged())
    }

    /// Writes the new content beside the file.
    fn write(&self) -> Result<Replacement> {
        let mut replacement = Replacement::new(self.path)?;
        replacement
            .write_all(&self.after)
            .with_context(|| format!("cannot write '{}'", self.path.display()))?;
        Ok(replacement)
    }

    /// Fails if another program has changed the file since it was read: its changes would be lost.
    fn check_unchanged(&self) -> Result<()> {
        let is_same = File::open(&self.target)
            .and_then(|file| has_content(file, &self.before))
            .with_context(|| self.change_error())?;
        if !is_same {
            bail!(
                "{}: another program changed it at the same time",
                self.change_error()
            );
        }
        Ok(())
    }

    fn change_error(&self) -> String {
        format!("cannot change '{}'", self.path.display())
    }
}

/// Whether a file consists of exactly these bytes.
fn has_content(mut file: impl Read, mut expected: &[u8]) -> io::Result<bool> {
    let mut block = [0; 8 * 1024];
    loop {
        let len = match file.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if len == 0 {
            return Ok(expected.is_empty());
        }
        let read = block.get(..len).unwrap_or_default();
        match expected.strip_prefix(read) {
            Some(rest) => expected = rest,
            None => return Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_compared_to_its_end() {
        let text = "x".repeat(20_000);
        for (file, expected, is_same) in [
            ("", "", true),
            (text.as_str(), text.as_str(), true),
            (&text[1..], &text, false),
            (&text, &text[1..], false),
            ("", "x", false),
            ("x", "", false),
            ("ab", "ac", false),
        ] {
            let found = has_content(file.as_bytes(), expected.as_bytes()).unwrap();
            assert_eq!(found, is_same, "{} {}", file.len(), expected.len());
        }
    }
}
