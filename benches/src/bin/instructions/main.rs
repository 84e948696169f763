//! Counts instructions under callgrind: the same number on a busy machine as on an idle one.
//!
//! The program runs itself under `valgrind`, once for each task. Only what happens inside
//! [`task::COLLECTED`] counts, so that starting up and making the text do not.

mod record;
mod task;

use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use linkspan_benches::corpora::{NAMES, Set};
use linkspan_benches::table::Table;

use record::Record;
use task::Task;

/// Counts instructions, and compares them with the record.
#[derive(Parser)]
struct Arguments {
    /// Write what is counted to the record.
    #[arg(long, conflicts_with = "texts")]
    renew: bool,
    /// Show instructions for each byte of the larger texts; compare nothing.
    #[arg(long)]
    texts: bool,
    /// Run one task; this is what is counted.
    #[arg(long, hide = true)]
    run: Option<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(name) = arguments.run {
        return Task::named(&name)?.run();
    }
    if arguments.texts {
        return texts();
    }
    let counts: Vec<_> = Task::guarded()
        .into_iter()
        .map(|task| Ok((task.to_string(), count(&task)?)))
        .collect::<Result<_>>()?;
    if arguments.renew {
        return Record::new(counts).write();
    }
    Record::read()?.check(&counts)
}

/// Instructions for each byte of the texts that times are measured with.
fn texts() -> Result<()> {
    let set = Set::at_hand();
    let mut table = Table::new(
        ["text", "instructions for each byte"]
            .map(String::from)
            .to_vec(),
    );
    for name in NAMES {
        let bytes = set.text(name)?.len();
        for task in Task::on_text(set, name) {
            let each = as_float(count(&task)?) / as_float(bytes as u64);
            table.row(vec![task.to_string(), format!("{each:.2}")]);
        }
    }
    print!("{table}");
    Ok(())
}

/// How many instructions a task takes.
fn count(task: &Task) -> Result<u64> {
    let this = std::env::current_exe().context("cannot tell where this program is")?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect=*{}*", task::COLLECTED))
        .arg(this)
        .args(["--run", &task.to_string()])
        .output()
        .context("cannot run valgrind, which counts the instructions")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the task '{task}' failed:\n{said}");
    let Some((_, rest)) = said.split_once("Collected :") else {
        bail!("expected a line with 'Collected :' from valgrind, found:\n{said}");
    };
    let number = rest.lines().next().unwrap_or_default().trim();
    let count = number
        .parse()
        .with_context(|| format!("expected a number of instructions, found '{number}'"))?;
    ensure!(count > 0, "nothing was counted for the task '{task}'");
    Ok(count)
}

/// Exact for what we count.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn as_float(count: u64) -> f64 {
    count as f64
}
