//! Hosts: how a URL names its server, in the form for people and the form for machines.

mod authority;
mod domain;
mod name;
mod suffix;

pub(crate) use authority::{is_scheme, is_special, split_scheme};
pub use domain::{BadDomain, TopLevel};
pub(crate) use domain::{DomainRules, MOST_BYTES, MOST_LABEL_BYTES, MOST_OCTETS};
#[cfg(feature = "assess")]
pub(crate) use domain::{MOST_LABEL_OCTETS, is_syntactic as is_top_level_form};
pub(crate) use name::HostKind;
pub use suffix::{SuffixList, SuffixListError};
