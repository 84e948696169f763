//! Tables in XML: the label generation rules of RFC 7940.
//!
//! The parser reports one piece of markup after the other. It keeps nothing but the names of the open elements, and
//! expands no entities.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::repertoire::{MAX_SEQUENCE_LEN, parse_code_point};
use super::{Entry, IdnTableError, TableBuilder, domain_to_ascii};

const NAMESPACE: &str = "urn:ietf:params:xml:ns:lgr-1.0";

/// The type of a variant that is not in the repertoire. A code point with itself as such a variant is listed only so
/// that variants of other code points can refer to it.
const OUT_OF_REPERTOIRE: &str = "out-of-repertoire-var";

const ROOT: &str = "the element 'lgr' in the namespace urn:ietf:params:xml:ns:lgr-1.0";

/// Reads a document.
pub(super) fn parse(text: &str, table: &mut TableBuilder) -> Result<(), IdnTableError> {
    let mut reader = Reader::from_str(text);
    let mut parser = Parser {
        text,
        event_start: 0,
        table,
        prefix: None,
        open: Vec::new(),
        pending: None,
        scope: None,
    };
    loop {
        parser.event_start = to_offset(reader.buffer_position());
        match reader.read_event() {
            Ok(Event::Eof) => return parser.finish(),
            Ok(event) => parser.handle(&event)?,
            Err(error) => {
                let line = line_of(text, to_offset(reader.error_position()));
                return Err(IdnTableError::not_well_formed(line, error.to_string()));
            }
        }
    }
}

/// The elements that are evaluated, by their place in the document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Root,
    Meta,
    Scope,
    Data,
    Char,
    Range,
    Var,
    /// Any other element, or one of these in another place, such as the `char` of a rule.
    Other,
}

struct Parser<'t, 'b> {
    text: &'t str,
    /// The offset of the current event.
    event_start: usize,
    table: &'b mut TableBuilder,
    /// The prefix of the root element with its colon, after the root element has been found. The elements of the table
    /// have the same one.
    prefix: Option<String>,
    /// The open elements.
    open: Vec<Element>,
    /// The code points of the open `char`, unless they are outside the repertoire.
    pending: Option<Vec<char>>,
    /// The text of the open `scope` of the type `domain`.
    scope: Option<String>,
}

impl Parser<'_, '_> {
    fn handle(&mut self, event: &Event<'_>) -> Result<(), IdnTableError> {
        match event {
            Event::Start(tag) => {
                let element = self.start(tag)?;
                self.open.push(element);
                Ok(())
            }
            Event::Empty(tag) => {
                let element = self.start(tag)?;
                self.end(element)
            }
            Event::End(_) => match self.open.pop() {
                Some(element) => self.end(element),
                None => Ok(()),
            },
            Event::Text(text) => self.characters(text),
            Event::CData(text) => self.characters(text),
            Event::GeneralRef(reference) => self.reference(reference),
            Event::DocType(_) => Err(self.error(
                "<!DOCTYPE",
                "no document type declaration, which could define entities,",
            )),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::Eof => Ok(()),
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<Element, IdnTableError> {
        let name = tag.name().into_inner();
        let parent = self.open.last().copied();
        let Some(prefix) = &self.prefix else {
            self.prefix = Some(self.root_prefix(tag)?);
            return Ok(Element::Root);
        };
        let Some(parent) = parent else {
            return Err(self.error(name, "the end of the text after the element 'lgr'"));
        };
        let element = match (parent, name.strip_prefix(prefix.as_str())) {
            (Element::Root, Some("meta")) => Element::Meta,
            (Element::Root, Some("data")) => Element::Data,
            (Element::Meta, Some("scope")) => Element::Scope,
            (Element::Data, Some("char")) => Element::Char,
            (Element::Data, Some("range")) => Element::Range,
            (Element::Char, Some("var")) => Element::Var,
            _ => Element::Other,
        };
        match element {
            Element::Scope => {
                let is_domain = self.attribute(tag, "type")?.as_deref() == Some("domain");
                self.scope = is_domain.then(String::new);
            }
            Element::Char => self.pending = Some(self.code_points(tag)?),
            Element::Range => {
                let entry = self.range(tag)?;
                self.add(&entry)?;
            }
            Element::Var => {
                let is_outside = self.attribute(tag, "type")?.as_deref() == Some(OUT_OF_REPERTOIRE);
                if is_outside && Some(self.code_points(tag)?) == self.pending {
                    self.pending = None;
                }
            }
            Element::Root | Element::Meta | Element::Data | Element::Other => {}
        }
        Ok(element)
    }

    fn end(&mut self, element: Element) -> Result<(), IdnTableError> {
        match element {
            Element::Char => match self.pending.take() {
                Some(code_points) => self.add(&Entry::Sequence(code_points)),
                None => Ok(()),
            },
            Element::Scope => match self.scope.take() {
                Some(scope) => {
                    let ascii = domain_to_ascii(&scope);
                    let domain = ascii.ok_or_else(|| {
                        self.error(scope.trim(), "the scope to be a domain below the root")
                    })?;
                    self.table.domains.push(domain);
                    Ok(())
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn add(&mut self, entry: &Entry) -> Result<(), IdnTableError> {
        let (text, offset) = (self.text, self.event_start);
        self.table.add(entry, || line_of(text, offset))
    }

    fn finish(self) -> Result<(), IdnTableError> {
        if self.prefix.is_none() {
            return Err(self.error("", ROOT));
        }
        if self.open.is_empty() {
            return Ok(());
        }
        Err(self.error("", "the end tags of all elements"))
    }

    fn characters(&mut self, text: &str) -> Result<(), IdnTableError> {
        if self.open.is_empty() && !text.trim().is_empty() {
            return Err(self.error(text.trim(), ROOT));
        }
        if let Some(scope) = self.open_scope() {
            scope.push_str(text);
        }
        Ok(())
    }

    /// A character reference or one of the five predefined entities.
    fn reference(&mut self, reference: &BytesRef<'_>) -> Result<(), IdnTableError> {
        let character = reference.resolve_char_ref().ok().flatten();
        let entity = resolve_predefined_entity(reference);
        if let Some(scope) = self.open_scope() {
            scope.extend(character);
            scope.push_str(entity.unwrap_or_default());
        }
        if character.is_none() && entity.is_none() {
            return Err(self.error(reference, "a predefined entity"));
        }
        Ok(())
    }

    fn open_scope(&mut self) -> Option<&mut String> {
        let is_open = self.open.last() == Some(&Element::Scope);
        self.scope.as_mut().filter(|_| is_open)
    }

    /// The prefix of the root element, with its colon.
    fn root_prefix(&self, tag: &BytesStart<'_>) -> Result<String, IdnTableError> {
        let (local, prefix) = tag.name().decompose();
        let (prefix, declaration) = match prefix {
            Some(prefix) => {
                let prefix = prefix.into_inner();
                ([prefix, ":"].concat(), ["xmlns:", prefix].concat())
            }
            None => (String::new(), String::from("xmlns")),
        };
        let namespace = self.attribute(tag, &declaration)?;
        if local.into_inner() != "lgr" || namespace.as_deref() != Some(NAMESPACE) {
            return Err(self.error(tag.name().into_inner(), ROOT));
        }
        Ok(prefix)
    }

    /// The value of an attribute.
    fn attribute<'a>(
        &self,
        tag: &'a BytesStart<'_>,
        name: &str,
    ) -> Result<Option<Cow<'a, str>>, IdnTableError> {
        let mut attributes = tag.attributes();
        // The check for duplicates takes quadratic time.
        for attribute in attributes.with_checks(false) {
            let attribute = attribute
                .map_err(|error| IdnTableError::not_well_formed(self.line(), error.to_string()))?;
            if attribute.key.into_inner() != name {
                continue;
            }
            let value = match attribute.value {
                Cow::Borrowed(value) => unescape(value).ok(),
                Cow::Owned(value) => unescape(&value).ok().map(|it| Cow::Owned(it.into_owned())),
            };
            let value = value.ok_or_else(|| self.error(tag, "only predefined entities"))?;
            return Ok(Some(value));
        }
        Ok(None)
    }

    /// The attribute `cp` of an element: a code point, or a sequence of code points.
    fn code_points(&self, tag: &BytesStart<'_>) -> Result<Vec<char>, IdnTableError> {
        let value = self.attribute(tag, "cp")?;
        let value = value.ok_or_else(|| self.error(tag, "an attribute 'cp'"))?;
        let words = value.split_whitespace().take(MAX_SEQUENCE_LEN + 1);
        let code_points: Option<Vec<char>> = words.map(parse_code_point).collect();
        match code_points {
            Some(code_points) if matches!(code_points.len(), 1..=MAX_SEQUENCE_LEN) => {
                Ok(code_points)
            }
            _ => Err(self.error(
                &value,
                "one to 63 code points of four to six hexadecimal digits",
            )),
        }
    }

    fn range(&self, tag: &BytesStart<'_>) -> Result<Entry, IdnTableError> {
        let end = |name: &str| {
            let value = self.attribute(tag, name)?;
            Ok(value.as_deref().and_then(parse_code_point))
        };
        match (end("first-cp")?, end("last-cp")?) {
            (Some(first), Some(last)) if first <= last => Ok(Entry::Range(first, last)),
            _ => Err(self.error(tag, "a range from 'first-cp' to a higher 'last-cp'")),
        }
    }

    fn line(&self) -> usize {
        line_of(self.text, self.event_start)
    }

    /// The error that something else was expected than `found`, at the start of the current event.
    fn error(&self, found: &str, expected: &'static str) -> IdnTableError {
        let before = self.text.get(..self.event_start).unwrap_or_default();
        let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
        IdnTableError::at(self.line(), column, found, expected)
    }
}

/// The number of the line that contains an offset.
fn line_of(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    1 + memchr::memchr_iter(b'\n', before).count()
}

/// An offset of the reader, which is at most the length of the text.
fn to_offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}
