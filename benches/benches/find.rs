//! Measures the finder, relative to its rivals and to baselines that only read the text.
//!
//! Prints progress to standard error and the tables (Markdown) to standard output.

use std::hint::black_box;

use anyhow::{Result, ensure};
use clap::Parser;
use linkspan_benches::corpora::{Corpora, NAMES};
use linkspan_benches::expected::Expected;
use linkspan_benches::implementations::{
    self, Implementation, Role, TARGET_RIVAL, TRIGGER_BASELINE,
};
use linkspan_benches::measure::{MIN_ROUNDS, Times, Work, interleave};
use linkspan_benches::table::Table;

/// Measures the finder relative to its rivals.
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent")]
struct Arguments {
    /// Measure only the corpora whose names contain this. 'short' selects the short messages.
    filter: Option<String>,
    /// Use the generated corpora even if the shared ones are available.
    #[arg(long)]
    generated: bool,
    /// Measure only linkspan, the rival of the speed targets, and the search for triggers.
    #[arg(long)]
    quick: bool,
    /// The number of rounds.
    #[arg(long, default_value_t = 2 * MIN_ROUNDS + 1)]
    rounds: usize,
    /// Report the ratio of the best times instead of the medians, for busy machines.
    #[arg(long)]
    best: bool,
    /// Write the number of links found to `expected.toml`, and measure nothing.
    #[arg(long)]
    update: bool,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// For each corpus, the project's target for the time of [`TARGET_RIVAL`] as a multiple of linkspan's: for the whole
/// corpus, and for each line as a separate text.
const TARGETS: [(&str, f64, f64); NAMES.len()] = [
    ("a_prose_en", 11.0, 1.3),
    ("b_links_en", 3.6, 1.3),
    ("c_cjk", 2.2, 1.3),
    ("d_multilingual", 3.8, 1.3),
    ("e_email_log", 3.8, 1.3),
    ("f_code_json", 4.2, 1.3),
    ("g_chat", 3.4, 2.0),
];

/// Messages of 63 bytes without a link.
const SHORT_MESSAGES: [(&str, &str); 3] = [
    (
        "no trigger",
        "are you coming to the lake with us on sunday or is it too early",
    ),
    (
        "dots and colons",
        "ok, at 10:30 then... bring cake: the good one. and 2.5 l juice.",
    ),
    ("Chinese", "你好，我们星期天早上去湖边吧，带一点吃的。"),
];

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    ensure!(
        arguments.rounds >= MIN_ROUNDS,
        "expected at least {MIN_ROUNDS} rounds, found {}",
        arguments.rounds
    );
    let mut all = implementations::all();
    if arguments.quick {
        all.retain(|one| {
            one.role == Role::Linkspan || [TARGET_RIVAL, TRIGGER_BASELINE].contains(&one.name)
        });
    }
    let wanted = |name: &str| {
        let filter = arguments.filter.as_deref();
        filter.is_none_or(|filter| name.contains(filter))
    };
    let names: Vec<_> = NAMES.into_iter().filter(|name| wanted(name)).collect();
    if !names.is_empty() {
        measure_corpora(&arguments, &all, &names)?;
    }
    if wanted("short") && !arguments.update {
        measure_short_messages(arguments.rounds, &all);
    }
    Ok(())
}

/// Measures the corpora, and checks the number of links found.
fn measure_corpora(arguments: &Arguments, all: &[Implementation], names: &[&str]) -> Result<()> {
    let corpora = if arguments.generated {
        Corpora::Generated
    } else {
        Corpora::available()
    };
    let mut expected = match Expected::read() {
        Err(_) if arguments.update => Expected::default(),
        read => read?,
    };
    let mut times_table = Table::new(times_header(all));
    let mut links_table = Table::new(links_header(all));
    let targets = TARGETS.iter().filter(|target| names.contains(&target.0));
    for &(name, target, target_by_line) in targets {
        let text = corpora.text(name)?;
        // Each line as a separate text, as a chat server or a log viewer would search it.
        let lines: Vec<_> = text.lines().collect();
        let by_line = format!("{name} by line");
        let inputs = [
            (name, target, vec![text.as_str()]),
            (&by_line, target_by_line, lines),
        ];
        for (name, target, texts) in inputs {
            let found: Vec<_> = all.iter().map(|one| one.count(&texts)).collect();
            for (one, &found) in all.iter().zip(&found) {
                if arguments.update {
                    expected.update(corpora, name, text.len(), one.name, found);
                } else {
                    expected.check(corpora, name, text.len(), one.name, found)?;
                }
            }
            eprintln!("{name}: {} bytes, {} texts", text.len(), texts.len());
            if arguments.update {
                continue;
            }
            let mut works: Vec<_> = all.iter().map(|one| work(one, &texts)).collect();
            let times = interleave(arguments.rounds, &mut works);
            times_table.row(times_row(arguments, name, target, text.len(), &times));
            links_table.row(links_row(name, all, &found));
        }
    }
    if arguments.update {
        return expected.write();
    }
    println!(
        "## Finding\n\n\
         Time as a multiple of linkspan's: the ratio of {} of {} interleaved rounds, with the quartiles of the rounds\n\
         in parentheses. Each run follows one that is not timed. `linkify-bare` is `linkify` with links without a scheme; \"target\" is the project's target for it.\n\
         `memchr3`, `from_utf8` and `chars` are baselines: they read the text and find no links. \"By line\", each line is a\n\
         separate text. Corpora: {}.\n\n\
         {times_table}\n## Links found\n\n{links_table}",
        if arguments.best {
            "best times"
        } else {
            "medians"
        },
        arguments.rounds,
        corpora.name()
    );
    Ok(())
}

fn work<'w>(implementation: &'w Implementation, texts: &'w [&'w str]) -> Work<'w> {
    Box::new(move || implementation.count(black_box(texts)))
}

fn times_header(all: &[Implementation]) -> Vec<String> {
    let mut header = ["corpus", "target", "linkspan"].map(String::from).to_vec();
    header.extend(all[1..].iter().map(|one| one.name.to_owned()));
    header
}

fn times_row(
    arguments: &Arguments,
    name: &str,
    target: f64,
    bytes: usize,
    times: &[Times],
) -> Vec<String> {
    let megabytes = f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)) / 1e6;
    let speed = megabytes / times[0].median().as_secs_f64();
    let mut row = vec![
        name.to_owned(),
        format!("{target:.1}"),
        format!("{speed:.0} MB/s"),
    ];
    row.extend(times[1..].iter().map(|rival| {
        let ratio = rival.relative_to(&times[0]);
        if arguments.best {
            format!("{:.2}", ratio.best)
        } else {
            ratio.to_string()
        }
    }));
    row
}

fn links_header(all: &[Implementation]) -> Vec<String> {
    let finders = all.iter().filter(|one| one.role != Role::Baseline);
    let names = finders.map(|one| one.name.to_owned());
    [String::from("corpus")].into_iter().chain(names).collect()
}

fn links_row(name: &str, all: &[Implementation], found: &[usize]) -> Vec<String> {
    let counts = all.iter().zip(found);
    let counts = counts.filter(|(one, _)| one.role != Role::Baseline);
    let counts = counts.map(|(_, found)| found.to_string());
    [name.to_owned()].into_iter().chain(counts).collect()
}

/// Measures the cost of short messages without links.
fn measure_short_messages(rounds: usize, all: &[Implementation]) {
    const REPETITIONS: u32 = 10_000;
    let names = all.iter().map(|one| one.name.to_owned());
    let mut table = Table::new([String::from("message")].into_iter().chain(names).collect());
    for (name, message) in SHORT_MESSAGES {
        assert_eq!(message.len(), 63, "{message}");
        for one in all.iter().filter(|one| one.role != Role::Baseline) {
            assert_eq!(one.count(&[message]), 0, "{} in {message:?}", one.name);
        }
        eprintln!("short: {name}");
        let texts = vec![message; REPETITIONS as usize];
        let mut works: Vec<_> = all.iter().map(|one| work(one, &texts)).collect();
        let times = interleave(rounds, &mut works);
        let baseline = all.iter().position(|one| one.name == TRIGGER_BASELINE);
        let baseline = &times[baseline.expect("the baseline is always measured")];
        let cells = times.iter().map(|times| {
            let nanoseconds = times.median().as_secs_f64() * 1e9 / f64::from(REPETITIONS);
            format!(
                "{nanoseconds:.0} ({:.1})",
                times.relative_to(baseline).median
            )
        });
        table.row([name.to_owned()].into_iter().chain(cells).collect());
    }
    println!(
        "## Short texts\n\nNanoseconds for a message of 63 bytes without links, of which the project's target is 11; in parentheses as a\nmultiple of `{TRIGGER_BASELINE}`.\n\n{table}"
    );
}
