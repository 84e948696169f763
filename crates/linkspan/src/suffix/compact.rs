//! The embedded list as a text of half the size, which compresses well: for programs that are downloaded.
//!
//! A domain is written as its first label in Unicode, a mark unless it is an ordinary rule, and the domains below it in parentheses:
//! `uk(acN(sch ltd) co)`. The marks are in `MARKS`. Spaces separate domains.

use alloc::string::String;
use alloc::vec::Vec;

use super::parse::Tree;
use super::{MARKS, SuffixList, compact_table::DOMAINS};
use crate::idna::Policy;

/// The embedded list, which is made when it is first needed.
#[cfg(feature = "compact-tables")]
pub(super) fn embedded() -> &'static SuffixList {
    use alloc::boxed::Box;

    static EMBEDDED: once_cell::race::OnceBox<SuffixList> = once_cell::race::OnceBox::new();
    EMBEDDED.get_or_init(|| Box::new(read()))
}

/// Reads the embedded text.
fn read() -> SuffixList {
    let mut tree = Tree::default();
    let mut parents: Vec<String> = Vec::new();
    let mut last = String::new();
    for token in DOMAINS.split_inclusive(['(', ')', ' ']) {
        let (written, syntax) = match token.char_indices().next_back() {
            Some((end, c @ ('(' | ')' | ' '))) => (token.get(..end).unwrap_or_default(), c),
            _ => (token, ' '),
        };
        if !written.is_empty() {
            let label = written.trim_end_matches(|c: char| c.is_ascii_uppercase());
            let mark = written.get(label.len()..).unwrap_or_default();
            let flags = MARKS.iter().find(|(of, _)| *of == mark);
            last.clear();
            // The text is a constant, and a test reads it.
            let in_unicode = Some(label).filter(|label| !label.is_ascii());
            let ascii = in_unicode.and_then(|label| Policy::Registry.to_ascii(label.as_bytes()));
            last.push_str(ascii.as_deref().unwrap_or(label));
            if let Some(parent) = parents.last() {
                last.push('.');
                last.push_str(parent);
            }
            tree.add(&last, flags.map_or(0, |&(_, flags)| flags));
        }
        match syntax {
            '(' => parents.push(last.clone()),
            ')' => drop(parents.pop()),
            _ => {}
        }
    }
    // The text is a constant, and a test reads it.
    tree.build().unwrap_or_else(|_| SuffixList::none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_the_same_list_as_the_table() {
        let (read, table) = (read(), &super::super::EMBEDDED);
        assert!(read.nodes.len() > 6000);
        assert_eq!(read.names, table.names);
        assert!(read == *table);
    }
}
