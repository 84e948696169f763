//! A plain text: links and findings follow its edits.

use std::collections::HashMap;
use std::ops::Range;

use linkspan::Finder;
use linkspan::live::{Edit, LinkId, LiveLinks, TextSource as _};

use super::diagnostics::TextFinding;
use super::links::{self, LinkObject};
use super::position::Encoding;
use super::settings::Reported;
use super::text::Text;
use crate::find::FoundLink;

/// The number of ranges that are assessed one by one. If there are more, they become one.
const MAX_STALE_RANGES: usize = 64;

/// The distance in bytes above which looking up a position is faster than counting to it.
const MAX_PASSED: usize = 4 * 1024;

/// The links of a plain text.
#[derive(Debug)]
pub(super) struct LiveDocument {
    links: LiveLinks,
    /// What clients get for each link, apart from its place. Links that no client asked for are not in it.
    objects: HashMap<LinkId, LinkObject>,
    /// The length of the links in JSON when they were last needed.
    json_len: usize,
    /// The findings, in order, except those in stale ranges.
    findings: Vec<TextFinding>,
    /// The ranges whose findings are not known.
    stale: Vec<Range<usize>>,
}

impl LiveDocument {
    pub(super) fn new(finder: &Finder, text: &str) -> Self {
        Self {
            links: LiveLinks::new(finder.clone(), text),
            objects: HashMap::new(),
            json_len: 0,
            findings: Vec::new(),
            stale: std::iter::once(0..text.len()).collect(),
        }
    }

    pub(super) fn finder(&self) -> &Finder {
        self.links.finder()
    }

    /// Follows an edit that replaced a range with `new_len` bytes. `text` is the text after it.
    pub(super) fn edit(&mut self, text: &Text, range: &Range<usize>, new_len: usize) {
        let edit = Edit {
            range: range.clone(),
            new_len,
        };
        let changes = self.links.edit(text, &edit);
        for id in changes.removed() {
            self.objects.remove(id);
        }
        let new_end = range.start + new_len;
        let moved = |at: usize| at - range.end + new_end;
        self.findings
            .retain(|finding| finding.range.end <= range.start || finding.range.start >= range.end);
        for finding in &mut self.findings {
            if finding.range.start >= range.end {
                finding.range = moved(finding.range.start)..moved(finding.range.end);
            }
        }
        for stale in &mut self.stale {
            let start = match stale.start {
                start if start <= range.start => start,
                start if start >= range.end => moved(start),
                _ => range.start,
            };
            let end = match stale.end {
                end if end >= range.end => moved(end),
                end if end <= range.start => end,
                _ => new_end,
            };
            *stale = start..end;
        }
        self.stale.push(range.start..new_end);
        if self.stale.len() > MAX_STALE_RANGES {
            let start = self.stale.iter().map(|range| range.start).min();
            let end = self.stale.iter().map(|range| range.end).max();
            self.stale = Vec::from_iter(start.zip(end).map(|(start, end)| start..end));
        }
    }

    /// The links as the result of a request, in JSON.
    pub(super) fn links_json(&mut self, text: &Text, encoding: Encoding) -> Vec<u8> {
        let mut cursor = text.cursor(encoding);
        let mut list = links::List::with_capacity(self.json_len + self.json_len / 16);
        let mut passed = 0;
        for link in self.links.links() {
            let object = self.objects.entry(link.id()).or_insert_with(|| {
                let owned = self.links.owned(text, &link);
                owned.map_or_else(LinkObject::default, |owned| {
                    let link = owned.as_link();
                    let finder = self.links.finder();
                    LinkObject::new(&link, &finder.assess(&link), finder, encoding)
                })
            });
            let offset = link.range().start;
            if offset - passed > MAX_PASSED {
                cursor = text.cursor_at(offset, encoding);
            }
            passed = offset;
            let start = cursor.position(offset);
            list.push(object.range_from(start), object);
        }
        let json = list.finish();
        self.json_len = json.len();
        json
    }

    /// The findings that are reported.
    pub(super) fn findings(&mut self, text: &Text, reported: &Reported) -> &[TextFinding] {
        let mut stale = std::mem::take(&mut self.stale);
        stale.sort_unstable_by_key(|range| range.start);
        let mut assessed_to = 0;
        let mut added = Vec::new();
        for range in stale {
            let lines = text.whole_lines(&range);
            let lines = lines.start.max(assessed_to)..lines.end;
            if lines.is_empty() {
                continue;
            }
            assessed_to = lines.end;
            self.findings.retain(|finding| {
                finding.range.end <= lines.start || finding.range.start >= lines.end
            });
            let slice = text.slice(lines.clone());
            for found in FoundLink::find_iter(self.links.finder(), &slice, lines.start, true) {
                let ranges = found.finding_ranges();
                added.extend(TextFinding::reported(&found.findings, ranges, reported));
            }
        }
        if !added.is_empty() {
            self.findings.append(&mut added);
            self.findings
                .sort_by_key(|finding| (finding.range.start, finding.range.end));
        }
        &self.findings
    }
}
