//! Text with terminal hyperlinks: the length limit of addresses.

use linkspan::Finder;
use linkspan::render::{Ansi, render};

#[test]
fn overlong_addresses_are_written_as_text() {
    let long = format!("a.com/{}", "x".repeat(2083 - "https://a.com/".len()));
    let written = render(&Finder::new(), &long, Ansi::new());
    assert!(written.starts_with("\x1b]8;id=linkspan-1;https://a.com/xxx"));
    let longer = format!("{long}x");
    assert_eq!(render(&Finder::new(), &longer, Ansi::new()), longer);
}
