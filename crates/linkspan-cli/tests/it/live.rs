//! Typed, pasted and programmatic text has the same links (requirement 2.3 of the guideline).

use linkspan::live::{Edit, LiveLinks};
use linkspan::stream::Stream;
use linkspan::{Finder, Profile};

use crate::support::{TempDir, all_texts, number, run_on};

type Ranges = Vec<(usize, usize)>;

fn ranges(live: &LiveLinks) -> Ranges {
    let links = live.links().map(|link| link.range());
    links.map(|range| (range.start, range.end)).collect()
}

/// Character by character.
fn typed(finder: &Finder, text: &str) -> Ranges {
    let mut typed = String::new();
    let mut live = LiveLinks::new(finder.clone(), &typed);
    for c in text.chars() {
        let edit = Edit::insert(typed.len(), c.len_utf8());
        typed.push(c);
        live.edit(&typed, &edit);
    }
    ranges(&live)
}

/// The second half before the first one.
fn pasted(finder: &Finder, text: &str) -> Ranges {
    let middle = text.len() / 2;
    let middle = (0..=middle).rev().find(|&at| text.is_char_boundary(at));
    let (first, second) = text.split_at(middle.unwrap_or_default());
    let mut live = LiveLinks::new(finder.clone(), "");
    live.edit(second, &Edit::insert(0, second.len()));
    live.edit(text, &Edit::insert(0, first.len()));
    ranges(&live)
}

fn streamed(finder: &Finder, text: &str, len: usize) -> Ranges {
    let mut found = Vec::new();
    let mut stream = Stream::new(finder);
    let mut add = |range: std::ops::Range<u64>| {
        let [start, end] = [range.start, range.end].map(|at| usize::try_from(at).unwrap_or(0));
        found.push((start, end));
    };
    for chunk in text.as_bytes().chunks(len) {
        stream.push(chunk, |link| add(link.range()));
    }
    stream.finish(|link| add(link.range()));
    found
}

/// From a file, by the program.
fn read(profile: Profile, text: &str) -> Ranges {
    let directory = TempDir::new("live");
    directory.write("text.txt", text);
    let path = directory.path().join("text.txt");
    let path = path.to_str().expect("the path is UTF-8");
    let profile = profile.as_str();
    let run = run_on(
        "",
        &["find", "--json", "--in", "text", "--profile", profile, path],
    );
    let objects = run.objects();
    let links = objects.iter();
    links
        .map(|object| (number(object, "start"), number(object, "end")))
        .collect()
}

#[test]
fn typed_pasted_streamed_and_read_text_has_the_same_links() {
    let text = all_texts();
    for profile in [Profile::Uts58, Profile::Prose, Profile::Source] {
        let finder = Finder::builder()
            .profile(profile)
            .build()
            .expect("a profile is valid");
        let expected: Ranges = finder
            .find_iter(&text)
            .map(|link| (link.start(), link.end()))
            .collect();
        assert!(expected.len() > 10);
        assert!(typed(&finder, &text) == expected, "typed, {profile}");
        assert!(pasted(&finder, &text) == expected, "pasted, {profile}");
        for len in [1, 7, 4096] {
            assert!(
                streamed(&finder, &text, len) == expected,
                "in chunks of {len}, {profile}"
            );
        }
        assert!(read(profile, &text) == expected, "read, {profile}");
    }
}
