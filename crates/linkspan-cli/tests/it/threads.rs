//! The links that are found do not depend on the number of threads.

use encoding_rs::{SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252};

use crate::support::{Run, TempDir, all_texts, encode, number, run_in, run_on, string};

/// Numbers of threads, each with a block size.
const CONFIGURATIONS: [(&str, &str); 5] = [
    ("1", "262144"),
    ("2", "10000"),
    ("8", "65536"),
    ("8", "3333"),
    ("3", "300"),
];

/// Repeats the text until the file is large enough to be searched by several threads.
fn large(text: &str) -> String {
    text.repeat(1_200_000_usize.div_ceil(text.len()))
}

/// Runs `find` in all configurations, on a file and on a pipe with the same content. Asserts that the
/// output is always the same, and returns it.
fn same_output_in_all_configurations(content: &[u8], arguments: &[&str]) -> Run {
    let directory = TempDir::new(&format!("threads{}", arguments.concat()));
    directory.write("large.txt", content);
    let mut first: Option<Run> = None;
    for (threads, block) in CONFIGURATIONS {
        let command = ["find", "-j", threads, "--block-size", block];
        let file = run_in(
            directory.path(),
            &[&command, arguments, &["large.txt"]].concat(),
        );
        let pipe = run_on(content, &[&command, arguments].concat());
        assert_eq!(file.status, 0, "{command:?} {arguments:?}: {}", file.stderr);
        let without_path = file
            .text()
            .replace("\"path\":\"large.txt\"", "\"path\":null");
        assert!(
            without_path == pipe.text(),
            "pipe, {command:?} {arguments:?}"
        );
        match &first {
            Some(first) => assert!(first.stdout == file.stdout, "{command:?} {arguments:?}"),
            None => first = Some(file),
        }
    }
    first.expect("at least one configuration")
}

#[test]
fn every_output_mode_is_independent_of_threads() {
    let text = large(&all_texts());
    for arguments in [
        &["--json"] as &[_],
        &["--json", "--lines"],
        &["--line-number"],
        &["--unique", "--line-number"],
        &["--kind", "email"],
        &["--count"],
        &["--json", "--full"],
        &["--quiet", "--stats"],
        &["--max-count", "1234"],
    ] {
        let run = same_output_in_all_configurations(text.as_bytes(), arguments);
        assert!(!run.stdout.is_empty(), "{arguments:?}");
    }
}

/// A file with everything that makes a range difficult: a byte order mark, malformed bytes, control sequences, both kinds
/// of line ends, comments about the next line, and lines that are longer than a range or a window.
fn difficult_file() -> Vec<u8> {
    let lines: [&[u8]; 8] = [
        b"see https://example.com/a_(b)\r\n",
        b"\x1b[1mexample.org\x1b[0m \x1b]8;;https://example.com/c d\x1b\\label\x1b]8;;\x1b\\\n",
        b"a\xFFb.example.com \xE6\xBC\n",
        "（https://ja.wikipedia.org/wiki/東京）を参照。почта@пример.рф 𝄞\n".as_bytes(),
        b"# linkspan: allow odd-port\n",
        b"http://example.com:4711/ and ann@example.com\n",
        b"\n",
        "\u{FEFF}http://аррӏе.com/\n".as_bytes(),
    ];
    let mut content = b"\xEF\xBB\xBF".to_vec();
    content.extend(lines.concat().repeat(500));
    content.extend(
        "「東京」は（https://example.com/東京）、"
            .as_bytes()
            .repeat(25_000),
    );
    content.extend(lines.concat().repeat(500));
    content.extend(b"words and b.example.com ".repeat(3_000));
    content
}

#[test]
fn ranges_of_a_difficult_file_have_the_output_of_a_pipe() {
    let content = difficult_file();
    for arguments in [
        &["find"] as &[_],
        &["find", "--json", "--full"],
        &["find", "--unique", "--stats", "--line-number"],
        &["find", "--max-count", "1234", "--json"],
        &["check", "--json", "--all"],
    ] {
        let directory = TempDir::new(&format!("ranges{}", arguments.concat()));
        directory.write("large.txt", &content);
        let pipe = run_on(&content, &[arguments, &["-j", "1"]].concat());
        assert!(!pipe.stdout.is_empty(), "{arguments:?}");
        for (threads, block) in CONFIGURATIONS {
            let options = ["-j", threads, "--block-size", block, "large.txt"];
            let file = run_in(directory.path(), &[arguments, &options].concat());
            let output = file
                .text()
                .replace("\"path\":\"large.txt\"", "\"path\":null")
                .replace("large.txt:", "<stdin>:");
            assert_eq!(file.status, pipe.status, "{arguments:?} {options:?}");
            assert!(output == pipe.text(), "{arguments:?} {options:?}");
            // With a limit, whether the malformed bytes are read depends on the threads.
            if !arguments.contains(&"--max-count") {
                let notes = file.stderr.replace("'large.txt'", "standard input");
                assert_eq!(notes, pipe.stderr, "{arguments:?} {options:?}");
            }
        }
    }
}

/// Blocks from one byte to a mebibyte, with different numbers of threads.
#[test]
fn every_block_size_is_independent_of_threads() {
    let directory = TempDir::new("threads-blocks");
    directory.write("large.txt", large(&all_texts()));
    let run = |threads: &str, block: usize| {
        let block = block.to_string();
        let arguments = ["find", "--json", "-j", threads, "--block-size", &block, "."];
        run_in(directory.path(), &arguments)
    };
    let first = run("1", 256 * 1024);
    assert!(first.objects().len() > 1_000);
    for power in [0, 3, 6, 12, 16, 20] {
        let block = 1 << power;
        // A power of two, and one more.
        for (threads, block) in [("3", block), ("1", block + 1)] {
            let again = run(threads, block);
            assert!(again.stdout == first.stdout, "{threads} threads, {block}");
        }
    }
    for _ in 0..3 {
        assert!(run("8", 4096).stdout == first.stdout, "repeated run");
    }
}

#[test]
fn other_commands_do_not_depend_on_the_block_size() {
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

/// Offsets select the bytes of the link up to the end of the file.
#[test]
fn offsets_are_correct_in_every_encoding() {
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
        let content = encode(&text, encoding);
        let label = encoding.name();
        let run = same_output_in_all_configurations(&content, &["--json", "-E", label]);
        let objects = run.objects();
        assert!(objects.len() > 3_000, "{label}: {}", objects.len());
        for object in objects.iter().rev().take(1_000) {
            let range = number(object, "start")..number(object, "end");
            let link = encode(string(object, "text"), encoding);
            assert!(content[range] == link, "{label}: {object}");
        }
        let last = objects.last().expect("at least one link")["line"].as_u64();
        assert_eq!(last, Some(text.lines().count() as u64), "{label}");
    }
}

#[test]
fn links_of_large_and_small_files_are_in_order() {
    let directory = TempDir::new("large-among-small");
    directory.write("a.txt", "a.example.com");
    directory.write("b.txt", "b.example.com\n".repeat(200_000));
    directory.write("c.txt", "c.example.com");
    directory.write("d.txt", "d.example.com\n".repeat(100_000));
    let one = run_in(directory.path(), &["find", "-j", "1", "."]);
    assert_eq!(one.lines().len(), 300_002);
    assert_eq!(one.lines()[200_000], "./b.txt:200000:1:b.example.com");
    assert_eq!(one.lines()[200_001], "./c.txt:1:1:c.example.com");
    for threads in ["2", "8"] {
        let many = run_in(directory.path(), &["find", "-j", threads, "."]);
        assert!(many.stdout == one.stdout, "{threads} threads");
    }
    let counts = run_in(directory.path(), &["find", "--count", "."]);
    assert_eq!(
        counts.text(),
        "./a.txt:1\n./b.txt:200000\n./c.txt:1\n./d.txt:100000\n"
    );
}
