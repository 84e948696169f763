//! The directory of a workspace, and the paths of documents.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;

use super::protocol::InitializeParams;

/// The directory that a client works in: the first folder of its workspace.
pub(super) fn directory(given: &InitializeParams) -> Option<PathBuf> {
    let folders = given.workspace_folders.iter().flatten();
    let mut uris = folders.map(|folder| &folder.uri).chain(&given.root_uri);
    let path = uris.find_map(|uri| file_path(uri));
    path.or_else(|| given.root_path.as_ref().map(PathBuf::from))
}

/// The path of a URI of a file on this machine.
pub(super) fn file_path(uri: &str) -> Option<PathBuf> {
    let (scheme, rest) = uri.split_once("://")?;
    let rest = rest.split(['?', '#']).next()?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let is_local = path.starts_with('/');
    if !scheme.eq_ignore_ascii_case("file") || !(is_local || cfg!(windows)) {
        return None;
    }
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // `/C:/notes.txt` is `C:/notes.txt`.
    let drive = path
        .get(1..)
        .filter(|path| path.as_bytes().get(1) == Some(&b':'));
    Some(match drive {
        // On Windows, `file://server/a` is `//server/a`.
        _ if !is_local => format!("//{path}").into(),
        Some(path) if cfg!(windows) => path.into(),
        _ => path.into_owned().into(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn paths_of_uris() {
        for (uri, expected) in [
            ("file:///tmp/a%20b/%D0%B0.txt", Some("/tmp/a b/\u{430}.txt")),
            ("FILE://localhost/tmp/a.txt#l1", Some("/tmp/a.txt")),
            (
                "file://other/tmp/a.txt",
                cfg!(windows).then_some("//other/tmp/a.txt"),
            ),
            ("file:///tmp/%FF", None),
            ("untitled:Untitled-1", None),
            ("https://example.com/a.txt", None),
        ] {
            assert_eq!(file_path(uri).as_deref(), expected.map(Path::new), "{uri}");
        }
    }
}
