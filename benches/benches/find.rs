//! The finder against its rivals, and against the least that any finder would have to do.
//!
//! Progress goes to standard error, the tables (Markdown) to standard output.

use std::hint::black_box;

use anyhow::{Result, ensure};
use clap::Parser;
use linkspan_benches::contestants::{self, Contestant, MARK, Role, TRIGGERS};
use linkspan_benches::corpora::{NAMES, Set};
use linkspan_benches::expected::Expected;
use linkspan_benches::measure::{FEWEST_ROUNDS, Times, Work, alternate};
use linkspan_benches::table::Table;

/// Measures the finder against its rivals.
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "flags are independent")]
struct Arguments {
    /// Measure only with texts whose names hold this; 'short' are the short ones.
    filter: Option<String>,
    /// Measure with generated texts, even if the shared ones are at hand.
    #[arg(long)]
    generated: bool,
    /// Only ours, the rival that the targets are about, and the search for triggers.
    #[arg(long)]
    quick: bool,
    /// How often each one runs.
    #[arg(long, default_value_t = 2 * FEWEST_ROUNDS + 1)]
    rounds: usize,
    /// Compare the best times instead of the medians, on a busy machine.
    #[arg(long)]
    best: bool,
    /// Take what is found for right, and write it to `expected.toml`.
    #[arg(long)]
    renew: bool,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// How many times as long as ours the mark must take on each text, and what we aim at.
const TARGETS: [(&str, f64, f64); 8] = [
    ("a_prose_en", 4.0, 10.0),
    ("b_links_en", 1.8, 2.7),
    ("c_cjk", 1.3, 2.2),
    ("d_multilingual", 1.8, 3.2),
    ("e_email_log", 2.0, 3.5),
    ("f_code_json", 2.0, 4.0),
    ("g_chat", 1.7, 2.8),
    (BY_LINE, 1.4, 2.0),
];

/// The chat with each line as a text of its own, as a server sees it.
const BY_LINE: &str = "g_chat by line";

/// Messages of 63 bytes without a link.
const SHORT: [(&str, &str); 3] = [
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
        arguments.rounds >= FEWEST_ROUNDS,
        "expected at least {FEWEST_ROUNDS} rounds, found {}",
        arguments.rounds
    );
    let mut everybody = contestants::all();
    if arguments.quick {
        everybody.retain(|who| who.role == Role::Ours || [MARK, TRIGGERS].contains(&who.name));
    }
    let wanted = |name: &str| {
        let filter = arguments.filter.as_deref();
        filter.is_none_or(|filter| name.contains(filter))
    };
    let names: Vec<_> = NAMES.into_iter().filter(|name| wanted(name)).collect();
    if !names.is_empty() {
        long_texts(&arguments, &everybody, &names)?;
    }
    if wanted("short") {
        short_texts(arguments.rounds, &everybody);
    }
    Ok(())
}

fn long_texts(arguments: &Arguments, everybody: &[Contestant], names: &[&str]) -> Result<()> {
    let set = if arguments.generated {
        Set::Generated
    } else {
        Set::at_hand()
    };
    let mut expected = match Expected::read() {
        Err(_) if arguments.renew => Expected::default(),
        read => read?,
    };
    let mut times_table = Table::new(times_head(everybody));
    let mut links_table = Table::new(links_head(everybody));
    for &name in names {
        let text = set.text(name)?;
        let lines: Vec<_> = text.lines().collect();
        let mut ways = vec![(name, vec![text.as_str()])];
        if name == "g_chat" {
            ways.push((BY_LINE, lines));
        }
        for (name, texts) in ways {
            let found: Vec<_> = everybody.iter().map(|who| who.count(&texts)).collect();
            for (who, &found) in everybody.iter().zip(&found) {
                if arguments.renew {
                    expected.renew(set, name, text.len(), who.name, found);
                } else {
                    expected.check(set, name, text.len(), who.name, found)?;
                }
            }
            eprintln!("{name}: {} bytes, {} texts", text.len(), texts.len());
            let mut works: Vec<_> = everybody.iter().map(|who| work(who, &texts)).collect();
            let times = alternate(arguments.rounds, &mut works);
            times_table.row(times_row(arguments, name, text.len(), &times));
            links_table.row(links_row(name, everybody, &found));
        }
    }
    if arguments.renew {
        expected.write()?;
    }
    println!(
        "## Finding\n\n\
         Time as a multiple of linkspan's: the ratio of {} over {} rounds in turn, in brackets the middle half of\n\
         the rounds. `linkify-bare` finds links without a scheme too; what it must reach is what we set ourselves.\n\
         `memchr3`, `from_utf8` and `chars` read the text and find nothing. Texts: {}.\n\n\
         {times_table}\n## Links found\n\n{links_table}",
        if arguments.best {
            "best times"
        } else {
            "medians"
        },
        arguments.rounds,
        set.name()
    );
    Ok(())
}

fn work<'w>(who: &'w Contestant, texts: &'w [&'w str]) -> Work<'w> {
    Box::new(move || who.count(black_box(texts)))
}

fn times_head(everybody: &[Contestant]) -> Vec<String> {
    let mut head = ["text", "must", "aim", "linkspan"]
        .map(String::from)
        .to_vec();
    head.extend(everybody[1..].iter().map(|who| who.name.to_owned()));
    head
}

fn times_row(arguments: &Arguments, name: &str, bytes: usize, times: &[Times]) -> Vec<String> {
    let target = TARGETS.iter().find(|target| target.0 == name);
    let (must, aim) = target.map_or((0.0, 0.0), |&(_, must, aim)| (must, aim));
    let megabytes = f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)) / 1e6;
    let speed = megabytes / times[0].median().as_secs_f64();
    let mut row = vec![
        name.to_owned(),
        format!("{must:.1}"),
        format!("{aim:.1}"),
        format!("{speed:.0} MB/s"),
    ];
    row.extend(times[1..].iter().map(|theirs| {
        let ratio = theirs.over(&times[0]);
        if arguments.best {
            format!("{:.2}", ratio.bests)
        } else {
            ratio.to_string()
        }
    }));
    row
}

fn links_head(everybody: &[Contestant]) -> Vec<String> {
    let finders = everybody.iter().filter(|who| who.role != Role::Bound);
    let names = finders.map(|who| who.name.to_owned());
    [String::from("text")].into_iter().chain(names).collect()
}

fn links_row(name: &str, everybody: &[Contestant], found: &[usize]) -> Vec<String> {
    let counts = everybody.iter().zip(found);
    let counts = counts.filter(|(who, _)| who.role != Role::Bound);
    let counts = counts.map(|(_, found)| found.to_string());
    [name.to_owned()].into_iter().chain(counts).collect()
}

/// What it costs to find nothing in a short message.
fn short_texts(rounds: usize, everybody: &[Contestant]) {
    const REPEATED: u32 = 10_000;
    let names = everybody.iter().map(|who| who.name.to_owned());
    let mut table = Table::new([String::from("message")].into_iter().chain(names).collect());
    for (name, message) in SHORT {
        assert_eq!(message.len(), 63, "{message}");
        for who in everybody.iter().filter(|who| who.role != Role::Bound) {
            assert_eq!(who.count(&[message]), 0, "{} in {message:?}", who.name);
        }
        eprintln!("short: {name}");
        let texts = vec![message; REPEATED as usize];
        let mut works: Vec<_> = everybody.iter().map(|who| work(who, &texts)).collect();
        let times = alternate(rounds, &mut works);
        let bound = everybody.iter().position(|who| who.name == TRIGGERS);
        let bound = &times[bound.expect("the bound always takes part")];
        let cells = times.iter().map(|times| {
            let nanoseconds = times.median().as_secs_f64() * 1e9 / f64::from(REPEATED);
            format!("{nanoseconds:.0} ({:.1})", times.over(bound).medians)
        });
        table.row([name.to_owned()].into_iter().chain(cells).collect());
    }
    println!(
        "## Short texts\n\nNanoseconds to find nothing in 63 bytes; in brackets as a multiple of {TRIGGERS}'s.\n\n{table}"
    );
}
