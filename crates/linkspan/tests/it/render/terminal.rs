//! Text for terminals.

use linkspan::Finder;
use linkspan::render::{Ansi, Hyperlinks, to_string};
use proptest::prelude::*;

use super::hostile::{eager, hostile};
use crate::alphabet;

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

proptest! {
    #![proptest_config(alphabet::config())]

    #[test]
    fn a_terminal_sees_our_sequences_only(source in hostile()) {
        let finder = eager();
        let written = to_string(&finder, &source, Ansi::new());
        let Some((text, addresses)) = shown(&written) else {
            return Err(TestCaseError::fail(format!("{written:?}")));
        };
        let is_bad = |c: char| c.is_control() && c != '\n' && c != '\t';
        let stripped = source.replace(is_bad, "");
        prop_assert_eq!(&text, &stripped);
        prop_assert!(addresses.iter().all(|a| a.bytes().all(|b| b.is_ascii_graphic())));
        let plain = to_string(&finder, &source, Ansi::new().hyperlinks(Hyperlinks::None));
        prop_assert_eq!(plain, stripped);
    }
}

#[test]
fn addresses_that_no_terminal_takes_are_text() {
    let long = format!("a.com/{}", "x".repeat(2083 - "https://a.com/".len()));
    let written = to_string(&Finder::new(), &long, Ansi::new());
    assert!(written.starts_with("\x1b]8;id=linkspan-1;https://a.com/xxx"));
    let longer = format!("{long}x");
    assert_eq!(to_string(&Finder::new(), &longer, Ansi::new()), longer);
}
