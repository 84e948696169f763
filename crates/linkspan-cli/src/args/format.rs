//! The arguments of `linkspan format`.

use std::ffi::OsString;

use clap::Args;

use super::ListArguments;

/// Convert URLs to a readable form
///
/// The host is shown in Unicode, and characters are escaped only where necessary. The result is
/// still a working URL, and is detected as a whole in running text. Prints one line per URL.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan format https://el.wikipedia.org/wiki/%CE%91%CE%B8%CE%AE%CE%BD%CE%B1
  linkspan format --ascii https://bücher.example/größe
  linkspan format < urls.txt")]
pub(crate) struct FormatArguments {
    /// Print the ASCII form instead, as used in protocols
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Print the result of minimal escaping by the letter of UTS #58 §4.1 instead
    #[arg(
        long,
        conflicts_with = "ascii",
        long_help = "Print the result of minimal escaping by the letter of UTS #58 §4.1 instead. The \
            readable form has additional escapes: for brackets at which a detector would stop, for \
            '%', and for invisible characters."
    )]
    pub(crate) literal: bool,

    /// Print a form that is safe to display instead
    #[arg(
        long,
        conflicts_with_all = ["ascii", "literal"],
        long_help = "Print a form that is safe to display instead: without user names, with \
            deceptive labels in Punycode and other deceptive characters escaped. Which labels are \
            deceptive, and what the registrable domain is, depends on the list of top-level domains \
            (--tlds), the protected names (--names) and the IDN tables (--idn-tables). Right-to-left text is enclosed in isolates (U+2068, U+2069). The safe form is for display only; use \
            --ascii for an address to open."
    )]
    pub(crate) safe: bool,

    /// The maximum length of the safe form; the registrable domain is never shortened
    #[arg(long, value_name = "CHARACTERS", requires = "safe")]
    pub(crate) limit: Option<usize>,

    #[command(flatten)]
    pub(crate) lists: ListArguments,

    /// The URLs; without any, standard input is read, one URL per line
    #[arg(
        value_name = "URL",
        long_help = "The URLs; without any, standard input is read, one URL per line.\n\n\
            An argument or line that is not a URL is reported and printed unchanged. The exit \
            status is then 2. Empty lines of the input are kept."
    )]
    pub(crate) urls: Vec<OsString>,
}
