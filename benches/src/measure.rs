//! Measuring ratios on noisy machines.
//!
//! A time by itself says little: another tenant, a new link order or the clock of the day move it
//! by more than most changes do. So things that do comparable work are run in turn, many times, and
//! the ratio of their medians is reported, with its spread. Time is what the processor spends on the
//! thread: while it serves others, the clock stands still.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// The fewest rounds that count as a measurement.
pub const FEWEST_ROUNDS: usize = 15;

/// Something to be timed. It returns what it found, so that the work cannot be left out.
pub type Work<'w> = Box<dyn FnMut() -> usize + 'w>;

/// The times of one contestant, one for each round.
#[derive(Clone, Debug)]
pub struct Times(Vec<Duration>);

/// How the times of two contestants compare.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// The ratio of the medians.
    pub medians: f64,
    /// The first quartile of the ratios of single rounds.
    pub low: f64,
    /// Their third quartile.
    pub high: f64,
    /// The ratio of the best times, which says more where others use the machine, too.
    pub bests: f64,
}

/// Runs each work `rounds` times, in turn, and gives their times in the same order.
///
/// The turn starts with another one in each round, so that nobody always runs in the wake of the
/// same neighbour.
pub fn alternate(rounds: usize, works: &mut [Work<'_>]) -> Vec<Times> {
    let mut times = vec![Times(Vec::with_capacity(rounds)); works.len()];
    // The first run pays for pages and caches that the later ones find in place.
    for work in works.iter_mut() {
        black_box(work());
    }
    for round in 0..rounds {
        for turn in 0..works.len() {
            let who = (round + turn) % works.len();
            let start = ThreadTime::now();
            black_box(works[who]());
            times[who].0.push(start.elapsed());
        }
    }
    times
}

impl Times {
    /// The median.
    #[must_use]
    pub fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort();
        sorted[sorted.len() / 2]
    }

    /// The best.
    #[must_use]
    pub fn best(&self) -> Duration {
        self.0.iter().copied().min().unwrap_or_default()
    }

    /// How many times as long as `other` this took.
    #[must_use]
    pub fn over(&self, other: &Self) -> Ratio {
        let pairs = self.0.iter().zip(&other.0);
        let mut ratios: Vec<_> = pairs
            .map(|(a, b)| a.as_secs_f64() / b.as_secs_f64())
            .collect();
        ratios.sort_by(f64::total_cmp);
        Ratio {
            medians: self.median().as_secs_f64() / other.median().as_secs_f64(),
            low: ratios[ratios.len() / 4],
            high: ratios[ratios.len() * 3 / 4],
            bests: self.best().as_secs_f64() / other.best().as_secs_f64(),
        }
    }
}

/// How many times as long as the second work the first one takes, over many rounds.
pub fn compare<'w>(first: impl FnMut() -> usize + 'w, second: impl FnMut() -> usize + 'w) -> Ratio {
    let mut works: [Work<'w>; 2] = [Box::new(first), Box::new(second)];
    let times = alternate(2 * FEWEST_ROUNDS + 1, &mut works);
    times[0].over(&times[1])
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            medians, low, high, ..
        } = self;
        write!(f, "{medians:.2} ({low:.2}–{high:.2})")
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn ratios_are_of_medians() {
        let times = |times: &[u64]| Times(times.iter().copied().map(Duration::from_secs).collect());
        let (slow, fast) = (times(&[6, 4, 100, 8, 2]), times(&[2, 2, 50, 2, 1]));
        assert_eq!(slow.median(), Duration::from_secs(6));
        assert_eq!(slow.over(&fast).to_string(), "3.00 (2.00–3.00)");
        assert_eq!(format!("{:.2}", slow.over(&fast).bests), "2.00");
    }

    #[test]
    fn everybody_runs_in_every_round() {
        let runs = [const { Cell::new(0) }; 3];
        let count = |run: &Cell<usize>| run.replace(run.get() + 1);
        let mut works: Vec<Work<'_>> = Vec::new();
        for run in &runs {
            works.push(Box::new(move || count(run)));
        }
        let times = alternate(5, &mut works);
        drop(works);
        assert!(times.iter().all(|times| times.0.len() == 5));
        // Once more, to warm up.
        assert!(runs.iter().all(|run| run.get() == 6));
    }
}
