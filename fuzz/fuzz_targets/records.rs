//! See `linkspan_fuzz::Records`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Records<'_>| input.check());
