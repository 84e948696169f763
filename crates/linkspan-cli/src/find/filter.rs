//! Which links are wanted: `--kind`, `--host`, `--include` and `--exclude`.

use std::net::Ipv6Addr;

use anyhow::{Result, anyhow, bail};
use globset::{GlobBuilder, GlobMatcher};
use linkspan::suffix::SuffixList;
use linkspan::{Link, LinkKind};
use regex::{Regex, RegexSet};

use super::fields::{domain_ascii, host_ascii};
use crate::args::{FilterArguments, Kind};

/// Which links are wanted.
#[derive(Debug, Default)]
pub(crate) struct LinkFilter {
    kind: Option<LinkKind>,
    /// The host must match one of these. If the list is empty, every host is wanted.
    hosts: Vec<HostPattern>,
    include: Option<RegexSet>,
    exclude: Option<RegexSet>,
}

impl LinkFilter {
    pub(crate) fn new(arguments: &FilterArguments) -> Result<Self> {
        let hosts = arguments.host.iter();
        Ok(Self {
            kind: arguments.kind.map(|kind| match kind {
                Kind::Url => LinkKind::Url,
                Kind::Email => LinkKind::Email,
            }),
            hosts: hosts
                .map(|host| HostPattern::new(host))
                .collect::<Result<_>>()?,
            include: expressions(&arguments.include)?,
            exclude: expressions(&arguments.exclude)?,
        })
    }

    /// Whether every link is wanted.
    pub(super) fn is_empty(&self) -> bool {
        self.kind.is_none()
            && self.hosts.is_empty()
            && self.include.is_none()
            && self.exclude.is_none()
    }

    /// Whether a link is wanted. `suffixes` determines registrable domains.
    pub(super) fn is_wanted(&self, link: &Link<'_>, suffixes: &SuffixList) -> bool {
        let matches = |expressions: &RegexSet| {
            expressions.is_match(link.as_str()) || expressions.is_match(&link.href())
        };
        self.kind.is_none_or(|kind| kind == link.kind())
            && (self.hosts.is_empty() || self.has_host(link, suffixes))
            && self.include.as_ref().is_none_or(matches)
            && !self.exclude.as_ref().is_some_and(matches)
    }

    fn has_host(&self, link: &Link<'_>, suffixes: &SuffixList) -> bool {
        let names = [host_ascii(link), domain_ascii(link, suffixes)];
        names.into_iter().flatten().any(|ascii| {
            let unicode = unicode_name(&ascii);
            self.hosts
                .iter()
                .any(|pattern| pattern.matches(&ascii) || pattern.matches(&unicode))
        })
    }
}

/// A host, or a glob for hosts.
#[derive(Debug)]
struct HostPattern {
    /// The pattern in ASCII, as if it were a host.
    exact: Option<String>,
    glob: GlobMatcher,
}

impl HostPattern {
    fn new(pattern: &str) -> Result<Self> {
        // The brackets of an IPv6 address belong to the syntax of URLs.
        let address = pattern.parse::<Ipv6Addr>();
        let pattern =
            &address.map_or_else(|_| pattern.to_owned(), |address| format!("[{address}]"));
        let has_port = pattern.contains(':') && !pattern.starts_with('[');
        if pattern.is_empty() || pattern.contains(['/', '@']) || has_port {
            bail!(
                "cannot use '{pattern}' as a pattern for hosts: expected a host, such as \
                 example.com or '*.example.com'"
            );
        }
        // '*' and '?' stand for parts of a host. Case is mapped as in hosts.
        let lowercase = pattern.to_lowercase();
        let glob = GlobBuilder::new(&lowercase).backslash_escape(true).build();
        let glob = glob.map_err(|error| {
            anyhow!(
                "cannot use '{pattern}' as a pattern for hosts: {}",
                error.kind()
            )
        })?;
        let exact = linkspan::url::to_ascii(pattern);
        Ok(Self {
            exact: exact.ok().map(Into::into),
            glob: glob.compile_matcher(),
        })
    }

    fn matches(&self, name: &str) -> bool {
        self.exact.as_deref() == Some(name) || self.glob.is_match(name)
    }
}

/// The Unicode form of a host in ASCII, whether or not it could deceive.
fn unicode_name(ascii: &str) -> String {
    if ascii.contains("xn--") {
        // Labels that are not valid stay as they are.
        idna::domain_to_unicode(ascii).0
    } else {
        ascii.to_owned()
    }
}

fn expressions(patterns: &[String]) -> Result<Option<RegexSet>> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let describe = |pattern: &str, error: &regex::Error| {
        // The message shows the pattern on several lines; the last one says what is wrong with it.
        let message = error.to_string();
        let cause = message.lines().last().unwrap_or_default();
        let cause = cause.strip_prefix("error: ").unwrap_or(cause);
        anyhow!("cannot use '{pattern}' as a regular expression: {cause}")
    };
    for pattern in patterns {
        Regex::new(pattern).map_err(|error| describe(pattern, &error))?;
    }
    let all = RegexSet::new(patterns);
    let all = all.map_err(|error| describe(&patterns.join("|"), &error))?;
    Ok(Some(all))
}
