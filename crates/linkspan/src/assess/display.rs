//! The safe display form: a link as it can be shown to anyone.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use core::net::Ipv6Addr;
use core::ops::Range;

use super::Rules;
use super::code::{Code, Concern};
use super::cut;
use super::defang::defang;
use super::host::{Label, labels, would_deceive};
use super::report::Report;
use super::shape::{Address, address};
use super::tail::piece;
use crate::SuffixList;
use crate::direction::has_right_to_left;
use crate::escape::push_escaped;
use crate::host::HostKind;
use crate::scan::{Finder, Link, LinkKind};

/// Writes links in a form that can be shown to anyone.
///
/// * The registrable domain is always there, whole. What is too long is cut elsewhere: labels in front of
///   it, path segments in the middle, the end, and never inside of what a reader takes for one character.
/// * User names, which pass for hosts, are left out; addresses are in their usual notation.
/// * Labels with findings are in Punycode, and what has findings after the host is escaped. The form
///   itself has no finding about its [look](Concern::Look).
/// * If it holds right-to-left text, it stands in isolates, so that it keeps its order in any text.
///
/// It is for the eyes only: where the link leads is [`Link::href`].
///
/// ```
/// use linkspan::{SafeDisplay, assess, links};
///
/// let text = "https://www.аррӏе.com/a/b/c/index.html?q=1";
/// let link = links(text).next().unwrap();
/// let report = assess(&link);
/// let display = SafeDisplay::new();
/// assert_eq!(display.of(&link, &report), "https://www.xn--80ak6aa92e.com/a/b/c/index.html?q=1");
/// assert_eq!(display.limit(47).of(&link, &report), "https://www.xn--80ak6aa92e.com/…/c/index.html…");
/// assert_eq!(display.limit(10).of(&link, &report), "….xn--80ak6aa92e.com");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SafeDisplay<'l> {
    limit: usize,
    isolation: Isolation,
    /// The embedded list if `None`, so that `new` can be `const`.
    suffixes: Option<&'l SuffixList>,
}

/// When the [safe display form](SafeDisplay) stands in isolates (U+2068, U+2069).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isolation {
    /// If it holds right-to-left text.
    Needed,
    /// Always: the text around it may be right-to-left, too.
    Always,
    /// Never: what shows it has its own way.
    Never,
}

impl<'l> SafeDisplay<'l> {
    /// The form without a limit to its length.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            limit: usize::MAX,
            isolation: Isolation::Needed,
            suffixes: None,
        }
    }

    /// Sets how many characters, as readers count them, the form may have. It has more if the
    /// registrable domain does.
    #[must_use]
    pub const fn limit(mut self, characters: usize) -> Self {
        self.limit = characters;
        self
    }

    /// Sets when the form stands in isolates. Default: if it holds right-to-left text.
    ///
    /// ```
    /// use linkspan::{Isolation, SafeDisplay, assess, links};
    ///
    /// let link = links("http://אתר.example.com/").next().unwrap();
    /// let display = SafeDisplay::new();
    /// assert_eq!(display.of(&link, &assess(&link)), "\u{2068}http://אתר.example.com/\u{2069}");
    /// let plain = display.isolation(Isolation::Never);
    /// assert_eq!(plain.of(&link, &assess(&link)), "http://אתר.example.com/");
    /// ```
    #[must_use]
    pub const fn isolation(mut self, isolation: Isolation) -> Self {
        self.isolation = isolation;
        self
    }

    /// Sets the list that says where the registrable domain starts. Default: the
    /// [embedded](SuffixList::embedded) one.
    ///
    /// ```
    /// use linkspan::{SafeDisplay, SuffixList, assess, links};
    ///
    /// let suffixes = SuffixList::from_psl("example\nblog.example\n")?;
    /// let link = links("https://www.ann.blog.example/").next().unwrap();
    /// let display = SafeDisplay::new().limit(1);
    /// assert_eq!(display.of(&link, &assess(&link)), "….blog.example");
    /// assert_eq!(display.suffixes(&suffixes).of(&link, &assess(&link)), "….ann.blog.example");
    /// # Ok::<(), linkspan::SuffixListError>(())
    /// ```
    #[must_use]
    pub const fn suffixes(mut self, suffixes: &'l SuffixList) -> Self {
        self.suffixes = Some(suffixes);
        self
    }

    /// The safe form of a link, given what was found about it.
    ///
    /// ```
    /// use linkspan::{SafeDisplay, assess, links};
    ///
    /// let link = links("see readme.md").next().unwrap();
    /// assert_eq!(SafeDisplay::new().of(&link, &assess(&link)), "https://readme.md");
    /// ```
    #[must_use]
    pub fn of(&self, link: &Link<'_>, report: &Report) -> String {
        // What was fine as it was written may not be once it is spelled out, or cut.
        let forms = [
            (Form::Readable, Form::Readable),
            (Form::Written, Form::Readable),
            (Form::Ascii, Form::Readable),
            (Form::Ascii, Form::Ascii),
        ];
        let mut shown = String::new();
        for (host, tail) in forms {
            shown = self.shown(link, report, host, tail);
            if is_clean(&shown, self.suffix_list()) {
                break;
            }
        }
        match self.isolation {
            Isolation::Always => super::isolate(&shown),
            Isolation::Needed if has_right_to_left(&shown) => super::isolate(&shown),
            Isolation::Needed | Isolation::Never => shown,
        }
    }

    fn suffix_list(&self) -> &'l SuffixList {
        match self.suffixes {
            Some(suffixes) => suffixes,
            None => SuffixList::embedded(),
        }
    }

    fn shown(&self, link: &Link<'_>, report: &Report, host: Form, tail_form: Form) -> String {
        let host = self::host(link, report, self.suffix_list(), host);
        let text = link.text();
        let port = text.get(link.host().end..link.tail_start());
        // In schemes that only others understand, it may be anything.
        let is_number = |port: &&str| port.bytes().skip(1).all(|b| b.is_ascii_digit());
        let port = port.filter(is_number).unwrap_or_default();
        let tail = text.get(link.tail_start()..link.end()).unwrap_or_default();
        let tail = crate::minimal_tail(tail).unwrap_or(Cow::Borrowed(tail));
        let tail = escaped(&tail, tail_form);
        let (registrable, tail) = match host.kind {
            Kind::Kept => (host.rest + port, tail),
            Kind::Cut => (String::new(), host.rest + port + &tail),
        };
        let pieces = cut::Pieces {
            front: front(link),
            labels: host.labels,
            registrable,
            tail,
        };
        cut::fit(&pieces, self.limit, needs_no_escape)
    }
}

impl fmt::Debug for SafeDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The suffix list has thousands of entries.
        f.debug_struct("SafeDisplay")
            .field("limit", &self.limit)
            .field("isolation", &self.isolation)
            .finish_non_exhaustive()
    }
}

impl Default for SafeDisplay<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// How to write the host, or what follows it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Labels and words without findings as people read them.
    Readable,
    /// The same, but what is in Punycode stays so.
    Written,
    /// Everything in ASCII.
    Ascii,
}

/// What stands before the host.
fn front(link: &Link<'_>) -> String {
    let text = link.text();
    let scheme = link.scheme().and_then(|range| text.get(range));
    match (link.kind(), scheme) {
        (LinkKind::Email, _) => {
            let local = link.local_part().and_then(|range| text.get(range));
            escaped(local.unwrap_or_default(), Form::Readable) + "@"
        }
        (_, Some(scheme)) => scheme.to_ascii_lowercase() + "://",
        // Without a scheme it would look like a file's name.
        (_, None) if super::tld::file_name(link).is_some() => String::from("https://"),
        (_, None) => String::new(),
    }
}

/// A host in two pieces: the labels that may be left out, and the rest.
struct Shown {
    labels: Vec<String>,
    rest: String,
    kind: Kind,
}

/// What becomes of a host that is too long.
enum Kind {
    /// It has a registrable domain, or is an address, and is kept.
    Kept,
    /// It is none, or only its scheme knows what it means.
    Cut,
}

impl Shown {
    fn address(rest: String) -> Self {
        Self {
            labels: Vec::new(),
            rest,
            kind: Kind::Kept,
        }
    }

    /// A host that is none is shown so that nobody takes it for one.
    fn broken(written: &str) -> Self {
        Self {
            labels: Vec::new(),
            rest: defang(&escaped(written, Form::Ascii)),
            kind: Kind::Cut,
        }
    }
}

fn host(link: &Link<'_>, report: &Report, suffixes: &SuffixList, form: Form) -> Shown {
    let (text, range) = (link.text(), link.host());
    let written = text.get(range.clone()).unwrap_or_default();
    if let Some(inner) = written.strip_prefix('[') {
        let inner = inner.trim_end_matches(']').parse::<Ipv6Addr>();
        return match inner.map(|inner| (inner, inner.to_ipv4_mapped())) {
            Ok((_, Some(mapped))) => Shown::address(mapped.to_string()),
            Ok((inner, None)) => Shown::address(format!("[{inner}]")),
            Err(_) => Shown::broken(written),
        };
    }
    if !link.has_domain() {
        let found = report
            .findings()
            .iter()
            .any(|finding| finding.range().start < range.end && range.start < finding.range().end);
        let form = if found { Form::Ascii } else { form };
        return Shown {
            labels: Vec::new(),
            rest: escaped(&HostKind::Opaque.shown(written), form),
            kind: Kind::Cut,
        };
    }
    match address(written) {
        Some(Address::Of(address)) => return Shown::address(address.to_string()),
        Some(Address::Broken) => return Shown::broken(written),
        None => {}
    }
    domain(link, report, suffixes, form).unwrap_or_else(|| Shown::broken(written))
}

/// A host that is a domain.
fn domain(link: &Link<'_>, report: &Report, suffixes: &SuffixList, form: Form) -> Option<Shown> {
    /// The most bytes of text that can stand for a domain.
    const MOST_BYTES: usize = 4 * crate::host::MOST_BYTES;
    let (text, range) = (link.text(), link.host());
    if range.len() > MOST_BYTES {
        return None;
    }
    let mut named: Vec<Label<'_>> = labels(text, range).collect();
    // A root dot.
    if named.last().is_some_and(|label| label.written.is_empty()) {
        named.pop();
    }
    let top_level = named.last().and_then(Label::shown).unwrap_or_default();
    let ascii: Vec<Cow<'_, str>> = named.iter().map(Label::ascii).collect::<Option<_>>()?;
    if ascii.iter().any(|label| label.is_empty()) {
        return None;
    }
    let mut shown: Vec<String> = named
        .iter()
        .zip(&ascii)
        .map(|(label, ascii)| label_shown(label, ascii, &top_level, report, form))
        .collect();
    let suffix = suffixes.suffix(&ascii.join("."));
    let split = shown.len().saturating_sub(suffix.labels + 1);
    let rest = shown.split_off(split).join(".");
    Some(Shown {
        labels: shown,
        rest,
        kind: Kind::Kept,
    })
}

fn label_shown(
    label: &Label<'_>,
    ascii: &str,
    top_level: &str,
    report: &Report,
    form: Form,
) -> String {
    let range = &label.range;
    let overlaps = |found: Range<usize>| found.start < range.end && range.start < found.end;
    let found = report
        .findings()
        .iter()
        .any(|finding| finding.code().is_of_label() && overlaps(finding.range()));
    let hidden = label.is_encoded() && (form == Form::Written || would_deceive(label, top_level));
    if form == Form::Ascii || found || hidden {
        return ascii.to_ascii_lowercase();
    }
    label.shown().unwrap_or(Cow::Borrowed(ascii)).into_owned()
}

/// A text outside of the host, with everything escaped that has a finding about its look.
fn escaped(text: &str, form: Form) -> String {
    /// Escaping one character gives its neighbours others.
    const ROUNDS: usize = 4;
    let mut text = String::from(text);
    if form != Form::Ascii {
        for _ in 0..ROUNDS {
            let ranges = looks(&text);
            if ranges.is_empty() {
                return text;
            }
            text = escaped_in(&text, &ranges);
        }
    }
    let all = 0..text.len();
    escaped_in(&text, &[all])
}

/// Whether a text outside of the host has no finding about its look.
fn needs_no_escape(text: &str) -> bool {
    looks(text).is_empty()
}

fn looks(text: &str) -> Vec<Range<usize>> {
    let mut report = Report::new();
    piece(text, 0..text.len(), &mut report);
    let report = report.sorted();
    let findings = report.findings().iter();
    findings
        .filter(|finding| finding.code().concern() == Concern::Look)
        .map(super::Finding::range)
        .collect()
}

/// Escapes all characters above ASCII in these ranges, which are in order.
fn escaped_in(text: &str, ranges: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut ranges = ranges.iter().peekable();
    let mut end = 0;
    for (at, c) in text.char_indices() {
        while let Some(range) = ranges.next_if(|range| range.start <= at) {
            end = end.max(range.end);
        }
        if at < end && (!c.is_ascii() || c.is_ascii_control() || c == ' ') {
            push_escaped(c, &mut out);
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a form has no finding about its look.
fn is_clean(shown: &str, suffixes: &SuffixList) -> bool {
    static LENIENT: Finder = Finder::lenient();
    let rules = Rules {
        suffixes,
        length_limit: usize::MAX,
    };
    LENIENT.find_iter(shown).all(|link| {
        let report = rules.assess(&link);
        let mut findings = report.findings().iter();
        // A form that was cut in front has no scheme any more, and is no file's name for that.
        findings.all(|finding| {
            finding.code().concern() == Concern::Target || finding.code() == Code::TldFileName
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(url: &str, display: SafeDisplay<'_>) -> String {
        let link = Link::parse(url).unwrap();
        let rules = Rules {
            suffixes: display.suffix_list(),
            ..Rules::default()
        };
        display.of(&link, &rules.assess(&link))
    }

    #[test]
    fn the_registrable_domain_is_that_of_the_given_list() {
        let suffixes = SuffixList::from_psl("com\nexample\nblog.example\n").unwrap();
        let (url, display) = ("https://www.ann.blog.example/", SafeDisplay::new().limit(1));
        assert_eq!(formatted(url, display), "….blog.example");
        assert_eq!(
            formatted(url, display.suffixes(&suffixes)),
            "….ann.blog.example"
        );
    }

    #[test]
    fn the_form_has_no_findings_by_the_given_list() {
        // The decoded top-level domain is Cyrillic and looks like 'cop'.
        let (url, display) = ("https://пример.xn--n1aeb/", SafeDisplay::new());
        assert_eq!(formatted(url, display), "https://пример.сор/");
        let suffixes = SuffixList::from_iana("COP").unwrap();
        assert_eq!(formatted(url, display.suffixes(&suffixes)), url);
    }
}
