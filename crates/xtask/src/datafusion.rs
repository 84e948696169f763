//! `cargo xtask datafusion`: the tests of `linkspan-arrow` inside `DataFusion`.

use std::path::Path;

use anyhow::Result;

use crate::command::{self, cargo};

/// Lints and tests the function for `DataFusion`. Building the engine takes minutes, so this is not part of `.ci/run`.
pub(crate) fn run(root: &Path) -> Result<()> {
    let manifest = ["--manifest-path", "crates/linkspan-arrow/Cargo.toml"];
    let packages = [
        "--package",
        "linkspan-arrow",
        "--package",
        "linkspan-arrow-datafusion-tests",
        "--features",
        "linkspan-arrow/datafusion",
        "--locked",
    ];
    for arguments in [
        &["clippy", "--all-targets"][..],
        &["test", "--quiet", "--lib", "--tests"],
        // The example of the module, and those of `docs/data.md`.
        &["test", "--quiet", "--doc"],
    ] {
        let mut command = cargo(root, arguments);
        command.args(manifest).args(packages);
        if arguments.first() == Some(&"clippy") {
            command.args(["--", "--deny", "warnings"]);
        }
        command::run(&mut command)?;
    }
    Ok(())
}
