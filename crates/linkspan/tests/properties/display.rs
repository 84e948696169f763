//! Properties of the safe display form.

use linkspan::assess::{Concern, Isolation, SafeDisplay, assess};
use linkspan::{Finder, Link, LinkKind};
use unicode_segmentation::UnicodeSegmentation as _;

use super::assess::terminal_finder;
use super::registrable::{has_web_scheme, host_to_ascii, registrable_domain, shows_domain};

/// For each link, the safe display form has no finding about its appearance, shows the registrable domain, and
/// respects the limit.
pub(crate) fn safe_form_is_clean_and_shows_the_domain(text: &str, limit: usize) {
    let finder = terminal_finder();
    for link in finder.find_iter(text) {
        let report = assess(&link);
        let display = SafeDisplay::new().limit(limit).isolation(Isolation::Never);
        let displayed = display.format(&link, &report);
        // In other schemes, the host need not be a domain.
        let is_special = has_web_scheme(&link);
        // A shortened form has no scheme, and the name of another scheme may look like that of a file.
        let may_look_like_file = limit != usize::MAX || !is_special;
        has_no_findings_about_its_look(&link, &displayed, may_look_like_file);

        let Some(registrable) = registrable_domain(&link).filter(|_| is_special) else {
            continue;
        };
        assert!(
            shows_domain(link.kind(), &displayed, &registrable),
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
            // The limit is exceeded only by the domain, its port, and the ellipses. The domain is longer than the registrable
            // one if an organisation lets others have names below it.
            let port = link.port().map_or(0, |port| port.len() + 1);
            let host = host_to_ascii(link.host()).map_or(0, |host| host.len());
            let longest = host.max(registrable.len()) + port + "https://".len() + 4;
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
