//! Hashes that tell whether sources changed since a result was written down.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A hash of a file up to its unit tests. Lines before them have the same numbers if it is the same.
pub(crate) fn of_lines_before_tests(text: &str) -> String {
    let lines = text.split_once("\n#[cfg(test)]\nmod tests");
    hash(lines.map_or(text, |(lines, _)| lines))
}

/// The hash FNV-1a.
fn hash(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// A hash of the code of packages, without comments and unit tests.
pub(crate) fn of_packages(root: &Path, packages: &[&str]) -> Result<String> {
    let mut code = String::new();
    for package in packages {
        let sources = root.join("crates").join(package).join("src");
        let mut files = Vec::new();
        add_files(&sources, &mut files)?;
        files.sort();
        for file in files {
            let cannot_read = || format!("cannot read {}", file.display());
            let text = std::fs::read_to_string(&file).with_context(cannot_read)?;
            let text = without_tests(&text).with_context(cannot_read)?;
            let name = file
                .strip_prefix(root)?
                .to_string_lossy()
                .replace('\\', "/");
            code.extend([&name, "\n", &text, "\n"]);
        }
    }
    Ok(hash(&code))
}

/// Adds the Rust files in a directory and the directories below.
fn add_files(directory: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(directory);
    for entry in entries.with_context(|| format!("cannot read {}", directory.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            add_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The tokens of a file, without comments, and without items behind `#[cfg(test)]`.
fn without_tests(text: &str) -> Result<String> {
    let tokens: TokenStream = text.parse().map_err(|error| anyhow!("{error}"))?;
    let tokens = without_docs(tokens);
    let mut code = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        if is_hash && tokens.peek().is_some_and(is_cfg_test) {
            // The item ends with its body or with a semicolon.
            tokens.find(|token| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                TokenTree::Punct(punct) => punct.as_char() == ';',
                _ => false,
            });
        } else {
            code.extend([token]);
        }
    }
    Ok(code.to_string())
}

/// The tokens without comments for the documentation, which are attributes `#[doc = "…"]` or `#![doc = "…"]`.
fn without_docs(tokens: TokenStream) -> TokenStream {
    let mut code: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if is_doc(&group) => {
                let starts_attribute = |last: &mut TokenTree| matches!(last, TokenTree::Punct(punct) if "#!".contains(punct.as_char()));
                while code.pop_if(starts_attribute).is_some() {}
            }
            TokenTree::Group(group) => {
                let contents = without_docs(group.stream());
                code.push(Group::new(group.delimiter(), contents).into());
            }
            token => code.push(token),
        }
    }
    code.into_iter().collect()
}

fn is_doc(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter();
    let is_doc = matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "doc");
    let is_value = matches!(tokens.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '=');
    group.delimiter() == Delimiter::Bracket && is_doc && is_value
}

fn is_cfg_test(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group)
        if group.delimiter() == Delimiter::Bracket && group.stream().to_string().replace(' ', "") == "cfg(test)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_comments_do_not_count() {
        let code = without_tests("fn f() {}\nfn g() {}").unwrap();
        let commented = "fn f() {} // Why.\n#[cfg(test)]\nuse a::b;\n#[cfg(test)]\nmod tests { fn h() {} }\nfn g() {}";
        assert_eq!(without_tests(commented).unwrap(), code);
    }

    #[test]
    fn documentation_does_not_count() {
        let code = without_tests("fn f(a: [u8; 2]) { struct S { a: u8 } }").unwrap();
        let documented = "//! File.\n/// Function.\nfn f(a: [u8; 2]) { /** Type. */ struct S { /// Field.\n a: u8 } }";
        assert_eq!(without_tests(documented).unwrap(), code);
    }

    #[test]
    fn code_counts() {
        let code = |text| without_tests(text).unwrap();
        assert_ne!(code("fn f() { 1 }"), code("fn f() { 2 }"));
        assert_ne!(code("#[cfg(unix)] fn f() {}"), code(""));
        assert_ne!(code("#[cfg(unix)] fn f() {}"), code("fn f() {}"));
        assert_ne!(code("#[doc(hidden)] fn f() {}"), code("fn f() {}"));
        assert_ne!(code("#[cfg(test)] fn f() {} fn g() {}"), code(""));
    }

    #[test]
    fn lines_before_tests_count() {
        let hash = of_lines_before_tests;
        let tests = "\n#[cfg(test)]\nmod tests {}\n";
        assert_eq!(hash(&format!("fn f() {{}}{tests}")), hash("fn f() {}"));
        assert_ne!(hash("// Why.\nfn f() {}"), hash("fn f() {}"));
    }

    #[test]
    fn hashes_differ() {
        assert_eq!(hash(""), "cbf29ce484222325");
        assert_ne!(hash("a"), hash("b"));
    }
}
