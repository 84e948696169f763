//! Settings for reading an HTML document.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString as _;

use lol_html::Selector;

use super::error::{HtmlError, Kind};
use crate::render::skipped_elements::SKIPPED_ELEMENTS;

/// Settings for reading an HTML document: which elements are skipped, and how much memory is used.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, HtmlRewriter, HtmlSettings, Rel};
///
/// let settings = HtmlSettings::new().skip("blockquote, .as-is")?;
/// let html = Html::new().anchor(Anchor::new().rel(Rel::NONE));
/// let finder = Finder::new();
/// let mut out = Vec::new();
/// let mut rewriter =
///     HtmlRewriter::with_settings(&finder, html, settings, |bytes| out.extend_from_slice(bytes));
/// rewriter.write("<p>a.com<p class=as-is>b.com")?;
/// rewriter.end()?;
/// assert_eq!(out, b"<p><a href=\"https://a.com\">a.com</a><p class=as-is>b.com");
/// # Ok::<(), linkspan::render::HtmlError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HtmlSettings {
    pub(super) skip: Option<Selector>,
    pub(super) memory_limit: usize,
}

impl HtmlSettings {
    /// The elements whose text is skipped by default, as a list of CSS selectors.
    ///
    /// They are links and form controls, code, elements whose content is not displayed as text, and
    /// elements in which HTML does not allow links.
    ///
    /// Independently of this setting, text in `<title>`, `<textarea>`, `<script>`, `<style>`,
    /// `<noscript>`, `<iframe>`, `<xmp>` and `<plaintext>`, and in CDATA sections, is always skipped,
    /// because browsers do not parse tags there.
    ///
    /// ```
    /// use linkspan::render::HtmlSettings;
    ///
    /// assert!(HtmlSettings::SKIPPED.split(", ").any(|element| element == "code"));
    /// ```
    pub const SKIPPED: &'static str = SKIPPED_ELEMENTS;

    /// The default of [`memory_limit`](Self::memory_limit): 64 MiB.
    pub const DEFAULT_MEMORY_LIMIT: usize = 64 * 1024 * 1024;

    /// Creates the default settings.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{HtmlRewriter, HtmlSettings};
    ///
    /// let finder = Finder::new();
    /// let mut links = 0;
    /// let mut lister = HtmlRewriter::list_links(&finder, HtmlSettings::new(), |_, _| links += 1);
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

    /// Sets the elements whose text is skipped, as a list of CSS selectors. It replaces the default,
    /// [`SKIPPED`](Self::SKIPPED).
    ///
    /// An empty list skips no elements. Text in an `<a>` element is always skipped, because HTML does not
    /// allow nested links.
    ///
    /// # Errors
    ///
    /// Returns an error if the list cannot be parsed, or contains a selector that needs more than the
    /// document up to the element, such as `:last-child`.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan::render::HtmlSettings;
    ///
    /// assert!(HtmlSettings::new().skip("nav, .as-is, [hidden]").is_ok());
    /// assert!(HtmlSettings::new().skip("p:last-child").is_err());
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

    /// Sets how many bytes of memory the parser may use.
    ///
    /// The parser holds each tag and each comment as a whole, and the stack of open elements. The default
    /// is [`DEFAULT_MEMORY_LIMIT`](Self::DEFAULT_MEMORY_LIMIT).
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, HtmlRewriter, HtmlSettings};
    ///
    /// let finder = Finder::new();
    /// let settings = HtmlSettings::new().memory_limit(10_000);
    /// let mut rewriter = HtmlRewriter::with_settings(&finder, Html::new(), settings, |_| {});
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

impl Default for HtmlSettings {
    fn default() -> Self {
        Self::new()
    }
}
