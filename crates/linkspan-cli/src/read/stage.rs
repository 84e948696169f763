//! Changes decoded text before it is split into chunks, with the offsets of what remains.
//!
//! A stage works on a stream: it processes as much of the text as is complete, and is called again
//! with the rest and the text that follows. It replaces syntax that separates texts with NUL, which
//! ends a link, and never adds a line feed, because lines are counted in its output.

use std::collections::VecDeque;
use std::ops::Range;

use linkspan::control::{VisibleText, complete_len};
use memchr::memchr;

use super::csv::CsvStage;
use super::json::JsonStage;
use super::target;
use crate::text::{Edge, OffsetMap, Units};

/// The character that separates texts.
const BOUNDARY: &str = "\0";

/// The brackets around the number of a note.
const NOTE_OPEN: char = '⟨';
const NOTE_CLOSE: char = '⟩';

/// Strings and fields of at most this many bytes are examined as a whole, to see whether they are a
/// URL. Longer ones are searched as they are read.
pub(super) const MAX_VALUE_LEN: usize = 16 * 1024;

/// What happens to decoded text.
#[derive(Debug)]
pub(crate) enum Stage {
    /// Nothing.
    None,
    /// Control sequences are removed, and the targets of hyperlinks inserted.
    ControlSequences,
    /// Control sequences are removed: what remains is the text that a terminal shows.
    Visible,
    /// Text with the numbers of notes, as `linkify --to notes` writes it: the numbers are removed.
    Notes,
    /// The strings of JSON are decoded.
    Json(JsonStage),
    /// The fields of separated values are decoded.
    Csv(CsvStage),
}

impl Stage {
    /// Whether the stage may change text with these bytes, in any encoding.
    pub(crate) fn changes(&self, block: &[u8]) -> bool {
        match self {
            Self::None => false,
            Self::ControlSequences | Self::Visible => memchr(0x1B, block).is_some(),
            Self::Notes | Self::Json(_) | Self::Csv(_) => true,
        }
    }

    /// Whether the stage processes each line by itself, so that text may be split after any line feed.
    pub(super) fn is_by_line(&self) -> bool {
        match self {
            // Neither a control sequence nor the number of a note contains a line feed.
            Self::None | Self::ControlSequences | Self::Visible | Self::Notes => true,
            Self::Json(_) | Self::Csv(_) => false,
        }
    }

    /// Passes the text of the sink on to it. Returns how much of it was processed; if `last` is set,
    /// that is all of it.
    pub(super) fn process(&mut self, last: bool, sink: &mut Sink<'_>) -> usize {
        match self {
            Self::None => {
                let all = 0..sink.source.len();
                sink.keep(all);
                sink.source.len()
            }
            Self::ControlSequences => remove_control_sequences(last, sink),
            Self::Visible => keep_visible(last, sink),
            Self::Notes => remove_note_numbers(last, sink),
            Self::Json(json) => json.process(last, sink),
            Self::Csv(csv) => csv.process(last, sink),
        }
    }
}

/// The start of a text that does not end inside a control sequence, unless it is the last part.
fn complete_part(last: bool, text: &str) -> &str {
    let len = if last { text.len() } else { complete_len(text) };
    text.get(..len).unwrap_or_default()
}

/// Removes control sequences, also those of hyperlinks.
fn keep_visible(last: bool, sink: &mut Sink<'_>) -> usize {
    let part = complete_part(last, sink.source);
    let visible = VisibleText::new(part);
    visible.runs().for_each(|run| sink.keep(run));
    sink.finish(part.len());
    part.len()
}

/// Removes control sequences. The label of a hyperlink is a text of its own, and so is its target,
/// before the label.
fn remove_control_sequences(last: bool, sink: &mut Sink<'_>) -> usize {
    let source = sink.source;
    let part = complete_part(last, source);
    let done = part.len();
    let visible = VisibleText::new(part);
    let mut hyperlinks = visible.hyperlinks().iter().peekable();
    let mut run_end = 0;
    let mut label_start = None;
    let end = std::iter::once(done..done);
    for run in visible.runs().chain(end) {
        let removed = source.get(run_end..run.start).unwrap_or_default();
        let is_label_end = removed.contains("\x1b]8;");
        if let Some(start) = label_start.take_if(|_| is_label_end) {
            sink.mark_value(start);
        }
        let mut is_label_start = false;
        while let Some(link) = hyperlinks.next_if(|link| link.target_range().start <= run.start) {
            let Range { start, end } = link.target_range();
            sink.boundary(start..start);
            sink.keep_target(start..end);
            is_label_start = true;
        }
        if is_label_end {
            sink.boundary(run.start..run.start);
        }
        if is_label_start {
            label_start = Some(sink.text.len());
        }
        run_end = run.end;
        sink.keep(run);
    }
    sink.finish(done);
    done
}

/// Removes the numbers of notes, as in "example.com⟨1⟩". They would be taken for a part of the link.
fn remove_note_numbers(last: bool, sink: &mut Sink<'_>) -> usize {
    const MAX_DIGITS: usize = 12;
    let source = sink.source;
    let mut done = 0;
    while let Some(offset) = source.get(done..).and_then(|rest| rest.find(NOTE_OPEN)) {
        let open = done + offset;
        let number = open + NOTE_OPEN.len_utf8();
        let rest = source.get(number..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if !last && digits == rest.len() && digits <= MAX_DIGITS {
            sink.keep(done..open);
            return open;
        }
        let close = number + digits;
        let is_note = digits > 0
            && source
                .get(close..)
                .unwrap_or_default()
                .starts_with(NOTE_CLOSE);
        if is_note {
            let end = close + NOTE_CLOSE.len_utf8();
            sink.keep(done..open);
            sink.boundary(open..end);
            done = end;
        } else {
            sink.keep(done..number);
            done = number;
        }
    }
    sink.keep(done..source.len());
    source.len()
}

/// Receives the output of a stage.
pub(super) struct Sink<'s> {
    /// The text that the stage processes.
    pub(super) source: &'s str,
    pub(super) source_offsets: &'s mut OffsetMap,
    /// The output.
    pub(super) text: &'s mut String,
    pub(super) offsets: &'s mut OffsetMap,
    /// The parts of the output that are whole targets.
    pub(super) targets: &'s mut VecDeque<Range<u64>>,
    /// Where the last character of the output ends in the input.
    pub(super) end: &'s mut u64,
    /// How much of the source has been kept, replaced or skipped.
    pub(super) kept: usize,
    /// Whether the output up to now ends with a copy of the source up to there, so that offsets
    /// advance together.
    pub(super) is_copy: bool,
}

impl Sink<'_> {
    /// Appends a part of the source. Call all these functions with ascending ranges; what is between
    /// them is removed.
    pub(super) fn keep(&mut self, range: Range<usize>) {
        let kept = self.source.get(range.clone()).unwrap_or_default();
        if kept.is_empty() {
            return;
        }
        self.begin(range.start);
        let offset = self.text.len();
        self.source_offsets
            .copy_records(&range, self.offsets, offset);
        self.text.push_str(kept);
        self.end(range.end);
        self.is_copy = true;
    }

    /// Appends a text that stands for a part of the source.
    pub(super) fn replace(&mut self, range: Range<usize>, text: &str) {
        self.begin(range.start);
        self.text.push_str(text);
        let replaced = self.source.get(range.clone()).unwrap_or_default();
        let [before, after] = [replaced, text].map(Units::of);
        self.end(range.end);
        self.is_copy = replaced.is_ascii() && text.is_ascii() && before == after;
        if self.is_copy {
            return;
        }
        self.offsets.record(self.text.len(), *self.end);
        self.offsets
            .record_missing(self.text.len(), Edge::End, before - after);
    }

    /// Appends the end of a text, for syntax that separates texts.
    pub(super) fn boundary(&mut self, range: Range<usize>) {
        self.replace(range, BOUNDARY);
    }

    /// Appends a part of the source that is a target as a whole.
    fn keep_target(&mut self, range: Range<usize>) {
        let start = self.text.len();
        self.keep(range);
        self.mark_target(start);
    }

    /// Marks the output from `start` on as a target, if it is an absolute URL.
    pub(super) fn mark_value(&mut self, start: usize) {
        let value = self.text.get(start..).unwrap_or_default();
        if target::is_absolute(value) {
            self.mark_target(start);
        }
    }

    fn mark_target(&mut self, start: usize) {
        let [start, end] =
            [start, self.text.len()].map(|offset| self.offsets.text_offset_of(offset));
        self.targets.push_back(start..end);
    }

    /// Ends a call of a stage that has processed `done` bytes.
    pub(super) fn finish(&mut self, done: usize) {
        self.count_missing(done);
    }

    fn begin(&mut self, start: usize) {
        if self.is_copy && self.kept == start {
            return;
        }
        self.count_missing(start);
        let start = self
            .source_offsets
            .input_offset_of(self.source, start, Edge::Start);
        self.offsets.record_gap(self.text.len(), *self.end, start);
    }

    fn end(&mut self, end: usize) {
        *self.end = self
            .source_offsets
            .input_offset_of(self.source, end, Edge::End);
        self.kept = end;
    }

    /// Counts the characters that were removed before `offset`.
    fn count_missing(&mut self, offset: usize) {
        let removed = self.source.get(self.kept..offset).unwrap_or_default();
        self.offsets
            .record_missing(self.text.len(), Edge::Start, Units::of(removed));
        self.kept = self.kept.max(offset);
    }
}
