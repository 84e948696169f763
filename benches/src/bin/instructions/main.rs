//! Counts instructions under callgrind, which does not depend on the load of the machine.
//!
//! The program runs itself under `valgrind`, once for each task. Only the function [`task::COUNTED_FUNCTION`] is counted,
//! not the start of the process and the generation of the text.

mod record;
mod task;

use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Parser;
use linkspan_benches::corpora::{Corpora, NAMES};
use linkspan_benches::table::Table;

use record::Record;
use task::Task;

/// Counts instructions and compares the counts with the record.
#[derive(Parser)]
struct Arguments {
    /// Write the counts to the record instead of comparing them.
    #[arg(long, conflicts_with = "corpora")]
    update: bool,
    /// Print the instructions per byte of each corpus instead of comparing with the record.
    #[arg(long)]
    corpora: bool,
    /// Count only the tasks whose names contain this.
    #[arg(long, requires = "corpora")]
    task: Option<String>,
    /// Run one task. The program passes this to itself under callgrind.
    #[arg(long, hide = true)]
    run: Option<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(name) = arguments.run {
        return Task::named(&name)?.run();
    }
    if arguments.corpora {
        return corpora(arguments.task.as_deref().unwrap_or_default());
    }
    let counts: Vec<_> = Task::recorded()
        .into_iter()
        .map(|task| Ok((task.to_string(), count(&task)?)))
        .collect::<Result<_>>()?;
    if arguments.update {
        return Record::new(counts).write();
    }
    Record::read()?.check(&counts)
}

/// Prints the instructions per byte of each corpus.
fn corpora(wanted: &str) -> Result<()> {
    let corpora = Corpora::available();
    let mut table = Table::new(
        ["corpus", "instructions per byte"]
            .map(String::from)
            .to_vec(),
    );
    for name in NAMES {
        let bytes = corpora.text(name)?.len();
        let tasks = Task::on_corpus(corpora, name).into_iter();
        for task in tasks.filter(|task| task.to_string().contains(wanted)) {
            let per_byte = as_float(count(&task)?) / as_float(bytes as u64);
            table.row(vec![task.to_string(), format!("{per_byte:.2}")]);
        }
    }
    print!("{table}");
    Ok(())
}

/// Counts the instructions of a task.
fn count(task: &Task) -> Result<u64> {
    let this = std::env::current_exe().context("cannot find the path of this program")?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect=*{}*", task::COUNTED_FUNCTION))
        .arg(this)
        .args(["--run", &task.to_string()])
        .output()
        .context("cannot run valgrind")?;
    let log = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the task '{task}' failed:\n{log}");
    let Some((_, rest)) = log.split_once("Collected :") else {
        bail!("expected a line with 'Collected :' from valgrind, found:\n{log}");
    };
    let number = rest.lines().next().unwrap_or_default().trim();
    let count = number
        .parse()
        .with_context(|| format!("expected a number of instructions, found '{number}'"))?;
    ensure!(
        count > 0,
        "no instructions were counted for the task '{task}'"
    );
    Ok(count)
}

/// Converts a count, exactly for counts below 2^52.
#[expect(clippy::cast_precision_loss, reason = "counts are less than 2^52")]
fn as_float(count: u64) -> f64 {
    count as f64
}
