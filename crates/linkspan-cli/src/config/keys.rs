//! The keys of the configuration file.

/// A key, and the option that it is the default of.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) option: &'static str,
    pub(super) shape: Shape,
    /// What applies if the key is not set.
    pub(super) default: &'static str,
}

/// The value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A string.
    Text,
    /// A path of a file, relative to the directory of the configuration file.
    Path,
    /// A list of strings. An option on the command line replaces the whole list.
    List,
    /// A table from globs to strings. The globs are relative to the directory of the file.
    Globs,
}

/// All keys. A key for another option is one more row.
pub(super) const KEYS: &[Key] = &[
    Key {
        name: "allow",
        option: "allow",
        shape: Shape::List,
        default: "check reports the findings of all codes",
    },
    Key {
        name: "names",
        option: "names",
        shape: Shape::Path,
        default: "no names are protected",
    },
    Key {
        name: "never",
        option: "never",
        shape: Shape::Path,
        default: "all links are linked",
    },
    Key {
        name: "profile",
        option: "profile",
        shape: Shape::Text,
        default: "find and check choose it by the kind of each input; linkify --in-place uses prose, other commands uts58",
    },
    Key {
        name: "profiles",
        option: "profile-for",
        shape: Shape::Globs,
        default: "no profiles by glob",
    },
    Key {
        name: "schemes",
        option: "scheme",
        shape: Shape::List,
        default: "the schemes of the profile",
    },
];

/// The key with this name, or an error that suggests one.
pub(super) fn find(name: &str) -> Result<&'static Key, String> {
    if let Some(key) = KEYS.iter().find(|key| key.name == name) {
        return Ok(key);
    }
    let similar = KEYS
        .iter()
        .map(|key| (strsim::jaro_winkler(key.name, name), key.name))
        .filter(|&(similarity, _)| similarity > 0.8)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    Err(match similar {
        Some((_, similar)) => format!("unknown key '{name}'; did you mean '{similar}'?"),
        None => format!("unknown key '{name}'; the keys are {}", names.join(", ")),
    })
}
