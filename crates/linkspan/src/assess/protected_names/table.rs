//! A compact hash table from text to the numbers of names.

use alloc::vec::Vec;

/// The maximum number of names. Eight bits of a slot are part of the hash.
pub(super) const MAX_NAMES: usize = (1 << INDEX_BITS) - 1;

const INDEX_BITS: u32 = 24;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;
const FREE: u32 = 0;

/// A hash table with open addressing and linear probing. It contains neither hashes nor keys: a slot is the number of a
/// name and eight bits of the hash, so it takes four bytes. The caller decides whether a name has the key.
///
/// Three of four slots are used, so a lookup probes few slots, however many names there are.
pub(super) struct Table {
    /// Zero, or one more than the number of the name, below eight bits of the hash.
    slots: Vec<u32>,
}

impl Table {
    /// An empty table for up to `len` entries.
    pub(super) fn with_capacity(len: usize) -> Self {
        // At least one slot is always free, where a search ends.
        let slots = len + len / 3 + 1;
        Self {
            slots: alloc::vec![FREE; slots],
        }
    }

    /// Adds a name. Without a free slot for it, nothing happens.
    pub(super) fn insert(&mut self, hash: u64, name: usize) {
        let Ok(number) = u32::try_from(name + 1) else {
            return;
        };
        let value = tag(hash) | number & INDEX_MASK;
        let free = self
            .probe(hash)
            .find(|&slot| self.slots.get(slot) == Some(&FREE));
        if let Some(slot) = free.and_then(|slot| self.slots.get_mut(slot)) {
            *slot = value;
        }
    }

    /// The names that were added with this hash, and possibly others.
    pub(super) fn candidates(&self, hash: u64) -> impl Iterator<Item = usize> {
        self.probe(hash)
            .map_while(|slot| self.slots.get(slot).copied().filter(|&value| value != FREE))
            .filter(move |value| value & !INDEX_MASK == tag(hash))
            .map(|value| ((value & INDEX_MASK) as usize).wrapping_sub(1))
    }

    /// The number of bytes of the table.
    pub(super) fn size(&self) -> usize {
        size_of_val(self.slots.as_slice())
    }

    fn probe(&self, hash: u64) -> impl Iterator<Item = usize> + use<> {
        let len = self.slots.len();
        // Maps the upper half of the hash to the range of the slots.
        let first = (((hash >> 32) * len as u64) >> 32) as usize;
        (first..len).chain(0..first)
    }
}

fn tag(hash: u64) -> u32 {
    ((hash & 0xFF) as u32) << INDEX_BITS
}

/// The hash of texts that are joined: FNV-1a, with a final step that mixes all bits.
pub(super) fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes());
    let hash = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    hash ^ (hash >> 33)
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn candidates_contain_every_name_with_the_key() {
        let keys: Vec<String> = (0..1000)
            .map(|number| format!("name{}", number / 2))
            .collect();
        let mut table = Table::with_capacity(keys.len());
        for (number, key) in keys.iter().enumerate() {
            table.insert(hash(&[key]), number);
        }
        let mut others = 0;
        for (number, key) in keys.iter().enumerate() {
            let found: Vec<usize> = table.candidates(hash(&[key])).collect();
            assert!(found.contains(&number), "{key}");
            others += found
                .iter()
                .filter(|&&found| keys.get(found) != Some(key))
                .count();
        }
        // Eight bits of the hash exclude nearly all names with other keys.
        assert!(others < 100, "{others}");
        assert_eq!(Table::with_capacity(0).candidates(hash(&["a"])).count(), 0);
    }

    #[test]
    fn a_full_table_ignores_further_names() {
        let mut table = Table::with_capacity(1);
        for number in 0..10 {
            table.insert(hash(&["a"]), number);
        }
        assert_eq!(table.candidates(hash(&["a"])).count(), 2);
    }

    #[test]
    fn parts_are_hashed_like_the_whole() {
        assert_eq!(hash(&["a", ".", "bc"]), hash(&["a.bc"]));
        assert_ne!(hash(&["ab"]), hash(&["ba"]));
    }
}
