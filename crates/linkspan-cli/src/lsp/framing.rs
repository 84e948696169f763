//! The base protocol: messages with headers on a byte stream.

use std::io::{self, BufRead, Read as _, Write};

use anyhow::{Context as _, Result, anyhow, bail, ensure};

/// The maximum length of the headers of a message, in bytes.
const MAX_HEADER_LEN: u64 = 16 * 1024;

/// The maximum length of a message, in bytes.
const MAX_CONTENT_LEN: u64 = 1 << 30;

/// Reads the content of the next message. Returns `None` at the end of the stream.
///
/// # Errors
///
/// If the headers are invalid or the stream ends inside a message. Where the next message starts is then unknown.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Vec<u8>>> {
    let mut headers = input.by_ref().take(MAX_HEADER_LEN);
    let mut len = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        let read = headers.read_until(b'\n', &mut line);
        if read.context("cannot read standard input")? == 0 && is_first {
            return Ok(None);
        }
        is_first = false;
        let line = line
            .strip_suffix(b"\r\n")
            .ok_or_else(|| anyhow!("expected the headers of a message, found {}", shown(&line)))?;
        if line.is_empty() {
            break;
        }
        let header = std::str::from_utf8(line)
            .ok()
            .and_then(|line| line.split_once(':'));
        let (name, value) = header.ok_or_else(|| {
            anyhow!(
                "expected a header such as 'Content-Length: 17', found {}",
                shown(line)
            )
        })?;
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let value = value.trim();
            let parsed = value
                .parse::<u64>()
                .ok()
                .filter(|&len| len <= MAX_CONTENT_LEN);
            len = Some(parsed.ok_or_else(|| {
                anyhow!("expected a Content-Length of at most {MAX_CONTENT_LEN}, found '{value}'")
            })?);
        }
    }
    let Some(len) = len else {
        bail!("expected a header Content-Length before the content of a message");
    };
    let mut content = Vec::new();
    let read = input.take(len).read_to_end(&mut content);
    let read = read.context("cannot read standard input")? as u64;
    ensure!(
        read == len,
        "the input ends after {read} of {len} bytes of a message"
    );
    Ok(Some(content))
}

/// The start of a line that is not a header.
fn shown(line: &[u8]) -> String {
    let start = line.get(..40).unwrap_or(line);
    match start {
        [] => String::from("the end of the input"),
        _ => format!("'{}'", String::from_utf8_lossy(start).trim_end()),
    }
}

/// Writes a message.
pub(super) fn write(output: &mut impl Write, content: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", content.len())?;
    output.write_all(content)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_are_written() {
        let mut stream = Vec::new();
        for content in ["{}", "", "{\"a\":\"\u{1F517}\"}"] {
            write(&mut stream, content.as_bytes()).unwrap();
        }
        let mut input = stream.as_slice();
        for content in ["{}", "", "{\"a\":\"\u{1F517}\"}"] {
            assert_eq!(read(&mut input).unwrap().unwrap(), content.as_bytes());
        }
        assert_eq!(read(&mut input).unwrap(), None);
    }

    #[test]
    fn other_headers_are_accepted() {
        let mut input = &b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:2\r\n\r\n{}"[..];
        assert_eq!(read(&mut input).unwrap().unwrap(), b"{}");
    }

    #[test]
    fn broken_framing_is_an_error() {
        for (stream, message) in [
            (
                "{\"jsonrpc\":\"2.0\"}",
                "expected the headers of a message, found '{\"jsonrpc\":\"2.0\"}'",
            ),
            (
                "Content-Length: 2\n\n{}",
                "expected the headers of a message, found 'Content-Length: 2'",
            ),
            (
                "Content-Length: 2\r\n",
                "expected the headers of a message, found the end of the input",
            ),
            (
                "no header\r\n\r\n",
                "expected a header such as 'Content-Length: 17', found 'no header'",
            ),
            (
                "Content-Length: two\r\n\r\n{}",
                "expected a Content-Length of at most 1073741824, found 'two'",
            ),
            (
                "Content-Length: -2\r\n\r\n{}",
                "expected a Content-Length of at most 1073741824, found '-2'",
            ),
            (
                "Content-Type: a\r\n\r\n{}",
                "expected a header Content-Length before the content of a message",
            ),
            (
                "Content-Length: 3\r\n\r\n{}",
                "the input ends after 2 of 3 bytes of a message",
            ),
        ] {
            let error = read(&mut stream.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), message, "{stream:?}");
        }
    }
}
