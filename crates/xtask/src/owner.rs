//! `cargo xtask owner`: what only the owner of the repository knows, in the files that need it.
//!
//! The root manifest is the one place where the owner fills it in. Cargo takes `repository` from there for all
//! packages, and `cargo binstall` from the packages. This command writes the rest.

use std::path::Path;

use anyhow::{Context as _, Result};
use cargo_metadata::MetadataCommand;

use crate::generated::{Mode, write_or_check};

/// What the owner fills in. What is not filled in is empty.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The URL of the repository.
    pub(crate) repository: String,
    /// The address for reports of security bugs: a URL or an email address.
    pub(crate) security_contact: String,
    /// The maintainer of packages: name and email address.
    pub(crate) maintainer: String,
}

impl Owner {
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let metadata = MetadataCommand::new().current_dir(root).no_deps().exec()?;
        let packages = metadata.packages.iter();
        let repository = { packages }.find_map(|package| package.repository.clone());
        let owner = &metadata.workspace_metadata["owner"];
        let text = |name: &str| {
            let value = owner[name].as_str();
            let value = value.with_context(|| format!("expected `{name}` in the root manifest"));
            Ok::<_, anyhow::Error>(value?.to_owned())
        };
        Ok(Self {
            repository: repository.unwrap_or_default(),
            security_contact: text("security-contact")?,
            maintainer: text("maintainer")?,
        })
    }

    /// The sentence of SECURITY.md that says where to report bugs.
    fn reporting(&self) -> String {
        if self.security_contact.is_empty() {
            return "Please report them to the maintainers in private first, with the private reporting \
                    function of the site where you got the source."
                .to_owned();
        }
        format!(
            "Please report them in private first, to <{}>.",
            self.security_contact
        )
    }
}

/// The lines between which a file is generated.
const START: &str = "<!-- From Cargo.toml, by `cargo xtask owner`. -->";
const END: &str = "<!-- End. -->";

/// Writes or checks the files.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<()> {
    let owner = Owner::read(root)?;
    let file = "SECURITY.md";
    let text = std::fs::read_to_string(root.join(file)).context("cannot read SECURITY.md")?;
    let text = with_section(&text, &owner.reporting())?;
    let summary = match owner.security_contact.as_str() {
        "" => "no security contact".to_owned(),
        contact => format!("security contact {contact}"),
    };
    write_or_check(root, file, &text, mode, &summary)
}

/// The text with another generated section.
fn with_section(text: &str, section: &str) -> Result<String> {
    let (before, rest) = text
        .split_once(START)
        .context("expected a generated section")?;
    let (_, after) = rest
        .split_once(END)
        .context("expected the end of a generated section")?;
    Ok(format!("{before}{START}\n{section}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_data_of_the_owner() {
        let root = crate::root().unwrap();
        run(&root, Mode::Check).unwrap();
        // All packages have the repository of the root manifest.
        let owner = Owner::read(&root).unwrap();
        let metadata = MetadataCommand::new()
            .current_dir(&root)
            .no_deps()
            .exec()
            .unwrap();
        for package in &metadata.packages {
            let repository = package.repository.as_deref();
            assert_eq!(
                repository,
                Some(owner.repository.as_str()),
                "{}",
                package.name
            );
        }
    }

    #[test]
    fn contact_is_written_into_the_section() {
        let owner = Owner {
            security_contact: "security@example.org".to_owned(),
            ..Owner::default()
        };
        let text = format!("a\n{START}\nold\n{END}\nb\n");
        let written = with_section(&text, &owner.reporting()).unwrap();
        let sentence = "Please report them in private first, to <security@example.org>.";
        assert_eq!(written, format!("a\n{START}\n{sentence}\n{END}\nb\n"));
        assert_eq!(with_section(&written, &owner.reporting()).unwrap(), written);
        assert!(with_section("a", "b").is_err());
    }
}
