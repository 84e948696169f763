//! Types for the attributes of a link in HTML.
//!
//! Attributes are types rather than strings, so that no combination of settings produces an attribute
//! that runs a script. Values are escaped where they are written.

use alloc::borrow::Cow;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::ops::BitOr;

/// The link types of a `rel` attribute, as a set.
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
    /// The empty set. It omits the attribute.
    pub const NONE: Self = Self(0);
    /// The page does not endorse the target of the link.
    pub const NOFOLLOW: Self = Self(1);
    /// The opened page has no access to the page that contains the link (`window.opener`).
    pub const NOOPENER: Self = Self(1 << 1);
    /// The browser sends no `Referer` header.
    pub const NOREFERRER: Self = Self(1 << 2);
    /// The link is user-generated content.
    pub const UGC: Self = Self(1 << 3);
    /// The link is an advertisement or was paid for.
    pub const SPONSORED: Self = Self(1 << 4);
    /// The link leads to another site.
    pub const EXTERNAL: Self = Self(1 << 5);

    /// The link types by default.
    pub(super) const DEFAULT: Self = Self::NOFOLLOW.union(Self::NOOPENER).union(Self::UGC);

    const NAMES: [(Self, &'static str); 6] = [
        (Self::NOFOLLOW, "nofollow"),
        (Self::NOOPENER, "noopener"),
        (Self::NOREFERRER, "noreferrer"),
        (Self::UGC, "ugc"),
        (Self::SPONSORED, "sponsored"),
        (Self::EXTERNAL, "external"),
    ];

    /// Returns the link types that are in either set. The operator `|` does the same, but not in `const`
    /// contexts.
    ///
    /// ```
    /// use linkspan::render::Rel;
    ///
    /// const PAID: Rel = Rel::NOFOLLOW.union(Rel::SPONSORED);
    /// assert_eq!(PAID, Rel::NOFOLLOW | Rel::SPONSORED);
    /// ```
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Default for Rel {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl BitOr for Rel {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
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
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, Rel, Target, render};
///
/// let anchor = Anchor::new().rel(Rel::NONE).target(Target::Named("help".into()));
/// let html = render(&Finder::new(), "a.com", Html::new().anchor(anchor));
/// assert_eq!(html, "<a href=\"https://a.com\" target=\"help\">a.com</a>");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// In the tab or frame of the page. The attribute is omitted.
    #[default]
    Same,
    /// In a new tab or window (`_blank`).
    Blank,
    /// In the parent frame (`_parent`).
    Parent,
    /// In the outermost frame (`_top`).
    Top,
    /// In a tab, window or frame with this name.
    Named(String),
}

/// The `title` attribute of a link, which browsers display as a tooltip.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, Rel, Title, render};
///
/// let anchor = Anchor::new().rel(Rel::NONE).title(Title::Text("opens <here>".into()));
/// let html = render(&Finder::new(), "a.com", Html::new().anchor(anchor));
/// assert_eq!(html, "<a href=\"https://a.com\" title=\"opens &lt;here&gt;\">a.com</a>");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Title {
    /// No attribute.
    #[default]
    None,
    /// The [readable form](crate::Link::display) of the link.
    Readable,
    /// This text.
    Text(String),
}

/// The name of an attribute for which every value is safe.
///
/// Accepted are names that start with `data-` or `aria-`, and a fixed list of others. Attributes whose
/// value is a script, a style or a URL are not accepted.
///
/// ```
/// use linkspan::render::AttributeName;
///
/// assert!(AttributeName::new("data-id").is_ok());
/// assert!(AttributeName::new("hreflang").is_ok());
/// assert!(AttributeName::new("onclick").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttributeName(Cow<'static, str>);

/// The names that are accepted without a `data-` or `aria-` prefix.
const UNPREFIXED_NAMES: [&str; 10] = [
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
    /// Checks a name. It may contain lower-case ASCII letters, digits and hyphens.
    ///
    /// # Errors
    ///
    /// Returns an error if the name contains other characters or is not one of the accepted names.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan::render::AttributeName;
    ///
    /// assert_eq!(AttributeName::new("aria-label")?.as_str(), "aria-label");
    /// assert!(AttributeName::new("data-x y").is_err());
    /// # Ok::<(), linkspan::render::AttributeNameError>(())
    /// ```
    pub fn new(name: impl Into<Cow<'static, str>>) -> Result<Self, AttributeNameError> {
        let name = name.into();
        let suffix = name
            .strip_prefix("data-")
            .or_else(|| name.strip_prefix("aria-"));
        let is_name_char = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-');
        match suffix {
            Some(suffix) if !suffix.is_empty() && suffix.chars().all(is_name_char) => {
                Ok(Self(name))
            }
            None if UNPREFIXED_NAMES.contains(&&*name) => Ok(Self(name)),
            _ => Err(AttributeNameError {
                found: name.into_owned(),
            }),
        }
    }

    /// Returns the name.
    ///
    /// ```
    /// use linkspan::render::AttributeName;
    ///
    /// assert_eq!(AttributeName::new("lang")?.as_str(), "lang");
    /// # Ok::<(), linkspan::render::AttributeNameError>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The error of [`AttributeName::new`]: the name is not accepted.
///
/// ```
/// use linkspan::render::AttributeName;
///
/// let error = AttributeName::new("onclick").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected an attribute that starts with 'data-' or 'aria-', or one of dir, download, \
///      hreflang, id, lang, referrerpolicy, role, tabindex, translate, type; found 'onclick'"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttributeNameError {
    found: String,
}

impl fmt::Display for AttributeNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (names, found) = (UNPREFIXED_NAMES.join(", "), &self.found);
        write!(
            f,
            "expected an attribute that starts with 'data-' or 'aria-', or one of {names}; \
             found '{found}'"
        )
    }
}

impl Error for AttributeNameError {}
