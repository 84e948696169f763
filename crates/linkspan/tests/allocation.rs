//! Finding links allocates nothing: shown with an allocator that counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use linkspan::{Finder, correct_span, terminate};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

#[expect(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: everything is left to the system's allocator, which keeps the promises of the trait.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static FINDER: Finder = Finder::new();

/// How many allocations some work takes, and what it returns.
fn counted<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let result = work();
    (ALLOCATIONS.load(Ordering::Relaxed) - before, result)
}

fn main() {
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
        let (allocations, links) = counted(|| FINDER.find_iter(text).count());
        assert_eq!(links, expected, "links in {text:?}");
        assert_eq!(allocations, 0, "allocations for {text:?}");
        let (allocations, _) =
            counted(|| FINDER.segments(text).count() + FINDER.link_at(text, 9).into_iter().count());
        assert_eq!(allocations, 0, "allocations for the segments of {text:?}");
    }
    let text = "example.com/αβγ(δ)";
    let (allocations, end) = counted(|| terminate(text, 11) + correct_span(text, 0..11).end);
    assert_eq!((allocations, end), (0, 2 * text.len()));

    #[cfg(feature = "assess")]
    {
        let text = "https://example.com/a?b=c www.example.co.uk ann@example.org";
        let judged = || {
            FINDER
                .find_iter(text)
                .filter(|link| linkspan::assess(link).is_empty())
        };
        let (allocations, clean) = counted(|| judged().count());
        assert_eq!((allocations, clean), (0, 3), "judging ordinary links");
    }

    let (allocations, _) = counted(|| String::from("the counter counts"));
    assert_eq!(allocations, 1);
    println!("1 passed, 0 failed");
}
