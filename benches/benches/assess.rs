//! Measures the assessment of links, relative to finding them, and the cost of a policy.

use linkspan::assess::{Level, Policy, Report, SafeDisplay, assess};
use linkspan::{Finder, Link};
use linkspan_benches::corpora::Corpora;
use linkspan_benches::measure::compare;
use linkspan_benches::table::Comparisons;

fn main() -> anyhow::Result<()> {
    let corpora = Corpora::available();
    let finder = Finder::new();
    let mut table = Comparisons::new();
    for name in [
        "b_links_en",
        "c_cjk",
        "d_multilingual",
        "e_email_log",
        "g_chat",
    ] {
        let text = corpora.text(name)?;
        let links: Vec<Link<'_>> = finder.find_iter(&text).collect();
        let find = || finder.find_iter(&text).count();
        table.row(name, "assess / find", compare(|| flagged(&links), find));
    }
    // The most expensive case: every character of these hosts and paths is looked up.
    let text = corpora.text("d_multilingual")?;
    let words = text.split_whitespace().filter(|word| !word.is_ascii());
    let urls: Vec<String> = words
        .take(20_000)
        .map(|word| format!("https://пример.рф/{word}"))
        .collect();
    let text_of_urls = urls.join(" ");
    let links: Vec<Link<'_>> = finder.find_iter(&text_of_urls).collect();
    let find = || finder.find_iter(&text_of_urls).count();
    let ratio = compare(|| flagged(&links), find);
    table.row("non-ASCII links", "assess / find", ratio);
    let reports: Vec<Report> = links.iter().map(assess).collect();
    let safe = || {
        let pairs = links.iter().zip(&reports);
        let forms = pairs.map(|(link, report)| SafeDisplay::new().format(link, report).len());
        forms.sum()
    };
    let display = || links.iter().map(|link| link.display().len()).sum();
    let ratio = compare(safe, display);
    table.row("non-ASCII links", "safe display / display", ratio);
    let policy = Policy::refuse_from(Level::Warn);
    let with_policy = Finder::builder().policy(policy).build()?;
    let ratio = compare(
        || with_policy.find_iter(&text).count(),
        || finder.find_iter(&text).count(),
    );
    table.row("d_multilingual", "find with a policy / without", ratio);
    println!("## Assessment\n\n{table}");
    Ok(())
}

/// The number of links with findings.
fn flagged(links: &[Link<'_>]) -> usize {
    let reports = links.iter().map(assess);
    reports.filter(|report| !report.is_empty()).count()
}
