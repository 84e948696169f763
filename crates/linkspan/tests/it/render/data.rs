//! Texts in many scripts, rendered and compared with the expected files of `testdata/render`.

use std::path::{Path, PathBuf};

use linkspan::Finder;
use linkspan::render::{
    Anchor, Ansi, Html, Markdown, Newlines, Notes, Render, Show, Title, render,
};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// The names of the scripts, and the texts.
fn texts() -> Vec<(String, String)> {
    let mut texts: Vec<_> = std::fs::read_dir(testdata().join("cli/texts"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    texts.sort();
    assert!(texts.len() >= 12, "at least a dozen scripts");
    texts
}

/// Compares the output with an expected file. Updates the file first if `LINKSPAN_BLESS` is set.
fn compare_with_expected(name: &str, extension: &str, written: &str) {
    let path = testdata()
        .join("render")
        .join(format!("{name}.{extension}"));
    if std::env::var_os("LINKSPAN_BLESS").is_some() {
        std::fs::write(&path, written).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, expected, "{}", path.display());
}

#[test]
fn rendered_texts_match_the_expected_files() {
    let finder = Finder::new();
    let anchor = Anchor::new().title(Title::Readable);
    for (name, text) in texts() {
        let write = |extension, renderer: &mut dyn Render| {
            compare_with_expected(&name, extension, &render(&finder, &text, renderer));
        };
        write(
            "html",
            &mut Html::new()
                .newlines(Newlines::Paragraphs)
                .anchor(anchor.clone()),
        );
        write("md", &mut Markdown::new().show(Show::Readable));
        write("ansi", &mut Ansi::new().show(Show::Short(24)));
        write("notes.txt", &mut Notes::new());
    }
}
