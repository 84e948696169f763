//! Bare domains that are more likely something else, in the reference implementation: names in code, and files.

use linkspan::homonym::is_code_word;
use linkspan::options::{CodeNames, FileNames};
use linkspan::property::{HostClass, host_class};

use super::ReferenceFinder;
use super::label::is_dot;

/// Top-level domains that are better known as file extensions.
const FILE_EXTENSIONS: &str = "cab cc java md mk mm mov pm properties py rs sh so zip";

/// Names of files that have many extensions.
const FILE_STEMS: &str = "AUTHORS CHANGELOG CHANGES COPYING Dockerfile GNUmakefile INSTALL LICENSE MANIFEST Makefile \
                          README TODO configure makefile";

impl ReferenceFinder<'_> {
    /// Whether the bare domain is more likely a name in source code or the name of a file.
    pub(super) fn is_other_name(&self, start: usize, end: usize) -> bool {
        let name = self.string(start, end);
        if name
            .split(is_dot)
            .next()
            .unwrap()
            .eq_ignore_ascii_case("www")
        {
            return false;
        }
        let port_end = self.port_end(end).unwrap_or(end);
        let has_path = self.char(port_end) == Some('/');
        let top_level = name.rsplit(is_dot).next().unwrap();
        let extension = top_level.to_ascii_lowercase();
        let has_extension = FILE_EXTENSIONS.split(' ').any(|listed| listed == extension)
            && !self.rules.suffixes.public_suffix(&name).contains('.');
        let first = name.split(is_dot).next().unwrap();
        let is_file = has_extension || FILE_STEMS.split_whitespace().any(|stem| stem == first);
        if self.rules.file_names == FileNames::Skip && !has_path && is_file {
            return true;
        }
        match self.rules.code_names {
            CodeNames::Link => false,
            CodeNames::Skip => self.is_code(start, end, has_path),
            _ => {
                self.is_code(start, end, has_path)
                    || is_code_word(top_level) && port_end == end && !has_path
            }
        }
    }

    fn is_code(&self, start: usize, end: usize, has_path: bool) -> bool {
        let name = self.string(start, end);
        let first = name.split(is_dot).next().unwrap();
        let top_level = name.rsplit(is_dot).next().unwrap();
        let code_follows = match self.char(end) {
            Some('[' | '=') => true,
            Some('(') => !self
                .char(end + 1)
                .is_some_and(|c| host_class(c) == HostClass::Unspaced),
            _ => false,
        };
        let before = self.string(start.saturating_sub(2), start);
        let code_precedes = ["::", "->", "$", "%"]
            .iter()
            .any(|operator| before.ends_with(operator));
        let is_member = first == "self" || first == "this";
        let is_package = ["com", "org"].contains(&&*first.to_ascii_lowercase());
        code_follows
            || code_precedes
            || is_member
            || is_package
            || !has_path && has_code_letters(&name, top_level)
    }
}

/// Whether the capitals, underscores or digits of a name are those of code or of a version.
fn has_code_letters(name: &str, top_level: &str) -> bool {
    let is_version = name.chars().filter(|&c| is_dot(c)).count() >= 2
        && name.starts_with(|c: char| c.is_ascii_digit());
    has_code_capitals(name, top_level)
        || is_code_word(top_level) && (name.contains('_') || is_version || has_inner_capital(name))
}

/// Whether the capitals of a top-level domain are those of code or of the start of a sentence.
fn has_code_capitals(name: &str, top_level: &str) -> bool {
    let lower = top_level.to_ascii_lowercase();
    if lower.starts_with("xn--") || lower == top_level {
        return false;
    }
    let has_lower_case = name.chars().any(|c| c.is_ascii_lowercase());
    top_level == "NET" || has_lower_case && lower != "com" && lower != "org"
}

/// Whether a lower-case letter is directly before a capital.
fn has_inner_capital(name: &str) -> bool {
    let chars: Vec<char> = name.chars().collect();
    chars
        .windows(2)
        .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}
