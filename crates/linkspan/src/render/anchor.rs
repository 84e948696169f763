//! The `<a>` element of a link: its attributes and its text.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::attribute::{AttributeName, Rel, Target, Title};
use super::escape;
use super::link_text::Show;
use crate::link::Link;

/// What follows the URL of a link with the default attributes, up to its text.
pub(super) const DEFAULT_ATTRIBUTES: &str = "\" rel=\"nofollow noopener ugc\">";

/// The attributes of the `<a>` element of a link, and the text that it displays.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, Rel, Show, Target, Title, render};
///
/// let anchor = Anchor::new()
///     .rel(Rel::NOFOLLOW | Rel::NOREFERRER)
///     .target(Target::Blank)
///     .class("auto")
///     .title(Title::Readable)
///     .show(Show::Short(12));
/// assert_eq!(
///     render(&Finder::new(), "example.com/%C3%A4", Html::new().anchor(anchor)),
///     "<a href=\"https://example.com/%C3%A4\" rel=\"nofollow noreferrer\" target=\"_blank\" \
///      class=\"auto\" title=\"example.com/ä\">example.com…</a>"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Anchor {
    rel: Rel,
    target: Target,
    class: String,
    title: Title,
    attributes: Vec<(AttributeName, String)>,
    show: Show,
}

impl Anchor {
    /// Creates an anchor with `rel="nofollow noopener ugc"` that displays the link as written.
    ///
    /// ```
    /// use linkspan::render::{Anchor, Rel};
    ///
    /// assert_eq!(Anchor::new(), Anchor::new().rel(Rel::NOFOLLOW | Rel::NOOPENER | Rel::UGC));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the `rel` attribute.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, render};
    ///
    /// let html = Html::new().anchor(Anchor::new().rel(Rel::UGC));
    /// assert_eq!(
    ///     render(&Finder::new(), "a.com", html),
    ///     "<a href=\"https://a.com\" rel=\"ugc\">a.com</a>"
    /// );
    /// ```
    #[must_use]
    pub fn rel(mut self, rel: Rel) -> Self {
        self.rel = rel;
        self
    }

    /// Sets the `target` attribute: where the link opens.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, Target, render};
    ///
    /// let anchor = Anchor::new().rel(Rel::NONE).target(Target::Top);
    /// let html = render(&Finder::new(), "a.com/%41", Html::new().anchor(anchor));
    /// assert_eq!(html, "<a href=\"https://a.com/%41\" target=\"_top\">a.com/%41</a>");
    /// ```
    #[must_use]
    pub fn target(mut self, target: Target) -> Self {
        self.target = target;
        self
    }

    /// Sets the `class` attribute: one class, or several separated by spaces.
    ///
    /// An empty string omits the attribute.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, render};
    ///
    /// let anchor = Anchor::new().rel(Rel::NONE).class("x");
    /// let html = render(&Finder::new(), "a.com/%41", Html::new().anchor(anchor));
    /// assert_eq!(html, "<a href=\"https://a.com/%41\" class=\"x\">a.com/%41</a>");
    /// ```
    #[must_use]
    pub fn class(mut self, class: impl Into<String>) -> Self {
        self.class = class.into();
        self
    }

    /// Sets the `title` attribute, which browsers display as a tooltip.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, Title, render};
    ///
    /// let anchor = Anchor::new().rel(Rel::NONE).title(Title::Readable);
    /// let html = render(&Finder::new(), "a.com/%41", Html::new().anchor(anchor));
    /// assert_eq!(html, "<a href=\"https://a.com/%41\" title=\"a.com/A\">a.com/%41</a>");
    /// ```
    #[must_use]
    pub fn title(mut self, title: Title) -> Self {
        self.title = title;
        self
    }

    /// Sets another attribute. A second value for the same name replaces the first.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, AttributeName, Html, Rel, render};
    ///
    /// let name = AttributeName::new("data-from")?;
    /// let anchor = Anchor::new().rel(Rel::NONE).attribute(name, "\"chat\"");
    /// assert_eq!(
    ///     render(&Finder::new(), "a.com", Html::new().anchor(anchor)),
    ///     "<a href=\"https://a.com\" data-from=\"&quot;chat&quot;\">a.com</a>"
    /// );
    /// # Ok::<(), linkspan::render::AttributeNameError>(())
    /// ```
    #[must_use]
    pub fn attribute(mut self, name: AttributeName, value: impl Into<String>) -> Self {
        self.attributes.retain(|(other, _)| *other != name);
        self.attributes.push((name, value.into()));
        self
    }

    /// Sets the text that the link displays.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, Show, render};
    ///
    /// let anchor = Anchor::new().rel(Rel::NONE).show(Show::Readable);
    /// let html = render(&Finder::new(), "a.com/%41", Html::new().anchor(anchor));
    /// assert_eq!(html, "<a href=\"https://a.com/%41\">a.com/A</a>");
    /// ```
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// Returns the text that the link displays, not escaped.
    pub(super) fn link_text<'t>(&self, link: &Link<'t>) -> Cow<'t, str> {
        self.show.link_text(link)
    }

    /// Returns whether the link is displayed as written in the input.
    pub(super) fn shows_source(&self) -> bool {
        self.show == Show::Written
    }

    /// Whether the attributes are [`DEFAULT_ATTRIBUTES`].
    pub(super) fn has_default_attributes(&self) -> bool {
        self.rel == Rel::DEFAULT
            && self.target == Target::Same
            && self.class.is_empty()
            && self.title == Title::None
            && self.attributes.is_empty()
    }

    /// Writes the rest of the start tag after the URL, with the quotation mark that ends the URL.
    pub(super) fn write_attributes(
        &self,
        link: &Link<'_>,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        // Fewer writes for the most common settings.
        if self.has_default_attributes() {
            return out.write_str(DEFAULT_ATTRIBUTES);
        }
        out.write_str("\"")?;
        if self.rel != Rel::NONE {
            write!(out, " rel=\"{}\"", self.rel)?;
        }
        match &self.target {
            Target::Same => {}
            Target::Blank => out.write_str(" target=\"_blank\"")?,
            Target::Parent => out.write_str(" target=\"_parent\"")?,
            Target::Top => out.write_str(" target=\"_top\"")?,
            Target::Named(name) => write_attribute("target", name, out)?,
        }
        if !self.class.is_empty() {
            write_attribute("class", &self.class, out)?;
        }
        match &self.title {
            Title::None => {}
            Title::Readable => write_attribute("title", &link.display(), out)?,
            Title::Text(title) => write_attribute("title", title, out)?,
        }
        for (name, value) in &self.attributes {
            write_attribute(name.as_str(), value, out)?;
        }
        out.write_str(">")
    }
}

fn write_attribute(name: &str, value: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str(" ")?;
    out.write_str(name)?;
    out.write_str("=\"")?;
    escape::html(value, out)?;
    out.write_str("\"")
}
