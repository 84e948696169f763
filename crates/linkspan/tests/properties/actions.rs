//! Properties of the actions on findings: defanging, stripping and escaping.

use linkspan::Finder;
use linkspan::assess::{
    assess, defang, escape_invisible, escape_lookalikes, punycode, refang, strip_invisible,
};

use super::assess::terminal_finder;

/// Checks all properties of actions for the links of a text.
pub(crate) fn assert_all(text: &str) {
    refang_restores_defanged_links(text);
    defanged_links_are_not_detected(text);
    invisible_characters_are_removed(text);
    links_without_findings_are_unchanged(text);
}

fn refang_restores_defanged_links(text: &str) {
    for link in terminal_finder().find_iter(text) {
        assert_eq!(refang(&defang(link.as_str())), link.as_str());
    }
}

fn defanged_links_are_not_detected(text: &str) {
    for link in Finder::new().find_iter(text) {
        let defanged = defang(link.as_str());
        assert_eq!(
            terminal_finder().find_iter(&defanged).count(),
            0,
            "{defanged}"
        );
    }
}

fn invisible_characters_are_removed(text: &str) {
    for link in Finder::new().find_iter(text) {
        let report = assess(&link);
        let stripped = strip_invisible(&link, &report);
        let escaped = escape_invisible(&link, &report);
        for cleaned in [stripped, escaped] {
            assert!(!cleaned.contains('\u{202E}'), "{cleaned:?}");
            assert!(!cleaned.contains('\u{E0041}'), "{cleaned:?}");
        }
    }
}

fn links_without_findings_are_unchanged(text: &str) {
    for link in Finder::new().find_iter(text) {
        let report = assess(&link);
        if report.is_empty() {
            assert_eq!(punycode(&link, &report), link.as_str());
            assert_eq!(escape_lookalikes(&link, &report), link.as_str());
        }
    }
}

/// `refang` restores any text that was defanged, not only links.
pub(crate) fn refang_inverts_defang(text: &str) {
    assert_eq!(refang(&defang(text)), text);
}
