//! The finder: data cases, properties, options, profiles and suffix lists.

mod build;
mod data;
mod explain;
mod methods;
mod never;
mod profiles;
pub(crate) mod properties;
mod suffixes;

use linkspan::Finder;

/// Enclose each link in marked text, as in the published test file.
pub(crate) const MARKS: [char; 2] = ['⸠', '⸡'];

/// The text with [`MARKS`] around its links.
pub(crate) fn mark(finder: &Finder, text: &str) -> String {
    let mut marked = String::new();
    let mut done = 0;
    for link in finder.find_iter(text) {
        marked.push_str(&text[done..link.start()]);
        marked.push(MARKS[0]);
        marked.push_str(link.as_str());
        marked.push(MARKS[1]);
        done = link.end();
    }
    marked + &text[done..]
}
