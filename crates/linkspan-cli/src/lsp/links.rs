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
        Self::with_capacity(2)
    }
}

impl List {
    /// An empty list with room for this many bytes of JSON.
    pub(super) fn with_capacity(len: usize) -> Self {
        let mut json = Vec::with_capacity(len);
        json.push(b'[');
        Self(json)
    }

    pub(super) fn push(&mut self, range: PositionRange, object: &LinkObject) {
        // The fields start with a brace.
        let Some(fields) = object.fields.get(1..) else {
            return;
        };
        if self.0.len() > 1 {
            self.0.push(b',');
        }
        // Written by hand: serializing each field by its name takes as long as everything else.
        let PositionRange { start, end } = range;
        for (before, number) in [
            (r#"{"range":{"start":{"line":"#, start.line),
            (r#","character":"#, start.character),
            (r#"},"end":{"line":"#, end.line),
            (r#","character":"#, end.character),
        ] {
            self.0.extend_from_slice(before.as_bytes());
            self.push_number(number);
        }
        self.0.extend_from_slice(b"}},");
        self.0.extend_from_slice(fields);
    }

    fn push_number(&mut self, mut number: u32) {
        let start = self.0.len();
        loop {
            let digit = u8::try_from(number % 10).unwrap_or_default();
            self.0.push(b'0' + digit);
            number /= 10;
            if number == 0 {
                break;
            }
        }
        // The digits are in reverse order.
        if let Some(digits) = self.0.get_mut(start..) {
            digits.reverse();
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.0.push(b']');
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_json() {
        let finder = Finder::new();
        let link = linkspan::links("example.com/\u{1F517}\"").next().unwrap();
        let object = LinkObject::new(&link, &finder.assess(&link), &finder, Encoding::Utf16);
        for number in [0, 9, 10, 1_234_567, u32::MAX - 99] {
            let start = Position {
                line: number,
                character: number,
            };
            let range = object.range_from(start);
            let mut list = List::default();
            list.push(range, &object);
            list.push(range, &object);
            let json: serde_json::Value = serde_json::from_slice(&list.finish()).unwrap();
            let expected = serde_json::json!({
                "range": range,
                "target": link.href(),
                "tooltip": link.display(),
            });
            assert_eq!(json, serde_json::json!([expected, expected]));
        }
    }
}
