//! Labelled lines of real text: which characters would the author of the line say are the link?
//!
//! The lines are never copied into this repository. `LINKSPAN_WILD` names the file, or the directory that contains
//! `cases.jsonl`. Without it, `shared/wild` next to the repository is used. Without the file, the test reports that it
//! is skipped. The verdicts are those of `run.py`, which is next to the file.

use std::ops::Range;
use std::path::{Path, PathBuf};

use linkspan::{Finder, Profile};
use serde_json::Value;

use crate::published::skip;

/// The lowest accepted percentages of each profile: lines that are exactly right, precision and recall.
///
/// They are one percentage point below the results at the time of writing. Raise them after an improvement.
const FLOORS: &[(Profile, Percentages)] = &[
    (Profile::Uts58, [76.1, 62.1, 58.9]),
    (Profile::Prose, [88.0, 83.0, 80.0]),
    (Profile::Source, [99.0, 99.0, 99.0]),
    (Profile::Terminal, [99.0, 99.0, 99.0]),
    #[cfg(feature = "assess")] // Without it, `strict` has no policy.
    (Profile::Strict, [84.2, 80.7, 72.9]),
];

/// How many wrong lines a failure lists.
const MAX_LISTED: usize = 20;

/// The names of [`Percentages`].
const MEASURES: [&str; 3] = ["exact lines", "precision", "recall"];

type Percentages = [f64; 3];

type Span = Range<usize>;

/// A labelled line.
struct Case {
    id: String,
    text: String,
    /// For each link the spans that are right, the best one first.
    links: Vec<Vec<Span>>,
    /// Spans on which people disagree. They are neither right nor wrong.
    open: Vec<Span>,
}

impl Case {
    fn parse(line: &str) -> Self {
        let case: Value = serde_json::from_str(line).unwrap();
        let string = |name: &str| case[name].as_str().unwrap().to_owned();
        let text = string("text");
        let links = case["links"].as_array().unwrap();
        let case = Self {
            id: string("id"),
            links: links.iter().map(spans).collect(),
            open: spans(&case["open"]),
            text,
        };
        for span in case.links.iter().flatten().chain(&case.open) {
            assert!(
                !span.is_empty() && case.text.get(span.clone()).is_some(),
                "bad span in {}",
                case.id
            );
        }
        case
    }

    fn judge(&self, found: &[Span]) -> Verdict {
        let mut is_found = vec![false; self.links.len()];
        let mut false_or_wrong = 0;
        for span in found {
            let mut links = self.links.iter().zip(&mut is_found);
            if let Some((_, is_found)) =
                links.find(|(link, is_found)| !**is_found && link.contains(span))
            {
                *is_found = true;
            } else if !self.open.contains(span) {
                false_or_wrong += 1;
            }
        }
        Verdict {
            links: self.links.len(),
            right: is_found.into_iter().filter(|is_found| *is_found).count(),
            false_or_wrong,
        }
    }

    /// The line, the best spans, and the spans that are found.
    fn describe(&self, found: &[Span]) -> String {
        let texts = |spans: &mut dyn Iterator<Item = &Span>| -> Vec<_> {
            spans.map(|span| &self.text[span.clone()]).collect()
        };
        let wanted = texts(&mut self.links.iter().map(|link| &link[0]));
        let found = texts(&mut found.iter());
        format!(
            "{}: {:?}\n    wanted {wanted:?}\n    found  {found:?}\n",
            self.id, self.text
        )
    }
}

/// The spans of a JSON array of pairs of offsets.
fn spans(value: &Value) -> Vec<Span> {
    let offset = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let pairs = value.as_array().unwrap().iter();
    pairs
        .map(|pair| offset(&pair[0])..offset(&pair[1]))
        .collect()
}

/// The result for one line.
struct Verdict {
    /// Links of the line.
    links: usize,
    /// Links that are found with the expected boundaries.
    right: usize,
    /// Spans that are not links or have other boundaries.
    false_or_wrong: usize,
}

impl Verdict {
    fn is_exact(&self) -> bool {
        self.right == self.links && self.false_or_wrong == 0
    }
}

fn percentages(verdicts: &[Verdict]) -> Percentages {
    let sum = |count: fn(&Verdict) -> usize| verdicts.iter().map(count).sum::<usize>();
    let right = sum(|verdict| verdict.right);
    [
        percentage(sum(|verdict| verdict.is_exact().into()), verdicts.len()),
        percentage(right, right + sum(|verdict| verdict.false_or_wrong)),
        percentage(right, sum(|verdict| verdict.links)),
    ]
}

fn percentage(part: usize, whole: usize) -> f64 {
    let [part, whole] = [part, whole].map(|count| f64::from(u32::try_from(count).unwrap()));
    if whole == 0.0 {
        100.0
    } else {
        100.0 * part / whole
    }
}

/// The path of the labelled lines, if they are available.
///
/// If `LINKSPAN_WILD` is set, the file must exist.
fn path() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("LINKSPAN_WILD") {
        let path = PathBuf::from(path);
        let path = if path.is_dir() {
            path.join("cases.jsonl")
        } else {
            path
        };
        assert!(
            path.is_file(),
            "LINKSPAN_WILD: no such file: {}",
            path.display()
        );
        return Some(path);
    }
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|directory| directory.join("shared/wild/cases.jsonl"))
        .find(|path| path.is_file())
}

#[test]
fn profiles_reach_their_floors() {
    let Some(path) = path() else {
        skip("the labelled lines of shared/wild are not available");
        return;
    };
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty());
    let cases: Vec<_> = lines.map(Case::parse).collect();
    let mut failures = Vec::new();
    for &(profile, floors) in FLOORS {
        let finder = Finder::builder().profile(profile).build().unwrap();
        let mut verdicts = Vec::new();
        let mut wrong_lines = Vec::new();
        for case in &cases {
            let found: Vec<_> = finder
                .find_iter(&case.text)
                .map(|link| link.range())
                .collect();
            let verdict = case.judge(&found);
            if !verdict.is_exact() {
                wrong_lines.push(case.describe(&found));
            }
            verdicts.push(verdict);
        }
        let reached = percentages(&verdicts);
        let profile = profile.as_str();
        println!("{profile}: {reached:.1?}");
        let measures = MEASURES.iter().zip(reached.iter().zip(&floors));
        let missed: Vec<_> = measures
            .filter(|(_, (reached, floor))| reached < floor)
            .map(|(name, (reached, floor))| format!("{name} {reached:.1} is below {floor:.1}"))
            .collect();
        if !missed.is_empty() {
            failures.push(format!("{profile}: {}\n", missed.join(", ")));
            failures.extend(wrong_lines.into_iter().take(MAX_LISTED));
        }
    }
    assert!(failures.is_empty(), "{}", failures.concat());
}

#[test]
fn verdicts_are_those_of_the_judge() {
    // Two spans are right for the first link, and the last span is open.
    let case = Case::parse(
        r#"{"id": "", "text": "0123456789", "links": [[[0, 3], [0, 4]], [[5, 7]]], "open": [[8, 9]]}"#,
    );
    for (found, right, false_or_wrong) in [
        (&[0..3, 5..7][..], 2, 0),
        (&[0..4, 5..7, 8..9], 2, 0),
        (&[0..3, 0..4], 1, 1), // The second span is right for the same link.
        (&[0..3, 5..8], 1, 1), // The boundary of the second link is wrong.
        (&[], 0, 0),
    ] {
        let verdict = case.judge(found);
        assert_eq!(
            (verdict.right, verdict.false_or_wrong),
            (right, false_or_wrong),
            "{found:?}"
        );
    }
}
