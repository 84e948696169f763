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
            // A path may contain the characters of a glob.
            for pattern in [pattern, &escaped(pattern)] {
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

/// The pattern as a line of an ignore file in the root directory. A path is relative to a directory.
pub(crate) fn absolute_pattern(pattern: &str, working_directory: &Path) -> String {
    let is_name = !pattern.trim_end_matches('/').contains('/') && pattern != "." && pattern != "..";
    if is_name {
        // A name, anywhere. '!' and '#' have a meaning at the start of a line only.
        return match pattern.strip_prefix(['!', '#']) {
            Some(_) => format!("\\{pattern}"),
            None => String::from(pattern),
        };
    }
    let base = if Path::new(pattern).is_absolute() {
        PathBuf::new()
    } else {
        PathBuf::from(escaped(&without_root(working_directory).to_string_lossy()))
    };
    let path = without_root(&base.join(pattern.trim_start_matches('/')));
    let end = if pattern.ends_with('/') { "/" } else { "" };
    format!("/{}{end}", path.to_string_lossy())
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
        if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\') && !cfg!(windows) {
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
