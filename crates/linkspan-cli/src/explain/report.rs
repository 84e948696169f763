//! Everything that is known about a candidate. The field names are those of the JSON output.

use std::borrow::Cow;

use linkspan::explain::{Candidate, EarlyEnd, EndReason, Rejection};
use linkspan::property::{HostClass, host_class};
use linkspan::suffix::SuffixList;
use linkspan::uts58::{Effect, LinkTerm, Part, Steps, StopReason, link_term};
use linkspan::{Finder, Link, LinkKind};
use serde::Serialize;

/// How much text is shown before and after the offset of a rejected candidate, in characters.
const MAX_CONTEXT: usize = 30;

/// The report of one candidate.
#[derive(Serialize)]
pub(super) struct Report<'t> {
    /// The byte offset of the character where the candidate was detected.
    pub(super) offset: usize,
    pub(super) linked: bool,
    /// The link, or the text around a rejected candidate.
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
    #[serde(flatten)]
    pub(super) details: Details<'t>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Details<'t> {
    Link {
        kind: &'static str,
        href: Cow<'t, str>,
        parts: Vec<LinkPart<'t>>,
        steps: Vec<TerminationStep<'t>>,
        ended: String,
        rule: &'static str,
    },
    Rejected {
        reason: String,
        rule: &'static str,
    },
}

/// A part of a link, and the rule that it satisfies.
#[derive(Serialize)]
pub(super) struct LinkPart<'t> {
    pub(super) name: &'static str,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: &'t str,
    pub(super) rule: String,
}

/// A step of the termination algorithm after the host: one character, or a run of characters that
/// are all simply included.
#[derive(Serialize)]
pub(super) struct TerminationStep<'t> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: &'t str,
    pub(super) does: String,
}

/// The character that ended the link.
#[derive(Clone, Copy)]
struct StopCharacter {
    offset: usize,
    character: char,
    reason: StopReason,
}

impl<'t> Report<'t> {
    /// The report of a candidate of this finder.
    pub(super) fn new(text: &'t str, candidate: &Candidate<'t>, finder: &Finder) -> Self {
        match candidate.outcome {
            Ok(link) => Self::for_link(text, candidate.offset, link, finder),
            Err(rejection) => Self::for_rejection(text, candidate.offset, rejection),
        }
    }

    fn for_link(text: &'t str, offset: usize, link: Link<'t>, finder: &Finder) -> Self {
        let suffixes = finder.suffixes();
        let early_end = finder.explain_end(&link);
        let (steps, stop) = link_steps(text, &link, early_end);
        let (ended, rule) = ended(text, &link, stop, early_end);
        Self {
            offset,
            linked: true,
            text: link.as_str(),
            start: link.start(),
            end: link.end(),
            details: Details::Link {
                kind: link.kind().as_str(),
                href: link.href(),
                parts: parts(text, &link, suffixes),
                steps,
                ended,
                rule,
            },
        }
    }

    fn for_rejection(text: &'t str, offset: usize, rejection: Rejection) -> Self {
        let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
        let start = offset - context_len(before.chars().rev());
        let end = offset + context_len(after.chars());
        Self {
            offset,
            linked: false,
            text: text.get(start..end).unwrap_or_default(),
            start,
            end,
            details: Details::Rejected {
                reason: rejection.to_string(),
                rule: rejection.rule(),
            },
        }
    }
}

/// The length in bytes of the context: up to a Hard character or the maximum.
fn context_len(characters: impl Iterator<Item = char>) -> usize {
    characters
        .take_while(|&c| link_term(c) != LinkTerm::Hard)
        .take(MAX_CONTEXT)
        .map(char::len_utf8)
        .sum()
}

fn parts<'t>(text: &'t str, link: &Link<'t>, suffixes: &SuffixList) -> Vec<LinkPart<'t>> {
    let termination = || "by UTS #58 §3.5.1".to_owned();
    let path = Some(link.path_range()).filter(|range| !range.is_empty());
    let host = Some(link.host_range()).filter(|range| !range.is_empty());
    let parts = [
        (
            "scheme",
            link.scheme_range(),
            "in the list of schemes".to_owned(),
        ),
        (
            "local part",
            link.local_part_range(),
            "only Link_Email characters, no misplaced dots (UTS #58 §5.2)".to_owned(),
        ),
        ("host", host, host_rule(link, suffixes)),
        ("port", link.port_range(), "a number up to 65535".to_owned()),
        ("path", path, termination()),
        ("query", link.query_range(), termination()),
        ("fragment", link.fragment_range(), termination()),
        ("directive", link.directive_range(), termination()),
    ];
    parts
        .into_iter()
        .filter_map(|(name, range, rule)| {
            let range = range?;
            Some(LinkPart {
                name,
                start: range.start,
                end: range.end,
                text: text.get(range)?,
                rule,
            })
        })
        .collect()
}

fn host_rule(link: &Link<'_>, suffixes: &SuffixList) -> String {
    let host = link.host();
    let ascii = linkspan::url::to_ascii(host).unwrap_or(Cow::Borrowed(host));
    let name = ascii.trim_end_matches('.').to_ascii_lowercase();
    if host.starts_with('[') || name.parse::<std::net::Ipv4Addr>().is_ok() {
        return "an IP address".to_owned();
    }
    let suffix = suffixes.public_suffix(&name);
    let listed = match name.rsplit('.').next() {
        Some(label) if suffixes.is_top_level(label) => "listed",
        _ => "not listed, but syntactically valid",
    };
    if suffix == name {
        return format!("a single label or public suffix ({listed})");
    }
    let readable = linkspan::url::to_readable(suffix).unwrap_or(Cow::Borrowed(suffix));
    format!("a valid domain (UTS #46) under the public suffix '{readable}' ({listed})")
}

/// Why a link of a text ends where it does, and the rule that says so.
pub(super) fn end_of_link(text: &str, link: &Link<'_>, finder: &Finder) -> (String, &'static str) {
    let early_end = finder.explain_end(link);
    let (_, stop) = link_steps(text, link, early_end);
    ended(text, link, stop, early_end)
}

/// The termination steps of a link, and the character that ended it.
fn link_steps<'t>(
    text: &'t str,
    link: &Link<'_>,
    early_end: Option<EarlyEnd>,
) -> (Vec<TerminationStep<'t>>, Option<StopCharacter>) {
    match link.kind() {
        LinkKind::Email if link.query().is_none() => (Vec::new(), None),
        _ => {
            let authority_end = link.path_range().start;
            let all = if link.is_opaque() {
                Steps::in_path(text, authority_end)
            } else {
                Steps::new(text, authority_end)
            };
            steps(text, all, early_end.map_or(usize::MAX, |end| end.offset))
        }
    }
}

/// The termination steps of a link, and the character that ended it. The steps from `early_end` on are
/// left out.
fn steps<'t>(
    text: &'t str,
    all: Steps<'t>,
    early_end: usize,
) -> (Vec<TerminationStep<'t>>, Option<StopCharacter>) {
    let mut steps: Vec<TerminationStep<'_>> = Vec::new();
    let mut stop = None;
    let mut remaining = all.peekable();
    while let Some(step) = remaining.next_if(|step| step.offset < early_end) {
        if let Effect::Stops(reason) = step.effect {
            stop = Some(StopCharacter {
                offset: step.offset,
                character: step.character,
                reason,
            });
            break;
        }
        let end = match remaining.peek() {
            Some(next) => next.offset,
            None => text.len(),
        };
        let does = effect_text(step.effect, step.part);
        match steps.last_mut() {
            Some(last) if step.effect == Effect::Includes && last.does == does => {
                last.end = end;
                last.text = text.get(last.start..end).unwrap_or_default();
            }
            _ => steps.push(TerminationStep {
                start: step.offset,
                end,
                text: text.get(step.offset..end).unwrap_or_default(),
                does,
            }),
        }
    }
    (steps, stop)
}

fn effect_text(effect: Effect, part: Option<Part>) -> String {
    let part = match part {
        Some(Part::Path) => "path",
        Some(Part::Query) => "query",
        Some(Part::Fragment) => "fragment",
        Some(Part::Directive) => "directive",
        _ => "link",
    };
    match effect {
        Effect::Starts => format!("starts the {part}"),
        Effect::Clears => format!("is a delimiter in the {part}; brackets do not match across it"),
        Effect::Includes => "is included".to_owned(),
        Effect::Waits => "is Soft: included only if an included character follows".to_owned(),
        Effect::Opens => "opens a bracket".to_owned(),
        Effect::Closes => "closes the innermost open bracket".to_owned(),
        _ => "ends the link".to_owned(),
    }
}

/// Why a link ends where it does, and the rule that says so.
fn ended(
    text: &str,
    link: &Link<'_>,
    stop: Option<StopCharacter>,
    early_end: Option<EarlyEnd>,
) -> (String, &'static str) {
    let next = text.get(link.end()..).and_then(|rest| rest.chars().next());
    let Some(next) = next else {
        return ("at the end of the text".to_owned(), "no text follows");
    };
    let (reason, rule) = match early_end {
        Some(end) => (early_reason(text, link, end), early_rule(end.reason)),
        None => end_reason(next, link, stop),
    };
    (
        format!("before {next:?} at byte {}: {reason}", link.end()),
        rule,
    )
}

/// The rule by which a link ends before the standard says so.
fn early_rule(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Word => "option `attached_words`",
        _ => "option `delimiters`",
    }
}

/// The reason why a link ends before the standard says so.
fn early_reason(text: &str, link: &Link<'_>, end: EarlyEnd) -> String {
    if end.offset == link.end() {
        return end.reason.to_string();
    }
    let ending = text.get(end.offset..).and_then(|rest| rest.chars().next());
    let ending = ending.unwrap_or_default();
    let EarlyEnd { offset, reason, .. } = end;
    format!("only Soft characters follow, up to {ending:?} at byte {offset}: {reason}")
}

fn end_reason(next: char, link: &Link<'_>, stop: Option<StopCharacter>) -> (String, &'static str) {
    const TERMINATION: &str = "UTS #58 §3.5.1";
    let is_host_character = !matches!(host_class(next), HostClass::Outside | HostClass::Dot);
    if link.end() == link.host_range().end && is_host_character {
        let reason = "no top-level domain continues with it";
        return (reason.to_owned(), "option `script_boundaries`");
    }
    if link.kind() == LinkKind::Email && link.query().is_none() {
        let reason = "an email address ends with its domain";
        return (reason.to_owned(), "UTS #58 §5.2");
    }
    let (stop_offset, stop_text) = match stop {
        Some(stop) if stop.offset == link.end() => {
            return (format!("it {}", stop.text()), TERMINATION);
        }
        Some(stop) => (
            stop.offset,
            format!(
                "{:?} at byte {}, which {}",
                stop.character,
                stop.offset,
                stop.text()
            ),
        ),
        None => (usize::MAX, "the end of the text".to_owned()),
    };
    // Termination went on after the end of the link. Either only Soft characters follow, or an
    // option shortened the link.
    match link_term(next) {
        LinkTerm::Soft if next == '?' && stop_offset > link.end() => (
            "a '?' without a query after it ends a question".to_owned(),
            "option `trailing_question`",
        ),
        LinkTerm::Soft => (
            format!("only Soft characters follow, up to {stop_text}"),
            TERMINATION,
        ),
        _ => (
            "an opening bracket is not closed".to_owned(),
            "option `unmatched_openers`",
        ),
    }
}

impl StopCharacter {
    /// Why the character ends the link.
    fn text(self) -> &'static str {
        match self.reason {
            StopReason::Hard if self.character.is_whitespace() => {
                "is white space and always ends a link"
            }
            StopReason::Hard => "is Hard and always ends a link",
            StopReason::NoPart => "does not start a path, query or fragment",
            StopReason::Unmatched => {
                "closes a bracket that is not the innermost open one of the link"
            }
            StopReason::TooDeep => "would open a 126th bracket; at most 125 can be open",
            _ => "ends the link",
        }
    }
}
