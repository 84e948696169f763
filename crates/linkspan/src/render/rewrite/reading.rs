//! How a document is read.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString as _;

use lol_html::Selector;

use super::error::{HtmlError, Kind};

/// How a document of HTML is read.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, HtmlReading, HtmlRewriter, Rel};
///
/// let reading = HtmlReading::new().skip("blockquote, .as-is")?;
/// let html = Html::new().anchor(Anchor::new().rel(Rel::NONE));
/// let finder = Finder::new();
/// let mut out = Vec::new();
/// let mut rewriter =
///     HtmlRewriter::with_reading(reading, &finder, html, |bytes| out.extend_from_slice(bytes));
/// rewriter.write("<p>a.com<p class=as-is>b.com")?;
/// rewriter.end()?;
/// assert_eq!(out, b"<p><a href=\"https://a.com\">a.com</a><p class=as-is>b.com");
/// # Ok::<(), linkspan::render::HtmlError>(())
/// ```
#[derive(Debug)]
pub struct HtmlReading {
    pub(super) skip: Option<Selector>,
    pub(super) memory_limit: usize,
}

impl HtmlReading {
    /// The elements whose text is left alone: links and other things to press, code, what is no
    /// text for readers, and where HTML has no links.
    ///
    /// Text in `<title>`, `<textarea>`, `<script>`, `<style>`, `<noscript>`, `<iframe>`, `<xmp>`
    /// and `<plaintext>`, and in CDATA sections, is always left alone, since an element in it would
    /// be none.
    pub const SKIPPED: &'static str =
        "a, button, code, math, pre, script, select, style, svg, textarea";

    /// How many bytes a tag or comment may have, and the nesting of elements may take.
    pub const DEFAULT_MEMORY_LIMIT: usize = 64 * 1024 * 1024;

    /// The defaults.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{HtmlReading, HtmlRewriter};
    ///
    /// let finder = Finder::new();
    /// let mut links = 0;
    /// let mut lister = HtmlRewriter::listing(HtmlReading::new(), &finder, |_, _| links += 1);
    /// lister.write("a.com <pre>b.com</pre>")?;
    /// lister.end()?;
    /// assert_eq!(links, 1);
    /// # Ok::<(), linkspan::render::HtmlError>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            skip: Self::SKIPPED.parse().ok(),
            memory_limit: Self::DEFAULT_MEMORY_LIMIT,
        }
    }

    /// Sets the elements whose text is left alone, instead of [`SKIPPED`](Self::SKIPPED), by a list
    /// of CSS selectors. An empty one is for none at all.
    ///
    /// Text in an `<a>` is left alone in any case: there are no links in links.
    ///
    /// # Errors
    ///
    /// If they are no selectors, or of a kind that cannot be matched in a stream.
    ///
    /// ```
    /// use linkspan::render::HtmlReading;
    ///
    /// assert!(HtmlReading::new().skip("nav, .as-is, [hidden]").is_ok());
    /// assert!(HtmlReading::new().skip("p:last-child").is_err());
    /// ```
    pub fn skip(mut self, selectors: &str) -> Result<Self, HtmlError> {
        let selectors = match selectors.trim() {
            "" => Cow::Borrowed("a"),
            given => Cow::Owned(format!("a, {given}")),
        };
        match selectors.parse() {
            Ok(parsed) => self.skip = Some(parsed),
            Err(error) => return Err(HtmlError::new(Kind::Selector(error.to_string()))),
        }
        Ok(self)
    }

    /// Sets how much memory the parser may use, in bytes. It uses little, but has to hold each tag
    /// as a whole.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, HtmlReading, HtmlRewriter};
    ///
    /// let finder = Finder::new();
    /// let reading = HtmlReading::new().memory_limit(10_000);
    /// let mut rewriter = HtmlRewriter::with_reading(reading, &finder, Html::new(), |_| {});
    /// rewriter.write("<p title=\"")?;
    /// assert!(rewriter.write(&"x".repeat(20_000)).is_err());
    /// # Ok::<(), linkspan::render::HtmlError>(())
    /// ```
    #[must_use]
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.memory_limit = bytes;
        self
    }
}

impl Default for HtmlReading {
    fn default() -> Self {
        Self::new()
    }
}
