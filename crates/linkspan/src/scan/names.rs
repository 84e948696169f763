//! Bare domains that are more likely names of files or names in source code: the options
//! [`FileNames`] and [`CodeNames`].

use super::links::Links;
use super::port::{Port, port};
use super::rejection::Rejection;
use crate::homonym::{is_code_word, is_file_extension, is_file_stem};
use crate::host::starts_with_www;
use crate::idna::is_a_label;
use crate::options::{CodeNames, FileNames};
use crate::property::{HostClass, host_class};

impl Links<'_, '_> {
    /// The reason why a bare domain is more likely the name of a file, or a name in source code.
    pub(super) fn other_name(&self, host_start: usize, host_end: usize) -> Option<Rejection> {
        let host = self.text.get(host_start..host_end).unwrap_or_default();
        // `www.` settles what it is.
        if starts_with_www(host) {
            return None;
        }
        let [first, top_level] = outer_labels(host);
        let has_extension =
            || is_file_extension(top_level) && self.suffixes.suffix(host).labels == 1;
        if self.options.file_names == FileNames::Skip
            && (is_file_stem(first) || has_extension())
            && !self.has_path(host_end)
        {
            return Some(Rejection::FileName);
        }
        let is_word = || {
            is_code_word(top_level)
                && !self.after(host_end).starts_with('/')
                && !matches!(port(self.text, host_end), Port::Ends(_))
        };
        let is_code = || starts_like_code(first) || self.is_code(host, top_level, host_start);
        let is_code = match self.options.code_names {
            CodeNames::Link => false,
            CodeNames::Skip => is_code(),
            CodeNames::SkipWords => is_code() || is_word(),
        };
        is_code.then_some(Rejection::CodeName)
    }

    /// Whether a path follows the host, possibly after a port.
    fn has_path(&self, host_end: usize) -> bool {
        let end = match port(self.text, host_end) {
            Port::Ends(end) => end,
            Port::None | Port::Invalid(_) => host_end,
        };
        self.after(end).starts_with('/')
    }

    /// Whether the neighbours of a name, or its letters, show that it is code.
    fn is_code(&self, host: &str, top_level: &str, start: usize) -> bool {
        let end = start + host.len();
        let before = self.text.get(..start).unwrap_or_default();
        ends_with_operator(before)
            || is_operator(self.after(end))
            || (has_code_letters(host, top_level) && !self.has_path(end))
    }
}

/// The first and the last label of a host.
fn outer_labels(host: &str) -> [&str; 2] {
    let [first_dot, last_dot] = if !cfg!(feature = "compact-tables") && host.is_ascii() {
        let is_dot = |byte| byte == b'.';
        [
            host.bytes().position(is_dot),
            host.bytes().rposition(is_dot).map(|dot| dot + 1),
        ]
    } else {
        let last = host.rfind(is_dot);
        let after = |dot: usize| {
            host.get(dot..)
                .and_then(|rest| rest.chars().next())
                .map_or(dot, |c| dot + c.len_utf8())
        };
        [host.find(is_dot), last.map(after)]
    };
    [
        host.get(..first_dot.unwrap_or(host.len()))
            .unwrap_or_default(),
        host.get(last_dot.unwrap_or(0)..).unwrap_or_default(),
    ]
}

fn is_dot(c: char) -> bool {
    host_class(c) == HostClass::Dot
}

/// Whether a text ends with an operator of source code.
fn ends_with_operator(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        [.., b':', b':'] | [.., b'-', b'>'] | [.., b'$' | b'%']
    )
}

/// Whether a text starts with an operator of source code: a call, an index or an assignment. A bracket with a
/// word of a script without spaces in it belongs to prose.
fn is_operator(text: &str) -> bool {
    let mut chars = text.chars();
    match chars.next() {
        Some('(') => !chars
            .as_str()
            .starts_with(|c| host_class(c) == HostClass::Unspaced),
        Some('[' | '=') => true,
        _ => false,
    }
}

/// Whether a first label is that of a name in source code. The names of packages start with a top-level
/// domain, those of members with their object.
fn starts_like_code(first: &str) -> bool {
    first == "self" || first == "this" || is_usual(first)
}

/// Whether a label is `com` or `org`, which are not words of source code or prose.
fn is_usual(label: &str) -> bool {
    label.eq_ignore_ascii_case("com") || label.eq_ignore_ascii_case("org")
}

/// Whether the capitals, underscores or digits of a name are those of source code, or of a version.
fn has_code_letters(host: &str, top_level: &str) -> bool {
    let is_lower = |b: u8| b.is_ascii_lowercase();
    let is_upper = |b: u8| b.is_ascii_uppercase();
    let is_number = host.starts_with(|c: char| c.is_ascii_digit());
    // Most names are in lower case.
    if !is_number && !host.bytes().any(|b| is_upper(b) || b == b'_') {
        return false;
    }
    // `EXAMPLE.COM` and `Example.Com` are domains; `done.It` is the end of a sentence and the start of another;
    // `ASP.NET` is a product.
    let has_code_capitals = top_level.bytes().any(is_upper)
        && !is_a_label(top_level)
        && (top_level == "NET" || (!is_usual(top_level) && host.bytes().any(is_lower)));
    let is_version = is_number && host.matches(is_dot).count() > 1;
    let mut pairs = host.bytes().zip(host.bytes().skip(1));
    let has_inner_capital = |(first, second)| is_lower(first) && is_upper(second);
    has_code_capitals
        || (host.contains('_') || is_version || pairs.any(has_inner_capital))
            && is_code_word(top_level)
}
