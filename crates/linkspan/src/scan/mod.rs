//! Finding links: text in, links out.

mod around;
mod ascii;
mod bounds;
mod builder;
#[cfg(feature = "assess")]
mod checked;
mod domains;
mod emails;
mod finder;
#[cfg(test)]
mod growth;
mod judge;
mod link;
mod links;
mod options;
mod parsed;
mod segments;
mod trigger;
mod urls;
mod verdict;

pub use builder::{BuildError, FinderBuilder};
#[cfg(feature = "assess")]
pub use checked::{Checked, Checks};
pub use finder::{Finder, links};
pub use link::{Link, LinkKind};
pub use links::Links;
pub(crate) use options::Options;
pub use options::{
    BadDots, BareDomains, Emails, GluedTails, ImpliedScheme, IpHosts, OneLabelHosts,
    QuotedLocalParts, ScriptBoundaries, TrailingQuestion, UnknownSchemes, UnmatchedOpeners,
    Userinfo,
};
pub use segments::{Segment, Segments};
pub use verdict::{Candidate, Candidates, NoLink};
