//! The targets that check properties of the library.

use std::fmt;

use arbitrary::{Arbitrary, Unstructured};

use crate::properties::options::Options;
use crate::texts::{PartCounts, offset, split};
use crate::{properties, write_test};

/// An argument as source code.
fn code(argument: &impl fmt::Debug) -> String {
    format!("{argument:?}")
}

/// Declares the input of a target: its fields, in the order of their bytes, and the calls of properties to check.
macro_rules! target {
    (
        $(#[$doc:meta])*
        $name:ident { $($field:ident: $type:ty,)* }
        $($module:ident::$property:ident($($argument:expr),*);)*
    ) => {
        $(#[$doc])*
        #[derive(Arbitrary)]
        pub struct $name<'a> {
            $($field: $type,)*
        }

        impl $name<'_> {
            /// Panics if a property is violated.
            pub fn check(&self) {
                let Self { $($field),* } = self;
                $(properties::$module::$property($($argument),*);)*
            }
        }

        /// Prints a regression test for `crates/linkspan/tests`.
        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Self { $($field),* } = self;
                let calls = [$({
                    let arguments: Vec<String> = vec![$(code(&$argument)),*];
                    let path = concat!("crate::properties::", stringify!($module), "::", stringify!($property));
                    format!("{path}({})", arguments.join(", "))
                }),*];
                write_test(f, &calls)
            }
        }
    };
}

target! {
    /// The finder, with any options.
    Finder { options: Options, text: &'a str, }
    find::assert_all(*options, text);
}

target! {
    /// A text that changes. The text is repeated, so that long texts without boundaries occur.
    Live { options: Options, count: u8, edits: [(u32, u8, u16); 4], text: &'a str, }
    live::assert_all(*options, text, *count, *edits);
}

target! {
    /// Bytes that arrive in chunks.
    Stream { options: Options, count: u8, lens: [u16; 2], bytes: &'a [u8], }
    stream::assert_all(*options, bytes, *count, *lens);
}

target! {
    /// Termination, and the correction of spans.
    Terminate { host_end: u16, span_end: u16, text: &'a str, }
    terminate::assert_all(text, offset(text, *host_end));
    terminate::corrected_span_is_stable(text, 0..offset(text, *span_end));
    terminate::corrected_span_is_stable(text, offset(text, *host_end)..offset(text, *span_end));
}

target! {
    /// Local parts of email addresses, and their quoting.
    Email { text: &'a str, }
    email::all_local_parts_match_reference(text);
    email::quoting_round_trips(text);
    email::unquoting_errors_have_valid_offsets(text);
}

target! {
    /// URL formatting for any text.
    Format { text: &'a str, }
    format::assert_all(text);
    format::tail_is_formatted_as_in_a_url(text);
}

target! {
    /// URLs that are built from unescaped parts.
    Parts { counts: PartCounts, text: &'a str, }
    format::built_url_matches_reference(&counts.split(text));
}

target! {
    /// Text as HTML. The text before `value_end` is the value of attributes.
    Html { value_end: u8, limit: u8, text: &'a str, }
    html::assert_all(split(text, *value_end).1, split(text, *value_end).0, usize::from(*limit));
}

target! {
    /// Text as Markdown.
    Markdown { text: &'a str, }
    markdown::output_is_read_as_the_source_with_its_links(text);
}

target! {
    /// Text with terminal hyperlinks.
    Terminal { text: &'a str, }
    terminal::output_has_only_hyperlink_sequences(text);
    terminal::terminal_text_can_be_written_by_line(text);
    terminal::terminal_text_can_be_written_in_chunks(text, 3);
}

target! {
    /// Text with numbered notes.
    Notes { text: &'a str, }
    notes::notes_match_reference(text);
}

target! {
    /// Links as JSON and CSV.
    Records { text: &'a str, }
    records::records_describe_every_link(text);
}

target! {
    /// All renderers, with text that is split between calls.
    Renderers { split_at: u8, text: &'a str, }
    renderers::output_is_independent_of_text_splits(text, usize::from(*split_at));
}

target! {
    /// HTML documents.
    Rewrite { chunk_size: u8, text: &'a str, }
    rewrite::assert_all(text, usize::from(*chunk_size));
    rewrite::links_are_those_of_the_lines(text);
}

target! {
    /// Markdown documents.
    Documents { text: &'a str, }
    documents::assert_all(text);
}

target! {
    /// Reports about links, and policies.
    Assess { text: &'a str, }
    assess::assert_all(text);
}

target! {
    /// The safe display form, and truncated readable forms.
    Display { limit: u8, text: &'a str, }
    display::safe_form_is_clean_and_shows_the_domain(text, if *limit == u8::MAX { usize::MAX } else { usize::from(*limit) });
    registrable::short_forms_show_the_domain(text, usize::from(*limit));
}

target! {
    /// Actions on findings.
    Actions { text: &'a str, }
    actions::assert_all(text);
    actions::refang_inverts_defang(text);
}

impl<'a> Arbitrary<'a> for Options {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        bytes.arbitrary().map(Self::new)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (Self::COUNT, Some(Self::COUNT))
    }
}
