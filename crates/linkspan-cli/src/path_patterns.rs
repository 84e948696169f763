//! Patterns for paths, in the syntax of `.gitignore`: those of `--exclude-path` and `--profile-for`.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Error, Result, anyhow};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Paths and globs.
///
/// All patterns with a slash become absolute, so that a path is recognised however it is written.
#[derive(Debug)]
pub(crate) struct PathPatterns {
    patterns: Option<Gitignore>,
}

impl PathPatterns {
    /// Patterns that are relative to the working directory.
    pub(crate) fn new(patterns: &[String]) -> Result<Self> {
        if patterns.is_empty() {
            return Ok(Self { patterns: None });
        }
        let working_directory = std::env::current_dir().context("cannot use patterns for paths")?;
        let mut builder = GitignoreBuilder::new("");
        for pattern in patterns {
            let pattern = with_slashes(pattern);
            // A path may contain the characters of a glob.
            for pattern in [&pattern, &escaped(&pattern)] {
                let line = absolute_pattern(pattern, &working_directory);
                let added = builder.add_line(None, &line);
                added.map_err(|error| glob_error("pattern for paths", pattern, error))?;
            }
        }
        let patterns = builder.build().context("cannot use patterns for paths")?;
        Ok(Self {
            patterns: Some(patterns),
        })
    }

    /// Whether a path or a directory that contains it matches.
    pub(crate) fn contains(&self, path: &Path) -> bool {
        self.is_match(path, true)
    }

    /// Whether a path matches, if no directory that contains it does.
    pub(crate) fn contains_itself(&self, path: &Path) -> bool {
        self.is_match(path, false)
    }

    fn is_match(&self, path: &Path, with_ancestors: bool) -> bool {
        let (Some(patterns), Ok(absolute)) = (&self.patterns, std::path::absolute(path)) else {
            return false;
        };
        let absolute = without_root(&absolute);
        let mut ancestors = absolute.ancestors();
        let is_directory = path.is_dir();
        let itself = ancestors
            .next()
            .is_some_and(|path| matches(patterns, path, is_directory));
        itself || (with_ancestors && ancestors.any(|path| matches(patterns, path, true)))
    }
}

fn matches(patterns: &Gitignore, path: &Path, is_directory: bool) -> bool {
    !path.as_os_str().is_empty() && patterns.matched(path, is_directory).is_ignore()
}

/// The error for a pattern, which the message of the crate repeats.
pub(crate) fn glob_error(what: &str, glob: &str, error: ignore::Error) -> Error {
    match error {
        ignore::Error::Glob { err, .. } => anyhow!("cannot use '{glob}' as a {what}: {err}"),
        error => Error::new(error).context(format!("cannot use '{glob}' as a {what}")),
    }
}

/// The pattern, whose separators are slashes, as a line of an ignore file in the root directory. A path is relative to a
/// directory.
pub(crate) fn absolute_pattern(pattern: &str, working_directory: &Path) -> String {
    let is_name = !pattern.trim_end_matches('/').contains('/') && pattern != "." && pattern != "..";
    if is_name {
        // A name, anywhere. '!' and '#' have a meaning at the start of a line only.
        return match pattern.strip_prefix(['!', '#']) {
            Some(_) => format!("\\{pattern}"),
            None => String::from(pattern),
        };
    }
    let mut names = if pattern.starts_with('/') {
        Vec::new()
    } else {
        let names = without_root(working_directory);
        let names = names.iter().map(|name| escaped(&name.to_string_lossy()));
        names.collect::<Vec<_>>()
    };
    for name in pattern.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(String::from(name)),
        }
    }
    let end = if pattern.ends_with('/') { "/" } else { "" };
    format!("/{}{end}", names.join("/"))
}

/// A pattern with slashes as separators. On Windows, a backslash is a separator, too, unless it escapes a bracket, and a
/// drive is not part of a pattern.
fn with_slashes(pattern: &str) -> String {
    if cfg!(windows) {
        slashes_of_windows(pattern)
    } else {
        String::from(pattern)
    }
}

fn slashes_of_windows(pattern: &str) -> String {
    let mut slashes = String::with_capacity(pattern.len());
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        // `absolute_pattern` escapes `!` and `#` at the start of a name.
        let is_escape = match chars.peek() {
            Some('[' | ']' | '{' | '}') => true,
            Some('!' | '#') => slashes.is_empty(),
            _ => false,
        };
        slashes.push(if c == '\\' && !is_escape { '/' } else { c });
    }
    match slashes.split_once(":/") {
        Some((drive, path)) if drive.len() == 1 => format!("/{path}"),
        _ => slashes,
    }
}

/// The names in a path, without its root and without `.` and `..`.
fn without_root(path: &Path) -> PathBuf {
    let mut names = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name),
            Component::ParentDir => {
                names.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::CurDir => {}
        }
    }
    names
}

/// A path with the characters escaped that have a meaning in a glob.
fn escaped(path: &str) -> String {
    let mut escaped = String::new();
    for c in path.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_separate_names_on_windows() {
        for (pattern, expected) in [
            (".\\vendor", "./vendor"),
            ("x\\*.md", "x/*.md"),
            ("D:\\x\\y\\", "/x/y/"),
            ("a\\b \\[c\\]/d", "a/b \\[c\\]/d"),
            ("\\#x", "\\#x"),
            ("vendor", "vendor"),
        ] {
            assert_eq!(slashes_of_windows(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn patterns_become_absolute() {
        let directory = Path::new("/a/b [c]");
        for (pattern, expected) in [
            ("vendor", "vendor"),
            ("*.log", "*.log"),
            ("#x", "\\#x"),
            ("vendor/", "vendor/"),
            ("./vendor", "/a/b \\[c\\]/vendor"),
            ("x/*.md", "/a/b \\[c\\]/x/*.md"),
            ("../x/y/", "/a/x/y/"),
            ("/x/./y", "/x/y"),
            (".", "/a/b \\[c\\]"),
        ] {
            assert_eq!(absolute_pattern(pattern, directory), expected, "{pattern}");
        }
    }
}
