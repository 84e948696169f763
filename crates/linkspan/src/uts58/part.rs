//! The parts of a URL after host and port, and the syntax that separates them (§3.5, Table 3-1).

/// What a fragment directive starts with.
pub(crate) const DIRECTIVE: &str = ":~:";

/// A part of a URL after its host and port.
///
/// ```
/// use linkspan::uts58::{Part, Steps};
///
/// let parts: Vec<_> = Steps::new("example.com/a?b", 11).filter_map(|step| step.part).collect();
/// assert_eq!(parts, [Part::Path, Part::Path, Part::Query, Part::Query]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// After a `/`.
    Path,
    /// After a `?`.
    Query,
    /// After a `#`.
    Fragment,
    /// After a `:~:` in the fragment.
    Directive,
}

impl Part {
    /// The part that `rest` starts with, and the length of its initiator. `current` is the part before it, or
    /// `None` after the host. The result is `None` if no part can start there.
    ///
    /// In the standard's table every terminator of a part is the initiator of another part, so one
    /// function covers both.
    pub(crate) fn starting(current: Option<Self>, rest: &str) -> Option<(Self, usize)> {
        let next = match (current, rest.as_bytes().first()?) {
            (None, b'/') => Self::Path,
            (None | Some(Self::Path), b'?') => Self::Query,
            (None | Some(Self::Path | Self::Query), b'#') => Self::Fragment,
            (Some(Self::Fragment), b':') if rest.starts_with(DIRECTIVE) => {
                return Some((Self::Directive, DIRECTIVE.len()));
            }
            _ => return None,
        };
        Some((next, 1))
    }

    /// The length of the syntax at the start of `rest` that clears the stack of open brackets in this
    /// part.
    pub(crate) fn clearing(self, rest: &str) -> Option<usize> {
        match (self, rest.as_bytes().first()?) {
            (Self::Path, b'/') | (Self::Query, b'=' | b'&') | (Self::Directive, b'&' | b',') => {
                Some(1)
            }
            (Self::Directive, b':') if rest.starts_with(DIRECTIVE) => Some(DIRECTIVE.len()),
            _ => None,
        }
    }

    /// Whether a character written literally in this part would be read as syntax.
    pub(crate) fn is_syntax(self, c: char) -> bool {
        match self {
            Self::Path => matches!(c, '/' | '?' | '#'),
            Self::Query => matches!(c, '+' | '#' | '=' | '&'),
            Self::Fragment => false,
            Self::Directive => matches!(c, '&' | ','),
        }
    }

    /// Whether `:~:` is syntax in this part.
    pub(crate) fn has_directives(self) -> bool {
        matches!(self, Self::Fragment | Self::Directive)
    }
}
