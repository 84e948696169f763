//! `cargo xtask features`: checks the libraries with each set of their features.
//!
//! Each set must build without warnings, pass the tests and find the same links. Sets without `std` must also build for
//! a target that has no standard library. Cargo runs for one package at a time, because packages that are built together
//! enable each other's features.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::MetadataCommand;
use linkspan::Profile;

use crate::command::{self, Outcome, capture, cargo, files};

/// A target without a standard library.
const NO_STD_TARGET: &str = "thumbv7em-none-eabi";

/// The feature that needs the standard library.
const STD: &str = "std";

/// The package with the example `list`, which prints all links of its input.
const FINDER_PACKAGE: &str = "linkspan";

/// A published package, and the features that each of its features enables.
struct Package {
    name: String,
    features: BTreeMap<String, Vec<String>>,
}

/// A set of features that contains every feature enabled by its members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FeatureSet(BTreeSet<String>);

/// Checks each package without features, with each feature alone, and with all features.
///
/// With `quick`, the tests run only without features, and the links are not compared. With `install_target`, the target
/// without a standard library is installed by rustup; otherwise that build is skipped if the target is missing.
pub(crate) fn run(root: &Path, quick: bool, install_target: bool) -> Result<Outcome> {
    if install_target {
        let mut rustup = Command::new("rustup");
        command::run(rustup.args(["target", "add", NO_STD_TARGET]))?;
    }
    let packages = packages(root)?;
    for package in &packages {
        for set in package.sets() {
            println!("{}: {}", package.name, set.name());
            let lint = [&["--lib"], LINTS].concat();
            command::run(&mut package.cargo(root, "clippy", &set, &lint))?;
            if !quick || set.0.is_empty() {
                command::run(&mut package.cargo(root, "test", &set, &["--quiet"]))?;
            }
        }
    }
    if !quick {
        compare_links(root, &packages)?;
    }
    let subcommand = if quick { "check" } else { "build" };
    build_without_std(root, &packages, subcommand)
}

const LINTS: &[&str] = &["--quiet", "--", "--deny", "warnings"];

impl Package {
    /// The empty set, the set of each feature alone, and the set of all features, without duplicates.
    fn sets(&self) -> Vec<FeatureSet> {
        let all: Vec<_> = self.features.keys().map(String::as_str).collect();
        let single = all.iter().map(std::slice::from_ref);
        let mut sets: Vec<FeatureSet> = Vec::new();
        for features in std::iter::once(&[][..]).chain(single).chain([&all[..]]) {
            let set = self.closure(features);
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets
    }

    /// The given features and all that they enable. `default` is left out, since it only stands for other features.
    fn closure(&self, features: &[&str]) -> FeatureSet {
        let mut set = BTreeSet::new();
        let mut pending = features.to_vec();
        while let Some(feature) = pending.pop() {
            // Other names are dependencies, or features of dependencies.
            if let Some(implied) = self.features.get(feature)
                && set.insert(feature.to_owned())
            {
                pending.extend(implied.iter().map(String::as_str));
            }
        }
        set.remove("default");
        FeatureSet(set)
    }

    /// Returns a cargo command for this package with exactly these features.
    fn cargo(
        &self,
        root: &Path,
        subcommand: &str,
        set: &FeatureSet,
        arguments: &[&str],
    ) -> Command {
        let features = set.features();
        let mut cargo = cargo(root, &[subcommand, "--locked", "--package", &self.name]);
        cargo.args(["--no-default-features", "--features", &features]);
        cargo.args(arguments);
        cargo
    }
}

impl FeatureSet {
    /// The value of cargo's option `--features`.
    fn features(&self) -> String {
        let names: Vec<_> = self.0.iter().map(String::as_str).collect();
        names.join(",")
    }

    /// The name in the output.
    fn name(&self) -> String {
        if self.0.is_empty() {
            return "no features".to_owned();
        }
        self.features().replace(',', ", ")
    }
}

/// The published packages that have features.
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

/// Checks that every set of features finds the same links in all files of the test data.
///
/// The tests check the cases in these files. This compares the links in the full text of the files.
fn compare_links(root: &Path, packages: &[Package]) -> Result<()> {
    let package = packages
        .iter()
        .find(|package| package.name == FINDER_PACKAGE);
    let package = package.with_context(|| format!("expected the package {FINDER_PACKAGE}"))?;
    let files = files(&root.join("testdata"))?;
    // `strict` adds only a policy, and policies need the feature `assess`.
    let profiles = Profile::ALL
        .iter()
        .copied()
        .filter(|&profile| profile != Profile::Strict);
    for profile in profiles {
        let mut expected = None;
        for set in package.sets() {
            let list = ["--quiet", "--example", "list", "--", profile.as_str()];
            let found = capture(package.cargo(root, "run", &set, &list).args(&files))?;
            let links = found.lines().count();
            println!("{}, {}: {links} links", profile.as_str(), set.name());
            ensure!(links > 1_000, "expected more than 1,000 links");
            let expected = expected.get_or_insert_with(|| found.clone());
            ensure!(
                *expected == found,
                "the links differ from those with {}",
                FeatureSet::default().name()
            );
        }
    }
    Ok(())
}

/// Tests the packages without their feature `std`, and builds them for a target that has no standard library, which cannot
/// run tests.
pub(crate) fn test_without_std(root: &Path) -> Result<Outcome> {
    let mut rustup = Command::new("rustup");
    command::run(rustup.args(["target", "add", NO_STD_TARGET]))?;
    let packages = packages(root)?;
    for package in &packages {
        let sets = package.sets().into_iter();
        for set in sets.filter(|set| !set.0.contains(STD)) {
            println!("{}: {}", package.name, set.name());
            command::run(&mut package.cargo(root, "test", &set, &["--quiet"]))?;
        }
    }
    build_without_std(root, &packages, "build")
}

/// Builds all sets that do not need the standard library for a target without one.
fn build_without_std(root: &Path, packages: &[Package], subcommand: &str) -> Result<Outcome> {
    if !has_target(NO_STD_TARGET) {
        let reason = format!(
            "the target {NO_STD_TARGET} is not installed (to install it: rustup target add {NO_STD_TARGET})"
        );
        println!("skipped: build without a standard library: {reason}");
        return Ok(Outcome::Skipped(reason));
    }
    for package in packages {
        let sets = package.sets().into_iter();
        for set in sets.filter(|set| !set.0.contains(STD)) {
            println!("{} on {NO_STD_TARGET}: {}", package.name, set.name());
            let arguments = ["--lib", "--quiet", "--target", NO_STD_TARGET];
            command::run(&mut package.cargo(root, subcommand, &set, &arguments))?;
        }
    }
    Ok(Outcome::Passed)
}

/// Whether the standard libraries of a target are installed.
fn has_target(target: &str) -> bool {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", target]);
    let output = rustc.output();
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
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
    fn sets_are_closed_and_distinct() {
        let package = package(&[
            ("default", &["std"]),
            ("more", &["std", "dep:other", "other/std"]),
            ("std", &[]),
            ("table", &[]),
        ]);
        let names: Vec<_> = package.sets().iter().map(FeatureSet::name).collect();
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
