//! The codes of findings: stable names, descriptions and advice.

use crate::error::named;

/// The kind of a [`Finding`](super::Finding). Its name is stable, so tools can rely on it.
///
/// `docs/safety.md` describes each code and what to do about it.
///
/// ```
/// use linkspan::assess::Code;
///
/// assert_eq!(Code::HostMixedScripts.as_str(), "host-mixed-scripts");
/// assert_eq!("host-mixed-scripts".parse(), Ok(Code::HostMixedScripts));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The last label does not have the form of a top-level domain.
    TldInvalid,
    /// The top-level domain is not in the list.
    TldUnlisted,
    /// The link looks like a file name, and no scheme is written.
    TldFileName,
    /// A character of the host is not recommended for identifiers (UTS #39).
    HostRestricted,
    /// A label mixes scripts beyond the "highly restrictive" level of UTS #39.
    HostMixedScripts,
    /// A label has Latin letters that no single language uses together.
    HostMixedLanguages,
    /// A label of another script looks like an ASCII label.
    HostConfusable,
    /// The host contains an invisible character.
    HostInvisible,
    /// A label starts with `xn--` but is not valid Punycode: it does not decode to a label that encodes to it.
    HostPunycode,
    /// A label mixes digits from different decimal number systems.
    HostMixedDigits,
    /// A character of a label looks like another one where it is used.
    HostLookalike,
    /// The marks of a label hide, strike out or crowd a letter.
    HostMarks,
    /// Labels are separated by a dot other than `.` where a reader does not expect it.
    HostDot,
    /// Right-to-left labels are displayed in a different order than they are written in.
    HostReordered,
    /// A label that looks like the end of a domain, such as `com`, is left of the registrable domain or starts it.
    HostEmbeddedDomain,
    /// No table of the registry allows the registered label ([`IdnTables`](super::IdnTables)).
    HostNotInTable,
    /// The host imitates a protected name ([`ProtectedNames`](super::ProtectedNames)).
    HostImitates,
    /// A control character changes the order in which the text is displayed.
    BidiControl,
    /// An invisible character has no function where it is used.
    Invisible,
    /// An invisible tag character is not part of a flag emoji.
    Tag,
    /// A code point is not assigned in this version of Unicode.
    Unassigned,
    /// A character looks like one of `/ ? # @ : & = . %`.
    SyntaxLookalike,
    /// A word outside the host mixes scripts.
    MixedScripts,
    /// A letter outside the host is struck out, or has a stack of marks.
    Marks,
    /// The URL has a user name.
    Userinfo,
    /// The link contains another URL.
    SecondScheme,
    /// The host is an IP address in an unusual notation.
    OddAddress,
    /// The port is unusual.
    OddPort,
    /// The link, its host, a label or its local part is too long.
    TooLong,
    /// The text of an existing link shows a different host than the one the link leads to.
    OtherHost,
}

/// What a [finding](super::Finding::concern) is about.
///
/// ```
/// use linkspan::assess::{Code, Concern};
///
/// assert_eq!(Code::HostConfusable.concern(), Concern::Look);
/// assert_eq!(Code::TldUnlisted.concern(), Concern::Target);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Concern {
    /// How the link looks. The [safe display form](super::SafeDisplay) has no findings of this sort.
    Look,
    /// Where the link leads. No other way of writing the link changes that.
    Target,
}

named!(Code, "the code of a finding", [
    TldInvalid => "tld-invalid",
    TldUnlisted => "tld-unlisted",
    TldFileName => "tld-file-name",
    HostRestricted => "host-restricted",
    HostMixedScripts => "host-mixed-scripts",
    HostMixedLanguages => "host-mixed-languages",
    HostConfusable => "host-confusable",
    HostInvisible => "host-invisible",
    HostPunycode => "host-punycode",
    HostMixedDigits => "host-mixed-digits",
    HostLookalike => "host-lookalike",
    HostMarks => "host-marks",
    HostDot => "host-dot",
    HostReordered => "host-reordered",
    HostEmbeddedDomain => "host-embedded-domain",
    HostNotInTable => "host-not-in-table",
    HostImitates => "host-imitates",
    BidiControl => "bidi-control",
    Invisible => "invisible",
    Tag => "tag",
    Unassigned => "unassigned",
    SyntaxLookalike => "syntax-lookalike",
    MixedScripts => "mixed-scripts",
    Marks => "marks",
    Userinfo => "userinfo",
    SecondScheme => "second-scheme",
    OddAddress => "odd-address",
    OddPort => "odd-port",
    TooLong => "too-long",
    OtherHost => "other-host",
]);

impl Code {
    /// What findings with this code mean, in one sentence.
    ///
    /// ```
    /// assert_eq!(linkspan::assess::Code::Userinfo.title(), "The URL has a user name, which can be mistaken for the host.");
    /// ```
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::TldInvalid => "The last label does not have the form of a top-level domain.",
            Self::TldUnlisted => "The top-level domain is not in the list of top-level domains.",
            Self::TldFileName => "The link may be meant as a file name.",
            Self::HostRestricted => {
                "The host contains a character that is not recommended for identifiers."
            }
            Self::HostMixedScripts => "A label of the host mixes scripts.",
            Self::HostMixedLanguages => {
                "A label of the host has letters that no single language uses together."
            }
            Self::HostConfusable => "A label of the host looks like an ASCII label.",
            Self::HostInvisible => "The host contains an invisible character.",
            Self::HostPunycode => "A label of the host is not valid Punycode.",
            Self::HostMixedDigits => {
                "A label of the host mixes digits from different number systems."
            }
            Self::HostLookalike => {
                "A character of the host looks like another one where it is used."
            }
            Self::HostMarks => "The marks of a label hide, strike out or crowd a letter.",
            Self::HostDot => "The labels of the host are separated by an unusual dot.",
            Self::HostReordered => {
                "Labels of the host are shown in a different order than they are written in."
            }
            Self::HostEmbeddedDomain => "The host starts like another domain.",
            Self::HostNotInTable => "No table of the registry allows the registered label.",
            Self::HostImitates => "The host imitates a protected name.",
            Self::BidiControl => {
                "A control character changes the order in which the text is shown."
            }
            Self::Invisible => "An invisible character has no function where it is used.",
            Self::Tag => "An invisible tag character is not part of a flag emoji.",
            Self::Unassigned => "A code point is not assigned in this version of Unicode.",
            Self::SyntaxLookalike => "A character looks like a URL delimiter.",
            Self::MixedScripts => "A word outside the host mixes scripts.",
            Self::Marks => "A letter outside the host is struck out, or has a stack of marks.",
            Self::Userinfo => "The URL has a user name, which can be mistaken for the host.",
            Self::SecondScheme => "The link contains another URL.",
            Self::OddAddress => "The host is an IP address in an unusual notation.",
            Self::OddPort => "The port is unusual.",
            Self::TooLong => "The link or a part of it is too long.",
            Self::OtherHost => "The text shows a different host than the one the link leads to.",
        }
    }

    /// What to do about findings with this code, in one sentence.
    ///
    /// ```
    /// assert_eq!(linkspan::assess::Code::HostConfusable.advice(), "Do not link it, and show the label in Punycode.");
    /// ```
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::TldInvalid | Self::HostPunycode | Self::TooLong => "Do not link it.",
            Self::TldUnlisted => "Link it only where intranet names are expected.",
            Self::TldFileName => "Do not link it without a scheme.",
            Self::HostMixedScripts
            | Self::HostConfusable
            | Self::HostMarks
            | Self::HostNotInTable
            | Self::HostImitates => "Do not link it, and show the label in Punycode.",
            Self::HostRestricted
            | Self::HostMixedLanguages
            | Self::HostMixedDigits
            | Self::HostLookalike
            | Self::HostReordered => "Show the label in Punycode.",
            Self::HostInvisible => "Do not link it, or show it without the invisible characters.",
            Self::HostDot => "Show the host with ASCII dots.",
            Self::BidiControl | Self::Tag => "Do not link it, or escape the character.",
            Self::Invisible | Self::Unassigned | Self::Marks => {
                "Escape the character when you show the link."
            }
            Self::SyntaxLookalike => {
                "Escape the character when you show the link, and do not link it if the character is in the host."
            }
            Self::MixedScripts => "Link it in percent-encoded form.",
            Self::Userinfo => "Do not link it, and never show the user name.",
            Self::HostEmbeddedDomain | Self::SecondScheme => "Show the host prominently.",
            Self::OddAddress => "Do not link it, or show the address in its usual notation.",
            Self::OddPort => "Show the port.",
            Self::OtherHost => "Show where the link leads, or do not link it.",
        }
    }

    /// What findings with this code are about. A [finding](super::Finding::concern) about the decoded form of a label in
    /// Punycode is always about the target.
    ///
    /// ```
    /// use linkspan::assess::{Code, Concern};
    ///
    /// assert_eq!(Code::BidiControl.concern(), Concern::Look);
    /// assert_eq!(Code::OddPort.concern(), Concern::Target);
    /// ```
    #[must_use]
    pub const fn concern(self) -> Concern {
        match self {
            Self::TldInvalid
            | Self::TldUnlisted
            | Self::HostPunycode
            | Self::HostEmbeddedDomain
            | Self::HostNotInTable
            | Self::HostImitates
            | Self::SecondScheme
            | Self::OddPort
            | Self::TooLong => Concern::Target,
            _ => Concern::Look,
        }
    }

    /// Whether a label with such a finding is displayed in Punycode. The finding disappears then, unless it is about the
    /// [target](Concern::Target).
    pub(super) const fn is_displayed_in_punycode(self) -> bool {
        matches!(
            self,
            Self::HostRestricted
                | Self::HostMixedScripts
                | Self::HostMixedLanguages
                | Self::HostConfusable
                | Self::HostInvisible
                | Self::HostMixedDigits
                | Self::HostLookalike
                | Self::HostMarks
                | Self::HostReordered
                | Self::HostNotInTable
                | Self::HostImitates
                | Self::BidiControl
                | Self::Tag
                | Self::SyntaxLookalike
        )
    }

    /// The code as a bit of a set.
    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_every_code_in_order() {
        assert!(Code::ALL.is_sorted_by(|before, after| before < after));
        // Codes are bits of a `u32`. `OtherHost` is the last one.
        assert_eq!(Code::ALL.len(), Code::OtherHost as usize + 1);
        assert!(Code::ALL.len() <= 32);
    }
}
