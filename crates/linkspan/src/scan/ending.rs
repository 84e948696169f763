//! Where a link ends before the standard says so: the options
//! [`Delimiters`] and [`AttachedWords`].
//!
//! The syntax around a link (quotation marks, markup, separated values) and words that directly follow it may
//! consist of characters that the standard includes in a link. What precedes the link often tells them apart.

use core::fmt;

use linkspan_vector::AsciiSet;

use super::options::Options;
use crate::counter;
use crate::link::{Link, LinkKind};
use crate::options::{AttachedWords, Delimiters};
use crate::percent::escaped_byte;
use crate::property::{HostClass, LinkTerm, ascii, host_class, link_term};
use crate::scheme::{self, Form};
use crate::uts58::{Effect, Steps, Stops};

/// The reason why a link ends before a character that the standard includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndReason {
    /// It is a quotation mark, an angle bracket or a backtick.
    Quote,
    /// It occurs directly before the link, too.
    Delimiter,
    /// It separates the values of a list or table.
    Separator,
    /// It starts an escape sequence or a character reference.
    Escape,
    /// It starts a word, or is punctuation of a script without spaces.
    Word,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Quote => "it is a quotation mark, an angle bracket or a backtick",
            Self::Delimiter => "it also directly precedes the link",
            Self::Separator => "it separates the values of a list or table",
            Self::Escape => "it starts an escape sequence or a character reference",
            Self::Word => "it starts a word that is not part of the link",
        })
    }
}

/// Whether a link ends before the standard says so.
pub(super) struct Ending<'o> {
    options: &'o Options,
    /// The character directly before the link. A character reference stands for its character.
    before: Option<char>,
    /// Whether the link is the destination of a Markdown link: `](` directly precedes it.
    is_destination: bool,
    /// The end of host and port.
    start: usize,
    /// Whether all characters after the host were ASCII so far.
    is_ascii: bool,
    /// Whether characters above ASCII end the path.
    has_ascii_path: bool,
}

impl<'o> Ending<'o> {
    /// For the link that starts at `link_start` and whose host and port end at `start`.
    pub(super) fn new(options: &'o Options, text: &str, link_start: usize, start: usize) -> Self {
        let before = text.get(..link_start).unwrap_or_default();
        Self {
            options,
            before: last_char(before),
            is_destination: before.ends_with("]("),
            start,
            is_ascii: true,
            has_ascii_path: false,
        }
    }

    /// The same for a URL without `//`, whose scheme requires this form.
    pub(super) fn with_form(self, form: Form) -> Self {
        Self {
            has_ascii_path: form.has_ascii_path(),
            ..self
        }
    }

    /// The ASCII characters that end every link while no bracket is open, wherever it is, unless delimiters are those of the
    /// standard. Punctuation before them may still be part of the link.
    pub(super) const ENDS: AsciiSet = ascii::HARD_OR_CLOSE.union(AsciiSet::new(b"\"<`"));

    /// Whether no option ends a link before the standard does.
    pub(super) fn is_standard(options: &Options) -> bool {
        options.delimiters == Delimiters::Standard && options.attached_words == AttachedWords::Keep
    }

    /// The reason why the link ends before the character at `offset`. Called with ascending offsets.
    pub(super) fn reason(&mut self, text: &str, offset: usize) -> Option<EndReason> {
        let rest = text.get(offset..).unwrap_or_default();
        let mut chars = rest.chars();
        let c = chars.next()?;
        let after = chars.as_str();
        // What follows a run of underscores decides for all of them, so only the first one is looked at.
        let is_repeated = c == '_' && text.get(..offset).is_some_and(|text| text.ends_with('_'));
        if !is_repeated && let Some(reason) = self.delimiter(c, after) {
            return Some(reason);
        }
        if c.is_ascii() || !self.is_ascii {
            return None;
        }
        self.is_ascii = false;
        let part = text.get(self.start..offset).unwrap_or_default();
        if self.has_ascii_path && !part.contains(['?', '#']) {
            return Some(EndReason::Word);
        }
        let trims = self.options.attached_words == AttachedWords::Trim;
        (trims && starts_word(part, c, rest)).then_some(EndReason::Word)
    }

    fn delimiter(&self, c: char, after: &str) -> Option<EndReason> {
        let is_code = match self.options.delimiters {
            Delimiters::Standard => return None,
            Delimiters::Quotes => false,
            Delimiters::Code => true,
        };
        if self.before.is_some_and(|before| closes(before, c, after)) {
            return Some(EndReason::Delimiter);
        }
        match c {
            c if is_quote(c) => Some(EndReason::Quote),
            // Hebrew writes the gershayim inside acronyms, too.
            '״' if !after.starts_with(|c| matches!(c, 'א'..='ת')) => Some(EndReason::Quote),
            ',' if precedes_value(after) || (is_code && self.starts_field()) => {
                Some(EndReason::Separator)
            }
            ';' if is_code && self.before == Some(';') => Some(EndReason::Separator),
            '|' if is_code => Some(EndReason::Separator),
            '\\' if is_code && is_escaped(after) => Some(EndReason::Escape),
            '&' if is_code && is_quote_reference(after) => Some(EndReason::Escape),
            _ => None,
        }
    }

    /// The end of the link if what surrounds it delimits it exactly: punctuation before the closing delimiter
    /// is then part of the link. `end` is the end by all other rules.
    #[inline(always)]
    pub(super) fn delimited_end(&self, text: &str, end: usize) -> usize {
        let is_opened = matches!(self.before, Some('<' | '(' | '"' | '\'' | '`'));
        let next = text.as_bytes().get(end);
        if is_opened && next.is_some_and(|&byte| ascii::SOFT.contains(byte)) {
            return self.end_after_punctuation(text, end);
        }
        end
    }

    /// The same if punctuation follows.
    #[inline(never)]
    fn end_after_punctuation(&self, text: &str, end: usize) -> usize {
        if end == self.start || self.options.delimiters == Delimiters::Standard {
            return end;
        }
        let is_code = self.options.delimiters == Delimiters::Code;
        let closer = match self.before {
            Some('<') => '>',
            Some('(') if self.is_destination => ')',
            Some(quote @ ('"' | '\'' | '`')) if is_code => quote,
            _ => return end,
        };
        let rest = text.get(end..).unwrap_or_default();
        let is_punctuation =
            |c: char| c.is_ascii() && c != '?' && c != closer && link_term(c) == LinkTerm::Soft;
        let after = rest.trim_start_matches(|c| is_punctuation(c) && !is_quote(c));
        let len = rest.len() - after.len();
        counter::add(len + 1);
        if after.starts_with(closer) {
            end + len
        } else {
            end
        }
    }

    /// Whether the link is at the start of a line, or of a field in separated values.
    fn starts_field(&self) -> bool {
        self.before
            .is_none_or(|c| c.is_control() || matches!(c, ',' | ';'))
    }
}

/// Where and why a link ends before the standard says so.
///
/// [`Finder::explain_end`](crate::Finder::explain_end) returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EarlyEnd {
    /// The byte offset of the character before which the link ends. Punctuation directly before it is not
    /// part of the link either.
    pub offset: usize,
    /// The reason.
    pub reason: EndReason,
}

impl EarlyEnd {
    /// The early end of a link in its text, if it has one.
    pub(crate) fn of(options: &Options, link: &Link<'_>) -> Option<Self> {
        let (text, start) = (link.text(), link.path_range().start);
        // The options do not apply to an email address without a query.
        let has_parts = link.kind() == LinkKind::Url || link.query_range().is_some();
        if !has_parts {
            return None;
        }
        let mut ending = Ending::new(options, text, link.start(), start);
        let mut steps = Steps::new(text, start);
        if link.is_opaque() {
            let form = link.scheme().and_then(Form::of_scheme);
            if let Some(form) = form {
                ending = ending.with_form(form);
            }
            steps = Steps::in_path(text, start);
        }
        loop {
            let offset = steps.offset();
            // A link that is delimited exactly contains characters that would end it otherwise.
            if offset > start
                && let Some(reason) = ending.reason(text, offset)
                && offset >= link.end()
            {
                return Some(Self { offset, reason });
            }
            if matches!(steps.next()?.effect, Effect::Stops(_)) {
                return None;
            }
        }
    }
}

impl Stops for Ending<'_> {
    const ASCII: AsciiSet = AsciiSet::new(b"\"'<>`|\\,;&*_~");

    fn ends_at(&mut self, text: &str, offset: usize) -> bool {
        self.reason(text, offset).is_some()
    }
}

/// Whether a character is a quotation mark, an angle bracket, a backtick or an ellipsis.
fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '<' | '>' | '`' | '«' | '»' | '‹' | '›' | '“' | '”' | '„' | '…'
    )
}

/// The last character of a text. In markup, it may be written as a character reference.
fn last_char(text: &str) -> Option<char> {
    const MAX_LEN: usize = 8;
    let last = text.chars().next_back()?;
    if last != ';' {
        return Some(last);
    }
    let near = text.len().saturating_sub(MAX_LEN);
    let near = text.as_bytes().get(near..).unwrap_or_default();
    let reference = match near.iter().rposition(|&byte| byte == b'&') {
        Some(start) => near.get(start..).unwrap_or_default(),
        None => return Some(last),
    };
    Some(match reference {
        b"&quot;" | b"&#34;" | b"&#x22;" => '"',
        b"&apos;" | b"&#39;" | b"&#x27;" => '\'',
        b"&lt;" | b"&#60;" | b"&#x3c;" | b"&#x3C;" => '<',
        // Any other character.
        _ => ' ',
    })
}

/// Whether `c`, followed by `after`, closes what `before` opened directly before the link.
fn closes(before: char, c: char, after: &str) -> bool {
    match before {
        '\'' | '*' | '|' | '״' => c == before,
        '‘' | '‚' => c == '’' || c == '‘',
        '<' | '[' => c == '|',
        '~' => c == '~' && after.starts_with('~'),
        '_' => {
            let end = after.trim_start_matches('_');
            counter::add(after.len() - end.len());
            c == '_' && !end.starts_with(|c: char| c.is_alphanumeric() || c == '/')
        }
        _ => false,
    }
}

/// Whether a text starts with another value of a list: a quoted one, or a URL.
fn precedes_value(text: &str) -> bool {
    const MAX_SCHEME_LEN: usize = 16;
    let front = text.get(..MAX_SCHEME_LEN + scheme::SEPARATOR.len());
    counter::add(MAX_SCHEME_LEN);
    text.starts_with(['"', '\'']) || scheme::split(front.unwrap_or(text)).0.is_some()
}

/// Whether what follows a backslash is the rest of an escape sequence of a programming language. TeX escapes
/// `_`, `%`, `#`, `&` and `~` in URLs.
fn is_escaped(after: &str) -> bool {
    after.chars().next().is_none_or(|c| {
        c.is_alphabetic()
            || matches!(c, '"' | '\'' | '`' | '\\' | '<' | '>' | '|')
            || link_term(c) == LinkTerm::Hard
    })
}

/// Whether what follows an `&` is the rest of a character reference for a quotation mark or an angle bracket,
/// possibly escaped twice.
fn is_quote_reference(after: &str) -> bool {
    const NAMES: &[&str] = &[
        "quot;", "lt;", "gt;", "apos;", "#34;", "#39;", "#60;", "#62;", "#x22;", "#x27;", "#x3c;",
        "#x3e;",
    ];
    let after = after.strip_prefix("amp;").unwrap_or(after);
    let starts_with = |name: &&str| {
        let front = after.get(..name.len());
        front.is_some_and(|front| front.eq_ignore_ascii_case(name))
    };
    NAMES.iter().any(starts_with)
}

/// Whether `c`, the first character above ASCII after the host, starts a word or sentence that is not part of
/// the link. `part` is what precedes it after the host, and `rest` starts with it.
fn starts_word(part: &str, c: char, rest: &str) -> bool {
    if is_full_width_punctuation(c) || link_term(c) == LinkTerm::Open {
        return true;
    }
    // The digits of an escape are not the end of a word: the escape stands for another character.
    let last_bytes = part.as_bytes().last_chunk::<3>();
    let is_escape = last_bytes.is_some_and(|bytes| escaped_byte(bytes).is_some());
    let ends_word = part.ends_with(|c: char| c.is_ascii_alphanumeric()) && !is_escape;
    if is_hangul(c) {
        return (ends_word || part.ends_with('/')) && starts_with_particle(rest);
    }
    // Headings of any script become fragments.
    ends_word && host_class(c) == HostClass::Unspaced && !part.contains('#') && !continues_url(rest)
}

/// Whether words are followed by syntax of a URL before the sentence ends: then they are part of the URL, too.
fn continues_url(words: &str) -> bool {
    const MAX_LEN: usize = 64;
    let mut chars = words.chars().take(MAX_LEN).peekable();
    while let Some(c) = chars.next() {
        counter::add(c.len_utf8());
        match c {
            '/' | '=' | '&' | '%' | '_' | '-' | '#' | '?' => {
                return chars
                    .peek()
                    .is_some_and(|c| c.is_alphanumeric() || *c == '/');
            }
            '.' => return chars.peek().is_some_and(char::is_ascii_alphanumeric),
            c if link_term(c) != LinkTerm::Include || c == ':' || is_full_width_punctuation(c) => {
                return false;
            }
            _ => {}
        }
    }
    false
}

/// Whether a text starts with a word that consists of a Korean particle.
fn starts_with_particle(text: &str) -> bool {
    #[rustfmt::skip]
    const PARTICLES: &[&str] = &[
        "가", "과", "까지", "나", "는", "도", "라는", "랑", "로", "로는", "로도", "를", "만", "보다", "부터",
        "에", "에는", "에도", "에서", "에서는", "에서도", "와", "으로", "으로는", "으로도", "은", "을", "의", "이",
        "이나", "이다", "이라는", "이랑", "입니다", "처럼",
    ];
    const MAX_CHARS: usize = 4;
    let mut word = text.char_indices().take(MAX_CHARS + 1);
    let end = word
        .find(|&(_, c)| !is_hangul(c))
        .map_or(text.len(), |(offset, _)| offset);
    counter::add(end.min(MAX_CHARS * "가".len()));
    text.get(..end)
        .is_some_and(|word| PARTICLES.contains(&word))
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{AC00}'..='\u{D7A3}')
}

/// Punctuation of CJK text, as wide as an ideograph.
fn is_full_width_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}'
        | '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE6B}'
        | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF65}')
}
