//! The table in the documentation of the profiles is correct.

#[cfg(feature = "assess")]
use linkspan::{Finder, Profile};

#[cfg(feature = "assess")] // Without it, `strict` has no policy.
#[test]
fn profile_table_lists_the_links_of_each_profile() {
    let table = include_str!("../../../src/finder/profiles.md");
    let mut texts = 0;
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [text, documented @ ..] = &cells[..] else {
            panic!("empty row");
        };
        let text = text.trim_matches('`');
        for (profile, documented) in Profile::ALL.iter().copied().zip(documented) {
            let finder = Finder::builder().profile(profile).build().unwrap();
            let found: Vec<_> = finder
                .find_iter(text)
                .map(|link| format!("`{}`", link.as_str()))
                .collect();
            let found = if found.is_empty() {
                "–".to_owned()
            } else {
                found.join(" ")
            };
            assert_eq!(&found, documented, "{text} with {}", profile.as_str());
        }
        texts += 1;
    }
    assert!(texts >= 30, "{texts} texts");
}
