//! The sources of Unicode data in the library have the same version, except for documented ones.

use linkspan::data::unicode_data;

/// Sources whose version differs from that of the tables, with the reason. ARCHITECTURE.md explains the effect.
const EXCEPTIONS: [(&str, &str); 2] = [
    (
        "unicode-segmentation",
        "no release has the data of Unicode 18.0 yet",
    ),
    ("core", "its data comes with the compiler"),
];

/// Whether the version depends on the compiler, so that it may also be the same.
fn depends_on_compiler(package: &str) -> bool {
    package == "core"
}

#[test]
fn sources_of_unicode_data_have_the_version_of_the_tables() {
    let version = linkspan::uts58::UNICODE_VERSION;
    for data in unicode_data() {
        let exception = EXCEPTIONS.iter().find(|(name, _)| *name == data.package);
        match exception {
            None => assert_eq!(
                data.version, version,
                "{data:?} differs from the tables without a documented reason"
            ),
            Some((name, reason)) => assert!(
                data.version != version || depends_on_compiler(name),
                "{data:?} has the version of the tables: remove the exception ({reason})"
            ),
        }
    }
    for (name, _) in EXCEPTIONS {
        assert!(
            unicode_data().iter().any(|data| data.package == name),
            "{name}"
        );
    }
}

/// `icu_properties` does not state its version, so the library and the derivation find it out, each by itself.
#[test]
fn library_and_derivation_agree_on_the_version_of_icu_properties() {
    let derived = crate::unicode::Derivation::new().version();
    let stated = unicode_data()
        .into_iter()
        .find(|data| data.package == "icu_properties");
    let (major, minor, update) = stated.unwrap().version;
    assert_eq!(
        derived,
        crate::unicode::UnicodeVersion(major, minor, update)
    );
}

#[test]
fn documents_explain_the_exceptions() {
    let path = crate::root().unwrap().join("ARCHITECTURE.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, section) = text.split_once("## A new Unicode version").unwrap();
    for (name, _) in EXCEPTIONS {
        assert!(section.contains(&format!("`{name}`")), "{name}");
    }
}
