//! The schemes that are linked.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::scheme::{BeforeColon, Form, ShortScheme};

/// The schemes that are linked.
#[derive(Clone, Debug)]
pub(crate) struct Schemes {
    /// In lower case.
    names: Cow<'static, [Cow<'static, str>]>,
    /// Those that the fast path compares. Others are found on the slow path.
    short: Cow<'static, [ShortScheme]>,
    /// Whether one of them has URLs without `//`.
    has_opaque: bool,
}

/// The most frequent of the default schemes, in a form that is compared fast.
const DEFAULT_SHORT: &[ShortScheme] = {
    match (ShortScheme::new("https"), ShortScheme::new("http")) {
        (Some(https), Some(http)) => &[https, http],
        _ => &[],
    }
};

impl Schemes {
    /// The schemes that are linked by default, the most frequent ones first.
    pub(crate) const DEFAULT: Self = Self {
        names: Cow::Borrowed(&[
            Cow::Borrowed("https"),
            Cow::Borrowed("http"),
            Cow::Borrowed("ftp"),
            Cow::Borrowed("ws"),
            Cow::Borrowed("wss"),
        ]),
        short: Cow::Borrowed(DEFAULT_SHORT),
        has_opaque: false,
    };

    /// The schemes with these names, in any case.
    pub(crate) fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        let names = names.into_iter().map(|name| {
            let mut name = name.into();
            name.make_ascii_lowercase();
            Cow::Owned(name)
        });
        let names: Vec<Cow<'_, str>> = names.collect();
        Self {
            short: { names.iter() }
                .filter_map(|name| ShortScheme::new(name))
                .collect(),
            has_opaque: names.iter().any(|name| Form::of_scheme(name).is_some()),
            names: Cow::Owned(names),
        }
    }

    /// The names in lower case.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// Whether one of the schemes has URLs without `//`.
    #[inline]
    pub(crate) fn has_opaque(&self) -> bool {
        self.has_opaque
    }

    /// Whether a scheme, in any case, is one of these.
    pub(super) fn contains(&self, scheme: &str) -> bool {
        self.names().any(|name| scheme.eq_ignore_ascii_case(name))
    }

    /// The fast path: the length of the scheme before a colon, if it is one of these and short. `None` if the slow path
    /// must decide.
    #[inline(always)]
    pub(super) fn len_before(&self, text: &[u8], floor: usize, colon: usize) -> Option<usize> {
        let before = BeforeColon::new(text, floor, colon)?;
        let mut schemes = self.short.iter();
        let scheme = schemes.find(|scheme| scheme.ends(before))?;
        Some(scheme.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_schemes_are_those_with_their_names() {
        let (default, new) = (Schemes::DEFAULT, Schemes::new(Schemes::DEFAULT.names()));
        assert!(default.names().eq(new.names()));
        assert!(!default.has_opaque() && !new.has_opaque());
        assert!(Schemes::new(["https", "TEL"]).has_opaque());
        for name in default.names() {
            let text = alloc::format!("see {name}");
            let len = |schemes: &Schemes| schemes.len_before(text.as_bytes(), 0, text.len());
            let upper = text.to_ascii_uppercase();
            let upper_len = new.len_before(upper.as_bytes(), 0, upper.len());
            assert_eq!(upper_len, Some(name.len()));
            let is_frequent = name.starts_with("http");
            assert_eq!(len(&default), is_frequent.then_some(name.len()));
            assert_eq!(len(&new), Some(name.len()));
        }
    }
}
