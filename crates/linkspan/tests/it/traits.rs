//! Public types can be shared and sent.

use linkspan::property::HostClass;
use linkspan::render::{Anchor, Ansi, AttributeName, Csv, Json, Markdown, Notes, Record};
use linkspan::{
    BuildError, Component, Finder, FinderBuilder, Link, LinkTerm, Links, LocalPart, NoLocalPart,
    Parts, PartsBuilder, Segments, SuffixList, SuffixListError, UnquoteError, UrlError,
};

#[test]
fn public_types_have_the_auto_traits() {
    fn check<T: Send + Sync + Unpin + std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    check::<LinkTerm>();
    check::<HostClass>();
    check::<LocalPart>();
    check::<Parts<'_>>();
    check::<PartsBuilder<'_>>();
    check::<Component<'_>>();
    check::<NoLocalPart>();
    check::<UnquoteError>();
    check::<UrlError>();
    check::<Finder>();
    check::<FinderBuilder>();
    check::<BuildError>();
    check::<Link<'_>>();
    check::<Links<'_, '_>>();
    check::<Segments<'_, '_>>();
    check::<SuffixList>();
    check::<SuffixListError>();
    check::<Anchor>();
    check::<AttributeName>();
    check::<Ansi>();
    check::<Csv>();
    check::<Json>();
    check::<Markdown>();
    check::<Notes>();
    check::<Record<'_>>();
}

#[test]
fn errors_are_errors() {
    fn check<T: std::error::Error + 'static>() {}
    check::<NoLocalPart>();
    check::<UnquoteError>();
    check::<UrlError>();
    check::<BuildError>();
    check::<SuffixListError>();
}

#[cfg(feature = "assess")]
#[test]
fn what_judges_has_them_too() {
    use linkspan::{
        Checked, Checks, Code, Finding, Level, Policy, Report, SafeDisplay, UnknownCode,
    };

    fn check<T: Send + Sync + Unpin + std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    check::<Code>();
    check::<Level>();
    check::<Finding>();
    check::<Report>();
    check::<Policy>();
    check::<SafeDisplay>();
    check::<UnknownCode>();
    check::<Checked<'_>>();
    check::<Checks<'_, '_>>();
}
