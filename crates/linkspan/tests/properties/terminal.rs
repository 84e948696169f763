//! Properties of text with terminal hyperlinks.

use linkspan::control::VisibleText;
use linkspan::render::{
    Ansi, Controls, Hyperlinks, Render as _, TerminalRewriter, render, render_terminal,
    render_terminal_to,
};

use super::{has_unsafe_scheme, permissive_finder};

/// Removes OSC 8 sequences, and returns the remaining text and the addresses. `None` if a sequence is malformed.
fn strip_hyperlinks(written: &str) -> Option<(String, Vec<String>)> {
    let (mut text, mut addresses) = (String::new(), Vec::new());
    let mut rest = written;
    while let Some((before, from)) = rest.split_once("\x1b]8;") {
        text.push_str(before);
        let (sequence, after) = from.split_once("\x1b\\")?;
        let (parameters, address) = sequence.split_once(';')?;
        let opens_link = !address.is_empty();
        let expected = format!("id=linkspan-{}", addresses.len() + 1);
        if parameters != if opens_link { expected.as_str() } else { "" } {
            return None;
        }
        if opens_link {
            addresses.push(address.to_owned());
        }
        rest = after;
    }
    text.push_str(rest);
    Some((text, addresses))
}

/// Removes the sequences that set colors and the like.
fn strip_styles(written: &str) -> String {
    let mut text = String::new();
    let mut rest = written;
    while let Some((before, from)) = rest.split_once("\x1b[") {
        text.push_str(before);
        let end = from.find(|c: char| !c.is_ascii_digit() && !";:".contains(c));
        rest = match end.map(|end| from.split_at(end)) {
            Some((parameters, after)) if after.starts_with('m') => {
                assert!(parameters != "8", "hidden text: {written:?}");
                &after[1..]
            }
            _ => panic!("not a style: {written:?}"),
        };
    }
    text.push_str(rest);
    text
}

fn is_removed(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
}

/// The output has no control sequences except our hyperlinks and, if they are kept, styles. All visible text of the
/// source is in it.
pub(crate) fn output_has_only_hyperlink_sequences(source: &str) {
    let finder = permissive_finder();
    for controls in [Controls::Strip, Controls::Styles] {
        let ansi = || Ansi::new().controls(controls);
        let searched = [
            (render(&finder, source, ansi()), false),
            (render_terminal(&finder, source, ansi()), true),
        ];
        for (written, is_terminal) in searched {
            let Some((text, addresses)) = strip_hyperlinks(&written) else {
                panic!("{written:?}");
            };
            let text = match controls {
                Controls::Styles => strip_styles(&text),
                _ => text,
            };
            assert!(!text.contains(is_removed), "{written:?}");
            let visible = VisibleText::new(source);
            let visible: String = visible.as_str().replace(is_removed, "");
            // A C1 control character starts a sequence, too. And what looks like a link in a sequence splits it if
            // the text is searched as it is.
            let has_c1 = source.contains(|c| matches!(c, '\u{80}'..='\u{9F}'));
            if !has_c1 && is_terminal {
                assert_eq!(text, visible, "{written:?}");
            }
            let is_safe = |address: &String| {
                address.bytes().all(|byte| byte.is_ascii_graphic()) && !has_unsafe_scheme(address)
            };
            assert!(addresses.iter().all(is_safe), "{addresses:?}");
        }
    }
    let text = source.replace(is_removed, "");
    let ansi = Ansi::new().hyperlinks(Hyperlinks::None);
    assert_eq!(render(&finder, &text, ansi), text);
}

/// A text for terminals can be written line by line if no sequence crosses a line end.
pub(crate) fn terminal_text_can_be_written_by_line(source: &str) {
    let finder = permissive_finder();
    for controls in [Controls::Strip, Controls::Styles, Controls::Keep] {
        let whole = render_terminal(&finder, source, Ansi::new().controls(controls));
        let (mut ansi, mut out) = (Ansi::new().controls(controls), String::new());
        for line in source.split_inclusive('\n') {
            render_terminal_to(&finder, line, &mut ansi, &mut out).unwrap();
        }
        ansi.finish(&mut out).unwrap();
        assert_eq!(out, whole, "{source:?}");
    }
}

/// A text for terminals can be written in chunks of any size.
pub(crate) fn terminal_text_can_be_written_in_chunks(source: &str, size: usize) {
    let finder = permissive_finder();
    for controls in [Controls::Strip, Controls::Styles, Controls::Keep] {
        let ansi = || Ansi::new().controls(controls);
        let whole = render_terminal(&finder, source, ansi());
        let (mut rewriter, mut out) = (TerminalRewriter::new(&finder, ansi()), String::new());
        let mut rest = source;
        while !rest.is_empty() {
            let mut end = size.clamp(1, rest.len());
            while !rest.is_char_boundary(end) {
                end += 1;
            }
            let (chunk, after) = rest.split_at(end);
            rewriter.push(chunk, &mut out).unwrap();
            rest = after;
        }
        rewriter.finish(&mut out).unwrap();
        assert_eq!(out, whole, "{source:?} in chunks of {size}");
    }
}
