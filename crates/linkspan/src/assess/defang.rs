//! Links in a form that no program follows (`hxxps[:]//example[.]com`), and the way back.

use alloc::borrow::Cow;
use alloc::string::String;

/// Writes a link so that no program follows it: `hxxps[:]//example[.]com`.
///
/// The scheme is changed, and dots (also ideographic ones), `@` and `://` are enclosed in brackets. [`refang`] restores
/// exactly the original text.
///
/// ```
/// use linkspan::links;
/// use linkspan::assess::{defang, refang};
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
    if let Some((defanged, length)) = defanged_scheme(link) {
        out.push_str(defanged);
        rest = link.get(length..).unwrap_or_default();
    }
    while let Some(c) = rest.chars().next() {
        // `refang` must not change what looks defanged in the original text.
        let looks_defanged = match_form(rest).is_some() || match_scheme(rest).is_some();
        if looks_defanged || DOTS.contains(c) || c == '@' || rest.starts_with("://") {
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

/// The characters that UTS #46 treats as dots.
const DOTS: &str = ".。．｡";

/// The defanged form of the scheme of a link, and the length of the scheme. `None` if `refang` could not restore the
/// scheme: `hXXp` is a common form of `http`, so it cannot also be the form of `hTTp`.
fn defanged_scheme(link: &str) -> Option<(&'static str, usize)> {
    let (scheme, _) = link.split_once("://")?;
    let known = DEFANGED_SCHEMES
        .iter()
        .find(|&&(_, original)| original == scheme);
    known.map(|&(defanged, _)| (defanged, scheme.len()))
}

/// Defanged forms of delimiters, and the delimiters.
const DEFANGED_FORMS: &[(&str, &str)] = &[
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

/// Defanged forms of schemes, and the schemes. Of several forms of the same scheme, [`defang`] uses the first.
const DEFANGED_SCHEMES: &[(&str, &str)] = &[
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

/// Restores a link that was defanged by [`defang`] or in another common notation: `hxxp`, `[.]`, `(dot)`, `[:]//`,
/// `[at]` and similar forms, also with spaces around words in brackets.
///
/// Use it for text that is known to be a defanged link. In other text, it would change ordinary brackets.
///
/// # Complexity
///
/// Linear in the length of the text.
///
/// ```
/// use linkspan::assess::refang;
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
        if let Some((length, original)) = match_form(rest) {
            // Words in brackets are often written with spaces around them.
            let is_word = rest
                .get(..length)
                .is_some_and(|form| form.contains(['d', 't', 'D', 'T']));
            rest = rest.get(length..).unwrap_or_default();
            if is_word {
                out.truncate(out.trim_end_matches(' ').len());
                rest = rest.trim_start_matches(' ');
            }
            out.push_str(original);
            changed = true;
            continue;
        }
        let starts_word = !out.ends_with(|c: char| c.is_ascii_alphanumeric());
        if let Some((length, original)) = match_scheme(rest).filter(|_| starts_word) {
            out.push_str(original);
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

/// The length of the defanged form that a text starts with, and the delimiter.
fn match_form(text: &str) -> Option<(usize, &str)> {
    if !text.starts_with(['[', '(', '{', '\\']) {
        return None;
    }
    let known = DEFANGED_FORMS.iter().find_map(|&(form, original)| {
        let prefix = text.get(..form.len())?;
        prefix
            .eq_ignore_ascii_case(form)
            .then_some((form.len(), original))
    });
    known.or_else(|| match_protected(text))
}

/// The same for a single character in square brackets. [`defang`] adds the brackets to a character at which a defanged
/// form would start in the original text.
fn match_protected(text: &str) -> Option<(usize, &str)> {
    let inner = text.strip_prefix('[')?;
    let c = inner.chars().next()?;
    let is_special = DOTS.contains(c) || "[({\\hHfF".contains(c);
    (is_special && inner.get(c.len_utf8()..)?.starts_with(']'))
        .then(|| Some((c.len_utf8() + 2, inner.get(..c.len_utf8())?)))?
}

/// The length of the defanged scheme that a text starts with, and the original scheme. A colon must follow in some form.
fn match_scheme(text: &str) -> Option<(usize, &'static str)> {
    DEFANGED_SCHEMES.iter().find_map(|&(defanged, original)| {
        let after = text.strip_prefix(defanged)?;
        let has_colon = after
            .strip_prefix(['[', '('])
            .unwrap_or(after)
            .starts_with(':');
        has_colon.then_some((defanged.len(), original))
    })
}
