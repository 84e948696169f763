//! The statistics of `find --stats`.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt::Write as _;

use linkspan::LinkKind;
use linkspan::assess::isolate;

use super::batch::Counted;
use crate::progress::counted;

/// How many hosts are counted. Further ones are counted together, so that memory is bounded: a host
/// has at most 253 bytes, and most have about 20.
const MAX_HOSTS: usize = 1_000_000;

/// The length of the longest bar, in columns.
const BAR_WIDTH: u64 = 30;

/// Counts links.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    files: u64,
    files_with_links: u64,
    urls: u64,
    emails: u64,
    hosts: HashMap<Box<str>, u64>,
    /// Links to hosts beyond the limit.
    other_hosts: u64,
}

impl Statistics {
    /// Counts a link.
    pub(super) fn add(&mut self, link: &Counted) {
        match link.kind {
            LinkKind::Email => self.emails += 1,
            _ => self.urls += 1,
        }
        let Some(host) = &link.host else { return };
        if let Some(count) = self.hosts.get_mut(host) {
            *count += 1;
        } else if self.hosts.len() < MAX_HOSTS {
            self.hosts.insert(host.clone(), 1);
        } else {
            self.other_hosts += 1;
        }
    }

    /// Counts a file, after all its links.
    pub(super) fn end_file(&mut self, has_links: bool) {
        self.files += 1;
        self.files_with_links += u64::from(has_links);
    }

    /// The hosts with the most links, in descending order. Those with as many links are sorted by
    /// name.
    fn most_frequent(&self, max: usize) -> Vec<(&str, u64)> {
        let mut heap = BinaryHeap::new();
        for (host, &count) in &self.hosts {
            heap.push((Reverse(count), &**host));
            if heap.len() > max {
                heap.pop();
            }
        }
        let sorted = heap.into_sorted_vec();
        sorted
            .into_iter()
            .map(|(Reverse(count), host)| (host, count))
            .collect()
    }

    /// The statistics as text: a summary, then up to `max` hosts, each on a line. With `chart`, each
    /// line has a bar.
    pub(super) fn to_text(&self, max: usize, chart: bool) -> String {
        let hosts = self.most_frequent(max);
        let mut text = self.summary();
        let most = hosts.first().map_or(0, |&(_, count)| count);
        let width = most.to_string().len();
        for (host, count) in &hosts {
            // The host is at the end of the line, so its width does not matter.
            // Writing to a string cannot fail.
            let _ = if chart {
                let (mark, host) = isolated(host);
                writeln!(text, "{mark}{count:>width$}  {}  {host}", bar(*count, most))
            } else {
                writeln!(text, "{count:>width$}  {host}")
            };
        }
        let more_hosts = (self.hosts.len() - hosts.len()) as u64;
        let shown: u64 = hosts.iter().map(|(_, count)| count).sum();
        let more_links = self.hosts.values().sum::<u64>() - shown + self.other_hosts;
        if more_links > 0 {
            let links = counted(more_links, "link", "links");
            let at_least = if self.other_hosts > 0 {
                "more than "
            } else {
                ""
            };
            let hosts = counted(more_hosts, "other host", "other hosts");
            let _ = writeln!(text, "{:>width$}  {at_least}{hosts}: {links}", "");
        }
        text
    }

    fn summary(&self) -> String {
        let links = counted(self.urls + self.emails, "link", "links");
        let files = counted(self.files, "file", "files");
        let urls = counted(self.urls, "URL", "URLs");
        let emails = counted(self.emails, "email address", "email addresses");
        let hosts = counted(self.hosts.len() as u64, "host", "hosts");
        let at_least = if self.other_hosts > 0 {
            "more than "
        } else {
            ""
        };
        format!(
            "{links} in {} of {files}: {urls}, {emails}, {at_least}{hosts}\n",
            self.files_with_links
        )
    }
}

/// A bar whose length is in proportion to a count, with an accuracy of an eighth of a column. It is
/// padded to the length of the longest one.
fn bar(count: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = u128::from(count) * u128::from(BAR_WIDTH * 8) / u128::from(most.max(1));
    // Even the shortest bar is visible.
    let eighths = usize::try_from(eighths).unwrap_or_default().max(1);
    let last = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
    let bar = "█".repeat(eighths / 8) + last;
    format!(
        "{bar:<width$}",
        width = usize::try_from(BAR_WIDTH).unwrap_or_default()
    )
}

/// A host for a line with other text. A line with a host that is written from right to left would
/// otherwise be written in that direction as a whole.
fn isolated(host: &str) -> (&'static str, String) {
    let is_right_to_left = |c| {
        matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
            | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
    };
    if host.contains(is_right_to_left) {
        ("\u{200E}", isolate(host))
    } else {
        ("", host.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statistics(hosts: &[(&str, u64)]) -> Statistics {
        let mut statistics = Statistics::default();
        for (host, count) in hosts {
            for _ in 0..*count {
                statistics.add(&Counted {
                    kind: LinkKind::Url,
                    host: Some(Box::from(*host)),
                });
            }
        }
        statistics.end_file(!hosts.is_empty());
        statistics
    }

    #[test]
    fn hosts_are_sorted_by_count_and_name() {
        let statistics = statistics(&[("c.com", 1), ("b.com", 12), ("a.com", 1), ("d.com", 2)]);
        assert_eq!(
            statistics.to_text(3, false),
            "16 links in 1 of 1 file: 16 URLs, 0 email addresses, 4 hosts\n\
             12  b.com\n 2  d.com\n 1  a.com\n    1 other host: 1 link\n"
        );
        assert_eq!(
            Statistics::default().to_text(3, true),
            "0 links in 0 of 0 files: 0 URLs, 0 email addresses, 0 hosts\n"
        );
    }

    #[test]
    fn bars_are_in_proportion_and_hosts_are_aligned() {
        let statistics = statistics(&[("例え.jp", 100), ("example.com", 50), ("קום.com", 1)]);
        let text = statistics.to_text(10, true);
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines[0], format!("100  {}  例え.jp", "█".repeat(30)));
        assert_eq!(
            lines[1],
            format!(" 50  {}{}  example.com", "█".repeat(15), " ".repeat(15))
        );
        assert_eq!(
            lines[2],
            format!("\u{200E}  1  ▎{}  \u{2068}קום.com\u{2069}", " ".repeat(29))
        );
    }

    #[test]
    fn memory_is_bounded() {
        let mut statistics = Statistics::default();
        for number in 0..MAX_HOSTS + 5 {
            statistics.add(&Counted {
                kind: LinkKind::Url,
                host: Some(number.to_string().into_boxed_str()),
            });
        }
        assert_eq!(statistics.hosts.len(), MAX_HOSTS);
        let text = statistics.to_text(1, false);
        assert!(text.contains("1,000,005 URLs, 0 email addresses, more than 1,000,000 hosts"));
        assert!(
            text.contains("more than 999,999 other hosts: 1,000,004 links"),
            "{text}"
        );
    }
}
