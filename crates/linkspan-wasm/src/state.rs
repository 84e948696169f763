//! What the module holds between calls: buffers, finders and texts that change.

use alloc::vec::Vec;

use linkspan::Finder;

#[cfg(feature = "live")]
use crate::live::LiveText;
use crate::options;
use crate::output::Output;
use crate::slots::Slots;

/// All state of the module.
pub(crate) struct State {
    /// The text of the next call.
    pub(crate) input: Vec<u8>,
    /// Its other arguments: see [`fields`](crate::fields).
    pub(crate) arguments: Vec<u8>,
    pub(crate) output: Output,
    pub(crate) finders: Slots<Finder>,
    #[cfg(feature = "live")]
    pub(crate) lives: Slots<LiveText>,
}

/// The finder of everybody who sets no option.
pub(crate) static DEFAULT_FINDER: Finder = Finder::new();

impl State {
    pub(crate) const fn new() -> Self {
        Self {
            input: Vec::new(),
            arguments: Vec::new(),
            output: Output::new(),
            finders: Slots::new(),
            #[cfg(feature = "live")]
            lives: Slots::new(),
        }
    }

    /// Creates a finder from the arguments. 0 is an error, whose message is the output.
    pub(crate) fn create_finder(&mut self) -> usize {
        self.output.clear();
        match options::finder(&self.arguments) {
            Ok(finder) => self.finders.insert(finder),
            Err(message) => {
                self.output.json = message;
                0
            }
        }
    }
}
