//! Making a finder with other options than the defaults.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::finder::Finder;
use super::options::{
    BadDots, BareDomains, Emails, GluedTails, ImpliedScheme, IpHosts, OneLabelHosts, Options,
    QuotedLocalParts, ScriptBoundaries, TrailingQuestion, UnknownSchemes, UnmatchedOpeners,
    Userinfo,
};
#[cfg(feature = "assess")]
use crate::assess::Policy;
use crate::host::{SuffixList, TopLevel, is_scheme};
use crate::profile::Profile;

/// Makes a [`Finder`]; [`Finder::builder`] starts one.
///
/// ```
/// use linkspan::{Finder, OneLabelHosts, Profile};
///
/// let finder = Finder::builder()
///     .profile(Profile::Prose)
///     .one_label_hosts(OneLabelHosts::Allow)
///     .build()?;
/// assert!(finder.first("在http://localhost:3000/a，好").is_some());
/// # Ok::<(), linkspan::BuildError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct FinderBuilder {
    options: Options,
}

impl FinderBuilder {
    pub(super) const fn new() -> Self {
        Self {
            options: Options::new(),
        }
    }

    /// Sets all options as a profile has them. What is set after that changes the profile's choice.
    ///
    /// ```
    /// use linkspan::{Finder, Profile};
    ///
    /// let finder = Finder::builder().profile(Profile::Terminal).build()?;
    /// assert!(finder.first("http://localhost:3000").is_some());
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn profile(mut self, profile: Profile) -> Self {
        profile.apply(&mut self.options);
        self
    }

    /// Sets the schemes that are linked, without `://`. Default: `http`, `https`, `ftp`, `ws`, `wss`.
    ///
    /// Email addresses and their `mailto:` are a matter of [`emails`](Self::emails).
    ///
    /// ```
    /// use linkspan::Finder;
    ///
    /// let finder = Finder::builder().schemes(["https", "gemini"]).build()?;
    /// assert!(finder.first("GEMINI://example.com/").is_some());
    /// assert!(finder.first("http://example.com/").is_none());
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn schemes<S: Into<String>>(mut self, schemes: impl IntoIterator<Item = S>) -> Self {
        let schemes = schemes.into_iter().map(|scheme| {
            let mut scheme = scheme.into();
            scheme.make_ascii_lowercase();
            Cow::Owned(scheme)
        });
        self.options.schemes = Cow::Owned(schemes.collect::<Vec<_>>());
        self
    }

    /// Sets what becomes of `scheme://` if the scheme is not in the list. Default: nothing of it is
    /// linked.
    ///
    /// ```
    /// use linkspan::{Finder, UnknownSchemes};
    ///
    /// let finder = Finder::builder().unknown_schemes(UnknownSchemes::Link).build()?;
    /// let found: Vec<_> = finder.find_iter("foo://bar/baz").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["foo://bar/baz"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn unknown_schemes(mut self, unknown_schemes: UnknownSchemes) -> Self {
        self.options.unknown_schemes = unknown_schemes;
        self
    }

    /// Sets whether domains without a scheme are linked. Default: they are.
    ///
    /// ```
    /// use linkspan::{BareDomains, Finder};
    ///
    /// let finder = Finder::builder().bare_domains(BareDomains::Skip).build()?;
    /// let found: Vec<_> = finder.find_iter("example.com http://example.org").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["http://example.org"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn bare_domains(mut self, bare_domains: BareDomains) -> Self {
        self.options.bare_domains = bare_domains;
        self
    }

    /// Sets whether email addresses are linked. Default: they are.
    ///
    /// ```
    /// use linkspan::{Emails, Finder};
    ///
    /// let finder = Finder::builder().emails(Emails::Skip).build()?;
    /// let found: Vec<_> = finder.find_iter("ann@example.com example.org").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["example.org"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn emails(mut self, emails: Emails) -> Self {
        self.options.emails = emails;
        self
    }

    /// Sets whether URLs with a user name are linked. Default: nothing of them is.
    ///
    /// ```
    /// use linkspan::{Finder, Userinfo};
    ///
    /// let finder = Finder::builder().userinfo(Userinfo::Allow).build()?;
    /// let found: Vec<_> = finder.find_iter("http://ann@example.com/").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["http://ann@example.com/"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn userinfo(mut self, userinfo: Userinfo) -> Self {
        self.options.userinfo = userinfo;
        self
    }

    /// Sets whether `http://` and an IP address is linked. Default: it is.
    ///
    /// ```
    /// use linkspan::{Finder, IpHosts};
    ///
    /// let finder = Finder::builder().ip_hosts(IpHosts::Skip).build()?;
    /// assert!(finder.first("http://192.0.2.1/ http://[::1]/").is_none());
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn ip_hosts(mut self, ip_hosts: IpHosts) -> Self {
        self.options.ip_hosts = ip_hosts;
        self
    }

    /// Sets whether a scheme and a single label, such as `http://localhost:3000`, is linked. Default:
    /// no.
    ///
    /// ```
    /// use linkspan::{Finder, OneLabelHosts};
    ///
    /// let finder = Finder::builder().one_label_hosts(OneLabelHosts::Allow).build()?;
    /// let found: Vec<_> = finder.find_iter("http://localhost:3000/").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["http://localhost:3000/"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn one_label_hosts(mut self, one_label_hosts: OneLabelHosts) -> Self {
        self.options.one_label_hosts = one_label_hosts;
        self
    }

    /// Sets what the top-level domain of a URL with a scheme must be. Default: of the right form.
    ///
    /// ```
    /// use linkspan::{Finder, TopLevel};
    ///
    /// let finder = Finder::builder().scheme_tld(TopLevel::Listed).build()?;
    /// let found: Vec<_> = finder.find_iter("http://a.example http://a.com").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["http://a.com"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn scheme_tld(mut self, scheme_tld: TopLevel) -> Self {
        self.options.scheme_tld = scheme_tld;
        self
    }

    /// Sets what the top-level domain of a bare domain or an email address must be. Default: listed.
    ///
    /// ```
    /// use linkspan::{Finder, TopLevel};
    ///
    /// let finder = Finder::builder().bare_tld(TopLevel::Syntactic).build()?;
    /// let found: Vec<_> = finder.find_iter("ann@a.example").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["ann@a.example"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn bare_tld(mut self, bare_tld: TopLevel) -> Self {
        self.options.bare_tld = bare_tld;
        self
    }

    /// Sets whether a host ends where words of another script are glued to it. Default: it does.
    ///
    /// ```
    /// use linkspan::{Finder, ScriptBoundaries};
    ///
    /// let finder = Finder::builder().script_boundaries(ScriptBoundaries::Ignore).build()?;
    /// let found: Vec<_> = finder.find_iter("請看example.com").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["請看example.com"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn script_boundaries(mut self, script_boundaries: ScriptBoundaries) -> Self {
        self.options.script_boundaries = script_boundaries;
        self
    }

    /// Sets what becomes of a `?` at the end that nothing follows. Default: it is dropped.
    ///
    /// ```
    /// use linkspan::{Finder, TrailingQuestion};
    ///
    /// let finder = Finder::builder().trailing_question(TrailingQuestion::Keep).build()?;
    /// let found: Vec<_> = finder.find_iter("seen example.com/a?").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["example.com/a?"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn trailing_question(mut self, trailing_question: TrailingQuestion) -> Self {
        self.options.trailing_question = trailing_question;
        self
    }

    /// Sets whether a path of ASCII ends where words of a script without spaces follow. Default: no.
    ///
    /// ```
    /// use linkspan::{Finder, GluedTails};
    ///
    /// let finder = Finder::builder().glued_tails(GluedTails::Cut).build()?;
    /// let found: Vec<_> = finder.find_iter("example.com/docs了解更多").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["example.com/docs"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn glued_tails(mut self, glued_tails: GluedTails) -> Self {
        self.options.glued_tails = glued_tails;
        self
    }

    /// Sets what becomes of opening brackets at the end of a link. Default: they are kept.
    ///
    /// ```
    /// use linkspan::{Finder, UnmatchedOpeners};
    ///
    /// let finder = Finder::builder().unmatched_openers(UnmatchedOpeners::Trim).build()?;
    /// let found: Vec<_> = finder.find_iter("example.com/a((").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["example.com/a"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn unmatched_openers(mut self, unmatched_openers: UnmatchedOpeners) -> Self {
        self.options.unmatched_openers = unmatched_openers;
        self
    }

    /// Sets what becomes of a local part with dots in the wrong places. Default: nothing is linked.
    ///
    /// ```
    /// use linkspan::{BadDots, Finder};
    ///
    /// let finder = Finder::builder().bad_dots(BadDots::Recover).build()?;
    /// let found: Vec<_> = finder.find_iter("a..b@example.com").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["b@example.com"]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn bad_dots(mut self, bad_dots: BadDots) -> Self {
        self.options.bad_dots = bad_dots;
        self
    }

    /// Sets whether local parts in quotes are linked. Default: no.
    ///
    /// ```
    /// use linkspan::{Finder, QuotedLocalParts};
    ///
    /// let finder = Finder::builder().quoted_local_parts(QuotedLocalParts::Link).build()?;
    /// let found: Vec<_> = finder.find_iter(r#""ann lee"@example.com"#).map(|link| link.as_str()).collect();
    /// assert_eq!(found, [r#""ann lee"@example.com"#]);
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn quoted_local_parts(mut self, quoted_local_parts: QuotedLocalParts) -> Self {
        self.options.quoted_local_parts = quoted_local_parts;
        self
    }

    /// Sets the longest link, in bytes. What is longer is no link. Default: 8 KiB.
    ///
    /// ```
    /// use linkspan::Finder;
    ///
    /// let finder = Finder::builder().length_limit(15).build()?;
    /// assert!(finder.first("example.com/abc").is_some());
    /// assert!(finder.first("example.com/abcd").is_none());
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn length_limit(mut self, bytes: usize) -> Self {
        self.options.length_limit = bytes;
        self
    }

    /// Sets the scheme that links without one are given in their `href`. Default: `https`.
    ///
    /// ```
    /// use linkspan::{Finder, ImpliedScheme};
    ///
    /// let finder = Finder::builder().implied_scheme(ImpliedScheme::Http).build()?;
    /// assert_eq!(finder.first("example.com").unwrap().href(), "http://example.com");
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    pub fn implied_scheme(mut self, scheme: ImpliedScheme) -> Self {
        self.options.implied_scheme = scheme;
        self
    }

    /// Sets the list of top-level domains and public suffixes. Default: the
    /// [embedded](SuffixList::embedded) one.
    ///
    /// ```
    /// use linkspan::{Finder, SuffixList};
    ///
    /// let list = SuffixList::from_iana("COM\nEXAMPLE\n")?;
    /// let finder = Finder::builder().suffixes(list).build()?;
    /// assert!(finder.first("www.example").is_some());
    /// assert!(finder.first("www.org").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn suffixes(mut self, list: impl Into<Arc<SuffixList>>) -> Self {
        self.options.suffixes = Some(list.into());
        self
    }

    /// Sets what becomes of links with findings. Default: they are links, and
    /// [`assess`](crate::assess()) reports the findings.
    ///
    /// ```
    /// use linkspan::{Finder, Level, Policy};
    ///
    /// let finder = Finder::builder().policy(Policy::refuse_from(Level::Danger)).build()?;
    /// assert!(finder.first("https://аррӏе.com/").is_none());
    /// assert!(finder.first("https://пример.com/").is_some());
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    #[cfg(feature = "assess")]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.options.policy = policy;
        self
    }

    /// Makes the finder.
    ///
    /// # Errors
    ///
    /// If two options contradict each other, or if one has a value that makes no sense.
    ///
    /// ```
    /// use linkspan::{Emails, Finder, QuotedLocalParts};
    ///
    /// let error = Finder::builder()
    ///     .emails(Emails::Skip)
    ///     .quoted_local_parts(QuotedLocalParts::Link)
    ///     .build()
    ///     .unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`emails(Skip)` contradicts `quoted_local_parts(Link)`",
    /// );
    /// ```
    pub fn build(self) -> Result<Finder, BuildError> {
        match self.mistake() {
            Some(kind) => Err(BuildError { kind }),
            None => Ok(Finder::with_options(self.options)),
        }
    }

    fn mistake(&self) -> Option<Kind> {
        let options = &self.options;
        if let Some(scheme) = options.schemes.iter().find(|scheme| !is_scheme(scheme)) {
            return Some(Kind::Scheme(scheme.clone().into_owned()));
        }
        if options.length_limit == 0 {
            return Some(Kind::LengthLimit);
        }
        let no_emails = options.emails == Emails::Skip;
        let no_domains = options.bare_domains == BareDomains::Skip;
        let no_schemes =
            options.schemes.is_empty() && options.unknown_schemes == UnknownSchemes::Skip;
        if no_schemes && no_emails && no_domains {
            return Some(Kind::Nothing);
        }
        // Options that only matter if another one is set differently.
        let contradictions = [
            (
                no_schemes && options.userinfo == Userinfo::Allow,
                "schemes([])",
                "userinfo(Allow)",
            ),
            (
                no_schemes && options.one_label_hosts == OneLabelHosts::Allow,
                "schemes([])",
                "one_label_hosts(Allow)",
            ),
            (
                no_emails && options.bad_dots == BadDots::Recover,
                "emails(Skip)",
                "bad_dots(Recover)",
            ),
            (
                no_emails && options.quoted_local_parts == QuotedLocalParts::Link,
                "emails(Skip)",
                "quoted_local_parts(Link)",
            ),
        ];
        let found = contradictions.iter().find(|(holds, ..)| *holds);
        found.map(|&(_, one, other)| Kind::Contradiction(one, other))
    }
}

/// Why a finder could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Two options that cannot both be meant.
    Contradiction(&'static str, &'static str),
    Scheme(String),
    LengthLimit,
    Nothing,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Contradiction(one, other) => write!(f, "`{one}` contradicts `{other}`"),
            Kind::Scheme(scheme) => write!(
                f,
                "expected a scheme of ASCII letters, digits, '+', '-' and '.' in `schemes`, found {scheme:?}",
            ),
            Kind::LengthLimit => f.write_str("expected at least 1 byte as `length_limit`, found 0"),
            Kind::Nothing => f.write_str(
                "`schemes([])`, `bare_domains(Skip)` and `emails(Skip)` leave nothing to find",
            ),
        }
    }
}

impl core::error::Error for BuildError {}
