//! `cargo xtask changes`: the code points whose properties differ between two Unicode versions.
//!
//! It compares the published files of both versions, which are not part of the repository, and prints a list for the
//! changelog.

#[path = "../../linkspan/tests/it/published/folder.rs"]
mod folder;
#[path = "../../linkspan/tests/it/published/property_file.rs"]
mod property_file;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, Result, anyhow};

use crate::unicode::UnicodeVersion;
use folder::folder;
use property_file::Entry;

/// A property, its file, and the value of the code points that the file does not list.
const PROPERTIES: [(&str, &str, &str); 3] = [
    ("Link_Term", "LinkTerm.txt", "Hard"),
    ("Link_Bracket", "LinkBracket.txt", "none"),
    ("Link_Email", "LinkEmail.txt", "No"),
];

/// The value of the code points in the file of a binary property, which states none.
const BINARY_VALUE: &str = "Yes";

/// Prints the changes from one version to another.
pub(crate) fn run(from: UnicodeVersion, to: UnicodeVersion) -> Result<()> {
    for (property, file, default) in PROPERTIES {
        let (old, new) = (read(from, file)?, read(to, file)?);
        let parse = |text, version| {
            property_file::parse(text).map_err(|error| anyhow!("{version}/{file}: {error}"))
        };
        let changes = changes(&parse(&old, from)?, &parse(&new, to)?, default);
        print!("{}", report(property, &changes));
    }
    Ok(())
}

fn read(version: UnicodeVersion, file: &str) -> Result<String> {
    let folder = folder(&version.to_string()).with_context(|| {
        format!(
            "expected a directory {version} or {version}-draft with the published files in \
             LINKSPAN_UNICODE_DATA (they are at https://www.unicode.org/Public/{version}/linkification/)"
        )
    })?;
    let path = folder.join(file);
    std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// A run of code points with the same old and the same new value.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    first: u32,
    last: u32,
    old: String,
    new: String,
    /// The names of the first and the last character, if the new file has a line for exactly these code points.
    names: Option<String>,
}

fn changes(
    old: &BTreeMap<u32, Entry<'_>>,
    new: &BTreeMap<u32, Entry<'_>>,
    default: &str,
) -> Vec<Change> {
    let value = |entries: &BTreeMap<u32, Entry<'_>>, code| match entries.get(&code) {
        None => default.to_owned(),
        Some(entry) if entry.value.is_empty() => BINARY_VALUE.to_owned(),
        Some(entry) => entry.value.to_owned(),
    };
    let mut changes: Vec<Change> = Vec::new();
    for code in 0..=u32::from(char::MAX) {
        let (old, new) = (value(old, code), value(new, code));
        if old == new {
            continue;
        }
        match changes.last_mut() {
            Some(last) if last.last + 1 == code && (&last.old, &last.new) == (&old, &new) => {
                last.last = code;
            }
            _ => changes.push(Change {
                first: code,
                last: code,
                old,
                new,
                names: None,
            }),
        }
    }
    for change in &mut changes {
        change.names = names(new, change.first, change.last);
    }
    changes
}

/// The names in the comment of a line for exactly these code points.
fn names(entries: &BTreeMap<u32, Entry<'_>>, first: u32, last: u32) -> Option<String> {
    let entry = entries.get(&first)?;
    let is_same = |code: Option<u32>| {
        let other = code.and_then(|code| entries.get(&code));
        other.is_some_and(|other| other.line == entry.line)
    };
    let is_exact =
        is_same(Some(last)) && !is_same(first.checked_sub(1)) && !is_same(last.checked_add(1));
    // The version, the number of characters and the characters come first, the names after two spaces.
    let (_, names) = entry.comment.rsplit_once("  ").filter(|_| is_exact)?;
    Some(names.to_owned())
}

fn report(property: &str, changes: &[Change]) -> String {
    let mut kinds: BTreeMap<(&str, &str), Vec<&Change>> = BTreeMap::new();
    for change in changes {
        let kind = kinds.entry((&change.old, &change.new)).or_default();
        kind.push(change);
    }
    let count =
        |changes: &[&Change]| -> u32 { changes.iter().map(|it| it.last - it.first + 1).sum() };
    let total: u32 = kinds.values().map(|changes| count(changes)).sum();
    let mut text = format!("{property}: {total} code points changed\n");
    for ((old, new), changes) in kinds {
        let _ = writeln!(text, "  {old} -> {new}: {}", count(&changes));
        for change in changes {
            let range = match change.last - change.first {
                0 => format!("U+{:04X}", change.first),
                more => format!(
                    "U+{:04X}..U+{:04X} ({})",
                    change.first,
                    change.last,
                    more + 1
                ),
            };
            let line = format!("    {range}  {}", change.names.as_deref().unwrap_or(""));
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_listed_by_value_as_ranges_with_names() {
        let old = "0041..0043 ; Include # 1.1 [3] (A..C)  LETTER A..LETTER C\n\
                   0045       ; Soft    # 1.1 (E)  LETTER E\n";
        let new = "0041..0047 ; Include # 1.1 [7] (A..G)  LETTER A..LETTER G\n\
                   0050..0051 ; Soft    # 2.0 [2] (P..Q)  LETTER P..LETTER Q\n";
        let (old, new) = (
            property_file::parse(old).unwrap(),
            property_file::parse(new).unwrap(),
        );
        assert_eq!(
            report("Link_Term", &changes(&old, &new, "Hard")),
            "Link_Term: 6 code points changed\n  \
               Hard -> Include: 3\n    \
                 U+0044\n    \
                 U+0046..U+0047 (2)\n  \
               Hard -> Soft: 2\n    \
                 U+0050..U+0051 (2)  LETTER P..LETTER Q\n  \
               Soft -> Include: 1\n    \
                 U+0045\n"
        );
    }

    #[test]
    fn binary_property() {
        let (old, new) = ("0041 # 1.1 (A)  LETTER A\n", "0042 # 1.1 (B)  LETTER B\n");
        let (old, new) = (
            property_file::parse(old).unwrap(),
            property_file::parse(new).unwrap(),
        );
        let changes = changes(&old, &new, "No");
        let values: Vec<_> = changes
            .iter()
            .map(|it| (it.first, it.old.as_str(), it.new.as_str()))
            .collect();
        assert_eq!(values, [(0x41, "Yes", "No"), (0x42, "No", "Yes")]);
    }

    #[test]
    fn invalid_files_are_errors() {
        for (text, error) in [
            ("# nothing\n", "expected data lines, found none"),
            ("0041\nxyz\n", "line 2: expected a code point, found 'xyz'"),
            ("0041..0042\n0042\n", "line 2: U+0042 is listed twice"),
        ] {
            assert_eq!(property_file::parse(text).unwrap_err(), error);
        }
    }
}
