//! Properties of links as JSON and CSV records.

use linkspan::render::{Csv, Json, render};

use super::permissive_finder;

/// Parses CSV as RFC 4180 defines it.
fn parse_csv(csv: &str) -> Vec<Vec<String>> {
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
        "the last row ends with a newline"
    );
    rows
}

/// JSON and CSV can be parsed and have one record for each link, with its line, offsets, text and address.
pub(crate) fn records_describe_every_link(source: &str) {
    let finder = permissive_finder();
    let json = render(&finder, source, Json::new());
    let objects: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let csv = render(&finder, source, Csv::new());
    let rows = parse_csv(&csv);
    assert_eq!(&rows[0].join(","), linkspan::render::Record::CSV_HEADER);
    let links: Vec<_> = finder.find_iter(source).collect();
    assert_eq!((objects.len(), rows.len()), (links.len(), links.len() + 1));
    for ((link, object), row) in links.iter().zip(objects).zip(&rows[1..]) {
        let line = 1 + source[..link.start()].matches('\n').count();
        assert_eq!(&object["line"], line);
        assert_eq!(&object["start"], link.start());
        assert_eq!(&object["end"], link.end());
        assert_eq!(&object["text"], link.as_str());
        assert_eq!(&object["href"], &*link.href());
        assert!(object["path"].is_null());
        let names = ["line", "start", "end", "kind", "text", "href"];
        for (name, field) in names.iter().zip(&row[1..]) {
            let value = &object[name];
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(&value, field);
        }
    }
}
