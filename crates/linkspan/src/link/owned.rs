//! Links that own their text.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use super::{Link, LinkKind};
use crate::options::ImpliedScheme;
use crate::url::Spans;

/// A link with its own copy of its text, independent of the text in which it was found.
///
/// [`as_link`](Self::as_link) gives access to everything a [`Link`] offers. With the feature `serde` it is
/// serialised as a map of `start`, `end`, `kind`, `text` and `href`.
///
/// ```
/// use linkspan::find::OwnedLink;
///
/// let links: Vec<OwnedLink> = {
///     let text = String::from("see 例え.jp/と, ann@example.com");
///     linkspan::links(&text).map(linkspan::Link::into_owned).collect()
/// };
/// assert_eq!(links[0].range(), 4..17);
/// assert_eq!(links[0].as_link().href(), "https://xn--r8jz45g.jp/%E3%81%A8");
/// assert_eq!(links[1].as_link().local_part(), Some("ann"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct OwnedLink {
    text: String,
    start: usize,
    spans: Spans,
    kind: LinkKind,
    implied_scheme: ImpliedScheme,
}

impl OwnedLink {
    pub(super) fn new(link: &Link<'_>) -> Self {
        Self {
            text: link.as_str().into(),
            start: link.start,
            spans: link.spans,
            kind: link.kind,
            implied_scheme: link.implied_scheme,
        }
    }

    /// The same link in a longer text that contains the current text at `offset`.
    pub(crate) fn moved(self, offset: usize) -> Self {
        Self {
            start: self.start + offset,
            ..self
        }
    }

    /// The link as written.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap().into_owned();
    /// assert_eq!(link.as_str(), "example.com");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The kind of the link.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap().into_owned();
    /// assert_eq!(link.kind(), linkspan::LinkKind::Url);
    /// ```
    #[must_use]
    pub fn kind(&self) -> LinkKind {
        self.kind
    }

    /// The start of the link in the text in which it was found.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap().into_owned();
    /// assert_eq!(link.start(), 4);
    /// ```
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The end of the link in the text in which it was found.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap().into_owned();
    /// assert_eq!(link.end(), 15);
    /// ```
    #[must_use]
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The range of the link in the text in which it was found.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap().into_owned();
    /// assert_eq!(link.range(), 4..15);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end()
    }

    /// The target of the link: see [`Link::href`].
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap().into_owned();
    /// assert_eq!(link.href(), "https://example.com");
    /// ```
    #[must_use]
    pub fn href(&self) -> Cow<'_, str> {
        self.as_link().href()
    }

    /// The form of the link for people: see [`Link::display`].
    ///
    /// ```
    /// let link = linkspan::Link::parse("xn--bcher-kva.de")?.into_owned();
    /// assert_eq!(link.display(), "bücher.de");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn display(&self) -> Cow<'_, str> {
        self.as_link().display()
    }

    /// The link as a view of its own text, with all parts. Its offsets count from the start of the link, not
    /// from the start of the text in which it was found.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap().into_owned();
    /// assert_eq!((link.as_link().host(), link.as_link().range()), ("example.com", 0..11));
    /// ```
    #[must_use]
    pub fn as_link(&self) -> Link<'_> {
        Link::new(&self.text, 0, self.kind, self.spans, self.implied_scheme)
    }
}

impl AsRef<str> for OwnedLink {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl From<Link<'_>> for OwnedLink {
    fn from(link: Link<'_>) -> Self {
        link.into_owned()
    }
}

impl fmt::Display for OwnedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for OwnedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedLink")
            .field("text", &self.text)
            .field("range", &self.range())
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "serde")]
mod serialization {
    use serde::{Deserialize, Serialize};

    use super::{ImpliedScheme, Link, LinkKind, OwnedLink, String};
    use crate::url::Spans;

    /// The serialised form.
    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Link")]
    struct Fields<S> {
        start: usize,
        end: usize,
        kind: LinkKind,
        text: S,
        href: S,
    }

    impl Serialize for Link<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let fields = Fields {
                start: self.start(),
                end: self.end(),
                kind: self.kind(),
                text: self.as_str(),
                href: &*self.href(),
            };
            fields.serialize(serializer)
        }
    }

    impl Serialize for OwnedLink {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let fields = Fields {
                start: self.start,
                end: self.range().end,
                kind: self.kind,
                text: self.as_str(),
                href: &*self.href(),
            };
            fields.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for OwnedLink {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let fields = Fields::<String>::deserialize(deserializer)?;
            OwnedLink::from_fields(fields).map_err(serde::de::Error::custom)
        }
    }

    impl OwnedLink {
        /// Computes the spans from the text and checks that they agree with the other fields.
        fn from_fields(fields: Fields<String>) -> Result<Self, &'static str> {
            let spans = match fields.kind {
                LinkKind::Url => Some(Spans::split(&fields.text)),
                LinkKind::Email => Spans::split_email(&fields.text),
            };
            let implied_scheme = if fields.href.starts_with(ImpliedScheme::Http.prefix()) {
                ImpliedScheme::Http
            } else {
                ImpliedScheme::Https
            };
            let link = OwnedLink {
                start: fields.start,
                spans: spans.ok_or("expected the text of a link")?,
                kind: fields.kind,
                implied_scheme,
                text: fields.text,
            };
            let is_consistent = fields.start.checked_add(link.text.len()) == Some(fields.end)
                && link.href() == fields.href;
            is_consistent
                .then_some(link)
                .ok_or("expected start, end, text and href of the same link")
        }
    }
}
