//! The allocator of the module. It has a tenth of the code of `dlmalloc`, which `std` uses on this target.
//!
//! The sizes of blocks are powers of two. A block that is freed is kept in the list of its size, and new blocks are taken
//! from the end of memory. So a block is never used for another size, and memory has at most twice the size of what was
//! in use at once, for each size of block.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr;

/// The alignment of all blocks, and the smallest block.
const MIN_SIZE: usize = 16;

/// The size of a page of memory.
const PAGE: usize = 1 << 16;

/// Returns memory of the size of a power of two, and keeps what is freed.
pub(crate) struct Allocator(UnsafeCell<Blocks>);

struct Blocks {
    /// The first free block of each size, by the logarithm of the size. A free block starts with the next one.
    free: [*mut u8; usize::BITS as usize],
    /// What follows the last block.
    end: *mut u8,
    /// The number of bytes there.
    rest: usize,
}

// SAFETY: a module has one thread. Tests of the host use each allocator in one thread.
unsafe impl Sync for Allocator {}

impl Allocator {
    pub(crate) const fn new() -> Self {
        Self(UnsafeCell::new(Blocks {
            free: [ptr::null_mut(); usize::BITS as usize],
            end: ptr::null_mut(),
            rest: 0,
        }))
    }
}

/// The logarithm of the size of a block. `None` if no block fits.
fn class(layout: Layout) -> Option<usize> {
    let size = layout.size().max(MIN_SIZE).checked_next_power_of_two()?;
    (layout.align() <= MIN_SIZE).then_some(size.trailing_zeros() as usize)
}

impl Blocks {
    /// A new block from the end of memory, or null.
    fn grow(&mut self, size: usize) -> *mut u8 {
        if self.rest < size {
            // What the module grows by follows what it had, since nothing else grows it. At first, there is nothing.
            let pages = (size - self.rest).div_ceil(PAGE);
            let Some(new) = pages_from_system(pages) else {
                return ptr::null_mut();
            };
            if self.end.wrapping_add(self.rest) != new {
                self.end = new;
                self.rest = 0;
            }
            self.rest += pages * PAGE;
            if self.rest < size {
                return self.grow(size);
            }
        }
        let block = self.end;
        self.end = block.wrapping_add(size);
        self.rest -= size;
        block
    }
}

/// New pages after all others.
#[cfg(target_arch = "wasm32")]
fn pages_from_system(pages: usize) -> Option<*mut u8> {
    let before = core::arch::wasm32::memory_grow::<0>(pages);
    (before != usize::MAX).then(|| ptr::with_exposed_provenance_mut(before * PAGE))
}

#[expect(
    clippy::cast_ptr_alignment,
    reason = "blocks are aligned to their smallest size"
)]
// SAFETY: blocks are disjoint: each is taken from the end of memory once, and is in a list only while it is free. They are
// as large as their class says, and aligned to `MIN_SIZE`, since memory is and all sizes are multiples of it.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(class) = class(layout) else {
            return ptr::null_mut();
        };
        // SAFETY: there is one thread, and no function of this type calls another one while it has the reference.
        let blocks = unsafe { &mut *self.0.get() };
        let Some(first) = blocks.free.get_mut(class) else {
            return ptr::null_mut();
        };
        let block = *first;
        if block.is_null() {
            return blocks.grow(1 << class);
        }
        // SAFETY: a free block starts with the address of the next one, and it is aligned for it.
        *first = unsafe { block.cast::<*mut u8>().read() };
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        let blocks = unsafe { &mut *self.0.get() };
        if let Some(first) = class(layout).and_then(|class| blocks.free.get_mut(class)) {
            // SAFETY: the caller does not use the block any more. It has at least `MIN_SIZE` bytes and is aligned to that.
            unsafe { block.cast::<*mut u8>().write(*first) };
            *first = block;
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size is valid for this alignment.
        let new_layout = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        if class(layout) == class(new_layout) {
            return block;
        }
        // SAFETY: the new block is another one, and both have at least as many bytes as are copied.
        unsafe {
            let new = self.alloc(new_layout);
            if !new.is_null() {
                ptr::copy_nonoverlapping(block, new, layout.size().min(new_size));
                self.dealloc(block, layout);
            }
            new
        }
    }
}

/// Pages of the host, which are never freed, and not contiguous.
#[cfg(not(target_arch = "wasm32"))]
fn pages_from_system(pages: usize) -> Option<*mut u8> {
    let layout = Layout::from_size_align(pages * PAGE, PAGE).ok()?;
    // SAFETY: the size is not zero.
    let new = unsafe { std::alloc::alloc(layout) };
    (!new.is_null()).then_some(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_disjoint_and_used_again() {
        let allocator = Allocator::new();
        let mut state = 1_usize;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut live: Vec<(*mut u8, Layout, u8)> = Vec::new();
        let mut highest = 0;
        for round in 0..20_000 {
            let pattern = u8::try_from(round % 251).unwrap();
            match random(3) {
                0 if !live.is_empty() => {
                    let (block, layout, pattern) = live.swap_remove(random(live.len()));
                    // SAFETY: the block is of this allocator and layout.
                    unsafe {
                        let bytes = core::slice::from_raw_parts(block, layout.size());
                        assert!(bytes.iter().all(|&byte| byte == pattern));
                        allocator.dealloc(block, layout);
                    }
                }
                1 if !live.is_empty() => {
                    let index = random(live.len());
                    let (block, layout, old) = live[index];
                    let most = 1 << random(14);
                    let size = 1 + random(most);
                    let new_layout = Layout::from_size_align(size, layout.align()).unwrap();
                    // SAFETY: as above.
                    unsafe {
                        let block = allocator.realloc(block, layout, size);
                        let bytes = core::slice::from_raw_parts(block, size.min(layout.size()));
                        assert!(bytes.iter().all(|&byte| byte == old));
                        block.write_bytes(pattern, size);
                        live[index] = (block, new_layout, pattern);
                    }
                }
                _ if live.len() < 200 => {
                    let most = 1 << random(14);
                    let size = 1 + random(most);
                    let layout = Layout::from_size_align(size, 1 << random(5)).unwrap();
                    // SAFETY: the size is not zero.
                    unsafe {
                        let block = allocator.alloc(layout);
                        assert!(!block.is_null() && block.addr().is_multiple_of(layout.align()));
                        block.write_bytes(pattern, size);
                        live.push((block, layout, pattern));
                    }
                }
                _ => {}
            }
            let in_use: usize = live.iter().map(|(_, layout, _)| layout.size()).sum();
            highest = highest.max(in_use);
        }
        assert!(highest > 10_000);
        let large = Layout::from_size_align(16, 64).unwrap();
        // SAFETY: the size is not zero.
        assert!(unsafe { allocator.alloc(large) }.is_null());
    }

    #[test]
    fn a_block_that_was_freed_is_the_next_one() {
        let allocator = Allocator::new();
        for size in [1, 16, 17, 1000, 65_536, 1_000_000] {
            let layout = Layout::from_size_align(size, 8).unwrap();
            // SAFETY: the sizes are not zero, and the blocks are of this allocator.
            unsafe {
                let first = allocator.alloc(layout);
                let second = allocator.alloc(layout);
                assert!(first.addr().abs_diff(second.addr()) >= size);
                allocator.dealloc(first, layout);
                assert_eq!(allocator.alloc(layout), first);
            }
        }
    }
}
