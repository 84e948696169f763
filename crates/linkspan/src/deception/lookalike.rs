//! Characters that look like URL delimiters.

use super::characters::{is_wide, is_word_character};
use super::scripts::{script, share_writing_system};

/// The delimiter that a character looks like, if it deceives between these neighbours.
///
/// Many of these characters are letters and punctuation that a script needs: `ノ` in Japanese, `：` in Chinese, `ः` in
/// Hindi, `٠` in Arabic. They deceive next to ASCII and away from their own script.
pub(crate) fn deceptive_lookalike(
    c: char,
    before: Option<char>,
    after: Option<char>,
) -> Option<char> {
    let delimiter = lookalike(c)?;
    let neighbours = || [before, after].into_iter().flatten();
    let is_beside_ascii = neighbours().any(|c| c.is_ascii_alphanumeric());
    let is_expected = if script(c).is_some() {
        !is_beside_ascii
            || neighbours().any(|neighbour| {
                !neighbour.is_ascii()
                    && is_word_character(neighbour)
                    && share_writing_system(c, neighbour)
            })
    } else if is_wide(c) {
        !is_beside_ascii || neighbours().any(|c| is_wide(c) && is_word_character(c))
    } else {
        match c {
            // The bar of a fraction.
            '⁄' => neighbours().count() == 2 && neighbours().all(|c| c.is_ascii_digit()),
            // The length mark of phonetic transcription.
            'ː' => neighbours().any(|c| !c.is_ascii() && is_word_character(c)),
            _ => false,
        }
    };
    (!is_expected).then_some(delimiter)
}

/// The delimiter that a character looks like, whatever its neighbours are.
fn lookalike(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    let index = LOOKALIKES.binary_search_by_key(&c, |&(c, _)| c).ok()?;
    LOOKALIKES.get(index).map(|&(_, delimiter)| delimiter)
}

/// The characters that UTS #39 calls confusable with one of `/ ? # @ : & = . %`, those that NFKC maps to one of them, and
/// those that UTS #46 treats as a dot. A test derives the table from that data.
const LOOKALIKES: &[(char, char)] = &[
    ('\u{241}', '?'),
    ('\u{294}', '?'),
    ('\u{2D0}', ':'),
    ('\u{2F8}', ':'),
    ('\u{589}', ':'),
    ('\u{5C3}', ':'),
    ('\u{660}', '.'),
    ('\u{66A}', '%'),
    ('\u{6F0}', '.'),
    ('\u{701}', '.'),
    ('\u{702}', '.'),
    ('\u{703}', ':'),
    ('\u{704}', ':'),
    ('\u{831}', ':'),
    ('\u{903}', ':'),
    ('\u{97D}', '?'),
    ('\u{A83}', ':'),
    ('\u{1361}', ':'),
    ('\u{1393}', ':'),
    ('\u{13AE}', '?'),
    ('\u{1400}', '='),
    ('\u{16EC}', ':'),
    ('\u{1735}', '/'),
    ('\u{1803}', ':'),
    ('\u{1809}', ':'),
    ('\u{2024}', '.'),
    ('\u{2041}', '/'),
    ('\u{2044}', '/'),
    ('\u{2052}', '%'),
    ('\u{205A}', ':'),
    ('\u{207C}', '='),
    ('\u{208C}', '='),
    ('\u{2215}', '/'),
    ('\u{2236}', ':'),
    ('\u{2571}', '/'),
    ('\u{27CB}', '/'),
    ('\u{29F8}', '/'),
    ('\u{2CC6}', '/'),
    ('\u{2CC7}', '/'),
    ('\u{2E40}', '='),
    ('\u{2F03}', '/'),
    ('\u{3002}', '.'),
    ('\u{3033}', '/'),
    ('\u{30A0}', '='),
    ('\u{30CE}', '/'),
    ('\u{31D2}', '/'),
    ('\u{31D3}', '/'),
    ('\u{4E3F}', '/'),
    ('\u{A4F8}', '.'),
    ('\u{A4FD}', ':'),
    ('\u{A4FF}', '='),
    ('\u{A60C}', '='),
    ('\u{A60E}', '.'),
    ('\u{A6EB}', '?'),
    ('\u{A778}', '&'),
    ('\u{A789}', ':'),
    ('\u{A78A}', '='),
    ('\u{ABEC}', '.'),
    ('\u{FE13}', ':'),
    ('\u{FE16}', '?'),
    ('\u{FE30}', ':'),
    ('\u{FE52}', '.'),
    ('\u{FE55}', ':'),
    ('\u{FE56}', '?'),
    ('\u{FE5F}', '#'),
    ('\u{FE60}', '&'),
    ('\u{FE66}', '='),
    ('\u{FE6A}', '%'),
    ('\u{FE6B}', '@'),
    ('\u{FF03}', '#'),
    ('\u{FF05}', '%'),
    ('\u{FF06}', '&'),
    ('\u{FF0E}', '.'),
    ('\u{FF0F}', '/'),
    ('\u{FF1A}', ':'),
    ('\u{FF1D}', '='),
    ('\u{FF1F}', '?'),
    ('\u{FF20}', '@'),
    ('\u{FF61}', '.'),
    ('\u{FF89}', '/'),
    ('\u{1015B}', ':'),
    ('\u{10190}', '='),
    ('\u{10A50}', '.'),
    ('\u{10AF5}', ':'),
    ('\u{11002}', ':'),
    ('\u{11053}', '='),
    ('\u{11082}', ':'),
    ('\u{11182}', ':'),
    ('\u{1123A}', ':'),
    ('\u{115BE}', ':'),
    ('\u{116AC}', ':'),
    ('\u{11838}', ':'),
    ('\u{11DD9}', ':'),
    ('\u{1D108}', ':'),
    ('\u{1D16D}', '.'),
    ('\u{1D23A}', '/'),
    ('\u{1ECAE}', '.'),
    ('\u{1F672}', '&'),
    ('\u{1F674}', '&'),
    ('\u{1F675}', '&'),
];

#[cfg(test)]
mod tests {
    use std::string::{String, ToString as _};
    use std::vec::Vec;

    use unicode_normalization::UnicodeNormalization as _;
    use unicode_security::skeleton;

    use super::*;
    use crate::property::{HostClass, host_class};

    #[test]
    fn the_table_agrees_with_its_sources() {
        let skeleton_of = |c: char| skeleton(c.encode_utf8(&mut [0; 4])).collect::<String>();
        let syntax: Vec<(char, String)> =
            "/?#@:&=.%".chars().map(|c| (c, skeleton_of(c))).collect();
        let derived: Vec<(char, char)> = ('\u{80}'..=char::MAX)
            .filter_map(|c| {
                let (skeleton, nfkc) = (skeleton_of(c), c.nfkc().collect::<String>());
                let like = syntax
                    .iter()
                    .find(|(like, expected)| skeleton == *expected || nfkc == like.to_string());
                match like {
                    Some(&(like, _)) => Some((c, like)),
                    None => (host_class(c) == HostClass::Dot).then_some((c, '.')),
                }
            })
            // The finder does not know newer characters. They are reported as unassigned.
            .filter(|&(c, _)| !super::super::characters::is_unassigned(c))
            .collect();
        let line = |(c, like): &(char, char)| {
            std::format!("    ('\\u{{{:X}}}', '{like}'),\n", u32::from(*c))
        };
        let lines: Vec<String> = derived.iter().map(line).collect();
        assert!(
            derived == LOOKALIKES,
            "the table should be:\n{}",
            lines.concat()
        );
    }

    #[test]
    fn letters_next_to_their_own_script_do_not_deceive() {
        for (text, like) in [
            ("aノb", Some('/')),
            ("aノート", None),
            ("a／b", Some('/')),
            ("東京／大阪", None),
            ("東京：b", None),
            ("a⁄b", Some('/')),
            ("1⁄2", None),
            ("aɁb", Some('?')),
            ("दुःख", None),
            ("aः", Some(':')),
            ("٢٠٢٦", None),
            ("/٠/", None),
        ] {
            let found = text.char_indices().find_map(|(offset, c)| {
                let (before, rest) = text.split_at(offset);
                deceptive_lookalike(c, before.chars().next_back(), rest.chars().nth(1))
            });
            assert_eq!(found, like, "{text}");
        }
    }
}
