//! Properties of the safe display form.

use linkspan::assess::{Concern, Isolation, SafeDisplay, assess};
use linkspan::suffix::SuffixList;
use linkspan::{Finder, Link, LinkKind};
use unicode_segmentation::UnicodeSegmentation as _;

use super::assess::terminal_finder;

/// The registrable domain of a link, in ASCII; `None` if its host is not a domain.
fn registrable_domain(link: &Link<'_>) -> Option<String> {
    let host = Some(link.host()).filter(|host| !host.starts_with('['))?;
    let href = linkspan::url::to_ascii(&format!("https://{host}/"))
        .ok()?
        .into_owned();
    let ascii = href
        .strip_prefix("https://")?
        .trim_end_matches(['/', '.'])
        .to_owned();
    let suffix = SuffixList::embedded().public_suffix(&ascii).len();
    let before_suffix = ascii[..ascii.len() - suffix].trim_end_matches('.');
    let start = before_suffix.rfind('.').map_or(0, |dot| dot + 1);
    Some(ascii[start..].to_owned())
}

/// Whether a displayed URL contains a host in this registrable domain.
fn shows_domain(displayed: &str, registrable_domain: &str) -> bool {
    let is_delimiter = |c: char| matches!(c, '/' | '?' | '#' | '@' | ':' | '…');
    displayed.split(is_delimiter).any(|piece| {
        let ascii =
            linkspan::url::to_ascii(&format!("https://{piece}/")).map(std::borrow::Cow::into_owned);
        ascii.is_ok_and(|ascii| {
            let host = ascii
                .trim_start_matches("https://")
                .trim_end_matches(['/', '.']);
            host.trim_start_matches('.') == registrable_domain
                || host.ends_with(&format!(".{registrable_domain}"))
        })
    })
}

/// For each link, the safe display form has no finding about its appearance, shows the registrable domain, and
/// respects the limit.
pub(crate) fn safe_form_is_clean_and_shows_the_domain(text: &str, limit: usize) {
    let finder = terminal_finder();
    for link in finder.find_iter(text) {
        let report = assess(&link);
        let display = SafeDisplay::new().limit(limit).isolation(Isolation::Never);
        let displayed = display.format(&link, &report);
        // In other schemes, the host need not be a domain.
        let scheme = link.scheme();
        let is_special = link.kind() == LinkKind::Email
            || scheme.is_none_or(|scheme| ["http", "https", "ftp"].contains(&scheme));
        // A shortened form has no scheme, and the name of another scheme may look like that of a file.
        let may_look_like_file = limit != usize::MAX || !is_special;
        has_no_findings_about_its_look(&link, &displayed, may_look_like_file);

        let Some(registrable) = registrable_domain(&link).filter(|_| is_special) else {
            continue;
        };
        if registrable
            .rsplit('.')
            .next()
            .is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()))
        {
            continue; // An IP address, which is displayed in its usual notation.
        }
        assert!(
            shows_domain(&displayed, &registrable),
            "{:?} -> {:?} hides {:?}",
            link.as_str(),
            displayed,
            registrable
        );
        let length = displayed.graphemes(true).count();
        if limit == usize::MAX && link.kind() == LinkKind::Url {
            // Only user names are removed.
            if let Ok(ascii) = linkspan::url::to_ascii(&displayed) {
                assert!(ascii.contains(&registrable));
            }
        } else if length > limit {
            // The limit is exceeded only by the domain, its port, and the ellipses.
            let port = link.port().map_or(0, |port| port.len() + 1);
            let longest = registrable.len() + port + "https://".len() + 4;
            assert!(
                length <= longest.max(limit),
                "{:?} -> {:?}",
                link.as_str(),
                displayed
            );
        }
    }
}

fn has_no_findings_about_its_look(link: &Link<'_>, displayed: &str, may_look_like_file: bool) {
    for found in Finder::new().find_iter(displayed) {
        let report = assess(&found);
        let about_look: Vec<_> = report
            .findings()
            .iter()
            .filter(|it| it.concern() == Concern::Look)
            .filter(|it| !may_look_like_file || it.code() != linkspan::assess::Code::TldFileName)
            .collect();
        assert!(
            about_look.is_empty(),
            "{:?} -> {:?}: {:?}",
            link.as_str(),
            displayed,
            about_look
        );
    }
}
