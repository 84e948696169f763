//! Judging links, against finding them; and finding them with a policy, against without.

use linkspan::{Finder, Level, Link, Policy, Report, SafeDisplay, assess};
use linkspan_benches::corpora::Set;
use linkspan_benches::measure::compare;
use linkspan_benches::table::Comparisons;

fn main() -> anyhow::Result<()> {
    let set = Set::at_hand();
    let finder = Finder::new();
    let mut table = Comparisons::new();
    for name in [
        "b_links_en",
        "c_cjk",
        "d_multilingual",
        "e_email_log",
        "g_chat",
    ] {
        let text = set.text(name)?;
        let links: Vec<Link<'_>> = finder.find_iter(&text).collect();
        let find = || finder.find_iter(&text).count();
        table.row(name, "assess / find", compare(|| flagged(&links), find));
    }
    // The dearest: hosts and paths in other scripts, whose characters are all looked up.
    let text = set.text("d_multilingual")?;
    let words = text.split_whitespace().filter(|word| !word.is_ascii());
    let urls: Vec<String> = words
        .take(20_000)
        .map(|word| format!("https://пример.рф/{word}"))
        .collect();
    let other = urls.join(" ");
    let links: Vec<Link<'_>> = finder.find_iter(&other).collect();
    let find = || finder.find_iter(&other).count();
    let ratio = compare(|| flagged(&links), find);
    table.row("links above ASCII", "assess / find", ratio);
    let reports: Vec<Report> = links.iter().map(assess).collect();
    let safe = || {
        let pairs = links.iter().zip(&reports);
        let forms = pairs.map(|(link, report)| SafeDisplay::new().of(link, report).len());
        forms.sum()
    };
    let display = || links.iter().map(|link| link.display().len()).sum();
    let ratio = compare(safe, display);
    table.row("links above ASCII", "safe display / display", ratio);
    let policy = Policy::refuse_from(Level::Warn);
    let judging = Finder::builder().policy(policy).build()?;
    let ratio = compare(
        || judging.find_iter(&text).count(),
        || finder.find_iter(&text).count(),
    );
    table.row("d_multilingual", "find with a policy / without", ratio);
    println!("## Judging\n\n{table}");
    Ok(())
}

fn flagged(links: &[Link<'_>]) -> usize {
    let reports = links.iter().map(assess);
    reports.filter(|report| !report.is_empty()).count()
}
