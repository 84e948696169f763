//! Text for terminals.

use linkspan::render::{Ansi, Hyperlinks, to_string};

use super::eager;

/// Takes the sequences out that a terminal knows as links. What is left, and the addresses.
fn shown(written: &str) -> Option<(String, Vec<String>)> {
    let (mut text, mut addresses) = (String::new(), Vec::new());
    let mut rest = written;
    while let Some((before, from)) = rest.split_once("\x1b]8;") {
        text.push_str(before);
        let (sequence, after) = from.split_once("\x1b\\")?;
        let (parameters, address) = sequence.split_once(';')?;
        let open = !address.is_empty();
        let expected = format!("id=linkspan-{}", addresses.len() + 1);
        if parameters != if open { expected.as_str() } else { "" } {
            return None;
        }
        if open {
            addresses.push(address.to_owned());
        }
        rest = after;
    }
    text.push_str(rest);
    Some((text, addresses))
}

/// A terminal sees our sequences only, and all other text.
pub(crate) fn laws(source: &str) {
    let finder = eager();
    let written = to_string(&finder, source, Ansi::new());
    let Some((text, addresses)) = shown(&written) else {
        panic!("{written:?}");
    };
    let is_bad = |c: char| c.is_control() && c != '\n' && c != '\t';
    let stripped = source.replace(is_bad, "");
    assert_eq!(&text, &stripped);
    assert!(
        addresses
            .iter()
            .all(|a| a.bytes().all(|b| b.is_ascii_graphic()))
    );
    let plain = to_string(&finder, source, Ansi::new().hyperlinks(Hyperlinks::None));
    assert_eq!(plain, stripped);
}
