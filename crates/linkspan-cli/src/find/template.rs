//! The templates of `find --template`.

use std::str::FromStr;

use super::fields::{Field, Fields};
use super::location::LocationNeeds;

/// How a link is printed: texts and fields, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Field(Field),
}

impl FromStr for Template {
    type Err = String;

    fn from_str(template: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = template.chars();
        while let Some(c) = rest.next() {
            let next = rest.clone().next();
            match c {
                '{' | '}' if next == Some(c) => {
                    rest.next();
                    text.push(c);
                }
                '{' => {
                    let (name, after) = rest
                        .as_str()
                        .split_once('}')
                        .ok_or("expected '}' after '{' ('{{' stands for a brace)")?;
                    rest = after.chars();
                    let field = Field::from_name(name).ok_or_else(|| unknown_field(name))?;
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(Piece::Field(field));
                }
                '}' => {
                    return Err(String::from(
                        "expected '{' before '}' ('}}' stands for a brace)",
                    ));
                }
                '\\' => {
                    rest.next();
                    text.push(match next {
                        Some('t') => '\t',
                        Some('n') => '\n',
                        Some('r') => '\r',
                        Some('0') => '\0',
                        Some('\\') => '\\',
                        _ => {
                            return Err(String::from(
                                "expected one of \\t, \\n, \\r, \\0 and \\\\ at a backslash",
                            ));
                        }
                    });
                }
                c => text.push(c),
            }
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Ok(Self(pieces))
    }
}

fn unknown_field(name: &str) -> String {
    let names: Vec<&str> = Field::names().collect();
    format!(
        "no such field: '{name}'; the fields are {}",
        names.join(", ")
    )
}

impl Template {
    /// What the fields need to know of where a link is.
    pub(super) fn location_needs(&self) -> LocationNeeds {
        let needs = self.0.iter().map(|piece| match piece {
            Piece::Text(_) => LocationNeeds::Nothing,
            Piece::Field(field) => field.location_needs(),
        });
        needs.max().unwrap_or(LocationNeeds::Nothing)
    }

    /// Appends a link. `write_path` appends the path of its file.
    pub(super) fn write(
        &self,
        fields: &Fields<'_, '_>,
        out: &mut Vec<u8>,
        write_path: impl Fn(&mut Vec<u8>),
    ) {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
                Piece::Field(Field::Path) => write_path(out),
                Piece::Field(field) => fields.get(*field).write(out),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_texts_and_fields() {
        let text = |text: &str| Piece::Text(String::from(text));
        for (template, expected) in [
            ("", vec![]),
            ("a\\tb\\0\\\\", vec![text("a\tb\0\\")]),
            ("{href}", vec![Piece::Field(Field::Href)]),
            (
                "{{{host}}}\\n{start_utf16}",
                vec![
                    text("{"),
                    Piece::Field(Field::Host),
                    text("}\n"),
                    Piece::Field(Field::StartUtf16),
                ],
            ),
        ] {
            assert_eq!(template.parse(), Ok(Template(expected)), "{template}");
        }
        for (template, message) in [
            ("{", "expected '}'"),
            ("a}", "expected '{'"),
            ("{hots}", "no such field: 'hots'; the fields are path, line"),
            ("{}", "no such field: ''"),
            ("\\x", "expected one of"),
            ("\\", "expected one of"),
        ] {
            let error = template.parse::<Template>().expect_err(template);
            assert!(error.contains(message), "{template}: {error}");
        }
    }

    #[test]
    fn every_field_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<&str> = Field::names().collect();
        assert_eq!(names.len(), Field::names().count());
        assert!(
            names
                .into_iter()
                .all(|name| Field::from_name(name).is_some())
        );
    }
}
