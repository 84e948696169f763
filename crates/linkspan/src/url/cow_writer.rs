//! A writer that borrows its source as long as the written text equals it.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

/// Collects text. It allocates only when the text first differs from `source`.
pub(crate) struct CowWriter<'a> {
    source: &'a str,
    /// The length of the written prefix of `source`, while nothing differs.
    same: usize,
    changed: Option<String>,
}

impl<'a> CowWriter<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        Self {
            source,
            same: 0,
            changed: None,
        }
    }

    /// The length of what was written.
    pub(crate) fn len(&self) -> usize {
        self.changed.as_ref().map_or(self.same, String::len)
    }

    /// What was written: `source` itself if all of it was written unchanged.
    pub(crate) fn finish(self) -> Cow<'a, str> {
        match (self.changed, self.source.get(..self.same)) {
            (Some(changed), _) => Cow::Owned(changed),
            (None, Some(shorter)) if self.same < self.source.len() => Cow::Owned(shorter.into()),
            (None, _) => Cow::Borrowed(self.source),
        }
    }
}

impl fmt::Write for CowWriter<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        if let Some(changed) = &mut self.changed {
            changed.push_str(piece);
            return Ok(());
        }
        let (same, rest) = self
            .source
            .split_at_checked(self.same)
            .unwrap_or((self.source, ""));
        if rest.starts_with(piece) {
            self.same += piece.len();
        } else {
            let mut changed = String::with_capacity(self.source.len());
            changed.push_str(same);
            changed.push_str(piece);
            self.changed = Some(changed);
        }
        Ok(())
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        match &mut self.changed {
            Some(changed) => {
                changed.push(c);
                Ok(())
            }
            None => self.write_str(c.encode_utf8(&mut [0; 4])),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::fmt::Write as _;

    use super::*;

    fn written<'a>(source: &'a str, pieces: &[&str]) -> Cow<'a, str> {
        let mut sink = CowWriter::new(source);
        for piece in pieces {
            sink.write_str(piece).expect("collecting cannot fail");
        }
        sink.finish()
    }

    #[test]
    fn unchanged_text_is_borrowed_and_changed_text_is_owned() {
        let same = written("αβγ", &["α", "", "βγ"]);
        assert!(matches!(same, Cow::Borrowed("αβγ")));
        let shorter = written("αβγ", &["α"]);
        assert!(
            matches!(shorter, Cow::Owned(_)),
            "a shorter text is a change"
        );
        assert_eq!(shorter, "α");
        assert_eq!(written("αβγ", &["α", "x", "γ"]), "αxγ");
        assert_eq!(written("αβ", &["αβ", "γ"]), "αβγ");
        assert_eq!(written("", &["α"]), "α");
    }
}
