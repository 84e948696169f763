//! Measures ratios of times on noisy machines.
//!
//! Absolute times vary with other load, with the layout of the binary and with the clock rate, often by more than the
//! effect of a change. So functions that do comparable work run in interleaved rounds, and the ratio of their median
//! times is reported together with its quartiles. A run that is not timed precedes each run that is. Times are CPU times
//! of the thread, which do not include the time of other processes.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// The minimum number of rounds of a measurement.
pub const MIN_ROUNDS: usize = 15;

/// A function to be timed. It returns a result, so that the compiler cannot remove the work.
pub type Work<'w> = Box<dyn FnMut() -> usize + 'w>;

/// The times of one function, one for each round.
#[derive(Clone, Debug)]
pub struct Times(Vec<Duration>);

/// The times of one function relative to those of another.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// The ratio of the median times.
    pub median: f64,
    /// The first quartile of the ratios of the rounds.
    pub low: f64,
    /// The third quartile of the ratios of the rounds.
    pub high: f64,
    /// The ratio of the best times, which is less sensitive to other load than the median.
    pub best: f64,
}

/// Runs each function twice per round, and returns the times of the second runs in the order of the functions.
///
/// Each round starts with another function, so that no function always runs first.
pub fn interleave(rounds: usize, works: &mut [Work<'_>]) -> Vec<Times> {
    let mut times = vec![Times(Vec::with_capacity(rounds)); works.len()];
    for round in 0..rounds {
        for offset in 0..works.len() {
            let index = (round + offset) % works.len();
            // What ran before has filled caches and branch predictors with its own data. A run that is not timed restores
            // those of this function, so that the ratios do not depend on which other functions are measured.
            black_box(works[index]());
            let start = ThreadTime::now();
            black_box(works[index]());
            times[index].0.push(start.elapsed());
        }
    }
    times
}

impl Times {
    /// The median time.
    #[must_use]
    pub fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort();
        sorted[sorted.len() / 2]
    }

    /// The shortest time.
    #[must_use]
    pub fn best(&self) -> Duration {
        self.0.iter().copied().min().unwrap_or_default()
    }

    /// These times as a multiple of `other`.
    #[must_use]
    pub fn relative_to(&self, other: &Self) -> Ratio {
        let pairs = self.0.iter().zip(&other.0);
        let mut ratios: Vec<_> = pairs
            .map(|(a, b)| a.as_secs_f64() / b.as_secs_f64())
            .collect();
        ratios.sort_by(f64::total_cmp);
        Ratio {
            median: self.median().as_secs_f64() / other.median().as_secs_f64(),
            low: ratios[ratios.len() / 4],
            high: ratios[ratios.len() * 3 / 4],
            best: self.best().as_secs_f64() / other.best().as_secs_f64(),
        }
    }
}

/// Measures the time of the first function as a multiple of that of the second.
pub fn compare<'w>(first: impl FnMut() -> usize + 'w, second: impl FnMut() -> usize + 'w) -> Ratio {
    let mut works: [Work<'w>; 2] = [Box::new(first), Box::new(second)];
    let times = interleave(2 * MIN_ROUNDS + 1, &mut works);
    times[0].relative_to(&times[1])
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            median, low, high, ..
        } = self;
        write!(f, "{median:.2} ({low:.2}–{high:.2})")
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
        assert_eq!(slow.relative_to(&fast).to_string(), "3.00 (2.00–3.00)");
        assert_eq!(format!("{:.2}", slow.relative_to(&fast).best), "2.00");
    }

    #[test]
    fn every_function_runs_in_every_round() {
        let runs = [const { Cell::new(0) }; 3];
        let count = |run: &Cell<usize>| run.replace(run.get() + 1);
        let mut works: Vec<Work<'_>> = Vec::new();
        for run in &runs {
            works.push(Box::new(move || count(run)));
        }
        let times = interleave(5, &mut works);
        drop(works);
        assert!(times.iter().all(|times| times.0.len() == 5));
        // One run that is timed, and one before it.
        assert!(runs.iter().all(|run| run.get() == 10));
    }
}
