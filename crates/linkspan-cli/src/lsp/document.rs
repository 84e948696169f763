//! An open document.

use std::ops::Range;
use std::path::{Path, PathBuf};

use linkspan::live::TextSource as _;

use super::diagnostics::{Diagnostic, TextFinding};
use super::links::{self, LinkObject};
use super::live::LiveDocument;
use super::position::Encoding;
use super::protocol::{Change, OpenedDocument};
use super::settings::Settings;
use super::text::Text;
use super::workspace;
use crate::find::{FoundLink, PlacedLink, for_each_link};
use crate::read::{Choice, Kind};

/// The byte that control sequences start with.
const ESCAPE: u8 = 0x1B;

/// How much of the start of a document may decide what it is, in bytes.
const INSPECTED_LEN: usize = 16 * 1024;

/// An open document.
pub(super) struct Document {
    pub(super) version: Option<i64>,
    pub(super) text: Text,
    /// What its name or the client says that it is. Otherwise, its start decides.
    kind: Option<Kind>,
    path: Option<PathBuf>,
    choice: Choice,
    content: Content,
}

enum Content {
    /// Plain text, whose links follow edits.
    Live(Box<LiveDocument>),
    /// A document with markup or control sequences, which is read as a whole when its links are needed.
    Whole(Option<Vec<WholeLink>>),
}

/// A link of a document that is read as a whole, or what would have been one.
struct WholeLink {
    range: Range<usize>,
    /// `None` if it is not linked.
    object: Option<LinkObject>,
    findings: Vec<TextFinding>,
}

impl Document {
    pub(super) fn open(opened: &OpenedDocument, settings: &Settings) -> Self {
        let kind = Kind::of_path(Path::new(file_name(&opened.uri)))
            .or(kind_of_language(&opened.language_id));
        let path = workspace::file_path(&opened.uri);
        let choice = choose(kind, path.as_deref(), &opened.text, settings);
        Self {
            version: opened.version,
            text: Text::new(&opened.text),
            kind,
            path,
            choice,
            content: Content::new(choice, &opened.text, settings),
        }
    }

    /// Reads the document again, because the settings have changed.
    pub(super) fn reset(&mut self, settings: &Settings) {
        let text = self.text.to_string();
        self.choice = choose(self.kind, self.path.as_deref(), &text, settings);
        self.content = Content::new(self.choice, &text, settings);
    }

    /// Applies a change.
    pub(super) fn change(
        &mut self,
        change: &Change,
        encoding: Encoding,
        settings: &Settings,
    ) -> Result<(), String> {
        let Some(range) = change.range else {
            self.text = Text::new(&change.text);
            self.reset(settings);
            return Ok(());
        };
        let range = self
            .text
            .offsets(range, encoding)
            .map_err(|error| error.to_string())?;
        self.text.replace(&range, &change.text);
        let has_escape = memchr::memchr(ESCAPE, change.text.as_bytes()).is_some();
        match &mut self.content {
            Content::Live(_) if has_escape => self.content = Content::Whole(None),
            Content::Live(live) => live.edit(&self.text, &range, change.text.len()),
            Content::Whole(links) => *links = None,
        }
        if self.kind.is_none() && range.start < INSPECTED_LEN {
            let choice = choose(
                None,
                self.path.as_deref(),
                &self.text.start(INSPECTED_LEN),
                settings,
            );
            if choice != self.choice {
                self.reset(settings);
            }
        }
        Ok(())
    }

    /// The links as the result of a request, in JSON.
    pub(super) fn links_json(&mut self, encoding: Encoding, settings: &Settings) -> Vec<u8> {
        self.refresh(encoding, settings);
        match &mut self.content {
            Content::Live(live) => live.links_json(&self.text, encoding),
            Content::Whole(links) => {
                let mut list = links::List::default();
                let links = links.iter().flatten();
                for link in links.filter(|link| !link.range.is_empty()) {
                    if let Some(object) = &link.object {
                        list.push(self.text.positions(&link.range, encoding), object);
                    }
                }
                list.finish()
            }
        }
    }

    /// The findings as diagnostics.
    pub(super) fn diagnostics(
        &mut self,
        encoding: Encoding,
        settings: &Settings,
    ) -> Vec<Diagnostic<'_>> {
        self.refresh(encoding, settings);
        let text = &self.text;
        match &mut self.content {
            Content::Live(live) => {
                let findings = live.findings(text, &settings.reported).iter();
                findings
                    .map(|finding| finding.diagnostic(text, encoding))
                    .collect()
            }
            Content::Whole(links) => {
                let links = links.iter().flatten();
                let findings = links.flat_map(|link| &link.findings);
                findings
                    .map(|finding| finding.diagnostic(text, encoding))
                    .collect()
            }
        }
    }

    /// Reads a document that is read as a whole, if it has changed.
    fn refresh(&mut self, encoding: Encoding, settings: &Settings) {
        let Content::Whole(links @ None) = &mut self.content else {
            return;
        };
        let text = self.text.to_string();
        if self.choice.is_plain_text() && !self.text.contains_byte(ESCAPE) {
            // The last control sequence was deleted.
            self.content = Content::new(self.choice, &text, settings);
        } else {
            *links = Some(whole_links(&text, self.choice, encoding, settings));
        }
    }

    /// Passes the links that overlap a range to `visit`, and what was rejected because of a finding. An empty range
    /// overlaps what it touches.
    pub(super) fn for_each_link_in(
        &self,
        range: &Range<usize>,
        settings: &Settings,
        mut visit: impl FnMut(&PlacedLink<'_, '_>),
    ) {
        let overlaps = |link: &Range<usize>| {
            if range.is_empty() {
                link.start <= range.start && range.start <= link.end
            } else {
                link.start < range.end && range.start < link.end
            }
        };
        let mut visit_if = |link: PlacedLink<'_, '_>| {
            if overlaps(&link.range) {
                visit(&link);
            }
        };
        match &self.content {
            Content::Live(live) => {
                let lines = self.text.whole_lines(range);
                let slice = self.text.slice(lines.clone());
                let finder = live.finder();
                for found in FoundLink::find_iter(finder, &slice, 0, true) {
                    let moved =
                        |range: Range<usize>| lines.start + range.start..lines.start + range.end;
                    visit_if(PlacedLink {
                        range: moved(found.range()),
                        findings: found.finding_ranges().into_iter().map(moved).collect(),
                        context: Some((finder, &slice)),
                        found: &found,
                    });
                }
            }
            Content::Whole(_) => {
                for_each_link(
                    &self.text.to_string(),
                    self.choice,
                    &settings.finders,
                    visit_if,
                );
            }
        }
    }

    /// Whether a range that was replaced by a text is a link with this target.
    pub(super) fn is_link_after(
        &self,
        range: &Range<usize>,
        new: &str,
        href: &str,
        settings: &Settings,
    ) -> bool {
        let mut changed = Self {
            version: None,
            text: self.text.clone(),
            kind: self.kind,
            path: self.path.clone(),
            choice: self.choice,
            content: match &self.content {
                Content::Live(live) => {
                    Content::Live(Box::new(LiveDocument::new(live.finder(), "")))
                }
                Content::Whole(_) => Content::Whole(None),
            },
        };
        changed.text.replace(range, new);
        let new_range = range.start..range.start + new.len();
        let mut is_link = false;
        changed.for_each_link_in(&new_range, settings, |link| {
            is_link |= link.range == new_range
                && link.found.rejection.is_none()
                && link.found.link.href() == href;
        });
        is_link
    }
}

impl Content {
    fn new(choice: Choice, text: &str, settings: &Settings) -> Self {
        if choice.is_plain_text() && memchr::memchr(ESCAPE, text.as_bytes()).is_none() {
            let finder = settings.finders.finders(choice.profile).text;
            Self::Live(Box::new(LiveDocument::new(finder, text)))
        } else {
            Self::Whole(None)
        }
    }
}

/// The links of a document that is read as a whole.
fn whole_links(
    text: &str,
    choice: Choice,
    encoding: Encoding,
    settings: &Settings,
) -> Vec<WholeLink> {
    let mut links = Vec::new();
    let finder = settings.finders.finders(choice.profile).text;
    for_each_link(text, choice, &settings.finders, |placed| {
        let found = placed.found;
        let is_linked = found.rejection.is_none() && !found.is_only_text;
        links.push(WholeLink {
            object: is_linked.then(|| {
                LinkObject::new(&found.link, &finder.assess(&found.link), finder, encoding)
            }),
            findings: TextFinding::reported(&found.findings, placed.findings, &settings.reported)
                .collect(),
            range: placed.range,
        });
    });
    links
}

/// How a document is read.
fn choose(kind: Option<Kind>, path: Option<&Path>, text: &str, settings: &Settings) -> Choice {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Choice::of_text(kind, text, settings.profile(path))
}

/// The name of the file of a URI. It is not decoded: kinds depend on extensions, which are ASCII.
fn file_name(uri: &str) -> &str {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default()
}

/// What a document in a language is. `None` if the language does not tell.
fn kind_of_language(language: &str) -> Option<Kind> {
    let kind = match language {
        // Editors also use these for what they do not know.
        "" | "plaintext" | "text" | "txt" | "fundamental" => return None,
        "markdown" | "mdx" | "quarto" | "rmd" => Kind::Markdown,
        "html" | "xhtml" | "xml" | "svg" | "xsl" | "rss" | "atom" => Kind::Html,
        "json" | "jsonc" | "json5" | "jsonl" | "ndjson" => Kind::Json,
        "csv" | "tsv" => Kind::Csv,
        "mail" | "eml" | "mbox" => Kind::Mail,
        "log" => Kind::Log,
        "asciidoc" | "gitcommit" | "git-commit" | "help" | "org" | "restructuredtext" | "rst"
        | "textile" => Kind::Text,
        _ => Kind::Source,
    };
    Some(kind)
}
