//! Random edits: the links of the server are those that `linkspan find` finds in the saved text.

use linkspan::{Finder, Profile};
use serde_json::{Value, json};

use super::client::Client;
use super::text::{ENCODINGS, position, range};
use crate::support::{TempDir, number, run, string};

/// How many edits each document gets in each encoding.
const EDITS: i64 = 130;

/// The size in bytes above which edits delete more than they insert.
const MAX_LEN: usize = 1500;

/// The documents: names, and languages as editors name them.
const DOCUMENTS: [(&str, &str); 8] = [
    ("notes.txt", "plaintext"),
    ("main.rs", "rust"),
    ("build.log", "log"),
    ("README.md", "markdown"),
    ("page.html", "html"),
    ("data.json", "json"),
    ("table.csv", "csv"),
    // The start of the text decides what it is.
    ("unknown", "plaintext"),
];

/// What edits insert: links, what is nearly one, markup, every kind of line end, and text of all widths and directions.
const PIECES: &[&str] = &[
    "https://example.com/a_(b)",
    "http://bank.com@evil.example.org/",
    "example.com",
    "www.example.co.uk/path?q=1#f",
    "почта@пример.рф",
    "https://例え.jp/パス",
    "https://ex\u{E4}mple.com/\u{1F517}",
    "http://аррӏе.com/",
    "ann@example.org",
    "mailto:bob@example.com?subject=a",
    "http://0x7f.1/",
    "://",
    "/path",
    ".",
    ".com",
    "@",
    "?",
    "(",
    ")",
    "a",
    "e\u{301}",
    "\u{1F517}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
    "שלום https://example.co.il/שלום",
    "مرحبا",
    "日本語。",
    " ",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\t",
    "\u{2028}",
    "[label](https://example.com/target)",
    "<https://example.net/>",
    "`example.com/code`",
    "# heading\n",
    "<a href=\"https://example.com/?a=1&amp;b=2\">example.com</a>",
    "<!-- https://example.com/comment -->",
    "&amp;",
    "{\"url\": \"https:\\/\\/example.com\\/a\"}",
    "\"",
    "\\u00e4",
    ",",
    ";",
    "a,https://example.com/,b\n",
    "let x = item.name; // see docs.rs/x",
    "README.md",
];

/// Pieces that are rare, because they change how the whole text is read.
const RARE: &[&str] = &[
    "\x1b[31m",
    "\x1b[0m",
    "\x1b]8;;https://example.com/\x1b\\",
    "\u{FFFD}",
    "\0",
];

/// A small generator of random numbers (xorshift), so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).expect("a small number")
    }

    fn pieces(&mut self, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            let pieces = if self.below(200) == 0 { RARE } else { PIECES };
            text.push_str(pieces[self.below(pieces.len())]);
            if self.below(3) == 0 {
                text.push(' ');
            }
        }
        text
    }

    /// An offset in a text that has a position: not inside a character or a line end.
    fn offset(&mut self, text: &str) -> usize {
        // Edges are more interesting than most of the text.
        let mut offset = match self.below(12) {
            0 => 0,
            1 => text.len(),
            _ => self.below(text.len() + 1),
        };
        while !text.is_char_boundary(offset)
            || (text[..offset].ends_with('\r') && text[offset..].starts_with('\n'))
        {
            offset -= 1;
        }
        offset
    }

    /// A range to replace, and what to replace it with.
    fn edit(&mut self, text: &str) -> (usize, usize, String) {
        let start = self.offset(text);
        let max_removed = match self.below(4) {
            0 => 0,
            1 | 2 => 8,
            _ => 60,
        };
        let longer = if text.len() > MAX_LEN { 1000 } else { 0 };
        let wanted = start + self.below(max_removed + longer + 1);
        let rest = &text[start..];
        let mut ends = rest.char_indices().map(|(at, _)| start + at);
        let end = ends.rfind(|&at| at <= wanted && !text[..at].ends_with('\r'));
        let count = self.below(3);
        (start, end.unwrap_or(start).max(start), self.pieces(count))
    }
}

/// Places with what is there: targets or codes.
type Places = Vec<(Value, String)>;

/// The links of a result: ranges and targets.
fn shown(links: &[Value]) -> Places {
    places(links, "target")
}

fn places(items: &[Value], field: &str) -> Places {
    let place = |item: &Value| (item["range"].clone(), string(item, field).to_owned());
    items.iter().map(place).collect()
}

/// The texts of a document after each edit, with what the server said about them.
struct States<'d> {
    directory: &'d TempDir,
    name: &'d str,
    encoding: &'d str,
    texts: Vec<String>,
    links: Vec<Places>,
    findings: Vec<Places>,
}

impl States<'_> {
    fn save(&mut self, text: &str, links: Places, findings: Places) {
        let path = format!("{}/{}/{}", self.name, self.texts.len(), self.name);
        self.directory.write(&path, text);
        self.texts.push(text.to_owned());
        self.links.push(links);
        self.findings.push(findings);
    }

    /// Compares them with what the program finds in all files.
    fn compare(&self) {
        let found = self.run(&["find", "--json", "-a", "--no-ignore"]);
        let is_placed = |link: &Value| number(link, "start") < number(link, "end");
        // A target that is written in several pieces has no place.
        self.assert_same(&self.links, &found, |link| {
            let link = is_placed(link).then_some((link, string(link, "href")));
            Vec::from_iter(link)
        });
        if ["notes.txt", "main.rs", "build.log"].contains(&self.name) {
            let checked = self.run(&["check", "--json", "--level", "info", "-a", "--no-ignore"]);
            self.assert_same(&self.findings, &checked, |link| {
                let findings = link["findings"].as_array().expect("a list");
                let findings = findings.iter();
                findings
                    .map(|finding| (finding, string(finding, "code")))
                    .collect()
            });
        }
    }

    fn run(&self, arguments: &[&str]) -> Vec<Value> {
        let path = self.directory.path().join(self.name);
        let path = path.to_str().expect("a path in UTF-8");
        let found = run(&[arguments, &[path]].concat());
        assert_eq!(found.stderr, "");
        found.objects()
    }

    fn assert_same<'o>(
        &self,
        seen: &[Places],
        objects: &'o [Value],
        parts: impl Fn(&'o Value) -> Vec<(&'o Value, &'o str)>,
    ) {
        let mut expected = vec![Places::new(); self.texts.len()];
        for object in objects {
            let path = std::path::Path::new(string(object, "path"));
            let number_of = path
                .parent()
                .and_then(|parent| parent.file_name()?.to_str());
            let at: usize = number_of
                .and_then(|name| name.parse().ok())
                .expect("a number");
            for (place, value) in parts(object) {
                let (start, end) = (number(place, "start"), number(place, "end"));
                let place = range(&self.texts[at], start, end, self.encoding);
                expected[at].push((place, value.to_owned()));
            }
        }
        for (at, (seen, mut expected)) in seen.iter().zip(expected).enumerate() {
            // Findings about one link may be in another order.
            let mut seen = seen.clone();
            let by_place = |(place, value): &(Value, String)| format!("{place} {value}");
            seen.sort_by_key(by_place);
            expected.sort_by_key(by_place);
            assert_eq!(seen, expected, "{} {at}: {:?}", self.name, self.texts[at]);
        }
    }
}

fn random_edits(encoding: &str) {
    let directory = TempDir::new(&format!("lsp-edits-{encoding}"));
    let capabilities = json!({
        "general": {"positionEncodings": [encoding]},
        "textDocument": {"diagnostic": {}},
    });
    let mut client = Client::initialized(&capabilities, &json!({"level": "info"}));
    for (seed, (name, language)) in (1_u64..).zip(DOCUMENTS) {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (seed << 20) ^ encoding.len() as u64);
        let mut states = States {
            directory: &directory,
            name,
            encoding,
            texts: Vec::new(),
            links: Vec::new(),
            findings: Vec::new(),
        };
        let uri = format!("file:///tmp/{name}");
        let mut text = random.pieces(40);
        client.open(&uri, language, &text);
        for version in 1..=EDITS {
            let (start, end, new) = random.edit(&text);
            let change = json!({"range": range(&text, start, end, encoding), "text": new});
            client.change(&uri, version, &json!([change]));
            text.replace_range(start..end, &new);
            let links = shown(&client.links(&uri));
            let report = client.ask("textDocument/diagnostic", &uri);
            let items = report.expect("a report")["items"].clone();
            let findings = places(items.as_array().expect("a list"), "code");
            states.save(&text, links, findings);
        }
        states.compare();
    }
    client.finish();
}

#[test]
fn after_random_edits_the_links_are_those_of_the_saved_text_in_utf_8() {
    random_edits(ENCODINGS[0]);
}

#[test]
fn after_random_edits_the_links_are_those_of_the_saved_text_in_utf_16() {
    random_edits(ENCODINGS[1]);
}

#[test]
fn after_random_edits_the_links_are_those_of_the_saved_text_in_utf_32() {
    random_edits(ENCODINGS[2]);
}

#[test]
fn several_changes_in_one_message_are_applied_in_order() {
    for encoding in ENCODINGS {
        let capabilities = json!({"general": {"positionEncodings": [encoding]}});
        let mut client = Client::initialized(&capabilities, &Value::Null);
        let mut text = String::from("\u{1F517} a.com\r\nb.com");
        client.open("file:///a.txt", "plaintext", &text);
        let mut changes = Vec::new();
        for (at, new) in [
            (0, "\u{1F517}\n"),
            (text.len() + 5, "/\u{1F517}"),
            (9, "www."),
        ] {
            let here = position(&text, at, encoding);
            changes.push(json!({"range": {"start": here, "end": here}, "text": new}));
            text.insert_str(at, new);
        }
        client.change("file:///a.txt", 2, &Value::Array(changes));
        let links = shown(&client.links("file:///a.txt"));
        let targets: Vec<_> = links.iter().map(|(_, target)| target.as_str()).collect();
        assert_eq!(targets.len(), 2, "{targets:?}");
        assert_eq!(targets[1], "https://b.com/%F0%9F%94%97");
        let prose = Finder::builder()
            .profile(Profile::Prose)
            .build()
            .expect("a finder");
        let expected: Vec<_> = prose
            .find_iter(&text)
            .map(|link| {
                (
                    range(&text, link.start(), link.end(), encoding),
                    link.href().into_owned(),
                )
            })
            .collect();
        assert_eq!(links, expected);
        client.finish();
    }
}

#[test]
fn links_that_are_far_apart_have_the_right_positions() {
    for encoding in ENCODINGS {
        let capabilities = json!({"general": {"positionEncodings": [encoding]}});
        let mut client = Client::initialized(&capabilities, &Value::Null);
        let filler = "e\u{301} \u{1F517} 日本語\r\nשלום \r \n".repeat(300);
        let part =
            |number: i32| format!("\u{1F517} https://example.com/\u{E4}{number} b.com {filler}");
        let mut text: String = (0..5).map(part).collect();
        client.open("file:///a.txt", "plaintext", &text);
        for version in 2..5 {
            let start = json!({"line": 0, "character": 0});
            let change =
                json!([{"range": {"start": start, "end": start}, "text": "\u{1F517}\r\n"}]);
            client.change("file:///a.txt", version, &change);
            text.insert_str(0, "\u{1F517}\r\n");
            let prose = Finder::builder().profile(Profile::Prose).build();
            let expected: Places = prose
                .expect("a finder")
                .find_iter(&text)
                .map(|link| {
                    (
                        range(&text, link.start(), link.end(), encoding),
                        link.href().into_owned(),
                    )
                })
                .collect();
            assert_eq!(expected.len(), 10);
            assert_eq!(shown(&client.links("file:///a.txt")), expected);
        }
        client.finish();
    }
}
