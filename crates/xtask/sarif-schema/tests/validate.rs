//! The logs that `linkspan check --sarif` writes are valid against the schema of SARIF 2.1.0. The golden tests of the
//! program compare its output with the files that are read here.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// The schema, as it is in the package `serde-sarif`.
fn schema() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif");
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.expect("the package is a dependency"));
    let file = File::open(manifest.with_file_name("src").join("schema.json"));
    serde_json::from_reader(file.expect("the package contains the schema"))
        .expect("the schema is JSON")
}

struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    fn new() -> Self {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        compiler
            .add_resource("sarif.json", schema())
            .expect("the schema is new");
        let index = compiler
            .compile("sarif.json", &mut schemas)
            .expect("the schema is valid");
        Self { schemas, index }
    }

    fn validate(&self, log: &Value) -> Result<(), String> {
        let result = self.schemas.validate(log, self.index);
        result.map_err(|error| format!("{error:#}"))
    }
}

/// The golden files with logs.
fn logs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/cli/expected");
    let entries = fs::read_dir(folder).expect("the test data exists");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "sarif")
        })
        .collect()
}

fn read(path: &Path) -> Value {
    let file = File::open(path).expect("the log exists");
    serde_json::from_reader(file).expect("the log is JSON")
}

#[test]
fn logs_are_valid() {
    let validator = Validator::new();
    let logs = logs();
    assert!(logs.len() >= 3, "{logs:?}");
    for path in logs {
        let result = validator.validate(&read(&path));
        assert_eq!(result, Ok(()), "{}", path.display());
    }
}

/// The schema is strict: a field that it does not define, a wrong type and a missing field are errors.
#[test]
fn other_logs_are_not_valid() {
    let validator = Validator::new();
    let logs: Vec<_> = logs().iter().map(|path| read(path)).collect();
    let has_results = |log: &&Value| log.pointer("/runs/0/results/0").is_some();
    let valid = logs.iter().find(has_results).expect("a log with results");
    let mut unknown_field = valid.clone();
    unknown_field["runs"][0]["results"][0]["colour"] = Value::from("red");
    let mut wrong_level = valid.clone();
    wrong_level["runs"][0]["results"][0]["level"] = Value::from("danger");
    let mut no_message = valid.clone();
    no_message["runs"][0]["results"][0]["message"] = Value::Object(serde_json::Map::new());
    for log in [unknown_field, wrong_level, no_message] {
        assert!(validator.validate(&log).is_err());
    }
}
