//! Identifiers and confusables (UTS #39), and scripts.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;
use unicode_script::{Script, ScriptExtension};

use super::super::Identifier;
use super::columns::{Columns, Runs, Texts};
use super::{is_default_ignorable, nfd, security_table};

/// What `security_table.rs` contains.
struct Tables {
    identifiers: Runs,
    /// What characters look like.
    prototypes: Texts,
    /// The index of a character's script, plus 256 times the number of its set if it has one.
    scripts: Runs,
    /// Sets of scripts.
    script_sets: Vec<ScriptExtension>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceBox<Tables> = OnceBox::new();
    TABLES.get_or_init(|| {
        let mut columns = Columns::new(&security_table::TABLE);
        Box::new(Tables {
            identifiers: columns.runs(),
            prototypes: columns.texts(),
            scripts: columns.runs(),
            script_sets: script_sets(&mut columns),
        })
    })
}

fn script_sets(columns: &mut Columns) -> Vec<ScriptExtension> {
    let (lens, members) = (columns.numbers(), columns.numbers());
    let mut members = members.into_iter().map(|index| script_at(index).into());
    let set = |len: u32| {
        let scripts = members.by_ref().take(len as usize);
        scripts.fold(Script::Unknown.into(), ScriptExtension::union)
    };
    lens.into_iter().map(set).collect()
}

fn script_at(index: u32) -> Script {
    let script = security_table::SCRIPTS.get(index as usize);
    script.copied().unwrap_or(Script::Unknown)
}

/// `Script`
pub(crate) fn script(c: char) -> Script {
    script_at(tables().scripts.get(c) & 0xFF)
}

/// `Script_Extensions`
pub(crate) fn script_extension(c: char) -> ScriptExtension {
    let set = (tables().scripts.get(c) >> 8) as usize;
    let set = set
        .checked_sub(1)
        .and_then(|at| tables().script_sets.get(at));
    set.copied().unwrap_or_else(|| script(c).into())
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
