//! Why something that looks like a link is none.

use core::fmt;

use super::link::Link;
use super::links::{Links, Outcome};
#[cfg(feature = "assess")]
use crate::assess::Code;
use crate::email::NoLocalPart;
use crate::host::BadDomain;

/// A place in a text where a link could have been, and what became of it.
///
/// [`Finder::explain`](crate::Finder::explain) goes through all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate<'t> {
    /// The byte offset of the character that it was noticed by: a dot, the colon of `://`, an `@`.
    pub offset: usize,
    /// The link, or why there is none.
    pub verdict: Result<Link<'t>, NoLink>,
}

/// Why there is no link where one could have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoLink {
    /// No top-level domain follows the dot.
    NoTopLevel,
    /// The label after the dot is not the last one; the next dot decides.
    NotLastLabel,
    /// Two dots stand in a row.
    EmptyLabel,
    /// What stands before the dot cannot be the start of a host.
    NoHostStart,
    /// The domain is none.
    BadDomain(BadDomain),
    /// It is part of a file's path.
    InPath,
    /// An `@` stands before or after it, but the whole is no email address.
    BesideAt,
    /// It is in the local part of an email address; the `@` decides.
    InLocalPart,
    /// It is the scheme of the URL that follows.
    IsScheme,
    /// No scheme stands before `://`.
    NoScheme,
    /// The scheme is not in the list.
    UnknownScheme,
    /// Nothing that could be a host follows `://`.
    NoHost,
    /// The URL has a user name.
    Userinfo,
    /// The host is an IP address that is none, or that is not wanted.
    BadAddress,
    /// The number after the host is no port.
    BadPort,
    /// No domain follows the `@`.
    NoDomainAfterAt,
    /// No local part stands before the `@`.
    BadLocalPart(NoLocalPart),
    /// It is longer than the limit.
    TooLong,
    /// Links of this kind are switched off.
    SwitchedOff,
    /// The policy of the finder refuses it, for this finding if there is one.
    #[cfg(feature = "assess")]
    Refused(Option<Code>),
}

impl NoLink {
    /// The clause of UTS #58 or the choice of this crate that the verdict follows.
    ///
    /// ```
    /// use linkspan::{Finder, NoLink};
    ///
    /// let finder = Finder::new();
    /// let candidate = finder.explain("http://ann@example.com").next().unwrap();
    /// assert_eq!(candidate.verdict, Err(NoLink::Userinfo));
    /// assert_eq!(NoLink::Userinfo.rule(), "user names serve to deceive (option `userinfo`)");
    /// ```
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::NoTopLevel => {
                "a bare domain ends with a listed top-level domain (option `bare_tld`)"
            }
            Self::NotLastLabel => "only the last label is the top-level domain",
            Self::EmptyLabel => "a host has no empty labels (UTS #58 §3.3)",
            Self::NoHostStart => {
                "a host has at least two labels, of at most 253 octets (UTS #58 §3.3)"
            }
            Self::BadDomain(BadDomain::OneLabel) => {
                "a host has at least two labels (option `one_label_hosts`)"
            }
            Self::BadDomain(BadDomain::TopLevel | BadDomain::Number) => {
                "a domain ends with a top-level domain (options `scheme_tld`, `bare_tld`)"
            }
            Self::BadDomain(BadDomain::PublicSuffix) => {
                "without a scheme, a domain is one that can be registered (options `bare_tld`, `suffixes`)"
            }
            Self::BadDomain(_) => "a host is a domain by UTS #46 (UTS #58 §3.3)",
            Self::InPath => "a slash or backslash after a name shows a file's path",
            Self::BesideAt => {
                "without a local part, the domain is not linked either (UTS #58 §5.2)"
            }
            Self::InLocalPart => "an email address is favoured over a domain in its local part",
            Self::IsScheme | Self::NoScheme => "a scheme is the run of characters before `://`",
            Self::UnknownScheme => {
                "half a URL is a wrong link (options `schemes`, `unknown_schemes`)"
            }
            Self::NoHost => "a URL has a host (UTS #58 §3.3)",
            Self::Userinfo => "user names serve to deceive (option `userinfo`)",
            Self::BadAddress => "a host may be an IP address (option `ip_hosts`)",
            Self::BadPort => "a port is at most 65535",
            Self::NoDomainAfterAt => "a domain follows the `@` (UTS #58 §5.2)",
            Self::BadLocalPart(_) => "a local part stands before the `@` (UTS #58 §5.2)",
            Self::TooLong => "links have a greatest length (option `length_limit`)",
            Self::SwitchedOff => "the options `bare_domains` and `emails`",
            #[cfg(feature = "assess")]
            Self::Refused(_) => "what may deceive is not linked (option `policy`)",
        }
    }
}

impl fmt::Display for NoLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoTopLevel => "what follows the dot is no top-level domain",
            Self::NotLastLabel => "another label follows; the next dot decides",
            Self::EmptyLabel => "two dots stand in a row",
            Self::NoHostStart => "what stands before the dot is no start of a host",
            Self::BadDomain(bad) => return write!(f, "{bad}"),
            Self::InPath => "it is part of a file's path",
            Self::BesideAt => "an '@' stands beside it, but the whole is no email address",
            Self::InLocalPart => "it is in the local part of an email address; the '@' decides",
            Self::IsScheme => "it is the scheme of what follows",
            Self::NoScheme => "no scheme stands before '://'",
            Self::UnknownScheme => "the scheme is not in the list",
            Self::NoHost => "no host follows '://'",
            Self::Userinfo => "it has a user name",
            Self::BadAddress => "its host is no IP address, or none is wanted",
            Self::BadPort => "the number after the host is no port",
            Self::NoDomainAfterAt => "no domain follows the '@'",
            Self::BadLocalPart(bad) => return write!(f, "{bad}"),
            Self::TooLong => "it is too long",
            Self::SwitchedOff => "links of this kind are switched off",
            #[cfg(feature = "assess")]
            Self::Refused(Some(code)) => return write!(f, "it has the finding '{code}'"),
            #[cfg(feature = "assess")]
            Self::Refused(None) => "the policy does not let it pass",
        })
    }
}

impl core::error::Error for NoLink {}

/// The candidates of a text; [`Finder::explain`](crate::Finder::explain) makes it.
#[derive(Clone, Debug)]
pub struct Candidates<'f, 't> {
    links: Links<'f, 't>,
}

impl<'f, 't> Candidates<'f, 't> {
    pub(super) fn new(links: Links<'f, 't>) -> Self {
        Self { links }
    }
}

impl<'t> Iterator for Candidates<'_, 't> {
    type Item = Candidate<'t>;

    fn next(&mut self) -> Option<Candidate<'t>> {
        loop {
            let (offset, outcome) = self.links.step()?;
            let verdict = match outcome {
                Outcome::Link(link) => Some(self.links.refusal(&link).map_or(Ok(link), Err)),
                Outcome::GoOn(
                    _,
                    why @ (NoLink::NoTopLevel | NoLink::NotLastLabel | NoLink::EmptyLabel),
                ) => self.links.dot_verdict(offset, why).map(Err),
                Outcome::Skip(_, why) | Outcome::NoDomain(_, why) | Outcome::GoOn(_, why) => {
                    Some(Err(why))
                }
                Outcome::Nothing(_) => None,
            };
            if let Some(verdict) = verdict {
                return Some(Candidate { offset, verdict });
            }
        }
    }
}

impl core::iter::FusedIterator for Candidates<'_, '_> {}
