//! The arguments of `linkspan lsp`.

use clap::Args;

/// Run a language server for editors
///
/// Speaks the Language Server Protocol on standard input and output: links of open documents with
/// their targets, links that may deceive as diagnostics, an explanation of the link under the cursor,
/// and actions that change a link to its readable form, its ASCII form or a form that no program
/// follows, or that add it to the list of what is never linked.
///
/// Documents are read as 'find' reads files. The client configures the server with
/// initializationOptions, whose names are those of the options of 'find' in camel case.
/// docs/editors.md describes them and shows the settings of editors.
///
/// The exit status is 0 if the client asked the server to shut down before it ended it, and 1 if it
/// did not.
#[derive(Args, Clone, Copy, Debug)]
#[command(after_help = "Example:
  linkspan lsp                       editors start it; see docs/editors.md")]
pub(crate) struct LspArguments {
    /// Use standard input and output; accepted because many clients pass it, and the default
    #[arg(long)]
    stdio: bool,
}
