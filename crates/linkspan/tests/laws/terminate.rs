//! Termination: a plain twin, and what holds for every text.

use std::ops::Range;

use linkspan::{LinkTerm, Walk, correct_span, link_bracket, link_term, terminate};

/// §3.5.1 as it reads: an array of code points, a table of parts, an unbounded stack.
mod twin {
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
        let here = |at: usize, what: &str| {
            let what: Vec<char> = what.chars().collect();
            points[at..].starts_with(&what)
        };
        let any = |at: usize, whats: &[&str]| {
            whats
                .iter()
                .find(|what| here(at, what))
                .map(|what| what.chars().count())
        };
        let mut last_safe = 0;
        let mut part: Option<&Part> = None;
        let mut in_fragment = false;
        let mut stack = Vec::new();
        let mut i = 0;
        while i < points.len() {
            if let Some(current) = part {
                if any(i, current.terminators).is_some() {
                    in_fragment = current.initiator == "#";
                    part = None;
                }
            }
            let Some(current) = part else {
                let candidates: &[&Part] = if in_fragment {
                    &[&DIRECTIVE]
                } else {
                    &[&PATH, &QUERY, &FRAGMENT]
                };
                let Some(next) = candidates.iter().find(|part| here(i, part.initiator)) else {
                    break;
                };
                part = Some(next);
                i += next.initiator.chars().count();
                last_safe = i;
                stack.clear();
                continue;
            };
            if let Some(length) = any(i, current.clear_stack) {
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

/// All laws of [`terminate()`] for the host that ends at `offset`, wherever that is.
pub(crate) fn termination(text: &str, offset: usize) {
    let end = terminate(text, offset);
    let mut host_end = offset.min(text.len());
    while !text.is_char_boundary(host_end) {
        host_end -= 1;
    }
    assert!(host_end <= end && text.is_char_boundary(end));
    assert_eq!(end, twin::terminate(text, host_end));

    // The steps tell the same story.
    let steps: Vec<_> = Walk::new(text, offset).collect();
    let ends = steps
        .iter()
        .skip(1)
        .map(|step| step.offset)
        .chain([text.len()]);
    let safe = steps
        .iter()
        .zip(ends)
        .filter(|(step, _)| step.effect.is_safe());
    let safe = safe.last().map_or(host_end, |(_, end)| end);
    assert_eq!(safe, end);

    // What follows a Hard character does not matter, nor does the end of the text.
    let before = &text[..end];
    assert_eq!(terminate(&format!("{before} "), host_end), end);
    assert_eq!(terminate(before, host_end), end);
    if let Some((hard, c)) = text[host_end..]
        .char_indices()
        .find(|&(_, c)| link_term(c) == LinkTerm::Hard)
    {
        let cut = host_end + hard + c.len_utf8();
        assert_eq!(terminate(&text[..cut], host_end), end);
    }
}

/// A span of another detector, put right, keeps its start and stays right.
pub(crate) fn correction(text: &str, span: Range<usize>) {
    let corrected = correct_span(text, span.clone());
    assert_eq!(corrected.start, span.start);
    if text.get(span.clone()).is_some() {
        assert!(text.get(corrected.clone()).is_some());
    } else {
        assert_eq!(corrected, span);
    }
    assert_eq!(correct_span(text, corrected.clone()), corrected);
}
