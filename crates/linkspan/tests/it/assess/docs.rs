//! The table of codes in `docs/safety.md` is complete.

use linkspan::assess::Code;

#[test]
fn safety_page_lists_every_code_once() {
    let page = include_str!("../../../../../docs/safety.md");
    let rows: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    let codes: Vec<&str> = Code::ALL.iter().copied().map(Code::as_str).collect();
    assert_eq!(rows, codes);
}
