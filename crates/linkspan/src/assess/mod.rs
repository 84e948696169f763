//! Assessment of links: what about a link may deceive its reader, and how to show the link safely.
//!
//! [`assess()`] runs all checks on a link and returns their [findings](Finding) as a [`Report`]. Each check is a
//! module with a `report_*` function, which turns what the module `deception` finds into messages.
//! [`SafeDisplay`] and the functions of `rewrite` use a report to write the link in another way; a [`Policy`] uses it
//! to refuse the link.
//!
//! # Invariants
//!
//! * An assessment never changes where a link starts or ends.
//! * A finding about the look is about characters as they are written. Labels in Punycode and percent-escapes are
//!   visible as such. Otherwise the safe display form, which writes deceptive characters in just these ways, could never
//!   be free of such findings.
//! * A finding about the decoded form of a label in Punycode is about the target, and one level lower than that of the
//!   same label in Unicode.
//! * An assessment takes time linear in the length of the link.

mod address;
mod anchor;
mod assessed;
mod code;
mod defang;
mod display;
mod embedded_domain;
mod host_dots;
mod host_labels;
mod host_order;
mod idn_tables;
mod imitation;
mod length;
mod level;
mod message;
mod neighbours;
mod nested_url;
mod outside_host;
mod policy;
mod port;
mod protected_names;
mod registered_label;
mod report;
mod rewrite;
mod rules;
mod top_level;
mod userinfo;

pub use crate::direction::Isolation;
pub use anchor::{ExistingLink, assess_anchor};
pub use assessed::{AssessedLink, AssessedLinks};
pub use code::{Code, Concern};
pub use defang::{defang, refang};
pub use display::SafeDisplay;
pub use idn_tables::{IdnTableError, IdnTables};
pub use level::Level;
pub use policy::Policy;
pub use protected_names::{ProtectedNames, ProtectedNamesError};
pub use report::{Finding, Report};
pub use rewrite::{escape_invisible, escape_lookalikes, isolate, punycode, strip_invisible};
pub(crate) use rules::{AssessLists, AssessRules};

use crate::link::Link;

/// Assesses a link: reports what about it may deceive its reader.
///
/// The list of top-level domains is the embedded one. [`Finder::assess`](crate::Finder::assess) uses the list of the
/// finder.
///
/// # Complexity
///
/// Linear in the length of the link. Nothing is allocated for a link without findings that is ASCII.
///
/// ```
/// use linkspan::links;
/// use linkspan::assess::{Code, assess};
///
/// let text = "https://example.com/ https://pаypal.com/ http://example.com/a\u{202E}gpj.exe";
/// let codes: Vec<Vec<Code>> = links(text)
///     .map(|link| assess(&link).findings().iter().map(|finding| finding.code()).collect())
///     .collect();
/// assert_eq!(codes, [vec![], vec![Code::HostMixedScripts], vec![Code::BidiControl]]);
/// ```
#[must_use]
pub fn assess(link: &Link<'_>) -> Report {
    AssessRules::default().assess(link)
}
