//! Our own cases, from `testdata/find/`.

use linkspan::{
    BadDots, BareDomains, Emails, Finder, IpHosts, OneLabelHosts, Profile, QuotedLocalParts,
    ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, Userinfo,
};
use serde::Deserialize;

use super::{MARKS, mark};
use crate::data::{Cases, check, read, same};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    #[serde(default)]
    options: Options,
    /// Whether the case settles what the rules leave open.
    #[serde(default, rename = "judgement")]
    _judgement: bool,
    #[serde(rename = "why")]
    _why: String,
}

/// The options of a case, all of them other than the defaults.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    profile: Option<String>,
    schemes: Option<Vec<String>>,
    bare_domains: Option<Choice>,
    emails: Option<Choice>,
    userinfo: Option<Choice>,
    ip_hosts: Option<Choice>,
    one_label_hosts: Option<Choice>,
    scheme_tld: Option<Choice>,
    bare_tld: Option<Choice>,
    script_boundaries: Option<Choice>,
    trailing_question: Option<Choice>,
    bad_dots: Option<Choice>,
    quoted_local_parts: Option<Choice>,
    unknown_schemes: Option<Choice>,
    length_limit: Option<usize>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Skip,
    Link,
    Allow,
    Ignore,
    Literal,
    Recover,
    Listed,
    Syntactic,
    Any,
}

impl Options {
    fn finder(&self) -> Finder {
        let mut builder = Finder::builder();
        if let Some(name) = &self.profile {
            let profile = Profile::all().find(|profile| profile.name() == name);
            builder = builder.profile(profile.unwrap());
        }
        if let Some(schemes) = &self.schemes {
            builder = builder.schemes(schemes);
        }
        // Every choice but those of top-level domains has one value besides its default.
        let is = |choice: Option<Choice>, value| {
            assert!(
                choice.is_none_or(|choice| choice == value),
                "expected {value:?}"
            );
            choice.is_some()
        };
        let top_level = |choice| match choice {
            Choice::Listed => TopLevel::Listed,
            Choice::Syntactic => TopLevel::Syntactic,
            Choice::Any => TopLevel::Any,
            other => panic!("expected a rule for top-level domains, found {other:?}"),
        };
        if is(self.bare_domains, Choice::Skip) {
            builder = builder.bare_domains(BareDomains::Skip);
        }
        if is(self.emails, Choice::Skip) {
            builder = builder.emails(Emails::Skip);
        }
        if is(self.userinfo, Choice::Allow) {
            builder = builder.userinfo(Userinfo::Allow);
        }
        if is(self.ip_hosts, Choice::Skip) {
            builder = builder.ip_hosts(IpHosts::Skip);
        }
        if is(self.one_label_hosts, Choice::Allow) {
            builder = builder.one_label_hosts(OneLabelHosts::Allow);
        }
        if let Some(choice) = self.scheme_tld {
            builder = builder.scheme_tld(top_level(choice));
        }
        if let Some(choice) = self.bare_tld {
            builder = builder.bare_tld(top_level(choice));
        }
        if is(self.script_boundaries, Choice::Ignore) {
            builder = builder.script_boundaries(ScriptBoundaries::Ignore);
        }
        if is(self.trailing_question, Choice::Literal) {
            builder = builder.trailing_question(TrailingQuestion::Keep);
        }
        if is(self.bad_dots, Choice::Recover) {
            builder = builder.bad_dots(BadDots::Recover);
        }
        if is(self.quoted_local_parts, Choice::Link) {
            builder = builder.quoted_local_parts(QuotedLocalParts::Link);
        }
        if is(self.unknown_schemes, Choice::Link) {
            builder = builder.unknown_schemes(UnknownSchemes::Link);
        }
        if let Some(limit) = self.length_limit {
            builder = builder.length_limit(limit);
        }
        builder.build().unwrap()
    }
}

fn finds_as_listed(name: &str) {
    let file: Cases<Case> = read(&format!("find/{name}.toml"));
    check(
        &file.case,
        |case| &case.name,
        |case| {
            let text = case.text.replace(MARKS, "");
            same(mark(&case.options.finder(), &text), case.text.clone())
        },
    );
}

#[test]
fn edges() {
    finds_as_listed("edges");
}

#[test]
fn emails() {
    finds_as_listed("emails");
}

#[test]
fn glued() {
    finds_as_listed("glued");
}

#[test]
fn hosts() {
    finds_as_listed("hosts");
}

#[test]
fn profiles() {
    finds_as_listed("profiles");
}

#[test]
fn schemes() {
    finds_as_listed("schemes");
}

#[test]
fn scripts() {
    finds_as_listed("scripts");
}

#[test]
fn tails() {
    finds_as_listed("tails");
}

#[test]
fn tlds() {
    finds_as_listed("tlds");
}
