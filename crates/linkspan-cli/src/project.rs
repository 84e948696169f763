//! Where the project is on the web, as its manifest says.

/// The address of the project's repository, or `None` if the manifest has none.
pub(crate) fn repository() -> Option<&'static str> {
    Some(env!("CARGO_PKG_REPOSITORY")).filter(|url| !url.is_empty())
}

/// The address of a page of the documentation in a repository.
pub(crate) fn page(repository: &str, path: &str) -> String {
    format!("{}/blob/main/{path}", repository.trim_end_matches('/'))
}
