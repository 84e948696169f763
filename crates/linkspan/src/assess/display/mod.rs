//! The safe display form of a link.
//!
//! The form is built in rounds. A first version decodes everything without findings; the result is assessed, and as
//! long as it has findings about its look, the next version decodes less. The last version is all ASCII. Assessing the
//! result is necessary because decoding and truncation give characters new neighbours, and a character may deceive
//! only next to certain others.

mod escape;
mod host;

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use self::escape::{escape_deceptive, is_deceptive};
use self::host::{HostTruncation, display_host};
use super::code::{Code, Concern};
use super::report::Report;
use super::rewrite::isolate;
use super::rules::AssessRules;
use super::top_level::file_name_level;
use crate::direction::{Isolation, has_right_to_left};
use crate::host::HostKind;
use crate::link::{Link, LinkKind};
use crate::percent::infallible;
use crate::scan::{Links, Options};
use crate::scheme::SEPARATOR;
use crate::suffix::SuffixList;
use crate::truncate::{LinkParts, truncate_link};
use crate::url::{path_to_readable, write_readable_tail};

/// Writes links in a form that is safe to show to anyone.
///
/// * The registrable domain is always shown in full. A link that is too long is truncated elsewhere: the labels before
///   the registrable domain, the segments in the middle of the path, and the end. User-perceived characters stay whole.
/// * User names are left out, because readers take them for hosts. IP addresses are in their usual notation.
/// * Labels with findings are in Punycode, and characters with findings after the host are escaped. The form itself has
///   no findings about its [look](Concern::Look).
/// * A form with right-to-left text is enclosed in isolates, so that it keeps its order in any text.
///
/// The form is for people only. [`Link::href`] is the address that the link leads to.
///
/// ```
/// use linkspan::links;
/// use linkspan::assess::{SafeDisplay, assess};
///
/// let text = "https://www.аррӏе.com/a/b/c/index.html?q=1";
/// let link = links(text).next().unwrap();
/// let report = assess(&link);
/// let display = SafeDisplay::new();
/// assert_eq!(display.format(&link, &report), "https://www.xn--80ak6aa92e.com/a/b/c/index.html?q=1");
/// assert_eq!(display.limit(47).format(&link, &report), "https://www.xn--80ak6aa92e.com/…/c/index.html…");
/// assert_eq!(display.limit(10).format(&link, &report), "….xn--80ak6aa92e.com");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SafeDisplay<'l> {
    limit: usize,
    isolation: Isolation,
    /// `None` for the embedded list, so that `new` can be `const`.
    suffixes: Option<&'l SuffixList>,
}

impl<'l> SafeDisplay<'l> {
    /// A display without a length limit.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{SafeDisplay, assess};
    ///
    /// let link = links("https://pаypal.com/").next().unwrap();
    /// assert_eq!(SafeDisplay::new().format(&link, &assess(&link)), "https://xn--pypal-4ve.com/");
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self {
            limit: usize::MAX,
            isolation: Isolation::RightToLeft,
            suffixes: None,
        }
    }

    /// Sets the maximum number of user-perceived characters. The form is longer only if the registrable domain is.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{SafeDisplay, assess};
    ///
    /// let link = links("https://example.com/one/two/three").next().unwrap();
    /// let display = SafeDisplay::new().limit(29);
    /// assert_eq!(display.format(&link, &assess(&link)), "https://example.com/…/three");
    /// ```
    #[must_use]
    pub const fn limit(mut self, characters: usize) -> Self {
        self.limit = characters;
        self
    }

    /// Sets when the form is enclosed in isolates. Default: if it contains right-to-left text.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{Isolation, SafeDisplay, assess};
    ///
    /// let link = links("http://אתר.example.com/").next().unwrap();
    /// let display = SafeDisplay::new();
    /// assert_eq!(display.format(&link, &assess(&link)), "\u{2068}http://אתר.example.com/\u{2069}");
    /// let bare = display.isolation(Isolation::Never);
    /// assert_eq!(bare.format(&link, &assess(&link)), "http://אתר.example.com/");
    /// ```
    #[must_use]
    pub const fn isolation(mut self, isolation: Isolation) -> Self {
        self.isolation = isolation;
        self
    }

    /// Sets the list that decides where the registrable domain starts. Default: the
    /// [embedded](SuffixList::embedded) list.
    ///
    /// ```
    /// use linkspan::links;
    /// use linkspan::assess::{SafeDisplay, assess};
    /// use linkspan::suffix::SuffixList;
    ///
    /// let suffixes = SuffixList::from_psl("example\nblog.example\n")?;
    /// let link = links("https://www.ann.blog.example/").next().unwrap();
    /// let display = SafeDisplay::new().limit(1);
    /// assert_eq!(display.format(&link, &assess(&link)), "….blog.example");
    /// assert_eq!(display.suffixes(&suffixes).format(&link, &assess(&link)), "….ann.blog.example");
    /// # Ok::<(), linkspan::suffix::SuffixListError>(())
    /// ```
    #[must_use]
    pub const fn suffixes(mut self, suffixes: &'l SuffixList) -> Self {
        self.suffixes = Some(suffixes);
        self
    }

    /// The safe form of a link. `report` is the [assessment](super::assess()) of the link.
    ///
    /// ```
    /// use linkspan::Link;
    /// use linkspan::assess::{SafeDisplay, assess};
    ///
    /// let link = Link::parse("readme.md").unwrap();
    /// assert_eq!(SafeDisplay::new().format(&link, &assess(&link)), "https://readme.md");
    /// ```
    #[must_use]
    pub fn format(&self, link: &Link<'_>, report: &Report) -> String {
        // For the host and for the rest: what to decode, from most to least.
        let attempts = [
            (Notation::Readable, Notation::Readable),
            (Notation::AsWritten, Notation::Readable),
            (Notation::Ascii, Notation::Readable),
            (Notation::Ascii, Notation::Ascii),
        ];
        let mut form = String::new();
        for (host, tail) in attempts {
            form = self.write(link, report, host, tail);
            if has_safe_look(&form, self.suffix_list()) {
                break;
            }
        }
        match self.isolation {
            Isolation::Always => isolate(&form),
            Isolation::RightToLeft if has_right_to_left(&form) => isolate(&form),
            Isolation::RightToLeft | Isolation::Never => form,
        }
    }

    fn suffix_list(&self) -> &'l SuffixList {
        match self.suffixes {
            Some(suffixes) => suffixes,
            None => SuffixList::embedded(),
        }
    }

    /// The form with the host and the rest in these notations.
    fn write(&self, link: &Link<'_>, report: &Report, host: Notation, rest: Notation) -> String {
        let host = display_host(link, report, self.suffix_list(), host);
        let text = link.text();
        let (host_end, tail_start) = (link.host_range().end, link.path_range().start);
        let port = text.get(host_end..tail_start);
        // In a URL of an unknown scheme, the port may be any text.
        let is_number = |port: &&str| port.bytes().skip(1).all(|b| b.is_ascii_digit());
        let port = port.filter(is_number).unwrap_or_default();
        let tail = text.get(tail_start..link.end()).unwrap_or_default();
        let tail = if link.is_opaque() {
            let mut out = String::new();
            infallible(write_readable_tail(tail, HostKind::Opaque, "", &mut out));
            Cow::Owned(out)
        } else {
            path_to_readable(tail).unwrap_or(Cow::Borrowed(tail))
        };
        let tail = escape_deceptive(&tail, rest);
        let (registrable, tail) = match host.truncation {
            HostTruncation::Forbidden => (host.rest + port, tail),
            HostTruncation::Allowed => (String::new(), host.rest + port + &tail),
        };
        let parts = LinkParts {
            before_host: before_host(link, self.suffix_list()),
            subdomains: host.subdomains,
            registrable,
            tail,
        };
        truncate_link(&parts, self.limit, |tail| !is_deceptive(tail))
    }
}

impl fmt::Debug for SafeDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The suffix list has thousands of entries.
        f.debug_struct("SafeDisplay")
            .field("limit", &self.limit)
            .field("isolation", &self.isolation)
            .finish_non_exhaustive()
    }
}

impl Default for SafeDisplay<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// How to write the host, or the text outside it. Labels and characters with findings are in ASCII in every notation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// Punycode is decoded.
    Readable,
    /// Punycode is not decoded.
    AsWritten,
    /// Everything is encoded.
    Ascii,
}

/// The scheme with `://`, or the local part with `@`.
fn before_host(link: &Link<'_>, suffixes: &SuffixList) -> String {
    match (link.kind(), link.scheme()) {
        (LinkKind::Email, _) => {
            let local_part = link.local_part().unwrap_or_default();
            escape_deceptive(local_part, Notation::Readable) + "@"
        }
        (_, Some(scheme)) if link.is_opaque() => scheme.to_ascii_lowercase() + ":",
        (_, Some(scheme)) => scheme.to_ascii_lowercase() + SEPARATOR,
        // Without a scheme the form would look like a file name.
        (_, None) if file_name_level(link, suffixes).is_some() => String::from("https://"),
        (_, None) => String::new(),
    }
}

/// Whether a form has no findings about its look.
fn has_safe_look(form: &str, suffixes: &SuffixList) -> bool {
    /// Accepts every top-level domain of a valid form, so its own suffix list does not matter.
    static LENIENT: Options = Options::lenient();
    let rules = AssessRules {
        suffixes,
        length_limit: usize::MAX,
        // Their findings are about the target, and are in the report of the link.
        idn_tables: None,
        protected_names: None,
    };
    Links::new(&LENIENT, form).all(|link| {
        let report = rules.assess(&link);
        // Truncation may remove the scheme, which does not turn the link into a file name.
        report.findings().iter().all(|finding| {
            finding.concern() == Concern::Target || finding.code() == Code::TldFileName
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(url: &str, display: SafeDisplay<'_>) -> String {
        let link = Link::parse(url).unwrap();
        let rules = AssessRules {
            suffixes: display.suffix_list(),
            ..AssessRules::default()
        };
        display.format(&link, &rules.assess(&link))
    }

    #[test]
    fn the_registrable_domain_is_that_of_the_given_list() {
        let suffixes = SuffixList::from_psl("com\nexample\nblog.example\n").unwrap();
        let (url, display) = ("https://www.ann.blog.example/", SafeDisplay::new().limit(1));
        assert_eq!(format(url, display), "….blog.example");
        let display = display.suffixes(&suffixes);
        assert_eq!(format(url, display), "….ann.blog.example");
    }

    #[test]
    fn the_form_has_no_findings_by_the_given_list() {
        // The decoded top-level domain is Cyrillic and looks like 'cop'.
        let (url, display) = ("https://пример.xn--n1aeb/", SafeDisplay::new());
        assert_eq!(format(url, display), "https://пример.сор/");
        let suffixes = SuffixList::from_iana("COP").unwrap();
        assert_eq!(format(url, display.suffixes(&suffixes)), url);
    }
}
