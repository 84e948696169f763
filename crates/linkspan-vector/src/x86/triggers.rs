//! Tables of the triggers, as operands of byte shuffles.

use crate::block::{IDEOGRAPHIC_DOTS, MIN_LABEL_START};

/// The ASCII triggers, indexed by the low nibble of the trigger.
pub(super) struct AsciiTriggers {
    pub(super) byte: [u8; 16],
    /// The smallest byte that may follow.
    pub(super) min_next: [u8; 16],
    /// The difference between the largest and the smallest byte that may follow.
    pub(super) max_distance: [u8; 16],
}

/// Invariant: an entry without a trigger matches no byte. Its `byte` is 0, whose low nibble is 0, and the
/// entry with the index 0 belongs to `@`.
pub(super) const ASCII_TRIGGERS: AsciiTriggers = {
    // The trigger, and the smallest and the largest byte that may follow it.
    let list = [
        (b'.', MIN_LABEL_START, u8::MAX),
        (b':', b'/', b'/'),
        (b'@', 0, u8::MAX),
    ];
    let mut triggers = AsciiTriggers {
        byte: [0; 16],
        min_next: [0; 16],
        max_distance: [0; 16],
    };
    let mut index = 0;
    while index < list.len() {
        let (byte, min, max) = list[index];
        let nibble = (byte & 0x0F) as usize;
        assert!(
            triggers.byte[nibble] == 0,
            "two triggers have the same low nibble"
        );
        triggers.byte[nibble] = byte;
        triggers.min_next[nibble] = min;
        triggers.max_distance[nibble] = max - min;
        index += 1;
    }
    assert!(triggers.byte[0] != 0, "entry 0 would match NUL");
    triggers
};

/// The first, second and third bytes of the ideographic dots, indexed by the low nibble of the third
/// byte.
///
/// Invariant: an entry without a dot matches no bytes, because the low nibble of its third byte differs
/// from its index.
pub(super) const DOTS_BY_THIRD_BYTE: [[u8; 16]; 3] = {
    let mut bytes = [[0; 16]; 3];
    bytes[2][0] = 1; // Any value whose low nibble is not 0.
    let mut index = 0;
    while index < IDEOGRAPHIC_DOTS.len() {
        let [first, second, third] = IDEOGRAPHIC_DOTS[index];
        let nibble = (third & 0x0F) as usize;
        assert!(
            nibble != 0 && bytes[0][nibble] == 0,
            "each dot needs an entry of its own, other than entry 0"
        );
        bytes[0][nibble] = first;
        bytes[1][nibble] = second;
        bytes[2][nibble] = third;
        index += 1;
    }
    bytes
};
