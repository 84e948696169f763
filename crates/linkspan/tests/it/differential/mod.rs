//! Differential tests against other crates: `url` and `idna` for hosts, `linkify` for links.
//!
//! Every difference belongs to a named class that `COMPARE.md` explains. An unclassified difference is a failure.

mod hosts;
mod linkify;
#[cfg(feature = "assess")]
mod targets;

use std::collections::BTreeMap;

use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::strategies::config;

/// A runner with a fixed seed, so that a rare, still unclassified difference does not fail an unrelated build. Longer
/// runs with more `PROPTEST_CASES` find those.
fn runner() -> TestRunner {
    TestRunner::new_with_rng(config(), TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// The number of differences of each class, with the first example, and all unclassified differences.
#[derive(Default)]
struct Tally {
    classes: BTreeMap<&'static str, (usize, String)>,
    unclassified: Vec<String>,
}

impl Tally {
    fn add(&mut self, class: Option<&'static str>, example: impl FnOnce() -> String) {
        match class {
            Some(class) => {
                let (count, _) = self.classes.entry(class).or_insert_with(|| (0, example()));
                *count += 1;
            }
            None => self.unclassified.push(example()),
        }
    }

    /// Prints the number of differences of each class. Panics if a difference is unclassified, or if a class has no
    /// row in `COMPARE.md`.
    fn report(&self, compared_with: &str) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../COMPARE.md");
        let page = std::fs::read_to_string(path).unwrap();
        for (class, (count, example)) in &self.classes {
            println!("{compared_with}: {class}: {count}, such as {example}");
        }
        let first_unclassified = self.unclassified.iter().take(40).map(String::as_str);
        let first_unclassified: Vec<_> = first_unclassified.collect();
        assert!(
            first_unclassified.is_empty(),
            "unclassified:\n{}",
            first_unclassified.join("\n")
        );
        for class in self.classes.keys() {
            let is_explained = page.contains(&format!("| {class} |"));
            assert!(is_explained, "COMPARE.md does not explain '{class}'");
        }
    }
}
