//! Memory use does not grow with the input.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

use crate::support::PROGRAM;

/// The address space of the program, in KiB. Less than a tenth of it is resident memory.
const ADDRESS_SPACE_LIMIT: usize = 64 * 1024;
const INPUT_SIZE: usize = 100 * 1024 * 1024;

/// Runs the program with limited memory on a text that is repeated up to the input size.
fn run_with_limited_memory(arguments: &str, text: &'static str) -> String {
    let command = format!("ulimit -v {ADDRESS_SPACE_LIMIT}; exec '{PROGRAM}' {arguments}");
    let mut child = Command::new("sh")
        .args(["-c", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = thread::spawn(move || {
        let block = text.repeat(1024);
        for _ in 0..INPUT_SIZE.div_ceil(block.len()) {
            stdin.write_all(block.as_bytes())?;
        }
        std::io::Result::Ok(())
    });
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0), "{arguments}");
    writer
        .join()
        .expect("the writer does not panic")
        .expect("the program reads all input");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// How often the text is repeated.
fn repetitions(text: &str) -> usize {
    INPUT_SIZE.div_ceil(text.len() * 1024) * 1024
}

#[test]
fn line_of_100_megabytes_fits_into_64_mebibytes() {
    const TEXT: &str = "Der Planet (https://de.wikipedia.org/wiki/Merkur_(Planet)), und \
        「東京」は（https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)）を参照。 Nothing to see here, \
        only prose that goes on and on for a while, without any links or addresses in it at all. \
        Ещё немного текста, чтобы строка была длиннее и ссылок в ней было не так много. ";
    for threads in ["1", "4"] {
        let count = run_with_limited_memory(&format!("find --count -j {threads}"), TEXT);
        assert_eq!(count.trim().parse(), Ok(2 * repetitions(TEXT)));
    }
}

#[test]
fn line_of_100_megabytes_without_spaces_fits_into_64_mebibytes() {
    const TEXT: &str = "「東京」は、（https://ja.wikipedia.org/wiki/東京）を参照。ここには何もありません。\
        長い文章が続きます。空白はありません。改行もありません。それでもリンクは見つかります。\
        もう少し長い文章が続きます。本当に何もありません。";
    let count = run_with_limited_memory("find --count", TEXT);
    assert_eq!(count.trim().parse(), Ok(repetitions(TEXT)));
}

#[test]
fn html_document_of_100_megabytes_fits_into_64_mebibytes() {
    const TEXT: &str = "<p class=\"x\">Der Planet (https://de.wikipedia.org/wiki/Merkur_(Planet)) &amp; \
        「東京」は（https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)）を参照。<br>Nothing to see here, <i>only \
        prose</i> that goes on and on for a while, without any links or addresses in it at all.\n\
        Ещё немного текста, чтобы строка была длиннее и ссылок в ней было не так много.</p>";
    run_with_limited_memory("linkify --in html >/dev/null", TEXT);
}

#[test]
fn json_of_100_megabytes_fits_into_64_mebibytes() {
    const TEXT: &str = "{\"text\":\"Der Planet (https:\\/\\/de.wikipedia.org\\/wiki\\/Merkur_(Planet)) und \\u6771\\u4eac. \
        Nothing to see here, only prose that goes on and on for a while, without any links.\",\"id\":12345},";
    let count = run_with_limited_memory("find --count --in json", TEXT);
    assert_eq!(count.trim().parse(), Ok(repetitions(TEXT)));
}
