//! The safe display form: what holds for every link.

use linkspan::{Concern, Finder, Isolation, Link, LinkKind, SafeDisplay, SuffixList, assess};
use unicode_segmentation::UnicodeSegmentation as _;

use super::assess::lenient;

/// The registrable domain of a link, in ASCII; `None` if its host is no domain.
fn registrable(link: &Link<'_>, text: &str) -> Option<String> {
    let host = text
        .get(link.host())
        .filter(|host| !host.starts_with('['))?;
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

/// The safe form of each link is free of findings about its look, shows the registrable domain, and keeps to
/// the limit.
pub(crate) fn laws(text: &str, limit: usize) {
    let finder = lenient();
    for link in finder.find_iter(text) {
        let report = assess(&link);
        let display = SafeDisplay::new().limit(limit).isolation(Isolation::Never);
        let shown = display.of(&link, &report);
        // In other schemes, the host may be anything.
        let scheme = link.scheme().and_then(|scheme| text.get(scheme));
        let is_special = link.kind() == LinkKind::Email
            || scheme.is_none_or(|scheme| ["http", "https", "ftp"].contains(&scheme));
        for again in Finder::new().find_iter(&shown) {
            let report = assess(&again);
            // A form that was cut has no scheme any more, and the name of another scheme may look like a file's.
            let may_be_file = limit != usize::MAX || !is_special;
            let of_look: Vec<_> = report
                .findings()
                .iter()
                .filter(|it| it.code().concern() == Concern::Look)
                .filter(|it| !may_be_file || it.code() != linkspan::Code::TldFileName)
                .collect();
            assert!(
                of_look.is_empty(),
                "{:?} -> {:?}: {:?}",
                link.as_str(),
                shown,
                of_look
            );
        }
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
        assert!(
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
                assert!(whole.contains(&registrable));
            }
        } else if length > limit {
            // Only for the domain, its port, and what shows that something was cut.
            let port = link.port().map_or(0, |port| port.len() + 1);
            let longest = registrable.len() + port + "https://".len() + 4;
            assert!(
                length <= longest.max(limit),
                "{:?} -> {:?}",
                link.as_str(),
                shown
            );
        }
    }
}
