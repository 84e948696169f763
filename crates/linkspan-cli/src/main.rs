//! The `linkspan` program.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    linkspan_cli::main()
}
