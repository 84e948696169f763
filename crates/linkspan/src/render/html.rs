//! Plain text to HTML.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use linkspan_vector::push_texts;

use super::anchor::{Anchor, DEFAULT_ATTRIBUTES};
use super::newlines::{LineWriter, Newlines};
use super::{Render, escape, runs_script};
use crate::direction::Isolation;
use crate::link::Link;

/// Chooses the anchor of one link, given the default anchor. `None` leaves the link as text.
type ChooseAnchor<'d> = dyn FnMut(&Link<'_>, Anchor) -> Option<Anchor> + Send + 'd;

/// HTML: a fragment, or with [`page`](Self::page) a whole document.
///
/// Text and attribute values are escaped. The only elements in the output are `<a>` around links, `<bdi>`
/// around links that contain right-to-left characters (see [`Isolation`]), and the elements for line
/// breaks (see [`Newlines`]). An HTML parser reads the same text back, with two exceptions: NUL characters
/// become U+FFFD, and carriage returns become line feeds.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, render};
///
/// assert_eq!(
///     render(&Finder::new(), "<script>alert('a.com?b&c')", Html::new()),
///     "&lt;script&gt;alert(&#39;<a href=\"https://a.com?b&amp;c\" \
///      rel=\"nofollow noopener ugc\">a.com?b&amp;c</a>&#39;)"
/// );
/// ```
#[derive(Default)]
pub struct Html<'d> {
    anchor: Anchor,
    choose_anchor: Option<Box<ChooseAnchor<'d>>>,
    isolation: Isolation,
    lines: LineWriter,
    page: Option<Page>,
}

/// The document around the text.
#[derive(Debug)]
struct Page {
    title: String,
    /// Whether the start of the document was written.
    is_open: bool,
}

impl<'d> Html<'d> {
    /// Creates a renderer for a fragment, with the default settings.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, render};
    ///
    /// assert_eq!(render(&Finder::new(), "1 < 2", Html::new()), "1 &lt; 2");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the attributes of links and the text that they display.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, render};
    ///
    /// let html = Html::new().anchor(Anchor::new().rel(Rel::NONE));
    /// assert_eq!(render(&Finder::new(), "a.com", html), "<a href=\"https://a.com\">a.com</a>");
    /// ```
    #[must_use]
    pub fn anchor(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// Sets a function that chooses the anchor of each link.
    ///
    /// The function receives the link and the anchor set by [`anchor`](Self::anchor). It returns the anchor
    /// to write, or `None` to write the link as text.
    ///
    /// ```
    /// use linkspan::{Finder, LinkKind};
    /// use linkspan::render::{Html, Rel, render};
    ///
    /// let text = "ann@a.com intern.a.com a.com";
    /// let html = Html::new().each(|link, anchor| match link.kind() {
    ///     LinkKind::Email => None,
    ///     _ if link.as_str().starts_with("intern.") => Some(anchor.rel(Rel::NONE)),
    ///     _ => Some(anchor.class("away")),
    /// });
    /// assert_eq!(
    ///     render(&Finder::new(), text, html),
    ///     "ann@a.com <a href=\"https://intern.a.com\">intern.a.com</a> \
    ///      <a href=\"https://a.com\" rel=\"nofollow noopener ugc\" class=\"away\">a.com</a>"
    /// );
    /// ```
    #[must_use]
    pub fn each(
        mut self,
        choose_anchor: impl FnMut(&Link<'_>, Anchor) -> Option<Anchor> + Send + 'd,
    ) -> Self {
        self.choose_anchor = Some(Box::new(choose_anchor));
        self
    }

    /// Sets how line breaks are written.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, Newlines, render};
    ///
    /// let html = Html::new().newlines(Newlines::Break);
    /// assert_eq!(render(&Finder::new(), "1\n2", html), "1<br>\n2");
    /// ```
    #[must_use]
    pub fn newlines(mut self, newlines: Newlines) -> Self {
        self.lines = LineWriter::new(newlines);
        self
    }

    /// Sets how the direction of links is isolated from the surrounding text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, Isolation, render};
    ///
    /// let html = Html::new().isolation(Isolation::Never);
    /// assert!(!render(&Finder::new(), "אתר.קום", html).contains("<bdi>"));
    /// ```
    #[must_use]
    pub fn isolation(mut self, isolation: Isolation) -> Self {
        self.isolation = isolation;
        self
    }

    /// Writes a whole document with this title. Its declared encoding is UTF-8.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, render};
    ///
    /// let page = render(&Finder::new(), "1 < 2", Html::new().page("</title>"));
    /// assert!(page.starts_with("<!DOCTYPE html>\n"));
    /// assert!(page.contains("<title>&lt;/title&gt;</title>"));
    /// assert!(page.ends_with("1 &lt; 2</body>\n</html>\n"));
    /// ```
    #[must_use]
    pub fn page(mut self, title: impl Into<String>) -> Self {
        self.page = Some(Page {
            title: title.into(),
            is_open: false,
        });
        self
    }

    /// Writes a link.
    ///
    /// `write_source` writes the link as it is written in the input. It is called if the link displays that
    /// form, or is not linked. Its first argument is whether the link is known to contain nothing that is escaped.
    pub(super) fn write_link(
        &mut self,
        link: &Link<'_>,
        write_source: impl FnOnce(bool, &mut dyn fmt::Write) -> fmt::Result,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let (prefix, href) = link.split_href();
        let anchor = if prefix.is_empty() && runs_script(&href) {
            None
        } else {
            match &mut self.choose_anchor {
                None => Some(Cow::Borrowed(&self.anchor)),
                Some(choose) => choose(link, self.anchor.clone()).map(Cow::Owned),
            }
        };
        let Some(anchor) = anchor else {
            return write_source(false, out);
        };
        // Most links are their own target, which is ASCII.
        let is_target = anchor.shows_source() && matches!(href, Cow::Borrowed(_));
        let is_plain = is_target && escape::is_plain_html(&href);
        let is_isolated = match self.isolation {
            Isolation::RightToLeft if is_target => false,
            isolation => isolation.applies_to(&anchor.link_text(link)),
        };
        if is_isolated {
            out.write_str("<bdi>")?;
        }
        out.write_str("<a href=\"")?;
        if !prefix.is_empty() {
            out.write_str(prefix)?;
        }
        if is_plain {
            out.write_str(&href)?;
        } else {
            escape::html(&href, out)?;
        }
        anchor.write_attributes(link, out)?;
        if anchor.shows_source() {
            write_source(is_plain, out)?;
        } else {
            escape::html(&anchor.link_text(link), out)?;
        }
        out.write_str("</a>")?;
        if is_isolated {
            out.write_str("</bdi>")?;
        }
        Ok(())
    }

    /// Appends a link with the default attributes that is its own target, apart from the scheme, and in which nothing is
    /// escaped. Returns `false` and appends nothing if the link has another form.
    #[inline]
    fn push_plain_link(&self, link: &Link<'_>, out: &mut String) -> bool {
        const START: &str = "<a href=\"";
        const END: &str = "</a>";
        let has_plain_markup = self.choose_anchor.is_none()
            && self.anchor.has_default_attributes()
            && self.anchor.shows_source()
            && self.isolation != Isolation::Always
            && self.lines.keeps_newlines()
            && self.page.is_none();
        if !has_plain_markup {
            return false;
        }
        // It is ASCII, so it is not written from right to left.
        let Some((prefix, href)) = link.plain_href() else {
            return false;
        };
        if prefix.is_empty() && runs_script(href) || !escape::is_plain_html(href) {
            return false;
        }
        let text = link.as_str();
        let texts = [START, prefix, href, DEFAULT_ATTRIBUTES, text, END];
        if !push_texts(out, texts) {
            out.push_str(START);
            out.push_str(prefix);
            out.push_str(href);
            out.push_str(DEFAULT_ATTRIBUTES);
            out.push_str(text);
            out.push_str(END);
        }
        true
    }

    /// Writes the start of the document, once.
    fn open_page(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Some(page) = self.page.as_mut().filter(|page| !page.is_open) else {
            return Ok(());
        };
        page.is_open = true;
        out.write_str("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")?;
        out.write_str(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
        )?;
        escape::html(&page.title, out)?;
        out.write_str("</title>\n")?;
        // Long URLs are broken at any character rather than overflow. Each line has the direction of its text.
        out.write_str(
            "<style>body, p { overflow-wrap: anywhere; unicode-bidi: plaintext; }</style>\n",
        )?;
        out.write_str("</head>\n<body dir=\"auto\">\n")
    }
}

impl Render for Html<'_> {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        self.open_page(out)?;
        self.lines.text(text, out)
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        self.open_page(out)?;
        self.lines.before_inline(out)?;
        let write_source = |is_plain: bool, out: &mut dyn fmt::Write| {
            if is_plain {
                out.write_str(link.as_str())
            } else {
                escape::html(link.as_str(), out)
            }
        };
        self.write_link(link, write_source, out)
    }

    fn push_text(&mut self, text: &str, out: &mut String) -> fmt::Result {
        let is_pushed =
            self.page.is_none() && self.lines.keeps_newlines() && escape::push_html(text, out);
        if is_pushed {
            return Ok(());
        }
        self.text(text, out)
    }

    fn push_link(&mut self, link: &Link<'_>, out: &mut String) -> fmt::Result {
        // Programs that are downloaded should not contain what makes other programs faster.
        if cfg!(not(target_family = "wasm")) && self.push_plain_link(link, out) {
            return Ok(());
        }
        self.link(link, out)
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.open_page(out)?;
        self.lines.finish(out)?;
        match &mut self.page {
            None => Ok(()),
            Some(page) => {
                page.is_open = false;
                out.write_str("</body>\n</html>\n")
            }
        }
    }
}

impl fmt::Debug for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Html")
            .field("anchor", &self.anchor)
            .field("isolation", &self.isolation)
            .field("lines", &self.lines)
            .field("page", &self.page)
            .finish_non_exhaustive()
    }
}
