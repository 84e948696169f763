//! The documentation pages are correct: examples, links and names of tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{PROGRAM, TempDir, run};

/// A command on a page, and the output that the page shows.
struct Example<'p> {
    command: &'p str,
    output: String,
}

#[test]
fn examples_print_the_output_that_pages_show() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for example in examples(&text) {
            assert_eq!(
                output_of(example.command),
                example.output,
                "{}: {}",
                page.display(),
                example.command
            );
        }
    }
}

/// The lines that install the man page and completions work in an empty home directory.
#[test]
fn installation_lines_work_in_an_empty_home_directory() {
    let home = TempDir::new("home");
    let page = fs::read_to_string(root().join("docs/cli.md")).expect("a page");
    let mut lines: Vec<String> = page
        .lines()
        .filter(|line| line.contains("linkspan man >") || line.contains("linkspan completions "))
        .map(String::from)
        .collect();
    assert!(lines.len() >= 4, "{lines:?}");
    // The examples in the help of the commands.
    for command in ["man", "completions"] {
        let help = run(&[command, "--help"]);
        let (_, example) = help.text().split_once("Example:\n").expect("an example");
        lines.push(example.to_owned());
    }
    for line in lines {
        let program = Path::new(PROGRAM).parent().expect("a directory");
        let search_path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-e", "-c", &line])
            .env_clear()
            .env("HOME", home.path())
            .env("PATH", format!("{}:{search_path}", program.display()))
            .output()
            .expect("sh starts");
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{line}: {output:?}"
        );
    }
    for file in [
        ".local/share/man/man1/linkspan.1",
        ".local/share/bash-completion/completions/linkspan",
        ".config/fish/completions/linkspan.fish",
        ".zfunc/_linkspan",
    ] {
        let written = fs::read_to_string(home.path().join(file)).expect(file);
        assert!(written.contains("linkspan"), "{file}");
    }
}

#[test]
fn every_user_page_has_examples() {
    let tested = ["README.md", "docs/faq.md"].map(|page| root().join(page));
    for page in pages() {
        let is_guide = page
            .components()
            .any(|component| component.as_os_str() == "migrate");
        if is_guide || tested.contains(&page) {
            let text = fs::read_to_string(&page).expect("a page");
            assert!(examples(&text).len() >= 3, "{}", page.display());
        }
    }
}

#[test]
fn links_between_pages_point_to_existing_files() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let directory = page.parent().expect("the directory of the page");
        for target in local_links(&text) {
            assert!(
                directory.join(target).exists(),
                "{}: no such file: {target}",
                page.display()
            );
            links += 1;
        }
    }
    assert!(links >= 20, "{links} links");
}

#[test]
fn tests_named_on_pages_exist() {
    let sources = sources();
    let mut named = 0;
    for page in ["SECURITY.md", "CONFORMANCE.md"] {
        let text = fs::read_to_string(root().join(page)).expect("a page");
        for code in text.split('`').skip(1).step_by(2) {
            let is_test = |part: &str| {
                let is_name = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
                !part.is_empty() && part.bytes().all(is_name)
            };
            let Some((_, name)) = code.rsplit_once("::").filter(|(_, name)| is_test(name)) else {
                continue;
            };
            let [function, module] = [format!("fn {name}("), format!("mod {name};")];
            let exists = |text: &String| text.contains(&function) || text.contains(&module);
            assert!(sources.iter().any(exists), "{page}: no test named {code}");
            named += 1;
        }
    }
    assert!(named >= 20, "{named} names");
}

/// The source files of all crates.
fn sources() -> Vec<String> {
    let mut directories = vec![root().join("crates")];
    let mut sources = Vec::new();
    while let Some(directory) = directories.pop() {
        for path in entries(&directory) {
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(fs::read_to_string(path).expect("a source file"));
            }
        }
    }
    sources
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Markdown files at the root and in `docs`.
fn pages() -> Vec<PathBuf> {
    let mut directories = vec![root().join("docs")];
    let mut pages = markdown_in(&root());
    while let Some(directory) = directories.pop() {
        pages.extend(markdown_in(&directory));
        directories.extend(entries(&directory).filter(|path| path.is_dir()));
    }
    assert!(pages.len() >= 10, "{pages:?}");
    pages
}

fn markdown_in(directory: &Path) -> Vec<PathBuf> {
    entries(directory)
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect()
}

fn entries(directory: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(directory).expect("a directory of pages");
    entries.map(|entry| entry.expect("an entry").path())
}

/// The commands in the `console` code blocks of a page.
fn examples(page: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let mut is_console = false;
    for line in page.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            is_console = kind == "console";
        } else if !is_console {
        } else if let Some(command) = line.strip_prefix("$ ") {
            let output = String::new();
            examples.push(Example { command, output });
        } else {
            let example = examples.last_mut().expect("a command before its output");
            example.output.push_str(line);
            example.output.push('\n');
        }
    }
    examples
}

/// Runs a command at the root of the project and returns its output.
fn output_of(command: &str) -> String {
    let program = Path::new(PROGRAM);
    let directory = program.parent().expect("the directory of the program");
    let search_path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root())
        .env("PATH", format!("{}:{search_path}", directory.display()))
        .output()
        .expect("sh starts");
    String::from_utf8(output.stdout).expect("the program prints UTF-8")
}

/// The files that a page links to, outside of code blocks.
fn local_links(page: &str) -> impl Iterator<Item = &str> {
    let prose = page.split("```").step_by(2);
    let targets = prose.flat_map(|text| text.split("](").skip(1));
    targets
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|target| !target.is_empty() && !target.contains("://"))
}
