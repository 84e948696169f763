//! Properties of URL formatting, with a reference implementation of §4.1 and the WHATWG parser `url` as oracle.

use std::borrow::Cow;
use std::fmt;

use linkspan::url::{UrlError, UrlParts, path_to_readable, to_ascii, to_readable};
use linkspan::uts58::{LinkTerm, link_bracket, link_term, minimal_escape, terminate};
use url::Url;

/// A URL as the WHATWG parser reads it, percent-decoded.
#[derive(Debug, PartialEq)]
struct DecodedUrl {
    /// Scheme, userinfo, host and port.
    before_path: Vec<u8>,
    segments: Vec<Vec<u8>>,
    query: Option<Vec<Vec<Vec<u8>>>>,
    fragment: Option<Vec<u8>>,
}

/// Formats a URL that is known to be valid.
fn formatted(form: fn(&str) -> Result<Cow<'_, str>, UrlError>, url: &str) -> String {
    form(url).unwrap().into_owned()
}

/// The percent-escapes of a character, one for each byte of its UTF-8 form.
pub(crate) fn escaped(c: char) -> String {
    let bytes = c.to_string().into_bytes();
    let escapes: Vec<_> = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    escapes.concat()
}

fn decode(text: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(text).collect()
}

/// Parses a URL as a browser does, with `https` if it has no scheme.
fn parse_like_browser(url: &str) -> Option<Url> {
    match UrlParts::parse(url).ok()?.scheme() {
        Some(_) => Url::parse(url).ok(),
        None => Url::parse(&format!("https://{url}")).ok(),
    }
}

fn decoded_components(url: &str) -> Option<DecodedUrl> {
    let url = parse_like_browser(url)?;
    let query = url.query().map(|query| {
        // An unescaped `+` may mean a space, so it must stay different from an escaped one.
        let decode_with_plus = |text: &str| decode(&text.replace('+', "%00+"));
        let pair = |pair: &str| pair.splitn(2, '=').map(decode_with_plus).collect();
        query.split('&').map(pair).collect()
    });
    let before_path = &url[..url::Position::BeforePath];
    Some(DecodedUrl {
        // Only an opaque host can contain escapes.
        before_path: if url.is_special() {
            before_path.into()
        } else {
            decode(before_path)
        },
        segments: url.path().split('/').map(decode).collect(),
        query,
        fragment: url.fragment().map(decode),
    })
}

/// Checks all properties of both forms of a URL. A text that is not a URL must be rejected with an offset inside it.
pub(crate) fn assert_all(url: &str) {
    let parts = match UrlParts::parse(url) {
        Ok(parts) => parts,
        Err(error) => {
            assert!(error.offset() <= url.len());
            assert!(to_readable(url).is_err() && to_ascii(url).is_err());
            return;
        }
    };
    writers_agree_with_the_returned_strings(&parts, url);
    let (readable, ascii) = (formatted(to_readable, url), formatted(to_ascii, url));
    forms_are_stable(&readable, &ascii, &parts.to_literal());
    readable_form_has_no_new_findings(url, &readable);
    readable_form_has_no_new_findings(&ascii, &formatted(to_readable, &ascii));
    forms_are_equivalent_in_browsers(url, &readable, &ascii);
    readable_form_is_detected_as_one_link(&readable);
}

/// What follows the authority is a whole by the standard. Opaque URLs such as `tel:` have none.
fn readable_form_is_detected_as_one_link(readable: &str) {
    let parts = UrlParts::parse(readable).unwrap();
    let tail = parts.after_authority();
    if !tail.is_empty() && !tail.starts_with(['/', '?', '#']) {
        return;
    }
    let host_end = readable.len() - tail.len();
    let text = format!(" {readable} ");
    assert_eq!(
        terminate(&text, 1 + host_end),
        1 + readable.len(),
        "{readable}"
    );
}

fn writers_agree_with_the_returned_strings(parts: &UrlParts<'_>, url: &str) {
    assert_eq!(parts.as_str(), url);
    if let Cow::Borrowed(unchanged) = parts.to_readable() {
        assert_eq!(unchanged, url);
    }
    let mut written = String::new();
    parts.write_readable(&mut written).unwrap();
    assert_eq!(written, parts.to_readable());
    written.clear();
    parts.write_ascii(&mut written).unwrap();
    assert_eq!(written, parts.to_ascii());
}

/// Formatting a form again does not change it, and each form can be converted to the other.
fn forms_are_stable(readable: &str, ascii: &str, literal: &str) {
    assert!(ascii.is_ascii());
    assert_eq!(formatted(to_readable, readable), readable);
    assert_eq!(formatted(to_ascii, ascii), ascii);
    let from_ascii = formatted(to_readable, ascii);
    let parts = UrlParts::parse(readable).unwrap();
    let (scheme, host) = (parts.scheme().unwrap_or("https"), parts.host());
    // Escapes in the host of another scheme are decoded if no label deceives.
    let is_domain = matches!(scheme, "http" | "https" | "ftp" | "ws" | "wss" | "file");
    let may_stay_ascii = readable.contains("xn--")
        || !is_domain && !host.is_ascii()
        || host.contains('%')
        // No label tells which letters are expected.
        || host.ends_with("..")
        || last_label_may_swap(host);
    if may_stay_ascii || deceives(readable) || deceives(literal) {
        // What deceives is not decoded, so the readable form depends on how the URL is written.
        assert_eq!(
            decoded_components(&from_ascii),
            decoded_components(readable)
        );
    } else {
        assert_eq!(from_ascii, readable);
        assert_eq!(
            formatted(to_readable, &formatted(to_ascii, readable)),
            readable
        );
    }
}

/// Whether the last label of a host is read from right to left and another one is not. It is not decoded, whatever
/// follows the host.
fn last_label_may_swap(host: &str) -> bool {
    let is_right_to_left = |label: &str| label.contains(is_right_to_left);
    let mut labels = host.trim_end_matches('.').rsplit(['.', '。', '．', '｡']);
    labels.next().is_some_and(is_right_to_left) && labels.any(|label| !is_right_to_left(label))
}

/// Whether a character is in a block of scripts that are read from right to left.
fn is_right_to_left(c: char) -> bool {
    matches!(
        c,
        '\u{590}'..='\u{8FF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFF}'
            | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}'
    )
}

/// The codes of the findings about the look of a URL.
#[cfg(feature = "assess")]
fn findings(url: &str) -> Vec<linkspan::assess::Code> {
    let link = linkspan::Link::parse(url).unwrap();
    let report = linkspan::assess::assess(&link);
    let findings = report.findings().iter();
    findings
        .filter(|finding| finding.concern() == linkspan::assess::Concern::Look)
        .map(linkspan::assess::Finding::code)
        .collect()
}

/// Whether a URL may deceive, so that its readable form depends on how it is written.
fn deceives(url: &str) -> bool {
    #[cfg(feature = "assess")]
    return !findings(url).is_empty();
    #[cfg(not(feature = "assess"))]
    !url.is_ascii()
}

/// Decoding never produces what `assess` reports.
#[cfg_attr(
    not(feature = "assess"),
    expect(unused_variables, reason = "nothing is assessed")
)]
fn readable_form_has_no_new_findings(url: &str, readable: &str) {
    #[cfg(feature = "assess")]
    {
        let before = findings(url);
        let mut after = findings(readable);
        // An escape that the standard requires starts with a digit, and a number after right-to-left letters is displayed
        // to their left.
        if starts_with_escape_after_host(readable) {
            after.retain(|code| *code != linkspan::assess::Code::HostReordered);
        }
        // An escape that the standard requires gives a deceptive character another neighbour, so a URL that deceives
        // already may deceive in another way.
        assert!(
            !before.is_empty() || after.is_empty(),
            "{after:?} in {readable:?}"
        );
    }
}

/// Whether the first letter or digit after the host is part of an escape.
#[cfg(feature = "assess")]
fn starts_with_escape_after_host(url: &str) -> bool {
    let link = linkspan::Link::parse(url).unwrap();
    let mut tail = url[link.host_range().end..].chars();
    tail.find(|c| *c == '%' || c.is_alphanumeric()) == Some('%')
}

/// The WHATWG parser reads the same components from the readable form, and the same URL from the ASCII form.
fn forms_are_equivalent_in_browsers(url: &str, readable: &str, ascii: &str) {
    if let Some(expected) = decoded_components(url) {
        assert_eq!(decoded_components(readable), Some(expected), "{readable}");
    }
    if let Some(expected) = parse_like_browser(url) {
        let found = parse_like_browser(ascii).unwrap();
        // The URL standard escapes '^' in paths, but the `url` crate does not yet. In opaque paths, the standard keeps
        // characters that RFC 3986 does not allow there.
        let escaped: &[char] = if expected.cannot_be_a_base() {
            &[' ', '"', '<', '>', '^', '`', '{', '}']
        } else {
            &['^']
        };
        let escape = |url: &str| -> String {
            let escape = |c: char| match c {
                _ if escaped.contains(&c) => format!("%{:02X}", u32::from(c)),
                _ => c.to_string(),
            };
            url.chars().map(escape).collect()
        };
        assert_eq!(escape(found.as_str()), escape(expected.as_str()));
    }
}

/// A tail alone is formatted like the tail of a URL.
pub(crate) fn tail_is_formatted_as_in_a_url(tail: &str) {
    if let Ok(readable) = path_to_readable(tail) {
        let url = formatted(to_readable, &format!("example.com{tail}"));
        assert_eq!(url, format!("example.com{readable}"));
    }
}

/// The unescaped texts of the parts of a URL.
#[derive(Clone, Default)]
pub(crate) struct UnescapedTexts {
    pub(crate) path: Vec<String>,
    pub(crate) query: Option<Vec<(String, Option<String>)>>,
    pub(crate) fragment: Option<String>,
    pub(crate) directives: Vec<String>,
}

/// Prints the argument of [`built_url_matches_reference`] as code to paste into a test.
impl fmt::Debug for UnescapedTexts {
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
            "&crate::properties::format::UnescapedTexts {{ path: {}, query: {}, fragment: {}, directives: {} }}",
            texts(&self.path),
            query.as_deref().unwrap_or("None"),
            optional(&self.fragment),
            texts(&self.directives),
        )
    }
}

impl UnescapedTexts {
    fn build(&self) -> Result<UrlParts<'static>, UrlError> {
        let mut builder = UrlParts::builder("example.com").scheme("https");
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
        builder.build()
    }

    /// The syntax and content after the host of a URL with these texts.
    fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut push = |syntax, text: &str, escaped| {
            tokens.push(Token::Syntax(syntax));
            tokens.extend(text.chars().map(|c| Token::Content(c, escaped)));
        };
        for segment in &self.path {
            push("/", segment, "/?#");
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
    /// Syntax, which is never escaped and clears the bracket stack.
    Syntax(&'static str),
    /// A character of content, and the characters that would be syntax in its part.
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

/// Reference implementation of minimal escaping: §4.1 to the letter.
fn reference_format(texts: &UnescapedTexts) -> String {
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
                LinkTerm::Close => stack.pop() != link_bracket(c),
                LinkTerm::Hard => true,
            };
        if escape {
            out.push_str(&escaped(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// The readable form escapes all that the letter escapes. It is the letter's result if that is detected whole and
/// contains nothing that a rule of the readable form concerns.
fn readable_form_adds_escapes_to_the_letter(readable: &str, literal: &str) {
    let (mut readable_rest, mut literal_rest) = (readable, literal);
    while let Some(c) = literal_rest.chars().next() {
        let written = &literal_rest[..c.len_utf8()];
        literal_rest = &literal_rest[c.len_utf8()..];
        readable_rest = match readable_rest.strip_prefix(written) {
            // A literal '%' of the letter may be the start of an escape of the readable form.
            Some(rest)
                if c != '%'
                    || !readable_rest.starts_with("%25")
                    || literal_rest.starts_with("25") =>
            {
                rest
            }
            _ => readable_rest
                .strip_prefix(escaped(c).as_str())
                .unwrap_or_else(|| panic!("{readable} does not add escapes to {literal}")),
        };
    }
    assert_eq!(readable_rest, "");
    let host_end = "https://example.com".len();
    let is_whole = terminate(literal, host_end) == literal.len();
    let bare_percent = literal.match_indices('%').any(|(at, _)| {
        let digits = literal.as_bytes().get(at + 1..at + 3);
        !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    let is_ignorable = |c: char| strip_ignorable(c).is_none();
    let is_plain = !literal.contains('\\') && !literal.chars().any(is_ignorable);
    if is_whole && !bare_percent && is_plain && !deceives(literal) {
        assert_eq!(readable, literal);
    }
}

/// The character, unless it is invisible or changes the order of text.
fn strip_ignorable(c: char) -> Option<char> {
    let is_invisible = matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}');
    (!is_invisible).then_some(c)
}

/// A URL that is built from texts is formatted like the reference implementation does, and parses back to the texts.
pub(crate) fn built_url_matches_reference(texts: &UnescapedTexts) {
    // Browsers remove these segments, so no URL can represent them.
    let has_dot_segment = texts.path.iter().any(|text| text == "." || text == "..");
    let built = texts.build();
    assert_eq!(built.is_err(), has_dot_segment);
    let Ok(parts) = built else {
        return;
    };
    let literal = |parts: &UrlParts<'_>| {
        let escaped = minimal_escape(parts.after_authority()).into_owned();
        format!("https://example.com{escaped}")
    };
    assert_eq!(literal(&parts), reference_format(texts));
    let ascii = parts.to_ascii().into_owned();
    assert_eq!(
        literal(&UrlParts::parse(&ascii).unwrap()),
        reference_format(texts)
    );
    if !deceives(&parts.to_readable()) && !deceives(&literal(&parts)) {
        assert_eq!(formatted(to_readable, &ascii), parts.to_readable());
    }
    readable_form_adds_escapes_to_the_letter(&parts.to_readable(), &literal(&parts));
    for url in [parts.to_readable(), parts.to_ascii(), parts.as_str().into()] {
        parses_back_to(texts, &url);
    }
    assert_all(parts.as_str());
}

fn parses_back_to(texts: &UnescapedTexts, url: &str) {
    let parts = UrlParts::parse(url).unwrap();
    let decoded =
        |component: linkspan::url::Component<'_>| component.decode_utf8().unwrap().into_owned();
    assert_eq!(
        parts.segments().map(decoded).collect::<Vec<_>>(),
        texts.path
    );
    let query = parts.query().map(|_| {
        parts
            .query_pairs()
            .map(|(key, value)| (decoded(key), value.map(decoded)))
            .collect::<Vec<_>>()
    });
    // A single empty key and an empty query are written alike.
    let empty_key = [(String::new(), None)];
    let expected = texts
        .query
        .clone()
        .map(|pairs| if pairs == empty_key { vec![] } else { pairs });
    assert_eq!(query, expected);
    assert_eq!(
        parts.fragment().map(|text| decoded(text.into())),
        texts.fragment
    );
    let directives: Vec<_> = parts.directives().map(decoded).collect();
    assert_eq!(directives, texts.directives);
}
