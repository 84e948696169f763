//! Iterators that add links to the events of a Markdown document.

use alloc::collections::VecDeque;
use alloc::string::String;
use core::iter::{Fuse, FusedIterator};
use core::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::merged_text::MergedText;
use super::skipped::SkippedText;
use crate::finder::Finder;
use crate::percent::infallible;
use crate::render::{Html, Render as _, runs_script};

/// Adds links to the events of a Markdown document, for the bare links in its text.
///
/// Text in links, images, code and HTML blocks is not searched, nor is text in inline HTML elements such as
/// `<a>` and `<code>`. The parser splits text at brackets, escapes and character references; adjacent text
/// is joined before it is searched, so a link may contain them. A link does not cross other markup, such
/// as emphasis.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::link_events;
/// use pulldown_cmark::{Event, Parser, Tag};
///
/// let finder = Finder::new();
/// let parser = Parser::new("**a.com/(b)&amp;c** `d.com` [e.com](f)");
/// let links: Vec<_> = link_events(&finder, parser)
///     .filter_map(|event| match event {
///         Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(links, ["https://a.com/(b)&c", "f"]);
/// ```
pub fn link_events<'f, 'e, I>(finder: &'f Finder, events: I) -> LinkEvents<'f, 'e, I::IntoIter>
where
    I: IntoIterator<Item = Event<'e>>,
{
    LinkEvents {
        events: events.into_iter().fuse(),
        linker: EventLinker::new(finder),
    }
}

/// Adds links to the events of a Markdown document, as [`link_events`] does. Each event comes with the byte
/// range of its source.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::link_events_with_offsets;
/// use pulldown_cmark::{Event, Parser, Tag};
///
/// let finder = Finder::new();
/// let parser = Parser::new("See a.com/b&amp;c.").into_offset_iter();
/// let mut events = link_events_with_offsets(&finder, parser);
/// let source = events.find_map(|(event, source)| match event {
///     Event::Start(Tag::Link { .. }) => Some(source),
///     _ => None,
/// });
/// assert_eq!(source, Some(4..17));
/// ```
pub fn link_events_with_offsets<'f, 'e, I>(
    finder: &'f Finder,
    events: I,
) -> LinkEventsWithOffsets<'f, 'e, I::IntoIter>
where
    I: IntoIterator<Item = (Event<'e>, Range<usize>)>,
{
    LinkEventsWithOffsets {
        events: events.into_iter().fuse(),
        linker: EventLinker::new(finder),
    }
}

/// Adds links to the events of a Markdown document that is converted to HTML. The links are written by
/// `html`, as inline HTML.
///
/// This is [`link_events`] with the attributes, the displayed text and the direction isolation of [`Html`].
/// The same links are found.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, html_link_events};
/// use pulldown_cmark::Parser;
///
/// let finder = Finder::new();
/// let events = html_link_events(&finder, Parser::new("**a.com** and `b.com`"), Html::new());
/// let html: Vec<_> = events.filter_map(|event| match event {
///     pulldown_cmark::Event::InlineHtml(html) => Some(html.to_string()),
///     _ => None,
/// }).collect();
/// assert_eq!(html, ["<a href=\"https://a.com\" rel=\"nofollow noopener ugc\">a.com</a>"]);
/// ```
pub fn html_link_events<'f, 'd, 'e, I>(
    finder: &'f Finder,
    events: I,
    html: Html<'d>,
) -> HtmlLinkEvents<'f, 'd, 'e, I::IntoIter>
where
    I: IntoIterator<Item = Event<'e>>,
{
    HtmlLinkEvents {
        events: events.into_iter().fuse(),
        linker: EventLinker::new(finder),
        html,
    }
}

/// The iterator of [`link_events`].
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{LinkEvents, link_events};
/// use pulldown_cmark::Parser;
///
/// /// An iterator that can be stored, since its type has a name.
/// struct Document<'f, 'e> {
///     events: LinkEvents<'f, 'e, Parser<'e>>,
/// }
///
/// let finder = Finder::new();
/// let document = Document { events: link_events(&finder, Parser::new("a.com")) };
/// assert_eq!(document.events.count(), 5); // the paragraph, the link in it, and its text
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct LinkEvents<'f, 'e, I> {
    events: Fuse<I>,
    linker: EventLinker<'f, 'e>,
}

/// The iterator of [`link_events_with_offsets`].
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{LinkEventsWithOffsets, link_events_with_offsets};
/// use pulldown_cmark::{OffsetIter, Parser};
///
/// let finder = Finder::new();
/// let parser = Parser::new("a.com").into_offset_iter();
/// let mut events: LinkEventsWithOffsets<'_, '_, OffsetIter<'_>> =
///     link_events_with_offsets(&finder, parser);
/// assert!(events.all(|(_, source)| source == (0..5)));
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct LinkEventsWithOffsets<'f, 'e, I> {
    events: Fuse<I>,
    linker: EventLinker<'f, 'e>,
}

/// The iterator of [`html_link_events`].
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, HtmlLinkEvents, html_link_events};
/// use pulldown_cmark::Parser;
///
/// let finder = Finder::new();
/// let events: HtmlLinkEvents<'_, '_, '_, Parser<'_>> =
///     html_link_events(&finder, Parser::new("a.com"), Html::new());
/// assert_eq!(events.count(), 3); // the start of the paragraph, the link, and the end of the paragraph
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct HtmlLinkEvents<'f, 'd, 'e, I> {
    events: Fuse<I>,
    linker: EventLinker<'f, 'e>,
    html: Html<'d>,
}

impl<'e, I: Iterator<Item = Event<'e>>> Iterator for LinkEvents<'_, 'e, I> {
    type Item = Event<'e>;

    fn next(&mut self) -> Option<Self::Item> {
        let next_event = || self.events.next().map(without_source);
        self.linker.next(next_event, None).map(|(event, _)| event)
    }
}

impl<'e, I> Iterator for LinkEventsWithOffsets<'_, 'e, I>
where
    I: Iterator<Item = (Event<'e>, Range<usize>)>,
{
    type Item = (Event<'e>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        self.linker.next(|| self.events.next(), None)
    }
}

impl<'e, I: Iterator<Item = Event<'e>>> Iterator for HtmlLinkEvents<'_, '_, 'e, I> {
    type Item = Event<'e>;

    fn next(&mut self) -> Option<Self::Item> {
        let next_event = || self.events.next().map(without_source);
        let next = self.linker.next(next_event, Some(&mut self.html));
        next.map(|(event, _)| event)
    }
}

impl<'e, I: Iterator<Item = Event<'e>>> FusedIterator for LinkEvents<'_, 'e, I> {}

impl<'e, I> FusedIterator for LinkEventsWithOffsets<'_, 'e, I> where
    I: Iterator<Item = (Event<'e>, Range<usize>)>
{
}

impl<'e, I: Iterator<Item = Event<'e>>> FusedIterator for HtmlLinkEvents<'_, '_, 'e, I> {}

/// An event with the range of its source.
type EventWithSource<'e> = (Event<'e>, Range<usize>);

/// Adds an empty range to an event whose source is not needed.
fn without_source(event: Event<'_>) -> EventWithSource<'_> {
    (event, 0..0)
}

/// The state of an iterator over events with links.
#[derive(Clone, Debug)]
struct EventLinker<'f, 'e> {
    finder: &'f Finder,
    skipped: SkippedText,
    /// The adjacent text events that are not searched yet, joined.
    merged: MergedText<'static>,
    /// The same events as they arrived. They are returned unchanged if no link is found.
    text_events: VecDeque<EventWithSource<'e>>,
    /// Events to return next.
    ready: VecDeque<EventWithSource<'e>>,
}

impl<'f, 'e> EventLinker<'f, 'e> {
    fn new(finder: &'f Finder) -> Self {
        Self {
            finder,
            skipped: SkippedText::default(),
            merged: MergedText::default(),
            text_events: VecDeque::new(),
            ready: VecDeque::new(),
        }
    }

    /// Returns the next event. Links are written by `html` if it is given, and as link events otherwise.
    fn next(
        &mut self,
        mut next_event: impl FnMut() -> Option<EventWithSource<'e>>,
        mut html: Option<&mut Html<'_>>,
    ) -> Option<EventWithSource<'e>> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            match next_event() {
                Some((Event::Text(text), source)) if self.skipped.allows_links() => {
                    self.merged.push(&text, source.clone());
                    self.text_events.push_back((Event::Text(text), source));
                }
                Some((event, source)) => {
                    self.search(html.as_deref_mut());
                    self.skipped.update(&event);
                    self.ready.push_back((event, source));
                }
                None if self.text_events.is_empty() => return None,
                None => self.search(html.as_deref_mut()),
            }
        }
    }

    /// Searches the joined text, and moves its events to `ready`.
    fn search(&mut self, mut html: Option<&mut Html<'_>>) {
        let text = self.merged.text();
        let mut done = 0;
        for link in self.finder.find_iter(text) {
            let href = link.href();
            if runs_script(&href) {
                continue;
            }
            push_text(&self.merged, done..link.start(), &mut self.ready);
            let (source, _) = self.merged.source_range(&link.range());
            if let Some(html) = html.as_deref_mut() {
                let mut written = String::new();
                infallible(html.link(&link, &mut written));
                let event = Event::InlineHtml(CowStr::from(written));
                self.ready.push_back((event, source));
            } else {
                let tag = Tag::Link {
                    link_type: LinkType::Autolink,
                    dest_url: CowStr::from(String::from(href)),
                    title: CowStr::Borrowed(""),
                    id: CowStr::Borrowed(""),
                };
                self.ready.push_back((Event::Start(tag), source.clone()));
                push_text(&self.merged, link.range(), &mut self.ready);
                self.ready.push_back((Event::End(TagEnd::Link), source));
            }
            done = link.end();
        }
        if done == 0 {
            self.ready.append(&mut self.text_events);
        } else {
            push_text(&self.merged, done..text.len(), &mut self.ready);
            self.text_events.clear();
        }
        self.merged.clear();
    }
}

/// Adds a range of the joined text as a text event, unless it is empty.
fn push_text(
    merged: &MergedText<'_>,
    range: Range<usize>,
    ready: &mut VecDeque<EventWithSource<'_>>,
) {
    if range.is_empty() {
        return;
    }
    let (source, _) = merged.source_range(&range);
    let text = String::from(merged.text().get(range).unwrap_or_default());
    ready.push_back((Event::Text(CowStr::from(text)), source));
}
