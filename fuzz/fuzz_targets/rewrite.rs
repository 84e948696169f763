//! See `linkspan_fuzz::Rewrite`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Rewrite<'_>| input.check());
