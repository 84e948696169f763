//! Input that is not UTF-8.

use crate::laws;
use crate::support::{Run, run_on};

/// Checks that the offsets of the only link cut it out of the input.
fn assert_link(run: &Run, input: &[u8], text: &str, bytes: &[u8]) {
    let objects = run.objects();
    assert_eq!(objects.len(), 1, "{objects:?}");
    assert_eq!(objects[0]["text"], text);
    let number = |field: &str| {
        let number = objects[0][field].as_u64().expect("it is a number");
        usize::try_from(number).expect("it is an offset")
    };
    assert_eq!(&input[number("start")..number("end")], bytes);
}

#[test]
fn offsets_count_the_bytes_of_the_file() {
    let text = "日本語 例え.jp/表 が。\n";
    let link = "例え.jp/表";
    for encoding in ["shift_jis", "euc-jp", "gb18030", "iso-2022-jp", "utf-8"] {
        let known = encoding_rs::Encoding::for_label(encoding.as_bytes()).expect("it is known");
        let (input, ..) = known.encode(text);
        let (before, ..) = known.encode("日本語 ");
        for block in ["1", "7", "4096"] {
            let run = run_on(
                &input,
                &["find", "--json", "-E", encoding, "--block-size", block],
            );
            let start = run.objects()[0]["start"].as_u64().expect("it is a number");
            let shift = if encoding == "iso-2022-jp" {
                0
            } else {
                before.len()
            };
            assert!(shift == 0 || start == shift as u64, "{encoding}: {start}");
            assert_eq!(run.objects()[0]["text"], link, "{encoding}");
            if encoding != "iso-2022-jp" {
                let (bytes, ..) = known.encode(link);
                assert_link(&run, &input, link, &bytes);
            }
        }
    }
}

/// Found by fuzzing: the last character counted as many bytes as it has in UTF-8.
#[test]
fn a_link_at_the_very_end() {
    for (encoding, link) in [
        ("shift_jis", "例え.jp/表"),
        ("gbk", "例子.cn/中"),
        ("euc-kr", "한국.kr/글"),
        ("big5", "例子.tw/中"),
        ("utf-16le", "例え.jp/表"),
        ("windows-1252", "bücher.de/ä"),
    ] {
        let known = encoding_rs::Encoding::for_label(encoding.as_bytes()).expect("it is known");
        let bytes = match encoding {
            "utf-16le" => link.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => known.encode(link).0.into_owned(),
        };
        for block in ["1", "4096"] {
            let arguments = ["find", "--json", "-E", encoding, "--block-size", block];
            assert_link(&run_on(&bytes, &arguments), &bytes, link, &bytes);
        }
    }
}

/// What fuzzing asks of random bytes, asked of text.
#[test]
fn it_does_not_matter_how_an_input_is_read() {
    let text = "bücher.de/ä?ö 例え.jp/表。\r\nsee ann@example.com, ещё пример.рф!\n한국.kr";
    let utf_16 = text.encode_utf16();
    for (encoding, bytes) in [
        ("utf-8", text.as_bytes().to_vec()),
        (
            "utf-16le",
            utf_16.clone().flat_map(u16::to_le_bytes).collect(),
        ),
        ("utf-16be", utf_16.flat_map(u16::to_be_bytes).collect()),
        ("gb18030", encoding_rs::GB18030.encode(text).0.into_owned()),
        ("shift_jis", text.as_bytes().to_vec()),
    ] {
        for block in [1, 2, 3, 16, 4096] {
            for most in [1, 5, 4096] {
                laws::reader(&bytes, encoding, block, most);
            }
        }
    }
}

#[test]
fn single_bytes() {
    let input = b"gr\xFC\xDFe b\xFCcher.de/\xE4.\n";
    let run = run_on(input, &["find", "--json", "--encoding", "latin1"]);
    assert_link(&run, input, "bücher.de/ä", b"b\xFCcher.de/\xE4");
    // Without being told, bytes that are no UTF-8 end links.
    let run = run_on(input, &["find", "--json"]);
    assert_link(&run, input, "cher.de/", b"cher.de/");
}

#[test]
fn byte_order_marks() {
    let text = "\u{FEFF}é 𝄞 例え.jp/と\n";
    let link = "例え.jp/と";
    let little =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let big = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
    let cases = [
        (text.as_bytes().to_vec(), link.as_bytes().to_vec()),
        (little(text), little(link)),
        (big(text), big(link)),
    ];
    for (input, bytes) in cases {
        for block in ["1", "2", "3", "4096"] {
            // The mark wins over what the user says.
            for encoding in ["utf-8", "shift_jis"] {
                let arguments = ["find", "--json", "-E", encoding, "--block-size", block];
                assert_link(&run_on(&input, &arguments), &input, link, &bytes);
            }
        }
    }
    // Without a mark, it has to be told.
    let input = little("see example.com");
    let run = run_on(&input, &["find", "--json", "-E", "utf-16le"]);
    assert_link(&run, &input, "example.com", &little("example.com"));
}

#[test]
fn a_byte_order_mark_is_no_column() {
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
fn bytes_that_are_no_text_are_boundaries() {
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
