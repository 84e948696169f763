//! The forms of a link: where it leads, and how it is displayed.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use linkspan_vector::{AsciiSet as VectorSet, MAX_RUN_LEN};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{Link, LinkKind};
use crate::host::{self, HostContext, HostKind};
use crate::percent::infallible;
use crate::property::{HostClass, host_class};
use crate::suffix::SuffixList;
use crate::url::{self, CowWriter};

/// What is escaped in the local part of a `mailto:`: everything that RFC 6068 does not allow there.
const LOCAL_PART: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'*')
    .remove(b'+');

/// What the target of an email address leaves unchanged: what [`LOCAL_PART`] does, and the `@`.
const UNCHANGED_IN_ADDRESS: VectorSet =
    VectorSet::new(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_~!$'*+@");

/// Of these, what changes in a host, which is in lower case.
const CHANGED_IN_HOST: VectorSet = VectorSet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_~!$'*+@");

const AT: VectorSet = VectorSet::new(b"@");
const HYPHEN: VectorSet = VectorSet::new(b"-");

const MAILTO: &str = "mailto:";

impl<'t> Link<'t> {
    /// The target of the link in ASCII: with the written or implied scheme, the host in A-labels, and
    /// everything else escaped as in the URL standard.
    ///
    /// An ordinary ASCII URL with a scheme is borrowed. One without a scheme is copied once.
    ///
    /// ```
    /// let links: Vec<_> = linkspan::links("例え.jp/と and jörg@例え.jp").collect();
    /// assert_eq!(links[0].href(), "https://xn--r8jz45g.jp/%E3%81%A8");
    /// assert_eq!(links[1].href(), "mailto:j%C3%B6rg@xn--r8jz45g.jp");
    /// ```
    #[must_use]
    pub fn href(&self) -> Cow<'t, str> {
        let text = self.as_str();
        let prefix = self.href_prefix();
        if self.is_href(text) {
            return match prefix {
                "" => Cow::Borrowed(text),
                prefix => Cow::Owned([prefix, text].concat()),
            };
        }
        if prefix.is_empty() {
            let mut out = CowWriter::new(text);
            infallible(self.write_changed_href(text, &mut out));
            return out.finish();
        }
        let mut out = String::with_capacity(prefix.len() + text.len());
        out.push_str(prefix);
        infallible(self.write_changed_href(text, &mut out));
        Cow::Owned(out)
    }

    /// Writes the [`href`](Self::href) without allocating it.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// ```
    /// let link = linkspan::links("see 例え.jp").next().unwrap();
    /// let mut out = String::from("GET ");
    /// link.write_href(&mut out)?;
    /// assert_eq!(out, "GET https://xn--r8jz45g.jp");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn write_href<W: fmt::Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        let text = self.as_str();
        out.write_str(self.href_prefix())?;
        if self.is_href(text) {
            return out.write_str(text);
        }
        self.write_changed_href(text, &mut &mut *out)
    }

    /// The form of the link for people: the host in Unicode, and as few escapes as possible.
    ///
    /// An ordinary ASCII link is borrowed.
    ///
    /// ```
    /// let text = "https://xn--r8jz45g.jp/%E3%81%A8";
    /// let link = linkspan::links(text).next().unwrap();
    /// assert_eq!(link.display(), "https://例え.jp/と");
    /// ```
    #[must_use]
    pub fn display(&self) -> Cow<'t, str> {
        let text = self.as_str();
        if self.is_display(text) {
            return Cow::Borrowed(text);
        }
        let mut out = CowWriter::new(text);
        infallible(self.write_changed_display(text, &mut out));
        out.finish()
    }

    /// Writes the [`display`](Self::display) form without allocating it.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// ```
    /// let link = linkspan::links("https://xn--r8jz45g.jp").next().unwrap();
    /// let mut out = String::from("→ ");
    /// link.write_display(&mut out)?;
    /// assert_eq!(out, "→ https://例え.jp");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn write_display<W: fmt::Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        let text = self.as_str();
        if self.is_display(text) {
            return out.write_str(text);
        }
        self.write_changed_display(text, &mut &mut *out)
    }

    /// What the target starts with that is not written in the text.
    fn href_prefix(&self) -> &'static str {
        match (self.kind, self.spans.scheme()) {
            (_, Some(_)) => "",
            (LinkKind::Email, None) => MAILTO,
            (LinkKind::Url, None) => self.implied_scheme.prefix(),
        }
    }

    /// Whether the text is the target, apart from the prefix. `false` may be wrong, `true` is not.
    #[inline]
    fn is_href(&self, text: &str) -> bool {
        match self.kind {
            LinkKind::Url => url::is_ascii_form(text, &self.spans),
            LinkKind::Email => {
                let local = self.spans.local_part();
                let has_prefix = self.spans.scheme().is_none() || text.starts_with(MAILTO);
                has_prefix
                    && is_ascii_address(url::slice(text, local.start..text.len()), local.len())
            }
        }
    }

    fn write_changed_href<W: fmt::Write>(&self, text: &str, out: &mut W) -> fmt::Result {
        match self.kind {
            LinkKind::Email => {
                let local = url::slice(text, self.spans.local_part());
                let host = url::slice(text, self.spans.host());
                if self.spans.scheme().is_some() {
                    out.write_str(MAILTO)?;
                }
                write_encoded(local, LOCAL_PART, out)?;
                out.write_char('@')?;
                out.write_str(
                    &HostKind::Domain
                        .to_ascii(host)
                        .unwrap_or(Cow::Borrowed(host)),
                )
            }
            LinkKind::Url if self.spans.check(text).is_ok() => {
                url::write_ascii(text, &self.spans, out)
            }
            // A URL of an unknown scheme without a valid host: at least ASCII.
            LinkKind::Url => write_encoded(text, CONTROLS, out),
        }
    }

    /// Whether the text is its own display form. `false` may be wrong, `true` is not.
    #[inline]
    fn is_display(&self, text: &str) -> bool {
        match self.kind {
            LinkKind::Url => url::is_readable_form(text, &self.spans),
            LinkKind::Email => host::is_ascii_form(url::slice(text, self.spans.host())),
        }
    }

    fn write_changed_display<W: fmt::Write>(&self, text: &str, out: &mut W) -> fmt::Result {
        let host = url::slice(text, self.spans.host());
        let kind = match self.kind {
            LinkKind::Url => self.spans.host_kind(text),
            LinkKind::Email => HostKind::Domain,
        };
        let unicode = kind.to_unicode(host);
        let is_kept = self.must_keep_host(host, &unicode, kind);
        match self.kind {
            LinkKind::Email if is_kept => out.write_str(text),
            LinkKind::Email => {
                out.write_str(url::slice(text, 0..self.spans.host().start))?;
                out.write_str(&unicode)
            }
            LinkKind::Url if is_kept => {
                let tail = self.spans.tail();
                out.write_str(url::slice(text, 0..tail.start))?;
                url::write_readable_tail(url::slice(text, tail), kind, out)
            }
            LinkKind::Url if self.spans.check(text).is_ok() => {
                url::write_readable_with_host(text, &self.spans, &unicode, out)
            }
            LinkKind::Url => out.write_str(text),
        }
    }

    /// Whether the host must be displayed as written, because its Unicode form would not be found as one
    /// host again.
    fn must_keep_host(&self, host: &str, unicode: &str, kind: HostKind) -> bool {
        let context = match (self.kind, self.spans.scheme()) {
            (LinkKind::Email, _) => HostContext::At,
            (LinkKind::Url, None) => HostContext::Bare,
            (LinkKind::Url, Some(_)) => HostContext::Scheme,
        };
        match kind {
            HostKind::Opaque => unicode != host,
            HostKind::Domain => {
                !unicode.eq_ignore_ascii_case(host)
                    && !host::is_found_whole(unicode.trim_end_matches('.'), context)
            }
        }
    }

    /// Whether the host is a domain or an address, and not a name that only the scheme defines.
    pub(crate) fn has_domain(&self) -> bool {
        self.kind == LinkKind::Email || self.spans.host_kind(self.as_str()) == HostKind::Domain
    }

    /// The labels of the host that form its public suffix, and `more` labels before them.
    pub(super) fn last_labels(&self, list: &SuffixList, more: usize) -> Option<&'t str> {
        let written = self.host();
        if written.starts_with('[') || !self.has_domain() {
            return None;
        }
        let ascii = HostKind::Domain.to_ascii(written).ok()?;
        let ascii = ascii.strip_suffix('.').unwrap_or(&ascii);
        let ends_with_digits = ascii
            .rsplit('.')
            .next()?
            .bytes()
            .all(|b| b.is_ascii_digit());
        let labels = list.suffix(ascii).labels + more;
        let count = ascii.split('.').count();
        if ends_with_digits || labels > count {
            return None;
        }
        let is_dot = |c| host_class(c) == HostClass::Dot;
        let domain = written.strip_suffix(is_dot).unwrap_or(written);
        let skipped: usize = domain
            .split_inclusive(is_dot)
            .take(count - labels)
            .map(str::len)
            .sum();
        domain.get(skipped..)
    }
}

/// Whether an email address is its own ASCII form. `false` may be wrong, `true` is not.
#[inline]
fn is_ascii_address(address: &str, local_len: usize) -> bool {
    let sets = [&AT, &CHANGED_IN_HOST, &HYPHEN];
    let run = linkspan_vector::run(address.as_bytes(), &UNCHANGED_IN_ADDRESS, sets);
    if run.len != address.len() || !(1..MAX_RUN_LEN).contains(&run.len) {
        return false;
    }
    let [ats, changed, hyphens] = run.masks;
    let in_host = u64::MAX << local_len << 1;
    // An A-label has two hyphens in a row, and no label ends with one.
    let unusual_hyphens = hyphens & (hyphens << 1 | 1 << (run.len - 1));
    ats == 1 << local_len && (changed | unusual_hyphens) & in_host == 0
}

fn write_encoded<W: fmt::Write>(text: &str, set: &'static AsciiSet, out: &mut W) -> fmt::Result {
    utf8_percent_encode(text, set).try_for_each(|piece| out.write_str(piece))
}
