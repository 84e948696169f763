//! Events of a document, with those of its links.

use alloc::collections::VecDeque;
use alloc::string::String;
use core::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::outside::Outside;
use super::run::Run;
use crate::render::{Html, Render as _, runs_script};
use crate::scan::Finder;

/// The events of a document, with links made of the bare ones in its text.
///
/// Text in links, images, code and HTML blocks stays as it is, and so does text in an `<a>` or
/// `<code>` that is written as HTML. Pieces of text that the parser took apart are searched as one,
/// so that brackets, escapes and references in a link do no harm; markup such as emphasis ends it.
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
pub fn link_events<'f, 'e, I>(
    finder: &'f Finder,
    events: I,
) -> impl Iterator<Item = Event<'e>> + use<'f, 'e, I>
where
    I: IntoIterator<Item = Event<'e>>,
{
    let events = events.into_iter().map(|event| (event, 0..0));
    link_events_with_offsets(finder, events).map(|(event, _)| event)
}

/// The events of a document with their places in its source, with links made of the bare ones in
/// its text, as [`link_events`] does it.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::link_events_with_offsets;
/// use pulldown_cmark::{Event, Parser, Tag};
///
/// let finder = Finder::new();
/// let parser = Parser::new("See a.com/b&amp;c.").into_offset_iter();
/// let mut events = link_events_with_offsets(&finder, parser);
/// let place = events.find_map(|(event, place)| match event {
///     Event::Start(Tag::Link { .. }) => Some(place),
///     _ => None,
/// });
/// assert_eq!(place, Some(4..17));
/// ```
pub fn link_events_with_offsets<'f, 'e, I>(
    finder: &'f Finder,
    events: I,
) -> impl Iterator<Item = (Event<'e>, Range<usize>)> + use<'f, 'e, I>
where
    I: IntoIterator<Item = (Event<'e>, Range<usize>)>,
{
    LinkEvents::new(finder, None, events.into_iter())
}

/// The events of a document that is to become HTML, with the bare links in its text written by `html`:
/// with its attributes, with what it shows of them and with what keeps their direction apart. Which ones,
/// [`link_events`] says.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, html_link_events};
/// use pulldown_cmark::Parser;
///
/// let finder = Finder::new();
/// let events = html_link_events(&finder, Html::new(), Parser::new("**a.com** and `b.com`"));
/// let html: Vec<_> = events.filter_map(|event| match event {
///     pulldown_cmark::Event::InlineHtml(html) => Some(html.to_string()),
///     _ => None,
/// }).collect();
/// assert_eq!(html, ["<a href=\"https://a.com\" rel=\"nofollow noopener ugc\">a.com</a>"]);
/// ```
pub fn html_link_events<'f, 'd, 'e, I>(
    finder: &'f Finder,
    html: Html<'d>,
    events: I,
) -> impl Iterator<Item = Event<'e>> + use<'f, 'd, 'e, I>
where
    I: IntoIterator<Item = Event<'e>>,
{
    let events = events.into_iter().map(|event| (event, 0..0));
    LinkEvents::new(finder, Some(html), events).map(|(event, _)| event)
}

type Placed<'e> = (Event<'e>, Range<usize>);

struct LinkEvents<'f, 'd, 'e, I> {
    finder: &'f Finder,
    /// Who writes links, if they are to be HTML.
    html: Option<Html<'d>>,
    events: I,
    outside: Outside,
    /// Text that touches and was not searched yet, as one and as it came.
    run: Run,
    texts: VecDeque<Placed<'e>>,
    /// Events to be handed out.
    ready: VecDeque<Placed<'e>>,
}

impl<'f, 'd, I> LinkEvents<'f, 'd, '_, I> {
    fn new(finder: &'f Finder, html: Option<Html<'d>>, events: I) -> Self {
        Self {
            finder,
            html,
            events,
            outside: Outside::default(),
            run: Run::default(),
            texts: VecDeque::new(),
            ready: VecDeque::new(),
        }
    }

    /// Makes the text that was collected ready.
    fn search(&mut self) {
        let text = self.run.text();
        let mut done = 0;
        for link in self.finder.find_iter(text) {
            let href = link.href();
            if runs_script(&href) {
                continue;
            }
            push_text(&self.run, done..link.start(), &mut self.ready);
            let (source, _) = self.run.source(&link.range());
            if let Some(html) = &mut self.html {
                let mut written = String::new();
                // A string takes everything.
                let _ = html.link(&link, &mut written);
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
                push_text(&self.run, link.range(), &mut self.ready);
                self.ready.push_back((Event::End(TagEnd::Link), source));
            }
            done = link.end();
        }
        if done == 0 {
            self.ready.append(&mut self.texts);
        } else {
            push_text(&self.run, done..text.len(), &mut self.ready);
            self.texts.clear();
        }
        self.run.clear();
    }
}

fn push_text(run: &Run, part: Range<usize>, ready: &mut VecDeque<Placed<'_>>) {
    if part.is_empty() {
        return;
    }
    let (source, _) = run.source(&part);
    let text = String::from(run.text().get(part).unwrap_or_default());
    ready.push_back((Event::Text(CowStr::from(text)), source));
}

impl<'e, I: Iterator<Item = Placed<'e>>> Iterator for LinkEvents<'_, '_, 'e, I> {
    type Item = Placed<'e>;

    fn next(&mut self) -> Option<Placed<'e>> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            match self.events.next() {
                Some((Event::Text(text), source)) if self.outside.is_linked() => {
                    self.run.push(&text, source.clone());
                    self.texts.push_back((Event::Text(text), source));
                }
                Some((event, source)) => {
                    self.search();
                    self.outside.pass(&event);
                    self.ready.push_back((event, source));
                }
                None if self.texts.is_empty() => return None,
                None => self.search(),
            }
        }
    }
}
