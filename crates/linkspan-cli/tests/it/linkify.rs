//! `linkspan linkify`.

use crate::support::{TempDir, all_texts, program, run, run_in, run_on, testdata};

/// Runs the command with several block sizes, which must not change the output.
fn linkify(text: impl AsRef<[u8]>, arguments: &[&str]) -> String {
    let mut outputs = ["1", "7", "4096"].map(|block| {
        let arguments = [&["linkify", "--block-size", block], arguments].concat();
        let run = run_on(text.as_ref(), &arguments);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
        run.text().to_owned()
    });
    assert!(
        outputs[0] == outputs[1] && outputs[1] == outputs[2],
        "{arguments:?}"
    );
    std::mem::take(&mut outputs[0])
}

#[test]
fn every_output_format_has_the_links() {
    let text = "<i>例え.jp</i> & ann@a.com";
    let html = "&lt;i&gt;<a href=\"https://xn--r8jz45g.jp\" rel=\"nofollow noopener ugc\">例え.jp</a>\
        &lt;/i&gt; &amp; \
        <a href=\"mailto:ann@a.com\" rel=\"nofollow noopener ugc\">ann@a.com</a>";
    let cases = [
        (&["--to", "html"] as &[_], html),
        (&[], html),
        (
            &["--to", "markdown"],
            "\\<i\\>[例え.jp](<https://xn--r8jz45g.jp>)\\</i\\> \\& [ann@a.com](<mailto:ann@a.com>)",
        ),
        (
            &["--to", "ansi"],
            "<i>\x1b]8;id=linkspan-1;https://xn--r8jz45g.jp\x1b\\例え.jp\x1b]8;;\x1b\\</i> & \
             \x1b]8;id=linkspan-2;mailto:ann@a.com\x1b\\ann@a.com\x1b]8;;\x1b\\",
        ),
        (
            &["--to", "ansi", "--color", "never", "--controls", "keep"],
            text,
        ),
        (
            &["--to", "notes"],
            "<i>例え.jp⟨1⟩</i> & ann@a.com⟨2⟩\n\n⟨1⟩ https://xn--r8jz45g.jp\n⟨2⟩ mailto:ann@a.com\n",
        ),
        (
            &["--to", "csv"],
            "path,line,start,end,kind,text,href\n\
             ,1,3,12,url,例え.jp,https://xn--r8jz45g.jp\n\
             ,1,19,28,email,ann@a.com,mailto:ann@a.com\n",
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(linkify(text, arguments), expected, "{arguments:?}");
    }
}

#[test]
fn records_are_the_same_as_those_of_find() {
    let text = all_texts();
    let found = run_on(&text, &["find", "--json"]);
    assert_eq!(linkify(&text, &["--to", "json"]), found.text());
    // The same holds for HTML and Markdown input.
    let text = "a.com\n\n例え.jp and <b>ann@a.com</b>\n";
    let found = run_on(text, &["find", "--json"]);
    for markup in ["html", "markdown"] {
        let listed = linkify(text, &["--in", markup, "--to", "json"]);
        assert_eq!(listed, found.text(), "{markup}");
    }
    let rows = linkify(text, &["--in", "html", "--to", "csv"]);
    assert_eq!(rows, linkify(text, &["--to", "csv"]));
}

#[test]
fn appearance_options_change_the_output() {
    let text = "https://a.com/%C3%A4\n\nb.com";
    let html = linkify(
        text,
        &[
            "--show",
            "readable",
            "--rel",
            "ugc,external",
            "--target",
            "blank",
            "--class",
            "x \"y\"",
            "--title",
            "--newlines",
            "paragraphs",
        ],
    );
    let attributes = "rel=\"ugc external\" target=\"_blank\" class=\"x &quot;y&quot;\"";
    assert_eq!(
        html,
        format!(
            "<p dir=\"auto\"><a href=\"https://a.com/%C3%A4\" {attributes} \
             title=\"https://a.com/ä\">https://a.com/ä</a></p>\n\
             <p dir=\"auto\"><a href=\"https://b.com\" {attributes} title=\"b.com\">b.com</a></p>\n"
        )
    );
    let short = linkify(text, &["--show", "10", "--to", "notes"]);
    assert!(short.starts_with("https://a.com⟨1⟩\n"), "{short}");
}

#[test]
fn control_sequences_are_removed_as_a_whole() {
    let ansi =
        |text: &str, controls: &str| linkify(text, &["--to", "ansi", "--controls", controls]);
    let coloured = "\x1b[1mbold\x1b[0m \x1b[2J\x1b]0;my title\x07x\u{9b}31my";
    assert_eq!(linkify(coloured, &["--to", "ansi"]), "bold xy");
    assert_eq!(ansi(coloured, "strip"), "bold xy");
    assert_eq!(ansi(coloured, "styles"), "\x1b[1mbold\x1b[0m xy");
    assert_eq!(ansi(coloured, "keep"), coloured);
    // Bytes that are control characters for terminals without UTF-8. Others are kept, and so are the bytes of
    // noncharacters.
    let latin = b"a \x9B31mb \xE9 \xEF\xB7\x90\x85\n";
    let run = run_on(latin, &["linkify", "--to", "ansi"]);
    assert_eq!(
        run.stdout,
        b"a \xEF\xBF\xBD31mb \xE9 \xEF\xB7\x90\xEF\xBF\xBD\n"
    );
    let run = run_on(latin, &["linkify", "--to", "ansi", "--controls", "keep"]);
    assert_eq!(run.stdout, latin);
    // A style that is not reset, hidden text, and sequences that are not complete.
    assert_eq!(ansi("\x1b[31mred\n", "styles"), "\x1b[31mred\n\x1b[0m");
    assert_eq!(ansi("\x1b[8mhidden\x1b[0m", "styles"), "hidden\x1b[0m");
    assert_eq!(ansi("end \x1b[3", "strip"), "end [3");
    assert_eq!(ansi("end \x1b", "styles"), "end ");
}

/// Other formats cannot show the styles of a terminal, but the text and its links are the same.
#[test]
fn control_sequences_are_not_in_other_formats() {
    let text = "\x1b[1mbold\x1b[0m https://\x1b[31mexample\x1b[m.com/a \
        \x1b]8;;https://evil.example/\x1b\\b.com\x1b]8;;\x1b\\\n";
    let plain = "bold https://example.com/a b.com\n";
    for format in ["html", "html-doc", "markdown", "notes"] {
        let arguments = ["--to", format];
        assert_eq!(
            linkify(text, &arguments),
            linkify(plain, &arguments),
            "{format}"
        );
        for block_size in 1..20 {
            let block_size = format!("--block-size={block_size}");
            let arguments = ["--to", format, &block_size];
            assert_eq!(
                linkify(text, &arguments),
                linkify(plain, &arguments),
                "{block_size}"
            );
        }
    }
}

#[test]
fn links_in_terminal_text_may_change_their_colour() {
    let text = "see https://\x1b[31mexample\x1b[m.com/a b\n";
    let open = "\x1b]8;id=linkspan-1;https://example.com/a\x1b\\";
    let close = "\x1b]8;;\x1b\\";
    let ansi =
        |text: &str, controls: &str| linkify(text, &["--to", "ansi", "--controls", controls]);
    assert_eq!(
        ansi(text, "strip"),
        format!("see {open}https://example.com/a{close} b\n")
    );
    let styled = format!("see {open}https://\x1b[31mexample\x1b[m.com/a{close} b\n");
    assert_eq!(ansi(text, "styles"), styled);
    assert_eq!(ansi(text, "keep"), styled);
    // Hyperlinks of the input: their text is linked anew, or they are kept as they are.
    let hyperlink = "\x1b]8;;https://evil.example/\x1b\\https://example.com/a\x1b]8;;\x1b\\!\n";
    let linked = format!("{open}https://example.com/a{close}!\n");
    assert_eq!(ansi(hyperlink, "strip"), linked);
    assert_eq!(ansi(hyperlink, "styles"), linked);
    assert_eq!(ansi(hyperlink, "keep"), hyperlink);
}

#[test]
fn html_document_gets_links() {
    let document = "\u{FEFF}<!DOCTYPE html><TITLE>a.com</title><p>a.com/?b&amp;c<a href=x>d.com</a>\
        <q>e.com</q>\r\n\0";
    let rewritten = linkify(document, &["--in", "html", "--rel", "none"]);
    assert_eq!(
        rewritten,
        document
            .replace(
                "<p>a.com/?b&amp;c",
                "<p><a href=\"https://a.com/?b&amp;c\">a.com/?b&amp;c</a>"
            )
            .replace("e.com", "<a href=\"https://e.com\">e.com</a>")
    );
    let skipped = linkify(document, &["--in", "html", "--skip", "p"]);
    assert_eq!(skipped, document);
    let other = linkify(
        b"<p>a.com \xe9",
        &["--in", "html", "-E", "latin1", "--rel", "none"],
    );
    assert_eq!(other, "<p><a href=\"https://a.com\">a.com</a> é");
    assert_eq!(linkify("", &["--in", "html"]), "");
}

#[test]
fn markdown_document_gets_links() {
    let document = "# a.com\n\n`b.com` https://c.com\n";
    let arguments = ["--in", "markdown", "--to", "markdown"];
    assert_eq!(
        linkify(document, &arguments),
        "# [a.com](<https://a.com>)\n\n`b.com` <https://c.com>\n"
    );
    assert_eq!(
        linkify(
            document,
            &["--in", "markdown", "--rel", "none", "--class", "bare"]
        ),
        "<h1><a href=\"https://a.com\" class=\"bare\">a.com</a></h1>\n\
         <p><code>b.com</code> <a href=\"https://c.com\" class=\"bare\">https://c.com</a></p>\n"
    );
    let shown = linkify(
        "*a.com/%C3%A4*",
        &["--in", "markdown", "--show", "readable"],
    );
    assert_eq!(
        shown,
        "<p><em><a href=\"https://a.com/%C3%A4\" rel=\"nofollow noopener ugc\">\
         a.com/ä</a></em></p>\n"
    );
    let list = linkify(document, &["--in", "markdown", "--to", "csv"]);
    assert!(
        list.ends_with("\n,3,17,30,url,https://c.com,https://c.com\n"),
        "{list}"
    );
}

#[test]
fn unsupported_conversions_and_values_are_errors() {
    for (from, to) in [
        ("html", "ansi"),
        ("html", "markdown"),
        ("html", "html-doc"),
        ("markdown", "notes"),
    ] {
        let run = run_on("x", &["linkify", "--in", from, "--to", to]);
        assert_eq!((run.status, run.text()), (2, ""));
        assert!(run.stderr.contains("json or csv"), "{}", run.stderr);
    }
    let run = run_on("x", &["linkify", "--in", "html", "--skip", "p::after"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("CSS selectors"), "{}", run.stderr);
    let run = run_on("x", &["linkify", "--show", "0"]);
    assert!(
        run.status == 2 && run.stderr.contains("'readable'"),
        "{}",
        run.stderr
    );
}

#[test]
fn html_page_has_the_file_name_as_title() {
    let directory = TempDir::new("page");
    directory.write("a & b.txt", "x\n\ny");
    let page = run_in(
        directory.path(),
        &["linkify", "--to", "html-doc", "a & b.txt"],
    );
    assert!(page.text().contains("<title>a &amp; b.txt</title>"));
    assert!(
        page.text()
            .contains("<p dir=\"auto\">x</p>\n<p dir=\"auto\">y</p>")
    );
    assert!(page.text().contains("overflow-wrap: anywhere"));
}

#[test]
fn text_without_links_is_not_an_error() {
    let run = run_on("none", &["linkify", "--to", "html"]);
    assert_eq!((run.text(), run.status), ("none", 0));
}

#[test]
fn output_is_utf_8_for_any_input_encoding() {
    let run = run_on(
        b"\xFE\xFF\0a\0.\0c\0o\0m\0 \0\xE9\0!",
        &["linkify", "--to", "markdown"],
    );
    assert_eq!(run.text(), "[a.com](<https://a.com>) é!");
}

/// All bytes that are not part of a link are in the output.
#[test]
fn malformed_utf_8_is_preserved() {
    let text = b"\xFFa.com\xE9 \xEF\xB7\x90 \xE6\x97 b.com\xE9";
    let visible = |bytes: &[u8]| bytes.escape_ascii().to_string();
    for (arguments, expected) in [
        (
            &["--to", "markdown"] as &[_],
            b"\xFF[a.com](<https://a.com>)\xE9 \xEF\xB7\x90 \xE6\x97 [b.com](<https://b.com>)\xE9"
                as &[u8],
        ),
        (
            &["--in", "markdown", "--to", "markdown"],
            b"\xFF[a.com](<https://a.com>)\xE9 \xEF\xB7\x90 \xE6\x97 [b.com](<https://b.com>)\xE9",
        ),
        (
            &["--in", "html", "--rel", "none"],
            b"\xFF<a href=\"https://a.com\">a.com</a>\xE9 \xEF\xB7\x90 \xE6\x97 \
              <a href=\"https://b.com\">b.com</a>\xE9",
        ),
        (
            &["--to", "ansi", "--color", "never", "--controls", "keep"],
            text,
        ),
    ] {
        for block in ["1", "7", "4096"] {
            let arguments = [&["linkify", "--block-size", block], arguments].concat();
            let run = run_on(text, &arguments);
            assert_eq!(visible(&run.stdout), visible(expected), "{arguments:?}");
            assert_eq!(
                run.stderr,
                "linkspan: standard input is not valid UTF-8 at byte 0; name its encoding with -E, \
                 or detect it with -E auto\n"
            );
        }
    }
}

/// They cannot be preserved in an output that is UTF-8.
#[test]
fn malformed_bytes_of_another_encoding_are_an_error_before_anything_is_written() {
    let directory = TempDir::new("malformed");
    let inputs: [(&[u8], &str, &str); 2] = [
        (b"a.com \x81 b", "shift_jis", "Shift_JIS at byte 6"),
        (b"\xFF\xFEa\0\x00\xD8b\0", "utf-8", "UTF-16LE at byte 4"),
    ];
    for (bytes, label, place) in inputs {
        directory.write("text", bytes);
        let arguments = ["linkify", "-E", label];
        let from_file = run_in(directory.path(), &[&arguments[..], &["text"]].concat());
        for run in [run_on(bytes, &arguments), from_file] {
            assert_eq!((run.status, run.text()), (2, ""), "{place}");
            assert!(run.stderr.contains(place), "{}", run.stderr);
            assert!(run.stderr.contains("-E"), "{}", run.stderr);
        }
    }
}

#[test]
fn missing_file_is_an_error_with_exit_status_2() {
    let missing = run(&["linkify", "no-such-file"]);
    assert_eq!((missing.status, missing.text()), (2, ""));
    assert!(missing.stderr.contains("no such file: 'no-such-file'"));
    let existing = testdata().join("texts/tibetan.txt");
    let output = program().arg("linkify").arg(existing).output();
    assert!(output.expect("the program starts").status.success());
}
