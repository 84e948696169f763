//! The arguments of `linkspan explain`.

use clap::Args;

use super::FinderArguments;

/// Explain why text is or is not a link, and why a link ends where it does
///
/// Reports every candidate: every position in the text where a link could be. For a link, the report
/// shows its parts, the steps that determined its end, and the reason it ends there. For a rejected
/// candidate, it shows the reason. Each decision names the clause of UTS #58 or the option it follows.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan explain 'See (https://example.com/a_(b)).'
  linkspan explain 請看example.com。谢谢
  pbpaste | linkspan explain

Exit status: 0 if there is a link, 1 if there is no link, 2 if an error occurred.")]
pub(crate) struct ExplainArguments {
    /// The text; without it, standard input is read
    #[arg(value_name = "TEXT")]
    pub(crate) text: Vec<String>,

    /// Print one JSON object per candidate
    #[arg(
        long,
        long_help = "Print one JSON object per candidate, each on its own line. All have \
            \"offset\" (of the character where the candidate was detected), \"linked\", \"text\", \
            \"start\" and \"end\". Links also have \"kind\", \"href\", \"parts\", \"steps\", \
            \"ended\" and \"rule\"; rejected candidates have \"reason\" and \"rule\". Offsets are \
            in bytes."
    )]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) finder: FinderArguments,
}
