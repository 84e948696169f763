//! The auto traits of public types, and the `Error` implementations.

use linkspan::control::{Hyperlink, Runs, VisibleText};
use linkspan::email::UnquoteError;
use linkspan::error::NameError;
use linkspan::explain::{Candidates, DomainError, Rejection};
use linkspan::find::{BuildError, BytesLinks, FinderBuilder, Links, OwnedLink, Segments};
use linkspan::property::HostClass;
use linkspan::render::{Anchor, Ansi, AttributeName, Csv, Json, Markdown, Notes, Record};
use linkspan::suffix::{SuffixList, SuffixListError};
use linkspan::url::{Component, UrlBuilder, UrlError, UrlParts};
use linkspan::uts58::{LinkTerm, LocalPart, LocalPartError};
use linkspan::{Finder, Link};

fn assert_auto_traits<
    T: Send + Sync + Unpin + std::panic::UnwindSafe + std::panic::RefUnwindSafe,
>() {
}

#[test]
fn public_types_are_send_sync_and_unwind_safe() {
    assert_auto_traits::<VisibleText<'_>>();
    assert_auto_traits::<Hyperlink<'_>>();
    assert_auto_traits::<Runs<'_>>();
    assert_auto_traits::<LinkTerm>();
    assert_auto_traits::<HostClass>();
    assert_auto_traits::<LocalPart>();
    assert_auto_traits::<UrlParts<'_>>();
    assert_auto_traits::<UrlBuilder<'_>>();
    assert_auto_traits::<Component<'_>>();
    assert_auto_traits::<LocalPartError>();
    assert_auto_traits::<UnquoteError>();
    assert_auto_traits::<UrlError>();
    assert_auto_traits::<Finder>();
    assert_auto_traits::<FinderBuilder>();
    assert_auto_traits::<BuildError>();
    assert_auto_traits::<Link<'_>>();
    assert_auto_traits::<Links<'_, '_>>();
    assert_auto_traits::<Segments<'_, '_>>();
    assert_auto_traits::<BytesLinks<'_, '_>>();
    assert_auto_traits::<Candidates<'_, '_>>();
    assert_auto_traits::<OwnedLink>();
    assert_auto_traits::<NameError>();
    assert_auto_traits::<SuffixList>();
    assert_auto_traits::<SuffixListError>();
    assert_auto_traits::<Anchor>();
    assert_auto_traits::<AttributeName>();
    assert_auto_traits::<Ansi>();
    assert_auto_traits::<Csv>();
    assert_auto_traits::<Json>();
    assert_auto_traits::<Markdown>();
    assert_auto_traits::<Notes>();
    assert_auto_traits::<Record<'_>>();
}

#[test]
fn error_types_implement_error() {
    fn assert_error<T: std::error::Error + 'static>() {}
    assert_error::<LocalPartError>();
    assert_error::<UnquoteError>();
    assert_error::<UrlError>();
    assert_error::<BuildError>();
    assert_error::<SuffixListError>();
    assert_error::<NameError>();
    assert_error::<DomainError>();
    assert_error::<Rejection>();
}

#[cfg(feature = "assess")]
#[test]
fn assess_types_are_send_sync_and_unwind_safe() {
    use linkspan::assess::{
        AssessedLink, AssessedLinks, Code, Finding, IdnTableError, IdnTables, Level, Policy,
        Report, SafeDisplay,
    };

    assert_auto_traits::<Code>();
    assert_auto_traits::<Level>();
    assert_auto_traits::<Finding>();
    assert_auto_traits::<IdnTables>();
    assert_auto_traits::<IdnTableError>();
    assert_auto_traits::<Report>();
    assert_auto_traits::<Policy>();
    assert_auto_traits::<SafeDisplay<'_>>();
    assert_auto_traits::<AssessedLink<'_>>();
    assert_auto_traits::<AssessedLinks<'_, '_>>();
}

/// Whether a type has a name is visible in its `Display` and `FromStr`, which are inverse to each other.
#[test]
fn names_are_parsed_back() {
    fn assert_names<T>(values: &[T])
    where
        T: Copy
            + PartialEq
            + std::fmt::Debug
            + std::fmt::Display
            + std::str::FromStr<Err = NameError>,
    {
        for value in values {
            assert_eq!(value.to_string().parse(), Ok(*value));
        }
        let error = "no such name".parse::<T>().unwrap_err().to_string();
        assert!(
            error.starts_with("expected a") || error.starts_with("expected the"),
            "{error}"
        );
        assert!(error.ends_with("found \"no such name\""), "{error}");
    }
    assert_names(linkspan::Profile::ALL);
    assert_names(linkspan::LinkKind::ALL);
    #[cfg(feature = "assess")]
    {
        assert_names(linkspan::assess::Level::ALL);
        assert_names(linkspan::assess::Code::ALL);
    }
}

#[cfg(feature = "html-rewrite")]
#[test]
fn html_rewriter_is_send() {
    fn assert_send<T: Send>() {}
    assert_send::<linkspan::render::HtmlRewriter<'_>>();
    assert_send::<linkspan::render::Html<'_>>();
}
