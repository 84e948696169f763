//! Links as objects of the protocol.

use linkspan::assess::Report;
use linkspan::render::runs_script;
use linkspan::{Finder, Link};
use serde::Serialize;

use super::message::json_bytes;
use super::position::{Encoding, Position, PositionRange};

/// A link as clients get it, apart from its place.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkObject {
    /// The length of the link, in the unit of the encoding.
    len: u32,
    /// The fields of the object in JSON. Empty if the link is not shown, because following it may run a script.
    fields: Box<[u8]>,
}

#[derive(Serialize)]
struct Fields<'l> {
    target: &'l str,
    tooltip: &'l str,
}

impl LinkObject {
    pub(super) fn new(
        link: &Link<'_>,
        report: &Report,
        finder: &Finder,
        encoding: Encoding,
    ) -> Self {
        let href = link.href();
        if runs_script(&href) {
            // Editors follow targets.
            return Self::default();
        }
        let fields = Fields {
            target: &href,
            tooltip: &readable(link, report, finder),
        };
        Self {
            len: encoding.len(link.as_str().as_bytes()),
            fields: json_bytes(&fields).into(),
        }
    }

    /// The range of a link that starts at a position. A link is in one line.
    pub(super) fn range_from(&self, start: Position) -> PositionRange {
        let end = Position {
            line: start.line,
            character: start.character.saturating_add(self.len),
        };
        PositionRange { start, end }
    }
}

/// The readable form of a link. If it may deceive, the safe form.
pub(super) fn readable(link: &Link<'_>, report: &Report, finder: &Finder) -> String {
    if report.is_empty() {
        link.display().into_owned()
    } else {
        finder.safe_display().format(link, report)
    }
}

/// A list of links in JSON. Large documents have many, so parts that are known are copied.
pub(super) struct List(Vec<u8>);

impl Default for List {
    fn default() -> Self {
        Self(vec![b'['])
    }
}

impl List {
    pub(super) fn push(&mut self, range: PositionRange, object: &LinkObject) {
        // The fields start with a brace.
        let Some(fields) = object.fields.get(1..) else {
            return;
        };
        if self.0.len() > 1 {
            self.0.push(b',');
        }
        self.0.extend_from_slice(b"{\"range\":");
        // Neither serializing a range nor writing to a vector can fail.
        let _ = serde_json::to_writer(&mut self.0, &range);
        self.0.push(b',');
        self.0.extend_from_slice(fields);
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.0.push(b']');
        self.0
    }
}
