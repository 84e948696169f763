//! Hosts: where they start and end in text, whether they are valid, and their forms for people and for
//! the network.
//!
//! [`bounds`] proposes where a host starts and ends in text. [`ascii`] is its fast path. [`domain`] decides
//! whether the text between is a valid domain. [`address`] parses IPv4 addresses. [`forms`] converts a host
//! between Unicode and ASCII, and [`label`] does so for single labels.

mod address;
mod ascii;
mod bounds;
mod domain;
mod forms;
mod label;

#[cfg(feature = "assess")]
pub(crate) use address::NumericHost;
pub(crate) use address::{ends_with_digits, parse_numeric_host};
pub(crate) use ascii::{AsciiHost, UrlMasks, UrlSets, host_from, is_single_label};
pub(crate) use bounds::{
    Dot, HostBounds, HostContext, HostEndError, is_found_whole, label_follows, starts_with_www,
};
pub use domain::DomainError;
pub(crate) use domain::DomainRules;
#[cfg(feature = "assess")]
pub(crate) use domain::has_top_level_form;
pub(crate) use forms::{HostKind, is_ascii_form};
#[cfg(feature = "assess")]
pub(crate) use label::{Label, nonempty_labels};
pub(crate) use label::{label_texts, labels};
