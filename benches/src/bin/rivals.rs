//! The Rust side of the comparison with rivals in other languages: `rivals/run` starts it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Parser;
use cpu_time::ThreadTime;
use linkspan_benches::contestants::{self, Contestant};
use linkspan_benches::corpora::{NAMES, Set};
use serde::Deserialize;
use serde_json::{Value, json};

/// Measures one contestant as the runners in other languages do.
#[derive(Parser)]
struct Arguments {
    /// Write the texts that are measured with to this folder, and tell where they come from.
    #[arg(long, exclusive = true)]
    write_texts: Option<PathBuf>,
    /// The contestant.
    who: Option<String>,
    /// Not used: where others are installed.
    scratch: Option<PathBuf>,
    /// The folder with the texts.
    texts: Option<PathBuf>,
    /// The file with the hostile shapes.
    shapes: Option<PathBuf>,
    /// The seconds after which growth needs no larger text.
    enough: Option<f64>,
}

/// What a hostile text is made of.
#[derive(Deserialize)]
struct Shape {
    front: String,
    repeated: String,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(folder) = arguments.write_texts {
        let set = Set::at_hand();
        for name in NAMES {
            std::fs::write(folder.join(format!("{name}.txt")), set.text(name)?)?;
        }
        println!("{}", set.name());
        return Ok(());
    }
    let who = arguments.who.context("expected a contestant")?;
    let everybody = contestants::all();
    let contestant = everybody.into_iter().find(|one| one.name == who);
    let contestant = contestant.with_context(|| format!("no contestant is called '{who}'"))?;
    texts(
        &contestant,
        &arguments.texts.context("expected a folder with texts")?,
    )?;
    let shapes = arguments.shapes.context("expected a file with shapes")?;
    growth(&contestant, &shapes, arguments.enough.unwrap_or(0.5))
}

fn texts(who: &Contestant, folder: &Path) -> Result<()> {
    for name in NAMES {
        let text = std::fs::read_to_string(folder.join(format!("{name}.txt")))?;
        let links = who.count(&[&text]);
        let seconds = seconds(who, &text);
        say(&json!({
            "who": who.name, "what": "text", "name": name,
            "bytes": text.len(), "links": links, "seconds": seconds,
        }));
    }
    Ok(())
}

fn growth(who: &Contestant, shapes: &Path, enough: f64) -> Result<()> {
    let shapes: Vec<Shape> = serde_json::from_str(&std::fs::read_to_string(shapes)?)?;
    for Shape { front, repeated } in shapes {
        for bytes in (10..=20).map(|power| 1 << power) {
            let text = front.clone() + &repeated.repeat(bytes / repeated.len());
            let seconds = seconds(who, &text);
            say(&json!({
                "who": who.name, "what": "growth", "front": front, "repeated": repeated,
                "bytes": text.len(), "seconds": seconds,
            }));
            if seconds > enough {
                break;
            }
        }
    }
    Ok(())
}

fn say(object: &Value) {
    println!("{object}");
}

/// The processor's time for the best of several runs, as many as fit into a second.
fn seconds(who: &Contestant, text: &str) -> f64 {
    let mut best = Duration::MAX;
    let end = Instant::now() + Duration::from_secs(1);
    for run in 0..5 {
        if run > 0 && Instant::now() > end {
            break;
        }
        let start = ThreadTime::now();
        std::hint::black_box(who.count(std::hint::black_box(&[text])));
        best = best.min(start.elapsed());
    }
    best.as_secs_f64()
}
