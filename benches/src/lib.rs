//! Measuring ratios on noisy machines.
//!
//! A time by itself says little here: another tenant, a new link order or the clock of the day move
//! it by more than most changes do. So two things that do comparable work are run in turn, many
//! times, and only the ratio of their medians is reported, with its spread.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often each side runs.
const ROUNDS: usize = 31;

/// Runs `ours` and `theirs` in turn and prints the ratio of their times: below one, we are faster.
///
/// Each side returns what it found, so that the work cannot be left out, and the answer is given
/// with the ratio.
pub fn compare<A: std::fmt::Debug, B: std::fmt::Debug>(
    name: &str,
    mut ours: impl FnMut() -> A,
    mut theirs: impl FnMut() -> B,
) {
    let (found, other) = (ours(), theirs());
    let mut ratios = Vec::new();
    let mut times = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let a = time(&mut ours);
        let b = time(&mut theirs);
        ratios.push(a.as_secs_f64() / b.as_secs_f64());
        times.0.push(a);
        times.1.push(b);
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = median(&mut times.0).as_secs_f64() / median(&mut times.1).as_secs_f64();
    let (low, high) = (ratios[ROUNDS / 4], ratios[ROUNDS * 3 / 4]);
    println!(
        "{name}: {ratio:.2} (middle half {low:.2} to {high:.2}); found {found:?} and {other:?}"
    );
}

fn time<T>(work: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// A text to measure with: the named corpus where `../shared/corpora` lies beside the checkout,
/// otherwise our multilingual sample, repeated to about the same size.
///
/// # Panics
///
/// If neither can be read.
#[must_use]
pub fn corpus(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let corpus: PathBuf = root.join("../shared/corpora").join(name);
    std::fs::read_to_string(corpus).unwrap_or_else(|_| {
        println!("{name} is not at hand: measuring with testdata/sample.txt instead");
        let sample = std::fs::read_to_string(root.join("testdata/sample.txt")).unwrap();
        sample.repeat((1 << 20) / sample.len())
    })
}
