//! See `linkspan_fuzz::Parts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Parts<'_>| input.check());
