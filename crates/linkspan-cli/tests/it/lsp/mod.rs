//! The language server, as a client sees it: messages to and from the running program.

mod answers;
mod client;
mod edits;
mod malformed;
mod neovim;
mod settings;
mod text;
