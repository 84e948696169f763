//! Hosts: how a URL names its server, in the form for people and the form for machines.

mod authority;
mod name;

pub(crate) use authority::{is_scheme, is_special, split_scheme};
pub(crate) use name::HostKind;
