//! The reasons why something that looks like a link is rejected.

use core::fmt;

use crate::host::{DomainError, HostEndError};
use crate::uts58::LocalPartError;

/// The reason why there is no link at a [candidate](crate::explain::Candidate).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rejection {
    /// No top-level domain follows the dot.
    NoTopLevel,
    /// The label after the dot is not the last one. The next dot decides.
    NotLastLabel,
    /// Two dots follow one another.
    EmptyLabel,
    /// What precedes the dot cannot be the start of a host.
    NoHostStart,
    /// The domain is invalid.
    InvalidDomain(DomainError),
    /// It is part of a file path.
    InPath,
    /// It is more likely the name of a file.
    FileName,
    /// It is more likely a name in source code.
    CodeName,
    /// A placeholder or a regular expression follows the host.
    Template,
    /// It is written so that no program links it, as in `hxxp://` or `example[.]com`.
    Defanged,
    /// It is a remote path, as in `git@example.com:user/project`.
    RemotePath,
    /// An `@` precedes or follows it, but the whole is not an email address.
    NextToAt,
    /// It is in the local part of an email address. The `@` decides.
    InLocalPart,
    /// It is the scheme of the URL that follows.
    IsScheme,
    /// No scheme precedes `://`.
    NoScheme,
    /// The scheme is not in the list.
    UnknownScheme,
    /// Nothing that could be a host follows `://`.
    NoHost,
    /// What follows the scheme of a URL without `//` does not have the form that the scheme requires.
    InvalidContent,
    /// The URL has a user name.
    Userinfo,
    /// The host looks like an IP address and is invalid, or IP addresses are not linked.
    InvalidAddress,
    /// The number after the host is not a valid port.
    InvalidPort,
    /// No domain follows the `@`.
    NoDomainAfterAt,
    /// No valid local part precedes the `@`.
    InvalidLocalPart(LocalPartError),
    /// It is longer than the length limit.
    TooLong,
    /// Links of this kind are disabled.
    Disabled,
    /// The list of links that are never linked contains it.
    NeverLinked,
    /// The policy of the finder refuses it, because of a finding with this code if there is one.
    Refused(Option<&'static str>),
}

impl Rejection {
    /// The clause of UTS #58, or the rule of this crate, that causes the rejection.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::explain::Rejection;
    ///
    /// let finder = Finder::new();
    /// let candidate = finder.explain("http://ann@example.com").next().unwrap();
    /// assert_eq!(candidate.outcome, Err(Rejection::Userinfo));
    /// assert_eq!(Rejection::Userinfo.rule(), "user names serve to deceive (option `userinfo`)");
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
            Self::InvalidDomain(DomainError::OneLabel) => {
                "a host has at least two labels (option `one_label_hosts`)"
            }
            Self::InvalidDomain(DomainError::TopLevel | DomainError::Number) => {
                "a domain ends with a top-level domain (options `scheme_tld`, `bare_tld`)"
            }
            Self::InvalidDomain(DomainError::PublicSuffix) => {
                "without a scheme, a domain is one that can be registered (options `bare_tld`, `suffixes`)"
            }
            Self::InvalidDomain(_) => "a host is a domain by UTS #46 (UTS #58 §3.3)",
            Self::InPath => "a slash or backslash after a name indicates a file path",
            Self::FileName => "a name with a file extension is a file name (option `file_names`)",
            Self::CodeName => {
                "a name that looks like source code is not a domain (option `code_names`)"
            }
            Self::Template => {
                "a host does not contain placeholders or regular expressions (option `delimiters`)"
            }
            Self::Defanged => "a defanged link is not meant to be followed",
            Self::RemotePath => {
                "a path after an address and a colon is on another computer (option `remote_paths`)"
            }
            Self::NextToAt => {
                "without a local part, the domain is not linked either (UTS #58 §5.2)"
            }
            Self::InLocalPart => {
                "an email address takes precedence over a domain in its local part"
            }
            Self::IsScheme | Self::NoScheme => "a scheme is the run of characters before `://`",
            Self::UnknownScheme => {
                "a link to a part of a URL would lead elsewhere (options `schemes`, `unknown_schemes`)"
            }
            Self::NoHost => "a URL has a host (UTS #58 §3.3)",
            Self::InvalidContent => {
                "each scheme without `//` requires a form of what follows (option `schemes`)"
            }
            Self::Userinfo => "user names serve to deceive (option `userinfo`)",
            Self::InvalidAddress => "a host may be an IP address (option `ip_hosts`)",
            Self::InvalidPort => "a port is at most 65535",
            Self::NoDomainAfterAt => "a domain follows the `@` (UTS #58 §5.2)",
            Self::InvalidLocalPart(_) => "a local part precedes the `@` (UTS #58 §5.2)",
            Self::TooLong => "links have a maximum length (option `length_limit`)",
            Self::Disabled => "the options `bare_domains` and `emails`",
            Self::NeverLinked => "what is in the list of the finder is not linked (option `never`)",
            Self::Refused(_) => "links that may deceive are not linked (option `policy`)",
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoTopLevel => "no top-level domain follows the dot",
            Self::NotLastLabel => "another label follows; the next dot decides",
            Self::EmptyLabel => "two dots follow one another",
            Self::NoHostStart => "no host can start before the dot",
            Self::InvalidDomain(bad) => return write!(f, "{bad}"),
            Self::InPath => "it is part of a file path",
            Self::FileName => "it is more likely the name of a file",
            Self::CodeName => "it is more likely a name in source code",
            Self::Template => "a placeholder or a regular expression follows its host",
            Self::Defanged => "it is written so that no program links it",
            Self::RemotePath => "it is a remote path, not an email address",
            Self::NextToAt => "an '@' is next to it, but the whole is not an email address",
            Self::InLocalPart => "it is in the local part of an email address; the '@' decides",
            Self::IsScheme => "it is the scheme of what follows",
            Self::NoScheme => "no scheme precedes '://'",
            Self::UnknownScheme => "the scheme is not in the list",
            Self::NoHost => "no host follows '://'",
            Self::InvalidContent => "what follows the scheme does not have the form it requires",
            Self::Userinfo => "it has a user name",
            Self::InvalidAddress => {
                "its host is not a valid IP address, or IP addresses are not linked"
            }
            Self::InvalidPort => "the number after the host is not a valid port",
            Self::NoDomainAfterAt => "no domain follows the '@'",
            Self::InvalidLocalPart(bad) => return write!(f, "{bad}"),
            Self::TooLong => "it is too long",
            Self::Disabled => "links of this kind are disabled",
            Self::NeverLinked => "it is in the list of what is never linked",
            Self::Refused(Some(code)) => return write!(f, "it has the finding '{code}'"),
            Self::Refused(None) => "the policy refuses it",
        })
    }
}

impl core::error::Error for Rejection {}

impl From<HostEndError> for Rejection {
    fn from(error: HostEndError) -> Self {
        match error {
            HostEndError::NoTopLevel => Self::NoTopLevel,
            HostEndError::NotLastLabel => Self::NotLastLabel,
            HostEndError::EmptyLabel => Self::EmptyLabel,
        }
    }
}
