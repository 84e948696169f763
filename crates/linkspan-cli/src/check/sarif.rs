//! Writes findings as a SARIF 2.1.0 log, the format that code hosting sites import.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use linkspan::assess::{Code, Finding, Level};
use serde_json::{Value, json};

use crate::find::{Envelope, FindingLocation, FoundLink};
use crate::project;
use crate::text::Source;

/// The name of the folder that relative paths are relative to.
const BASE: &str = "SRCROOT";

/// The page that describes the findings.
const HELP_PAGE: &str = "docs/safety.md#findings";

/// The log without its results.
pub(super) fn envelope() -> Envelope {
    let run = run(
        project::repository(),
        std::env::current_dir().ok().as_deref(),
    );
    // Formatted by hand: results are written as they are found, so the log is never one value. The fields of the run
    // come first, and its results are added to them.
    let run = run.to_string();
    let run = run.strip_suffix('}').unwrap_or(&run);
    let prefix = format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{run},\
         \"results\":["
    );
    Envelope {
        prefix,
        suffix: "\n]}]}\n",
    }
}

/// A run without its results. It names the repository of the project, if there is one.
fn run(repository: Option<&str>, folder: Option<&Path>) -> Value {
    let help = repository.map(|repository| project::page(repository, HELP_PAGE));
    let rules: Vec<Value> = Code::ALL
        .iter()
        .copied()
        .map(|code| rule(code, help.as_deref()))
        .collect();
    let mut driver = json!({
        "name": "linkspan",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    if let Some(repository) = repository {
        set(&mut driver, "informationUri", json!(repository));
    }
    let mut run = json!({
        "tool": { "driver": driver },
        "columnKind": "unicodeCodePoints",
    });
    if let Some(folder) = folder {
        let mut uri = file_uri(folder);
        if !uri.ends_with('/') {
            uri.push('/');
        }
        set(
            &mut run,
            "originalUriBaseIds",
            json!({ BASE: { "uri": uri } }),
        );
    }
    run
}

fn rule(code: Code, help: Option<&str>) -> Value {
    let mut rule = json!({
        "id": code.as_str(),
        "shortDescription": { "text": code.title() },
        "fullDescription": { "text": code.title() },
        "help": { "text": code.advice() },
        "properties": { "tags": ["security", "links"] },
    });
    if let Some(help) = help {
        set(&mut rule, "helpUri", json!(help));
    }
    rule
}

/// Adds a field to an object.
fn set(object: &mut Value, field: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(field.to_owned(), value);
    }
}

fn sarif_level(level: Level) -> &'static str {
    match level {
        Level::Info => "note",
        Level::Warn => "warning",
        Level::Danger => "error",
    }
}

/// Writes the locations of results.
#[derive(Debug)]
pub(super) struct Locations {
    folder: Option<PathBuf>,
}

impl Locations {
    /// Relative paths are relative to the current directory.
    pub(super) fn new() -> Self {
        Self {
            folder: std::env::current_dir().ok(),
        }
    }

    /// The result for a finding, with a comma before it.
    pub(super) fn result(
        &self,
        source: &Source,
        found: &FoundLink<'_>,
        finding: &Finding,
        place: &FindingLocation,
    ) -> Vec<u8> {
        let (start_line, start_column) = place.from;
        let (end_line, end_column) = place.to;
        let result = json!({
            "ruleId": finding.code().as_str(),
            "ruleIndex": Code::ALL.iter().copied().position(|code| code == finding.code()),
            "level": sarif_level(finding.level()),
            "message": { "text": sentence(finding.message()) },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": self.artifact(source.path()),
                    "region": {
                        "startLine": start_line,
                        "startColumn": start_column,
                        "endLine": end_line,
                        "endColumn": end_column,
                        "byteOffset": place.start,
                        "byteLength": place.end.saturating_sub(place.start),
                    },
                },
            }],
            // Sites recognise a result by it when lines move.
            "partialFingerprints": {
                "linkAndCode/v1": fingerprint(&[finding.code().as_str(), found.link.as_str()]),
            },
        });
        let mut out = b",\n".to_vec();
        out.extend_from_slice(result.to_string().as_bytes());
        out
    }

    /// The location of an input.
    fn artifact(&self, path: Option<&Path>) -> Value {
        let Some(path) = path else {
            // Standard input is no file. The name is that of a file in the folder, since sites expect one.
            return json!({ "uri": "stdin", "uriBaseId": BASE });
        };
        let path = path.strip_prefix(".").unwrap_or(path);
        let is_inside = path.is_relative() && !path.starts_with("..");
        match &self.folder {
            Some(_) if is_inside => json!({ "uri": relative_uri(path), "uriBaseId": BASE }),
            Some(folder) => {
                let path = folder.join(path);
                json!({ "uri": file_uri(&path.canonicalize().unwrap_or(path)) })
            }
            None => json!({ "uri": relative_uri(path) }),
        }
    }
}

/// A path as a percent-encoded relative reference.
fn relative_uri(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.into_owned()
    };
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// An absolute path as a `file` URL.
fn file_uri(path: &Path) -> String {
    let uri = relative_uri(path);
    // On Windows, a path starts with a drive or a server: "C:/a" and "//server/a", or "//?/C:/a" and "//?/UNC/server/a"
    // in its canonical form.
    if let Some(path) = uri.strip_prefix("//%3F/UNC/") {
        return format!("file://{path}");
    }
    let uri = uri.strip_prefix("//%3F/").unwrap_or(&uri);
    if uri.starts_with("//") {
        return format!("file:{uri}");
    }
    let slash = if uri.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", uri.replacen("%3A/", ":/", 1))
}

/// A short text that identifies some strings: FNV-1a in hexadecimal.
fn fingerprint(texts: &[&str]) -> String {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// A message as a sentence: with a capital letter and a full stop.
fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_is_named_if_it_has_an_address() {
        let with = run(Some("https://example.com/linkspan/"), None);
        let driver = &with["tool"]["driver"];
        assert_eq!(driver["informationUri"], "https://example.com/linkspan/");
        assert_eq!(
            driver["rules"][0]["helpUri"],
            "https://example.com/linkspan/blob/main/docs/safety.md#findings"
        );
        let without = run(None, None);
        let driver = &without["tool"]["driver"];
        assert_eq!(driver.get("informationUri"), None);
        assert_eq!(driver["rules"][0].get("helpUri"), None);
    }

    #[test]
    fn paths_are_uris() {
        assert_eq!(relative_uri(Path::new("a b/ü%.txt")), "a%20b/%C3%BC%25.txt");
        assert_eq!(file_uri(Path::new("/a b/c")), "file:///a%20b/c");
        assert_eq!(file_uri(Path::new("C:/a")), "file:///C:/a");
        assert_eq!(file_uri(Path::new("//?/C:/a")), "file:///C:/a");
        assert_eq!(file_uri(Path::new("//server/a")), "file://server/a");
        assert_eq!(file_uri(Path::new("//?/UNC/server/a")), "file://server/a");
    }

    #[test]
    fn fingerprints_differ() {
        assert_ne!(fingerprint(&["a", "b"]), fingerprint(&["ab", ""]));
        assert_eq!(fingerprint(&[]), "cbf29ce484222325");
    }
}
