//! Links made harmless, and live again: `hxxps://example[.]com`.

use alloc::borrow::Cow;
use alloc::string::String;

/// Makes a link one that no program follows: `hxxps[:]//example[.]com`.
///
/// The scheme is changed, and dots, `@` and `://` are put in brackets, dots of other scripts included.
/// [`refang`] turns it back into exactly what it was.
///
/// ```
/// use linkspan::{defang, links, refang};
///
/// assert_eq!(defang("https://example.com/a"), "hxxps[:]//example[.]com/a");
/// assert_eq!(defang("ann@example.com"), "ann[@]example[.]com");
/// assert_eq!(links(&defang("https://example.com/")).count(), 0);
/// assert_eq!(refang(&defang("https://example.com/")), "https://example.com/");
/// ```
#[must_use]
pub fn defang(link: &str) -> String {
    let mut out = String::with_capacity(link.len() + 16);
    let mut rest = link;
    if let Some((crossed, length)) = crossed_out(link) {
        out.push_str(crossed);
        rest = link.get(length..).unwrap_or_default();
    }
    while let Some(c) = rest.chars().next() {
        // What means something to `refang` already must not.
        let means = form(rest).is_some() || scheme(rest).is_some();
        if means || DOTS.contains(c) || c == '@' || rest.starts_with("://") {
            out.push('[');
            out.push(c);
            out.push(']');
        } else {
            out.push(c);
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    out
}

const DOTS: &str = ".。．｡";

/// The scheme of a link with its `tt` crossed out, if that can be undone, and the length of the scheme. `hXXp` has
/// always stood for `http`, and so cannot stand for `hTTp`: such a scheme stays as it is.
fn crossed_out(link: &str) -> Option<(&'static str, usize)> {
    let (scheme, _) = link.split_once("://")?;
    let known = SCHEMES.iter().find(|&&(_, known)| known == scheme);
    known.map(|&(crossed, _)| (crossed, scheme.len()))
}

/// What stands for a character in links that were made harmless.
const FORMS: &[(&str, &str)] = &[
    ("[.]", "."),
    ("(.)", "."),
    ("{.}", "."),
    ("[dot]", "."),
    ("(dot)", "."),
    ("{dot}", "."),
    ("[@]", "@"),
    ("(@)", "@"),
    ("{@}", "@"),
    ("[at]", "@"),
    ("(at)", "@"),
    ("{at}", "@"),
    ("[://]", "://"),
    ("(://)", "://"),
    ("[:]//", "://"),
    ("(:)//", "://"),
    ("[:/]/", "://"),
    ("[:]", ":"),
    ("(:)", ":"),
    ("[/]", "/"),
    ("\\.", "."),
];

/// The schemes that stand for others; where several stand for the same, the usual one first.
const SCHEMES: &[(&str, &str)] = &[
    ("hxxps", "https"),
    ("hxxp", "http"),
    ("hxtps", "https"),
    ("hxtp", "http"),
    ("htxps", "https"),
    ("htxp", "http"),
    ("hXXps", "https"),
    ("hXXp", "http"),
    ("HXXPS", "HTTPS"),
    ("HXXP", "HTTP"),
    ("Hxxps", "Https"),
    ("Hxxp", "Http"),
    ("h**ps", "https"),
    ("h**p", "http"),
    ("fxps", "ftps"),
    ("fxp", "ftp"),
];

/// Turns a link that was made harmless into one again, whoever did it: `hxxp`, `[.]`, `(dot)`,
/// `[:]//`, `[at]` and their like, with spaces around words in brackets or not.
///
/// It is meant for text that is known to be such a link: in other text, brackets are brackets.
///
/// # Complexity
///
/// Linear in the length of the text.
///
/// ```
/// use linkspan::refang;
///
/// assert_eq!(refang("hxxps://example[.]com/a"), "https://example.com/a");
/// assert_eq!(refang("hXXp[:]//sub(dot)example{.}org"), "http://sub.example.org");
/// assert_eq!(refang("ann [at] example [dot] com"), "ann@example.com");
/// assert_eq!(refang("https://example.com/"), "https://example.com/");
/// ```
#[must_use]
pub fn refang(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut changed = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((length, stands_for)) = form(rest) {
            // Words in brackets are written with spaces around them.
            let spaced = rest
                .get(..length)
                .is_some_and(|form| form.contains(['d', 't', 'D', 'T']));
            rest = rest.get(length..).unwrap_or_default();
            if spaced {
                out.truncate(out.trim_end_matches(' ').len());
                rest = rest.trim_start_matches(' ');
            }
            out.push_str(stands_for);
            changed = true;
            continue;
        }
        let starts_word = !out.ends_with(|c: char| c.is_ascii_alphanumeric());
        if let Some((length, stands_for)) = scheme(rest).filter(|_| starts_word) {
            out.push_str(stands_for);
            rest = rest.get(length..).unwrap_or_default();
            changed = true;
            continue;
        }
        out.push(c);
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    if changed {
        Cow::Owned(out)
    } else {
        Cow::Borrowed(text)
    }
}

/// The form that a text starts with.
fn form(text: &str) -> Option<(usize, &str)> {
    if !text.starts_with(['[', '(', '{', '\\']) {
        return None;
    }
    let known = FORMS.iter().find_map(|&(form, stands_for)| {
        let front = text.get(..form.len())?;
        front
            .eq_ignore_ascii_case(form)
            .then_some((form.len(), stands_for))
    });
    known.or_else(|| protected(text))
}

/// A single character in square brackets, which [`defang`] put there to take its meaning.
fn protected(text: &str) -> Option<(usize, &str)> {
    let inner = text.strip_prefix('[')?;
    let c = inner.chars().next()?;
    let is_special = DOTS.contains(c) || "[({\\hHfF".contains(c);
    (is_special && inner.get(c.len_utf8()..)?.starts_with(']'))
        .then(|| Some((c.len_utf8() + 2, inner.get(..c.len_utf8())?)))?
}

/// The scheme that a text starts with, if a colon follows in some form.
fn scheme(text: &str) -> Option<(usize, &'static str)> {
    SCHEMES.iter().find_map(|&(written, stands_for)| {
        let after = text.strip_prefix(written)?;
        let colon = after
            .strip_prefix(['[', '('])
            .unwrap_or(after)
            .starts_with(':');
        colon.then_some((written.len(), stands_for))
    })
}
