//! A file of findings that are accepted, so that a check reports only others.
//!
//! One JSON object per line, sorted: `{"path":"docs/a.md","code":"odd-port","link":"http://a.b:1234","count":2}`. Lines
//! and columns are not part of it, so that it stays valid when text moves. Paths are relative to the folder of the
//! file, with `/` on every system; that of standard input is `-`. In links, characters beyond ASCII are escaped, so that
//! the file itself cannot deceive.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};
use std::{env, fs, io};

use anyhow::{Context as _, Result, anyhow};
use linkspan::assess::Code;
use serde::{Deserialize, Serialize};

use crate::replace::Replacement;
use crate::text::Source;

/// The path of standard input.
const STDIN: &str = "-";

/// What identifies a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    path: String,
    code: Code,
    link: String,
}

/// Findings with their number.
pub(super) type Counts = BTreeMap<Key, u64>;

/// The findings that a file accepts.
#[derive(Debug)]
pub(super) struct Baseline {
    /// How many findings of each kind may still come.
    left: Counts,
    folder: Folder,
    /// The path of the file itself, in its own folder.
    own_path: String,
}

/// A line of the file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Line {
    path: String,
    code: String,
    link: String,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: u64,
}

fn one() -> u64 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_one(count: &u64) -> bool {
    *count == 1
}

/// The folder of a baseline file, which paths are relative to.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder of a file, which need not exist.
    pub(super) fn of(file: &Path) -> Result<Self> {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = absolute(folder);
        folder
            .map(Self)
            .with_context(|| format!("cannot find the folder of '{}'", file.display()))
    }

    /// The path of an input as it is written in the file.
    pub(super) fn relative(&self, path: Option<&Path>) -> String {
        let Some(path) = path else {
            return String::from(STDIN);
        };
        let path = absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let mut folder = self.0.components().peekable();
        let mut parts = path.components().peekable();
        while let (Some(one), Some(other)) = (folder.peek(), parts.peek()) {
            if one != other {
                break;
            }
            folder.next();
            parts.next();
        }
        let up = folder.map(|_| String::from(".."));
        let down = parts.map(|part| part.as_os_str().to_string_lossy().into_owned());
        up.chain(down).collect::<Vec<_>>().join("/")
    }

    /// The file that a path of the baseline stands for.
    fn resolve(&self, path: &str) -> PathBuf {
        let mut resolved = self.0.clone();
        resolved.extend(path.split('/'));
        resolved
    }
}

/// A path from the root, without links and dots if it exists.
fn absolute(path: &Path) -> io::Result<PathBuf> {
    if let Ok(path) = path.canonicalize() {
        return Ok(path);
    }
    let mut absolute = env::current_dir()?;
    for part in path.components() {
        match part {
            Component::ParentDir => {
                absolute.pop();
            }
            Component::CurDir => {}
            part => absolute.push(part),
        }
    }
    Ok(absolute)
}

impl Key {
    pub(super) fn new(path: &str, code: Code, link: &str) -> Self {
        Self {
            path: path.to_owned(),
            code,
            link: link.to_owned(),
        }
    }
}

impl Baseline {
    /// Reads a file.
    pub(super) fn read(file: &Path) -> Result<Self> {
        let name = file.display();
        let text = fs::read_to_string(file);
        let text = text.with_context(|| format!("cannot read the baseline '{name}'"))?;
        let mut left = Counts::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            let (key, count) = parse_line(line)
                .with_context(|| format!("the baseline '{name}' is malformed in line {number}"))?;
            *left.entry(key).or_default() += count;
        }
        let folder = Folder::of(file)?;
        Ok(Self {
            own_path: folder.relative(Some(file)),
            left,
            folder,
        })
    }

    pub(super) fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Whether an input is the file itself. Its links are those that it accepts.
    pub(super) fn is_own(&self, path: &str) -> bool {
        self.own_path == path
    }

    /// Whether a finding is accepted. Each line accepts as many findings as it counts.
    pub(super) fn accepts(&mut self, key: &Key) -> bool {
        match self.left.get_mut(key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// A message for each accepted finding that was not there, in inputs that were searched or do not exist.
    pub(super) fn stale(&self, is_searched: impl Fn(&str) -> bool) -> Vec<String> {
        let left = self.left.iter().filter(|(key, count)| {
            let is_gone = || key.path != STDIN && !self.folder.resolve(&key.path).exists();
            **count > 0 && (is_searched(&key.path) || is_gone())
        });
        left.map(|(key, count)| {
            let times = match count {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            let Key { path, code, link } = key;
            let link = escaped(link);
            format!("the baseline has {code} for '{link}' in '{path}'{times}, which is not found")
        })
        .collect()
    }
}

fn parse_line(line: &str) -> Result<(Key, u64)> {
    let line: Line = serde_json::from_str(line)?;
    let code = line.code.parse::<Code>();
    let code = code.map_err(|_| anyhow!("'{}' is not the code of a finding", line.code))?;
    let key = Key {
        path: line.path,
        code,
        link: line.link,
    };
    Ok((key, line.count))
}

/// Writes a baseline. A reader sees the old file or the new one, never a part of it.
pub(super) fn write(file: &Path, counts: &Counts) -> Result<()> {
    let mut text = String::new();
    for (key, &count) in counts {
        let line = Line {
            path: key.path.clone(),
            code: key.code.to_string(),
            link: key.link.clone(),
            count,
        };
        text.push_str(&json(&line)?);
        text.push('\n');
    }
    let mut replacement = Replacement::new(file)?;
    replacement
        .write_all(text.as_bytes())
        .with_context(|| format!("cannot write '{}'", file.display()))?;
    replacement.commit()
}

/// A line with its link in ASCII. A path is written as it is: people read it.
fn json(entry: &Line) -> Result<String> {
    let link = serde_json::to_string(&entry.link)?;
    let path = serde_json::to_string(&entry.path)?;
    let mut text = format!(
        "{{\"path\":{path},\"code\":\"{}\",\"link\":{}",
        entry.code,
        escaped(&link)
    );
    if entry.count != 1 {
        // Writing to a string cannot fail.
        let _ = write!(text, ",\"count\":{}", entry.count);
    }
    text.push('}');
    Ok(text)
}

/// A text with the characters beyond ASCII as escapes of JSON.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            escaped.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    escaped
}

/// The path of an input as a key of a baseline.
pub(super) fn source_path(folder: &Folder, source: &Source) -> String {
    folder.relative(source.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_ascii_in_links_and_survive_reading() {
        for (link, count) in [
            ("http://a.b:1234/", 1),
            ("https://аррӏе.com/\u{202E}\"😀", 3),
        ] {
            let line = Line {
                path: String::from("ü/a \"b\".md"),
                code: String::from("odd-port"),
                link: String::from(link),
                count,
            };
            let text = json(&line).unwrap_or_default();
            assert!(!text.contains('\u{202E}') && !text.contains('а'), "{text}");
            let read = parse_line(&text).ok();
            let key = Key::new(&line.path, Code::OddPort, link);
            assert_eq!(read, Some((key, count)), "{text}");
        }
    }

    #[test]
    fn paths_are_relative_to_the_folder() {
        let folder = Folder::of(Path::new("no/such/baseline.json"));
        let relative_to = |path: &str| {
            let folder = folder.as_ref().ok()?;
            Some(folder.relative(Some(Path::new(path))))
        };
        for (path, relative) in [
            ("no/such/a.md", "a.md"),
            ("no/such/b/a.md", "b/a.md"),
            ("no/a.md", "../a.md"),
            ("./no/such/../a.md", "../a.md"),
        ] {
            assert_eq!(relative_to(path).as_deref(), Some(relative));
        }
        let stdin = folder.map(|folder| folder.relative(None));
        assert_eq!(stdin.ok().as_deref(), Some("-"));
    }
}
