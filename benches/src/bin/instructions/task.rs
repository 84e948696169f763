//! What is counted.

use std::fmt;
use std::hint::black_box;

use anyhow::{Context as _, Result};
use linkspan::{minimal, terminate};
use linkspan_benches::contestants;
use linkspan_benches::corpora::{NAMES, Set};
use linkspan_benches::generate::{self, escaped_urls};

/// How large the texts are that are guarded: enough for a steady count, and done in a second.
const GUARDED_BYTES: usize = 64 * 1024;

/// The name of the function below, as callgrind knows it.
pub(crate) const COLLECTED: &str = "counted_by_callgrind";

/// Does the work that is counted. Nothing else may have this name.
#[inline(never)]
fn counted_by_callgrind(work: &dyn Fn() -> usize) {
    black_box(work());
}

/// Something to count the instructions of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Finding the links of a small generated text.
    Small(&'static str),
    /// Finding the links of a text that times are measured with.
    Text(Set, &'static str),
    /// The same, each line by itself.
    Lines(Set, &'static str),
    /// Finding nothing in short messages.
    Short,
    /// Writing escaped URLs in their readable form.
    Format,
    /// Finding the ends of URLs.
    Terminate,
}

impl Task {
    /// The tasks that the record is about.
    pub(crate) fn guarded() -> Vec<Self> {
        let mut tasks: Vec<_> = NAMES.into_iter().map(Self::Small).collect();
        tasks.extend([Self::Short, Self::Format, Self::Terminate]);
        tasks
    }

    /// The tasks on a large text.
    pub(crate) fn on_text(set: Set, name: &'static str) -> Vec<Self> {
        match name {
            "g_chat" => vec![Self::Text(set, name), Self::Lines(set, name)],
            _ => vec![Self::Text(set, name)],
        }
    }

    /// The task that is written so.
    pub(crate) fn named(written: &str) -> Result<Self> {
        let sets = [Set::Shared, Set::Generated];
        let large = sets.into_iter().flat_map(|set| {
            let on_text = move |name| Self::on_text(set, name);
            NAMES.into_iter().flat_map(on_text)
        });
        let mut all = Self::guarded().into_iter().chain(large);
        all.find(|task| task.to_string() == written)
            .with_context(|| format!("no task is called '{written}'"))
    }

    /// Runs the task, once.
    pub(crate) fn run(&self) -> Result<()> {
        let finder = contestants::linkspan();
        match *self {
            Self::Small(name) => {
                let text = generate::text(name, GUARDED_BYTES);
                counted_by_callgrind(&|| finder.count(&[&text]));
            }
            Self::Text(set, name) => {
                let text = set.text(name)?;
                counted_by_callgrind(&|| finder.count(&[&text]));
            }
            Self::Lines(set, name) => {
                let text = set.text(name)?;
                let lines: Vec<_> = text.lines().collect();
                counted_by_callgrind(&|| finder.count(&lines));
            }
            Self::Short => {
                let messages =
                    ["nothing to be found in here: just 3.5 words. or more, who knows?"; 500];
                counted_by_callgrind(&|| finder.count(&messages));
            }
            Self::Format => {
                let urls = escaped_urls(500);
                let length = |url: &String| minimal(url).map_or(0, |url| url.len());
                counted_by_callgrind(&|| urls.iter().map(length).sum());
            }
            Self::Terminate => {
                let urls = escaped_urls(500);
                let end = |url: &String| terminate(url, "https://xx.wikipedia.org".len());
                counted_by_callgrind(&|| urls.iter().map(end).sum());
            }
        }
        Ok(())
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(name) => write!(f, "find {name}"),
            Self::Text(set, name) => write!(f, "{name} ({})", set.name()),
            Self::Lines(set, name) => write!(f, "{name} by line ({})", set.name()),
            Self::Short => f.write_str("find in short messages"),
            Self::Format => f.write_str("format escaped URLs"),
            Self::Terminate => f.write_str("terminate escaped URLs"),
        }
    }
}
