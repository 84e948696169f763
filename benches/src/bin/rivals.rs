//! Measures a Rust implementation in the same way as the runners of other languages do. `rivals/run` starts it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Parser;
use cpu_time::ThreadTime;
use linkspan_benches::corpora::{Corpora, NAMES};
use linkspan_benches::implementations::{self, Implementation};
use serde::Deserialize;
use serde_json::{Value, json};

/// Measures one Rust implementation and prints JSON lines.
#[derive(Parser)]
struct Arguments {
    /// Write the corpora to this directory, and print their source.
    #[arg(long, exclusive = true)]
    write_corpora: Option<PathBuf>,
    /// The name of the implementation.
    name: Option<String>,
    /// Not used; the runners of other languages find the installed packages there.
    scratch: Option<PathBuf>,
    /// The directory with the corpora.
    corpora: Option<PathBuf>,
    /// The file with the shapes of hostile texts.
    shapes: Option<PathBuf>,
    /// The time in seconds after which no larger hostile text is measured.
    time_limit: Option<f64>,
}

/// The parts of a hostile text.
#[derive(Deserialize)]
struct Shape {
    front: String,
    repeated: String,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(directory) = arguments.write_corpora {
        let corpora = Corpora::available();
        for name in NAMES {
            std::fs::write(directory.join(format!("{name}.txt")), corpora.text(name)?)?;
        }
        println!("{}", corpora.name());
        return Ok(());
    }
    let name = arguments.name.context("expected an implementation")?;
    let mut all = implementations::all().into_iter();
    let implementation = all.find(|implementation| implementation.name == name);
    let implementation =
        implementation.with_context(|| format!("no such implementation: '{name}'"))?;
    let corpora = arguments
        .corpora
        .context("expected a directory of corpora")?;
    measure_corpora(&implementation, &corpora)?;
    let shapes = arguments.shapes.context("expected a file with shapes")?;
    let time_limit = arguments.time_limit.unwrap_or(0.5);
    measure_growth(&implementation, &shapes, time_limit)
}

/// Measures the time of each corpus.
fn measure_corpora(implementation: &Implementation, directory: &Path) -> Result<()> {
    for name in NAMES {
        let text = std::fs::read_to_string(directory.join(format!("{name}.txt")))?;
        let links = implementation.count(&[&text]);
        let seconds = seconds(implementation, &text);
        print_line(&json!({
            "who": implementation.name, "what": "text", "name": name,
            "bytes": text.len(), "links": links, "seconds": seconds,
        }));
    }
    Ok(())
}

/// Measures hostile texts of increasing length.
fn measure_growth(implementation: &Implementation, shapes: &Path, time_limit: f64) -> Result<()> {
    let shapes: Vec<Shape> = serde_json::from_str(&std::fs::read_to_string(shapes)?)?;
    for Shape { front, repeated } in shapes {
        for bytes in (10..=20).map(|power| 1 << power) {
            let text = front.clone() + &repeated.repeat(bytes / repeated.len());
            let seconds = seconds(implementation, &text);
            print_line(&json!({
                "who": implementation.name, "what": "growth", "front": front, "repeated": repeated,
                "bytes": text.len(), "seconds": seconds,
            }));
            if seconds > time_limit {
                break;
            }
        }
    }
    Ok(())
}

fn print_line(object: &Value) {
    println!("{object}");
}

/// The best CPU time of up to five runs. After a second no further run starts.
fn seconds(implementation: &Implementation, text: &str) -> f64 {
    let mut best = Duration::MAX;
    let end = Instant::now() + Duration::from_secs(1);
    for run in 0..5 {
        if run > 0 && Instant::now() > end {
            break;
        }
        let start = ThreadTime::now();
        std::hint::black_box(implementation.count(std::hint::black_box(&[text])));
        best = best.min(start.elapsed());
    }
    best.as_secs_f64()
}
