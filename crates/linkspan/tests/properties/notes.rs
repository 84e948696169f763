//! Plain text with numbered notes, compared with a reference implementation.

use linkspan::Finder;
use linkspan::find::Segment;
use linkspan::render::{Notes, render};

use super::permissive_finder;

fn note_mark(index: usize) -> String {
    format!("⟨{}⟩", index + 1)
}

/// Reference implementation: collects all addresses first and looks numbers up by a linear search.
fn reference_notes(finder: &Finder, source: &str) -> String {
    let mut out = String::new();
    let mut addresses: Vec<String> = Vec::new();
    for segment in finder.segments(source) {
        match segment {
            Segment::Text(text) => out.push_str(&text.replace('\0', "\u{FFFD}")),
            Segment::Link(link) => {
                let href = link.href().into_owned();
                let known = addresses.iter().position(|address| *address == href);
                let index = known.unwrap_or_else(|| {
                    addresses.push(href);
                    addresses.len() - 1
                });
                out.push_str(link.as_str());
                out.push_str(&note_mark(index));
            }
        }
    }
    if addresses.is_empty() {
        return out;
    }
    out.push_str(if source.ends_with('\n') { "\n" } else { "\n\n" });
    for (index, address) in addresses.iter().enumerate() {
        out += &[&note_mark(index), " ", address, "\n"].concat();
    }
    out
}

/// Each link is followed by a number, and equal addresses share a note.
pub(crate) fn notes_match_reference(source: &str) {
    let finder = permissive_finder();
    assert_eq!(
        render(&finder, source, Notes::new()),
        reference_notes(&finder, source)
    );
}
