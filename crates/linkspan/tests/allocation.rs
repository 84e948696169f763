//! Finding links does not allocate. The test counts allocations with a global allocator of its own, so it is a
//! separate program without the test harness.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use linkspan::Finder;
use linkspan::url::correct_span;
use linkspan::uts58::terminate;

struct CountingAllocator;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

#[expect(unsafe_code, reason = "`GlobalAlloc` is an unsafe trait")]
// SAFETY: all calls are forwarded to the system allocator, which upholds the contract of the trait.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of the forwarded method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract of the forwarded method.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

static FINDER: Finder = Finder::new();

/// The number of allocations of a function, and its result.
fn count_allocations<T>(function: impl FnOnce() -> T) -> (usize, T) {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let result = function();
    (ALLOCATIONS.load(Ordering::Relaxed) - before, result)
}

fn main() {
    if cfg!(feature = "compact-tables") {
        println!("skipped: compact tables are unpacked into memory, and names are mapped there");
        return;
    }
    let texts = [
        ("plain words, no links at all.", 0),
        ("see https://example.com/a(b)?c=d#e and ann@example.org.", 2),
        (
            "请看example.com。谢谢。再看https://例え.jp/と почта@пример.рф",
            3,
        ),
        (
            "xn--bcher-kva.example.com http://[::1]/ http://192.0.2.1/ foo://bar",
            3,
        ),
        ("ดูที่ตัวอย่าง.ไทย ศูนย์ 😀.ws", 2),
    ];
    for (text, expected) in texts {
        let (allocations, links) = count_allocations(|| FINDER.find_iter(text).count());
        assert_eq!(links, expected, "links in {text:?}");
        assert_eq!(allocations, 0, "allocations for {text:?}");
        let (allocations, _) = count_allocations(|| {
            FINDER.segments(text).count() + FINDER.link_at(text, 9).into_iter().count()
        });
        assert_eq!(allocations, 0, "allocations for the segments of {text:?}");
    }
    let text = "example.com/αβγ(δ)";
    let (allocations, end) =
        count_allocations(|| terminate(text, 11) + correct_span(text, 0..11).end);
    assert_eq!((allocations, end), (0, 2 * text.len()));

    #[cfg(feature = "assess")]
    {
        let text = "https://example.com/a?b=c www.example.co.uk ann@example.org";
        let clean_links = || {
            FINDER
                .find_iter(text)
                .filter(|link| linkspan::assess::assess(link).is_empty())
        };
        let (allocations, links) = count_allocations(|| clean_links().count());
        assert_eq!((allocations, links), (0, 3), "assessing ordinary links");
    }

    // The allocator does count.
    let (allocations, _) = count_allocations(|| String::from("one allocation"));
    assert_eq!(allocations, 1);
    println!("1 passed, 0 failed");
}
