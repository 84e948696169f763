//! The cost of judging links, against finding them; and of finding them with a policy, against without.

use linkspan::{Finder, Level, Link, Policy, Report, SafeDisplay, assess};
use linkspan_benches::{compare, corpus};

fn main() {
    let finder = Finder::new();
    for name in [
        "b_links_en.txt",
        "c_cjk.txt",
        "d_multilingual.txt",
        "e_email_log.txt",
        "g_chat.txt",
    ] {
        let text = corpus(name);
        let links: Vec<Link<'_>> = finder.find_iter(&text).collect();
        compare(
            &format!("{name}: assess / find"),
            || flagged(&links),
            || finder.find_iter(&text).count(),
        );
    }
    // The dearest: hosts and paths in other scripts, whose characters are all looked up.
    let text = corpus("d_multilingual.txt");
    let words = text.split_whitespace().filter(|word| !word.is_ascii());
    let urls: Vec<String> = words
        .take(20_000)
        .map(|word| format!("https://пример.рф/{word}"))
        .collect();
    let other = urls.join(" ");
    let links: Vec<Link<'_>> = finder.find_iter(&other).collect();
    compare(
        "links above ASCII: assess / find",
        || flagged(&links),
        || finder.find_iter(&other).count(),
    );
    let reports: Vec<Report> = links.iter().map(assess).collect();
    compare(
        "links above ASCII: safe display / display",
        || {
            let pairs = links.iter().zip(&reports);
            let forms = pairs.map(|(link, report)| SafeDisplay::new().of(link, report).len());
            forms.sum::<usize>()
        },
        || links.iter().map(|link| link.display().len()).sum::<usize>(),
    );
    let strict = Finder::builder().policy(Policy::refuse_from(Level::Warn));
    let strict = strict.build().unwrap_or_default();
    compare(
        "d_multilingual.txt: find with a policy / without",
        || strict.find_iter(&text).count(),
        || finder.find_iter(&text).count(),
    );
}

fn flagged(links: &[Link<'_>]) -> usize {
    let reports = links.iter().map(assess);
    reports.filter(|report| !report.is_empty()).count()
}
