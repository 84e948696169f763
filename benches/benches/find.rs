//! The finder against the `linkify` crate, which does less: no top-level domains, no IDNA, no
//! brackets but those of ASCII.

use linkify::LinkFinder;
use linkspan::Finder;
use linkspan_benches::{compare, corpus};

const CORPORA: &[&str] = &[
    "a_prose_en",
    "b_links_en",
    "c_cjk",
    "d_multilingual",
    "e_email_log",
    "f_code_json",
    "g_chat",
];

fn main() {
    let ours = Finder::new();
    let mut theirs = LinkFinder::new();
    theirs.url_must_have_scheme(false);
    for name in CORPORA {
        let text = corpus(&format!("{name}.txt"));
        compare(
            &format!("{name}: linkspan / linkify"),
            || ours.find_iter(&text).count(),
            || theirs.links(&text).count(),
        );
    }
    let text = corpus("g_chat.txt");
    compare(
        "g_chat, line by line: linkspan / linkify",
        || {
            text.lines()
                .map(|line| ours.find_iter(line).count())
                .sum::<usize>()
        },
        || {
            text.lines()
                .map(|line| theirs.links(line).count())
                .sum::<usize>()
        },
    );
}
