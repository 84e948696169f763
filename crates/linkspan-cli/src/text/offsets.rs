//! From offsets in decoded text back to bytes of the input.

use std::collections::VecDeque;

/// How the bytes of an encoding relate to the characters that they stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The text is UTF-8 as the input is.
    Same,
    /// One byte a character.
    Bytes,
    /// Two bytes a UTF-16 code unit.
    Utf16,
    /// Any other way; the decoder notes where characters start.
    Noted,
}

/// Maps offsets of a text that slides through memory to offsets in the input.
///
/// Questions must come in ascending order. That is how links and lines come, and it means that
/// each character is counted at most once and that nothing of the past is kept.
#[derive(Debug)]
pub(crate) struct Offsets {
    measure: Measure,
    /// How much text, in bytes, has gone by before the text at hand.
    gone: u64,
    /// A place in all text, and the byte of the input that it comes from.
    text: u64,
    input: u64,
    /// Later places of the same kind, for [`Measure::Noted`]. From each one on, text and input
    /// run in step until the next one.
    notes: VecDeque<(u64, u64)>,
}

impl Offsets {
    /// For text whose first character stands at `start` in the input.
    pub(crate) fn new(measure: Measure, start: u64) -> Self {
        Self {
            measure,
            gone: 0,
            text: 0,
            input: start,
            notes: VecDeque::new(),
        }
    }

    /// Notes that the character at `offset` in the text at hand comes from `input`.
    pub(crate) fn note(&mut self, offset: usize, input: u64) {
        self.notes.push_back((self.gone + offset as u64, input));
    }

    /// The byte of the input that the character at `offset` in `text` comes from.
    pub(crate) fn find(&mut self, text: &str, offset: usize) -> u64 {
        let target = self.gone + offset as u64;
        if self.measure == Measure::Noted {
            while let Some(&(note, input)) = self.notes.front().filter(|&&(at, _)| at <= target) {
                (self.text, self.input) = (note, input);
                self.notes.pop_front();
            }
            return self.input + target.saturating_sub(self.text);
        }
        let from = usize::try_from(self.text.saturating_sub(self.gone)).unwrap_or(usize::MAX);
        let passed = text.get(from..offset).unwrap_or_default();
        self.input += match self.measure {
            Measure::Same | Measure::Noted => passed.len() as u64,
            Measure::Bytes => passed.chars().count() as u64,
            Measure::Utf16 => 2 * passed.chars().map(|c| c.len_utf16() as u64).sum::<u64>(),
        };
        self.text = self.text.max(target);
        self.input
    }

    /// The offsets of the text at hand up to `offset`, to be asked apart from these.
    pub(crate) fn up_to(&self, offset: usize) -> Self {
        let target = self.gone + offset as u64;
        let notes = self.notes.iter().take_while(|&&(at, _)| at <= target);
        Self {
            notes: notes.copied().collect(),
            ..*self
        }
    }

    /// Lets go of all before `offset` in `text`, which is about to be removed.
    pub(crate) fn forget(&mut self, text: &str, offset: usize) {
        self.find(text, offset);
        self.gone += offset as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_counts_two_bytes_a_unit() {
        let mut offsets = Offsets::new(Measure::Utf16, 2);
        let text = "aé𝄞b";
        assert_eq!(offsets.find(text, 1), 4);
        assert_eq!(offsets.find(text, 7), 10);
        offsets.forget(text, 7);
        assert_eq!(offsets.find("b", 1), 12);
    }

    #[test]
    fn notes_hold_until_the_next_one() {
        let mut offsets = Offsets::new(Measure::Noted, 0);
        for (offset, input) in [(0, 0), (3, 3), (6, 5), (9, 7)] {
            offsets.note(offset, input);
        }
        let text = "abc漢字d";
        assert_eq!(offsets.find(text, 2), 2);
        assert_eq!(offsets.find(text, 6), 5);
        offsets.forget(text, 9);
        assert_eq!(offsets.find("d", 1), 8);
    }
}
