//! Text that would like to be more than text.

use linkspan::render::{Anchor, AttributeName, Html, Newlines, Show, Target, Title, to_string};
use linkspan::{Finder, QuotedLocalParts, UnknownSchemes, Userinfo};
use proptest::prelude::*;
use proptest::sample::select;

use super::dom::{Step, fragment, text};
use crate::alphabet;

/// What breaks out of one notation or another, and what links are made of.
const PIECES: &[&str] = &[
    "<",
    ">",
    "\"",
    "'",
    "&",
    "`",
    "=",
    "/",
    "\\",
    "!",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "*",
    "_",
    "~",
    "|",
    "#",
    "-",
    "+",
    "1",
    "1.",
    "^",
    "$",
    ":",
    ";",
    ".",
    ",",
    "@",
    "%",
    " ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\0",
    "\u{c}",
    "\u{b}",
    "\x1b",
    "\x1b[31m",
    "\x1b]8;;x\x07",
    "\x07",
    "\x7f",
    "\u{9c}",
    "\u{9b}",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "\u{feff}",
    "\u{fffd}",
    "\u{a0}",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "</",
    "<a>",
    "</a>",
    "<a href=x>",
    "<script>",
    "</script>",
    "<style>",
    "<p>",
    "</p>",
    "<br>",
    "<b>",
    "</b>",
    "<bdi>",
    "</bdi>",
    "<title>",
    "<svg>",
    "<plaintext>",
    "<textarea>",
    "onclick=",
    "&amp;",
    "&lt;",
    "&#58;",
    "&#x2e",
    "&quot",
    "](",
    "](<",
    ">)",
    "![",
    "```",
    "***",
    "---",
    "===",
    "&#32;",
    "x",
    "é",
    "अ",
    "字",
    "https://",
    "http:",
    "javascript:",
    "javascript://",
    "JavaScript://",
    "data:",
    "data://",
    "vbscript://",
    "mailto:",
    "a.com",
    "a.com/",
    "bücher.example.com",
    "אתר.קום/נתיב",
    "例え.jp/と。",
    "ann@a.com",
    "\"ann lee\"@a.com",
    "a@",
    "/?q='\"<>&x=`",
    "#:~:text=",
    "?a|b",
    "%22%3E",
    "http://a.com/<b>",
    "//",
    "localhost",
    "[::1]",
];

/// Hostile text.
pub(crate) fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// A finder that finds as much as possible.
pub(crate) fn eager() -> Finder {
    Finder::builder()
        .unknown_schemes(UnknownSchemes::Link)
        .userinfo(Userinfo::Allow)
        .quoted_local_parts(QuotedLocalParts::Link)
        .build()
        .unwrap()
}

/// The text that a parser must give back.
fn normalized(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace('\0', "\u{FFFD}")
}

fn is_ours(step: &Step, elements: &[&str]) -> bool {
    match step {
        Step::Open(name, attributes) if name == "a" => {
            let names: Vec<_> = attributes.iter().map(|(name, _)| name.as_str()).collect();
            let href = &attributes[0].1;
            names.starts_with(&["href", "rel"])
                && href.bytes().all(|byte| byte.is_ascii_graphic())
                && !["javascript:", "data:", "vbscript:"]
                    .iter()
                    .any(|scheme| href.to_ascii_lowercase().starts_with(scheme))
        }
        Step::Open(name, attributes) => elements.contains(&name.as_str()) && attributes.is_empty(),
        Step::Close(name) => name == "a" || elements.contains(&name.as_str()),
        Step::Text(_) => true,
        Step::Other(_) => false,
    }
}

proptest! {
    #![proptest_config(alphabet::config())]

    #[test]
    fn html_has_the_same_text_and_only_our_elements(source in hostile()) {
        let html = to_string(&eager(), &source, Html::new());
        let steps = fragment(&html);
        prop_assert_eq!(text(&steps), normalized(&source), "{}", html);
        prop_assert!(steps.iter().all(|step| is_ours(step, &["bdi"])), "{}", html);
    }

    #[test]
    fn line_breaks_add_their_elements_only(source in hostile()) {
        let html = to_string(&eager(), &source, Html::new().newlines(Newlines::Break));
        let steps = fragment(&html);
        prop_assert_eq!(text(&steps), normalized(&source), "{}", html);
        prop_assert!(steps.iter().all(|step| is_ours(step, &["bdi", "br"])), "{}", html);

        let html = to_string(&eager(), &source, Html::new().newlines(Newlines::Paragraphs));
        let steps = fragment(&html);
        let words = |text: &str| text.split([' ', '\t', '\n']).collect::<String>();
        prop_assert_eq!(words(&text(&steps)), words(&normalized(&source)), "{}", html);
        prop_assert!(steps.iter().all(|step| is_ours(step, &["bdi", "br", "p"])), "{}", html);
    }

    #[test]
    fn attributes_hold_whatever_they_are_given(source in hostile(), value in hostile()) {
        let anchor = Anchor::new()
            .target(Target::Named(value.clone()))
            .class(value.clone())
            .title(Title::Text(value.clone()))
            .attribute(AttributeName::new("data-x").unwrap(), value.clone());
        let html = Html::new().anchor(anchor).page(value.clone());
        let html = to_string(&eager(), &source, html);
        let steps = super::dom::document(&html);
        let mut links = 0;
        for step in &steps {
            let Step::Open(name, attributes) = step else { continue };
            prop_assert!(["html", "head", "meta", "title", "body", "a", "bdi"].contains(&&**name));
            if name == "a" {
                links += 1;
                let class = usize::from(!value.is_empty());
                prop_assert_eq!(attributes.len(), 5 + class, "{}", html);
                for (name, attribute) in attributes {
                    if name != "href" && name != "rel" {
                        prop_assert_eq!(attribute, &normalized(&value), "{}", html);
                    }
                }
            }
        }
        prop_assert!(links <= eager().find_iter(&source).count());
    }

    #[test]
    fn what_is_shown_cannot_break_out_either(source in hostile(), limit in 0_usize..20) {
        for show in [Show::Readable, Show::Short(limit)] {
            let anchor = Anchor::new().show(show).title(Title::Readable);
            let html = to_string(&eager(), &source, Html::new().anchor(anchor));
            let steps = fragment(&html);
            prop_assert!(steps.iter().all(|step| is_ours(step, &["bdi"])), "{}", html);
        }
    }

    #[test]
    fn it_does_not_matter_where_text_is_cut(source in hostile(), cut in 0_usize..64) {
        use linkspan::Segment;
        use linkspan::render::{Ansi, Csv, Json, Markdown, Notes, Render};
        let renderers: Vec<fn() -> Box<dyn Render>> = vec![
            || Box::new(Html::new()),
            || Box::new(Html::new().newlines(Newlines::Break)),
            || Box::new(Html::new().newlines(Newlines::Paragraphs)),
            || Box::new(Markdown::new()),
            || Box::new(Ansi::new()),
            || Box::new(Notes::new()),
            || Box::new(Json::new()),
            || Box::new(Csv::new()),
        ];
        let finder = eager();
        for renderer in renderers {
            let whole = to_string(&finder, &source, &mut *renderer());
            let (mut renderer, mut out) = (renderer(), String::new());
            for segment in finder.segments(&source) {
                match segment {
                    Segment::Text(text) => {
                        let cut = (0..=cut % (text.len() + 1)).rev();
                        let cut = cut.into_iter().find(|&cut| text.is_char_boundary(cut)).unwrap();
                        renderer.text(&text[..cut], &mut out).unwrap();
                        renderer.text(&text[cut..], &mut out).unwrap();
                    }
                    Segment::Link(link) => renderer.link(&link, &mut out).unwrap(),
                }
            }
            renderer.finish(&mut out).unwrap();
            prop_assert_eq!(&out, &whole);
            // It is ready for another text.
            out.clear();
            linkspan::render::write_to(&finder, &source, &mut *renderer, &mut out).unwrap();
            prop_assert_eq!(&out, &whole);
        }
    }
}
