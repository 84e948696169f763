//! Properties of text with terminal hyperlinks.

use linkspan::render::{Ansi, Hyperlinks, render};

use super::permissive_finder;

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

/// The output has no control sequences except our hyperlinks, and all other text of the source.
pub(crate) fn output_has_only_hyperlink_sequences(source: &str) {
    let finder = permissive_finder();
    let written = render(&finder, source, Ansi::new());
    let Some((text, addresses)) = strip_hyperlinks(&written) else {
        panic!("{written:?}");
    };
    let is_removed = |c: char| c.is_control() && c != '\n' && c != '\t';
    let expected = source.replace(is_removed, "");
    assert_eq!(&text, &expected);
    assert!(
        addresses
            .iter()
            .all(|a| a.bytes().all(|b| b.is_ascii_graphic()))
    );
    let without_links = render(&finder, source, Ansi::new().hyperlinks(Hyperlinks::None));
    assert_eq!(without_links, expected);
}
