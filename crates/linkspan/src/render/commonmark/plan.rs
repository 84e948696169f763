//! What is written into a Markdown document, found in one parse.
//!
//! Most links are surrounded by plain text, and then no bracket can change other markup. [`Leaf`] decides this. A
//! top-level block with any other link is written and verified on its own.

use alloc::vec::Vec;
use core::ops::Range;

use linkspan_vector::{AsciiSet, members};
use pulldown_cmark::{Event, LinkType, OffsetIter, Options, Parser, RefDefs, Tag, TagEnd};

use super::edit::{Edit, LinkInsertion};
use super::markdown_options;
use super::merged_text::MergedText;
use super::rewrite::MarkdownLinkStyle;
use super::skipped::SkippedText;
use crate::finder::Finder;

/// What is written into a document.
pub(super) struct Plan<'d> {
    /// All links, in order.
    pub(super) edits: Vec<Edit>,
    /// The blocks whose links may change other markup, in order.
    pub(super) blocks: Vec<Block>,
    events: OffsetIter<'d>,
}

/// The lines of a top-level block whose links may change other markup.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) source: Range<usize>,
    /// Its links, as indices of [`Plan::edits`].
    pub(super) edits: Range<usize>,
}

impl<'d> Plan<'d> {
    /// Parses a document. Returns `None` if a block would have to be verified that cannot be parsed on its own.
    pub(super) fn new(
        finder: &Finder,
        document: &'d str,
        style: MarkdownLinkStyle,
        options: Options,
    ) -> Option<Self> {
        // Other extensions have other markup.
        if !(options - markdown_options()).is_empty() {
            return None;
        }
        let mut events = Parser::new_ext(document, options).into_offset_iter();
        let definitions = events.reference_definitions();
        let has_link = { definitions.iter() }.any(|(label, _)| label.contains('<'));
        let labels = Labels {
            are_defined: definitions.iter().next().is_some(),
            may_contain_links: has_link || may_define_footnotes(document),
        };
        let mut planner = Planner {
            document,
            labels,
            edits: Vec::new(),
            blocks: Vec::new(),
            block: OpenBlock::default(),
            leaf: Leaf::default(),
        };
        let mut context = Context::default();
        let mut depth = 0_usize;
        let mut skipped = SkippedText::default();
        let mut merged = MergedText::new(document);
        for (event, source) in events.by_ref() {
            if let Event::Text(text) = &event {
                planner.leaf.add_text(&source);
                if skipped.allows_links() {
                    merged.push(text, source);
                    continue;
                }
            } else if !merged.text().is_empty() {
                for link in finder.find_iter(merged.text()) {
                    // A link that starts or ends inside the expansion of a reference cannot be replaced.
                    if let (source, true) = merged.source_range(&link.range()) {
                        let edit = Edit::new(&link, document, source, style, LinkInsertion::All);
                        planner.edits.extend(edit);
                    }
                }
                merged.clear();
            }
            skipped.update(&event);
            context.update(&event);
            if is_inline(&event) {
                planner.leaf.add(&source);
                continue;
            }
            planner.end_leaf();
            match event {
                Event::Start(_) => {
                    if depth == 0 {
                        planner.block.start = source.start;
                    }
                    depth += 1;
                }
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                planner.end_block(source.end);
            }
        }
        let Planner { edits, blocks, .. } = planner;
        // The line before may be a paragraph of its own because the next one has a pipe.
        let has_pipe = |edit: &Edit| {
            let link = document.get(edit.source.clone()).unwrap_or_default();
            link.contains('|')
        };
        let is_independent = |block: &Block| {
            let edits = edits.get(block.edits.clone()).unwrap_or_default();
            context.allows(document, &block.source) && !edits.iter().any(has_pipe)
        };
        blocks.iter().all(is_independent).then_some(Self {
            edits,
            blocks,
            events,
        })
    }

    /// The link reference definitions of the document.
    pub(super) fn definitions(&self) -> &RefDefs<'_> {
        self.events.reference_definitions()
    }
}

/// What blocks of a document depend on, other than link reference definitions.
#[derive(Default)]
struct Context {
    has_footnotes: bool,
    /// How many bytes the targets of links by reference have. Parsers limit it.
    expanded: usize,
}

impl Context {
    /// The parser's limit for short documents.
    const MAX_EXPANDED: usize = 100_000;

    fn update(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::FootnoteDefinition(_)) => self.has_footnotes = true,
            Event::Start(
                Tag::Link {
                    link_type: LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut,
                    dest_url,
                    title,
                    ..
                }
                | Tag::Image {
                    link_type: LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut,
                    dest_url,
                    title,
                    ..
                },
            ) => self.expanded += dest_url.len() + title.len(),
            _ => {}
        }
    }

    /// Whether a block is the same when it is parsed on its own.
    fn allows(&self, document: &str, block: &Range<usize>) -> bool {
        let block = document.get(block.clone()).unwrap_or_default();
        let may_be_metadata = block.starts_with("---") || block.starts_with("+++");
        let may_have_footnotes = self.has_footnotes && block.contains("[^");
        !may_be_metadata && !may_have_footnotes && self.expanded < Self::MAX_EXPANDED
    }
}

/// What is known about the labels of link reference definitions and footnotes.
#[derive(Clone, Copy)]
struct Labels {
    /// Whether there are link reference definitions.
    are_defined: bool,
    may_contain_links: bool,
}

/// The plan so far.
struct Planner<'d> {
    document: &'d str,
    labels: Labels,
    edits: Vec<Edit>,
    blocks: Vec<Block>,
    block: OpenBlock,
    leaf: Leaf,
}

/// The current top-level block.
#[derive(Default)]
struct OpenBlock {
    start: usize,
    /// The number of links before it.
    first_edit: usize,
    /// Whether a link may change other markup.
    has_doubts: bool,
}

/// The current paragraph, heading or table cell: what is parsed at once for inline markup.
#[derive(Default)]
struct Leaf {
    /// Where it starts, if it is not empty.
    start: Option<usize>,
    /// The number of links before it.
    first_edit: usize,
    /// The source of its text.
    texts: Vec<Range<usize>>,
}

impl Planner<'_> {
    fn end_leaf(&mut self) {
        let edits = self.edits.get(self.leaf.first_edit..).unwrap_or_default();
        if !edits.is_empty() {
            self.block.has_doubts |= !self.leaf.is_certain(edits, self.document, self.labels);
        }
        self.leaf.first_edit = self.edits.len();
        self.leaf.texts.clear();
        self.leaf.start = None;
    }

    fn end_block(&mut self, end: usize) {
        let edits = self.block.first_edit..self.edits.len();
        self.block.first_edit = self.edits.len();
        if !core::mem::take(&mut self.block.has_doubts) {
            return;
        }
        let line_start = |at: usize| {
            let before = self.document.get(..at).unwrap_or_default();
            before.rfind(LINE_ENDS).map_or(0, |at| at + 1)
        };
        // A block has its lines to itself. It may start after spaces, and end after those of the next block.
        let start = line_start(self.block.start);
        let last_line = line_start(end);
        let end = match self.document.get(last_line..end) {
            Some(spaces) if spaces.trim().is_empty() => last_line,
            _ => {
                let after = self.document.get(end..).unwrap_or_default();
                end + after.find(LINE_ENDS).unwrap_or(after.len())
            }
        };
        let source = start..end;
        self.blocks.push(Block { source, edits });
    }
}

impl Leaf {
    /// Adds the source of a part of it.
    fn add(&mut self, source: &Range<usize>) {
        self.start.get_or_insert(source.start);
    }

    /// Adds the source of text.
    fn add_text(&mut self, source: &Range<usize>) {
        self.add(source);
        match self.texts.last_mut() {
            Some(last) if last.end == source.start => last.end = source.end,
            _ => self.texts.push(source.clone()),
        }
    }

    /// Whether no link that is written changes other markup.
    ///
    /// A link is written between angle brackets or as `[text](<destination>)`, with nothing inside that has a meaning. So it
    /// can change markup in these ways only:
    ///
    /// * A bracket is next to emphasis delimiters, which pair differently next to punctuation, or after a `]`, with which
    ///   it forms a reference.
    /// * It ends the comment, declaration or instruction that a `<` starts. It does not end a tag or an autolink: what is
    ///   written contains a `<`, which may only be in a quoted attribute there, and a link with a quotation mark that could
    ///   end the last attribute is verified.
    /// * It becomes the destination of what a `](` ends, a part of a definition that starts with the paragraph or, if the
    ///   label of a definition contains a `<`, a part of the label that a `]` ends. These characters are text, because they
    ///   have no effect yet.
    /// * It is in an undefined label after a `]`. A label cannot contain brackets, so the label before it, if it is defined,
    ///   becomes a reference.
    /// * The link contained characters that prevented others from having an effect, see [`is_inert`].
    ///
    /// Where lines start is not affected: neither `<` before a scheme or an address nor `[…](` starts a block.
    fn is_certain(&self, edits: &[Edit], document: &str, labels: Labels) -> bool {
        let bytes = document.as_bytes();
        let mut destination = 0..0;
        let mut is_open = |at: usize| match bytes.get(at..) {
            Some([b'<', next, ..]) => matches!(next, b'!' | b'?'),
            Some([b']', ..]) if labels.may_contain_links => true,
            Some([b']', b'[', ..]) => labels.are_defined,
            Some([b']', b'(', ..]) => may_be_destination(edits, document, at + 2, &mut destination),
            _ => false,
        };
        let mut is_plain = |text: &Range<usize>| {
            let source = document.get(text.clone()).unwrap_or_default();
            !members(source.as_bytes(), &OPEN).any(|at| is_open(text.start + at))
        };
        let may_be_in_definition = || {
            let end = edits.last().map_or(0, |edit| edit.source.start);
            let before = bytes.get(self.start.unwrap_or_default()..end);
            let before = before.unwrap_or_default();
            before.starts_with(b"[") && memchr::memmem::find(before, b"]:").is_some()
        };
        edits.iter().all(|edit| is_separate(edit, document))
            && self.texts.iter().all(&mut is_plain)
            && !may_be_in_definition()
    }
}

/// Whether a link may become a part of the destination, or of the title after it, that would start at `at`.
///
/// `last` is the destination that was looked at before. Without white space between them, they end together.
fn may_be_destination(edits: &[Edit], document: &str, at: usize, last: &mut Range<usize>) -> bool {
    // Quotation marks of a block, which may be in the next line.
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
    let bytes = document.as_bytes();
    let after = |at: usize, is_in: &dyn Fn(&u8) -> bool| {
        let rest = bytes.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|&byte| is_in(byte)).count()
    };
    if !last.contains(&at) {
        let start = after(at, &is_space);
        *last = at..after(start, &|byte| !byte.is_ascii_whitespace());
    }
    let next = after(last.end, &is_space);
    let first_edit = edits.partition_point(|edit| edit.source.start < at);
    let has_edit = { edits.get(first_edit) }.is_some_and(|edit| edit.source.start < last.end);
    has_edit || matches!(bytes.get(next), Some(b'"' | b'\'' | b'('))
}

const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// Whether a document may contain definitions of footnotes.
fn may_define_footnotes(document: &str) -> bool {
    let bytes = document.as_bytes();
    let has_label = |bytes: &[u8]| memchr::memmem::find(bytes, b"[^").is_some();
    let mut after_last = 0;
    has_label(bytes)
        && memchr::memchr_iter(b']', bytes).any(|end| {
            let label = bytes.get(after_last..end).unwrap_or_default();
            after_last = end + 1;
            bytes.get(after_last) == Some(&b':') && has_label(label)
        })
}

/// Characters that a link may complete.
const OPEN: AsciiSet = AsciiSet::new(b"<]");

/// Characters whose effect in the source of a link is not known here.
const MARKUP: AsciiSet = AsciiSet::new(b"\\`<>|");

/// Characters in the source of a link whose effect depends on those around them.
const CONTEXTUAL: AsciiSet = AsciiSet::new(b"[]~\"'");

/// Characters of emphasis.
const DELIMITERS: AsciiSet = AsciiSet::new(b"*_~");

/// Whether neither the source of a link nor what is next to it may be markup.
fn is_separate(edit: &Edit, document: &str) -> bool {
    let bytes = document.as_bytes();
    let link = bytes.get(edit.source.clone()).unwrap_or_default();
    let before = bytes.get(..edit.source.start).and_then(<[u8]>::last);
    let after = bytes.get(edit.source.end);
    let is_delimiter = |byte: Option<&u8>| byte.is_some_and(|&byte| DELIMITERS.contains(byte));
    !is_delimiter(before)
        && !is_delimiter(after)
        && before != Some(&b']')
        && is_inert(link)
        && edit.is_simple()
}

/// Whether nothing depends on the characters of a link, which are text in the source.
///
/// * An asterisk or an underscore that pairs with none has no effect on others.
/// * The same holds for a tilde that could only start something. One that could end something hides those before it from
///   those after it, if their numbers differ.
/// * Square brackets that pair with each other have no effect on others.
/// * A quotation mark ends an attribute if white space, `/` or `>` follows. A `>` follows the link that is written.
fn is_inert(link: &[u8]) -> bool {
    let mut depth = 0_usize;
    let is_inert_at = |at: usize| {
        let rest = link.get(at..).unwrap_or_default();
        match rest {
            [b'[', ..] => depth += 1,
            [b']', ..] => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return false,
            },
            [b'~', next, ..] => {
                let before = at.checked_sub(1).and_then(|before| link.get(before));
                return next.is_ascii_alphanumeric() && before != Some(&b'~');
            }
            [b'"' | b'\'', ..] => return !matches!(rest, [_] | [_, b'/']),
            _ => return false,
        }
        true
    };
    members(link, &MARKUP).next().is_none()
        && members(link, &CONTEXTUAL).all(is_inert_at)
        && depth == 0
}

/// Whether an event is part of a paragraph, heading or table cell.
fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(
            tag,
            Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Superscript
                | Tag::Subscript
                | Tag::Link { .. }
                | Tag::Image { .. }
        ),
        Event::End(tag) => matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Superscript
                | TagEnd::Subscript
                | TagEnd::Link
                | TagEnd::Image
        ),
        Event::Html(_) | Event::Rule => false,
        _ => true,
    }
}
