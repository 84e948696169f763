//! How often honest links are flagged: over the texts that lie beside the checkout, if they do.

use linkspan::{Code, Finder, Level, assess};

use crate::published::{corpora, read};

/// Of all links of a text: how many there are, and how many have something to report about their host at
/// the level of a warning or above. Names of files count by themselves, since they are what they are
/// taken for.
fn count(text: &str) -> (usize, Vec<String>, usize) {
    let (mut links, mut flagged, mut files) = (0, Vec::new(), 0);
    for link in Finder::new().find_iter(text) {
        links += 1;
        let report = assess(&link);
        let host = link.host();
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
fn corpora_are_hardly_flagged() {
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
            "{name}: {links} links, {} flagged, {files} names of files",
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
fn published_names_are_hardly_flagged() {
    let Some(text) = read("LinkDetectionTest.txt") else {
        return;
    };
    let text: String = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.replace(['⸠', '⸡'], "") + "\n")
        .collect();
    let (links, flagged, files) = count(&text);
    println!("LinkDetectionTest: {links} links, {flagged:?}, {files} names of files");
    // The one label of the file that mixes Latin and Greek is one that UTS #39 asks to flag.
    assert!(
        flagged
            .iter()
            .all(|it| it.contains("mixes Latin and Greek")),
        "{flagged:#?}"
    );
    assert!(flagged.len() * 200 < links, "{} of {links}", flagged.len());
}
