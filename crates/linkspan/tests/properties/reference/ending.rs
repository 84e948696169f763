//! Where links end in the reference implementation: §3.5.1, and the options that end a link earlier.

use linkspan::options::{AttachedWords, Delimiters, TrailingQuestion, UnmatchedOpeners};
use linkspan::property::{HostClass, host_class};
use linkspan::uts58::{LinkTerm, link_term, terminate};

use super::ReferenceFinder;

/// Words that are attached to nouns in Korean.
const PARTICLES: &str = "가 과 까지 나 는 도 라는 랑 로 로는 로도 를 만 보다 부터 에 에는 에도 에서 에서는 에서도 \
                         와 으로 으로는 으로도 은 을 의 이 이나 이다 이라는 이랑 입니다 처럼";

impl ReferenceFinder<'_> {
    /// Where the link ends that starts at `start` and whose host and port end at `tail`.
    pub(super) fn link_end(&self, start: usize, tail: usize) -> usize {
        let limit = self.early_end(start, tail);
        self.trimmed_end(start, tail, self.terminate(tail, limit))
    }

    /// Where the link ends that starts at `start` and whose path starts at `tail`, directly after the colon of the
    /// scheme.
    pub(super) fn opaque_link_end(&self, start: usize, tail: usize, has_ascii_path: bool) -> usize {
        let mut limit = self.early_end(start, tail);
        let path = (tail..limit).take_while(|&at| !"?#".contains(self.char(at).unwrap()));
        if has_ascii_path && let Some(at) = { path }.find(|&at| !self.char(at).unwrap().is_ascii())
        {
            limit = at;
        }
        // The standard starts a path with a slash.
        let colon = self.byte_offset(tail) - 1;
        let mut text = self.text[..self.byte_offset(limit)].to_owned();
        text.replace_range(colon..=colon, "/");
        let end = terminate(&text, colon);
        let end = (tail..=limit)
            .find(|&at| self.byte_offset(at) == end)
            .unwrap();
        self.trimmed_end(start, tail, end)
    }

    /// Where the link ends by the options that trim its end, or by what encloses it.
    fn trimmed_end(&self, start: usize, tail: usize, mut end: usize) -> usize {
        if let Some(closer) = self.exact_closer(start).filter(|_| end > tail) {
            let mut stop = end;
            let is_punctuation = |c: char| c.is_ascii() && c != closer && !"?\"<>`".contains(c);
            while self.has_term(stop, LinkTerm::Soft) && self.char(stop).is_some_and(is_punctuation)
            {
                stop += 1;
            }
            if stop > end && self.char(stop) == Some(closer) {
                return stop;
            }
        }
        let trims_question = self.rules.trailing_question == TrailingQuestion::Trim;
        let trims_openers = self.rules.unmatched_openers == UnmatchedOpeners::Trim;
        while end > tail
            && (trims_question && self.char(end - 1) == Some('?')
                || trims_openers && self.has_term(end - 1, LinkTerm::Open))
        {
            end -= 1;
            while end > tail && self.has_term(end - 1, LinkTerm::Soft) {
                end -= 1;
            }
        }
        end
    }

    pub(super) fn has_term(&self, at: usize, term: LinkTerm) -> bool {
        self.char(at).is_some_and(|c| link_term(c) == term)
    }

    /// Where the link ends by the standard if the text ends at `limit`.
    fn terminate(&self, tail: usize, limit: usize) -> usize {
        let text = &self.text[..self.byte_offset(limit)];
        let end = terminate(text, self.byte_offset(tail));
        (tail..=limit)
            .find(|&at| self.byte_offset(at) == end)
            .unwrap()
    }

    /// The first character after host and port that cannot be part of the link because of an option, or the end
    /// of the text.
    fn early_end(&self, start: usize, tail: usize) -> usize {
        let mut is_ascii = true;
        for at in tail..self.chars.len() {
            let c = self.char(at).unwrap();
            let is_first_above_ascii = is_ascii && !c.is_ascii();
            is_ascii &= c.is_ascii();
            let quotes = self.rules.delimiters != Delimiters::Standard;
            let code = self.rules.delimiters == Delimiters::Code;
            let words = self.rules.attached_words == AttachedWords::Trim;
            if quotes && (self.is_quote(at) || self.closes(start, at))
                || code && self.is_code_delimiter(start, at)
                || words && is_first_above_ascii && self.starts_word(tail, at)
            {
                return at;
            }
        }
        self.chars.len()
    }

    /// `delimiters = "quotes"`: quotation marks, and a comma before another value.
    fn is_quote(&self, at: usize) -> bool {
        match self.char(at).unwrap() {
            '"' | '<' | '>' | '`' | '«' | '»' | '‹' | '›' | '“' | '”' | '„' | '…' => {
                true
            }
            '״' => !self.char(at + 1).is_some_and(is_hebrew_letter),
            ',' => {
                let mut end = at + 1;
                while self.char(end).is_some_and(is_scheme_char) {
                    end += 1;
                }
                let starts_with_letter = self.char(at + 1).is_some_and(|c| c.is_ascii_alphabetic());
                matches!(self.char(at + 1), Some('"' | '\''))
                    || starts_with_letter && end - (at + 1) <= 16 && self.starts_with(end, "://")
            }
            _ => false,
        }
    }

    /// The character directly before a link. A character reference of at most 8 bytes stands for its character.
    fn before_link(&self, start: usize) -> Option<char> {
        let before = self.string(start.saturating_sub(8), start);
        let near: String = before.chars().rev().take_while(|&c| c != '&').collect();
        let name: String = near.chars().rev().collect();
        let is_reference =
            before.contains('&') && name.len() < 8 && name.ends_with(';') && name != ";";
        match &*name {
            _ if !is_reference => self.char_before(start),
            "quot;" | "#34;" | "#x22;" => Some('"'),
            "apos;" | "#39;" | "#x27;" => Some('\''),
            "lt;" | "#60;" | "#x3c;" | "#x3C;" => Some('<'),
            _ => Some(' '),
        }
    }

    /// `delimiters = "quotes"`: a character that is also before the link.
    fn closes(&self, start: usize, at: usize) -> bool {
        let c = self.char(at).unwrap();
        match self.before_link(start) {
            Some(before @ ('\'' | '*' | '|' | '״')) => c == before,
            Some('‘' | '‚') => c == '’' || c == '‘',
            Some('<' | '[') => c == '|',
            Some('~') => self.starts_with(at, "~~"),
            Some('_') => {
                let mut end = at;
                while self.char(end) == Some('_') {
                    end += 1;
                }
                let continues = |c: char| c.is_alphanumeric() || c == '/';
                end > at && !self.char(end).is_some_and(continues)
            }
            _ => false,
        }
    }

    /// `delimiters = "code"`: the syntax of code, data and markup.
    fn is_code_delimiter(&self, start: usize, at: usize) -> bool {
        let before = self.before_link(start);
        match self.char(at).unwrap() {
            '|' => true,
            '\\' => self.char(at + 1).is_none_or(|c| {
                c.is_alphabetic() || "\"'`\\<>|".contains(c) || link_term(c) == LinkTerm::Hard
            }),
            '&' => {
                let rest: String = self.string(at, self.chars.len().min(at + 11));
                let rest = rest.to_ascii_lowercase().replacen("&amp;", "&", 1);
                [
                    "&quot;", "&lt;", "&gt;", "&apos;", "&#34;", "&#39;", "&#60;", "&#62;",
                    "&#x22;", "&#x27;", "&#x3c;", "&#x3e;",
                ]
                .iter()
                .any(|reference| rest.starts_with(reference))
            }
            ',' => before.is_none_or(|c| c.is_control() || c == ',' || c == ';'),
            ';' => before == Some(';'),
            _ => false,
        }
    }

    /// The character that ends a link exactly, including punctuation before it, by what is directly before the link.
    fn exact_closer(&self, start: usize) -> Option<char> {
        let is_markdown = start >= 2 && self.string(start - 2, start) == "](";
        match self.before_link(start)? {
            _ if self.rules.delimiters == Delimiters::Standard => None,
            '<' => Some('>'),
            '(' if is_markdown => Some(')'),
            quote @ ('"' | '\'' | '`') if self.rules.delimiters == Delimiters::Code => Some(quote),
            _ => None,
        }
    }

    /// `attached_words = "trim"`: whether the first character above ASCII starts a word that is not part of the
    /// link.
    fn starts_word(&self, tail: usize, at: usize) -> bool {
        let c = self.char(at).unwrap();
        if is_full_width_punctuation(c) || link_term(c) == LinkTerm::Open {
            return true;
        }
        let part = self.string(tail, at);
        let mut last = part.chars().rev();
        let (last, hex, percent) = (last.next(), last.next(), last.next());
        let is_escape = percent == Some('%')
            && hex.is_some_and(|c| c.is_ascii_hexdigit())
            && last.is_some_and(|c| c.is_ascii_hexdigit());
        let follows_word = last.is_some_and(|c| c.is_ascii_alphanumeric()) && !is_escape;
        if is_hangul(c) {
            let mut end = at;
            while self.char(end).is_some_and(is_hangul) {
                end += 1;
            }
            let word = self.string(at, end);
            return (follows_word || last == Some('/'))
                && PARTICLES
                    .split_whitespace()
                    .any(|particle| particle == word);
        }
        host_class(c) == HostClass::Unspaced
            && follows_word
            && !part.contains('#')
            && !self.continues_url(at)
    }

    /// Whether the 64 characters from here on contain more of a URL before the sentence ends.
    fn continues_url(&self, start: usize) -> bool {
        for at in start..(start + 64).min(self.chars.len()) {
            let c = self.char(at).unwrap();
            let next = self.char(at + 1).filter(|_| at + 1 < start + 64);
            if "/=&%_-#?".contains(c) {
                return next.is_some_and(|c| c.is_alphanumeric() || c == '/');
            }
            if c == '.' {
                return next.is_some_and(|c| c.is_ascii_alphanumeric());
            }
            if link_term(c) != LinkTerm::Include || c == ':' || is_full_width_punctuation(c) {
                return false;
            }
        }
        false
    }
}

pub(super) fn is_scheme_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "+-.".contains(c)
}

fn is_hebrew_letter(c: char) -> bool {
    matches!(c, '\u{5D0}'..='\u{5EA}')
}

fn is_hangul(c: char) -> bool {
    matches!(c, '가'..='힣')
}

/// Punctuation of CJK text, as wide as an ideograph.
fn is_full_width_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}'
        | '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE6B}'
        | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF65}')
}
