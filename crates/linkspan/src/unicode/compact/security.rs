//! Identifiers and confusables (UTS #39).

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::super::Identifier;
use super::columns::{Columns, Runs, Texts};
use super::{is_default_ignorable, nfd, security_table};

/// What `security_table.rs` contains.
struct Tables {
    identifiers: Runs,
    /// What characters look like.
    prototypes: Texts,
}

fn tables() -> &'static Tables {
    static TABLES: OnceBox<Tables> = OnceBox::new();
    TABLES.get_or_init(|| {
        let mut columns = Columns::new(&security_table::TABLE);
        Box::new(Tables {
            identifiers: columns.runs(),
            prototypes: columns.texts(),
        })
    })
}

pub(crate) fn identifier(c: char) -> Identifier {
    match tables().identifiers.get(c) {
        0 => Identifier::Allowed,
        2 => Identifier::LimitedUse,
        3 => Identifier::NotNfkc,
        4 => Identifier::NotXid,
        5 => Identifier::Exclusion,
        _ => Identifier::Restricted,
    }
}

/// What a text looks like, by UTS #39: texts with the same skeleton are confusable.
pub(crate) fn skeleton(text: &str) -> impl Iterator<Item = char> {
    let mut prototypes = Vec::new();
    for c in nfd(text.chars()).filter(|&c| !is_default_ignorable(c)) {
        match tables().prototypes.get(c) {
            Some(prototype) => prototypes.extend_from_slice(prototype),
            None => prototypes.push(c),
        }
    }
    nfd(prototypes.into_iter())
}
