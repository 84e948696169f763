//! Properties of termination, with a reference implementation of §3.5.1.

use std::ops::Range;

use linkspan::url::correct_span;
use linkspan::uts58::{LinkTerm, Steps, link_bracket, link_term, terminate};

/// Reference implementation: §3.5.1 to the letter, over an array of code points, with the table of parts as data.
mod reference {
    use super::{LinkTerm, link_bracket, link_term};

    struct Part {
        initiator: &'static str,
        terminators: &'static [&'static str],
        clear_stack: &'static [&'static str],
    }

    const PATH: Part = Part {
        initiator: "/",
        terminators: &["?", "#"],
        clear_stack: &["/"],
    };
    const QUERY: Part = Part {
        initiator: "?",
        terminators: &["#"],
        clear_stack: &["=", "&"],
    };
    const FRAGMENT: Part = Part {
        initiator: "#",
        terminators: &[":~:"],
        clear_stack: &[],
    };
    const DIRECTIVE: Part = Part {
        initiator: ":~:",
        terminators: &[],
        clear_stack: &["&", ",", ":~:"],
    };

    pub(super) fn terminate(text: &str, host_end: usize) -> usize {
        let points: Vec<char> = text[host_end..].chars().collect();
        let starts_with = |at: usize, sequence: &str| {
            let sequence: Vec<char> = sequence.chars().collect();
            points[at..].starts_with(&sequence)
        };
        let length_of_any = |at: usize, sequences: &[&str]| {
            sequences
                .iter()
                .find(|sequence| starts_with(at, sequence))
                .map(|sequence| sequence.chars().count())
        };
        let mut last_safe = 0;
        let mut part: Option<&Part> = None;
        let mut in_fragment = false;
        let mut stack = Vec::new();
        let mut i = 0;
        while i < points.len() {
            if let Some(current) = part
                && length_of_any(i, current.terminators).is_some()
            {
                in_fragment = current.initiator == "#";
                part = None;
            }
            let Some(current) = part else {
                let candidates: &[&Part] = if in_fragment {
                    &[&DIRECTIVE]
                } else {
                    &[&PATH, &QUERY, &FRAGMENT]
                };
                let Some(next) = candidates
                    .iter()
                    .find(|part| starts_with(i, part.initiator))
                else {
                    break;
                };
                part = Some(next);
                i += next.initiator.chars().count();
                last_safe = i;
                stack.clear();
                continue;
            };
            if let Some(length) = length_of_any(i, current.clear_stack) {
                i += length;
                last_safe = i;
                stack.clear();
                continue;
            }
            let point = points[i];
            i += 1;
            match link_term(point) {
                LinkTerm::Include => last_safe = i,
                LinkTerm::Soft => {}
                LinkTerm::Hard => break,
                LinkTerm::Open => {
                    if stack.len() == 125 {
                        break;
                    }
                    stack.push(point);
                    last_safe = i;
                }
                LinkTerm::Close => {
                    if stack.pop() != link_bracket(point) {
                        break;
                    }
                    last_safe = i;
                }
            }
        }
        host_end
            + points[..last_safe]
                .iter()
                .map(|c| c.len_utf8())
                .sum::<usize>()
    }
}

/// Checks all properties of [`terminate()`] for a host that ends at `offset`, which may be any number.
pub(crate) fn assert_all(text: &str, offset: usize) {
    let end = terminate(text, offset);
    // An offset past the end or inside a character is moved back.
    let mut host_end = offset.min(text.len());
    while !text.is_char_boundary(host_end) {
        host_end -= 1;
    }
    assert!(host_end <= end && text.is_char_boundary(end));
    assert_eq!(end, reference::terminate(text, host_end));
    steps_lead_to_the_end(text, offset, host_end, end);
    text_after_the_end_is_irrelevant(text, host_end, end);
}

/// The end of the last step that extends the link is the end of the link.
fn steps_lead_to_the_end(text: &str, offset: usize, host_end: usize, end: usize) {
    let steps: Vec<_> = Steps::new(text, offset).collect();
    let ends = steps
        .iter()
        .skip(1)
        .map(|step| step.offset)
        .chain([text.len()]);
    let safe = steps
        .iter()
        .zip(ends)
        .filter(|(step, _)| step.effect.is_safe());
    let last_safe = safe.last().map_or(host_end, |(_, end)| end);
    assert_eq!(last_safe, end);
}

/// The link ends at the same offset if the text ends there, or after the first Hard character.
fn text_after_the_end_is_irrelevant(text: &str, host_end: usize, end: usize) {
    let before = &text[..end];
    assert_eq!(terminate(&format!("{before} "), host_end), end);
    assert_eq!(terminate(before, host_end), end);
    if let Some((hard, c)) = text[host_end..]
        .char_indices()
        .find(|&(_, c)| link_term(c) == LinkTerm::Hard)
    {
        let after_hard = host_end + hard + c.len_utf8();
        assert_eq!(terminate(&text[..after_hard], host_end), end);
    }
}

/// A corrected span has the same start, and correcting it again does not change it.
pub(crate) fn corrected_span_is_stable(text: &str, span: Range<usize>) {
    let corrected = correct_span(text, span.clone());
    assert_eq!(corrected.start, span.start);
    if text.get(span.clone()).is_some() {
        assert!(text.get(corrected.clone()).is_some());
    } else {
        assert_eq!(corrected, span);
    }
    assert_eq!(correct_span(text, corrected.clone()), corrected);
}
