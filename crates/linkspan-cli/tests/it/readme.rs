//! What the README shows is what the program prints.

use std::path::Path;
use std::process::Command;

use crate::support::PROGRAM;

#[test]
fn the_tour_of_the_readme_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let folder = Path::new(PROGRAM)
        .parent()
        .expect("the program is in a folder");
    let search = std::env::var("PATH").unwrap_or_default();
    let mut commands = 0;
    let blocks = readme.split("```console\n").skip(1);
    for block in blocks.filter_map(|rest| rest.split("```").next()) {
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').expect("a command and its output");
            let output = Command::new("sh")
                .args(["-c", command])
                .current_dir(&root)
                .env("PATH", format!("{}:{search}", folder.display()))
                .output()
                .expect("sh starts");
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                expected,
                "{command}"
            );
            commands += 1;
        }
    }
    assert!(commands >= 5, "{commands} commands");
}
