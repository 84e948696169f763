//! Finds the links of one input.

use std::ops::Range;
use std::sync::Arc;

use anyhow::Result;
use linkspan::assess::{AssessedLink, Code};
use linkspan::{Finder, Link, Profile};

use super::batch::Batch;
use super::chunked_input::ChunkedInput;
use super::filter::LinkFilter;
use super::formatter::LinkFormatter;
use super::found_link::FoundLink;
use super::location::{LineCounter, Location, LocationNeeds};
use super::ranged_file::{RangeBuffers, RangeSearch, RangeState, RangedFile, Turn};
use crate::progress::Counters;
use crate::read::{
    Anchor, Buffers, Choice, Chunk, Document, FinderSet, Finders, Opened, Opening, ReadAs, ReadAt,
    ReadDocument, Segment,
};
use crate::text::{OpenedSource, ReadOptions, Source};

/// What to find and how to format it. All inputs and threads share it.
pub(crate) struct Search {
    pub(crate) finders: FinderSet,
    pub(crate) read_options: ReadOptions,
    pub(crate) read_as: ReadAs,
    /// Whether to say how each input is read.
    pub(crate) verbose: bool,
    pub(crate) filter: LinkFilter,
    /// How many links of an input are needed, if that is known while searching.
    pub(crate) limit: Option<u64>,
    pub(crate) formatter: LinkFormatter,
    pub(crate) counters: Arc<Counters>,
}

/// Whether the search continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    /// Further links of this input are not needed.
    EndInput,
    /// The output is complete or cannot be written, so further links are not needed.
    Stop,
}

/// Whether an input is searched.
pub(super) enum Admission {
    Opened(Opened),
    /// It is not, and the user may want to know why.
    Skipped {
        note: Option<String>,
    },
}

/// How the search of an input ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Searched {
    /// All links that are needed were found.
    Whole,
    /// The input was not searched.
    Skipped,
    /// The output is complete or cannot be written.
    Stopped,
}

/// What is needed of the links of a document.
#[derive(Clone, Copy)]
pub(super) struct DocumentNeeds {
    /// Their findings, and what was rejected because of one.
    pub(super) assess: bool,
    pub(super) location: LocationNeeds,
}

/// A link of a document.
struct DocumentLink<'d> {
    segment: &'d Segment,
    /// Its range in the document.
    range: Range<usize>,
    found: FoundLink<'d>,
    /// The ranges of its findings in the document.
    finding_ranges: Vec<Range<usize>>,
}

impl<'d> DocumentLink<'d> {
    fn new(segment: &'d Segment, found: FoundLink<'d>) -> Self {
        let ranges = found.finding_ranges();
        Self {
            segment,
            range: segment.source_range(&found.range()),
            finding_ranges: ranges
                .iter()
                .map(|range| segment.source_range(range))
                .collect(),
            found,
        }
    }

    /// A link that is the text of another one.
    fn in_label(segment: &'d Segment, found: &AssessedLink<'d>) -> Self {
        let found = FoundLink {
            link: found.link,
            base: 0,
            plain: None,
            findings: found.report.findings().to_vec(),
            rejection: found.rejection,
            is_only_text: true,
        };
        Self::new(segment, found)
    }

    /// Adds the finding that this link shows another host than the target.
    fn add_other_host(&mut self, label: &Self) {
        for (finding, range) in label.found.findings.iter().zip(&label.finding_ranges) {
            if finding.code() == Code::OtherHost {
                self.found.findings.push(finding.clone());
                self.finding_ranges.push(range.clone());
            }
        }
    }
}

/// Adds the findings about the text of links. A text that was found as a link already is the same link.
fn add_anchors<'d>(links: &mut Vec<DocumentLink<'d>>, anchors: &'d [Anchor], finder: &Finder) {
    let mut others = Vec::new();
    for anchor in anchors {
        for found in anchor.other_hosts(finder) {
            let label = DocumentLink::in_label(anchor.label(), &found);
            let index = links.partition_point(|link| link.range.start < label.range.start);
            match links.get_mut(index) {
                Some(link) if link.range.start == label.range.start => link.add_other_host(&label),
                _ => others.push(label),
            }
        }
    }
    links.extend(others);
    links.sort_by_key(|link| (link.range.start, link.range.end));
}

impl Search {
    /// Searches an input and adds its links to `batch`.
    ///
    /// `sink` is called when the batch is full, and after each chunk, since reading the next one from
    /// a pipe may block. It may empty the batch.
    pub(super) fn run(
        &self,
        source: &Source,
        buffers: &mut Buffers,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Result<Searched> {
        match self.open(source)? {
            Admission::Opened(opened) => self.run_opened(source, opened, buffers, batch, sink),
            Admission::Skipped { note } => {
                if let Some(note) = note {
                    batch.add_note(note);
                }
                Ok(match sink(batch) {
                    Flow::Stop => Searched::Stopped,
                    Flow::Continue | Flow::EndInput => Searched::Skipped,
                })
            }
        }
    }

    /// Opens an input, if it is searched.
    pub(super) fn open(&self, source: &Source) -> Result<Admission> {
        let Some(opened) = source.open_source()? else {
            let note = format!("{} is skipped: it is also the output", source.name());
            return Ok(Admission::Skipped { note: Some(note) });
        };
        let opened = OpenedSource {
            bytes: self.counters.count_bytes(opened.bytes),
            ..opened
        };
        let opening = Opened::open(source, opened, self.read_options, &self.read_as)?;
        Ok(match opening {
            Opening::Ready(opened) => Admission::Opened(opened),
            Opening::Compressed(compression) if !source.is_in_directory() => Admission::Skipped {
                note: Some(format!(
                    "{} is skipped: it is compressed with {compression} \
                     (-z searches compressed files)",
                    source.name()
                )),
            },
            Opening::Compressed(_) | Opening::Binary => Admission::Skipped { note: None },
        })
    }

    /// Searches an input that has been opened.
    pub(super) fn run_opened(
        &self,
        source: &Source,
        mut opened: Opened,
        buffers: &mut Buffers,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Result<Searched> {
        if opened.choice.is_document() {
            let Opened {
                input,
                options,
                choice,
                large_file,
            } = opened;
            let read = Document::read(choice.format, input, options);
            match read {
                ReadDocument::Whole(mut document) => {
                    let read_error = document.read_error.take();
                    let flow = self.search_document(source, document, options, choice, batch, sink);
                    return match (flow, read_error) {
                        (Flow::Stop, _) => Ok(Searched::Stopped),
                        (_, Some(error)) => Err(source.read_error(error)),
                        (_, None) => Ok(Searched::Whole),
                    };
                }
                ReadDocument::TooLarge(input) => {
                    opened = Opened {
                        input,
                        options,
                        choice: Choice::for_large_document(),
                        large_file,
                    };
                }
            }
        }
        if let Some(file) = RangedFile::new(&mut opened) {
            let mut range_buffers = RangeBuffers::from(std::mem::take(buffers));
            let searched = self.search_in_ranges(source, &file, &mut range_buffers, batch, sink);
            *buffers = range_buffers.into_chunks();
            return searched;
        }
        let mut input = ChunkedInput::new(self, source, opened, std::mem::take(buffers));
        let searched = self.search_in_chunks(source, &mut input, batch, sink);
        *buffers = input.into_buffers();
        Ok(match searched? {
            Flow::Stop => Searched::Stopped,
            Flow::Continue | Flow::EndInput => Searched::Whole,
        })
    }

    /// Searches a large file, range by range.
    pub(super) fn search_in_ranges<F: ReadAt>(
        &self,
        source: &Source,
        file: &RangedFile<F>,
        buffers: &mut RangeBuffers,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Result<Searched> {
        if let Some(note) = self.choice_note(source, file.choice()) {
            batch.add_note(note);
            sink(batch);
        }
        let mut turn = SequentialTurn(Some(RangeState::new(self.formatter.location_needs())));
        let mut found = 0;
        for index in 0..file.count() {
            let range = RangeSearch {
                search: self,
                source,
                file,
                limit: self.limit.map(|limit| limit.saturating_sub(found)),
            };
            let (flow, count) = range.run(index, &mut turn, buffers, batch, sink)?;
            found += count;
            match flow {
                Flow::Continue => {}
                Flow::EndInput => break,
                Flow::Stop => return Ok(Searched::Stopped),
            }
        }
        self.counters.add_file();
        Ok(Searched::Whole)
    }

    /// Searches an input that is read as a stream.
    fn search_in_chunks(
        &self,
        source: &Source,
        input: &mut ChunkedInput,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Result<Flow> {
        let profile = input.profile();
        let mut found = 0;
        loop {
            if let Some(note) = input.take_note() {
                batch.add_note(note);
                sink(batch);
            }
            let Some((chunk, lines)) = input.next(self, source)? else {
                return Ok(Flow::Continue);
            };
            let limit = self.limit.map(|limit| limit.saturating_sub(found));
            let (flow, count) =
                self.search_chunk(source, chunk, lines, profile, limit, batch, sink);
            found += count;
            match flow {
                Flow::Continue => input.end_chunk(source),
                Flow::EndInput => {
                    self.counters.add_file();
                    return Ok(Flow::EndInput);
                }
                Flow::Stop => return Ok(Flow::Stop),
            }
        }
    }

    /// Searches a document.
    fn search_document(
        &self,
        source: &Source,
        document: Document,
        options: ReadOptions,
        choice: Choice,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Flow {
        let warning = document
            .first_malformed
            .map(|offset| malformed_note(source, options, offset));
        for note in self.choice_note(source, choice).into_iter().chain(warning) {
            batch.add_note(note);
        }
        self.counters.add_file();
        let finders = self.finders.finders(choice.profile);
        let suffixes = finders.text.suffixes();
        let needs = DocumentNeeds {
            assess: self.formatter.needs_assessment(),
            location: self.formatter.location_needs(),
        };
        let mut count = 0;
        let flow = for_each_document_link(
            document,
            finders,
            needs,
            |link| self.filter.is_wanted(link, suffixes),
            |_, found, location| {
                if self.limit.is_some_and(|limit| count >= limit) {
                    return Flow::EndInput;
                }
                let is_added = self.formatter.add(batch, source, found, location, suffixes);
                count += u64::from(is_added);
                if batch.is_full() {
                    sink(batch)
                } else {
                    Flow::Continue
                }
            },
        );
        self.counters.add_links(count);
        match flow {
            Flow::Stop => Flow::Stop,
            Flow::Continue | Flow::EndInput => sink(batch),
        }
    }

    /// What ends each entry, if all links are written, and only their text. This is the fast path: nothing else has to be
    /// known about them.
    fn plain_terminator(&self) -> Option<u8> {
        let terminator = self.formatter.plain_terminator();
        terminator.filter(|_| self.filter.is_empty() && self.limit.is_none())
    }

    /// What `--verbose` says about an input.
    pub(super) fn choice_note(&self, source: &Source, choice: Choice) -> Option<String> {
        let Choice {
            format, profile, ..
        } = choice;
        let name = source.name();
        self.verbose
            .then(|| format!("{name}: read as {format}, profile {profile}"))
    }

    /// The finders for an input with a profile.
    fn finders(&self, profile: Profile) -> Finders<'_> {
        self.finders.finders(profile)
    }

    /// Searches a chunk that has begun in `lines`, and ends it there. Returns how many links were
    /// added: at most `limit`.
    #[expect(
        clippy::too_many_arguments,
        reason = "the state of a search of one input"
    )]
    pub(super) fn search_chunk(
        &self,
        source: &Source,
        mut chunk: Chunk<'_>,
        lines: &mut LineCounter,
        profile: Profile,
        limit: Option<u64>,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> (Flow, u64) {
        let mut count = 0;
        let finders = self.finders(profile);
        if let Some(terminator) = self.plain_terminator()
            && let Some(links) = chunk.plain_links(finders)
        {
            for link in links {
                batch.add(|out| {
                    out.extend_from_slice(link.as_str().as_bytes());
                    out.push(terminator);
                });
                count += 1;
                if batch.is_full() && sink(batch) == Flow::Stop {
                    return (Flow::Stop, count);
                }
            }
            lines.end_chunk(&mut chunk);
            self.counters.add_links(count);
            return (sink(batch), count);
        }
        let suffixes = finders.text.suffixes();
        let found = chunk.found_links(finders, self.formatter.needs_assessment());
        for found in found {
            if !self.filter.is_wanted(&found.link, suffixes) {
                continue;
            }
            if self.formatter.has_no_entry(&found) {
                count += 1;
                continue;
            }
            let location = lines.locate(&mut chunk, &found.range(), &found.finding_ranges());
            let is_added = self
                .formatter
                .add(batch, source, &found, &location, suffixes);
            count += u64::from(is_added);
            if limit.is_some_and(|limit| count >= limit) {
                self.counters.add_links(count);
                let flow = match sink(batch) {
                    Flow::Stop => Flow::Stop,
                    Flow::Continue | Flow::EndInput => Flow::EndInput,
                };
                return (flow, count);
            }
            if batch.is_full() && sink(batch) == Flow::Stop {
                return (Flow::Stop, count);
            }
        }
        lines.end_chunk(&mut chunk);
        self.counters.add_links(count);
        (sink(batch), count)
    }
}

/// The turn of each range, if one thread searches them all in order.
struct SequentialTurn(Option<RangeState>);

impl Turn for SequentialTurn {
    const IS_SHARED: bool = false;

    fn start(&mut self) -> Option<RangeState> {
        self.0.take()
    }

    fn end(&mut self, state: RangeState) {
        self.0 = Some(state);
    }
}

/// Passes the links of a document that are wanted to `visit`, in the order of its source, while it continues.
pub(super) fn for_each_document_link(
    document: Document,
    finders: Finders<'_>,
    needs: DocumentNeeds,
    is_wanted: impl Fn(&Link<'_>) -> bool,
    mut visit: impl FnMut(&Segment, &FoundLink<'_>, &Location) -> Flow,
) -> Flow {
    let Document {
        text,
        mut offsets,
        segments,
        anchors,
        ..
    } = document;
    let mut links = Vec::new();
    for segment in &segments {
        for link in segment.links(finders, needs.assess) {
            if is_wanted(&link.link) {
                links.push(DocumentLink::new(segment, link));
            }
        }
    }
    links.sort_by_key(|link| (link.range.start, link.range.end));
    links.dedup_by(|link, last| {
        link.range == last.range && link.found.link.as_str() == last.found.link.as_str()
    });
    if needs.assess {
        add_anchors(&mut links, &anchors, finders.text);
    }
    let mut counter = LineCounter::new(needs.location);
    let mut chunk = Chunk::whole(&text, &mut offsets);
    counter.begin_chunk(&mut chunk);
    for link in links {
        let location = counter.locate(&mut chunk, &link.range, &link.finding_ranges);
        let flow = visit(link.segment, &link.found, &location);
        if flow != Flow::Continue {
            return flow;
        }
    }
    Flow::Continue
}

/// The warning about bytes that are not text in the assumed encoding.
pub(crate) fn malformed_note(source: &Source, options: ReadOptions, offset: u64) -> String {
    let encoding = options.encoding.map_or("UTF-8", |encoding| encoding.name());
    let name = source.name();
    format!(
        "{name} is not valid {encoding} at byte {offset}; name its encoding with -E, or detect it \
         with -E auto"
    )
}
