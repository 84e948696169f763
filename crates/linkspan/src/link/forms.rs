//! The forms of a link: its target, and its form for people.
//!
//! Most links are ASCII and need no change. Vectorised tests recognise them, and their text is borrowed.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use linkspan_vector::{AsciiSet as VectorSet, MAX_RUN_LEN};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{Link, LinkKind};
use crate::host::{self, HostContext, HostKind};
use crate::idna::MAX_DOMAIN_LEN;
use crate::percent::infallible;
use crate::scheme;
use crate::suffix::{self, SuffixList};
use crate::url::{self, CowWriter, UrlError};

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

/// Characters that the target of an email address leaves unchanged in the local part: those that [`LOCAL_PART`] does
/// not contain.
const UNCHANGED_IN_LOCAL_PART: VectorSet =
    VectorSet::new(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_~!$'*+");

/// The same, and the `@`.
const UNCHANGED_IN_ADDRESS: VectorSet = UNCHANGED_IN_LOCAL_PART.union(AT);

/// The members of [`UNCHANGED_IN_ADDRESS`] that need the slow path in a host.
const CHANGED_IN_HOST: VectorSet = VectorSet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_~!$'*+@");

const AT: VectorSet = VectorSet::new(b"@");
const HYPHEN: VectorSet = VectorSet::new(b"-");

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
        let is_href = self.is_href(text);
        if prefix.is_empty() {
            if is_href {
                return Cow::Borrowed(text);
            }
            return self.changed_href(text);
        }
        let mut out = String::with_capacity(prefix.len() + text.len());
        out.push_str(prefix);
        if is_href {
            out.push_str(text);
        } else {
            infallible(self.write_changed_href(text, &mut out));
        }
        Cow::Owned(out)
    }

    /// The [`href`](Self::href) in two parts, neither of which is allocated for an ordinary ASCII link: the scheme that
    /// is implied, with what follows it, and the rest.
    #[inline(always)]
    pub(crate) fn split_href(&self) -> (&'static str, Cow<'t, str>) {
        match self.plain_href() {
            Some((prefix, text)) => (prefix, Cow::Borrowed(text)),
            None => (self.href_prefix(), self.changed_href(self.as_str())),
        }
    }

    /// The same of a link whose text is the second part, as that of an ordinary ASCII link is. `None` is inconclusive.
    #[inline(always)]
    pub(crate) fn plain_href(&self) -> Option<(&'static str, &'t str)> {
        let text = self.as_str();
        self.is_href(text).then(|| (self.href_prefix(), text))
    }

    #[inline(never)]
    fn changed_href(&self, text: &'t str) -> Cow<'t, str> {
        let mut out = CowWriter::new(text);
        infallible(self.write_changed_href(text, &mut out));
        out.finish()
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
        self.changed_display(text)
    }

    /// The display form of a link that may not be its own.
    #[inline(never)]
    fn changed_display(&self, text: &'t str) -> Cow<'t, str> {
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

    /// The prefix of the target that the text does not contain.
    fn href_prefix(&self) -> &'static str {
        match (self.kind, self.spans.scheme()) {
            (_, Some(_)) => "",
            (LinkKind::Email, None) => scheme::MAILTO,
            (LinkKind::Url, None) => self.implied_scheme.prefix(),
        }
    }

    /// Whether the text is the target, apart from the prefix. `true` is exact, `false` is inconclusive.
    #[inline(always)]
    fn is_href(&self, text: &str) -> bool {
        // Most links are URLs of which nothing needs to be examined.
        let is_plain_url = self.kind == LinkKind::Url
            && self.after_plain().is_some_and(<[u8]>::is_empty)
            && !url::has_uppercase_scheme(text, &self.spans);
        is_plain_url || self.is_href_as_examined(text)
    }

    /// The same, by the characters of the text.
    #[inline(never)]
    fn is_href_as_examined(&self, text: &str) -> bool {
        match self.kind {
            LinkKind::Url => match self.after_plain() {
                Some(rest) => url::is_ascii_form_after_plain(text, &self.spans, rest),
                None => url::is_ascii_form(text, &self.spans),
            },
            LinkKind::Email => {
                let local = self.spans.local_part();
                let has_prefix = self.spans.scheme().is_none() || text.starts_with(scheme::MAILTO);
                has_prefix
                    && self.spans.tail().is_empty()
                    && match self.after_plain() {
                        Some(_) => has_unchanged_local_part(text, local),
                        None => is_ascii_address(text, local),
                    }
            }
        }
    }

    fn write_changed_href<W: fmt::Write>(&self, text: &str, out: &mut W) -> fmt::Result {
        match self.kind {
            LinkKind::Email => {
                let local = url::slice(text, self.spans.local_part());
                let host = url::slice(text, self.spans.host());
                if self.spans.scheme().is_some() {
                    out.write_str(scheme::MAILTO)?;
                }
                write_encoded(local, LOCAL_PART, out)?;
                out.write_char('@')?;
                out.write_str(
                    &HostKind::Domain
                        .to_ascii(host)
                        .unwrap_or(Cow::Borrowed(host)),
                )?;
                url::write_ascii_tail(text, &self.spans, HostKind::Opaque, out)
            }
            LinkKind::Url => match self.ascii_host(text) {
                Ok(host) => url::write_ascii(text, &self.spans, &host, out),
                // A URL of an unknown scheme without a valid host: at least ASCII.
                Err(_) => write_encoded(text, CONTROLS, out),
            },
        }
    }

    /// Whether the text is its own display form. `true` is exact, `false` is inconclusive.
    #[inline]
    fn is_display(&self, text: &str) -> bool {
        match self.kind {
            LinkKind::Url => match self.after_plain() {
                Some(rest) => url::is_readable_form_after_plain(text, &self.spans, rest),
                None => url::is_readable_form(text, &self.spans),
            },
            LinkKind::Email => {
                self.spans.tail().is_empty()
                    && (self.after_plain().is_some()
                        || host::is_ascii_form(url::slice(text, self.spans.host())))
            }
        }
    }

    fn write_changed_display<W: fmt::Write>(&self, text: &str, out: &mut W) -> fmt::Result {
        let (host, is_kept) = self.displayed_host(text);
        match self.kind {
            LinkKind::Email => {
                out.write_str(url::slice(text, 0..self.spans.host().start))?;
                out.write_str(&host)?;
                self.write_displayed_tail(text, &host, out)
            }
            LinkKind::Url if is_kept => {
                out.write_str(url::slice(text, 0..self.spans.tail().start))?;
                self.write_displayed_tail(text, &host, out)
            }
            LinkKind::Url if self.ascii_host(text).is_ok() => {
                url::write_readable_with_host(text, &self.spans, &host, out)
            }
            LinkKind::Url => out.write_str(text),
        }
    }

    /// The host of a URL in ASCII form, if host and port are valid.
    fn ascii_host<'u>(&self, text: &'u str) -> Result<Cow<'u, str>, UrlError> {
        if self.after_plain().is_some() {
            return Ok(Cow::Borrowed(url::slice(text, self.spans.host())));
        }
        self.spans.check(text)
    }

    /// The host as it is displayed, and whether it must be displayed as written.
    pub(super) fn displayed_host<'u>(&self, text: &'u str) -> (Cow<'u, str>, bool) {
        let host = url::slice(text, self.spans.host());
        if self.after_plain().is_some() {
            return (Cow::Borrowed(host), false);
        }
        let kind = match self.kind {
            LinkKind::Url => self.spans.host_kind(text),
            LinkKind::Email => HostKind::Domain,
        };
        let unicode = kind.to_unicode(host);
        if self.must_keep_host(host, &unicode, kind) {
            (Cow::Borrowed(host), true)
        } else {
            (unicode, false)
        }
    }

    /// Writes path, query and fragment as they are displayed after a host.
    pub(super) fn write_displayed_tail<W: fmt::Write>(
        &self,
        text: &str,
        host: &str,
        out: &mut W,
    ) -> fmt::Result {
        let kind = match self.kind {
            LinkKind::Url => self.spans.host_kind(text),
            LinkKind::Email => HostKind::Opaque,
        };
        url::write_readable_tail(url::slice(text, self.spans.tail()), kind, host, out)
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

    /// Whether the host is a domain or an IP address, and not a name whose meaning only the scheme defines.
    pub(crate) fn has_domain(&self) -> bool {
        self.kind == LinkKind::Email || self.spans.host_kind(self.as_str()) == HostKind::Domain
    }

    /// The labels of the host that form its public suffix, and `more` labels before them. `None` if the host
    /// is not a domain or has fewer labels.
    pub(super) fn last_labels(&self, list: &SuffixList, more: usize) -> Option<&'t str> {
        if self.host().starts_with('[') || !self.has_domain() {
            return None;
        }
        let wanted = |domain: &str| list.suffix(domain).labels + more;
        let range = last_labels(self.text, self.host_range(), &wanted)?;
        self.text.get(range)
    }
}

/// The range of the last labels of the domain at a range of a text. `wanted` gets the domain in ASCII form and says how many
/// they are. `None` if the host is not a domain or has fewer labels.
pub(super) fn last_labels(
    text: &str,
    host: Range<usize>,
    wanted: &dyn Fn(&str) -> usize,
) -> Option<Range<usize>> {
    match plain_domain(text.get(host.clone()).unwrap_or_default()) {
        Some(domain) => {
            if host::parse_numeric_host(domain).is_some() {
                return None;
            }
            let labels = suffix::last_labels(domain, wanted(domain))?;
            let end = host.start + domain.len();
            Some(end - labels.len()..end)
        }
        None => slow_last_labels(text, host, wanted),
    }
}

/// The host without its root dot, if it is a domain in ASCII form in which each label is its own ASCII form. `None` is
/// inconclusive.
fn plain_domain(host: &str) -> Option<&str> {
    let domain = host.strip_suffix('.').unwrap_or(host);
    if domain.len() > MAX_DOMAIN_LEN || !host::is_ascii_form(domain) {
        return None;
    }
    // No label is empty or ends with a hyphen.
    let mut last = b'.';
    for byte in domain.bytes() {
        if byte == b'.' && matches!(last, b'.' | b'-') {
            return None;
        }
        last = byte;
    }
    (last != b'.').then_some(domain)
}

fn slow_last_labels(
    text: &str,
    host: Range<usize>,
    wanted: &dyn Fn(&str) -> usize,
) -> Option<Range<usize>> {
    let mut labels: Vec<_> = host::labels(text, host).collect();
    let mut domain = String::new();
    for (index, label) in labels.iter().enumerate() {
        let ascii = HostKind::Domain.to_ascii(label.text).ok()?;
        // Labels are counted as written, so a label must not stand for several, as `a%2Eb` does.
        if ascii.contains('.') {
            return None;
        }
        if index > 0 {
            domain.push('.');
        }
        domain.push_str(&ascii);
    }
    if host::parse_numeric_host(&domain).is_some() {
        return None;
    }
    let wanted = wanted(&domain);
    let end = labels.last()?.range.end;
    let first = labels.drain(labels.len().checked_sub(wanted)?..).next()?;
    Some(first.range.start..end)
}

/// Whether an email address is its own ASCII form. `true` is exact, `false` is inconclusive.
#[inline]
fn is_ascii_address(address: &str, local: Range<usize>) -> bool {
    let local_len = local.len();
    let address = url::slice(address, local.start..address.len());
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

/// Whether the local part of an email address is its own ASCII form. `true` is exact, `false` is inconclusive.
#[inline]
fn has_unchanged_local_part(address: &str, local: Range<usize>) -> bool {
    // The run ends at the `@`.
    let rest = address.as_bytes().get(local.start..).unwrap_or_default();
    linkspan_vector::run(rest, &UNCHANGED_IN_LOCAL_PART, []).len == local.len()
}

fn write_encoded<W: fmt::Write>(text: &str, set: &'static AsciiSet, out: &mut W) -> fmt::Result {
    utf8_percent_encode(text, set).try_for_each(|piece| out.write_str(piece))
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::link::Plain;
    use crate::options::{QuotedLocalParts, Userinfo};
    use crate::{Finder, Profile};

    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "mailto:", "MailTo:", "https://", "foo://", "ann", "Ann", ".", "+", "/", "\"", " ", "%41", "jörg", "@", "@", "example",
        "EXAMPLE", ".com", ".com", "xn--bcher-kva", "bücher", "--", "-", "_", ":80", "?", "#", "ä", "(", "[::1]",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16_384, failure_persistence: None, ..ProptestConfig::default() })]

        /// The slow path is the reference of the fast tests for links that need no change.
        #[test]
        fn unchanged_links_are_written_unchanged(
            pieces in prop::collection::vec(select(PIECES), 1..9),
            profile in select(&[Profile::Uts58, Profile::Terminal]),
        ) {
            let text: String = pieces.concat();
            let finder = Finder::builder()
                .profile(profile)
                .userinfo(Userinfo::Link)
                .quoted_local_parts(QuotedLocalParts::Link)
                .build()
                .unwrap();
            for link in finder.find_iter(&text) {
                let (written, unknown) = (link.as_str(), link.with_plain(Plain::UNKNOWN));
                let mut href = String::from(link.href_prefix());
                infallible(unknown.write_changed_href(written, &mut href));
                prop_assert_eq!(&*link.href(), &*href);
                let (prefix, rest) = link.split_href();
                prop_assert_eq!([prefix, &rest].concat(), href);
                let mut display = String::new();
                infallible(unknown.write_changed_display(written, &mut display));
                prop_assert_eq!(&*link.display(), &*display);
            }
        }

        /// The slow path is the reference for domains whose labels need no change.
        #[test]
        fn labels_of_plain_domains_are_those_of_all(
            host in "([a-z0-9]{1,3}|-|--|0x1|com|co|uk|\\.|[A-Zü%。]){0,8}", more in 0_usize..3,
        ) {
            let text = ["(", &host, ")"].concat();
            let range = 1..text.len() - 1;
            let wanted = |domain: &str| SuffixList::embedded().suffix(domain).labels + more;
            prop_assert_eq!(last_labels(&text, range.clone(), &wanted), slow_last_labels(&text, range, &wanted));
        }
    }
}
