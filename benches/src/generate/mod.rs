//! Generates texts for machines without the shared corpora.
//!
//! They consist of words of twelve languages, and have about the same density of links, dots, colons and non-ASCII
//! characters as the shared corpus of the same name. They are more repetitive than real texts, so results on them are
//! only an approximation.

mod random;
mod words;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use random::Random;
use words::{CHINESE, ENGLISH, HOSTS, JAPANESE, Language, OTHERS, SYLLABLES};

/// Generates a line.
type Line = fn(&mut Random) -> String;

/// Generates a text of whole lines with at least `bytes` bytes. The result depends only on the arguments.
///
/// # Panics
///
/// If no corpus has this name.
#[must_use]
pub fn text(name: &str, bytes: usize) -> String {
    let line: Line = match name {
        "a_prose_en" => prose_line,
        "b_links_en" => list_line,
        "c_cjk" => cjk_line,
        "d_multilingual" => multilingual_line,
        "e_email_log" => log_line,
        "f_code_json" => code_line,
        "g_chat" => chat_line,
        _ => panic!("no corpus is called '{name}'"),
    };
    let mut random = Random::named(name);
    let mut text = String::with_capacity(bytes + 200);
    while text.len() < bytes {
        text += &line(&mut random);
        text.push('\n');
    }
    text
}

/// Generates URLs with titles in many scripts, fully escaped, as browsers copy them.
#[must_use]
pub fn escaped_urls(count: usize) -> Vec<String> {
    let mut random = Random::named("escaped URLs");
    let mut urls = Vec::with_capacity(count);
    for _ in 0..count {
        let language = random.pick(OTHERS);
        let words = random.between(1, 4);
        let title: Vec<_> = (0..words).map(|_| random.pick(language.words)).collect();
        let mut title = title.join("_");
        if random.percent(10) {
            title = format!("{title}_({})", random.pick(language.words));
        }
        let escaped = utf8_percent_encode(&title, ESCAPED);
        urls.push(format!(
            "https://{}.wikipedia.org/wiki/{escaped}",
            language.code
        ));
    }
    urls
}

/// All ASCII characters except letters, digits and the underscore.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'_');

fn prose_line(random: &mut Random) -> String {
    match random.below(400) {
        0 => format!("see {} for more", url(random, &ENGLISH)),
        1..60 => String::new(),
        _ => sentence(random, &ENGLISH, 6, 12),
    }
}

fn list_line(random: &mut Random) -> String {
    match random.below(100) {
        0..6 => String::new(),
        6..10 => format!("## {}", title(random)),
        10..14 => format!("* [{}](#{})", title(random), name(random)),
        _ => {
            let (title, url) = (title(random), url(random, &ENGLISH));
            let note = sentence(random, &ENGLISH, 3, 9);
            format!("* [{title}]({url}) - {note}")
        }
    }
}

fn cjk_line(random: &mut Random) -> String {
    let language = random.pick(&[&CHINESE, &JAPANESE]);
    match random.below(100) {
        0..25 => String::new(),
        25..35 => format!(
            "### {} {{/*{}*/}}",
            phrase(random, language, 3),
            name(random)
        ),
        35..40 => String::from("</Sandbox>"),
        40..62 => {
            let (words, url) = (phrase(random, language, 2), url(random, language));
            format!("* [{words}]({url}){}", sentence(random, language, 3, 8))
        }
        _ => {
            let first = sentence(random, language, 4, 12);
            let second = sentence(random, language, 4, 12);
            format!("{first}`{}` {second}", name(random))
        }
    }
}

fn multilingual_line(random: &mut Random) -> String {
    let language = random.pick(OTHERS);
    match random.below(100) {
        0..25 => String::new(),
        25..36 => format!("`{} --{} {{{{path/to/file}}}}`", name(random), name(random)),
        36..48 => format!("- {}:", phrase(random, language, 5)),
        48..54 => format!("# {}", title(random)),
        54..70 => {
            let (words, url) = (phrase(random, language, 3), url(random, language));
            format!("* [{words}]({url}) - {}", title(random))
        }
        _ => sentence(random, language, 4, 10),
    }
}

fn log_line(random: &mut Random) -> String {
    match random.below(100) {
        0..5 => String::new(),
        5..17 => {
            let (title, name) = (title(random), name(random));
            format!("M:\t{title} <{name}@{}>", random.pick(HOSTS))
        }
        17..20 => format!("L:\t{}-list@{}", name(random), random.pick(HOSTS)),
        20..23 => format!("T:\tgit git://{}/{}.git", random.pick(HOSTS), name(random)),
        23..25 => format!("W:\t{}", url(random, &ENGLISH)),
        25..35 => String::from("S:\tMaintained"),
        35..60 => format!("F:\tdrivers/{}/{}.c", name(random), name(random)),
        60..65 => format!("N: {}", title(random)),
        _ => {
            let (area, part) = (name(random), name(random));
            let what = phrase(random, &ENGLISH, 4);
            format!(
                "    - {area}/{part}: {part}: {what} (CVE-2026-{})",
                random.below(100_000)
            )
        }
    }
}

fn code_line(random: &mut Random) -> String {
    let (first, second) = (name(random), name(random));
    match random.below(100) {
        0..30 => format!("    {first}.prototype.{second} = function({first}, {second}) {{"),
        30..45 => format!(
            "        this.{first} = {second}.{first}[{}];",
            random.below(99)
        ),
        45..60 => format!("\t\"{first}\": \"{}\",", title(random)),
        60..65 => format!("    \"url\": \"{}\"", url(random, &ENGLISH)),
        65..75 => {
            let host = random.pick(HOSTS);
            let version = format!(
                "{}.{}.{}",
                random.below(20),
                random.below(20),
                random.below(9)
            );
            format!("    \"resolved\": \"https://{host}/{first}/-/{first}-{version}.tgz\",")
        }
        75..82 => format!(
            " * @param {{{first}}} {second} {}",
            phrase(random, &ENGLISH, 5)
        ),
        82..85 => format!("  \"@{first}/{second}\": \"^{}.0.1\",", random.below(20)),
        85..88 => {
            let language = random.pick(OTHERS);
            format!("    // {}", phrase(random, language, 5))
        }
        _ => format!("    {first}(): Promise<{second}>;"),
    }
}

fn chat_line(random: &mut Random) -> String {
    const LINES: [Line; 6] = [
        prose_line,
        list_line,
        cjk_line,
        multilingual_line,
        log_line,
        code_line,
    ];
    let line = LINES[random.below(LINES.len())];
    loop {
        let line = line(random);
        // Shorter lines are not plausible messages.
        if line.len() >= 4 {
            return line.trim_start().to_owned();
        }
    }
}

/// Words, sometimes with commas between them and a full stop at the end.
fn sentence(random: &mut Random, language: &Language, low: usize, high: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.between(low, high) {
        if !text.is_empty() {
            let comma = random.percent(12);
            text += if comma {
                language.comma
            } else {
                language.space
            };
        }
        text += random.pick(language.words);
    }
    if random.percent(60) {
        text += language.stop;
    }
    text
}

/// `count` words.
fn phrase(random: &mut Random, language: &Language, count: usize) -> String {
    let words: Vec<_> = (0..count).map(|_| random.pick(language.words)).collect();
    words.join(language.space)
}

/// An identifier of lower-case ASCII letters.
fn name(random: &mut Random) -> String {
    let count = random.between(2, 3);
    (0..count).map(|_| random.pick(SYLLABLES)).collect()
}

/// Two capitalised identifiers.
fn title(random: &mut Random) -> String {
    let mut capital = || {
        let name = name(random);
        name[..1].to_uppercase() + &name[1..]
    };
    capital() + " " + &capital()
}

/// A URL with a path, which sometimes contains words of the language.
fn url(random: &mut Random, language: &Language) -> String {
    let own = random.percent(10);
    let host = if own {
        language.host
    } else {
        random.pick(HOSTS)
    };
    let scheme = random.pick(&["https://", "https://", "https://", "http://", ""]);
    let mut url = format!("{scheme}{host}");
    for _ in 0..random.between(1, 3) {
        url.push('/');
        if random.percent(20) {
            url += random.pick(language.words);
        } else {
            url += &name(random);
        }
    }
    if random.percent(10) {
        url += "?q=";
        url += &name(random);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::corpora::NAMES;

    #[test]
    fn texts_are_reproducible() {
        for name in NAMES {
            let twice = (text(name, 10_000), text(name, 10_000));
            assert_eq!(twice.0, twice.1);
            assert!((10_000..11_000).contains(&twice.0.len()), "{name}");
            assert!(text(name, 20_000).starts_with(&twice.0), "{name}");
        }
    }
}
