//! How input is read, for all commands that search text.

use clap::Args;
use encoding_rs::Encoding;

use crate::text::ReadOptions;

#[derive(Args, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArguments {
    /// The encoding of the input, if it is not UTF-8
    #[arg(
        short = 'E',
        long,
        value_name = "LABEL",
        value_parser = encoding,
        long_help = "The encoding of the input, if it is not UTF-8: utf-16le, shift_jis, gb18030, \
            windows-1252, or any other label of the WHATWG Encoding Standard.\n\n\
            A byte order mark (UTF-8, UTF-16) at the start of the input takes precedence. Malformed \
            bytes end a link, as white space does; they are not an error. Byte offsets in the \
            output count the bytes of the original input."
    )]
    encoding: Option<&'static Encoding>,

    /// How many bytes to read at a time. For tests: the links that are found do not depend on it.
    #[arg(long, value_name = "BYTES", default_value_t = 256 * 1024, hide = true)]
    block_size: usize,
}

impl InputArguments {
    /// How input is read.
    pub(crate) fn read_options(&self) -> ReadOptions {
        ReadOptions {
            encoding: self.encoding,
            block_size: self.block_size,
        }
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label_no_replacement(label.as_bytes()).ok_or_else(|| {
        String::from(
            "expected the label of an encoding, such as utf-16le, shift_jis, gb18030, euc-kr or \
             windows-1252",
        )
    })
}
