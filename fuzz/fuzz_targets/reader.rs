//! See `linkspan_fuzz::Reader`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Reader<'_>| input.check());
