//! The configuration file, `linkspan.toml`: defaults for options.
//!
//! A key stands for an option of the commands that have it. [`mod@file`] finds and reads the file, [`keys`]
//! lists the keys, and [`apply`] turns them into arguments, which come before those of the user. So
//! a value is checked and used exactly like an argument, and the user can override it. [`editor`] turns them
//! into settings of the language server.

mod apply;
mod editor;
mod file;
mod keys;
mod show;

pub(crate) use apply::with_defaults;
pub(crate) use editor::{EditorDefaults, editor_defaults};
pub(crate) use show::print;
