//! The targets whose laws are those of the library's property tests.

use std::fmt;

use arbitrary::{Arbitrary, Unstructured};

use crate::laws::options::Options;
use crate::texts::{Shape, offset, split};
use crate::{laws, write_test};

/// An argument as code.
fn code(argument: &impl fmt::Debug) -> String {
    format!("{argument:?}")
}

/// Declares the input of a target: its fields, in the order of their bytes, and the laws that it is for.
macro_rules! target {
    (
        $(#[$doc:meta])*
        $name:ident { $($field:ident: $type:ty,)* }
        $($area:ident::$law:ident($($argument:expr),*);)*
    ) => {
        $(#[$doc])*
        #[derive(Arbitrary)]
        pub struct $name<'a> {
            $($field: $type,)*
        }

        impl $name<'_> {
            /// Panics if a law does not hold.
            pub fn check(&self) {
                let Self { $($field),* } = self;
                $(laws::$area::$law($($argument),*);)*
            }
        }

        /// As a test to paste among those of the library.
        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Self { $($field),* } = self;
                let calls = [$({
                    let arguments: Vec<String> = vec![$(code(&$argument)),*];
                    let law = concat!("crate::laws::", stringify!($area), "::", stringify!($law));
                    format!("{law}({})", arguments.join(", "))
                }),*];
                write_test(f, &calls)
            }
        }
    };
}

target! {
    /// The finder, with options of all kinds.
    Finder { options: Options, text: &'a str, }
    find::laws(*options, text);
}

target! {
    /// Where links end.
    Terminate { host_end: u16, span_end: u16, text: &'a str, }
    terminate::termination(text, offset(text, *host_end));
    terminate::correction(text, 0..offset(text, *span_end));
    terminate::correction(text, offset(text, *host_end)..offset(text, *span_end));
}

target! {
    /// Email addresses and the quotes of their local parts.
    Email { text: &'a str, }
    email::all_local_parts(text);
    email::quoting(text);
    email::unquoting(text);
}

target! {
    /// URLs from any text.
    Format { text: &'a str, }
    format::url(text);
    format::tail(text);
}

target! {
    /// URLs from parts that are not escaped.
    Parts { shape: Shape, text: &'a str, }
    format::building(&shape.texts(text));
}

target! {
    /// Text as HTML.
    Html { value: u8, limit: u8, text: &'a str, }
    html::laws(split(text, *value).1, split(text, *value).0, usize::from(*limit));
}

target! {
    /// Text as Markdown.
    Markdown { text: &'a str, }
    markdown::laws(text);
}

target! {
    /// Text for terminals.
    Terminal { text: &'a str, }
    terminal::laws(text);
}

target! {
    /// Text with notes.
    Notes { text: &'a str, }
    notes::laws(text);
}

target! {
    /// Links as JSON and CSV.
    Records { text: &'a str, }
    records::laws(text);
}

target! {
    /// All renderers, with text in pieces.
    Renderers { cut: u8, text: &'a str, }
    renderers::laws(text, usize::from(*cut));
}

target! {
    /// Documents of HTML.
    Rewrite { chunk: u8, text: &'a str, }
    rewrite::laws(text, usize::from(*chunk));
    rewrite::well_formed(text);
}

target! {
    /// Documents of Markdown.
    Documents { text: &'a str, }
    documents::laws(text);
}

target! {
    /// Reports about links, and policies.
    Assess { text: &'a str, }
    assess::laws(text);
}

target! {
    /// The safe display form.
    Display { limit: u8, text: &'a str, }
    display::laws(text, if *limit == u8::MAX { usize::MAX } else { usize::from(*limit) });
}

target! {
    /// What can be done about findings.
    Actions { text: &'a str, }
    actions::laws(text);
    actions::fangs(text);
}

impl<'a> Arbitrary<'a> for Options {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        bytes.arbitrary().map(Self::new)
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (Self::CHOICES, Some(Self::CHOICES))
    }
}
