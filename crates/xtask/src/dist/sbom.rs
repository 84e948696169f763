//! The list of the crates in a program (SBOM), as `CycloneDX` 1.5.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use cargo_metadata::{Metadata, Package, PackageId};
use serde::Deserialize;
use serde_json::{Value, json};

use super::package;

/// The list in JSON. It has neither a time nor a serial number, so it is the same for the same lock file.
pub(super) fn cyclone_dx(root: &Path, metadata: &Metadata, crates: &[&Package]) -> Result<String> {
    let checksums = checksums(root)?;
    let subject = package(metadata)?;
    let components = crates.iter().filter(|package| package.id != subject.id);
    let components: Vec<_> = components
        .map(|package| component(package, "library", &checksums))
        .collect();
    let dependencies: Vec<_> = crates
        .iter()
        .map(|package| dependencies(metadata, crates, package))
        .collect::<Result<_>>()?;
    let list = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": component(subject, "application", &checksums) },
        "components": components,
        "dependencies": dependencies,
    });
    Ok(serde_json::to_string_pretty(&list)? + "\n")
}

/// The checksums of the lock file, by name and version.
type Checksums = HashMap<(String, String), String>;

fn checksums(root: &Path) -> Result<Checksums> {
    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Locked>,
    }
    #[derive(Deserialize)]
    struct Locked {
        name: String,
        version: String,
        checksum: Option<String>,
    }
    let lock = fs::read_to_string(root.join("Cargo.lock")).context("cannot read Cargo.lock")?;
    let lock: Lock = toml::from_str(&lock).context("cannot parse Cargo.lock")?;
    let entries = lock.package.into_iter().filter_map(|package| {
        let key = (package.name, package.version);
        package.checksum.map(|checksum| (key, checksum))
    });
    Ok(entries.collect())
}

fn component(package: &Package, kind: &str, checksums: &Checksums) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": purl(package),
        "name": package.name.as_str(),
        "version": package.version.to_string(),
        "purl": purl(package),
    });
    if let Some(licence) = &package.license {
        // The slash is an older notation.
        let expression = licence.replace('/', " OR ").replace("  ", " ");
        component["licenses"] = json!([{ "expression": expression }]);
    }
    if let Some(description) = &package.description {
        component["description"] = json!(description.trim());
    }
    let key = (package.name.to_string(), package.version.to_string());
    if let Some(checksum) = checksums.get(&key) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    if let Some(repository) = package.repository.as_deref().filter(|url| !url.is_empty()) {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}

/// The crates that a crate depends on, among those of the program.
fn dependencies(metadata: &Metadata, crates: &[&Package], package: &Package) -> Result<Value> {
    let resolve = metadata
        .resolve
        .as_ref()
        .context("expected a resolved graph")?;
    let node = resolve.nodes.iter().find(|node| node.id == package.id);
    let find = |id: &PackageId| crates.iter().find(|package| package.id == *id);
    let ids = node
        .context("expected a node")?
        .deps
        .iter()
        .map(|dependency| &dependency.pkg);
    let mut names: Vec<_> = ids.filter_map(find).map(|package| purl(package)).collect();
    names.sort();
    names.dedup();
    Ok(json!({ "ref": purl(package), "dependsOn": names }))
}

/// The name of a crate in all lists of this kind.
fn purl(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version)
}
