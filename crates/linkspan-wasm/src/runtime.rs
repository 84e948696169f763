//! What `std` would provide: the allocator, and the end of a program that panics.

use core::panic::PanicInfo;

use crate::allocator::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator::new();

/// Traps, which JavaScript sees as a `WebAssembly.RuntimeError`. No text reaches this; running out of memory does.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
