//! Links as records.

use linkspan::render::{Csv, Json, to_string};
use proptest::prelude::*;

use super::hostile::{eager, hostile};
use crate::alphabet;

/// Reads CSV as RFC 4180 has it.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut chars = csv.chars().peekable();
    while let Some(c) = chars.next() {
        let field = rows.last_mut().unwrap().last_mut().unwrap();
        match (quoted, c) {
            (true, '"') if chars.peek() == Some(&'"') => field.push(chars.next().unwrap()),
            (_, '"') => quoted = !quoted,
            (false, ',') => rows.last_mut().unwrap().push(String::new()),
            (false, '\n') => rows.push(vec![String::new()]),
            (_, c) => field.push(c),
        }
    }
    assert_eq!(
        rows.pop(),
        Some(vec![String::new()]),
        "the last row has an end"
    );
    rows
}

proptest! {
    #![proptest_config(alphabet::config())]

    #[test]
    fn records_say_where_links_are(source in hostile()) {
        let finder = eager();
        let json = to_string(&finder, &source, Json::new());
        let objects: Vec<serde_json::Value> =
            json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let csv = to_string(&finder, &source, Csv::new());
        let csv = rows(&csv);
        prop_assert_eq!(&csv[0].join(","), linkspan::render::Record::CSV_HEADER);
        let links: Vec<_> = finder.find_iter(&source).collect();
        prop_assert_eq!((objects.len(), csv.len()), (links.len(), links.len() + 1));
        for ((link, object), row) in links.iter().zip(objects).zip(&csv[1..]) {
            let line = 1 + source[..link.start()].matches('\n').count();
            prop_assert_eq!(&object["line"], line);
            prop_assert_eq!(&object["start"], link.start());
            prop_assert_eq!(&object["end"], link.end());
            prop_assert_eq!(&object["text"], link.as_str());
            prop_assert_eq!(&object["href"], &*link.href());
            prop_assert!(object["path"].is_null());
            let names = ["line", "start", "end", "kind", "text", "href"];
            for (name, field) in names.iter().zip(&row[1..]) {
                let value = &object[name];
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                prop_assert_eq!(&value, field);
            }
        }
    }
}
