//! The options of a [`Finder`](crate::Finder), one type each.
//!
//! Most variants have common names. `Link` and `Skip` say whether something is linked. `Keep` and `Trim` say
//! whether characters at the end of a link are part of it.

/// Whether URLs are linked whose scheme is not in the list of schemes.
///
/// Set by [`FinderBuilder::unknown_schemes`](crate::find::FinderBuilder::unknown_schemes),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnknownSchemes {
    /// Link no part of the URL. A link to a part of it would lead elsewhere.
    Skip,
    /// Link them, whatever their host is.
    Link,
}

/// Whether domains without a scheme are linked.
///
/// Set by [`FinderBuilder::bare_domains`](crate::find::FinderBuilder::bare_domains),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BareDomains {
    /// Link them.
    Link,
    /// Do not link them.
    Skip,
}

/// Whether email addresses are linked.
///
/// Set by [`FinderBuilder::emails`](crate::find::FinderBuilder::emails),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Emails {
    /// Link them.
    Link,
    /// Do not link them, nor the domains in them.
    Skip,
}

/// Whether URLs with a user name are linked, as in `http://user@example.com`.
///
/// Set by [`FinderBuilder::userinfo`](crate::find::FinderBuilder::userinfo),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Userinfo {
    /// Link no part of them, whatever the scheme. In text, a user name is more often meant to deceive than
    /// to log in.
    Skip,
    /// Link them.
    Link,
}

/// Whether URLs whose host is an IP address are linked.
///
/// Set by [`FinderBuilder::ip_hosts`](crate::find::FinderBuilder::ip_hosts),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IpHosts {
    /// Link them if they have a scheme.
    Link,
    /// Do not link them.
    Skip,
}

/// Whether URLs whose host is a single label are linked, such as `http://localhost:3000`.
///
/// Set by [`FinderBuilder::one_label_hosts`](crate::find::FinderBuilder::one_label_hosts),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OneLabelHosts {
    /// Do not link them: such names cannot be registered.
    Skip,
    /// Link them if they have a scheme.
    Link,
}

/// What happens where words of another script directly precede or follow a host.
///
/// Set by [`FinderBuilder::script_boundaries`](crate::find::FinderBuilder::script_boundaries),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScriptBoundaries {
    /// The host ends there: `請看example.comです` contains `example.com`.
    Split,
    /// The words are part of the host.
    Ignore,
}

/// What happens to a `?` at the end of a link that no query follows.
///
/// Set by [`FinderBuilder::trailing_question`](crate::find::FinderBuilder::trailing_question),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TrailingQuestion {
    /// It ends a question and is not part of the link.
    Trim,
    /// It is part of the link, as in the pseudo-code of §3.5.1.
    Keep,
}

/// What happens where words of a script without spaces directly follow an ASCII path.
///
/// Set by [`FinderBuilder::attached_words`](crate::find::FinderBuilder::attached_words),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AttachedWords {
    /// They are part of the link, as in the standard.
    Keep,
    /// The link ends before such words, if everything after the host is ASCII so far and the words are not
    /// followed by more of a URL; before full-width punctuation, opening brackets above ASCII and Korean
    /// particles; and before a hyphen and a suffix after a bare domain, as in `example.com-on`.
    Trim,
}

/// What happens to opening brackets at the end of a link.
///
/// Set by [`FinderBuilder::unmatched_openers`](crate::find::FinderBuilder::unmatched_openers),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnmatchedOpeners {
    /// They are part of the link, as in the standard.
    Keep,
    /// They are not part of the link.
    Trim,
}

/// Whether an email address is linked whose local part starts with a dot or contains two in a row.
///
/// Set by [`FinderBuilder::bad_dots`](crate::find::FinderBuilder::bad_dots),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BadDots {
    /// Link nothing, not even the domain after the `@`, as in the standard.
    Skip,
    /// Link the address that starts after the misplaced dots.
    Recover,
}

/// Whether email addresses with a quoted local part are linked, as in `"ann lee"@example.com`.
///
/// Set by [`FinderBuilder::quoted_local_parts`](crate::find::FinderBuilder::quoted_local_parts),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QuotedLocalParts {
    /// Do not link them, as in the standard.
    Skip,
    /// Link them.
    Link,
}

/// Whether bare domains are linked that look like names in source code.
///
/// Set by [`FinderBuilder::code_names`](crate::find::FinderBuilder::code_names),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodeNames {
    /// Link them.
    Link,
    /// Do not link a name that its syntax or its neighbours show to be code: `iter.next()`, `user.name = 1`,
    /// `Foo::bar.id`, `self.data`, `MessageQueue.new`, `ASP.NET`, `org.example.app`. A name that starts with
    /// `www.` is linked nevertheless.
    Skip,
    /// Do not link these, nor any other name whose top-level domain is a common word of source code, as in
    /// `item.name`, unless it starts with `www.`, or a path or port follows.
    SkipWords,
}

/// Whether bare domains are linked whose top-level domain is better known as a file extension, such as
/// `README.md`.
///
/// Set by [`FinderBuilder::file_names`](crate::find::FinderBuilder::file_names),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileNames {
    /// Link them.
    Link,
    /// Do not link them, unless they start with `www.`, or a path follows. A number after the name, as in
    /// `main.rs:12`, is that of a line.
    Skip,
}

/// Whether an email address is linked that is the start of a remote path, as in `git@example.com:user/project`.
///
/// Set by [`FinderBuilder::remote_paths`](crate::find::FinderBuilder::remote_paths),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemotePaths {
    /// Link the address.
    Link,
    /// Link no part of the remote path.
    Skip,
}

/// Where the local part of an email address starts.
///
/// Set by [`FinderBuilder::local_part_start`](crate::find::FinderBuilder::local_part_start),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LocalPartStart {
    /// As early as the standard allows.
    Standard,
    /// After the last of the characters `'{}=/?|&#*!$^~`, which in text more often separate than belong to
    /// a name; and after words of a script without spaces, if the rest is ASCII. An address in angle brackets
    /// starts after the bracket.
    AfterSeparator,
}

/// Whether the query of a `mailto:` address is part of the link.
///
/// Set by [`FinderBuilder::mailto_query`](crate::find::FinderBuilder::mailto_query),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MailtoQuery {
    /// It is part of the link.
    Keep,
    /// The link ends with the domain, as in the standard.
    Trim,
}

/// Which syntax around a link ends it.
///
/// Set by [`FinderBuilder::delimiters`](crate::find::FinderBuilder::delimiters),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiters {
    /// None beyond the standard.
    Standard,
    /// Quotation marks, `<`, `>` and the backtick end a link, and so does a comma before another URL or a
    /// quotation mark. A quotation mark, asterisk or other sign of emphasis directly before the link ends it
    /// where it occurs again.
    Quotes,
    /// In addition, the syntax of source code, data and markup ends a link: `|`; a `\` before a letter, a
    /// quotation mark or another `\`; the character references of quotation marks and angle brackets; a comma
    /// in separated values. URLs with a placeholder or a regular expression in their host are not linked.
    Code,
}

/// The scheme in the `href` of a link without a scheme.
///
/// Set by [`FinderBuilder::implied_scheme`](crate::find::FinderBuilder::implied_scheme),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImpliedScheme {
    /// `https://`
    Https,
    /// `http://`
    Http,
}

impl ImpliedScheme {
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Https => "https://",
            Self::Http => "http://",
        }
    }
}

/// The requirement on a top-level domain.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::options::TopLevel;
///
/// // With a scheme, the form is enough by default.
/// let text = "see http://intranet.corp";
/// assert_eq!(Finder::new().find_iter(text).count(), 1);
/// let strict = Finder::builder().scheme_tld(TopLevel::Listed).build()?;
/// assert_eq!(strict.find_iter(text).count(), 0);
/// # Ok::<(), linkspan::find::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TopLevel {
    /// It is in the [list of suffixes](crate::suffix::SuffixList).
    Listed,
    /// It has the form of one: two or more ASCII letters, or letters and marks of other scripts.
    Syntactic,
    /// It is not a number.
    Any,
}

/// Whether anything is linked at all.
///
/// Set by [`FinderBuilder::linking`](crate::find::FinderBuilder::linking),
/// whose documentation has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Linking {
    /// Find links.
    On,
    /// Find nothing.
    Off,
}
