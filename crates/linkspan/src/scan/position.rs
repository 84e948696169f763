//! Where a search is, so that another search can resume there.

/// The state of a search between two triggers. The offsets are relative to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) cursor: usize,
    pub(super) floor: usize,
    pub(super) link_end: usize,
    pub(super) host_floor: usize,
    /// Whether the cursor is in the rest of a URL that is too long.
    pub(super) in_rest: bool,
}

impl Position {
    /// The start of a text, a place after a boundary, or the end of a link: nothing that follows starts before it.
    pub(crate) const fn start(at: usize) -> Self {
        Self {
            cursor: at,
            floor: at,
            link_end: at,
            host_floor: at,
            in_rest: false,
        }
    }

    /// Whether the cursor is in the rest of a URL that is too long.
    pub(crate) fn in_rest(self) -> bool {
        self.in_rest
    }

    /// The lowest offset that the position refers to.
    pub(crate) fn lowest(self) -> usize {
        self.cursor
            .min(self.floor)
            .min(self.link_end)
            .min(self.host_floor)
    }

    /// The same position in a text that starts `offset` bytes later.
    pub(crate) fn moved_back(self, offset: usize) -> Self {
        self.map(|at| at.saturating_sub(offset))
    }

    /// The same position in a text that starts `offset` bytes earlier.
    pub(crate) fn moved_forward(self, offset: usize) -> Self {
        self.map(|at| at.saturating_add(offset))
    }

    fn map(self, to: impl Fn(usize) -> usize) -> Self {
        Self {
            cursor: to(self.cursor),
            floor: to(self.floor),
            link_end: to(self.link_end),
            host_floor: to(self.host_floor),
            in_rest: self.in_rest,
        }
    }

    /// The same position after all triggers before `offset` were processed.
    pub(crate) fn advanced(self, offset: usize) -> Self {
        Self {
            cursor: self.cursor.max(offset),
            ..self
        }
    }

    /// The position without its place in the text. Offsets further back than the lookbehind are the same.
    pub(crate) fn checkpoint(self, lookbehind: usize) -> Checkpoint {
        let back = |offset: usize| self.cursor.saturating_sub(offset).min(lookbehind);
        Checkpoint {
            floor: back(self.floor),
            link_end: back(self.link_end),
            host_floor: back(self.host_floor.max(self.floor)),
            in_rest: self.in_rest,
        }
    }
}

/// A position without its place in the text: distances before the cursor. Searches that reach the same place with
/// equal checkpoints find the same links after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    floor: usize,
    link_end: usize,
    host_floor: usize,
    in_rest: bool,
}

impl Checkpoint {
    /// The position at `cursor`.
    pub(crate) fn at(self, cursor: usize) -> Position {
        Position {
            cursor,
            floor: cursor.saturating_sub(self.floor),
            link_end: cursor.saturating_sub(self.link_end),
            host_floor: cursor.saturating_sub(self.host_floor),
            in_rest: self.in_rest,
        }
    }
}
