//! See `linkspan_fuzz::Display`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Display<'_>| input.check());
