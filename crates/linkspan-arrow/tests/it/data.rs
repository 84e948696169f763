//! The data cases of the library: the kernel finds what the finder finds, in every profile and type of column.

use std::path::Path;

use linkspan::{Finder, Profile};
use linkspan_arrow::{ColumnFinder, Offsets};

use crate::properties::columns;
use crate::properties::reference::{expected, rows};

/// All strings of the data cases of `find` and `assess`. Any string is a text to search.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut texts = Vec::new();
    for folder in ["find", "assess"] {
        let folder = root.join(folder);
        let entries = std::fs::read_dir(&folder).unwrap();
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files {
            if file
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                let file = std::fs::read_to_string(&file).unwrap();
                texts.extend(file.lines().map(str::to_owned));
            }
        }
    }
    texts
}

#[test]
fn the_kernel_finds_what_the_finder_finds() {
    let texts = texts();
    let texts: Vec<_> = texts.iter().map(|text| Some(text.as_bytes())).collect();
    let mut links = 0;
    for &profile in Profile::ALL {
        let finder = Finder::builder().profile(profile).build().unwrap();
        let expected: Vec<_> = { texts.iter() }
            .map(|text| text.map(|text| expected(&finder, text, Offsets::Bytes)))
            .collect();
        let kernel = ColumnFinder::new(finder).block_len(4096);
        for (name, column) in columns(&texts) {
            let found = rows(&kernel.find(&column).unwrap());
            assert_eq!(found.len(), expected.len());
            for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found, expected, "{name}, {profile}, row {row}");
            }
        }
        links += expected.iter().flatten().map(Vec::len).sum::<usize>();
    }
    assert!(links > 2000, "the data cases have only {links} links");
}
