//! Formatting: a plain twin, the WHATWG parser as oracle, and what holds for every URL.

use std::borrow::Cow;
use std::fmt;

use linkspan::{
    LinkTerm, Parts, UrlError, link_bracket, link_term, minimal, minimal_tail, terminate, wire,
};
use url::Url;

/// What a browser makes of a URL, apart from how its characters are escaped.
#[derive(Debug, PartialEq)]
struct Seen {
    front: Vec<u8>,
    segments: Vec<Vec<u8>>,
    query: Option<Vec<Vec<Vec<u8>>>>,
    fragment: Option<Vec<u8>>,
}

/// One form of a URL that is known to have one.
fn formatted(form: fn(&str) -> Result<Cow<'_, str>, UrlError>, url: &str) -> String {
    form(url).unwrap().into_owned()
}

/// The escapes of a character, one for each byte of its UTF-8 form.
pub(crate) fn escaped(c: char) -> String {
    let bytes = c.to_string().into_bytes();
    let escapes: Vec<_> = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    escapes.concat()
}

fn decode(text: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(text).collect()
}

/// What a browser parses. Without a scheme, nothing is a URL to it.
fn parsed(url: &str) -> Option<Url> {
    match Parts::parse(url).ok()?.scheme() {
        Some(_) => Url::parse(url).ok(),
        None => Url::parse(&format!("https://{url}")).ok(),
    }
}

fn seen(url: &str) -> Option<Seen> {
    let url = parsed(url)?;
    let query = url.query().map(|query| {
        // `+` may mean a space, so it must not be taken for an escaped one.
        let plus = |text: &str| decode(&text.replace('+', "%00+"));
        let pair = |pair: &str| pair.splitn(2, '=').map(plus).collect();
        query.split('&').map(pair).collect()
    });
    let front = &url[..url::Position::BeforePath];
    Some(Seen {
        // Only where hosts are opaque can there be escapes in them.
        front: if url.is_special() {
            front.into()
        } else {
            decode(front)
        },
        segments: url.path().split('/').map(decode).collect(),
        query,
        fragment: url.fragment().map(decode),
    })
}

/// All laws for a URL, or for what is none.
pub(crate) fn url(url: &str) {
    let parts = match Parts::parse(url) {
        Ok(parts) => parts,
        Err(error) => {
            assert!(error.offset() <= url.len());
            assert!(minimal(url).is_err() && wire(url).is_err());
            return;
        }
    };
    nothing_is_lost(&parts, url);
    let (readable, wired) = (formatted(minimal, url), formatted(wire, url));
    both_are_stable(&readable, &wired);
    a_browser_sees_the_same(url, &readable, &wired);

    // The readable form is one link between two spaces.
    let host_end = readable.len() - Parts::parse(&readable).unwrap().tail().len();
    let text = format!(" {readable} ");
    assert_eq!(
        terminate(&text, 1 + host_end),
        1 + readable.len(),
        "{readable}"
    );
}

fn nothing_is_lost(parts: &Parts<'_>, url: &str) {
    assert_eq!(parts.as_str(), url);
    if let Cow::Borrowed(same) = parts.minimal() {
        assert_eq!(same, url);
    }
    let mut written = String::new();
    parts.write_minimal(&mut written).unwrap();
    assert_eq!(written, parts.minimal());
    written.clear();
    parts.write_wire(&mut written).unwrap();
    assert_eq!(written, parts.wire());
}

fn both_are_stable(readable: &str, wired: &str) {
    assert!(wired.is_ascii());
    assert_eq!(formatted(minimal, readable), readable);
    assert_eq!(formatted(wire, wired), wired);
    assert_eq!(formatted(minimal, wired), readable);
    assert_eq!(formatted(minimal, &formatted(wire, readable)), readable);
}

fn a_browser_sees_the_same(url: &str, readable: &str, wired: &str) {
    if let Some(before) = seen(url) {
        assert_eq!(seen(readable), Some(before), "{readable}");
    }
    if let Some(before) = parsed(url) {
        // The URL standard has '^' escaped in paths; this parser does not do so yet.
        let caret = |url: &str| url.replace('^', "%5E");
        let after = parsed(wired).unwrap();
        assert_eq!(caret(after.as_str()), caret(before.as_str()));
    }
}

/// A tail by itself is formatted as in the whole.
pub(crate) fn tail(tail: &str) {
    if let Ok(readable) = minimal_tail(tail) {
        let whole = formatted(minimal, &format!("example.com{tail}"));
        assert_eq!(whole, format!("example.com{readable}"));
    }
}

/// Texts that are not escaped, by part.
#[derive(Clone, Default)]
pub(crate) struct Texts {
    pub(crate) path: Vec<String>,
    pub(crate) query: Option<Vec<(String, Option<String>)>>,
    pub(crate) fragment: Option<String>,
    pub(crate) directives: Vec<String>,
}

/// As an argument of [`building`], to be pasted into a test.
impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = |texts: &[String]| {
            let texts: Vec<_> = texts
                .iter()
                .map(|text| format!("{text:?}.into()"))
                .collect();
            format!("vec![{}]", texts.join(", "))
        };
        let optional = |text: &Option<String>| match text {
            Some(text) => format!("Some({text:?}.into())"),
            None => "None".to_owned(),
        };
        let pair = |(key, value): &(String, Option<String>)| {
            format!("({key:?}.into(), {})", optional(value))
        };
        let query = self.query.as_ref().map(|pairs| {
            let pairs: Vec<_> = pairs.iter().map(pair).collect();
            format!("Some(vec![{}])", pairs.join(", "))
        });
        write!(
            f,
            "&crate::laws::format::Texts {{ path: {}, query: {}, fragment: {}, directives: {} }}",
            texts(&self.path),
            query.as_deref().unwrap_or("None"),
            optional(&self.fragment),
            texts(&self.directives),
        )
    }
}

impl Texts {
    fn build(&self) -> Parts<'static> {
        let mut builder = Parts::builder("example.com").scheme("https");
        for segment in &self.path {
            builder = builder.segment(segment);
        }
        for (key, value) in self.query.iter().flatten() {
            builder = match value {
                Some(value) => builder.pair(key, value),
                None => builder.key(key),
            };
        }
        if let Some(fragment) = &self.fragment {
            builder = builder.fragment(fragment);
        }
        for directive in &self.directives {
            builder = builder.directive(directive);
        }
        builder.build().unwrap()
    }

    /// What a URL of these texts holds after its host, as syntax and content.
    fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut push = |syntax, text: &str, escaped| {
            tokens.push(Token::Syntax(syntax));
            tokens.extend(text.chars().map(|c| Token::Content(c, escaped)));
        };
        for segment in &self.path {
            push("/", segment, "/?#\\");
        }
        for (index, (key, value)) in self.query.iter().flatten().enumerate() {
            push(if index == 0 { "?" } else { "&" }, key, "+#=&");
            if let Some(value) = value {
                push("=", value, "+#=&");
            }
        }
        if let Some(fragment) = &self.fragment {
            push("#", fragment, "");
        }
        for directive in &self.directives {
            push(":~:", directive, "&,");
        }
        tokens
    }
}

#[derive(Clone, Copy)]
enum Token {
    /// Text that stands as it is and empties the stack of brackets.
    Syntax(&'static str),
    /// A character, and which characters would be syntax beside it.
    Content(char, &'static str),
}

impl Token {
    fn text(self) -> String {
        match self {
            Self::Syntax(text) => text.to_owned(),
            Self::Content(c, _) => c.to_string(),
        }
    }
}

/// §4.1 as it reads: all content in a row, each character escaped or not. But a closing bracket
/// that gets escaped leaves the stack alone, for it will not be there when the link is detected.
fn twin(texts: &Texts) -> String {
    let tokens = texts.tokens();
    let mut out = String::from("https://example.com");
    let mut stack = Vec::new();
    let mut in_fragment = false;
    for (index, &token) in tokens.iter().enumerate() {
        let Token::Content(c, syntax) = token else {
            let text = token.text();
            in_fragment |= text == "#";
            stack.clear();
            out.push_str(&text);
            continue;
        };
        let rest: String = tokens[index..].iter().map(|token| token.text()).collect();
        let hex = |at: usize| rest.chars().nth(at).is_some_and(|c| c.is_ascii_hexdigit());
        let escape = syntax.contains(c)
            || (c == '%' && hex(1) && hex(2))
            || (in_fragment && rest.starts_with(":~:"))
            || match link_term(c) {
                LinkTerm::Include => false,
                LinkTerm::Soft => index + 1 == tokens.len(),
                LinkTerm::Open if stack.len() == 125 => true,
                LinkTerm::Open => {
                    stack.push(c);
                    false
                }
                LinkTerm::Close if stack.last().copied() == link_bracket(c) => {
                    stack.pop();
                    false
                }
                LinkTerm::Close | LinkTerm::Hard => true,
            };
        if escape {
            out.push_str(&escaped(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// What is built from texts is formatted as by the twin, and read back.
pub(crate) fn building(texts: &Texts) {
    let parts = texts.build();
    assert_eq!(parts.minimal(), twin(texts));
    assert_eq!(formatted(minimal, &parts.wire()), twin(texts));
    for url in [parts.minimal(), parts.wire(), parts.as_str().into()] {
        read_back(texts, &url);
    }
    url(parts.as_str());
}

fn read_back(texts: &Texts, url: &str) {
    let read = Parts::parse(url).unwrap();
    let decoded =
        |component: linkspan::Component<'_>| component.decode_utf8().unwrap().into_owned();
    assert_eq!(read.segments().map(decoded).collect::<Vec<_>>(), texts.path);
    let query = read.query().map(|pairs| {
        pairs
            .map(|(key, value)| (decoded(key), value.map(decoded)))
            .collect::<Vec<_>>()
    });
    // A single empty key cannot be told from an empty query.
    let empty_key = [(String::new(), None)];
    let expected = texts
        .query
        .clone()
        .map(|pairs| if pairs == empty_key { vec![] } else { pairs });
    assert_eq!(query, expected);
    assert_eq!(read.fragment().map(decoded), texts.fragment);
    let directives: Vec<_> = read.directives().map(decoded).collect();
    assert_eq!(directives, texts.directives);
}
