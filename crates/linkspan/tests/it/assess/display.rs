//! The safe display form.

use linkspan::{Concern, Finder, Isolation, Link, LinkKind, SafeDisplay, SuffixList, assess};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{lenient, link_text, text};
use crate::alphabet::config;

/// The registrable domain of a link, in ASCII; `None` if its host is no domain.
fn registrable(link: &Link<'_>, text: &str) -> Option<String> {
    let host = text.get(link.host())?;
    let href = linkspan::wire(&format!("https://{host}/"))
        .ok()?
        .into_owned();
    let ascii = href
        .strip_prefix("https://")?
        .trim_end_matches(['/', '.'])
        .to_owned();
    let suffix = SuffixList::embedded().public_suffix(&ascii).len();
    let front = ascii[..ascii.len() - suffix].trim_end_matches('.');
    let start = front.rfind('.').map_or(0, |dot| dot + 1);
    Some(ascii[start..].to_owned())
}

/// The hosts that a form shows, in ASCII.
fn shows(form: &str, registrable: &str) -> bool {
    let hosts = |c: char| matches!(c, '/' | '?' | '#' | '@' | ':' | '…');
    form.split(hosts).any(|piece| {
        let ascii = linkspan::wire(&format!("https://{piece}/")).map(std::borrow::Cow::into_owned);
        ascii.is_ok_and(|ascii| {
            let host = ascii
                .trim_start_matches("https://")
                .trim_end_matches(['/', '.']);
            host.trim_start_matches('.') == registrable
                || host.ends_with(&format!(".{registrable}"))
        })
    })
}

fn check(text: &str, limit: usize) -> Result<(), TestCaseError> {
    let finder = lenient();
    for link in finder.find_iter(text) {
        let report = assess(&link);
        let display = SafeDisplay::new().limit(limit).isolation(Isolation::Never);
        let shown = display.of(&link, &report);
        for again in Finder::new().find_iter(&shown) {
            let report = assess(&again);
            // A form that was cut has no scheme any more.
            let of_look: Vec<_> = report
                .findings()
                .iter()
                .filter(|it| it.code().concern() == Concern::Look)
                .filter(|it| limit == usize::MAX || it.code() != linkspan::Code::TldFileName)
                .collect();
            prop_assert!(
                of_look.is_empty(),
                "{:?} -> {:?}: {:?}",
                link.as_str(),
                shown,
                of_look
            );
        }
        let scheme = link.scheme().and_then(|scheme| text.get(scheme));
        let is_special =
            scheme.is_none_or(|scheme| ["http", "https", "ftp", "mailto"].contains(&scheme));
        let Some(registrable) = registrable(&link, text).filter(|_| is_special) else {
            continue;
        };
        if registrable
            .rsplit('.')
            .next()
            .is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()))
        {
            continue; // An address, which is shown in its usual notation.
        }
        prop_assert!(
            shows(&shown, &registrable),
            "{:?} -> {:?} hides {:?}",
            link.as_str(),
            shown,
            registrable
        );
        let length = shown.graphemes(true).count();
        if limit == usize::MAX && link.kind() == LinkKind::Url {
            // Nothing is lost but user names.
            if let Ok(whole) = linkspan::wire(&shown) {
                prop_assert!(whole.contains(&registrable));
            }
        } else if length > limit {
            // Only for the domain, its port, and what shows that something was cut.
            let port = link.port().map_or(0, |port| port.len() + 1);
            let longest = registrable.len() + port + "https://".len() + 4;
            prop_assert!(
                length <= longest.max(limit),
                "{:?} -> {:?}",
                link.as_str(),
                shown
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn is_free_of_findings_and_shows_the_domain(text in link_text()) {
        check(&text, usize::MAX)?;
    }

    #[test]
    fn so_it_is_when_it_is_cut(text in link_text(), limit in 0_usize..60) {
        check(&text, limit)?;
    }

    #[test]
    fn so_it_is_in_any_text(text in text(), limit in 0_usize..60) {
        check(&text, limit)?;
    }
}

#[test]
fn forms() {
    let finder = lenient();
    for (text, limit, shown) in [
        ("https://example.com/a", 80, "https://example.com/a"),
        (
            "https://xn--bcher-kva.example.com/%C3%A4",
            80,
            "https://bücher.example.com/ä",
        ),
        ("https://pаypal.com/", 80, "https://xn--pypal-4ve.com/"),
        (
            "https://xn--pypal-4ve.com/",
            80,
            "https://xn--pypal-4ve.com/",
        ),
        ("http://bank.com@example.org/", 80, "http://example.org/"),
        ("http://2130706433/a", 80, "http://127.0.0.1/a"),
        ("readme.md", 80, "https://readme.md"),
        (
            "https://example.com/a∕b",
            80,
            "https://example.com/a%E2%88%95b",
        ),
        (
            "https://example.com/\u{202E}gpj.exe",
            80,
            "https://example.com/%E2%80%AEgpj.exe",
        ),
        (
            "https://example.com/pаypal/x",
            80,
            "https://example.com/p%D0%B0ypal/x",
        ),
        ("https://example。com/", 80, "https://example.com/"),
        (
            "https://example.com/one/two/three/four.html",
            36,
            "https://example.com/…/four.html",
        ),
        (
            "https://example.com/one/two/three/four.html?q=a",
            37,
            "https://example.com/…/four.html…",
        ),
        (
            "https://a.very.deep.sub.example.com/x",
            25,
            "….deep.sub.example.com/x",
        ),
        ("https://a.very.deep.sub.example.com/x", 5, "….example.com"),
        (
            "https://example.com/👩\u{200D}💻👩\u{200D}💻👩\u{200D}💻",
            22,
            "https://example.com/👩\u{200D}💻…",
        ),
        ("https://www.example.co.uk/a/b", 1, "….example.co.uk"),
        ("a.long.local.part@example.com", 16, "a.l…@example.com"),
        ("https://ノート.jp/モノ", 80, "https://ノート.jp/モノ"),
    ] {
        let link = finder
            .first(text)
            .unwrap_or_else(|| finder.check(text).next().unwrap().link);
        let form = SafeDisplay::new().limit(limit).of(&link, &assess(&link));
        assert_eq!(form, shown, "{text}");
        assert!(form.graphemes(true).count() <= limit.max(17), "{form}");
    }
}

#[test]
fn right_to_left_hosts_keep_their_order() {
    let text = "https://בנק.אתר.com/דף https://موقع.مصر/صفحة";
    let links: Vec<_> = lenient().find_iter(text).collect();
    let form = |link: &Link<'_>| SafeDisplay::new().of(link, &assess(link));
    // Labels that would change places are in Punycode, ...
    assert_eq!(
        form(&links[0]),
        "\u{2068}https://xn--5db4av.xn--4db2cf.com/דף\u{2069}"
    );
    // ... and what is read from right to left as a whole stays readable.
    assert_eq!(form(&links[1]), "\u{2068}https://موقع.مصر/صفحة\u{2069}");
}
