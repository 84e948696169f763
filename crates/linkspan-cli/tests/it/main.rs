//! The program, run as its users run it.

mod blocks;
mod check;
mod encodings;
mod exit;
mod explain;
mod files;
mod find;
mod format;
mod golden;
mod help;
#[path = "../laws/mod.rs"]
mod laws;
mod linkify;
mod memory;
mod pages;
mod pipes;
mod support;
mod threads;
