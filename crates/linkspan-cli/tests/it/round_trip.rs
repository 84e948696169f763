//! The output of every command is an input in which the same links are found.

use std::collections::BTreeSet;

use crate::support::{run_on, string};

/// URLs in several scripts, with characters that formats escape, bare domains and email addresses.
const TEXT: &str = "\
हिन्दी: https://hi.wikipedia.org/wiki/दिल्ली_(शहर)। और देखें उदाहरण.भारत/पथ
日本語：https://ja.wikipedia.org/wiki/東京?q=(曖昧さ回避)&n=1 と 例え.jp/と
فارسی https://fa.wikipedia.org/wiki/تهران، و info@example.com
עברית: https://he.wikipedia.org/wiki/תל_אביב, ועוד example.co.il/דף
ไทย https://th.wikipedia.org/wiki/กรุงเทพ ครับ ann.lee+x@example.org
한국어 https://ko.wikipedia.org/wiki/서울?a=1&b=<2>&c 한국.com
ASCII https://example.com/a,b;c?x=1&y=%22q%22&z={u}#f'g and https://example.com/it's/\"q\"/(a_[b])
Bare www.example.com:8080/a&b, example.net and <bob@example.com>.
";

/// The addresses of all links in a text.
fn addresses(text: impl AsRef<[u8]>) -> BTreeSet<String> {
    addresses_with(text, &[])
}

fn addresses_with(text: impl AsRef<[u8]>, arguments: &[&str]) -> BTreeSet<String> {
    let run = run_on(text, &[&["find", "--json"], arguments].concat());
    assert_eq!(run.stderr, "");
    let objects = run.objects();
    let addresses = objects.iter().map(|object| string(object, "href"));
    addresses.map(str::to_owned).collect()
}

#[test]
fn output_of_every_command_has_the_same_links() {
    let found = addresses(TEXT);
    assert_eq!(found.len(), 17, "{found:?}");
    // The other commands use this profile.
    let linked = addresses_with(TEXT, &["--profile", "uts58"]);
    for arguments in [
        &["find"] as &[_],
        &["find", "--href"],
        &["find", "-H"],
        &["find", "-n"],
        &["find", "--json"],
        &["find", "--json", "--lines"],
        &["find", "--color", "always"],
        &["check", "--json", "--all"],
        &["linkify", "--to", "html"],
        &["linkify", "--to", "html-doc"],
        &["linkify", "--to", "html", "--title", "--newlines", "break"],
        &["linkify", "--to", "markdown"],
        &["linkify", "--to", "ansi"],
        &["linkify", "--to", "notes", "--profile", "prose"],
        &["linkify", "--to", "json"],
        &["linkify", "--to", "csv"],
        &["linkify", "--in", "markdown", "--to", "markdown"],
    ] {
        let output = run_on(TEXT, arguments);
        let is_linkify = arguments[0] == "linkify" && !arguments.contains(&"prose");
        let expected = if is_linkify { &linked } else { &found };
        let found = addresses(&output.stdout);
        let [missing, added] = [(expected, &found), (&found, expected)]
            .map(|(one, other)| one.difference(other).collect::<Vec<_>>());
        assert!(
            missing.is_empty() && added.is_empty(),
            "{arguments:?}: missing {missing:#?}, added {added:#?} in\n{}",
            output.text()
        );
    }
}

/// Also if the links come from a document, where a URL may end with characters that plain text would
/// not include.
#[test]
fn output_for_a_document_has_the_same_links() {
    let page = "<a href='https://example.com/a.'>a</a> <a href='https://example.com/b c'>b</a>\
        <a href='https://example.com/docs了解'>c</a> <a href='https://example.com/(d'>d</a>\
        <a href='https://example.com/\u{201D}'>e</a>";
    let expected = addresses(page);
    assert_eq!(expected.len(), 5, "{expected:?}");
    // The path may be escaped, so that it is found in plain text.
    let unescaped = |addresses: BTreeSet<String>| -> BTreeSet<String> {
        let addresses = addresses.into_iter();
        addresses
            .map(|url| url.replace("%2E", ".").replace("%28", "("))
            .collect()
    };
    for arguments in [&["find"] as &[_], &["find", "--json"]] {
        let output = run_on(page, arguments);
        let found = unescaped(addresses(&output.stdout));
        assert_eq!(found, expected, "{arguments:?}:\n{}", output.text());
    }
}
