//! See `linkspan_fuzz::Arrow`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Arrow<'_>| input.check());
