//! Keyword arguments that say what links look like in HTML.

use linkspan::render::{Anchor, AttributeName, Isolation, Newlines, Rel, Show, Target, Title};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::assess::isolation_named;
use crate::options::{unexpected_value, value_error};
use crate::text::type_error;

/// The arguments of both functions that write HTML.
const SHARED: &[&str] = &[
    "rel",
    "target",
    "class_",
    "title",
    "attributes",
    "show",
    "isolation",
];

/// The kind of input, which decides what else can be set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
    Text,
    Html,
}

impl Input {
    fn names(self) -> impl Iterator<Item = &'static str> {
        let own: &[&str] = match self {
            Self::Text => &["newlines"],
            Self::Html => &["callbacks", "skip_tags"],
        };
        SHARED.iter().chain(own).copied()
    }
}

/// What links look like.
pub(crate) struct Appearance<'py> {
    pub(crate) rel: Rel,
    pub(crate) target: Option<String>,
    pub(crate) class: String,
    pub(crate) title: Title,
    pub(crate) attributes: Vec<(AttributeName, String)>,
    pub(crate) show: Show,
    pub(crate) newlines: Newlines,
    pub(crate) isolation: Isolation,
    pub(crate) callbacks: Vec<Bound<'py, PyAny>>,
    /// The elements whose text is not searched, as CSS selectors. `None` for the default.
    pub(crate) skip: Option<String>,
}

impl<'py> Appearance<'py> {
    fn new() -> Self {
        Self {
            rel: Rel::default(),
            target: None,
            class: String::new(),
            title: Title::None,
            attributes: Vec::new(),
            show: Show::Written,
            newlines: Newlines::Keep,
            isolation: Isolation::default(),
            callbacks: Vec::new(),
            skip: None,
        }
    }

    /// Reads the arguments of a method, which has no others.
    pub(crate) fn of_method(
        arguments: Option<&Bound<'py, PyDict>>,
        input: Input,
    ) -> PyResult<Self> {
        let Some(arguments) = arguments else {
            return Ok(Self::new());
        };
        let rest = arguments.copy()?;
        let appearance = Self::take(&rest, input)?;
        if let Some(name) = rest.keys().iter().next() {
            let known: Vec<_> = input.names().collect();
            let known = known.join(", ");
            let message = format!("unexpected argument '{name}'; expected one of {known}");
            return Err(PyTypeError::new_err(message));
        }
        Ok(appearance)
    }

    /// Takes the arguments about appearance from those of a function. The others are options of the finder.
    pub(crate) fn of_function(
        arguments: Option<&Bound<'py, PyDict>>,
        input: Input,
    ) -> PyResult<(Self, Option<Bound<'py, PyDict>>)> {
        let Some(arguments) = arguments else {
            return Ok((Self::new(), None));
        };
        let rest = arguments.copy()?;
        let appearance = Self::take(&rest, input)?;
        Ok((appearance, (!rest.is_empty()).then_some(rest)))
    }

    fn take(arguments: &Bound<'py, PyDict>, input: Input) -> PyResult<Self> {
        let mut appearance = Self::new();
        for name in input.names() {
            if let Some(value) = arguments.get_item(name)? {
                arguments.del_item(name)?;
                appearance.set(name, &value)?;
            }
        }
        Ok(appearance)
    }

    fn set(&mut self, name: &str, value: &Bound<'py, PyAny>) -> PyResult<()> {
        match name {
            "rel" => self.rel = rel(value)?,
            "target" => self.target = optional_text(value)?,
            "class_" => self.class = optional_text(value)?.unwrap_or_default(),
            "title" => self.title = title(value)?,
            "attributes" => self.attributes = attributes(value)?,
            "show" => self.show = show(value)?,
            "isolation" => self.isolation = isolation_named(&text(value)?)?,
            "newlines" => self.newlines = newlines(&text(value)?)?,
            "callbacks" => self.callbacks = callbacks(value)?,
            _ => self.skip = skip(value)?,
        }
        Ok(())
    }

    /// The anchor of the library with these settings.
    pub(crate) fn anchor(&self) -> Anchor {
        let mut anchor = Anchor::new()
            .rel(self.rel)
            .class(self.class.clone())
            .title(self.title.clone())
            .show(self.show);
        if let Some(target) = &self.target {
            anchor = anchor.target(Target::Named(target.clone()));
        }
        for (name, value) in &self.attributes {
            anchor = anchor.attribute(name.clone(), value.clone());
        }
        anchor
    }
}

fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>();
    let text = text.map_err(|_| type_error("a str", value))?;
    Ok(text.to_str()?.to_owned())
}

fn optional_text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_none() {
        return Ok(None);
    }
    text(value).map(Some)
}

/// Link types: a `str` with spaces between them, or an iterable.
fn rel(value: &Bound<'_, PyAny>) -> PyResult<Rel> {
    const TYPES: [(&str, Rel); 6] = [
        ("nofollow", Rel::NOFOLLOW),
        ("noopener", Rel::NOOPENER),
        ("noreferrer", Rel::NOREFERRER),
        ("ugc", Rel::UGC),
        ("sponsored", Rel::SPONSORED),
        ("external", Rel::EXTERNAL),
    ];
    let names = if value.is_none() {
        String::new()
    } else if value.is_instance_of::<PyString>() {
        text(value)?
    } else {
        let names = value.try_iter()?.map(|name| text(&name?));
        names.collect::<PyResult<Vec<_>>>()?.join(" ")
    };
    let mut rel = Rel::NONE;
    for name in names.split_whitespace() {
        let known = TYPES.iter().find(|(known, _)| *known == name);
        let Some((_, link_type)) = known else {
            return Err(unexpected_value("rel", &TYPES.map(|(name, _)| name), name));
        };
        rel = rel | *link_type;
    }
    Ok(rel)
}

/// `True` is the readable form of the link.
fn title(value: &Bound<'_, PyAny>) -> PyResult<Title> {
    if value.is_none() {
        return Ok(Title::None);
    }
    match value.extract::<bool>() {
        Ok(true) => Ok(Title::Readable),
        Ok(false) => Ok(Title::None),
        Err(_) => match text(value) {
            Ok(title) => Ok(Title::Text(title)),
            Err(_) => Err(type_error("a bool or a str for 'title'", value)),
        },
    }
}

fn attributes(value: &Bound<'_, PyAny>) -> PyResult<Vec<(AttributeName, String)>> {
    if value.is_none() {
        return Ok(Vec::new());
    }
    let given = value.cast::<PyDict>();
    let given = given.map_err(|_| type_error("a dict for 'attributes'", value))?;
    let attributes = given.iter().map(|(name, value)| {
        let name = AttributeName::new(text(&name)?).map_err(value_error)?;
        Ok((name, text(&value)?))
    });
    attributes.collect()
}

/// A name, or the greatest number of characters.
fn show(value: &Bound<'_, PyAny>) -> PyResult<Show> {
    if let Ok(limit @ 1..) = value.extract::<usize>() {
        return Ok(Show::Short(limit));
    }
    let expected = "'written', 'readable' or an int of at least 1 for 'show'";
    match text(value).as_deref() {
        Ok("written") => Ok(Show::Written),
        Ok("readable") => Ok(Show::Readable),
        Ok(other) => {
            let expected = ["written", "readable", "a number of characters"];
            Err(unexpected_value("show", &expected, other))
        }
        Err(_) => Err(type_error(expected, value)),
    }
}

fn newlines(name: &str) -> PyResult<Newlines> {
    match name {
        "keep" => Ok(Newlines::Keep),
        "break" => Ok(Newlines::Break),
        "paragraphs" => Ok(Newlines::Paragraphs),
        _ => {
            let expected = ["keep", "break", "paragraphs"];
            Err(unexpected_value("newlines", &expected, name))
        }
    }
}

fn callbacks<'py>(value: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if value.is_none() {
        return Ok(Vec::new());
    }
    let callbacks: Vec<_> = value.try_iter()?.collect::<PyResult<_>>()?;
    match callbacks.iter().find(|callback| !callback.is_callable()) {
        None => Ok(callbacks),
        Some(other) => Err(type_error("functions for 'callbacks'", other)),
    }
}

/// Names of elements or CSS selectors.
fn skip(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_none() {
        return Ok(None);
    }
    if value.is_instance_of::<PyString>() {
        return Err(type_error("an iterable of str for 'skip_tags'", value));
    }
    let selectors = value.try_iter()?.map(|selector| text(&selector?));
    let selectors: Vec<_> = selectors.collect::<PyResult<_>>()?;
    Ok(Some(selectors.join(", ")))
}
