//! Properties of all renderers.

use linkspan::find::Segment;
use linkspan::render::{
    Ansi, Controls, Csv, Html, Json, Markdown, Newlines, Notes, Render, render, render_to,
};

use super::permissive_finder;

/// The output depends neither on how text is split between calls of `Render::text` nor on texts rendered before.
pub(crate) fn output_is_independent_of_text_splits(source: &str, split_at: usize) {
    let renderers: Vec<fn() -> Box<dyn Render>> = vec![
        || Box::new(Html::new()),
        || Box::new(Html::new().newlines(Newlines::Break)),
        || Box::new(Html::new().newlines(Newlines::Paragraphs)),
        || Box::new(Markdown::new()),
        || Box::new(Ansi::new()),
        || Box::new(Ansi::new().controls(Controls::Styles)),
        || Box::new(Ansi::new().controls(Controls::Keep)),
        || Box::new(Notes::new()),
        || Box::new(Json::new()),
        || Box::new(Csv::new()),
    ];
    let finder = permissive_finder();
    for renderer in renderers {
        let expected = render(&finder, source, &mut *renderer());
        let (mut pushing, mut pushed) = (renderer(), String::new());
        let (mut renderer, mut out) = (renderer(), String::new());
        for segment in finder.segments(source) {
            match segment {
                Segment::Text(text) => {
                    let mut split_at = split_at % (text.len() + 1);
                    while !text.is_char_boundary(split_at) {
                        split_at -= 1;
                    }
                    renderer.text(&text[..split_at], &mut out).unwrap();
                    renderer.text(&text[split_at..], &mut out).unwrap();
                    pushing.push_text(&text[..split_at], &mut pushed).unwrap();
                    pushing.push_text(&text[split_at..], &mut pushed).unwrap();
                }
                Segment::Link(link) => {
                    renderer.link(&link, &mut out).unwrap();
                    pushing.push_link(&link, &mut pushed).unwrap();
                }
            }
        }
        renderer.finish(&mut out).unwrap();
        assert_eq!(out, expected);
        // The functions that append to a string do the same.
        pushing.finish(&mut pushed).unwrap();
        assert_eq!(pushed, expected);
        // A renderer can be reused after `finish`.
        out.clear();
        render_to(&finder, source, &mut *renderer, &mut out).unwrap();
        assert_eq!(out, expected);
    }
}
