//! `cargo xtask cross`: the tests of the libraries on other processors.
//!
//! Programs for other processors run in the user mode emulator of QEMU, those for WebAssembly in Node. The targets
//! differ in what can go wrong: other vector instructions, pointers of 32 bits, the other byte order, no threads and no
//! unwinding. `no-std` is this processor without the standard library.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::command::{self, Outcome, cargo};
use crate::features;

/// Stands for the tests without the standard library among the names of targets.
const NO_STD: &str = "no-std";

/// The packages whose tests run.
const PACKAGES: [&str; 2] = ["linkspan-vector", "linkspan"];

/// The number of cases per property. Emulation is slow, and the properties run with many more cases on this machine.
const PROPTEST_CASES: &str = "256";

/// A target and how its programs are linked and run here.
pub(crate) struct Target {
    name: &'static str,
    /// The linker, if it is not that of the compiler.
    linker: Option<&'static str>,
    /// The program that runs programs of the target, with its arguments. `ROOT` stands for the root of the repository.
    runner: Option<&'static str>,
    /// Further arguments of the compiler.
    rustflags: &'static str,
    /// The Debian packages with the linker and the runner.
    packages: &'static str,
}

pub(crate) const TARGETS: [Target; 4] = [
    Target {
        name: "aarch64-unknown-linux-gnu",
        linker: Some("aarch64-linux-gnu-gcc"),
        runner: Some("qemu-aarch64 -L /usr/aarch64-linux-gnu"),
        rustflags: "",
        packages: "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user",
    },
    Target {
        name: "i686-unknown-linux-gnu",
        linker: Some("i686-linux-gnu-gcc"),
        runner: Some("qemu-i386 -L /usr/i686-linux-gnu"),
        rustflags: "",
        packages: "gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user",
    },
    Target {
        name: "s390x-unknown-linux-gnu",
        linker: Some("s390x-linux-gnu-gcc"),
        runner: Some("qemu-s390x -L /usr/s390x-linux-gnu"),
        rustflags: "",
        packages: "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user",
    },
    Target {
        name: "wasm32-wasip1",
        linker: None,
        // Fast calls of WASI crash Node when a test has made the memory grow (nodejs/node#53087).
        runner: Some(
            "node --no-warnings --no-turbo-fast-api-calls ROOT/crates/xtask/src/cross/wasi.mjs",
        ),
        rustflags: "-C target-feature=+simd128",
        packages: "nodejs",
    },
];

/// Runs the tests on the targets with the given names, or on all. Targets whose tools are missing are skipped.
pub(crate) fn run(root: &Path, names: &[String]) -> Result<()> {
    for name in names {
        if name != NO_STD && !TARGETS.iter().any(|target| target.name == name) {
            let known = TARGETS.map(|target| target.name).join(", ");
            bail!("expected one of the targets {known}, {NO_STD}, found '{name}'");
        }
    }
    let is_selected = |target: &str| names.is_empty() || names.iter().any(|name| name == target);
    let mut outcomes = Vec::new();
    for target in TARGETS.iter().filter(|target| is_selected(target.name)) {
        outcomes.push((target.name, target.test(root)?));
    }
    if is_selected(NO_STD) {
        outcomes.push((NO_STD, features::test_without_std(root)?));
    }
    println!();
    for (name, outcome) in outcomes {
        match outcome {
            Outcome::Passed => println!("{name}: passed"),
            Outcome::Skipped(reason) => println!("{name}: skipped: {reason}"),
        }
    }
    Ok(())
}

impl Target {
    fn test(&self, root: &Path) -> Result<Outcome> {
        let runner = self.runner.and_then(|runner| runner.split(' ').next());
        for program in self.linker.into_iter().chain(runner) {
            if !is_installed(program) {
                let packages = self.packages;
                return Ok(Outcome::Skipped(format!(
                    "{program} is not installed (apt-get install {packages})"
                )));
            }
        }
        command::run(Command::new("rustup").args(["target", "add", self.name]))?;
        for package in PACKAGES {
            println!("{}: {package}", self.name);
            command::run(&mut self.cargo_test(root, package))?;
        }
        Ok(Outcome::Passed)
    }

    fn cargo_test(&self, root: &Path, package: &str) -> Command {
        let mut cargo = cargo(root, &["test", "--locked", "--quiet", "--lib", "--tests"]);
        cargo.args(["--package", package, "--target", self.name]);
        cargo.env("PROPTEST_CASES", PROPTEST_CASES);
        // A failing case would be written next to the sources; here it is printed only.
        cargo.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
        let variable = |suffix: &str| {
            let target = self.name.replace('-', "_").to_uppercase();
            format!("CARGO_TARGET_{target}_{suffix}")
        };
        if let Some(linker) = self.linker {
            cargo.env(variable("LINKER"), linker);
        }
        if let Some(runner) = self.runner {
            let runner = runner.replace("ROOT", &root.to_string_lossy());
            cargo.env(variable("RUNNER"), runner);
        }
        cargo.env(variable("RUSTFLAGS"), self.rustflags);
        cargo
    }
}

/// Whether a program can be started.
fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok()
}
