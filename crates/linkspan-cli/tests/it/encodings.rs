//! Input that is not UTF-8.

use encoding_rs::{Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

use crate::properties;
use crate::support::{Run, TempDir, encode, number, run_in, run_on};

/// Asserts that there is one link, and that its offsets select `bytes` in the input.
fn assert_link(run: &Run, input: &[u8], text: &str, bytes: &[u8]) {
    let objects = run.objects();
    assert_eq!(objects.len(), 1, "{objects:?}");
    assert_eq!(objects[0]["text"], text);
    let range = number(&objects[0], "start")..number(&objects[0], "end");
    assert_eq!(&input[range], bytes);
}

fn encoding(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).expect("a known encoding")
}

#[test]
fn offsets_count_the_bytes_of_the_input() {
    let text = "日本語 例え.jp/表 が。\n";
    let link = "例え.jp/表";
    for label in ["shift_jis", "euc-jp", "gb18030", "iso-2022-jp", "utf-8"] {
        let input = encode(text, encoding(label));
        let before = encode("日本語 ", encoding(label));
        for block in ["1", "7", "4096"] {
            let arguments = ["find", "--json", "-E", label, "--block-size", block];
            let run = run_on(&input, &arguments);
            assert_eq!(run.objects()[0]["text"], link, "{label}");
            // ISO-2022-JP is stateful: the bytes of the link depend on the text before it.
            if label != "iso-2022-jp" {
                let start = number(&run.objects()[0], "start");
                assert_eq!(start, before.len(), "{label}");
                assert_link(&run, &input, link, &encode(link, encoding(label)));
            }
        }
    }
}

/// Found by fuzzing: the length of the last character was that of its UTF-8 form.
#[test]
fn link_at_the_end_of_the_input_has_correct_offsets() {
    for (label, link) in [
        ("shift_jis", "例え.jp/表"),
        ("gbk", "例子.cn/中"),
        ("euc-kr", "한국.kr/글"),
        ("big5", "例子.tw/中"),
        ("utf-16le", "例え.jp/表"),
        ("windows-1252", "bücher.de/ä"),
    ] {
        let bytes = encode(link, encoding(label));
        for block in ["1", "4096"] {
            let arguments = ["find", "--json", "-E", label, "--block-size", block];
            assert_link(&run_on(&bytes, &arguments), &bytes, link, &bytes);
        }
    }
}

/// The fuzz targets check the same property on random bytes.
#[test]
fn links_do_not_depend_on_how_input_is_read() {
    let text = "bücher.de/ä?ö 例え.jp/表。\r\nsee ann@example.com, ещё пример.рф!\n한국.kr";
    for (label, bytes) in [
        ("utf-8", encode(text, UTF_8)),
        ("utf-16le", encode(text, UTF_16LE)),
        ("utf-16be", encode(text, UTF_16BE)),
        ("gb18030", encode(text, GB18030)),
        // Malformed in places.
        ("shift_jis", encode(text, UTF_8)),
    ] {
        for block_size in [1, 2, 3, 16, 4096] {
            for max_read in [1, 5, 4096] {
                properties::reader(&bytes, label, block_size, max_read);
            }
        }
    }
}

#[test]
fn single_byte_encoding_is_decoded_if_given() {
    let input = b"gr\xFC\xDFe b\xFCcher.de/\xE4.\n";
    let run = run_on(input, &["find", "--json", "--encoding", "latin1"]);
    assert_link(&run, input, "bücher.de/ä", b"b\xFCcher.de/\xE4");
    // Without the option, bytes that are not UTF-8 end links.
    let run = run_on(input, &["find", "--json"]);
    assert_link(&run, input, "cher.de/", b"cher.de/");
}

#[test]
fn byte_order_mark_takes_precedence_over_the_option() {
    let text = "\u{FEFF}é 𝄞 例え.jp/と\n";
    let link = "例え.jp/と";
    let cases = [UTF_8, UTF_16LE, UTF_16BE]
        .map(|encoding| (encode(text, encoding), encode(link, encoding)));
    for (input, bytes) in cases {
        for block in ["1", "2", "3", "4096"] {
            for label in ["utf-8", "shift_jis"] {
                let arguments = ["find", "--json", "-E", label, "--block-size", block];
                assert_link(&run_on(&input, &arguments), &input, link, &bytes);
            }
        }
    }
    // Without a mark, the option decides.
    let input = encode("see example.com", UTF_16LE);
    let run = run_on(&input, &["find", "--json", "-E", "utf-16le"]);
    assert_link(
        &run,
        &input,
        "example.com",
        &encode("example.com", UTF_16LE),
    );
}

#[test]
fn byte_order_mark_counts_in_offsets_but_not_in_columns() {
    let run = run_on("\u{FEFF}example.com\n", &["find", "-n"]);
    assert_eq!(run.lines(), ["1:1:example.com"]);
    let run = run_on("\u{FEFF}example.com\n", &["find", "--json", "--lines"]);
    assert_eq!(
        run.objects()[0]["start"],
        3,
        "offsets count every byte of the line"
    );
}

#[test]
fn malformed_bytes_end_links() {
    let input = b"a.com\xFFb.com \xC3(c.com) \xE6\x97\nd.com/\xE6\x97\xA5\xE6";
    for block in ["1", "7", "4096"] {
        let run = run_on(input, &["find", "--json", "--block-size", block]);
        assert_eq!(run.status, 0);
        let found = run.objects();
        let texts: Vec<_> = found.iter().map(|object| object["text"].as_str()).collect();
        assert_eq!(
            texts,
            [
                Some("a.com"),
                Some("b.com"),
                Some("c.com"),
                Some("d.com/日")
            ]
        );
        assert_eq!(found[1]["start"], 6);
        assert_eq!(found[3]["line"], 2);
    }
}

/// The warning names the input, the place and the option. There is one for each input.
#[test]
fn malformed_input_triggers_one_warning() {
    let directory = TempDir::new("warnings");
    directory.write("a.txt", b"caf\xE9 \xE9 https://example.com/a");
    directory.write("b.html", b"<p>caf\xE9 https://example.com/b</p>");
    directory.write("c.txt", "café https://example.com/c");
    for threads in ["1", "4"] {
        let run = run_in(directory.path(), &["find", "-I", "-j", threads, "."]);
        assert_eq!(
            run.lines(),
            [
                "https://example.com/a",
                "https://example.com/b",
                "https://example.com/c"
            ]
        );
        assert_eq!(run.status, 0);
        let warnings: Vec<&str> = run.stderr.lines().collect();
        let hint = "name its encoding with -E, or detect it with -E auto";
        assert_eq!(
            warnings,
            [
                format!("linkspan: './a.txt' is not valid UTF-8 at byte 3; {hint}"),
                format!("linkspan: './b.html' is not valid UTF-8 at byte 6; {hint}"),
            ]
        );
    }
    let run = run_on(b"\x81 example.com", &["find", "-E", "shift_jis"]);
    assert!(
        run.stderr
            .contains("standard input is not valid Shift_JIS at byte 0"),
        "{}",
        run.stderr
    );
}

#[test]
fn encoding_can_be_detected() {
    let texts = [
        (
            encoding_rs::SHIFT_JIS,
            "これは日本語の文章です。詳しくは https://example.com/東京 を参照してください。",
            "https://example.com/東京",
        ),
        (
            encoding_rs::WINDOWS_1251,
            "Это обычный русский текст, смотрите https://example.com/страница и ещё немного.",
            "https://example.com/страница",
        ),
        (
            encoding_rs::GBK,
            "这是一段普通的中文文字，请看 https://example.com/北京 这个网页，谢谢大家。",
            "https://example.com/北京",
        ),
        (
            UTF_8,
            "größer https://example.com/größe",
            "https://example.com/größe",
        ),
        (
            UTF_16LE,
            "\u{FEFF}größer example.com/größe",
            "example.com/größe",
        ),
    ];
    for (encoding, text, link) in texts {
        let input = encode(text, encoding);
        let run = run_on(&input, &["find", "--json", "-E", "auto"]);
        assert_eq!(run.stderr, "", "{}", encoding.name());
        assert_link(&run, &input, link, &encode(link, encoding));
        let linked = run_on(&input, &["linkify", "--to", "notes", "-E", "auto"]);
        assert!(linked.text().contains(link), "{}", encoding.name());
    }
}
