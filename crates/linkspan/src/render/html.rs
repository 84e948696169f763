//! HTML.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use unicode_bidi::{BidiClass, bidi_class};

use super::anchor::Anchor;
use super::lines::{Lines, Newlines};
use super::{Render, escape, is_program};
use crate::scan::Link;

/// Decides about one link, with the anchor that it would get.
type Decide<'d> = dyn FnMut(&Link<'_>, Anchor) -> Option<Anchor> + 'd;

/// HTML: a fragment, or with [`page`](Self::page) a document.
///
/// Text and attributes are escaped, so that there are no elements but `<a>` around links, `<bdi>`
/// around those with characters that are written from right to left, and what is asked for line
/// breaks. To a parser, the text is the same as before, but for NUL characters, which show as
/// U+FFFD, and carriage returns, which are line feeds.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, to_string};
///
/// assert_eq!(
///     to_string(&Finder::new(), "<script>alert('a.com?b&c')", Html::new()),
///     "&lt;script&gt;alert(&#39;<a href=\"https://a.com?b&amp;c\" \
///      rel=\"nofollow noopener ugc\">a.com?b&amp;c</a>&#39;)"
/// );
/// ```
#[derive(Default)]
pub struct Html<'d> {
    anchor: Anchor,
    decide: Option<Box<Decide<'d>>>,
    isolation: Isolation,
    lines: Lines,
    page: Option<Page>,
}

/// A document around the text.
#[derive(Debug)]
struct Page {
    title: String,
    open: bool,
}

/// What keeps the direction of a link apart from that of the text around it.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, Isolation, Rel, to_string};
///
/// let html = || Html::new().anchor(Anchor::new().rel(Rel::NONE));
/// let text = "יש: אתר.קום";
/// assert_eq!(
///     to_string(&Finder::new(), text, html()),
///     "יש: <bdi><a href=\"https://xn--4db2cf.xn--9dbq2a\">אתר.קום</a></bdi>"
/// );
/// assert_eq!(
///     to_string(&Finder::new(), text, html().isolation(Isolation::None)),
///     "יש: <a href=\"https://xn--4db2cf.xn--9dbq2a\">אתר.קום</a>"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isolation {
    /// `<bdi>` around links that have characters of right-to-left scripts, or such that set a
    /// direction.
    #[default]
    RightToLeft,
    /// Nothing.
    None,
}

impl<'d> Html<'d> {
    /// A fragment, with the defaults.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, to_string};
    ///
    /// assert_eq!(to_string(&Finder::new(), "1 < 2", Html::new()), "1 &lt; 2");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the attributes of links, and what readers see of them.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, to_string};
    ///
    /// let html = Html::new().anchor(Anchor::new().rel(Rel::NONE));
    /// assert_eq!(to_string(&Finder::new(), "a.com", html), "<a href=\"https://a.com\">a.com</a>");
    /// ```
    #[must_use]
    pub fn anchor(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// Sets who decides about each link: what its anchor is, starting from the common one; or
    /// `None` to leave the link plain text.
    ///
    /// ```
    /// use linkspan::{Finder, LinkKind};
    /// use linkspan::render::{Html, Rel, to_string};
    ///
    /// let text = "ann@a.com intern.a.com a.com";
    /// let html = Html::new().each(|link, anchor| match link.kind() {
    ///     LinkKind::Email => None,
    ///     _ if link.as_str().starts_with("intern.") => Some(anchor.rel(Rel::NONE)),
    ///     _ => Some(anchor.class("away")),
    /// });
    /// assert_eq!(
    ///     to_string(&Finder::new(), text, html),
    ///     "ann@a.com <a href=\"https://intern.a.com\">intern.a.com</a> \
    ///      <a href=\"https://a.com\" rel=\"nofollow noopener ugc\" class=\"away\">a.com</a>"
    /// );
    /// ```
    #[must_use]
    pub fn each(mut self, decide: impl FnMut(&Link<'_>, Anchor) -> Option<Anchor> + 'd) -> Self {
        self.decide = Some(Box::new(decide));
        self
    }

    /// Sets what becomes of line breaks.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, Newlines, to_string};
    ///
    /// let html = Html::new().newlines(Newlines::Break);
    /// assert_eq!(to_string(&Finder::new(), "1\n2", html), "1<br>\n2");
    /// ```
    #[must_use]
    pub fn newlines(mut self, newlines: Newlines) -> Self {
        self.lines = Lines::new(newlines);
        self
    }

    /// Sets what keeps the direction of a link apart from that of the text around it; the example of
    /// [`Isolation`] shows it.
    #[must_use]
    pub fn isolation(mut self, isolation: Isolation) -> Self {
        self.isolation = isolation;
        self
    }

    /// Writes a whole document with this title, in UTF-8.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, to_string};
    ///
    /// let page = to_string(&Finder::new(), "1 < 2", Html::new().page("</title>"));
    /// assert!(page.starts_with("<!DOCTYPE html>\n"));
    /// assert!(page.contains("<title>&lt;/title&gt;</title>"));
    /// assert!(page.ends_with("1 &lt; 2</body>\n</html>\n"));
    /// ```
    #[must_use]
    pub fn page(mut self, title: impl Into<String>) -> Self {
        self.page = Some(Page {
            title: title.into(),
            open: false,
        });
        self
    }

    /// Writes a link around what readers see of it, which `source` tells if it is shown as
    /// written.
    pub(super) fn write_link(
        &mut self,
        link: &Link<'_>,
        source: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let href = link.href();
        let anchor = if is_program(&href) {
            None
        } else {
            match &mut self.decide {
                None => Some(Cow::Borrowed(&self.anchor)),
                Some(decide) => decide(link, self.anchor.clone()).map(Cow::Owned),
            }
        };
        let Some(anchor) = anchor else {
            return source(out);
        };
        let shown = anchor.shown(link);
        let isolated = match self.isolation {
            Isolation::RightToLeft => has_right_to_left(&shown),
            Isolation::None => false,
        };
        if isolated {
            out.write_str("<bdi>")?;
        }
        anchor.write_start(link, &href, out)?;
        if anchor.shows_source() {
            source(out)?;
        } else {
            escape::html(&shown, out)?;
        }
        out.write_str("</a>")?;
        if isolated {
            out.write_str("</bdi>")?;
        }
        Ok(())
    }

    fn open_page(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Some(page) = self.page.as_mut().filter(|page| !page.open) else {
            return Ok(());
        };
        page.open = true;
        out.write_str("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")?;
        out.write_str(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
        )?;
        escape::html(&page.title, out)?;
        out.write_str("</title>\n</head>\n<body dir=\"auto\">\n")
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
        self.write_link(link, |out| escape::html(link.as_str(), out), out)
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.open_page(out)?;
        self.lines.finish(out)?;
        match &mut self.page {
            None => Ok(()),
            Some(page) => {
                page.open = false;
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

/// Whether a text has characters that are written from right to left, or set a direction.
fn has_right_to_left(text: &str) -> bool {
    use BidiClass::{AL, AN, FSI, LRE, LRI, LRO, PDF, PDI, R, RLE, RLI, RLO};
    let is_one = |c| {
        matches!(bidi_class(c), R | AL | AN)
            || matches!(
                bidi_class(c),
                FSI | LRE | LRI | LRO | PDF | PDI | RLE | RLI | RLO
            )
    };
    // U+0590 is the first that may be; most links are all ASCII.
    text.chars().any(|c| c >= '\u{590}' && is_one(c))
}
