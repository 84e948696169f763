//! URLs without `//`, such as `tel:+1-201-555-0123`: only those whose scheme was asked for.

use super::ending::Ending;
use super::links::{Links, Outcome};
use super::rejection::Rejection;
use crate::control;
use crate::link::{Front, Link};
use crate::property::{HostClass, host_class};
use crate::scheme::Form;
use crate::uts58::opaque_part_ends;

impl<'t> Links<'_, 't> {
    /// The outcome of a colon that no `//` follows: a URL, if one of the linked schemes precedes it and the form of
    /// that scheme follows.
    pub(super) fn opaque_url(&self, colon: usize) -> Outcome<'t> {
        let body = colon + 1;
        let Some((start, form)) = self.opaque_scheme(colon) else {
            return Outcome::Nothing(body);
        };
        let Some(min_len) = form.min_len(self.after(body)) else {
            return Outcome::Continue(body, Rejection::InvalidContent);
        };
        let mut ending = Ending::new(self.options, self.text, start, body).with_form(form);
        let parts = opaque_part_ends(self.text, body, &mut ending);
        let parts = self.delimited_or_trimmed(self.text, parts, body, &ending);
        if parts.end < body + min_len {
            return Outcome::Continue(body, Rejection::InvalidContent);
        }
        let front = Front {
            start,
            scheme_end: Some(colon),
            host_start: body,
            host_end: body,
            port_end: body,
        };
        let implied_scheme = self.options.implied_scheme;
        Outcome::Link(Link::url(self.text, front, parts, implied_scheme))
    }

    /// The start of the scheme before a colon, and its form.
    fn opaque_scheme(&self, colon: usize) -> Option<(usize, Form)> {
        let start = self.scheme_start(colon)?;
        let scheme = self.slice(start, colon);
        let form = Form::of_scheme(scheme).filter(|_| self.is_known_scheme(scheme))?;
        let after_sequence = control::sequence_end_before(self.text, self.floor, start..colon);
        let before = self.slice(after_sequence.unwrap_or(0), start);
        (!before.ends_with(continues_word)).then_some((start, form))
    }
}

/// Whether a character directly before a scheme shows that it is the end of a longer word, name or path.
fn continues_word(before: char) -> bool {
    let is_latin = |c| host_class(c) == HostClass::Latin;
    matches!(before, '_' | ':' | '/' | '\\' | '@') || (!before.is_ascii() && is_latin(before))
}
