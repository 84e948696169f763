//! What is found does not depend on how many threads search for it.

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252};

use crate::support::{Folder, Run, all_texts, run_in, run_on};

/// Threads and block sizes.
const WAYS: [(&str, &str); 4] = [
    ("1", "262144"),
    ("2", "10000"),
    ("8", "65536"),
    ("8", "3333"),
];

/// Just more than it takes for a file to be searched by several threads.
fn large(text: &str) -> String {
    text.repeat(1_200_000_usize.div_ceil(text.len()))
}

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    match encoding {
        _ if encoding == UTF_16LE => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => encoding.encode(text).0.into_owned(),
    }
}

/// Runs `find` on a file in all ways, and on the same as a pipe, and gives the output of them all.
fn same_in_all_ways(content: &[u8], arguments: &[&str]) -> Run {
    let folder = Folder::new(&format!("threads{}", arguments.concat()));
    folder.write("large.txt", content);
    let mut first: Option<Run> = None;
    for (threads, block) in WAYS {
        let way = ["find", "-j", threads, "--block-size", block];
        let file = run_in(folder.path(), &[&way, arguments, &["large.txt"]].concat());
        let pipe = run_on(content, &[&way, arguments].concat());
        assert_eq!(file.status, 0, "{way:?} {arguments:?}: {}", file.stderr);
        let without_path = file
            .text()
            .replace("\"path\":\"large.txt\"", "\"path\":null");
        assert!(without_path == pipe.text(), "pipe, {way:?} {arguments:?}");
        match &first {
            Some(first) => assert!(first.stdout == file.stdout, "{way:?} {arguments:?}"),
            None => first = Some(file),
        }
    }
    first.expect("there are ways")
}

#[test]
fn every_layout() {
    let text = large(&all_texts());
    for arguments in [
        &["--json"] as &[_],
        &["--json", "--lines"],
        &["--line-number"],
        &["--unique", "--line-number"],
        &["--only", "emails"],
        &["--count"],
    ] {
        let run = same_in_all_ways(text.as_bytes(), arguments);
        assert!(!run.stdout.is_empty(), "{arguments:?}");
    }
}

/// Blocks from one byte to a mebibyte, with few threads and many, and once more.
#[test]
fn every_block_size() {
    let folder = Folder::new("threads-blocks");
    folder.write("large.txt", large(&all_texts()));
    let run = |threads: &str, block: usize| {
        let block = block.to_string();
        let arguments = ["find", "--json", "-j", threads, "--block-size", &block, "."];
        run_in(folder.path(), &arguments)
    };
    let first = run("1", 256 * 1024);
    assert!(first.objects().len() > 1_000);
    for power in [0, 3, 6, 12, 16, 20] {
        let block = 1 << power;
        // On a boundary of a power of two, and off it.
        for (threads, block) in [("3", block), ("1", block + 1)] {
            let again = run(threads, block);
            assert!(again.stdout == first.stdout, "{threads} threads, {block}");
        }
    }
    for _ in 0..3 {
        assert!(run("8", 4096).stdout == first.stdout, "once more");
    }
}

/// The other commands that read text, too.
#[test]
fn every_command() {
    let text = all_texts();
    for command in [
        &["check", "--json", "--all"] as &[_],
        &["linkify", "--to", "html"],
        &["linkify", "--to", "markdown"],
        &["linkify", "--to", "json"],
    ] {
        let first = run_on(&text, command);
        assert!(first.status < 2, "{command:?}: {}", first.stderr);
        assert!(!first.stdout.is_empty(), "{command:?}");
        for block in ["1", "2", "63", "4096", "1048576"] {
            let again = run_on(&text, &[command, &["--block-size", block]].concat());
            assert!(
                again.stdout == first.stdout,
                "{command:?} in blocks of {block}"
            );
        }
    }
}

/// Offsets lead to the link in the bytes of the file, in whatever encoding, to its very end.
#[test]
fn every_encoding() {
    let text = "nichts für ungut, größer wird es heute nicht\n".repeat(9)
        + "grüße an bücher.de/größe\nand ann@example.com, again.\r\n";
    let japanese = "表には何もありません。ソースにも。\n".repeat(9)
        + "表を 例え.jp/表 で見る。\nソース：example.com/ソ、\n";
    let cases = [
        (UTF_8, &text),
        (WINDOWS_1252, &text),
        (UTF_16LE, &japanese),
        (SHIFT_JIS, &japanese),
    ];
    for (encoding, text) in cases {
        let text = large(text);
        let content = encoded(&text, encoding);
        let label = encoding.name();
        let run = same_in_all_ways(&content, &["--json", "-E", label]);
        let objects = run.objects();
        assert!(objects.len() > 3_000, "{label}: {}", objects.len());
        for object in objects.iter().rev().take(1_000) {
            let number = |name: &str| {
                let number = object[name].as_u64().expect("it is a number");
                usize::try_from(number).expect("the file fits into memory")
            };
            let link = object["text"].as_str().expect("it is a text");
            let range = number("start")..number("end");
            assert!(
                content[range] == encoded(link, encoding),
                "{label}: {object}"
            );
        }
        let last = objects.last().expect("there are links")["line"].as_u64();
        assert_eq!(last, Some(text.lines().count() as u64), "{label}");
    }
}

/// A large file among small ones: its links come in its place.
#[test]
fn a_large_file_among_small_ones() {
    let folder = Folder::new("large-among-small");
    folder.write("a.txt", "a.example.com");
    folder.write("b.txt", "b.example.com\n".repeat(200_000));
    folder.write("c.txt", "c.example.com");
    folder.write("d.txt", "d.example.com\n".repeat(100_000));
    let one = run_in(folder.path(), &["find", "-j", "1", "."]);
    assert_eq!(one.lines().len(), 300_002);
    assert_eq!(one.lines()[200_000], "./b.txt:200000:1:b.example.com");
    assert_eq!(one.lines()[200_001], "./c.txt:1:1:c.example.com");
    for threads in ["2", "8"] {
        let many = run_in(folder.path(), &["find", "-j", threads, "."]);
        assert!(many.stdout == one.stdout, "{threads} threads");
    }
    let counts = run_in(folder.path(), &["find", "--count", "."]);
    assert_eq!(
        counts.text(),
        "./a.txt:1\n./b.txt:200000\n./c.txt:1\n./d.txt:100000\n"
    );
}
