//! The attributes of a link in HTML, as types that no text can break out of.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::BitOr;

use super::escape;
use super::show::Show;
use crate::scan::Link;

/// How a link is written in HTML: its attributes, and what readers see of it.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, Rel, Show, Target, Title, to_string};
///
/// let anchor = Anchor::new()
///     .rel(Rel::NOFOLLOW | Rel::NOREFERRER)
///     .target(Target::Blank)
///     .class("auto")
///     .title(Title::Readable)
///     .show(Show::Short(8));
/// assert_eq!(
///     to_string(&Finder::new(), "example.com/%C3%A4", Html::new().anchor(anchor)),
///     "<a href=\"https://example.com/%C3%A4\" rel=\"nofollow noreferrer\" target=\"_blank\" \
///      class=\"auto\" title=\"example.com/ä\">example…</a>"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Anchor {
    rel: Rel,
    target: Target,
    class: String,
    title: Title,
    attributes: Vec<(AttributeName, String)>,
    show: Show,
}

impl Anchor {
    /// The defaults: `rel="nofollow noopener ugc"`, and the link as it is written.
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

    /// Sets what the page has to do with where the link leads.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, to_string};
    ///
    /// let html = Html::new().anchor(Anchor::new().rel(Rel::UGC));
    /// assert_eq!(
    ///     to_string(&Finder::new(), "a.com", html),
    ///     "<a href=\"https://a.com\" rel=\"ugc\">a.com</a>"
    /// );
    /// ```
    #[must_use]
    pub fn rel(mut self, rel: Rel) -> Self {
        self.rel = rel;
        self
    }

    /// Sets where the link opens.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, Target, to_string};
    ///
    /// let anchor = Anchor::new().rel(Rel::NONE).target(Target::Top);
    /// let html = to_string(&Finder::new(), "a.com/%41", Html::new().anchor(anchor));
    /// assert_eq!(html, "<a href=\"https://a.com/%41\" target=\"_top\">a.com/%41</a>");
    /// ```
    #[must_use]
    pub fn target(mut self, target: Target) -> Self {
        self.target = target;
        self
    }

    /// Sets the class, or several with spaces between them. An empty one is not written.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, to_string};
    ///
    /// let anchor = Anchor::new().rel(Rel::NONE).class("x");
    /// let html = to_string(&Finder::new(), "a.com/%41", Html::new().anchor(anchor));
    /// assert_eq!(html, "<a href=\"https://a.com/%41\" class=\"x\">a.com/%41</a>");
    /// ```
    #[must_use]
    pub fn class(mut self, class: impl Into<String>) -> Self {
        self.class = class.into();
        self
    }

    /// Sets what shows when the pointer rests on the link.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, Title, to_string};
    ///
    /// let anchor = Anchor::new().rel(Rel::NONE).title(Title::Readable);
    /// let html = to_string(&Finder::new(), "a.com/%41", Html::new().anchor(anchor));
    /// assert_eq!(html, "<a href=\"https://a.com/%41\" title=\"a.com/A\">a.com/%41</a>");
    /// ```
    #[must_use]
    pub fn title(mut self, title: Title) -> Self {
        self.title = title;
        self
    }

    /// Sets an attribute of another name. The last value of a name counts.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, AttributeName, Html, Rel, to_string};
    ///
    /// let name = AttributeName::new("data-from")?;
    /// let anchor = Anchor::new().rel(Rel::NONE).attribute(name, "\"chat\"");
    /// assert_eq!(
    ///     to_string(&Finder::new(), "a.com", Html::new().anchor(anchor)),
    ///     "<a href=\"https://a.com\" data-from=\"&quot;chat&quot;\">a.com</a>"
    /// );
    /// # Ok::<(), linkspan::render::BadAttributeName>(())
    /// ```
    #[must_use]
    pub fn attribute(mut self, name: AttributeName, value: impl Into<String>) -> Self {
        self.attributes.retain(|(other, _)| *other != name);
        self.attributes.push((name, value.into()));
        self
    }

    /// Sets what readers see of the link.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, Rel, Show, to_string};
    ///
    /// let anchor = Anchor::new().rel(Rel::NONE).show(Show::Readable);
    /// let html = to_string(&Finder::new(), "a.com/%41", Html::new().anchor(anchor));
    /// assert_eq!(html, "<a href=\"https://a.com/%41\">a.com/A</a>");
    /// ```
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// What readers see of the link.
    pub(super) fn shown<'t>(&self, link: &Link<'t>) -> Cow<'t, str> {
        self.show.of(link)
    }

    /// Whether readers see the link as it is written.
    pub(super) fn shows_source(&self) -> bool {
        self.show == Show::Written
    }

    /// Writes the start tag.
    pub(super) fn write_start(
        &self,
        link: &Link<'_>,
        href: &str,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_str("<a")?;
        write_attribute("href", href, out)?;
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
            write_attribute(&name.0, value, out)?;
        }
        out.write_char('>')
    }
}

fn write_attribute(name: &str, value: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    write!(out, " {name}=\"")?;
    escape::html(value, out)?;
    out.write_char('"')
}

/// The link types of `rel`, as a set.
///
/// ```
/// use linkspan::render::Rel;
///
/// assert_eq!(Rel::default().to_string(), "nofollow noopener ugc");
/// assert_eq!((Rel::SPONSORED | Rel::NOFOLLOW).to_string(), "nofollow sponsored");
/// assert_eq!(Rel::NONE.to_string(), "");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rel(u8);

impl Rel {
    /// None at all; then the attribute is not written.
    pub const NONE: Self = Self(0);
    /// The page does not vouch for where the link leads.
    pub const NOFOLLOW: Self = Self(1);
    /// Where the link leads gets no hold of the page that it was opened from.
    pub const NOOPENER: Self = Self(1 << 1);
    /// Where the link leads is not told where the reader comes from.
    pub const NOREFERRER: Self = Self(1 << 2);
    /// The link was written by users of the page.
    pub const UGC: Self = Self(1 << 3);
    /// The link was paid for.
    pub const SPONSORED: Self = Self(1 << 4);
    /// The link leads to another site.
    pub const EXTERNAL: Self = Self(1 << 5);

    const NAMES: [(Self, &'static str); 6] = [
        (Self::NOFOLLOW, "nofollow"),
        (Self::NOOPENER, "noopener"),
        (Self::NOREFERRER, "noreferrer"),
        (Self::UGC, "ugc"),
        (Self::SPONSORED, "sponsored"),
        (Self::EXTERNAL, "external"),
    ];

    /// The types of both sets; `|` where a constant is needed.
    ///
    /// ```
    /// use linkspan::render::Rel;
    ///
    /// const PAID: Rel = Rel::NOFOLLOW.and(Rel::SPONSORED);
    /// assert_eq!(PAID, Rel::NOFOLLOW | Rel::SPONSORED);
    /// ```
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Default for Rel {
    fn default() -> Self {
        Self::NOFOLLOW | Self::NOOPENER | Self::UGC
    }
}

impl BitOr for Rel {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.and(other)
    }
}

impl fmt::Display for Rel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMES.iter().filter(|(rel, _)| self.0 & rel.0 != 0);
        for (number, (_, name)) in names.enumerate() {
            if number > 0 {
                f.write_str(" ")?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}

/// Where a link opens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// Where the page is.
    #[default]
    Same,
    /// In a new tab or window.
    Blank,
    /// In the frame around the page.
    Parent,
    /// In the outermost frame.
    Top,
    /// In a tab, window or frame of this name.
    Named(String),
}

/// What shows when the pointer rests on a link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Title {
    /// Nothing.
    #[default]
    None,
    /// The [readable form](Link::display) of the link.
    Readable,
    /// This text.
    Text(String),
}

/// The name of an attribute that any text may be the value of.
///
/// These are the names that start with `data-` or `aria-`, and a few others. Names whose value is
/// a program, a style or an address are none of them.
///
/// ```
/// use linkspan::render::AttributeName;
///
/// assert!(AttributeName::new("data-id").is_ok());
/// assert!(AttributeName::new("hreflang").is_ok());
/// let error = AttributeName::new("onclick").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected an attribute that starts with 'data-' or 'aria-', or one of dir, download, \
///      hreflang, id, lang, referrerpolicy, role, tabindex, translate, type; found 'onclick'"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttributeName(Cow<'static, str>);

/// The names of [`AttributeName`] that stand for themselves.
const NAMES: [&str; 10] = [
    "dir",
    "download",
    "hreflang",
    "id",
    "lang",
    "referrerpolicy",
    "role",
    "tabindex",
    "translate",
    "type",
];

impl AttributeName {
    /// Checks a name, which is in lower-case letters, digits and hyphens.
    ///
    /// # Errors
    ///
    /// If the name is no such name.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Result<Self, BadAttributeName> {
        let name = name.into();
        let own = name
            .strip_prefix("data-")
            .or_else(|| name.strip_prefix("aria-"));
        let is_plain = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-');
        match own {
            Some(own) if !own.is_empty() && own.chars().all(is_plain) => Ok(Self(name)),
            None if NAMES.contains(&&*name) => Ok(Self(name)),
            _ => Err(BadAttributeName {
                found: name.into_owned(),
            }),
        }
    }
}

/// Why a name cannot be the name of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadAttributeName {
    found: String,
}

impl fmt::Display for BadAttributeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (names, found) = (NAMES.join(", "), &self.found);
        write!(
            f,
            "expected an attribute that starts with 'data-' or 'aria-', or one of {names}; \
             found '{found}'"
        )
    }
}

impl Error for BadAttributeName {}
