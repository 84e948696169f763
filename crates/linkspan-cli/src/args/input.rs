//! How input is read, for all commands that search text.

use clap::Args;
use encoding_rs::Encoding;

use crate::text::{Malformed, ReadOptions};

#[derive(Args, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArguments {
    /// The encoding of the input, if it is not UTF-8; 'auto' detects it
    #[arg(
        short = 'E',
        long,
        value_name = "LABEL",
        value_parser = encoding,
        long_help = "The encoding of the input, if it is not UTF-8: utf-16le, shift_jis, gb18030, \
            windows-1252, or any other label of the WHATWG Encoding Standard. 'auto' detects the \
            encoding of each input from its first block, as browsers do.\n\n\
            A byte order mark (UTF-8, UTF-16) at the start of the input takes precedence. Malformed \
            bytes end a link, as white space does; a warning names the first one. Byte offsets in \
            the output count the bytes of the original input."
    )]
    encoding: Option<EncodingChoice>,

    /// How many bytes to read at a time. For tests: the links that are found do not depend on it.
    #[arg(long, value_name = "BYTES", default_value_t = 64 * 1024, hide = true)]
    block_size: usize,
}

impl InputArguments {
    /// How input is read.
    pub(crate) fn read_options(&self) -> ReadOptions {
        let (encoding, detect_encoding) = match self.encoding {
            None => (None, false),
            Some(EncodingChoice::Named(encoding)) => (Some(encoding), false),
            Some(EncodingChoice::Detected) => (None, true),
        };
        ReadOptions {
            encoding,
            detect_encoding,
            malformed: Malformed::Nul,
            block_size: self.block_size,
        }
    }
}

/// The value of `--encoding`.
#[derive(Clone, Copy, Debug)]
enum EncodingChoice {
    Named(&'static Encoding),
    Detected,
}

fn encoding(label: &str) -> Result<EncodingChoice, String> {
    if label.eq_ignore_ascii_case("auto") {
        return Ok(EncodingChoice::Detected);
    }
    let encoding = Encoding::for_label_no_replacement(label.as_bytes());
    encoding.map(EncodingChoice::Named).ok_or_else(|| {
        String::from(
            "expected auto or the label of an encoding, such as utf-16le, shift_jis, gb18030, \
             euc-kr or windows-1252",
        )
    })
}
