//! Minimal escaping (C2, §4.1), to the letter.

use alloc::borrow::Cow;
use alloc::string::String;

use super::part::Part;
use crate::bracket::{Bracket, OpenBrackets};
use crate::percent::{Unit, Value, push_escaped};
use crate::property::{LinkTerm, link_term};

/// The minimal escaping of path, query, fragment and directives of a URL, to the letter of §4.1.
///
/// `tail` is everything after host and port: empty, or starting with `/`, `?` or `#`. Its literal syntax is
/// syntax; everything else, escaped or not, is content. Escaped bytes that are not UTF-8 stay escaped.
///
/// The result is what the standard requires (C2). It is not always what people should see:
/// [`url::to_readable`](crate::url::to_readable) adds escapes where the result would not be detected whole,
/// would be rejected by servers, or would contain invisible characters.
///
/// ```
/// use linkspan::uts58::minimal_escape;
///
/// assert_eq!(minimal_escape("/%E0%A4%AE%E0%A5%81%E0%A4%82%E0%A4%AC%E0%A4%88?a%26b"), "/मुंबई?a%26b");
/// // A closing bracket that does not pair also closes the bracket before it.
/// assert_eq!(minimal_escape("/(>b)"), "/(%3Eb%29");
/// assert_eq!(minimal_escape("/100%25"), "/100%");
/// ```
#[must_use]
pub fn minimal_escape(tail: &str) -> Cow<'_, str> {
    let mut letter = Letter::new();
    let mut out = String::with_capacity(tail.len());
    let mut rest = tail;
    loop {
        if let Some(len) = letter.syntax_len(rest) {
            let (syntax, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
            out.push_str(syntax);
            rest = after;
            continue;
        }
        let Some((unit, after)) = Unit::split_first(rest) else {
            break;
        };
        match unit.value.char() {
            None => out.push_str(unit.source),
            Some(c) if letter.must_escape(unit.value, c, after) => push_escaped(c, &mut out),
            Some(c) => out.push(c),
        }
        rest = after;
    }
    if out == tail {
        Cow::Borrowed(tail)
    } else {
        Cow::Owned(out)
    }
}

/// The state of minimal escaping: the current part, and its open brackets.
pub(crate) struct Letter {
    part: Part,
    open: OpenBrackets,
}

impl Letter {
    pub(crate) fn new() -> Self {
        Self {
            // Before the path, `/`, `?` and `#` have the same effect as in it.
            part: Part::Path,
            open: OpenBrackets::new(),
        }
    }

    pub(crate) fn part(&self) -> Part {
        self.part
    }

    /// The length of the syntax at the start of `rest`. It may start another part, and it clears the stack.
    pub(crate) fn syntax_len(&mut self, rest: &str) -> Option<usize> {
        let len = if let Some((next, len)) = Part::starting(Some(self.part), rest) {
            self.part = next;
            len
        } else {
            self.part.clearing(rest)?
        };
        self.open.clear();
        Some(len)
    }

    /// Whether the next character must be escaped, which `after` follows.
    pub(crate) fn must_escape(&mut self, value: Value, c: char, after: &str) -> bool {
        // Literal syntax was consumed by `syntax_len`. So a literal syntax character here has no meaning in
        // this part, and an escaped one must stay escaped.
        if value == Value::Escaped(c) && self.part.is_syntax(c) {
            return true;
        }
        match c {
            '%' if next_are(after, [is_hex, is_hex]) => return true,
            ':' if self.part.has_directives() && next_are(after, [|c| c == '~', |c| c == ':']) => {
                return true;
            }
            _ => {}
        }
        match link_term(c) {
            LinkTerm::Include => false,
            LinkTerm::Hard => true,
            LinkTerm::Soft => after.is_empty(),
            LinkTerm::Open => self.open.open(c) == Bracket::Unpaired,
            LinkTerm::Close => self.open.pop(c) == Bracket::Unpaired,
        }
    }
}

fn is_hex(c: char) -> bool {
    c.is_ascii_hexdigit()
}

/// Whether the next two characters that `text` stands for, escaped or not, pass these tests.
fn next_are(text: &str, tests: [fn(char) -> bool; 2]) -> bool {
    let mut rest = text;
    tests.iter().all(|test| {
        let Some((unit, after)) = Unit::split_first(rest) else {
            return false;
        };
        rest = after;
        unit.value.char().is_some_and(test)
    })
}
