//! Measures what users do with the links of a text, relative to finding them with the default options: other profiles,
//! addresses and display forms, renderers, checks. Also measures `linkify` with an escaping crate, and the rewriting of
//! HTML and Markdown documents, relative to their parsers.
//!
//! All columns of a table are measured in the same interleaved rounds.

use anyhow::Result;
use clap::Parser;
use linkspan_benches::corpora::{Corpora, NAMES};
use linkspan_benches::measure::{MIN_ROUNDS, Ratio, interleave};
use linkspan_benches::operations::{self, Operation};
use linkspan_benches::table::Table;

/// Measures what users do with the links of a text, relative to finding them.
#[derive(Parser)]
struct Arguments {
    /// Measure only the corpora whose names contain this.
    filter: Option<String>,
    /// The number of rounds.
    #[arg(long, default_value_t = 2 * MIN_ROUNDS + 1)]
    rounds: usize,
    /// Report the ratio of the best times instead of the medians, for busy machines.
    #[arg(long)]
    best: bool,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Arguments {
    fn cell(&self, ratio: Ratio) -> String {
        if self.best {
            format!("{:.2}", ratio.best)
        } else {
            ratio.to_string()
        }
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let corpora = Corpora::available();
    let wanted = |name: &&str| {
        let filter = arguments.filter.as_deref();
        filter.is_none_or(|filter| name.contains(filter))
    };
    let groups = [
        operations::profiles(),
        operations::with_each_link(),
        operations::renderers(),
        operations::to_html(),
        operations::html_documents(),
        operations::markdown_documents(),
    ];
    let mut tables = groups.each_ref().map(|operations| header(operations));
    for name in NAMES.into_iter().filter(wanted) {
        eprintln!("{name}");
        let text = corpora.text(name)?;
        let document = operations::paragraphs(&text);
        let inputs = [&text, &text, &text, &text, &document, &text];
        for ((table, operations), input) in tables.iter_mut().zip(&groups).zip(inputs) {
            table.row(row(&arguments, name, operations, input));
        }
    }
    let [profiles, each_link, renderers, to_html, html, markdown] = tables;
    println!(
        "## Profiles\n\n\
         Time to find the links of a text with each profile, as a multiple of the time with the profile `uts58`, which is\n\
         the default: the ratio of {} of {} interleaved rounds, with the quartiles of the rounds in parentheses. The first\n\
         row is the project's target. The columns of all following tables are measured in the same way. Corpora: {}.\n\n\
         {profiles}\n\
         ## Work with each link\n\n\
         Time to find all links, and to do something with each, as a multiple of the time to find them: to get the address\n\
         (`href`) or the display form, or to assess it (`assess_iter`, which also assesses what was rejected).\n\n\
         {each_link}\n\
         ## Rendering\n\n\
         Time to find all links and to render the text with them, as a multiple of the time to find them.\n\n\
         {renderers}\n\
         ## Text to HTML\n\n\
         Time of `linkify` (with links without a scheme) and an escaping crate, as a multiple of linkspan's time.\n\n\
         {to_html}\n\
         ## Documents\n\n\
         Time to add links to an HTML document with a paragraph for each line, as a multiple of the time of `lol_html` with\n\
         an empty text handler, and to a Markdown document, as a multiple of the time of one parse by `pulldown-cmark`.\n\n\
         {html}\n{markdown}",
        if arguments.best {
            "best times"
        } else {
            "medians"
        },
        arguments.rounds,
        corpora.name(),
    );
    Ok(())
}

/// The table of a group of operations, with their targets in the first row.
fn header(operations: &[Operation]) -> Table {
    let names = operations.iter().map(|operation| operation.name);
    let targets = operations
        .iter()
        .map(|operation| operation.target.unwrap_or_default());
    let mut table = Table::new(
        ["corpus"]
            .into_iter()
            .chain(names)
            .map(String::from)
            .collect(),
    );
    table.row(
        ["target"]
            .into_iter()
            .chain(targets)
            .map(String::from)
            .collect(),
    );
    table
}

/// Measures a group of operations on a corpus.
fn row(arguments: &Arguments, corpus: &str, operations: &[Operation], input: &str) -> Vec<String> {
    let mut works: Vec<_> = operations
        .iter()
        .map(|operation| operation.work(input))
        .collect();
    let times = interleave(arguments.rounds, &mut works);
    let mut row = vec![corpus.to_owned()];
    let mut baseline = 0;
    for (index, operation) in operations.iter().enumerate() {
        row.push(if operation.target.is_some() {
            arguments.cell(times[index].relative_to(&times[baseline]))
        } else {
            baseline = index;
            format!("{:.0} µs", times[index].median().as_secs_f64() * 1e6)
        });
    }
    row
}
