//! Existing links: what the text shows, where the link leads, and the level of the finding `other-host`.

use linkspan::assess::Level;
use proptest::prelude::*;
use proptest::sample::select;

/// A host, as browsers write it, and who owns it.
#[derive(Clone, Copy, Debug)]
struct Host {
    /// Several spellings of the same host. The first one is ASCII in lower case.
    spellings: &'static [&'static str],
    owner: &'static str,
}

const fn host(spellings: &'static [&'static str], owner: &'static str) -> Host {
    Host { spellings, owner }
}

/// Below `github.io` anybody can have a name, so that each name has an owner of its own.
const HOSTS: &[Host] = &[
    host(&["bank.com", "Bank.com", "BANK.COM"], "bank.com"),
    host(&["login.bank.com", "Login.Bank.com"], "bank.com"),
    host(&["a.b.bank.com"], "bank.com"),
    host(&["bank.com.evil.org"], "evil.org"),
    host(&["evil.org"], "evil.org"),
    host(&["bank.co.uk"], "bank.co.uk"),
    host(&["mail.bank.co.uk"], "bank.co.uk"),
    host(&["shop.co.uk"], "shop.co.uk"),
    host(&["ann.github.io"], "ann.github.io"),
    host(&["x.ann.github.io"], "ann.github.io"),
    host(&["bob.github.io"], "bob.github.io"),
    host(&["xn--bcher-kva.de", "bücher.de", "BÜCHER.de"], "bücher.de"),
    host(&["xn--e1afmkfd.xn--p1ai", "пример.рф"], "пример.рф"),
    host(&["xn--fsqu00a.xn--fiqs8s", "例子.中国"], "例子.中国"),
];

/// An existing link and the level of the finding that it has.
#[derive(Clone, Debug)]
pub(in super::super) struct Anchor {
    pub(in super::super) text: String,
    pub(in super::super) href: String,
    pub(in super::super) level: Option<Level>,
}

/// The level of the finding about a host in the text and the host of the target. `www.` makes no difference.
fn level(shown: Host, target: Host) -> Option<Level> {
    if shown.spellings == target.spellings {
        None
    } else if shown.owner == target.owner {
        Some(Level::Info)
    } else {
        Some(Level::Danger)
    }
}

/// Texts that show the host `{}`: URLs anywhere, and domains that are the whole text.
const SHOWING: &[&str] = &[
    "{}",
    "www.{}",
    "({})",
    "→ {}.",
    "{}/login",
    "https://{}",
    "http://www.{}/a?b#c",
    "Log in at https://{}/ now.",
    "Visit https://{}:8080/x or call us",
];

/// Texts that promise nothing.
const NOT_SHOWING: &[&str] = &[
    "a fork of {}",
    "click here",
    "Node.js",
    "ASP.NET",
    "lib.rs",
    "{} and others",
];

/// Addresses that lead to the host `{}`.
const LEADING: &[&str] = &[
    "https://{}/",
    "http://{}",
    "//{}/a",
    "https:{}",
    "https:\\\\{}",
    "/\\{}/x",
    "https://user:bank.com@{}:8080/?a=https://bank.com",
    "https://www.{}/",
    "ht\ntps://{}/",
    " https://{}/ ",
    "HTTPS://{}",
];

/// Addresses that lead to another place than any host.
const SCRIPTS: &[&str] = &[
    "javascript:alert(1)",
    "vbscript:x",
    "data:text/html,x",
    "blob:x",
];

/// Relative addresses lead to an unknown host.
const RELATIVE: &[&str] = &["/a", "a/b", "?q", "#f", ""];

/// A form with a spelling of a host.
fn written(forms: &'static [&'static str], host: Host) -> impl Strategy<Value = String> {
    (select(forms), select(host.spellings)).prop_map(|(form, host)| form.replace("{}", host))
}

/// A host, with some preference for those that have an owner in common.
fn hosts() -> impl Strategy<Value = Host> {
    prop_oneof![select(&HOSTS[..4]), select(HOSTS)]
}

pub(in super::super) fn anchor() -> impl Strategy<Value = Anchor> {
    let pairs = (hosts(), hosts());
    let between_hosts = pairs.prop_flat_map(|(shown, target)| {
        (written(SHOWING, shown), written(LEADING, target)).prop_map(move |(text, href)| Anchor {
            text,
            href,
            level: level(shown, target),
        })
    });
    let to_script = hosts().prop_flat_map(|shown| {
        (written(SHOWING, shown), select(SCRIPTS)).prop_map(|(text, href)| Anchor {
            text,
            href: href.to_owned(),
            level: Some(Level::Danger),
        })
    });
    let relative = hosts().prop_flat_map(|shown| {
        (written(SHOWING, shown), select(RELATIVE)).prop_map(|(text, href)| Anchor {
            text,
            href: href.to_owned(),
            level: None,
        })
    });
    let showing_nothing = (hosts(), hosts()).prop_flat_map(|(named, target)| {
        (written(NOT_SHOWING, named), written(LEADING, target)).prop_map(|(text, href)| Anchor {
            text,
            href,
            level: None,
        })
    });
    prop_oneof![6 => between_hosts, 1 => to_script, 1 => relative, 2 => showing_nothing]
}
