//! The tasks whose instructions are counted.

use std::fmt;
use std::hint::black_box;

use anyhow::{Context as _, Result};
use linkspan::url::to_readable;
use linkspan::uts58::terminate;
use linkspan_benches::corpora::{Corpora, NAMES};
use linkspan_benches::generate::{self, escaped_urls};
use linkspan_benches::implementations;
use linkspan_benches::operations::{self, Operation};

/// The size of the generated texts of the recorded tasks, which take about a second each under callgrind.
const RECORDED_BYTES: usize = 64 * 1024;

/// The name of the function below, for callgrind's option `--toggle-collect`.
pub(crate) const COUNTED_FUNCTION: &str = "counted_by_callgrind";

/// Runs the work whose instructions are counted. No other function may have this name.
#[inline(never)]
fn counted_by_callgrind(work: &dyn Fn() -> usize) {
    black_box(work());
}

/// A task whose instructions are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Find the links of a small generated text.
    Small(&'static str),
    /// Find the links of a corpus.
    Corpus(Corpora, &'static str),
    /// Find the links of a corpus, with each line as a separate text.
    Lines(Corpora, &'static str),
    /// Search short messages without links.
    Short,
    /// Convert escaped URLs to their readable form.
    Format,
    /// Find the ends of URLs.
    Terminate,
    /// An operation on a small generated text with many links.
    Operation(String),
    /// An operation on a corpus.
    OperationOnCorpus(String, Corpora, &'static str),
}

/// The text of [`Task::Operation`].
const OPERATION_CORPUS: &str = "g_chat";

/// The operations whose instructions are counted, with their names, and the parsers that they are compared with.
fn operations() -> Vec<(String, Operation)> {
    let groups = [
        ("find with profile ", operations::profiles()),
        ("find and ", operations::with_each_link()),
        ("text to ", operations::renderers()),
        ("", operations::html_documents()),
        ("", operations::markdown_documents()),
    ];
    let all = groups.into_iter().flat_map(|(group, operations)| {
        let named = move |operation: Operation| (format!("{group}{}", operation.name), operation);
        // Other groups are compared with finding, which is a task of its own.
        let is_counted = |operation: &Operation| operation.target.is_some() || group.is_empty();
        operations.into_iter().filter(is_counted).map(named)
    });
    all.collect()
}

/// Runs an operation on a text, or on a document made of it.
fn run_operation(name: &str, text: &str) -> Result<()> {
    let all = operations();
    let operation = all.iter().find(|(other, _)| other == name);
    let (_, operation) = operation.with_context(|| format!("no such operation: '{name}'"))?;
    let document = match operation.name {
        "lol_html" | "rewrite_html" => &operations::paragraphs(text),
        _ => text,
    };
    // The first run initialises what is computed once.
    black_box(operation.run(document));
    counted_by_callgrind(&|| operation.run(document));
    Ok(())
}

impl Task {
    /// The tasks of the record.
    pub(crate) fn recorded() -> Vec<Self> {
        let mut tasks: Vec<_> = NAMES.into_iter().map(Self::Small).collect();
        tasks.extend([Self::Short, Self::Format, Self::Terminate]);
        let ours = operations()
            .into_iter()
            .filter(|(_, operation)| operation.target.is_some());
        tasks.extend(ours.map(|(name, _)| Self::Operation(name)));
        tasks
    }

    /// The tasks on a corpus.
    pub(crate) fn on_corpus(corpora: Corpora, name: &'static str) -> Vec<Self> {
        let mut tasks = vec![Self::Corpus(corpora, name), Self::Lines(corpora, name)];
        let operations = operations().into_iter();
        tasks.extend(
            operations.map(|(operation, _)| Self::OperationOnCorpus(operation, corpora, name)),
        );
        tasks
    }

    /// The task with this name.
    pub(crate) fn named(wanted: &str) -> Result<Self> {
        let sources = [Corpora::Shared, Corpora::Generated];
        let on_corpora = sources.into_iter().flat_map(|corpora| {
            let on_corpus = move |name| Self::on_corpus(corpora, name);
            NAMES.into_iter().flat_map(on_corpus)
        });
        let mut all = Self::recorded().into_iter().chain(on_corpora);
        all.find(|task| task.to_string() == wanted)
            .with_context(|| format!("no such task: '{wanted}'"))
    }

    /// Runs the task once.
    pub(crate) fn run(&self) -> Result<()> {
        let finder = implementations::linkspan();
        // Detects the vector instructions, and initialises what is computed once.
        black_box(finder.count(&["example.com"]));
        match self {
            Self::Small(name) => {
                let text = generate::text(name, RECORDED_BYTES);
                counted_by_callgrind(&|| finder.count(&[&text]));
            }
            Self::Corpus(corpora, name) => {
                let text = corpora.text(name)?;
                counted_by_callgrind(&|| finder.count(&[&text]));
            }
            Self::Lines(corpora, name) => {
                let text = corpora.text(name)?;
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
                let length = |url: &String| to_readable(url).map_or(0, |url| url.len());
                counted_by_callgrind(&|| urls.iter().map(length).sum());
            }
            Self::Terminate => {
                let urls = escaped_urls(500);
                let end = |url: &String| terminate(url, "https://xx.wikipedia.org".len());
                counted_by_callgrind(&|| urls.iter().map(end).sum());
            }
            Self::Operation(name) => {
                run_operation(name, &generate::text(OPERATION_CORPUS, RECORDED_BYTES))?;
            }
            Self::OperationOnCorpus(name, corpora, corpus) => {
                run_operation(name, &corpora.text(corpus)?)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(name) => write!(f, "find {name}"),
            Self::Corpus(corpora, name) => write!(f, "{name} ({})", corpora.name()),
            Self::Lines(corpora, name) => write!(f, "{name} by line ({})", corpora.name()),
            Self::Short => f.write_str("find in short messages"),
            Self::Format => f.write_str("format escaped URLs"),
            Self::Terminate => f.write_str("terminate escaped URLs"),
            Self::Operation(name) => f.write_str(name),
            Self::OperationOnCorpus(operation, corpora, name) => {
                write!(f, "{operation}, {name} ({})", corpora.name())
            }
        }
    }
}
