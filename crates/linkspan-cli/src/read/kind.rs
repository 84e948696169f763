//! What an input is, by its name: which format it is read in, and which profile its text has.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

use clap::ValueEnum;
use ignore::types::TypesBuilder;
use linkspan::Profile;

/// How the bytes of an input become texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text; control sequences have no width
    Text,
    /// HTML or XML: text, the values of attributes, comments
    #[value(help = "HTML or XML: text, the values of attributes, comments")]
    Html,
    /// Markdown: text, link targets, code, HTML
    Markdown,
    /// JSON, JSON Lines: strings with their escapes decoded
    #[value(help = "JSON, JSON Lines: strings with their escapes decoded")]
    Json,
    /// Comma-separated or tab-separated values
    #[value(help = "Values separated by commas, semicolons or tabs")]
    Csv,
    /// Mail messages, also in mbox files: headers and decoded parts
    Mail,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Html => "html",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Mail => "mail",
        })
    }
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Plain text, and everything that is not recognised.
    Text,
    Markdown,
    /// HTML or XML.
    Html,
    Json,
    /// Separated values.
    Csv,
    /// Source code, data and configuration.
    Source,
    /// Logs and other output of programs.
    Log,
    /// Text with numbered notes, the output of `linkify --to notes`.
    Notes,
    Mail,
}

/// The types of the `ignore` crate that are not source code, and what they are instead. Types that
/// are not in the table are source code.
const TYPES: &[(&str, Option<Kind>)] = &[
    ("asciidoc", Some(Kind::Text)),
    ("csv", Some(Kind::Csv)),
    ("html", Some(Kind::Html)),
    ("json", Some(Kind::Json)),
    ("jsonl", Some(Kind::Json)),
    ("license", Some(Kind::Text)),
    ("log", Some(Kind::Log)),
    ("markdown", Some(Kind::Markdown)),
    ("md", Some(Kind::Markdown)),
    ("mdx", Some(Kind::Markdown)),
    ("org", Some(Kind::Text)),
    ("qrc", Some(Kind::Html)),
    ("qui", Some(Kind::Html)),
    // "README" has no format of its own.
    ("readme", None),
    ("rst", Some(Kind::Text)),
    ("svg", Some(Kind::Html)),
    ("textile", Some(Kind::Text)),
    ("txt", Some(Kind::Text)),
    ("wiki", Some(Kind::Text)),
    ("xml", Some(Kind::Html)),
    ("xsl", Some(Kind::Html)),
    // Compressed files and documents that are not text are inspected like any other file.
    ("brotli", None),
    ("bzip2", None),
    ("gzip", None),
    ("lz4", None),
    ("lzma", None),
    ("pdf", None),
    ("xz", None),
    ("zip", None),
    ("zstd", None),
];

/// File names that the `ignore` crate does not know, or knows as another type.
const EXTENSIONS: &[(&str, Kind)] = &[
    ("atom", Kind::Html),
    ("eml", Kind::Mail),
    ("geojson", Kind::Json),
    ("har", Kind::Json),
    ("htm", Kind::Html),
    ("ipynb", Kind::Json),
    ("jsonld", Kind::Json),
    ("jsonlines", Kind::Json),
    ("mbox", Kind::Mail),
    ("mbx", Kind::Mail),
    ("ndjson", Kind::Json),
    ("opml", Kind::Html),
    ("plist", Kind::Html),
    ("rdf", Kind::Html),
    ("rss", Kind::Html),
    ("svg", Kind::Html),
    ("text", Kind::Text),
    ("tsv", Kind::Csv),
    ("webmanifest", Kind::Json),
    ("xhtml", Kind::Html),
    ("xlf", Kind::Html),
    ("xliff", Kind::Html),
    ("bib", Kind::Source),
    ("cfg", Kind::Source),
    ("conf", Kind::Source),
    ("ini", Kind::Source),
    ("po", Kind::Source),
    ("pot", Kind::Source),
    ("properties", Kind::Source),
    ("vtt", Kind::Text),
    ("srt", Kind::Text),
];

/// The kinds of files by their extension or, for names without a dot such as "Makefile", by their
/// name.
static KINDS: LazyLock<HashMap<String, Kind>> = LazyLock::new(|| {
    let mut kinds = HashMap::new();
    let definitions = TypesBuilder::new().add_defaults().definitions();
    for definition in &definitions {
        let entry = TYPES.iter().find(|(name, _)| *name == definition.name());
        let Some(kind) = entry.map_or(Some(Kind::Source), |&(_, kind)| kind) else {
            continue;
        };
        let is_exception = entry.is_some();
        let names = definition.globs().iter().flat_map(|glob| names(glob));
        for name in names {
            if is_exception || !kinds.contains_key(&name) {
                kinds.insert(name, kind);
            }
        }
    }
    for &(extension, kind) in EXTENSIONS {
        kinds.insert(String::from(extension), kind);
    }
    kinds
});

/// The extensions or names that a glob stands for, if it is as simple as `*.rs`, `*.[ch]pp` or
/// `Makefile`.
fn names(glob: &str) -> Vec<String> {
    let name = glob.strip_prefix("*.").unwrap_or(glob);
    let name = name.to_ascii_lowercase();
    let variants = match name.split_once('[').zip(name.split_once(']')) {
        Some(((before, _), (class, after))) => {
            let class = class.get(before.len() + 1..).unwrap_or_default();
            let variants = class.chars().map(|c| format!("{before}{c}{after}"));
            variants.filter(|_| !class.contains(['-', '!'])).collect()
        }
        None => vec![name],
    };
    let is_plain = |name: &String| !name.contains(['*', '?', '[', '{', '.', '!']);
    variants.into_iter().filter(is_plain).collect()
}

impl Kind {
    /// What a file is, by its name. `None` if the name does not tell.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        let name = path.extension().or(path.file_name());
        let name = name.and_then(OsStr::to_str)?.to_ascii_lowercase();
        KINDS.get(&name).copied()
    }

    /// The format in which the input is read.
    pub(crate) fn format(self) -> Format {
        match self {
            Self::Text | Self::Source | Self::Log | Self::Notes => Format::Text,
            Self::Markdown => Format::Markdown,
            Self::Html => Format::Html,
            Self::Json => Format::Json,
            Self::Csv => Format::Csv,
            Self::Mail => Format::Mail,
        }
    }

    /// The profile of its text, read in a format.
    pub(crate) fn profile(self, format: Format) -> Profile {
        match format {
            Format::Html | Format::Markdown | Format::Mail => Profile::Prose,
            Format::Json | Format::Csv => Profile::Source,
            Format::Text => match self {
                Self::Text | Self::Notes | Self::Markdown | Self::Mail => Profile::Prose,
                Self::Html | Self::Json | Self::Csv | Self::Source => Profile::Source,
                Self::Log => Profile::Terminal,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_file_is() {
        for (name, kind) in [
            ("notes.txt", Some(Kind::Text)),
            ("README.md", Some(Kind::Markdown)),
            ("docs/page.HTML", Some(Kind::Html)),
            ("feed.xml", Some(Kind::Html)),
            ("a.json", Some(Kind::Json)),
            ("a.jsonl", Some(Kind::Json)),
            ("table.csv", Some(Kind::Csv)),
            ("table.tsv", Some(Kind::Csv)),
            ("main.rs", Some(Kind::Source)),
            ("lib.py", Some(Kind::Source)),
            ("index.ts", Some(Kind::Source)),
            ("a.c", Some(Kind::Source)),
            ("Makefile", Some(Kind::Source)),
            ("de.po", Some(Kind::Source)),
            ("refs.bib", Some(Kind::Source)),
            ("Cargo.toml", Some(Kind::Source)),
            ("ci.yml", Some(Kind::Source)),
            ("style.css", Some(Kind::Source)),
            ("build.log", Some(Kind::Log)),
            ("mail.eml", Some(Kind::Mail)),
            ("inbox.mbox", Some(Kind::Mail)),
            ("README", None),
            ("data.bin", None),
        ] {
            assert_eq!(Kind::of_path(Path::new(name)), kind, "{name}");
        }
    }
}
