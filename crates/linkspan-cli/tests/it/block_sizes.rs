//! The links that are found do not depend on how input is read.

use linkspan::Finder;

use crate::support::{all_texts, number, run_on, string};

const BLOCK_SIZES: [&str; 4] = ["1", "7", "4096", "1048576"];

/// The start, end and text of each link that the program finds.
fn found(input: &str, arguments: &[&str]) -> Vec<(usize, usize, String)> {
    let fixed = ["find", "--json", "--in", "text", "--profile", "uts58"];
    let run = run_on(input, &[&fixed, arguments].concat());
    let objects = run.objects();
    let links = objects.iter().map(|object| {
        let text = string(object, "text").to_owned();
        (number(object, "start"), number(object, "end"), text)
    });
    links.collect()
}

/// The same for the library, from the whole text at once.
fn expected(input: &str, finder: &Finder) -> Vec<(usize, usize, String)> {
    let links = finder.find_iter(input);
    links
        .map(|link| (link.start(), link.end(), link.as_str().to_owned()))
        .collect()
}

/// Reports the first difference only, since the lists are long.
fn assert_same(found: &[(usize, usize, String)], expected: &[(usize, usize, String)], what: &str) {
    let difference = found
        .iter()
        .zip(expected)
        .find(|(found, expected)| found != expected);
    assert_eq!(difference, None, "{what}");
    assert_eq!(found.len(), expected.len(), "{what}");
}

#[test]
fn links_do_not_depend_on_the_block_size() {
    let text = all_texts();
    let expected = expected(&text, &Finder::new());
    for block in BLOCK_SIZES {
        assert_same(&found(&text, &["--block-size", block]), &expected, block);
    }
}

#[test]
fn with_lines_each_line_is_a_separate_text() {
    let text = all_texts();
    let finder = Finder::new();
    let lines = text.lines().flat_map(|line| expected(line, &finder));
    let lines: Vec<_> = lines.collect();
    for block in BLOCK_SIZES {
        assert_same(
            &found(&text, &["--lines", "--block-size", block]),
            &lines,
            block,
        );
    }
}

#[test]
fn quoted_local_parts_with_spaces_are_not_split() {
    let text = "to \"ann lee\"@example.com or \"b c d\"@example.org\nand e@example.net ".repeat(20);
    let finder = Finder::builder().quoted_local_parts(linkspan::options::QuotedLocalParts::Link);
    let expected = expected(&text, &finder.build().expect("valid options"));
    assert_eq!(expected.len(), 60);
    for block in BLOCK_SIZES {
        let arguments = ["--quoted-local-parts", "link", "--block-size", block];
        assert_same(&found(&text, &arguments), &expected, block);
    }
}

/// The texts are longer than two windows and contain no chunk boundary.
#[test]
fn links_in_text_without_spaces_are_found_where_windows_meet() {
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
fn windows_do_not_depend_on_the_block_size() {
    // Includes a URL that is longer than a window.
    let long = format!(
        "see,https://example.com/{},(b.com),",
        "path/c.com,".repeat(120_000)
    );
    let text = "x".repeat(1_000_000) + "、a.com、" + &long + &"、d@example.com".repeat(50_000);
    let expected = expected(&text, &Finder::new());
    for block in ["1000", "65536", "1048576"] {
        assert_same(&found(&text, &["--block-size", block]), &expected, block);
    }
}
