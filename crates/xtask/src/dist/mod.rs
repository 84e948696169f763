//! `cargo xtask dist`: archives of the program for users who do not build it.
//!
//! For each target there is an archive with a static binary, the man page, completions and licences, and a list of the
//! crates in the binary (SBOM). Nothing in them depends on when, where or by whom they were made, so two runs on the
//! same commit give the same checksums.

mod licences;
mod sbom;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::command::{self, capture, cargo, target_directory};
use crate::owner::Owner;

/// The targets for which archives are made by default. Their C library is linked statically.
pub(crate) const TARGETS: [&str; 2] = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"];

/// The package of the program.
const PACKAGE: &str = "linkspan-cli";

/// The name of the program.
const PROGRAM: &str = "linkspan";

/// The name of the file with the checksums of all others.
const CHECKSUMS: &str = "SHA256SUMS";

/// The shells with completions, and the names under which they look for them.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "linkspan.bash"),
    ("elvish", "linkspan.elv"),
    ("fish", "linkspan.fish"),
    ("powershell", "_linkspan.ps1"),
    ("zsh", "_linkspan"),
];

/// Makes the archives, the Debian packages and the checksums in a directory, by default `release-files` in cargo's target
/// directory. (`dist` is where cargo builds with the profile of that name.)
pub(crate) fn run(root: &Path, targets: &[String], out: Option<PathBuf>) -> Result<()> {
    let target_directory = target_directory(root)?;
    let out = match out {
        Some(out) => {
            check_is_ours(&out)?;
            out
        }
        None => target_directory.join("release-files"),
    };
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;
    let dist = Dist {
        root,
        target_directory,
        out,
        time: commit_time(root)?,
    };
    for target in targets {
        dist.build(target)?;
    }
    // The page and the scripts are the same for all targets, but only a program for this machine can print them.
    let arch = std::env::consts::ARCH;
    let native = targets.iter().find(|target| target.starts_with(arch));
    let native =
        native.with_context(|| format!("expected a target for {arch} among the targets"))?;
    for target in targets {
        dist.generate(native, target)?;
        dist.archive(target)?;
    }
    let packages = targets.iter().map(|target| dist.debian_package(target));
    let packages = packages.collect::<Result<Vec<_>>>()?;
    dist.checksums()?;
    let missing = packages.into_iter().flatten().next();
    if let Some(reason) = missing {
        bail!("the archives are complete, but there is no Debian package: {reason}");
    }
    Ok(())
}

struct Dist<'r> {
    root: &'r Path,
    target_directory: PathBuf,
    out: PathBuf,
    /// The time of all files, in seconds since 1970: that of the commit.
    time: String,
}

impl Dist<'_> {
    /// Builds the program for a target. No paths of this machine are in it.
    fn build(&self, target: &str) -> Result<()> {
        let name = target.replace('-', "_").to_uppercase();
        let cargo_home = home("CARGO_HOME", ".cargo")?;
        let flags = [
            remap(self.root, "/linkspan"),
            remap(&self.target_directory, "/target"),
            remap(&cargo_home, "/cargo"),
            "-Clink-self-contained=yes".to_owned(),
        ];
        let mut build = cargo(self.root, &["build", "--locked", "--profile", "dist"]);
        build
            .args(["--package", PACKAGE, "--target", target])
            // The linker that comes with Rust links for every target.
            .env(format!("CARGO_TARGET_{name}_LINKER"), "rust-lld")
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
            .env("SOURCE_DATE_EPOCH", &self.time);
        command::run(&mut build).with_context(|| {
            format!("cannot build for {target} (to install it: rustup target add {target})")
        })
    }

    /// The directory of the binary of a target.
    fn binaries(&self, target: &str) -> PathBuf {
        self.target_directory.join(target).join("dist")
    }

    /// Writes the man page and the completions next to the binary of a target, where `cargo deb` expects them.
    fn generate(&self, native: &str, target: &str) -> Result<()> {
        let program = self.binaries(native).join(PROGRAM);
        let print = |arguments: &[&str]| capture(Command::new(&program).args(arguments));
        let directory = self.binaries(target);
        fs::write(directory.join("linkspan.1"), print(&["man"])?)?;
        for (shell, file) in COMPLETIONS {
            fs::write(directory.join(file), print(&["completions", shell])?)?;
        }
        let metadata = self.metadata(target)?;
        let crates = crates_of_the_program(&metadata)?;
        fs::write(directory.join("THIRD-PARTY"), licences::texts(&crates)?)?;
        let sbom = sbom::cyclone_dx(self.root, &metadata, &crates)?;
        let name = format!("{}.cdx.json", self.name(target)?);
        fs::write(self.out.join(name), sbom).context("cannot write the SBOM")
    }

    fn metadata(&self, target: &str) -> Result<Metadata> {
        let mut command = MetadataCommand::new();
        command.current_dir(self.root).other_options([
            "--locked".to_owned(),
            "--filter-platform".to_owned(),
            target.to_owned(),
        ]);
        command.exec().context("cannot read the manifests")
    }

    /// The name of the archive of a target, without its extension.
    fn name(&self, target: &str) -> Result<String> {
        let metadata = MetadataCommand::new()
            .current_dir(self.root)
            .no_deps()
            .exec()?;
        let version = &package(&metadata)?.version;
        Ok(format!("{PROGRAM}-{version}-{target}"))
    }

    /// Packs the files for a target.
    fn archive(&self, target: &str) -> Result<()> {
        let name = self.name(target)?;
        let staged = self.out.join(&name);
        fs::create_dir_all(staged.join("completions"))?;
        let binaries = self.binaries(target);
        let copy = |from: PathBuf, to: &str| {
            let copied = fs::copy(&from, staged.join(to)).map(drop);
            copied.with_context(|| format!("cannot copy {}", from.display()))
        };
        for file in [PROGRAM, "linkspan.1", "THIRD-PARTY"] {
            copy(binaries.join(file), file)?;
        }
        for (_, file) in COMPLETIONS {
            copy(binaries.join(file), &format!("completions/{file}"))?;
        }
        for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"] {
            copy(self.root.join(file), file)?;
        }
        let tar = self.out.join(format!("{name}.tar"));
        let mut pack = Command::new("tar");
        pack.args([
            "--format=ustar",
            "--sort=name",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
        ])
        .args(["--mode=u=rwX,go=rX", &format!("--mtime=@{}", self.time)])
        .arg("--create")
        .arg("--file")
        .arg(&tar)
        .arg(&name)
        .current_dir(&self.out);
        command::run(&mut pack).context("GNU tar is needed")?;
        command::run(
            Command::new("gzip")
                .args(["-9", "--no-name", "--force"])
                .arg(&tar),
        )?;
        fs::remove_dir_all(&staged).context("cannot remove the copied files")
    }

    /// Makes the Debian package of a target. Returns why it could not be made, if a tool or the maintainer is missing.
    fn debian_package(&self, target: &str) -> Result<Option<String>> {
        let owner = Owner::read(self.root)?;
        if owner.maintainer.is_empty() {
            return Ok(Some(
                "its maintainer is not known (set `maintainer` in Cargo.toml)".to_owned(),
            ));
        }
        let version = cargo(self.root, &["deb", "--version"]).output();
        if !version.is_ok_and(|output| output.status.success()) {
            return Ok(Some(
                "`cargo deb` is not installed (to install it: cargo install cargo-deb)".to_owned(),
            ));
        }
        let mut deb = cargo(
            self.root,
            &["deb", "--no-build", "--no-strip", "--profile", "dist"],
        );
        deb.args(["--package", PACKAGE, "--target", target])
            .args(["--maintainer", &owner.maintainer])
            .arg("--output")
            .arg(&self.out)
            .env("SOURCE_DATE_EPOCH", &self.time);
        command::run(&mut deb)?;
        Ok(None)
    }

    /// Writes the checksums of all files.
    fn checksums(&self) -> Result<()> {
        let mut files: Vec<_> = fs::read_dir(&self.out)?
            .map(|entry| Ok(entry?.file_name()))
            .collect::<Result<_>>()?;
        files.sort();
        ensure!(
            !files.is_empty(),
            "expected files in {}",
            self.out.display()
        );
        let sums = capture(
            Command::new("sha256sum")
                .args(&files)
                .current_dir(&self.out),
        )?;
        fs::write(self.out.join(CHECKSUMS), &sums)?;
        print!("{}:\n{sums}", self.out.display());
        Ok(())
    }
}

/// Checks that a directory has nothing in it but the files of an earlier run: it will be emptied.
fn check_is_ours(directory: &Path) -> Result<()> {
    let Ok(mut entries) = fs::read_dir(directory) else {
        // It does not exist yet.
        return Ok(());
    };
    ensure!(
        entries.next().is_none() || directory.join(CHECKSUMS).is_file(),
        "expected an empty directory, or one with the files of an earlier run: {}",
        directory.display()
    );
    Ok(())
}

/// The time of the last commit, so that the files of two runs have the same times.
fn commit_time(root: &Path) -> Result<String> {
    let mut git = Command::new("git");
    git.args(["log", "-1", "--format=%ct"]).current_dir(root);
    Ok(capture(&mut git)?.trim().to_owned())
}

/// The directory that a variable names, or that a tool uses by default.
fn home(variable: &str, default: &str) -> Result<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let default = || std::env::home_dir().map(|home| home.join(default));
    named
        .or_else(default)
        .with_context(|| format!("expected the variable {variable} or a home directory"))
}

fn remap(path: &Path, name: &str) -> String {
    format!("--remap-path-prefix={}={name}", path.display())
}

fn package(metadata: &Metadata) -> Result<&Package> {
    let mut packages = metadata.packages.iter();
    let found = packages.find(|package| package.name.as_str() == PACKAGE);
    found.with_context(|| format!("expected the package {PACKAGE}"))
}

/// The crates that are part of the program, itself included: those that it depends on, without those that only its tests
/// and build scripts need. In order of their names.
fn crates_of_the_program(metadata: &Metadata) -> Result<Vec<&Package>> {
    let resolve = metadata
        .resolve
        .as_ref()
        .context("expected a resolved graph")?;
    let mut open = vec![&package(metadata)?.id];
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        if found.contains(&id) {
            continue;
        }
        found.push(id);
        let node = resolve.nodes.iter().find(|node| node.id == *id);
        for dependency in &node.context("expected a node")?.deps {
            let mut kinds = dependency.dep_kinds.iter();
            if kinds.any(|info| info.kind == cargo_metadata::DependencyKind::Normal) {
                open.push(&dependency.pkg);
            }
        }
    }
    let is_found = |package: &&Package| found.contains(&&package.id);
    let mut crates: Vec<_> = metadata.packages.iter().filter(is_found).collect();
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(crates)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata() -> Metadata {
        let root = crate::root().unwrap();
        MetadataCommand::new().current_dir(root).exec().unwrap()
    }

    #[test]
    fn crates_of_the_program_are_its_normal_dependencies() {
        let metadata = metadata();
        let crates = crates_of_the_program(&metadata).unwrap();
        let names: Vec<_> = crates.iter().map(|package| package.name.as_str()).collect();
        for name in [
            PACKAGE,
            "linkspan",
            "linkspan-vector",
            "clap",
            "idna",
            "memchr",
        ] {
            assert!(names.contains(&name), "{name}");
        }
        for name in ["xtask", "proptest", "html5ever", "psl"] {
            assert!(!names.contains(&name), "{name}");
        }
        assert!(names.is_sorted());
    }

    /// The directory is emptied, so it must not have the files of others.
    #[test]
    fn directory_of_others_is_refused() {
        let directory = std::env::temp_dir().join(format!("xtask-dist-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        check_is_ours(&directory).unwrap();
        fs::create_dir_all(&directory).unwrap();
        check_is_ours(&directory).unwrap();
        fs::write(directory.join("a"), "").unwrap();
        check_is_ours(&directory).unwrap_err();
        fs::write(directory.join(CHECKSUMS), "").unwrap();
        check_is_ours(&directory).unwrap();
        fs::remove_dir_all(&directory).unwrap();
    }

    /// Debian packages have the files of the archives. The names in the manifest are those of this module.
    #[test]
    fn debian_package_has_the_generated_files() {
        let metadata = metadata();
        let assets = package(&metadata).unwrap().metadata["deb"]["assets"].to_string();
        let installed = COMPLETIONS
            .iter()
            .filter(|(shell, _)| ["bash", "fish", "zsh"].contains(shell));
        let files = installed.map(|&(_, file)| file);
        for file in files.chain([PROGRAM, "linkspan.1", "THIRD-PARTY"]) {
            assert!(
                assets.contains(&format!("\"target/release/{file}\"")),
                "{file}"
            );
        }
    }

    /// `cargo binstall` finds the archives by the names that this module gives them.
    #[test]
    fn binstall_metadata_names_the_archives() {
        let metadata = metadata();
        let binstall = &package(&metadata).unwrap().metadata["binstall"];
        assert_eq!(
            binstall["pkg-url"],
            "{ repo }/releases/download/v{ version }/linkspan-{ version }-{ target }.tar.gz"
        );
        assert_eq!(
            binstall["bin-dir"],
            "linkspan-{ version }-{ target }/{ bin }{ binary-ext }"
        );
        assert_eq!(binstall["pkg-fmt"], "tgz");
    }

    #[test]
    fn licences_of_all_crates_are_included() {
        let metadata = metadata();
        let crates = crates_of_the_program(&metadata).unwrap();
        let texts = licences::texts(&crates).unwrap();
        for package in &crates {
            let heading = format!("{} {}", package.name, package.version);
            let is_ours = package.source.is_none();
            assert_eq!(texts.contains(&heading), !is_ours, "{heading}");
        }
    }

    #[test]
    fn sbom_lists_all_crates_with_their_checksums() {
        let metadata = metadata();
        let crates = crates_of_the_program(&metadata).unwrap();
        let root = crate::root().unwrap();
        let sbom = sbom::cyclone_dx(&root, &metadata, &crates).unwrap();
        assert_eq!(sbom, sbom::cyclone_dx(&root, &metadata, &crates).unwrap());
        let sbom: serde_json::Value = serde_json::from_str(&sbom).unwrap();
        assert_eq!(sbom["bomFormat"], "CycloneDX");
        let components = sbom["components"].as_array().unwrap();
        // The program itself is the subject.
        assert_eq!(components.len(), crates.len() - 1);
        for component in components {
            let is_ours = component["name"].as_str().unwrap().starts_with("linkspan");
            assert_eq!(component["hashes"].is_array(), !is_ours, "{component}");
        }
        let dependencies = sbom["dependencies"].as_array().unwrap();
        assert_eq!(dependencies.len(), crates.len());
    }
}
