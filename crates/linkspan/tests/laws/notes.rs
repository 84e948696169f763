//! Plain text with notes, compared with a plain twin.

use linkspan::render::{Notes, to_string};
use linkspan::{Finder, Segment};

use super::eager;

fn note(index: usize) -> String {
    format!("⟨{}⟩", index + 1)
}

fn twin(finder: &Finder, source: &str) -> String {
    let mut out = String::new();
    let mut addresses: Vec<String> = Vec::new();
    for segment in finder.segments(source) {
        match segment {
            Segment::Text(text) => out.push_str(&text.replace('\0', "\u{FFFD}")),
            Segment::Link(link) => {
                let href = link.href().into_owned();
                let known = addresses.iter().position(|address| *address == href);
                let number = known.unwrap_or_else(|| {
                    addresses.push(href);
                    addresses.len() - 1
                });
                out.push_str(link.as_str());
                out.push_str(&note(number));
            }
        }
    }
    if addresses.is_empty() {
        return out;
    }
    out.push_str(if source.ends_with('\n') { "\n" } else { "\n\n" });
    for (index, address) in addresses.iter().enumerate() {
        out += &[&note(index), " ", address, "\n"].concat();
    }
    out
}

/// Each link has its number, and each number its address.
pub(crate) fn laws(source: &str) {
    let finder = eager();
    assert_eq!(
        to_string(&finder, source, Notes::new()),
        twin(&finder, source)
    );
}
