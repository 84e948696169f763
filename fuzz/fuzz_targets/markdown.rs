//! See `linkspan_fuzz::Markdown`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Markdown<'_>| input.check());
