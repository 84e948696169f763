//! See `linkspan_fuzz::Assess`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Assess<'_>| input.check());
