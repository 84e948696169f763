//! The cases of `testdata/find/`.

use linkspan::options::{
    BadDots, BareDomains, CodeNames, Emails, FileNames, IpHosts, OneLabelHosts, QuotedLocalParts,
    RemotePaths, ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, Userinfo,
};
use linkspan::{Finder, Profile};
use serde::Deserialize;

use super::{MARKS, mark};
use crate::data::{Cases, check_cases, expect_equal, read_data};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    #[serde(default)]
    options: Options,
    /// Whether the case decides a question that the rules leave open.
    #[serde(default, rename = "judgement")]
    _judgement: bool,
    #[serde(rename = "why")]
    _why: String,
}

/// The options of a case that differ from the defaults.
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
    bracketed_tld: Option<Choice>,
    code_names: Option<Choice>,
    file_names: Option<Choice>,
    remote_paths: Option<Choice>,
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

    Ignore,
    Keep,
    Recover,
    Listed,
    Syntactic,
    Any,
}

impl Options {
    fn finder(&self) -> Finder {
        let mut builder = Finder::builder();
        if let Some(name) = &self.profile {
            let profile = Profile::ALL
                .iter()
                .copied()
                .find(|profile| profile.as_str() == name);
            builder = builder.profile(profile.unwrap());
        }
        if let Some(schemes) = &self.schemes {
            builder = builder.schemes(schemes);
        }
        // Every option except those for top-level domains has one value other than its default.
        let is_set = |choice: Option<Choice>, value| {
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
        if is_set(self.bare_domains, Choice::Skip) {
            builder = builder.bare_domains(BareDomains::Skip);
        }
        if is_set(self.emails, Choice::Skip) {
            builder = builder.emails(Emails::Skip);
        }
        if is_set(self.userinfo, Choice::Link) {
            builder = builder.userinfo(Userinfo::Link);
        }
        if is_set(self.ip_hosts, Choice::Skip) {
            builder = builder.ip_hosts(IpHosts::Skip);
        }
        if is_set(self.one_label_hosts, Choice::Link) {
            builder = builder.one_label_hosts(OneLabelHosts::Link);
        }
        if let Some(choice) = self.scheme_tld {
            builder = builder.scheme_tld(top_level(choice));
        }
        if let Some(choice) = self.bare_tld {
            builder = builder.bare_tld(top_level(choice));
        }
        if let Some(choice) = self.bracketed_tld {
            builder = builder.bracketed_tld(top_level(choice));
        }
        if is_set(self.code_names, Choice::Link) {
            builder = builder.code_names(CodeNames::Link);
        }
        if is_set(self.file_names, Choice::Link) {
            builder = builder.file_names(FileNames::Link);
        }
        if is_set(self.remote_paths, Choice::Link) {
            builder = builder.remote_paths(RemotePaths::Link);
        }
        if is_set(self.script_boundaries, Choice::Ignore) {
            builder = builder.script_boundaries(ScriptBoundaries::Ignore);
        }
        if is_set(self.trailing_question, Choice::Keep) {
            builder = builder.trailing_question(TrailingQuestion::Keep);
        }
        if is_set(self.bad_dots, Choice::Recover) {
            builder = builder.bad_dots(BadDots::Recover);
        }
        if is_set(self.quoted_local_parts, Choice::Link) {
            builder = builder.quoted_local_parts(QuotedLocalParts::Link);
        }
        if is_set(self.unknown_schemes, Choice::Link) {
            builder = builder.unknown_schemes(UnknownSchemes::Link);
        }
        if let Some(limit) = self.length_limit {
            builder = builder.length_limit(limit);
        }
        builder.build().unwrap()
    }
}

fn links_match_the_cases(name: &str) {
    let file: Cases<Case> = read_data(&format!("find/{name}.toml"));
    check_cases(
        &file.case,
        |case| &case.name,
        |case| {
            let text = case.text.replace(MARKS, "");
            expect_equal(mark(&case.options.finder(), &text), case.text.clone())
        },
    );
}

#[test]
fn edge_cases() {
    links_match_the_cases("edges");
}

#[test]
fn email_cases() {
    links_match_the_cases("emails");
}

#[test]
fn glued_text_cases() {
    links_match_the_cases("glued");
}

#[test]
fn host_cases() {
    links_match_the_cases("hosts");
}

#[test]
fn profile_cases() {
    links_match_the_cases("profiles");
}

#[test]
fn real_text_cases() {
    links_match_the_cases("real");
}

#[test]
fn scheme_cases() {
    links_match_the_cases("schemes");
}

#[test]
fn script_cases() {
    links_match_the_cases("scripts");
}

#[test]
fn tail_cases() {
    links_match_the_cases("tails");
}

#[test]
fn tld_cases() {
    links_match_the_cases("tlds");
}
