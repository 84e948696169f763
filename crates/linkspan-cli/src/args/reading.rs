//! How input is read, for all commands that search text.

use clap::Args;
use encoding_rs::Encoding;

use crate::text::{Cut, Reading};

#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArguments {
    /// The encoding of the input, if it is not UTF-8
    #[arg(
        short = 'E',
        long,
        value_name = "LABEL",
        value_parser = encoding,
        long_help = "The encoding of the input, if it is not UTF-8: utf-16le, shift_jis, gb18030, \
            windows-1252 and so on, by any name that the web knows it by.\n\n\
            A byte order mark at the start (UTF-8, UTF-16) is always honoured. Bytes that are no \
            text in the encoding end links and are no error. Offsets count the bytes of the file \
            as it is."
    )]
    encoding: Option<&'static Encoding>,

    /// How many bytes to read at a time. For tests: nothing that is found depends on it.
    #[arg(long, value_name = "BYTES", default_value_t = 256 * 1024, hide = true)]
    block_size: usize,
}

impl ReadingArguments {
    pub(crate) fn reading(&self, longest_link: usize, cut: Cut) -> Reading {
        Reading {
            encoding: self.encoding,
            block: self.block_size,
            longest_link,
            cut,
        }
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label_no_replacement(label.as_bytes()).ok_or_else(|| {
        String::from("no such encoding (try utf-16le, shift_jis, gb18030, euc-kr, windows-1252)")
    })
}
