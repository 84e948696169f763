//! See `linkspan_fuzz::Vector`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Vector<'_>| input.check());
