//! The links of a document: which text belongs to which target.

use std::rc::Rc;

use linkspan::Finder;
use linkspan::assess::{AssessedLink, Code, ExistingLink};

use super::document::{Role, Segment};
use super::mapped::MappedText;

/// A link of a document.
#[derive(Clone, Debug)]
pub(crate) struct Anchor {
    /// All of its text, across the elements inside of it.
    label: Segment,
    href: String,
    /// The base of the document, if it names one.
    base: Option<Rc<str>>,
}

impl Anchor {
    pub(crate) fn label(&self) -> &Segment {
        &self.label
    }

    /// The links in the text of this one that show another host than that of the target.
    pub(crate) fn other_hosts(&self, finder: &Finder) -> Vec<AssessedLink<'_>> {
        let mut link = ExistingLink::new(self.label.text(), &self.href);
        if let Some(base) = &self.base {
            link = link.base(base);
        }
        let mut found = finder.assess_anchor_links(&link);
        found.retain(|found| found.report.has(Code::OtherHost));
        found
    }

    /// The same link in a document of which `outer` is a part.
    pub(super) fn inside(self, outer: &Rc<MappedText>) -> Self {
        Self {
            label: self.label.inside(outer),
            ..self
        }
    }
}

/// Collects the links of a document while it is read in order.
#[derive(Debug, Default)]
pub(super) struct AnchorReader {
    anchors: Vec<(String, MappedText)>,
    /// The link that has started: its target, and its text so far.
    open: Option<(String, MappedText)>,
    base: Option<Rc<str>>,
}

impl AnchorReader {
    /// Starts a link. It ends the one before it: links do not contain each other.
    pub(super) fn start(&mut self, href: &str) {
        self.end();
        self.open = Some((href.to_owned(), MappedText::default()));
    }

    /// Adds text, if it is text of a link.
    pub(super) fn text(&mut self, text: &MappedText) {
        if let Some((_, label)) = &mut self.open {
            label.append(text);
        }
    }

    /// Adds a line break or the boundary of a block at this offset.
    pub(super) fn separate(&mut self, offset: usize) {
        if let Some((_, label)) = &mut self.open {
            label.push("\n", offset..offset);
        }
    }

    pub(super) fn end(&mut self) {
        let shows_host = |(_, label): &(String, MappedText)| {
            label.text().contains(['.', ':', '@', '。', '．', '｡'])
        };
        self.anchors.extend(self.open.take().filter(shows_host));
    }

    /// Sets the base of the document. The first one counts.
    pub(super) fn base(&mut self, href: &str) {
        self.base.get_or_insert_with(|| Rc::from(href));
    }

    /// All links of the document.
    pub(super) fn finish(mut self) -> Vec<Anchor> {
        self.end();
        let anchors = self.anchors.into_iter().map(|(href, label)| Anchor {
            label: Segment::new(Role::Label, label),
            href,
            base: self.base.clone(),
        });
        anchors.collect()
    }
}
