//! What is found does not depend on how input is read.

use linkspan::Finder;

use crate::support::{all_texts, run_on};

const BLOCKS: [&str; 4] = ["1", "7", "4096", "1048576"];

/// Start, end and text of each link that the program finds.
fn found(input: &str, arguments: &[&str]) -> Vec<(usize, usize, String)> {
    let run = run_on(input, &[&["find", "--json"], arguments].concat());
    let number = |value: &serde_json::Value| {
        let number = value.as_u64().expect("it is a number");
        usize::try_from(number).expect("it is an offset")
    };
    let objects = run.objects();
    let links = objects.iter().map(|object| {
        let text = object["text"].as_str().expect("it is a text");
        (
            number(&object["start"]),
            number(&object["end"]),
            text.to_owned(),
        )
    });
    links.collect()
}

/// The same by the library, from the whole text at once.
fn expected(input: &str, finder: &Finder) -> Vec<(usize, usize, String)> {
    let links = finder.find_iter(input);
    links
        .map(|link| (link.start(), link.end(), link.as_str().to_owned()))
        .collect()
}

fn assert_same(found: &[(usize, usize, String)], expected: &[(usize, usize, String)], what: &str) {
    let differs = found
        .iter()
        .zip(expected)
        .find(|(found, expected)| found != expected);
    assert_eq!(differs, None, "{what}");
    assert_eq!(found.len(), expected.len(), "{what}");
}

#[test]
fn blocks_of_any_size() {
    let text = all_texts();
    let expected = expected(&text, &Finder::new());
    for block in BLOCKS {
        assert_same(&found(&text, &["--block-size", block]), &expected, block);
    }
}

#[test]
fn lines_are_texts_of_their_own() {
    let text = all_texts();
    let finder = Finder::new();
    let lines = text.lines().flat_map(|line| expected(line, &finder));
    let lines: Vec<_> = lines.collect();
    for block in BLOCKS {
        assert_same(
            &found(&text, &["--lines", "--block-size", block]),
            &lines,
            block,
        );
    }
}

#[test]
fn spaces_in_quoted_local_parts() {
    let text = "to \"ann lee\"@example.com or \"b c d\"@example.org\nand e@example.net ".repeat(20);
    let finder = Finder::builder().quoted_local_parts(linkspan::QuotedLocalParts::Link);
    let expected = expected(&text, &finder.build().expect("it contradicts nothing"));
    assert_eq!(expected.len(), 60);
    for block in BLOCKS {
        let arguments = ["--quoted-local-parts", "link", "--block-size", block];
        assert_same(&found(&text, &arguments), &expected, block);
    }
}

/// Texts of more than two windows without a single place to cut.
#[test]
fn text_without_a_space_wherever_windows_meet() {
    let sentence = "「東京」は（https://ja.wikipedia.org/wiki/東京）を参照。\
        （見https://example.com/a,b.cという）、メール：info@example.com、";
    for shift in [0, 20, 50] {
        let padding = "字".repeat(shift) + "、";
        let text = padding + &sentence.repeat(2_500_000 / sentence.len());
        let expected = expected(&text, &Finder::new());
        assert!(expected.len() > 30_000);
        assert_same(
            &found(&text, &[]),
            &expected,
            &format!("shifted by {shift}"),
        );
    }
}

#[test]
fn windows_do_not_depend_on_blocks() {
    // Among other things, a URL that is longer than a window.
    let long = format!(
        "see,https://example.com/{},(b.com),",
        "path/c.com,".repeat(120_000)
    );
    let text = "x".repeat(1_000_000) + "、a.com、" + &long + &"、d@example.com".repeat(50_000);
    let first = found(&text, &["--block-size", "1048576"]);
    for block in ["1000", "65536"] {
        assert_same(&found(&text, &["--block-size", block]), &first, block);
    }
}
