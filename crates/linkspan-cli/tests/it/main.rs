//! Integration tests: run the program as its users do.

#[cfg(unix)]
mod abuse;
mod block_sizes;
mod check;
mod check_exceptions;
mod command_line;
mod compressed;
mod config;
mod encodings;
mod exit_status;
mod explain;
mod files;
mod find;
mod format;
mod golden;
mod help;
mod in_place;
mod integrations;
mod linkify;
mod lists;
mod live;
mod lsp;
#[cfg(unix)]
mod memory;
mod never;
mod pages;
mod parts;
mod pipes;
#[cfg(target_os = "linux")]
mod progress;
#[path = "../properties/mod.rs"]
mod properties;
mod read;
mod round_trip;
mod selection;
mod stats;
mod suffix_list;
mod support;
mod threads;
