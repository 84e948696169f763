//! What can be done about findings: what holds for every link.

use linkspan::{
    Finder, assess, defang, escape_invisible, escape_lookalikes, punycode, refang, strip_invisible,
};

use super::assess::lenient;

/// All laws of actions, for the links of a text.
pub(crate) fn laws(text: &str) {
    for link in lenient().find_iter(text) {
        assert_eq!(refang(&defang(link.as_str())), link.as_str());
    }
    for link in Finder::new().find_iter(text) {
        let defanged = defang(link.as_str());
        assert_eq!(lenient().find_iter(&defanged).count(), 0, "{defanged}");
        let report = assess(&link);
        let stripped = strip_invisible(&link, &report);
        let escaped = escape_invisible(&link, &report);
        for mended in [stripped, escaped] {
            assert!(!mended.contains('\u{202E}'), "{mended:?}");
            assert!(!mended.contains('\u{E0041}'), "{mended:?}");
        }
        if report.is_empty() {
            assert_eq!(punycode(&link, &report), link.as_str());
            assert_eq!(escape_lookalikes(&link, &report), link.as_str());
        }
    }
}

/// What was taken out of any text is put back.
pub(crate) fn fangs(text: &str) {
    assert_eq!(refang(&defang(text)), text);
}
