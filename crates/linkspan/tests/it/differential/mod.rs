//! Independent readings of the same things, and where ours differs from them.
//!
//! Every difference has a class with a name, and `COMPARE.md` explains each one. A difference of no class is a
//! failure.

mod hosts;
mod linkify;

use std::collections::BTreeMap;

use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

use crate::alphabet::config;

/// Runs the same cases every time: differences of a class that nobody has met yet are for long runs to find, not for
/// whoever builds next.
fn runner() -> TestRunner {
    TestRunner::new_with_rng(config(), TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// How often each class of difference was met, with the first example; and what is of no class.
#[derive(Default)]
struct Tally {
    classes: BTreeMap<&'static str, (usize, String)>,
    unnamed: Vec<String>,
}

impl Tally {
    fn add(&mut self, class: Option<&'static str>, example: impl FnOnce() -> String) {
        match class {
            Some(class) => {
                let (count, _) = self.classes.entry(class).or_insert_with(|| (0, example()));
                *count += 1;
            }
            None => self.unnamed.push(example()),
        }
    }

    /// Prints how many there were of each class. Fails if something is of no class, or a class has no row in
    /// `COMPARE.md`.
    fn report(&self, what: &str) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../COMPARE.md");
        let page = std::fs::read_to_string(path).unwrap();
        for (class, (count, example)) in &self.classes {
            println!("{what}: {class}: {count}, such as {example}");
        }
        let few = self.unnamed.iter().take(40).map(String::as_str);
        let few: Vec<_> = few.collect();
        assert!(few.is_empty(), "of no class:\n{}", few.join("\n"));
        for class in self.classes.keys() {
            let explained = page.contains(&format!("| {class} |"));
            assert!(explained, "COMPARE.md does not explain '{class}'");
        }
    }
}
