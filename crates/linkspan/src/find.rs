//! The types that belong to [`Finder`](crate::Finder): its builder, its iterators, and owned links.

pub use crate::finder::{BuildError, BytesLink, BytesLinks, FinderBuilder};
pub use crate::link::OwnedLink;
pub use crate::scan::{Links, NeverList, NeverListError, Segment, Segments};
