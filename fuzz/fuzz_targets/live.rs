//! See `linkspan_fuzz::Live`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Live<'_>| input.check());
