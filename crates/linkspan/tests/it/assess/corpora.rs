//! The rate of false positives in corpora of ordinary text, which are read from outside the repository if available.

use linkspan::Finder;
use linkspan::assess::{Code, Level, assess};

use crate::published::{corpora, read};

/// The number of links in a text, the links whose host has a finding at the level of a warning or above, and the
/// number of file names. File names are counted separately, since they are not false positives.
fn count(text: &str) -> (usize, Vec<String>, usize) {
    let (mut links, mut flagged, mut files) = (0, Vec::new(), 0);
    for link in Finder::new().find_iter(text) {
        links += 1;
        let report = assess(&link);
        let host = link.host_range();
        for finding in report
            .findings()
            .iter()
            .filter(|it| it.level() >= Level::Warn)
        {
            if finding.code() == Code::TldFileName {
                files += 1;
            } else if finding.range().start < host.end && finding.range().end > host.start {
                flagged.push(format!("{}: {finding}", link.as_str()));
                break;
            }
        }
    }
    (links, flagged, files)
}

#[test]
fn fewer_than_half_a_percent_of_corpus_links_are_flagged() {
    let names = [
        "a_prose_en",
        "b_links_en",
        "c_cjk",
        "d_multilingual",
        "e_email_log",
        "f_code_json",
        "g_chat",
    ];
    for (name, text) in corpora(&names) {
        let (links, flagged, files) = count(&text);
        println!(
            "{name}: {links} links, {} flagged, {files} file names",
            flagged.len()
        );
        assert!(links > 0, "{name}");
        // Half a percent.
        assert!(
            flagged.len() * 200 < links,
            "{name}: {} of {links}: {flagged:#?}",
            flagged.len()
        );
    }
}

#[test]
fn fewer_than_half_a_percent_of_published_links_are_flagged() {
    let Some(text) = read("LinkDetectionTest.txt") else {
        return;
    };
    let text: String = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.replace(['⸠', '⸡'], "") + "\n")
        .collect();
    let (links, flagged, files) = count(&text);
    println!("LinkDetectionTest: {links} links, {flagged:?}, {files} file names");
    // The file has one label that mixes Latin and Greek, which UTS #39 recommends to flag.
    assert!(
        flagged
            .iter()
            .all(|it| it.contains("mixes Latin and Greek")),
        "{flagged:#?}"
    );
    assert!(flagged.len() * 200 < links, "{} of {links}", flagged.len());
}
