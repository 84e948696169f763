//! Hosts: where they start and end in text, whether they are valid, and their forms for people and for
//! the network.
//!
//! [`bounds`] proposes the ends of a host in text, with [`ascii`] as its fast path; [`domain`] decides
//! whether what lies between is a domain; [`forms`] converts a host between Unicode and ASCII.

mod ascii;
mod bounds;
mod domain;
mod forms;

pub(crate) use ascii::host_from;
pub(crate) use bounds::{
    Dot, HostBounds, HostContext, HostEndError, is_found_whole, label_follows,
};
pub use domain::DomainError;
pub(crate) use domain::DomainRules;
#[cfg(feature = "assess")]
pub(crate) use domain::has_top_level_form;
pub(crate) use forms::{HostKind, is_ascii_form};
