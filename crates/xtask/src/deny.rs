//! `cargo xtask deny`: licences, sources and security advisories of all dependencies, with `cargo deny`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::command::{self, cargo, require_subcommand, target_directory};

/// The other workspaces. Their packages are not published, except `linkspan-arrow`, whose dependencies follow from Arrow.
const OTHER_WORKSPACES: [&str; 6] = [
    "benches/Cargo.toml",
    "crates/linkspan-arrow/Cargo.toml",
    "crates/linkspan-python/Cargo.toml",
    "crates/xtask/sarif-schema/Cargo.toml",
    "crates/xtask/unicode-17/Cargo.toml",
    "fuzz/Cargo.toml",
];

/// The address of the advisory database, which `cargo deny` fetches with git.
const DATABASE: &str = "https://github.com/rustsec/advisory-db";

/// Checks everything. Without a database, advisories are left out, and the command says so.
pub(crate) fn run(root: &Path, database: Option<&Path>) -> Result<()> {
    licences(root)?;
    if database.is_some() {
        return advisories(root, database);
    }
    println!(
        "\nskipped: advisories, because no database is given (to check them: --advisory-db PATH, a clone of {DATABASE})"
    );
    Ok(())
}

/// Checks the licences, sources and duplicate versions of the dependencies that users build, and the sources of the
/// others.
pub(crate) fn licences(root: &Path) -> Result<()> {
    require_subcommand(root, "deny")?;
    let config = Path::new("deny.toml");
    let checks = ["bans", "licenses", "sources"];
    command::run(&mut deny(root, "Cargo.toml", config, &checks))?;
    for manifest in OTHER_WORKSPACES {
        command::run(&mut deny(root, manifest, config, &["sources"]))?;
    }
    Ok(())
}

/// Checks all dependencies against the advisory database: a clone of it, or the latest one from the network.
pub(crate) fn advisories(root: &Path, database: Option<&Path>) -> Result<()> {
    require_subcommand(root, "deny")?;
    let directory = target_directory(root)?.join("deny");
    let config = directory.join("deny.toml");
    let mut environment = Vec::new();
    if let Some(database) = database {
        let database = database.canonicalize();
        let database = database.context("cannot find the advisory database")?;
        ensure!(
            database.join("crates").is_dir() && database.join(".git").exists(),
            "expected a clone of {DATABASE}, found '{}'",
            database.display()
        );
        // `cargo deny` fetches the database with git, which takes it from the clone instead. It must not end up where
        // `cargo deny` keeps the one from the network.
        std::fs::create_dir_all(&directory)?;
        let rules = std::fs::read_to_string(root.join("deny.toml"))?;
        std::fs::write(&config, with_database_path(&rules, &directory)?)?;
        environment = vec![
            ("GIT_CONFIG_COUNT", String::from("1")),
            (
                "GIT_CONFIG_KEY_0",
                format!("url.file://{}.insteadOf", database.display()),
            ),
            ("GIT_CONFIG_VALUE_0", String::from(DATABASE)),
        ];
    }
    let config = match database {
        Some(_) => config.as_path(),
        None => Path::new("deny.toml"),
    };
    for manifest in ["Cargo.toml"].into_iter().chain(OTHER_WORKSPACES) {
        let mut command = deny(root, manifest, config, &["advisories"]);
        command::run(command.envs(environment.iter().cloned()))?;
    }
    Ok(())
}

/// The rules, with the directory where databases are kept.
fn with_database_path(rules: &str, directory: &Path) -> Result<String> {
    let mut rules: toml::Table = rules.parse()?;
    let advisories = rules
        .get_mut("advisories")
        .and_then(toml::Value::as_table_mut);
    let advisories = advisories.context("expected [advisories] in deny.toml")?;
    let path = directory.join("advisory-dbs").display().to_string();
    advisories.insert(String::from("db-path"), path.into());
    advisories.insert(String::from("db-urls"), vec![DATABASE].into());
    Ok(toml::to_string(&rules)?)
}

fn deny(root: &Path, manifest: &str, config: &Path, checks: &[&str]) -> Command {
    let mut command = cargo(root, &["deny", "--locked", "--manifest-path", manifest]);
    command
        .arg("--config")
        .arg(config)
        .arg("check")
        .args(checks);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_kept_and_get_the_path_of_the_database() {
        let rules = "[advisories]\nunmaintained = \"all\"\n[bans]\nwildcards = \"deny\"\n";
        let rules = with_database_path(rules, Path::new("target/deny")).unwrap();
        let rules: toml::Table = rules.parse().unwrap();
        assert_eq!(rules["advisories"]["unmaintained"].as_str(), Some("all"));
        let path = rules["advisories"]["db-path"].as_str().unwrap();
        assert!(path.ends_with("advisory-dbs"), "{path}");
        assert_eq!(rules["bans"]["wildcards"].as_str(), Some("deny"));
        assert!(with_database_path("[bans]", Path::new("a")).is_err());
    }
}
