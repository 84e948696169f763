//! Which of the links that were found are wanted.

use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArguments {
    /// Only links of this kind
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<Kind>,

    /// Only links to this host, domain, or glob such as '*.example.com'
    #[arg(
        long,
        value_name = "PATTERN",
        long_help = "Only links whose host or registrable domain matches this glob: example.com \
            matches www.example.com, too, and '*.gov.uk' all hosts below gov.uk. '*' stands for any \
            characters, including dots. Case does not count, and both forms of an international \
            name match: bücher.example and xn--bcher-kva.example. The host of an email address is \
            its domain. Can be given several times; one match is enough."
    )]
    pub(crate) host: Vec<String>,

    /// Only links that match this regular expression
    #[arg(
        long,
        value_name = "REGEX",
        long_help = "Only links that match this regular expression, in the syntax of the Rust crate \
            'regex'. It is searched for in the link as written and in the address that the link \
            leads to (--href); a match in one of them is enough. '(?i)' in front ignores case. Can \
            be given several times; one match is enough."
    )]
    pub(crate) include: Vec<String>,

    /// No links that match this regular expression
    #[arg(
        long,
        value_name = "REGEX",
        long_help = "No links that match this regular expression, as written or in the address \
            that they lead to. It takes precedence over --include. Can be given several times."
    )]
    pub(crate) exclude: Vec<String>,
}

/// The kinds of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// URLs, with or without a scheme
    Url,
    /// Email addresses
    Email,
}
