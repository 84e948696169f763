//! Texts that change. The module holds a copy of the text, since the library reads slices of it. All calls pass a `str`, so
//! that the library is compiled for one type of text.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use linkspan::Finder;
use linkspan::live::{Changes, Edit, LiveLink, LiveLinks, Unlinked};
use linkspan::options::Linking;

use crate::fields::{Field, Fields};
use crate::json;
use crate::output::Output;
use crate::record;
use crate::units::{Units, utf16_len};

/// A text and its links.
pub(crate) struct LiveText {
    live: LiveLinks,
    text: String,
    /// The length of the text in UTF-16 code units.
    units: usize,
}

impl LiveText {
    pub(crate) fn new(finder: &Finder, text: &str) -> Self {
        Self {
            live: LiveLinks::new(finder.clone(), text),
            text: text.into(),
            units: utf16_len(text.as_bytes()),
        }
    }

    /// Replaces a range of code units. The loader passes only ranges that end at characters.
    pub(crate) fn edit(&mut self, range: &Range<usize>, replacement: &str, out: &mut Output) {
        let range = self.bytes(range);
        self.units -= utf16_len(self.text.get(range.clone()).unwrap_or_default().as_bytes());
        self.units += utf16_len(replacement.as_bytes());
        self.text.replace_range(range.clone(), replacement);
        let edit = Edit {
            range,
            new_len: replacement.len(),
        };
        let changes = self.live.edit(self.text.as_str(), &edit);
        self.write_changes(&changes, out);
    }

    pub(crate) fn unlink(&mut self, range: &Range<usize>, out: &mut Output) {
        let range = self.bytes(range);
        let changes = self.live.unlink(self.text.as_str(), range);
        self.write_changes(&changes, out);
    }

    pub(crate) fn relink(&mut self, range: &Range<usize>, out: &mut Output) {
        let range = self.bytes(range);
        let changes = self.live.relink(range);
        self.write_changes(&changes, out);
    }

    pub(crate) fn set_linking(&mut self, is_on: bool, out: &mut Output) {
        let linking = if is_on { Linking::On } else { Linking::Off };
        let changes = self.live.set_linking(linking);
        self.write_changes(&changes, out);
    }

    pub(crate) fn set_finder(&mut self, finder: &Finder, out: &mut Output) {
        let changes = self.live.set_finder(finder.clone(), self.text.as_str());
        self.write_changes(&changes, out);
    }

    /// Writes the links that overlap a range.
    pub(crate) fn links(&self, range: &Range<usize>, out: &mut Output) -> usize {
        out.clear();
        let mut units = self.converter();
        let range = self.bytes(range);
        let mut count = 0;
        for link in self.live.links_in(range) {
            self.write_link(&link, &mut units, out);
            count += 1;
        }
        count
    }

    /// Writes the link at the caret that may still change.
    pub(crate) fn growing(&self, caret: usize, out: &mut Output) -> usize {
        out.clear();
        let mut units = self.converter();
        let link = self.live.growing(self.text.as_str(), units.byte(caret));
        if let Some(link) = &link {
            self.write_link(link, &mut units, out);
        }
        usize::from(link.is_some())
    }

    /// Writes the decisions of users as JSON.
    pub(crate) fn unlinked(&self, out: &mut Output) {
        out.clear();
        json::array(
            &mut out.json,
            self.live.unlinked(self.text.as_str()),
            |json, unlinked| {
                json.push('{');
                json::text(json, "text", unlinked.text);
                json::text(json, "before", unlinked.before);
                json::text(json, "after", unlinked.after);
                json::number(json, "occurrence", unlinked.occurrence);
                json.push('}');
            },
        );
    }

    /// Applies stored decisions: fields of four fields.
    pub(crate) fn restore(&mut self, arguments: &[u8], out: &mut Output) {
        let stored = Fields(arguments).map(|field| {
            let mut fields = field.fields();
            let mut text = || String::from(fields.next().map_or("", Field::text));
            let (written, before, after) = (text(), text(), text());
            let occurrence = fields.next().map_or(0, Field::number);
            Unlinked::from_parts(written, before, after, occurrence as usize)
        });
        let stored: Vec<_> = stored.collect();
        let changes = self.live.restore(self.text.as_str(), &stored);
        self.write_changes(&changes, out);
    }

    fn converter(&self) -> Units<'_> {
        Units::new(&self.text, self.units == self.text.len())
    }

    fn bytes(&self, range: &Range<usize>) -> Range<usize> {
        let units = self.converter();
        let start = units.byte(range.start);
        start..units.byte(range.end).max(start)
    }

    /// Writes the number of removed links, their numbers, and the added links. The loader knows how links moved.
    fn write_changes(&self, changes: &Changes, out: &mut Output) {
        out.clear();
        out.number(changes.removed().len());
        for id in changes.removed() {
            out.numbers.push(number(id.as_u64()));
        }
        out.number(changes.added().len());
        let mut units = self.converter();
        for link in changes.added() {
            self.write_link(link, &mut units, out);
        }
    }

    /// Writes the number of a link and its record.
    fn write_link(&self, link: &LiveLink, units: &mut Units<'_>, out: &mut Output) {
        let start = units.unit(link.range().start);
        let owned = self.live.owned(self.text.as_str(), link);
        let Some(owned) = owned else {
            return;
        };
        out.numbers.push(number(link.id().as_u64()));
        let mut units = Units::after(start, owned.as_str());
        record::write(&owned.as_link(), &mut units, out);
    }
}

/// Numbers of links start with 1, and no host makes 2^32 of them.
fn number(id: u64) -> u32 {
    u32::try_from(id).unwrap_or(u32::MAX)
}
