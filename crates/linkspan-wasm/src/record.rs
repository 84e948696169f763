//! A link as numbers, which the loader reads in the same order: `js/src/core/link.js`.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use linkspan::{Link, LinkKind};

use crate::output::Output;
use crate::units::Units;

/// What the flags of a record mean.
mod flag {
    pub(super) const EMAIL: u32 = 1;
    pub(super) const OWN_DISPLAY: u32 = 1 << 4;
    pub(super) const SCHEME: u32 = 1 << 5;
    pub(super) const USER: u32 = 1 << 6;
    pub(super) const PORT: u32 = 1 << 7;
    pub(super) const QUERY: u32 = 1 << 8;
    pub(super) const FRAGMENT: u32 = 1 << 9;
    pub(super) const DIRECTIVE: u32 = 1 << 10;
}

/// How the target is made from the link as written: three bits of the flags.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HrefForm {
    Same = 0,
    AfterHttps = 1 << 1,
    AfterHttp = 2 << 1,
    AfterMailto = 3 << 1,
    Own = 4 << 1,
}

/// Appends a link to the output.
pub(crate) fn write(link: &Link<'_>, units: &mut Units<'_>, out: &mut Output) {
    let text = link.as_str();
    let href_start = out.text.len();
    let href_form = write_href(link, out);
    let display_start = out.text.len();
    let has_own_display = write_display(link, text, out);
    let text_end = out.text.len();

    let user = link.local_part_range().or_else(|| link.userinfo_range());
    let (port, query) = (link.port_range(), link.query_range());
    let (fragment, directive) = (link.fragment_range(), link.directive_range());
    let scheme = link.scheme_range();
    let mut flags = href_form as u32;
    let set = [
        (link.kind() == LinkKind::Email, flag::EMAIL),
        (has_own_display, flag::OWN_DISPLAY),
        (scheme.is_some(), flag::SCHEME),
        (user.is_some(), flag::USER),
        (port.is_some(), flag::PORT),
        (query.is_some(), flag::QUERY),
        (fragment.is_some(), flag::FRAGMENT),
        (directive.is_some(), flag::DIRECTIVE),
    ];
    for (is_set, flag) in set {
        flags |= if is_set { flag } else { 0 };
    }

    // The end comes second in the record, but is converted last: offsets ascend.
    let start = units.unit(link.start());
    let end_at = out.numbers.len() + 1;
    out.numbers.extend([start, 0, flags]);
    out.number(href_start);
    out.number(display_start - href_start);
    out.number(text_end - display_start);
    // An absent part is empty.
    let at = link.start()..link.start();
    let mut write_span = |range: Option<Range<usize>>| {
        let range = range.unwrap_or(at.clone());
        if range.is_empty() && range.start == at.start {
            out.numbers.extend([start, start]);
        } else {
            let start = units.unit(range.start);
            out.numbers.extend([start, units.unit(range.end)]);
        }
    };
    write_span(scheme);
    write_span(user);
    write_span(Some(link.host_range()));
    write_span(port);
    write_span(Some(link.path_range()));
    write_span(query);
    write_span(fragment);
    write_span(directive);
    let end = units.unit(link.end());
    if let Some(place) = out.numbers.get_mut(end_at) {
        *place = end;
    }
}

/// Writes the target, unless it follows from the link as written.
fn write_href(link: &Link<'_>, out: &mut Output) -> HrefForm {
    let start = out.text.len();
    let mut writer = HrefWriter {
        link: link.as_str(),
        out: &mut out.text,
        start,
        form: HrefForm::Own,
    };
    // Writing to a string does not fail.
    let _ = link.write_href(&mut writer);
    let form = writer.form;
    if form != HrefForm::Own {
        out.text.truncate(start);
    }
    form
}

/// Recognises a target that is the link as written, possibly after a known prefix.
struct HrefWriter<'o, 't> {
    link: &'t str,
    out: &'o mut String,
    start: usize,
    form: HrefForm,
}

impl fmt::Write for HrefWriter<'_, '_> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        let is_link =
            core::ptr::eq(written.as_ptr(), self.link.as_ptr()) && written.len() == self.link.len();
        let before = self.out.get(self.start..).unwrap_or_default();
        self.form = match before {
            _ if written.is_empty() => self.form,
            "" if is_link => HrefForm::Same,
            "https://" if is_link => HrefForm::AfterHttps,
            "http://" if is_link => HrefForm::AfterHttp,
            "mailto:" if is_link => HrefForm::AfterMailto,
            _ => HrefForm::Own,
        };
        self.out.push_str(written);
        Ok(())
    }
}

/// Writes the form for people, unless it is the link as written.
fn write_display(link: &Link<'_>, text: &str, out: &mut Output) -> bool {
    let display = link.display();
    let is_own = display.len() != text.len() || *display != *text;
    if is_own {
        out.text.push_str(&display);
    }
    is_own
}
