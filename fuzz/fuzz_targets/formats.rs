//! See `linkspan_fuzz::Formats`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Formats<'_>| input.check());
