//! What `explain` can be told.

use clap::Args;

use super::FinderArguments;

/// Tell why something is a link, or is not, and what ended it
///
/// For each place in the text where a link could be: the link with its parts and what each was held
/// to, every step of the walk that found its end, and what ended it; or why there is none. Each
/// decision names the clause of UTS #58 or the option that it follows.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan explain 'See (https://example.com/a_(b)).'
  linkspan explain 請看example.com。谢谢
  pbpaste | linkspan explain

Exit status: 0 if there is a link, 1 if there is none, 2 if something went wrong.")]
pub(crate) struct ExplainArguments {
    /// The text; without it, standard input is read
    #[arg(value_name = "TEXT")]
    pub(crate) text: Vec<String>,

    /// Write one JSON object for each candidate
    #[arg(
        long,
        long_help = "Write one JSON object a line for each candidate: \"offset\" (of the character it \
            was noticed by), \"linked\", \"text\", \"start\", \"end\"; of a link also \"kind\", \
            \"href\", \"parts\", \"steps\", \"ended\" and \"rule\"; of what is none \"reason\" and \
            \"rule\". Offsets are in bytes."
    )]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) finder: FinderArguments,
}
