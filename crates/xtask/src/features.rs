//! The features of the libraries: each set of them builds, passes its tests, and finds the same links.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::MetadataCommand;
use linkspan::Profile;

use crate::run::{Outcome, cargo, done, printed};

/// A target that has no operating system, and so no standard library.
const BARE: &str = "thumbv7em-none-eabi";

/// The feature that asks for the standard library.
const STD: &str = "std";

/// The package with an example that lists links.
const FINDS: &str = "linkspan";

/// A published package, and what each of its features switches on.
struct Package {
    name: String,
    features: BTreeMap<String, Vec<String>>,
}

/// Features, with all those of the same package that they switch on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Set(BTreeSet<String>);

/// Lints each package with no feature, each one alone, and all; builds what needs no standard library where there is
/// none; and runs all tests, of each set, or if it has to be `quick`, of the empty one.
pub(crate) fn run(root: &Path, quick: bool) -> Result<Outcome> {
    let packages = packages(root)?;
    for package in &packages {
        for set in package.sets() {
            println!("{}: {}", package.name, set.name());
            let lint = [&["--lib"], LINTS].concat();
            done(&mut package.cargo(root, "clippy", &set, &lint))?;
            if !quick || set.0.is_empty() {
                done(&mut package.cargo(root, "test", &set, &["--quiet"]))?;
            }
        }
    }
    if !quick {
        same_links(root, &packages)?;
    }
    let command = if quick { "check" } else { "build" };
    without_std(root, &packages, command)
}

const LINTS: &[&str] = &["--quiet", "--", "--deny", "warnings"];

impl Package {
    /// No feature, each one alone, and all; no set twice.
    fn sets(&self) -> Vec<Set> {
        let all: Vec<_> = self.features.keys().map(String::as_str).collect();
        let alone = all.iter().map(std::slice::from_ref);
        let mut sets: Vec<Set> = Vec::new();
        for features in std::iter::once(&[][..]).chain(alone).chain([&all[..]]) {
            let set = self.closed(features);
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets
    }

    /// Features with all that they switch on, but for `default`, which is only a name for others.
    fn closed(&self, features: &[&str]) -> Set {
        let mut set = BTreeSet::new();
        let mut left = features.to_vec();
        while let Some(feature) = left.pop() {
            // What is no feature here is a dependency, or a feature of one.
            if let Some(implied) = self.features.get(feature)
                && set.insert(feature.to_owned())
            {
                left.extend(implied.iter().map(String::as_str));
            }
        }
        set.remove("default");
        Set(set)
    }

    /// A call of cargo for this package with these features and no others. Packages that are built together would
    /// switch on each other's.
    fn cargo(&self, root: &Path, command: &str, set: &Set, arguments: &[&str]) -> Command {
        let features = set.features();
        let mut cargo = cargo(root, &[command, "--locked", "--package", &self.name]);
        cargo.args(["--no-default-features", "--features", &features]);
        cargo.args(arguments);
        cargo
    }
}

impl Set {
    /// As cargo reads it.
    fn features(&self) -> String {
        let names: Vec<_> = self.0.iter().map(String::as_str).collect();
        names.join(",")
    }

    /// For people.
    fn name(&self) -> String {
        if self.0.is_empty() {
            return "no features".to_owned();
        }
        self.features().replace(',', ", ")
    }
}

/// The packages that have features and are for others to use.
fn packages(root: &Path) -> Result<Vec<Package>> {
    let metadata = MetadataCommand::new()
        .current_dir(root)
        .no_deps()
        .exec()
        .context("cannot read the manifests")?;
    let published = metadata.packages.into_iter().filter(|package| {
        let is_private = package.publish.as_ref().is_some_and(Vec::is_empty);
        !is_private && !package.features.is_empty()
    });
    let packages: Vec<_> = published
        .map(|package| Package {
            name: package.name.to_string(),
            features: package.features.into_iter().collect(),
        })
        .collect();
    ensure!(!packages.is_empty(), "expected packages with features");
    Ok(packages)
}

/// Compares what is found in all test data from one set of features to the next, byte by byte.
///
/// The tests that ran before pin it for each case; this is for all that stands around them, too.
fn same_links(root: &Path, packages: &[Package]) -> Result<()> {
    let package = packages.iter().find(|package| package.name == FINDS);
    let package = package.with_context(|| format!("expected the package {FINDS}"))?;
    let files = files(&root.join("testdata"))?;
    // Without the feature `assess`, there is no policy, which is all that `strict` adds.
    let profiles = Profile::all().filter(|&profile| profile != Profile::Strict);
    for profile in profiles {
        let mut first = None;
        for set in package.sets() {
            let list = ["--quiet", "--example", "list", "--", profile.name()];
            let found = printed(package.cargo(root, "run", &set, &list).args(&files))?;
            let links = found.lines().count();
            println!("{}, {}: {links} links", profile.name(), set.name());
            ensure!(links > 1_000, "expected more links");
            let first = first.get_or_insert_with(|| found.clone());
            ensure!(
                *first == found,
                "other links than with {}",
                Set::default().name()
            );
        }
    }
    Ok(())
}

/// All files of a folder, in an order that does not depend on the system.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            let list = if path.is_dir() {
                &mut folders
            } else {
                &mut files
            };
            list.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Compiles all sets that need no standard library for a target that has none.
fn without_std(root: &Path, packages: &[Package], command: &str) -> Result<Outcome> {
    if !has_target(BARE) {
        let skipped = format!("{BARE} is not installed (to have it: rustup target add {BARE})");
        println!("without a standard library: skipped, {skipped}");
        return Ok(Outcome::Skipped(skipped));
    }
    for package in packages {
        let sets = package.sets().into_iter();
        for set in sets.filter(|set| !set.0.contains(STD)) {
            println!("{} on {BARE}: {}", package.name, set.name());
            let arguments = ["--lib", "--quiet", "--target", BARE];
            done(&mut package.cargo(root, command, &set, &arguments))?;
        }
    }
    Ok(Outcome::Holds)
}

/// Whether there are libraries of a target, if need be after asking for them.
fn has_target(target: &str) -> bool {
    let is_there = || {
        let mut command = Command::new("rustc");
        let output = command
            .args(["--print", "target-libdir", "--target", target])
            .output();
        output
            .is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
    };
    let add = || {
        let status = Command::new("rustup")
            .args(["target", "add", target])
            .status();
        status.is_ok_and(|status| status.success())
    };
    is_there() || (add() && is_there())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(features: &[(&str, &[&str])]) -> Package {
        let owned = |names: &[&str]| names.iter().copied().map(str::to_owned).collect();
        Package {
            name: "example".to_owned(),
            features: features
                .iter()
                .map(|&(name, implied)| (name.to_owned(), owned(implied)))
                .collect(),
        }
    }

    #[test]
    fn sets_are_closed_and_different() {
        let package = package(&[
            ("default", &["std"]),
            ("more", &["std", "dep:other", "other/std"]),
            ("std", &[]),
            ("table", &[]),
        ]);
        let names: Vec<_> = package.sets().iter().map(Set::name).collect();
        assert_eq!(
            names,
            [
                "no features",
                "std",
                "more, std",
                "table",
                "more, std, table"
            ]
        );
    }

    #[test]
    fn both_libraries_have_features() {
        let packages = packages(&crate::root().unwrap()).unwrap();
        let names: Vec<_> = packages.iter().map(|package| &*package.name).collect();
        assert_eq!(names, ["linkspan", "linkspan-vector"]);
    }
}
