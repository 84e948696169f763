//! Where a host starts and ends in running text.
//!
//! Hosts in text are not delimited: words and punctuation of any script may directly precede or follow them.
//! The functions in this module propose where a host starts and ends. [`DomainRules`] decides whether the
//! text between is a valid domain.

use core::net::Ipv4Addr;

use super::address::ends_with_digits;
use super::ascii;
use super::domain::DomainRules;
use crate::counter;
use crate::idna::{MAX_DOMAIN_BYTES, MAX_LABEL_BYTES};
use crate::invisible::is_default_ignorable;
use crate::options::{ScriptBoundaries, TopLevel};
use crate::property::{HostClass, host_class};
use crate::suffix::SuffixList;

/// The rules for a host in a text.
#[derive(Clone, Copy)]
pub(crate) struct HostBounds<'a> {
    pub(crate) domain: DomainRules<'a>,
    pub(crate) boundaries: ScriptBoundaries,
    /// Whether a host may end before a hyphen and a suffix, as in `example.com-on`.
    pub(crate) suffixes_after_hyphen: bool,
}

/// The two kinds of label separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dot {
    Ascii,
    /// U+3002, U+FF0E or U+FF61, which also end sentences.
    Ideographic,
}

/// The reason why the label after a dot does not end a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostEndError {
    NoTopLevel,
    NotLastLabel,
    EmptyLabel,
}

/// What precedes a host in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostContext {
    /// `scheme://`
    Scheme,
    /// `@`
    At,
    /// Nothing: a bare domain.
    Bare,
}

/// What follows a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Nothing that could belong to the same host: the host may end here.
    End,
    /// An empty label, which no host contains.
    EmptyLabel,
    /// An ASCII dot, and another label at this offset.
    Label(usize),
    /// An ideographic dot, which may end a sentence, and another label at this offset.
    Sentence(usize),
}

impl HostBounds<'_> {
    /// The end of the host that starts at `start`, without a root dot.
    pub(crate) fn end_from(&self, text: &str, start: usize) -> Option<usize> {
        let mut label_start = start;
        let mut has_ascii_dot = false;
        for labels in 1.. {
            let label = match label_start_at(text, label_start) {
                LabelStart::Label(label) => label,
                // A sentence may directly follow the host.
                LabelStart::TooLong(front) if labels > 1 => {
                    return self.end_inside_label(text, label_start, front);
                }
                LabelStart::TooLong(_) | LabelStart::Nothing => return None,
            };
            let label_end = label_start + label.len();
            if labels > 1
                && let Some(end) = self.end_inside_label(text, label_start, label)
            {
                return Some(end);
            }
            label_start = match next(text, label_end) {
                Next::End => return Some(label_end),
                Next::EmptyLabel => return None,
                Next::Label(next) => {
                    has_ascii_dot = true;
                    next
                }
                Next::Sentence(next) => {
                    let goes_on = !has_ascii_dot && self.is_top_level_alone(text, next);
                    if labels > 1 && self.is_listed(label) && !goes_on {
                        return Some(label_end);
                    }
                    next
                }
            };
            if label_start - start > MAX_DOMAIN_BYTES {
                return None;
            }
        }
        None
    }

    /// The end of the host whose last label starts at `label_start`, after a dot, or the reason why no host
    /// ends with that label.
    ///
    /// This is the first test at each dot that the prefilter does not reject. In prose it usually fails, so
    /// it comes before the search for the start of the host.
    pub(crate) fn end_at(
        &self,
        text: &str,
        dot: Dot,
        label_start: usize,
    ) -> Result<usize, HostEndError> {
        match self.ascii_end_at(text, label_start) {
            // A suffix may follow a hyphen.
            Some(Err(HostEndError::NoTopLevel)) if self.suffixes_after_hyphen => {}
            Some(result) => return result,
            None => {}
        }
        let label = match label_start_at(text, label_start) {
            LabelStart::Label(label) => label,
            // A sentence may directly follow the host.
            LabelStart::TooLong(front) => {
                let end = self.end_inside_label(text, label_start, front);
                return end.ok_or(HostEndError::NoTopLevel);
            }
            LabelStart::Nothing => return Err(HostEndError::NoTopLevel),
        };
        if let Some(end) = self.end_inside_label(text, label_start, label) {
            return Ok(end);
        }
        if !self.domain.is_top_level(label) {
            return Err(HostEndError::NoTopLevel);
        }
        let end = label_start + label.len();
        match next(text, end) {
            Next::Sentence(next)
                if dot == Dot::Ideographic && self.is_top_level_alone(text, next) =>
            {
                Err(HostEndError::NotLastLabel)
            }
            Next::End | Next::Sentence(_) => Ok(end),
            Next::Label(_) => Err(HostEndError::NotLastLabel),
            Next::EmptyLabel => Err(HostEndError::EmptyLabel),
        }
    }

    /// The fast path of [`end_at`](Self::end_at) for a label in ASCII, apart from suffixes after a hyphen. `None` if the
    /// slow path must decide. It reads no further than labels may be long.
    #[inline]
    pub(crate) fn ascii_end_at(
        &self,
        text: &str,
        label_start: usize,
    ) -> Option<Result<usize, HostEndError>> {
        let (label, next) = ascii::label_at(text, label_start)?;
        if !self.domain.is_top_level(label) {
            return Some(Err(HostEndError::NoTopLevel));
        }
        let end = label_start + label.len();
        let is_last = ascii::is_last(text, end, next)?;
        Some(if is_last {
            Ok(end)
        } else {
            Err(HostEndError::NotLastLabel)
        })
    }

    /// The end of the host inside a run of label characters: before underscores, invisible characters or a
    /// symbol, or where another script follows ASCII. `None` if the host does not end inside the run.
    fn end_inside_label(&self, text: &str, start: usize, label: &str) -> Option<usize> {
        if let Some(end) = self.end_before_suffix(text, start, label) {
            return Some(end);
        }
        let letters = prefix(label, |c| host_class(c).is_letter());
        // Markup emphasises with underscores, and no top-level domain contains one.
        let emphasis = label.get(letters.len()..).unwrap_or_default();
        if !emphasis.is_empty() && emphasis.bytes().all(|b| b == b'_') {
            if next(text, start + label.len()) != Next::End {
                return None;
            }
            let whole = || {
                self.domain
                    .is_top_level(letters)
                    .then_some(start + letters.len())
            };
            return self.end_inside_label(text, start, letters).or_else(whole);
        }
        if label.is_ascii() {
            return None;
        }
        if self.boundaries == ScriptBoundaries::Ignore {
            // Invisible characters at the end of the label separate words of any script.
            let visible = label.trim_end_matches(is_default_ignorable);
            let ends = visible.len() < label.len() && self.domain.is_top_level(visible);
            return ends.then_some(start + visible.len());
        }
        if self.is_listed(label) {
            // UTS #46 removes some invisible characters. At the end of the label they separate words.
            let is_removed = |c: char| !c.is_ascii() && host_class(c) == HostClass::Other;
            let visible = label.trim_end_matches(is_removed);
            return (visible.len() < label.len()).then_some(start + visible.len());
        }
        let ascii = prefix(letters, |c| c.is_ascii());
        let after_ascii = label.get(ascii.len()..).unwrap_or_default();
        let is_other_script = |c| matches!(host_class(c), HostClass::Letter | HostClass::Unspaced);
        if !ascii.is_empty() && after_ascii.starts_with(is_other_script) {
            let end = start + ascii.len();
            // If another label follows, the host may continue. It ends here only if words and the ASCII name
            // of another host follow, as in `a.com谢b.org`.
            return match next(text, start + label.len()) {
                Next::Label(_) => (self.is_listed(ascii)
                    && attached_words_len(after_ascii).is_some())
                .then_some(end),
                _ => self.domain.is_top_level(ascii).then_some(end),
            };
        }
        let symbol = label
            .get(letters.len()..)
            .and_then(|rest| rest.chars().next())?;
        if symbol.is_ascii() {
            return None;
        }
        // If another label follows, the top-level domain must be listed: `www.col·legi.cat` does not end
        // after `col`.
        let ends = match next(text, start + label.len()) {
            Next::Label(_) => self.is_listed(letters),
            _ => self.domain.is_top_level(letters),
        };
        ends.then_some(start + letters.len())
    }

    /// The end of the host before a hyphen and a suffix, as in `example.com-on`, if it is allowed and the last
    /// label consists of a listed top-level domain, one hyphen and letters.
    fn end_before_suffix(&self, text: &str, start: usize, label: &str) -> Option<usize> {
        if !self.suffixes_after_hyphen || self.domain.is_top_level(label) {
            return None;
        }
        let (top_level, suffix) = label.split_once('-')?;
        let end = start + label.len();
        let is_suffix = !suffix.is_empty() && suffix.chars().all(|c| host_class(c).is_letter());
        let is_end = !text.get(end..)?.starts_with(['/', ':', '@']) && next(text, end) == Next::End;
        (is_suffix && is_end && self.is_listed(top_level)).then_some(start + top_level.len())
    }

    /// The start of the host whose last label follows the dot at `dot`. The search stops at `floor`.
    pub(crate) fn start_before(
        &self,
        text: &str,
        floor: usize,
        dot: usize,
        host_end: usize,
    ) -> Option<usize> {
        let is_ascii_dot = text.as_bytes().get(dot) == Some(&b'.');
        if let Some(start) = ascii::start_before(text, floor, dot).filter(|_| is_ascii_dot) {
            return Some(start);
        }
        let start = self.start_before_by_chars(text, floor, dot)?;
        let host = text.get(start..host_end)?;
        (starts_with_www(host) || !has_sentence_end(host)).then_some(start)
    }

    /// The slow path of [`start_before`](Self::start_before), for hosts of all scripts.
    pub(crate) fn start_before_by_chars(
        &self,
        text: &str,
        floor: usize,
        dot: usize,
    ) -> Option<usize> {
        let mut has_ascii_dot = text.as_bytes().get(dot) == Some(&b'.');
        let mut end = dot;
        loop {
            let (start, complete) = label_before(text, floor, end);
            let label = text.get(start..end)?;
            if label.is_empty() {
                return None;
            }
            if !complete {
                // The run is too long for a label. The label may follow a sentence without a space.
                return self.first_label(start, label);
            }
            let before = text.get(floor..start)?.chars().next_back();
            let Some(separator) = before.filter(|&c| host_class(c) == HostClass::Dot) else {
                return self.first_label(start, label).or(Some(start));
            };
            // An ideographic dot ends a sentence if the host also has ASCII dots, or if words are
            // attached to the label after it.
            if separator != '.' {
                let first = self.first_label(start, label);
                if has_ascii_dot || first.is_some() {
                    return first.or(Some(start));
                }
            }
            has_ascii_dot |= separator == '.';
            end = start - separator.len_utf8();
            if dot - end > MAX_DOMAIN_BYTES {
                return None;
            }
            if end == floor || text.get(floor..end)?.ends_with(is_outside_host) {
                // The dot has no label before it. If it is ideographic, the host starts after it.
                return (separator != '.').then(|| self.first_label(start, label).unwrap_or(start));
            }
        }
    }

    /// The start of the first label if words of a script without spaces, or emoji, directly precede it.
    fn first_label(&self, start: usize, label: &str) -> Option<usize> {
        match self.boundaries {
            ScriptBoundaries::Split => attached_words_len(label).map(|words| start + words),
            ScriptBoundaries::Ignore => None,
        }
    }

    fn is_listed(&self, label: &str) -> bool {
        let listed = DomainRules {
            top_level: TopLevel::Listed,
            ..self.domain
        };
        listed.is_top_level(label)
    }

    /// Whether the label that starts at `start`, after an ideographic dot, is a listed top-level domain
    /// without an ASCII dot and another label after it.
    fn is_top_level_alone(&self, text: &str, start: usize) -> bool {
        label_at(text, start).is_some_and(|label| {
            let alone = !matches!(next(text, start + label.len()), Next::Label(_));
            alone && self.is_listed(label)
        })
    }
}

/// Whether the search would find a host in a text from its first to its last character. The rules are the
/// least strict ones: a single label is enough after a scheme, and the top-level domain need not be listed.
/// `host` has no root dot.
///
/// UTS #46 removes and replaces characters. The result may look like a shorter host next to other words.
pub(crate) fn is_found_whole(host: &str, context: HostContext) -> bool {
    let bounds = HostBounds {
        domain: DomainRules {
            top_level: TopLevel::Syntactic,
            registrable: false,
            min_labels: match context {
                HostContext::Scheme => 1,
                HostContext::At | HostContext::Bare => 2,
            },
            suffixes: SuffixList::embedded(),
        },
        boundaries: ScriptBoundaries::Split,
        suffixes_after_hyphen: false,
    };
    match context {
        HostContext::Scheme if ends_with_digits(host) => host.parse::<Ipv4Addr>().is_ok(),
        HostContext::Scheme | HostContext::At => {
            bounds.end_from(host, 0) == Some(host.len()) && bounds.domain.check(host).is_ok()
        }
        HostContext::Bare => {
            // The search also takes the first dot before a top-level domain.
            let mut ends = host.match_indices('.').filter_map(|(dot, _)| {
                let end = bounds.end_at(host, Dot::Ascii, dot + 1).ok()?;
                Some((dot, end))
            });
            ends.next().is_some_and(|(dot, end)| {
                end == host.len()
                    && bounds.start_before(host, 0, dot, end) == Some(0)
                    && bounds.domain.check(host).is_ok()
            })
        }
    }
}

fn is_outside_host(c: char) -> bool {
    host_class(c) == HostClass::Outside
}

/// The longest prefix of characters that pass a test.
fn prefix(text: &str, passes: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !passes(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// The length of the words or emoji at the start of a label that directly precede an ASCII name: everything
/// up to the last character above ASCII. Digits continue a word, but not an emoji.
fn attached_words_len(label: &str) -> Option<usize> {
    let words = label.trim_end_matches(|c: char| c.is_ascii());
    let name = label.get(words.len()..)?;
    let is_word = |c: char| !c.is_ascii() && host_class(c) == HostClass::Unspaced;
    let is_symbol = |c: char| !c.is_ascii() && host_class(c) == HostClass::Other;
    let starts_name = if words.ends_with(is_word) {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    } else {
        // A symbol after other characters of a label may be one that UTS #46 removes.
        words.ends_with(is_symbol)
            && words.chars().all(|c| is_word(c) || is_symbol(c))
            && name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    };
    starts_name.then_some(words.len())
}

/// Whether a host starts with the label `www`.
pub(crate) fn starts_with_www(host: &str) -> bool {
    let Some((label, rest)) = host.split_at_checked("www".len()) else {
        return false;
    };
    let is_dot = |c| host_class(c) == HostClass::Dot;
    label.eq_ignore_ascii_case("www") && (rest.is_empty() || rest.starts_with(is_dot))
}

/// Whether an ideographic dot in a bare domain ends a sentence: between words of another script and an ASCII
/// top-level domain, as in `了解。Info`; or, if it is not a full-width full stop, between two ASCII characters.
fn has_sentence_end(host: &str) -> bool {
    let is_ascii = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii);
    let mut dots = host.match_indices(['。', '．', '｡']);
    dots.any(|(offset, dot)| {
        let before = host.as_bytes().get(..offset).unwrap_or_default();
        let after = host.get(offset + dot.len()..).unwrap_or_default();
        if is_ascii(before.last()) {
            dot != "．" && is_ascii(after.as_bytes().first())
        } else {
            after.is_ascii() && !after.contains('.')
        }
    })
}

/// The result of reading a label.
enum LabelStart<'t> {
    Label(&'t str),
    /// The first bytes of a run that is too long for a label.
    TooLong(&'t str),
    Nothing,
}

/// The label that starts at `start`, if any.
fn label_start_at(text: &str, start: usize) -> LabelStart<'_> {
    let rest = text.get(start..).unwrap_or_default();
    let end = rest
        .char_indices()
        .find(|&(offset, c)| !host_class(c).is_label() || offset > MAX_LABEL_BYTES)
        .map_or(rest.len(), |(offset, _)| offset);
    counter::add(end + 1);
    match rest.get(..end) {
        None | Some("") => LabelStart::Nothing,
        Some(label) if end <= MAX_LABEL_BYTES => LabelStart::Label(label),
        Some(front) => LabelStart::TooLong(front),
    }
}

/// The label that starts at `start`, if it is not too long.
fn label_at(text: &str, start: usize) -> Option<&str> {
    match label_start_at(text, start) {
        LabelStart::Label(label) => Some(label),
        LabelStart::TooLong(_) | LabelStart::Nothing => None,
    }
}

/// The start of the label that ends at `end`. It is complete if the second value is `true`. Otherwise the
/// run of label characters is too long, and the search stopped inside it.
fn label_before(text: &str, floor: usize, end: usize) -> (usize, bool) {
    let before = text.get(floor..end).unwrap_or_default();
    let mut start = end;
    for (offset, c) in before.char_indices().rev() {
        counter::add(c.len_utf8());
        if !host_class(c).is_label() {
            break;
        }
        start = floor + offset;
        if end - start > MAX_LABEL_BYTES {
            return (start, false);
        }
    }
    (start, true)
}

/// Whether another label follows the label that starts at `start`.
pub(crate) fn label_follows(text: &str, start: usize) -> bool {
    label_at(text, start).is_some_and(|label| {
        matches!(
            next(text, start + label.len()),
            Next::Label(_) | Next::Sentence(_)
        )
    })
}

/// What follows the label that ends at `end`.
fn next(text: &str, end: usize) -> Next {
    let rest = text.get(end..).unwrap_or_default();
    let mut dots = 0;
    let mut ideographic = false;
    for (offset, c) in rest.char_indices() {
        counter::add(c.len_utf8());
        match host_class(c) {
            HostClass::Dot => {
                dots += 1;
                ideographic |= c != '.';
            }
            HostClass::Outside => return Next::End,
            _ => {
                return match (dots, ideographic) {
                    (0, _) => Next::End,
                    (1, false) => Next::Label(end + offset),
                    (1, true) => Next::Sentence(end + offset),
                    (_, false) => Next::EmptyLabel,
                    (_, true) => Next::End,
                };
            }
        }
    }
    Next::End
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::string::String;

    use super::*;
    use crate::Finder;
    use crate::host::HostKind;
    use crate::options::OneLabelHosts;
    use crate::suffix::AfterHyphen;

    fn rules<'l>(boundaries: ScriptBoundaries) -> HostBounds<'l> {
        HostBounds {
            domain: DomainRules {
                top_level: TopLevel::Listed,
                registrable: false,
                min_labels: 2,
                suffixes: SuffixList::embedded(),
            },
            boundaries,
            suffixes_after_hyphen: true,
        }
    }

    /// Whether a search finds a host from its first to its last character, after what precedes it.
    fn is_found(host: &str, context: HostContext) -> bool {
        let builder = Finder::builder().scheme_tld(TopLevel::Syntactic);
        let builder = builder.bare_tld(TopLevel::Syntactic);
        let builder = builder.one_label_hosts(OneLabelHosts::Link);
        let finder = builder.build().unwrap();
        let before = match context {
            HostContext::Scheme => "https://",
            HostContext::At => "a@",
            HostContext::Bare => "",
        };
        let text = std::format!("{before}{host}");
        let link = finder.find_iter(&text).next();
        link.is_some_and(|link| {
            link.start() == 0 && link.host_range() == (before.len()..text.len())
        })
    }

    proptest! {
        #[test]
        fn a_search_finds_what_is_said_to_be_found_whole(
            host in "([ab1é中ا\u{AD}🙂-]{1,3}[.。]){0,3}([ab1é中ا\u{AD}🙂-]{1,3}|com|中国|127\\.0\\.0\\.1)",
        ) {
            for context in [HostContext::Scheme, HostContext::At, HostContext::Bare] {
                if is_found_whole(&host, context) {
                    prop_assert!(is_found(&host, context), "{host} {context:?}");
                }
            }
        }
    }

    #[rustfmt::skip]
    const LABEL_PIECES: &[&str] = &[
        "с", "С", "а", "и", "й", "и\u{306}", "т", "р", "Р", "ф", "я", "ї", "і\u{308}", "ё", "Ё", "ς", "σ", "ά", "α\u{301}", "ش", "ب", "ك",
        "ة", "آ", "ا\u{653}", "ی", "ק", "ו", "ם", "भ", "ा", "र", "त", "ि", "क", "\u{93C}", "क़", "\u{94D}", "ভা", "রত", "ே", "ெ\u{BBE}",
        "இ", "ந", "்", "\u{BD7}", "ఒ", "ಾ", "ക", "ල", "ං", "ක", "ා", "ไ", "ท", "ย", "\u{E48}", "\u{E38}", "ำ", "ລ", "ກ", "グ", "ク\u{3099}",
        "ー", "か", "が", "み", "中", "国", "國", "닷", "다\u{11BA}", "넷", "გე", "Გ", "a", "E", "\u{301}", "1", "-", "_", ".", "。", "，", " ", "\u{AD}",
        "\u{200C}", "☃", "\u{FE0F}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16_384, failure_persistence: None, ..ProptestConfig::default() })]

        /// To look for the last label is the reference for the prefilter.
        #[test]
        fn no_top_level_domain_follows_where_the_prefilter_excludes_it(
            top_level in prop::option::of(prop_oneof![0_usize..9, 0_usize..160]), kept in 1_usize..5, decomposes in any::<bool>(),
            pieces in prop::collection::vec(prop::sample::select(LABEL_PIECES), 0..4),
        ) {
            const SHORT: &str = "くが\nхй\nка\nσά\nநொ\nไท\nشب\nبآ\n가각\n";
            let short: SuffixList = SHORT.parse().unwrap();
            let single: SuffixList = [SHORT, "к\n"].concat().parse().unwrap();
            let embedded = SuffixList::embedded().top_level_domains().filter(|name| name.starts_with("xn--"));
            let mut names = SHORT.lines().chain(embedded);
            let name = top_level.and_then(|number| names.nth(number)).unwrap_or_default();
            let name = HostKind::Domain.to_unicode(name).into_owned();
            let decomposed = name.replace('が', "か\u{3099}").replace('й', "и\u{306}").replace("ொ", "ெ\u{BBE}").replace('آ', "ا\u{653}");
            let name = if decomposes { decomposed } else { name };
            let front: String = name.chars().take(kept).collect();
            let text = [&front, &pieces.concat(), " and more"].concat();
            for suffixes in [SuffixList::embedded(), &short, &single] {
                if suffixes.excludes(&text, 0, AfterHyphen::Word) {
                    for boundaries in [ScriptBoundaries::Split, ScriptBoundaries::Ignore] {
                        let mut rules = rules(boundaries);
                        rules.domain.suffixes = suffixes;
                        let end = rules.end_at(&text, Dot::Ascii, 0);
                        prop_assert_eq!(end, Err(HostEndError::NoTopLevel), "{:?}", text);
                    }
                }
            }
        }
    }

    #[test]
    fn hosts_are_found_whole_as_by_a_search() {
        let mut differences = std::vec::Vec::new();
        for host in [
            "a",
            "com",
            "a.com",
            "a.b.com",
            "例.com",
            "例a.com",
            "a例.com",
            "a.com例",
            "é.com",
            "1",
            "1.2",
            "127.0.0.1",
            "1.2.3",
            "256.1.1.1",
            "a.b.1",
            "a.1.com",
            "例.中国",
            "a.例.com",
            "例.a.com",
            "-a.com",
            "a-.com",
            "a..com",
            ".com",
            "a.c",
            "a.c1",
            "www.例.com",
            "🙂a.com",
            "例1a.com",
            "a.com.例例",
            "a.com.c1",
            "a.com谢b.org",
        ] {
            for context in [HostContext::Scheme, HostContext::At, HostContext::Bare] {
                let found = is_found(host, context);
                if is_found_whole(host, context) != found {
                    differences.push((host, context, found));
                }
            }
        }
        assert_eq!(differences, []);
    }

    /// What is read of hosts and labels that are too long does not depend on how long they are.
    #[test]
    fn long_hosts_and_labels_are_read_in_part() {
        for boundaries in [ScriptBoundaries::Split, ScriptBoundaries::Ignore] {
            let rules = rules(boundaries);
            for label in ["a", "é", "例", "aé", "a_"] {
                for (name, what) in [
                    (std::format!("{label}.").repeat(50_000), "labels"),
                    (label.repeat(100_000), "one label"),
                ] {
                    let text = name + "com";
                    let dot = text.rfind('.').unwrap_or(text.len());
                    counter::take();
                    let _ = rules.end_from(&text, 0);
                    assert!(
                        counter::take() < 8 * MAX_DOMAIN_BYTES,
                        "end, {label} {what}"
                    );
                    let _ = rules.end_at(&text, Dot::Ascii, 0);
                    assert!(
                        counter::take() < 8 * MAX_DOMAIN_BYTES,
                        "last label, {label} {what}"
                    );
                    let _ = rules.start_before(&text, 0, dot, text.len());
                    assert!(
                        counter::take() < 8 * MAX_DOMAIN_BYTES,
                        "start, {label} {what}"
                    );
                }
            }
        }
    }

    /// UTS #46 removes soft hyphens, so the front of a label that is too long may be a valid one.
    #[test]
    fn a_label_that_is_too_long_is_not_read_in_part() {
        let builder = Finder::builder().one_label_hosts(OneLabelHosts::Link);
        let finder = builder.build().unwrap();
        let len = |text: &str| {
            finder
                .find_iter(text)
                .next()
                .map(|link| link.as_str().len())
        };
        let label = ["ab", &"\u{AD}".repeat((MAX_LABEL_BYTES - 2) / 2)].concat();
        assert_eq!(label.len(), MAX_LABEL_BYTES);
        let longest = std::format!("https://{label}");
        assert_eq!(len(&longest), Some(longest.len()));
        assert_eq!(len(&std::format!("{longest}a")), None);
    }

    #[test]
    fn hosts_end_before_a_hyphen_and_letters() {
        let end = |text| {
            rules(ScriptBoundaries::Split)
                .end_at(text, Dot::Ascii, 8)
                .ok()
        };
        assert_eq!(end("example.com-on"), Some(11));
        assert_eq!(end("example.com-2"), None);
        assert_eq!(end("example.com-"), None);
        assert_eq!(end("example.com-on/a"), None);
        assert_eq!(end("example.com-on.a"), None);
    }
}
