//! All renderers: it does not matter where text is cut.

use linkspan::Segment;
use linkspan::render::{
    Ansi, Csv, Html, Json, Markdown, Newlines, Notes, Render, to_string, write_to,
};

use super::eager;

/// What is written does not depend on how text is handed over, nor on what was written before.
pub(crate) fn laws(source: &str, cut: usize) {
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
        let whole = to_string(&finder, source, &mut *renderer());
        let (mut renderer, mut out) = (renderer(), String::new());
        for segment in finder.segments(source) {
            match segment {
                Segment::Text(text) => {
                    let mut cut = cut % (text.len() + 1);
                    while !text.is_char_boundary(cut) {
                        cut -= 1;
                    }
                    renderer.text(&text[..cut], &mut out).unwrap();
                    renderer.text(&text[cut..], &mut out).unwrap();
                }
                Segment::Link(link) => renderer.link(&link, &mut out).unwrap(),
            }
        }
        renderer.finish(&mut out).unwrap();
        assert_eq!(out, whole);
        // It is ready for another text.
        out.clear();
        write_to(&finder, source, &mut *renderer, &mut out).unwrap();
        assert_eq!(out, whole);
    }
}
