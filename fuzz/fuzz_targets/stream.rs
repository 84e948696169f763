//! See `linkspan_fuzz::Stream`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Stream<'_>| input.check());
