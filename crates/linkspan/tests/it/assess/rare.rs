//! Links whose characters are rare in links: marks, digits, scripts and invisible characters next to each other.

use proptest::prelude::*;
use proptest::sample::select;

/// Letters and digits, one group for each script, with the marks that it uses.
const ALPHABETS: &[&[&str]] = &[
    &["a", "b", "i", "l", "m", "p", "x", "1", "2", "-"],
    &["a", "o", "é", "ł", "ñ", "ə", "þ", "ı", "j", "İ"],
    &["б", "ж", "я", "а", "е", "і", "ӏ", "Р", "й", "3"],
    &["α", "λ", "ο", "ώ", "Ε", "ν", "ς"],
    &["א", "ב", "ש", "ל", "ו"],
    &["ب", "ن", "ک", "م", "ی", "١", "٢", "۱", "۲", "ـ"],
    &["क", "ह", "ि", "न", "्", "द", "१", "२", "ं", "।"],
    &["ক", "ল", "া", "২", "৩"],
    &["ก", "า", "ไ", "ท", "ย", "ำ", "่", "๑", "๒"],
    &["中", "国", "例", "字", "々", "〇", "㐀", "㐂"],
    &["あ", "の", "へ", "ゞ", "が", "か", "\u{3099}"],
    &["ア", "ノ", "ー", "ヘ", "・", "ｱ"],
    &["한", "국", "글", "ᄀ", "ᅡ", "ㄱ"],
    &["ㄅ", "ㄆ", "ㄚ"],
    &["ա", "բ", "օ", "հ"],
    &["ა", "ბ", "Ა"],
    &["ᏸ", "Ꭺ", "ꭰ"],
    &["ሀ", "ለ", "፩"],
    &["ಕ", "್", "ೆ", "೧"],
    &["ལ", "ྐ", "ྱ", "ེ", "ི"],
    &["လ", "ျ", "ှ", "ေ", "ာ", "့"],
    &["a", "é", "=", "'", "_", "%"],
    &["ｇ", "ｏ", "１", "２"],
    &["𝐠", "𝟙", "𝟚", "ⓖ", "ﬁ", "ɡ", "ᴀ", "ⅿ", "²"],
    &["😀", "❤", "👩", "🏴", "🏽", "🇫", "©"],
    &["ⴰ", "ⴱ", "𞤢", "𐐬", "ꓐ", "ⲟ"],
];

/// Marks of many scripts or of none.
const MARKS: &[&str] = &[
    "\u{301}",
    "\u{301}",
    "\u{302}",
    "\u{303}",
    "\u{307}",
    "\u{308}",
    "\u{323}",
    "\u{327}",
    "\u{331}",
    "\u{334}",
    "\u{335}",
    "\u{336}",
    "\u{337}",
    "\u{338}",
    "\u{20D2}",
    "\u{20DD}",
    "\u{20E5}",
    "\u{20EB}",
    "\u{20E3}",
    "\u{345}",
    "\u{3099}",
    "\u{5B0}",
    "\u{64B}",
    "\u{651}",
    "\u{670}",
    "\u{93C}",
    "\u{E48}",
    "\u{301}\u{302}\u{303}",
    "\u{304}\u{306}\u{308}",
];

/// Characters that are displayed as nothing, as a blank, or that change the order, and what gives them a function.
const INVISIBLE: &[&str] = &[
    "\u{AD}",
    "\u{200B}",
    "\u{200C}",
    "\u{200D}",
    "\u{2060}",
    "\u{2061}",
    "\u{2062}",
    "\u{206A}",
    "\u{FEFF}",
    "\u{34F}",
    "\u{115F}",
    "\u{1160}",
    "\u{3164}",
    "\u{FFA0}",
    "\u{17B4}",
    "\u{180B}",
    "\u{180E}",
    "\u{2800}",
    "⠃",
    "\u{FE00}",
    "\u{FE0F}",
    "\u{E0100}",
    "\u{1D173}",
    "\u{1BCA0}",
    "\u{E0001}",
    "\u{E0041}",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "🏴\u{E0067}\u{E0062}",
    "\u{E0067}\u{E007F}",
    "🏴\u{E007F}",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E0061}\u{E0061}\u{E007F}",
    "🏴\u{E0067}\u{E0062}\u{E0045}\u{E007F}",
    "\u{E007F}",
    "\u{200E}",
    "\u{200F}",
    "\u{61C}",
    "\u{202A}",
    "\u{202E}",
    "\u{202C}",
    "\u{2066}",
    "\u{2069}",
    "\u{378}",
    "\u{FFFF}",
    "\u{FDD0}",
    "\u{E000}",
    "\u{1FAFF}",
    "\u{E0FFF}",
    "\u{2065}",
    "\u{FFF0}",
    "\u{1ACF}",
    "\u{16EA0}",
];

const TOP_LEVELS: &[&str] = &[
    ".com",
    ".com",
    ".com",
    ".рф",
    ".ir",
    ".jp",
    ".zip",
    ".py",
    ".md",
    ".sh",
    ".rs",
    ".pl",
    ".com.py",
    ".co.uk",
    ".to",
    ".ws",
    ".tw",
    ".中国",
    ".한국",
    ".xn--p1ai",
    "",
    ".corp",
];

/// Joiners and other invisible characters that have a function in some words.
const JOINERS: &[&str] = &["\u{200C}", "\u{200D}", "\u{200B}", "\u{FE0F}", "\u{E0100}"];

/// Some pieces of at most three groups.
fn pieces() -> impl Strategy<Value = String> {
    let groups = prop_oneof![
        4 => prop::collection::vec(select(ALPHABETS), 1..=1),
        4 => prop::collection::vec(select(ALPHABETS), 2..=2),
        1 => prop::collection::vec(select(ALPHABETS), 3..=3),
        2 => select(ALPHABETS).prop_map(|group| vec![group, MARKS]),
        2 => select(ALPHABETS).prop_map(|group| vec![group, INVISIBLE]),
        1 => select(ALPHABETS).prop_map(|group| vec![group, JOINERS]),
    ];
    groups
        .prop_flat_map(|groups| prop::collection::vec(select(groups.concat()), 1..8))
        .prop_map(|pieces| pieces.concat())
}

/// A label, sometimes in Punycode, sometimes long.
fn label() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => pieces(),
        3 => pieces().prop_map(|label| idna::domain_to_ascii(&label).unwrap_or(label)),
        1 => pieces().prop_map(|label| format!("xn--{label}")),
        1 => (select(&["a", "ab1", "я", "字", "a\u{AD}"][..]), 10..70_usize).prop_map(|(piece, n)| piece.repeat(n)),
    ]
}

/// A link, or what is almost one. It may be invalid.
pub(super) fn rare_link() -> impl Strategy<Value = String> {
    let scheme = select(
        &[
            "https://",
            "https://",
            "https://",
            "",
            "",
            "",
            "foo://",
            "mailto:",
            "https://ann@",
            "ann@",
        ][..],
    );
    let host = prop_oneof![
        8 => prop::collection::vec(label(), 1..4),
        1 => prop::collection::vec(label(), 4..30),
    ];
    let tail = prop_oneof![
        3 => Just(String::new()),
        8 => prop::collection::vec(pieces(), 1..4).prop_map(|it| format!("/{}", it.join("/"))),
        1 => (8100..8300_usize).prop_map(|len| format!("/{}", "a".repeat(len))),
    ];
    let local_part = prop_oneof![
        10 => Just(String::new()),
        2 => pieces(),
        1 => (50..80_usize).prop_map(|len| "a".repeat(len)),
    ];
    (scheme, local_part, host, select(TOP_LEVELS), tail).prop_map(
        |(scheme, local_part, host, top_level, tail)| {
            let local_part = if scheme.ends_with('@') || scheme.starts_with("mailto") {
                scheme.replace("ann@", &format!("ann{local_part}@"))
            } else {
                scheme.to_owned()
            };
            let address = if scheme == "mailto:" { "ann@" } else { "" };
            [&local_part, address, &host.join("."), top_level, &tail].concat()
        },
    )
}

/// Links whose labels are written in both directions, with numbers and marks between them.
pub(super) fn link_of_two_directions() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "a", "b", "login", "字", "א", "ב", "אתר", "ب", "مصر", "1", "23", "٣", "۴", "²", "-", "_",
        "~", "\u{5B0}", "\u{651}", "%31", "%D7%90",
    ];
    const SEPARATORS: &[&str] = &[
        ".", ".", ".", ".", "。", ":8080/", "/", "/", "?", "#", "=", "@",
    ];
    let scheme = select(&["https://", "ssh://", "foo://", "", "mailto:"][..]);
    let word = prop::collection::vec(select(PIECES), 1..3).prop_map(|pieces| pieces.concat());
    let part = (word, select(SEPARATORS)).prop_map(|(word, separator)| word + separator);
    let parts = prop::collection::vec(part, 2..7).prop_map(|parts| parts.concat());
    let end = select(&["com", "ישראל", "مصر", "1", "א/1", "com/א", ""][..]);
    (scheme, parts, end).prop_map(|(scheme, parts, end)| format!("{scheme}{parts}{end}"))
}
