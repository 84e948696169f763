//! A pseudo-random number generator with the same output on every machine.

/// `SplitMix64`.
pub(super) struct Random(u64);

impl Random {
    /// A generator whose seed is the hash of a name.
    pub(super) fn named(name: &str) -> Self {
        // FNV-1a.
        let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Self(hash)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number less than `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let number = self.next() % end as u64;
        usize::try_from(number).expect("the number is less than a usize")
    }

    /// A number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True with a probability of `chance` percent.
    pub(super) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    /// A random item of a slice.
    pub(super) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}
