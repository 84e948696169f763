//! ARCHITECTURE.md and the other documents describe the sources as they are: module dependencies, paths and
//! symbols.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder with this extension, without build output and other folders that are not part
/// of the repository.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !matches!(
                    &*name,
                    "target" | "node_modules" | ".git" | "corpus" | "artifacts"
                ) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The code of a source file, without comments and without its unit tests, which are at its end.
fn code(path: &Path) -> String {
    let source = fs::read_to_string(path).unwrap();
    let code = source.split("\nmod tests {").next().unwrap();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The rows of the table of modules in ARCHITECTURE.md: a module, and the modules that it uses.
fn documented_modules() -> Vec<(String, BTreeSet<String>)> {
    let document = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = document
        .split_once("| module | contents | uses |\n")
        .unwrap();
    let rows = table
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    let names = |cell: &str| -> BTreeSet<String> {
        let names = cell.split('`').skip(1).step_by(2);
        names.map(str::to_owned).collect()
    };
    rows.map(|row| {
        let cells: Vec<_> = row.trim_matches('|').split('|').collect();
        let module = cells[0].trim().trim_matches('`').to_owned();
        (module, names(cells[2]))
    })
    .collect()
}

/// For each module of the library, the modules that its code names after `crate::`.
fn actual_modules() -> BTreeMap<String, BTreeSet<String>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&source, "rs") {
        let relative = path.strip_prefix(&source).unwrap();
        let first = relative.components().next().unwrap().as_os_str();
        let module = first.to_string_lossy().trim_end_matches(".rs").to_owned();
        let is_test = relative.ends_with("growth.rs");
        if module == "lib" || is_test {
            continue;
        }
        let used = modules.entry(module.clone()).or_default();
        let code = code(&path);
        for after in code.split("crate::").skip(1) {
            let name: String = after
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            assert!(
                !name.is_empty(),
                "{}: a grouped import hides which modules it uses",
                relative.display()
            );
            if name != module {
                used.insert(name);
            }
        }
    }
    modules
}

#[test]
fn modules_depend_on_what_the_table_says() {
    let documented = documented_modules();
    let actual = actual_modules();
    let names: Vec<_> = documented
        .iter()
        .map(|(module, _)| module.clone())
        .collect();
    let missing: Vec<_> = actual
        .keys()
        .filter(|module| !names.contains(module))
        .collect();
    assert!(missing.is_empty(), "modules without a row: {missing:?}");
    let mut above = BTreeSet::new();
    for (module, uses) in &documented {
        let used = actual.get(module);
        let used =
            used.unwrap_or_else(|| panic!("the table lists `{module}`, which does not exist"));
        assert_eq!(
            used, uses,
            "what `{module}` uses (left) and what the table says (right)"
        );
        let below: Vec<_> = uses.iter().filter(|used| !above.contains(*used)).collect();
        assert!(
            below.is_empty(),
            "`{module}` uses modules that are not above it: {below:?}"
        );
        above.insert(module.clone());
    }
}

/// The documents: all Markdown files of the repository that are about its sources.
fn documents() -> Vec<(PathBuf, String)> {
    let root = root();
    let mut paths = files(&root.join("docs"), "md");
    for entry in fs::read_dir(&root).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "md") {
            paths.push(path);
        }
    }
    paths.push(root.join("benches/rivals/README.md"));
    paths.push(root.join("testdata/cli/README.md"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// The text of a document without its code blocks.
fn prose(document: &str) -> String {
    let blocks = document.split("```").step_by(2);
    blocks.collect::<Vec<_>>().join("\n")
}

/// What a document writes between backquotes.
fn code_spans(document: &str) -> Vec<String> {
    let spans: Vec<_> = document.split('`').map(str::to_owned).collect();
    spans.into_iter().skip(1).step_by(2).collect()
}

/// Whether a code span names a file or folder of the repository by its path.
fn is_path(span: &str) -> bool {
    const FOLDERS: &[&str] = &[
        "crates", "benches", "fuzz", "docs", "testdata", ".ci", ".cargo",
    ];
    let first = span.split('/').next().unwrap_or_default();
    span.contains('/') && FOLDERS.contains(&first) && !span.contains([' ', '<', '*', '…', '{'])
}

/// Whether a code span names a source file by its last folders and name. `main.rs` is also an example of a
/// domain that looks like a file name.
fn is_source_name(span: &str) -> bool {
    let stem = span.strip_suffix(".rs").unwrap_or_default();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '/');
    !stem.is_empty() && stem.chars().all(is_name) && !span.ends_with("main.rs")
}

#[test]
fn paths_in_documents_exist() {
    let root = root();
    let mut missing = Vec::new();
    let mut checked = 0;
    for (path, text) in documents() {
        let text = prose(&text);
        let shown = path.file_name().unwrap().to_string_lossy().into_owned();
        for span in code_spans(&text) {
            let span = span.trim_end_matches('/');
            let exists = if is_path(span) {
                root.join(span).exists()
            } else if is_source_name(span) {
                let mut sources = rust_sources().iter();
                sources.any(|(source, _)| source.ends_with(span))
            } else {
                continue;
            };
            checked += 1;
            if !exists {
                missing.push(format!("{shown}: {span}"));
            }
        }
        for target in text.split("](").skip(1) {
            let target = target.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") || target.starts_with('<') {
                continue;
            }
            checked += 1;
            if !path.parent().unwrap().join(target).exists() {
                missing.push(format!("{shown}: link to {target}"));
            }
        }
    }
    assert!(checked > 50, "{checked} paths found");
    assert!(missing.is_empty(), "paths that do not exist: {missing:#?}");
}

/// All Rust sources of the repository.
fn rust_sources() -> &'static [(PathBuf, String)] {
    static SOURCES: std::sync::OnceLock<Vec<(PathBuf, String)>> = std::sync::OnceLock::new();
    SOURCES.get_or_init(|| {
        let root = root();
        let folders = ["crates", "benches", "fuzz"];
        let paths = folders
            .iter()
            .flat_map(|folder| files(&root.join(folder), "rs"));
        paths
            .map(|path| {
                let source = fs::read_to_string(&path).unwrap();
                (path, source)
            })
            .collect()
    })
}

/// All identifiers that a line of Rust code defines or names.
fn identifiers() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, source) in rust_sources() {
        for line in source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            found.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    // Files are modules.
    for (path, _) in rust_sources() {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        found.insert(stem);
    }
    found
}

#[test]
fn symbols_in_documents_exist() {
    let known = identifiers();
    let mut missing = Vec::new();
    let mut checked = 0;
    for (path, text) in documents() {
        let shown = path.file_name().unwrap().to_string_lossy().into_owned();
        // The changelog also names what was removed.
        if shown == "CHANGELOG.md" {
            continue;
        }
        for span in code_spans(&prose(&text)) {
            let span = span.trim_end_matches("()");
            let is_symbol = span.contains("::")
                && span
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
            if !is_symbol {
                continue;
            }
            checked += 1;
            let mut segments = span.split("::").filter(|segment| !segment.is_empty());
            if !segments.all(|segment| known.contains(segment)) {
                missing.push(format!("{shown}: {span}"));
            }
        }
    }
    assert!(checked > 60, "{checked} symbols found");
    assert!(
        missing.is_empty(),
        "symbols that do not exist: {missing:#?}"
    );
}
