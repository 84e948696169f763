//! What there is to say about a candidate.

use std::borrow::Cow;

use linkspan::property::{HostClass, host_class};
use linkspan::{
    Candidate, Effect, Link, LinkKind, LinkTerm, NoLink, Part, Stop, SuffixList, Walk, link_term,
};
use serde::Serialize;

/// How much of the text around a refused candidate is shown, in characters on each side.
const AROUND: usize = 30;

/// All about one candidate, as it is written in JSON.
#[derive(Serialize)]
pub(super) struct Report<'t> {
    /// Where it was noticed, in bytes.
    pub(super) offset: usize,
    pub(super) linked: bool,
    /// The link, or the text around the place.
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
    #[serde(flatten)]
    pub(super) verdict: Verdict<'t>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Verdict<'t> {
    Link {
        kind: &'static str,
        href: Cow<'t, str>,
        parts: Vec<PartRow<'t>>,
        steps: Vec<StepRow<'t>>,
        ended: String,
        rule: &'static str,
    },
    NoLink {
        reason: String,
        rule: &'static str,
    },
}

/// A part of a link, and what it was held to.
#[derive(Serialize)]
pub(super) struct PartRow<'t> {
    pub(super) name: &'static str,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: &'t str,
    pub(super) rule: String,
}

/// A step of the walk after the host: one character, or several that are all just included.
#[derive(Serialize)]
pub(super) struct StepRow<'t> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: &'t str,
    pub(super) does: String,
}

impl<'t> Report<'t> {
    pub(super) fn new(text: &'t str, candidate: &Candidate<'t>) -> Self {
        match candidate.verdict {
            Ok(link) => Self::of_link(text, candidate.offset, link),
            Err(why) => Self::of_refusal(text, candidate.offset, why),
        }
    }

    fn of_link(text: &'t str, offset: usize, link: Link<'t>) -> Self {
        let tail = link.port().map_or(link.host().end, |port| port.end);
        let (steps, stop) = match link.kind() {
            LinkKind::Email => (Vec::new(), None),
            _ => steps(text, tail),
        };
        let (ended, rule) = ended(text, &link, stop);
        Self {
            offset,
            linked: true,
            text: link.as_str(),
            start: link.start(),
            end: link.end(),
            verdict: Verdict::Link {
                kind: kind(&link),
                href: link.href(),
                parts: parts(text, &link),
                steps,
                ended,
                rule,
            },
        }
    }

    fn of_refusal(text: &'t str, offset: usize, why: NoLink) -> Self {
        let is_hard = |c| link_term(c) == LinkTerm::Hard;
        let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
        let before: usize = before
            .chars()
            .rev()
            .take_while(|&c| !is_hard(c))
            .take(AROUND)
            .map(char::len_utf8)
            .sum();
        let after: usize = after
            .chars()
            .take_while(|&c| !is_hard(c))
            .take(AROUND)
            .map(char::len_utf8)
            .sum();
        let (start, end) = (offset - before, offset + after);
        Self {
            offset,
            linked: false,
            text: text.get(start..end).unwrap_or_default(),
            start,
            end,
            verdict: Verdict::NoLink {
                reason: why.to_string(),
                rule: why.rule(),
            },
        }
    }
}

pub(super) fn kind(link: &Link<'_>) -> &'static str {
    match link.kind() {
        LinkKind::Email => "email",
        _ => "url",
    }
}

fn parts<'t>(text: &'t str, link: &Link<'t>) -> Vec<PartRow<'t>> {
    let termination = || "by UTS #58 §3.5.1".to_owned();
    let rows = [
        ("scheme", link.scheme(), "in the list of schemes".to_owned()),
        (
            "local part",
            link.local_part(),
            "all Link_Email, dots in their places (UTS #58 §5.2)".to_owned(),
        ),
        ("host", Some(link.host()), host_rule(text, link)),
        ("port", link.port(), "a number up to 65535".to_owned()),
        ("path", link.path(), termination()),
        ("query", link.query(), termination()),
        ("fragment", link.fragment(), termination()),
    ];
    rows.into_iter()
        .filter_map(|(name, range, rule)| {
            let range = range?;
            Some(PartRow {
                name,
                start: range.start,
                end: range.end,
                text: text.get(range)?,
                rule,
            })
        })
        .collect()
}

fn host_rule(text: &str, link: &Link<'_>) -> String {
    let host = text.get(link.host()).unwrap_or_default();
    let wired = linkspan::wire(host).unwrap_or(Cow::Borrowed(host));
    let name = wired.trim_end_matches('.').to_ascii_lowercase();
    if host.starts_with('[') || name.parse::<std::net::Ipv4Addr>().is_ok() {
        return "an IP address".to_owned();
    }
    let list = SuffixList::embedded();
    let suffix = list.public_suffix(&name);
    let listed = match name.rsplit('.').next() {
        Some(label) if list.is_top_level(label) => "listed",
        _ => "not listed, but of the right form",
    };
    if suffix == name {
        return format!("a name of its own, {listed}");
    }
    let shown = linkspan::minimal(suffix).unwrap_or(Cow::Borrowed(suffix));
    format!("a domain by UTS #46, under the public suffix '{shown}' ({listed})")
}

/// The walk from the end of host and port, and what stopped it.
fn steps(text: &str, tail: usize) -> (Vec<StepRow<'_>>, Option<(usize, char, Stop)>) {
    let mut rows: Vec<StepRow<'_>> = Vec::new();
    let mut stop = None;
    let mut walk = Walk::new(text, tail).peekable();
    while let Some(step) = walk.next() {
        if let Effect::Stops(why) = step.effect {
            stop = Some((step.offset, step.character, why));
            break;
        }
        let end = match walk.peek() {
            Some(next) => next.offset,
            None => text.len(),
        };
        let does = does(step.effect, step.part);
        match rows.last_mut() {
            Some(row) if step.effect == Effect::Includes && row.does == does => {
                row.end = end;
                row.text = text.get(row.start..end).unwrap_or_default();
            }
            _ => rows.push(StepRow {
                start: step.offset,
                end,
                text: text.get(step.offset..end).unwrap_or_default(),
                does,
            }),
        }
    }
    (rows, stop)
}

fn does(effect: Effect, part: Option<Part>) -> String {
    let part = match part {
        Some(Part::Path) => "path",
        Some(Part::Query) => "query",
        Some(Part::Fragment) => "fragment",
        Some(Part::Directive) => "directive",
        _ => "link",
    };
    match effect {
        Effect::Starts => format!("starts the {part}"),
        Effect::Clears => format!("is syntax of the {part}; no bracket pairs over it"),
        Effect::Includes => "is included".to_owned(),
        Effect::Waits => "is Soft: included only if something follows that is".to_owned(),
        Effect::Opens => "opens a bracket".to_owned(),
        Effect::Closes => "closes the bracket that was opened last".to_owned(),
        _ => "ends the link".to_owned(),
    }
}

/// What ended a link, and by which rule.
fn ended(text: &str, link: &Link<'_>, stop: Option<(usize, char, Stop)>) -> (String, &'static str) {
    let next = text.get(link.end()..).and_then(|rest| rest.chars().next());
    let Some(next) = next else {
        return ("at the end of the text".to_owned(), "there is no more");
    };
    let (why, rule) = why_ended(next, link, stop);
    (
        format!("before {next:?} at byte {}: {why}", link.end()),
        rule,
    )
}

fn why_ended(
    next: char,
    link: &Link<'_>,
    stop: Option<(usize, char, Stop)>,
) -> (String, &'static str) {
    const TERMINATION: &str = "UTS #58 §3.5.1";
    let in_host = !matches!(host_class(next), HostClass::Outside | HostClass::Dot);
    if link.end() == link.host().end && in_host {
        let why = "no top-level domain goes on with it";
        return (why.to_owned(), "option `script_boundaries`");
    }
    if link.kind() == LinkKind::Email {
        let why = "nothing after the domain belongs to an email address";
        return (why.to_owned(), "UTS #58 §5.2");
    }
    let (at, stopped) = match stop {
        Some((at, c, why)) if at == link.end() => {
            return (format!("it {}", stops(c, why)), TERMINATION);
        }
        Some((at, c, why)) => (at, format!("{c:?} at byte {at}, which {}", stops(c, why))),
        None => (usize::MAX, "the end of the text".to_owned()),
    };
    // The walk went on, so that something else shortened the link, or all that follows is Soft.
    match link_term(next) {
        LinkTerm::Soft if next == '?' && at > link.end() => (
            "a '?' that no query follows ends a question".to_owned(),
            "option `trailing_question`",
        ),
        LinkTerm::Soft => (
            format!("only Soft characters follow, up to {stopped}"),
            TERMINATION,
        ),
        _ => (
            "prose goes on here, or a bracket opens that nothing closes".to_owned(),
            "options `glued_tails`, `unmatched_openers`",
        ),
    }
}

/// What a character that stops the walk does.
fn stops(c: char, why: Stop) -> &'static str {
    match why {
        Stop::Hard if c.is_whitespace() => "is white space, and no link goes on over it",
        Stop::Hard => "is Hard, and no link goes on over it",
        Stop::NoPart => "starts neither path, query nor fragment",
        Stop::Unmatched => "closes a bracket that was not opened in the link, or not last",
        Stop::TooDeep => "would be the 126th open bracket",
        _ => "ends the link",
    }
}
