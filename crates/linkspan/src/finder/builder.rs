//! Configuring a finder.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use super::Finder;
use super::profile::Profile;
#[cfg(feature = "assess")]
use crate::assess::{AssessLists, IdnTables, Policy, ProtectedNames};
use crate::error::Quoted;
use crate::options::{
    AttachedWords, BadDots, BareDomains, CodeNames, Delimiters, Emails, FileNames, ImpliedScheme,
    IpHosts, Linking, LocalPartStart, MailtoQuery, OneLabelHosts, QuotedLocalParts, RemotePaths,
    ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use crate::scan::{NeverList, Options, Schemes};
use crate::scheme;
use crate::suffix::SuffixList;

/// Configures a [`Finder`]; [`Finder::builder`] starts one.
///
/// ```
/// use linkspan::{Finder, Profile};
/// use linkspan::options::OneLabelHosts;
///
/// let finder = Finder::builder()
///     .profile(Profile::Prose)
///     .one_label_hosts(OneLabelHosts::Link)
///     .build()?;
/// assert!(finder.find("在http://localhost:3000/a，好").is_some());
/// # Ok::<(), linkspan::find::BuildError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct FinderBuilder {
    pub(super) options: Options,
    #[cfg(feature = "assess")]
    pub(super) policy: Policy,
    #[cfg(feature = "assess")]
    pub(super) lists: AssessLists,
}

impl FinderBuilder {
    pub(super) const fn new() -> Self {
        Self {
            options: Options::new(),
            #[cfg(feature = "assess")]
            policy: Policy::report(),
            #[cfg(feature = "assess")]
            lists: AssessLists::new(),
        }
    }

    /// Sets all options to those of a profile, except the [suffix list](Self::suffixes), the list of what is
    /// [never](Self::never) linked, the tables of registries and the protected names. Options that are set
    /// afterwards override the profile.
    ///
    /// ```
    /// use linkspan::{Finder, Profile};
    ///
    /// let finder = Finder::builder().profile(Profile::Terminal).build()?;
    /// assert!(finder.find("http://localhost:3000").is_some());
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn profile(mut self, profile: Profile) -> Self {
        profile.apply(&mut self);
        self
    }

    /// Sets the schemes that are linked, without `://`. Default: `http`, `https`, `ftp`, `ws`, `wss`. URLs with
    /// other schemes are not linked, whatever the profile, unless [`unknown_schemes`](Self::unknown_schemes) is set
    /// afterwards.
    ///
    /// Any scheme that is followed by `://` can be linked. In the schemes of the default list the host is that of a
    /// server; in others, such as `file` or that of an app, it may also be a single label, or empty if a path
    /// follows.
    ///
    /// These schemes are also linked without `//`, if what follows has the form that the scheme requires:
    ///
    /// | scheme | must start with |
    /// |---|---|
    /// | `tel`, `sms` | a number of at least three digits, possibly after `+` |
    /// | `geo` | two numbers with a comma between them |
    /// | `magnet` | `?` and a parameter, as in `?xt=` |
    /// | `urn` | the identifier of a namespace, `:` and a name |
    /// | `doi` | `10.`, a number of at least four digits, `/` and a name |
    /// | `xmpp`, `sip`, `sips`, `news` | a name with a dot or `@` inside |
    /// | `matrix` | `u`, `r`, `roomid` or `e`, then `/` and a name |
    /// | `bitcoin`, `ethereum`, `lightning` | an account or invoice |
    ///
    /// Such a link ends as a path does. If its path can consist of digits or an account only, it also ends before
    /// the first character above ASCII.
    ///
    /// This list does not affect `mailto:`, which is part of an email address: see [`emails`](Self::emails).
    ///
    /// ```
    /// use linkspan::Finder;
    ///
    /// let finder = Finder::builder().schemes(["https", "gemini"]).build()?;
    /// assert!(finder.find("GEMINI://example.com/").is_some());
    /// assert!(finder.find("http://example.com/").is_none());
    ///
    /// let finder = Finder::builder().schemes(["tel", "file"]).build()?;
    /// let text = "电话tel:+86-10-1234，手册file:///srv/handbuch.pdf";
    /// let found: Vec<_> = finder.find_iter(text).map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["tel:+86-10-1234", "file:///srv/handbuch.pdf"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn schemes<S: Into<String>>(mut self, schemes: impl IntoIterator<Item = S>) -> Self {
        self.options.schemes = Schemes::new(schemes);
        self.options.unknown_schemes = UnknownSchemes::Skip;
        self
    }

    /// Sets whether URLs with other schemes than those of the list are linked. Default: no part of them is.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::UnknownSchemes;
    ///
    /// let finder = Finder::builder().unknown_schemes(UnknownSchemes::Link).build()?;
    /// let found: Vec<_> = finder.find_iter("foo://bar/baz").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["foo://bar/baz"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn unknown_schemes(mut self, unknown_schemes: UnknownSchemes) -> Self {
        self.options.unknown_schemes = unknown_schemes;
        self
    }

    /// Sets whether domains without a scheme are linked. Default: they are.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::BareDomains;
    ///
    /// let finder = Finder::builder().bare_domains(BareDomains::Skip).build()?;
    /// let found: Vec<_> = finder.find_iter("example.com http://example.org").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["http://example.org"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn bare_domains(mut self, bare_domains: BareDomains) -> Self {
        self.options.bare_domains = bare_domains;
        self
    }

    /// Sets whether email addresses are linked. Default: they are.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::Emails;
    ///
    /// let finder = Finder::builder().emails(Emails::Skip).build()?;
    /// let found: Vec<_> = finder.find_iter("ann@example.com example.org").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["example.org"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn emails(mut self, emails: Emails) -> Self {
        self.options.emails = emails;
        self
    }

    /// Sets whether URLs with a user name are linked. Default: no part of them is.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::Userinfo;
    ///
    /// let finder = Finder::builder().userinfo(Userinfo::Link).build()?;
    /// let found: Vec<_> = finder.find_iter("http://ann@example.com/").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["http://ann@example.com/"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn userinfo(mut self, userinfo: Userinfo) -> Self {
        self.options.userinfo = userinfo;
        self
    }

    /// Sets whether URLs with a scheme and an IP address are linked. Default: they are.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::IpHosts;
    ///
    /// let finder = Finder::builder().ip_hosts(IpHosts::Skip).build()?;
    /// assert!(finder.find("http://192.0.2.1/ http://[::1]/").is_none());
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn ip_hosts(mut self, ip_hosts: IpHosts) -> Self {
        self.options.ip_hosts = ip_hosts;
        self
    }

    /// Sets whether URLs with a scheme and a single label are linked, such as `http://localhost:3000`.
    /// Default: they are not.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::OneLabelHosts;
    ///
    /// let finder = Finder::builder().one_label_hosts(OneLabelHosts::Link).build()?;
    /// let found: Vec<_> = finder.find_iter("http://localhost:3000/").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["http://localhost:3000/"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn one_label_hosts(mut self, one_label_hosts: OneLabelHosts) -> Self {
        self.options.one_label_hosts = one_label_hosts;
        self
    }

    /// Sets the requirement on the top-level domain of a URL with a scheme. Default: the form of one.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::TopLevel;
    ///
    /// let finder = Finder::builder().scheme_tld(TopLevel::Listed).build()?;
    /// let found: Vec<_> = finder.find_iter("http://a.example http://a.com").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["http://a.com"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn scheme_tld(mut self, scheme_tld: TopLevel) -> Self {
        self.options.scheme_tld = scheme_tld;
        self
    }

    /// Sets the requirement on the top-level domain of a bare domain or an email address. Default:
    /// listed.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::TopLevel;
    ///
    /// let finder = Finder::builder().bare_tld(TopLevel::Syntactic).build()?;
    /// let found: Vec<_> = finder.find_iter("ann@a.example").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["ann@a.example"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn bare_tld(mut self, bare_tld: TopLevel) -> Self {
        self.options.bare_tld = bare_tld;
        self
    }

    /// Sets whether a host ends where words of another script directly follow or precede it. Default: it
    /// does.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::ScriptBoundaries;
    ///
    /// let finder = Finder::builder().script_boundaries(ScriptBoundaries::Ignore).build()?;
    /// let found: Vec<_> = finder.find_iter("請看example.com").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["請看example.com"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn script_boundaries(mut self, script_boundaries: ScriptBoundaries) -> Self {
        self.options.script_boundaries = script_boundaries;
        self
    }

    /// Sets what happens to a `?` at the end of a link that no query follows. Default: it is trimmed.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::TrailingQuestion;
    ///
    /// let finder = Finder::builder().trailing_question(TrailingQuestion::Keep).build()?;
    /// let found: Vec<_> = finder.find_iter("seen example.com/a?").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["example.com/a?"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn trailing_question(mut self, trailing_question: TrailingQuestion) -> Self {
        self.options.trailing_question = trailing_question;
        self
    }

    /// Sets what happens where words of a script without spaces directly follow an ASCII path. Default:
    /// they are kept.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::AttachedWords;
    ///
    /// let finder = Finder::builder().attached_words(AttachedWords::Trim).build()?;
    /// let found: Vec<_> = finder.find_iter("example.com/docs了解更多").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["example.com/docs"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn attached_words(mut self, attached_words: AttachedWords) -> Self {
        self.options.attached_words = attached_words;
        self
    }

    /// Sets what happens to opening brackets at the end of a link. Default: they are kept.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::UnmatchedOpeners;
    ///
    /// let finder = Finder::builder().unmatched_openers(UnmatchedOpeners::Trim).build()?;
    /// let found: Vec<_> = finder.find_iter("example.com/a((").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["example.com/a"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn unmatched_openers(mut self, unmatched_openers: UnmatchedOpeners) -> Self {
        self.options.unmatched_openers = unmatched_openers;
        self
    }

    /// Sets whether an email address with misplaced dots in its local part is linked. Default: no part of
    /// it is.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::BadDots;
    ///
    /// let finder = Finder::builder().bad_dots(BadDots::Recover).build()?;
    /// let found: Vec<_> = finder.find_iter("a..b@example.com").map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["b@example.com"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn bad_dots(mut self, bad_dots: BadDots) -> Self {
        self.options.bad_dots = bad_dots;
        self
    }

    /// Sets whether email addresses with a quoted local part are linked. Default: they are not.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::QuotedLocalParts;
    ///
    /// let finder = Finder::builder().quoted_local_parts(QuotedLocalParts::Link).build()?;
    /// let found: Vec<_> = finder.find_iter(r#""ann lee"@example.com"#).map(|link| link.as_str()).collect();
    /// assert_eq!(found, [r#""ann lee"@example.com"#]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn quoted_local_parts(mut self, quoted_local_parts: QuotedLocalParts) -> Self {
        self.options.quoted_local_parts = quoted_local_parts;
        self
    }

    /// Sets whether bare domains are linked that look like names in source code. Default: those that their
    /// neighbours or their form show to be code are not.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::CodeNames;
    ///
    /// let text = "iter.next() for item.name at example.com";
    /// let found = |names| {
    ///     let finder = Finder::builder().code_names(names).build().unwrap();
    ///     finder.find_iter(text).map(|link| link.as_str()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(found(CodeNames::Link), ["iter.next", "item.name", "example.com"]);
    /// assert_eq!(found(CodeNames::Skip), ["item.name", "example.com"]);
    /// assert_eq!(found(CodeNames::SkipWords), ["example.com"]);
    /// ```
    pub fn code_names(mut self, code_names: CodeNames) -> Self {
        self.options.code_names = code_names;
        self
    }

    /// Sets whether bare domains are linked whose top-level domain is better known as a file extension.
    /// Default: not without a path or `www.`.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::FileNames;
    ///
    /// let text = "README.md, main.rs:12 and docs.rs/linkspan";
    /// let found: Vec<_> = linkspan::links(text).map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["docs.rs/linkspan"]);
    /// let finder = Finder::builder().file_names(FileNames::Link).build()?;
    /// assert_eq!(finder.find(text).unwrap().as_str(), "README.md");
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn file_names(mut self, file_names: FileNames) -> Self {
        self.options.file_names = file_names;
        self
    }

    /// Sets whether an email address is linked that is the start of a remote path. Default: it is not.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::RemotePaths;
    ///
    /// let text = "git clone git@example.com:ann/notes";
    /// assert!(Finder::new().find(text).is_none());
    /// let finder = Finder::builder().remote_paths(RemotePaths::Link).build()?;
    /// assert_eq!(finder.find(text).unwrap().as_str(), "git@example.com");
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn remote_paths(mut self, remote_paths: RemotePaths) -> Self {
        self.options.remote_paths = remote_paths;
        self
    }

    /// Sets which top-level domains an email address in angle brackets may have. With
    /// [`Delimiters::Code`], this also applies to an address in quotation marks. Default:
    /// [`TopLevel::Syntactic`], since the brackets settle that it is an address.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::TopLevel;
    ///
    /// let text = "Ann <ann@mail.internal>";
    /// assert_eq!(Finder::new().find(text).unwrap().as_str(), "ann@mail.internal");
    /// let finder = Finder::builder().bracketed_tld(TopLevel::Listed).build()?;
    /// assert!(finder.find(text).is_none());
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn bracketed_tld(mut self, bracketed_tld: TopLevel) -> Self {
        self.options.bracketed_tld = bracketed_tld;
        self
    }

    /// Sets where the local part of an email address starts. Default: as early as the standard allows.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::LocalPartStart;
    ///
    /// let finder = Finder::builder().local_part_start(LocalPartStart::AfterSeparator).build()?;
    /// let text = "user=jane@example.com 请发邮件至info@example.cn";
    /// let found: Vec<_> = finder.find_iter(text).map(|link| link.as_str()).collect();
    /// assert_eq!(found, ["jane@example.com", "info@example.cn"]);
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn local_part_start(mut self, local_part_start: LocalPartStart) -> Self {
        self.options.local_part_start = local_part_start;
        self
    }

    /// Sets whether the query of a `mailto:` address is part of the link. Default: it is not.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::MailtoQuery;
    ///
    /// let finder = Finder::builder().mailto_query(MailtoQuery::Keep).build()?;
    /// let link = finder.find("<mailto:ann@example.com?subject=hi>").unwrap();
    /// assert_eq!(link.as_str(), "mailto:ann@example.com?subject=hi");
    /// assert_eq!(link.query(), Some("subject=hi"));
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn mailto_query(mut self, mailto_query: MailtoQuery) -> Self {
        self.options.mailto_query = mailto_query;
        self
    }

    /// Sets which syntax around a link ends it. Default: none beyond the standard.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::Delimiters;
    ///
    /// let found = |delimiters, text| {
    ///     let finder = Finder::builder().delimiters(delimiters).build().unwrap();
    ///     finder.find(text).unwrap().as_str().to_owned()
    /// };
    /// let json = r#"{"u":"https://example.com/a","v":1}"#;
    /// assert_eq!(found(Delimiters::Standard, json), r#"https://example.com/a","v":1"#);
    /// assert_eq!(found(Delimiters::Quotes, json), "https://example.com/a");
    /// let literal = r"https://example.com/a\nhttps://example.org/b";
    /// assert_eq!(found(Delimiters::Code, literal), "https://example.com/a");
    /// ```
    pub fn delimiters(mut self, delimiters: Delimiters) -> Self {
        self.options.delimiters = delimiters;
        self
    }

    /// Sets the maximum length of a link, in bytes. Anything longer is not linked. Default: 8 KiB.
    ///
    /// ```
    /// use linkspan::Finder;
    ///
    /// let finder = Finder::builder().length_limit(15).build()?;
    /// assert!(finder.find("example.com/abc").is_some());
    /// assert!(finder.find("example.com/abcd").is_none());
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn length_limit(mut self, bytes: usize) -> Self {
        self.options.length_limit = bytes;
        self
    }

    /// Sets the scheme in the `href` of links without one. Default: `https`.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::ImpliedScheme;
    ///
    /// let finder = Finder::builder().implied_scheme(ImpliedScheme::Http).build()?;
    /// assert_eq!(finder.find("example.com").unwrap().href(), "http://example.com");
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn implied_scheme(mut self, scheme: ImpliedScheme) -> Self {
        self.options.implied_scheme = scheme;
        self
    }

    /// Sets the list of top-level domains and public suffixes. Default: the
    /// [embedded](SuffixList::embedded) one.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::suffix::SuffixList;
    ///
    /// let list = SuffixList::from_iana("COM\nEXAMPLE\n")?;
    /// let finder = Finder::builder().suffixes(list).build()?;
    /// assert!(finder.find("www.example").is_some());
    /// assert!(finder.find("www.org").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn suffixes(mut self, list: impl Into<Arc<SuffixList>>) -> Self {
        self.options.suffixes = Some(list.into());
        self
    }

    /// Sets a list of hosts and links that are not linked. Default: none.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::find::NeverList;
    ///
    /// let list: NeverList = "asp.net\nhttps://example.com/\n".parse()?;
    /// let finder = Finder::builder().never(list).build()?;
    /// assert!(finder.find("ASP.net").is_none());
    /// assert!(finder.find("https://example.com/").is_none());
    /// assert!(finder.find("https://example.com/a").is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn never(mut self, list: impl Into<Arc<NeverList>>) -> Self {
        let list = list.into();
        self.options.never = (!list.is_empty()).then_some(list);
        self
    }

    /// Sets whether anything is linked at all. Default: links are found.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::Linking;
    ///
    /// let finder = Finder::builder().linking(Linking::Off).build()?;
    /// assert!(finder.find("https://example.com").is_none());
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    pub fn linking(mut self, linking: Linking) -> Self {
        self.options.linking = linking;
        self
    }

    /// Sets what happens to links with findings. Default: they are linked, and
    /// [`assess`](crate::assess::assess()) reports the findings.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::assess::{Level, Policy};
    ///
    /// let finder = Finder::builder().policy(Policy::refuse_from(Level::Danger)).build()?;
    /// assert!(finder.find("https://аррӏе.com/").is_none());
    /// assert!(finder.find("https://пример.com/").is_some());
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    #[cfg(feature = "assess")]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets the tables of registries, which say which labels may be registered below a domain. The policy, the
    /// assessments and the safe display form use them. Default: none.
    ///
    /// ```
    /// use linkspan::{Finder, Profile};
    /// use linkspan::assess::IdnTables;
    ///
    /// let mut tables = IdnTables::new();
    /// tables.add("U+0061..U+007A\nU+00E4 # ä\nU+00F6 # ö\nU+00FC # ü\n", Some("de"))?;
    /// let finder = Finder::builder().profile(Profile::Strict).idn_tables(tables).build()?;
    /// assert!(finder.is_match("https://bücher.de"));
    /// assert!(!finder.is_match("https://bûcher.de"));
    /// assert!(finder.is_match("https://bûcher.com"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "assess")]
    pub fn idn_tables(mut self, tables: impl Into<Arc<IdnTables>>) -> Self {
        self.lists.idn_tables = Some(tables.into());
        self
    }

    /// Sets the names that others may imitate. The policy, the assessments and the safe display form use them.
    /// Default: none.
    ///
    /// ```
    /// use linkspan::{Finder, Profile};
    /// use linkspan::assess::ProtectedNames;
    /// use linkspan::suffix::SuffixList;
    ///
    /// let names = ProtectedNames::new(["example.com"], SuffixList::embedded())?;
    /// let finder = Finder::builder().profile(Profile::Strict).protected_names(names).build()?;
    /// assert!(finder.is_match("https://www.example.com"));
    /// assert!(!finder.is_match("https://www.exarnple.com"));
    /// assert!(!finder.is_match("https://www.example-login.com"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "assess")]
    pub fn protected_names(mut self, names: impl Into<Arc<ProtectedNames>>) -> Self {
        self.lists.protected_names = Some(names.into());
        self
    }

    /// Builds the finder.
    ///
    /// # Errors
    ///
    /// If a scheme is not valid, or can never match: its URLs have no `//`, and it is not one of those that
    /// [`schemes`](Self::schemes) lists. Options that have no effect because of others are not errors.
    ///
    /// ```
    /// let error = linkspan::Finder::builder().schemes(["https:"]).build().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "expected a scheme of ASCII letters, digits, '+', '-' and '.', found \"https:\"",
    /// );
    /// let error = linkspan::Finder::builder().schemes(["javascript"]).build().unwrap_err();
    /// assert!(error.to_string().starts_with("expected a scheme with '//', or one of bitcoin, doi,"));
    /// ```
    pub fn build(self) -> Result<Finder, BuildError> {
        for scheme in self.options.schemes.names() {
            let problem = match scheme {
                scheme if !scheme::is_valid(scheme) => SchemeProblem::Syntax,
                scheme if scheme::is_unsupported(scheme) => SchemeProblem::Unsupported,
                _ => continue,
            };
            let scheme = scheme.into();
            return Err(BuildError { scheme, problem });
        }
        #[cfg(feature = "assess")]
        {
            let mut options = self.options;
            options.filter = self.policy.filter(&self.lists);
            Ok(Finder::with_options(options, self.policy, self.lists))
        }
        #[cfg(not(feature = "assess"))]
        Ok(Finder::with_options(self.options))
    }
}

/// The error of configuring a finder.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BuildError {
    /// The invalid scheme. All other options accept every value of their types.
    scheme: String,
    problem: SchemeProblem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SchemeProblem {
    /// It is not the name of a scheme.
    Syntax,
    /// Its URLs have no `//`, and their form is not supported.
    Unsupported,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            SchemeProblem::Syntax => {
                f.write_str("expected a scheme of ASCII letters, digits, '+', '-' and '.', ")?;
            }
            SchemeProblem::Unsupported => {
                f.write_str("expected a scheme with '//', or one of ")?;
                for (index, name) in scheme::opaque_names().enumerate() {
                    let separator = if index > 0 { ", " } else { "" };
                    write!(f, "{separator}{name}")?;
                }
                f.write_str("; ")?;
            }
        }
        write!(f, "found {}", Quoted(&self.scheme))
    }
}

impl core::error::Error for BuildError {}
