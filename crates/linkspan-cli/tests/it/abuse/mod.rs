//! What happens to files if nothing goes as planned: other programs change them, signals, full disks, few descriptors,
//! symbolic links in circles, unusual names. Nothing is lost, errors are clear, and the exit status tells of them.

mod changing;
mod in_place;
mod limits;
mod names;
mod symlinks;

use std::fs;
use std::path::Path;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::PROGRAM;

/// Sends a signal. An error means that the process has ended already.
fn send(child: &Child, signal: Signal) {
    let _ = kill_process(Pid::from_child(child), signal);
}

/// A shell that runs some commands, and becomes the program in a directory.
fn shell(commands: &str, directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("{commands}; exec \"$@\""), "sh", PROGRAM])
        .args(arguments)
        .current_dir(directory);
    command
}

/// The names of the temporary files in a directory.
fn temporary_files(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("the directory exists");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.starts_with(".linkspan-"))
        .collect()
}
