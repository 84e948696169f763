//! What an input is, by its first block. Used for standard input and for names that do not tell.

use super::csv::looks_like_csv;
use super::json::looks_like_json;
use super::kind::Kind;

/// How much of the text is inspected, in bytes.
const MAX_LEN: usize = 8 * 1024;

/// Headers that a mail message starts with.
const MAIL_HEADERS: &[&str] = &[
    "return-path",
    "received",
    "delivered-to",
    "from",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "content-type",
    "reply-to",
    "sender",
    "list-id",
];

/// What an input that starts with this text is.
pub(crate) fn kind(text: &str) -> Kind {
    let text = match text
        .char_indices()
        .map(|(at, _)| at)
        .find(|&at| at >= MAX_LEN)
    {
        Some(end) => text.get(..end).unwrap_or(text),
        None => text,
    };
    if text.contains("\x1b[") || text.contains("\x1b]") {
        Kind::Log
    } else if looks_like_json(text) {
        Kind::Json
    } else if text.contains("⟨1⟩") {
        Kind::Notes
    } else if looks_like_mail(text) {
        Kind::Mail
    } else if looks_like_markdown(text) {
        Kind::Markdown
    } else if looks_like_html(text) {
        Kind::Html
    } else if looks_like_log(text) {
        Kind::Log
    } else if looks_like_source(text) {
        Kind::Source
    } else if looks_like_csv(text) {
        Kind::Csv
    } else {
        Kind::Text
    }
}

/// Two headers that every message may have, or the first line of an mbox file.
fn looks_like_mail(text: &str) -> bool {
    let mut lines = text.lines();
    if text.starts_with("From ") {
        lines.next();
    }
    let mut known = 0;
    for line in lines.take_while(|line| !line.trim().is_empty()) {
        if line.starts_with([' ', '\t']) {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else {
            return false;
        };
        if !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return false;
        }
        let name = name.to_ascii_lowercase();
        known += usize::from(MAIL_HEADERS.contains(&name.as_str()));
        if known >= 2 {
            return true;
        }
    }
    false
}

/// A link with its target, a definition of one, or the start of a code block.
fn looks_like_markdown(text: &str) -> bool {
    const LINKS: [&str; 6] = [
        "](http",
        "](<http",
        "](mailto:",
        "](<mailto:",
        "]: http",
        "]: <http",
    ];
    let is_document = text.trim_start().starts_with('<');
    !is_document
        && (LINKS.iter().any(|link| text.contains(link))
            || text.lines().any(|line| line.starts_with("```")))
}

/// A declaration or an element at the start, or a link anywhere.
fn looks_like_html(text: &str) -> bool {
    let start = text.trim_start().to_ascii_lowercase();
    if ["<!doctype", "<?xml", "<html", "<!--"]
        .iter()
        .any(|tag| start.starts_with(tag))
    {
        return true;
    }
    let has_tag = |tag: &str| memchr::memmem::find(start.as_bytes(), tag.as_bytes()).is_some();
    if has_tag("<a href=") || (has_tag("<a ") && has_tag("</a>")) {
        return true;
    }
    let name = start.strip_prefix('<').unwrap_or_default();
    let len = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, rest) = name.split_at(len);
    !name.is_empty()
        && rest.starts_with(['>', ' ', '\n', '/'])
        && has_tag(">")
        && (has_tag("</") || has_tag("/>") || has_tag("<br"))
}

/// Most of the first lines start with a time.
fn looks_like_log(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).take(8);
    let (mut total, mut with_time) = (0, 0);
    for line in lines {
        total += 1;
        with_time += usize::from(starts_with_time(line));
    }
    with_time > 0 && 2 * with_time > total
}

/// Whether a line starts with a date and a time, or an address and a time as in the logs of web
/// servers.
fn starts_with_time(line: &str) -> bool {
    let start: String = line
        .trim_start_matches(['[', '('])
        .chars()
        .take(80)
        .collect();
    // Digits become 0, letters a: "2024-05-06T07:08" and "May  6 07:08:09".
    let shape: String = start
        .chars()
        .map(|c| match c {
            '0'..='9' => '0',
            c if c.is_ascii_alphabetic() => 'a',
            c => c,
        })
        .collect();
    let is_date = [
        "0000-00-00",
        "0000/00/00",
        "00/aaa/0000",
        "aaa 00 00:00:00",
        "aaa  0 00:00:00",
    ];
    is_date.iter().any(|date| shape.starts_with(date))
        || shape.starts_with("00:00:00")
        || shape.contains(" [00/aaa/0000:00:00:00")
}

/// An interpreter line, a patch, or many lines that end as statements do.
fn looks_like_source(text: &str) -> bool {
    if ["#!", "diff --git ", "--- a/", "<?php"]
        .iter()
        .any(|start| text.starts_with(start))
    {
        return true;
    }
    let lines = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty());
    let (mut total, mut statements) = (0, 0);
    for line in lines {
        total += 1;
        statements += usize::from(line.ends_with([';', '{', '}']) || line.ends_with("):"));
    }
    total >= 3 && 3 * statements >= total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_block_tells_what_an_input_is() {
        for (text, expected) in [
            ("See https://example.com.\n", Kind::Text),
            ("", Kind::Text),
            ("<3 example.com", Kind::Text),
            ("<https://example.com> or so", Kind::Text),
            (
                "[1] https://example.com\n[2] https://example.org\n",
                Kind::Text,
            ),
            ("[info] started\n", Kind::Text),
            ("{not json}", Kind::Text),
            ("Dear Ann,\nDate: tomorrow\n", Kind::Text),
            ("One, two, three.\nFour, five, six.\n", Kind::Text),
            ("{\"u\":\"https://example.com/a\",\"v\":1}\n", Kind::Json),
            ("{\"a\":1}\n{\"a\":2}\n{\"a\"", Kind::Json),
            ("[\n  {\"a\": \"cut of", Kind::Json),
            ("[]", Kind::Json),
            ("<!DOCTYPE html>\n<p>", Kind::Html),
            ("\n<?xml version=\"1.0\"?><a/>", Kind::Html),
            ("<p>one</p>", Kind::Html),
            ("<P>See a.com<br/>", Kind::Html),
            ("See <a href=\"https://a.com\">a.com</a>!", Kind::Html),
            ("# Title\n\nSee [a](https://a.com).\n", Kind::Markdown),
            ("[a]: https://a.com\n", Kind::Markdown),
            ("```sh\nls\n```\n", Kind::Markdown),
            ("\x1b[35mfile\x1b[m: https://a.com", Kind::Log),
            (
                "2024-05-06 07:08:09 INFO a\n2024-05-06 07:08:10 INFO b\n",
                Kind::Log,
            ),
            ("[2024-05-06T07:08:09Z] a\n", Kind::Log),
            ("May  6 07:08:09 host sshd: x\n", Kind::Log),
            (
                "192.0.2.1 - - [06/May/2024:07:08:09 +0000] \"GET /\"\n",
                Kind::Log,
            ),
            ("From: a@b.c\nSubject: x\n\nbody", Kind::Mail),
            (
                "From a@b.c Mon May  6\nFrom: a@b.c\nTo: b@c.d\n\n",
                Kind::Mail,
            ),
            ("#!/bin/sh\nls\n", Kind::Source),
            ("diff --git a/x b/x\n", Kind::Source),
            ("int main() {\n  return 0;\n}\n", Kind::Source),
            ("path,line,start\n,1,2\n,3,4\n", Kind::Csv),
            ("a\tb\tc\n1\t2\t3\n", Kind::Csv),
            ("https://a.com/b,c,d\nhttps://a.com/e,f,g\n", Kind::Text),
            ("a.com⟨1⟩\n\n⟨1⟩ https://a.com\n", Kind::Notes),
        ] {
            assert_eq!(kind(text), expected, "{text:?}");
        }
    }
}
